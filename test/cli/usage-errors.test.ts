import {mkdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import {rules} from '../../rules/index.ts'
import {COMMAND_NAMES} from '../../src/cli/command-list.ts'
import {explainKinds, type KindCatalog} from '../../src/cli/formats/kind-catalog.ts'
import {CHANGE_KINDS} from '../../src/languages/kinds.ts'
import {WITH_VIOLATION} from '../cli/library.ts'
import {expectRefusal, folder, inShell, pathsIn, REPOSITORY, tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'

describe.concurrent('help', () => {
  it('lists all commands in groups, examples, and exit codes', async () => {
    const {code, out, err} = await tenure(['--help'])
    expect({code, err}).toEqual({code: 0, err: ''})
    for (const name of COMMAND_NAMES) expect(out).toMatch(new RegExp(`^  tenure ${name} .*  \\S`, 'm'))
    expect(out).toMatch(/^Plan removals$/m)
    expect(out).toMatch(/^Examples:$/m)
    expect(out).toContain('Exit codes:\n  0  no errors\n  1  findings at error level\n')
  })

  it('describes each command, its arguments, and its options', async () => {
    const pages = await Promise.all(COMMAND_NAMES.map(name => tenure([name, '--help'])))
    for (const [index, {code, out, err}] of pages.entries()) {
      expect({code, err}).toEqual({code: 0, err: ''})
      expect(out).toMatch(new RegExp(`^tenure ${COMMAND_NAMES[index]}`))
      // Every option has a description.
      for (const line of out.split('\n').filter(each => /^ +--/.test(each))) expect(line).toMatch(/^ +--\S+ {2,}[A-Z]/)
      // Options of the command are in a named group, apart from the common ones.
      const [, ungrouped = ''] = /^Options:\n((?: .*\n)+)/m.exec(out) ?? []
      expect(ungrouped.match(/--[a-z-]+/g)).toEqual(['--help', '--version'])
    }
  })

  it('explains the shared options once, and names them for each command', async () => {
    const {code, out, err} = await tenure(['help', 'options'])
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out.match(/--[a-z-]+/g)).toEqual(['--history', '--policy', '--config', '--plugins', '--api', '--as-of'])
    const due = await tenure(['due', '--help'])
    expect(due.out).toContain(' explains them): --history, --policy, --config, --plugins, --api, --as-of\n')
    expect(due.out).not.toContain('History file, or folder')
  })

  // The columns are aligned by string length, see scripts/build.mjs.
  it('contains only ASCII characters', async () => {
    const pages = await Promise.all([[], ...COMMAND_NAMES.map(name => [name])].map(args => tenure([...args, '--help'])))
    for (const {out} of pages) expect(out).toMatch(/^[\n -~]+$/)
  })

  it('is the same if `--help` comes before the command', async () => {
    for (const name of COMMAND_NAMES) {
      const [first, last] = await Promise.all([tenure([name, '--help']), tenure(['--help', name])])
      expect(last).toEqual(first)
    }
  })

  it('prints the version', async () => {
    const {version} = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'))
    const expected = {code: 0, out: `tenure ${version}\n`, err: ''}
    expect(await tenure(['--version'])).toEqual(expected)
    expect(await tenure(['audit', '--version'])).toEqual(expected)
  })
})

describe.concurrent('an invalid command line', () => {
  it.each(
    sample([
      [[], 'Specify a command.'],
      [['explian'], '. Did you mean `explain`?'],
      [
        ['fleet', 'run', 'fleet.yaml', '--out', 'facts'],
        '`fleet` is from an older version. Write `report`, or rewrite the files of this repository with `tenure record --upgrade`.'
      ],
      [['worker'], 'Write `node_modules/tenure/dist/worker.cjs`, or'],
      [['adit'], "`adit` isn't a command. Did you mean `audit`?"],
      [['zzz'], "`zzz` isn't a command.\nRun `tenure --help`"],
      [['audit', '--verbos'], '. Did you mean `--verbose`?'],
      [['audit', '--polic=x'], "`--polic` isn't an option of `audit`. Did you mean `--policy`?"],
      [['audit', '--strict'], '`--strict` is from an older version. Write `--fail-on undetermined`, '],
      [
        ['audit', '--releases', 'v*'],
        '`--releases`: `v*` says neither which tags are releases nor which branch. Write `tags:v*` or `branch:main`.'
      ],
      [['audit', '--releases', 'branch:main,x'], "`x` can't stand next to a branch. Remove it."],
      [['audit', '--tags', 'v*'], '`--tags` is from an older version. Write `--releases tags:VALUE`, '],
      [['import', 'CHANGES.md'], '`import` is from an older version. Write `record --import`, '],
      [['record', '--all', '--quiet'], '`--quiet` is from an older version. Remove it, '],
      [['record', '--all=1'], '`--all` takes no value.'],
      [['check', '--plugins=x'], '`--plugins` takes no value.'],
      [['audit', '-x'], "`-x` isn't an option of `audit`.\nRun `tenure audit --help` for its options."],
      [
        ['check', 'history.yaml'],
        '`history.yaml` is one argument too many. Usage: `tenure check`\nRun `tenure check --help` for its options.'
      ],
      [['audit', 'a.yaml', 'b.yaml'], '`b.yaml` is one argument too many. Usage: `tenure audit [source]`'],
      [['audit', 'a.yaml', '--history', 'b.yaml'], 'which is a history too. Use one of them.'],
      [
        ['due', '--end', '2027-01-01'],
        "`--end` needs an endpoint.\n    for example: tenure due 'GET /v1/loans' --end 2027-01-01"
      ],
      [['due', 'GET /v1/loans', '--within', '6m'], '`--within` only works without an endpoint. Remove one.'],
      [
        ['when', 'GET /v1/loans'],
        '`when` is from an older version. Write `due`, or rewrite the files of this repository with `tenure record --upgrade`.'
      ],
      [['deprecate'], 'An argument is missing. Usage: `tenure deprecate <endpoint> [path]`'],
      [['audit', '--policy'], '`--policy` needs a value.'],
      [['audit', '--format'], '`--format` needs a value.'],
      [['audit', '--format', 'jsn'], "`--format` can't be `jsn`. Did you mean `json`? Allowed: `stylish`, `json`"],
      [['due', 'GET /v1/loans', '--in', 'answer'], "`--in` can't be `answer`. Allowed: `request` and `response`."],
      [['due', 'FETCH /v1/loans'], "`FETCH /v1/loans` isn't a subject, such as an endpoint or a field."],
      [['due', '/v1/loans'], "for example: tenure due 'GET /v1/loans'"],
      [
        ['due', '--within', 'soon'],
        "`--within soon` isn't a time. Write a number with its unit, such as `90d`, `12w`, `6m`, or `1y`."
      ],
      [['explain', 'unanounced-removal'], '. Did you mean `unannounced-removal`?'],
      [
        ['explain', 'zzz'],
        'There is no rule, kind of change, key, or preset `zzz`. `tenure explain` lists all rules, `tenure explain tenure.yaml` (or `policy`, `history`) all keys, and `docs/reference/changes.md` all kinds.'
      ],
      [
        ['audit', '--as-of', '2026-02-30'],
        "`--as-of 2026-02-30` isn't a day that exists. Write one such as `2026-03-02`."
      ],
      [
        ['audit', '--as-of', '2025-02-29'],
        "`--as-of 2025-02-29` isn't a day that exists. Write one such as `2026-03-02`."
      ],
      [['audit', '--as-of', 'tomorrow'], "`--as-of tomorrow` isn't a day that exists. Write one such as `2026-03-02`."],
      [['audit', '--as-of', '2026'], "`--as-of 2026` isn't a day that exists. Write one such as `2026-03-02`."],
      [['audit', '--as-of='], "`--as-of ` isn't a day that exists. Write one such as `2026-03-02`."],
      [
        ['due', 'GET /v1/loans', '--end', '2026-02-30'],
        "`--end 2026-02-30` isn't a day that exists. Write one such as `2026-03-02`."
      ],
      [
        ['due', 'GET /v1/loans', '--end', '2026-13-01'],
        "`--end 2026-13-01` isn't a day that exists. Write one such as `2026-03-02`."
      ],
      [['audit', '--policy', 'thirteen-month'], '. Did you mean `thirteen-months`?'],
      [['audit', '--policy', 'zzz'], '`zzz` is neither a file nor a preset.'],
      [['audit', '--policy', 'nowhere.yaml'], 'nowhere.yaml'],
      [['audit', '--config', 'nowhere.yaml'], "nowhere.yaml: Can't read `nowhere.yaml`: no such file"],
      [['audit', 'nowhere.yaml'], 'There is no history file or folder `nowhere.yaml`.'],
      [['audit', '\u001b[2J\u202e.yaml'], 'There is no history file or folder `\\u001b[2J\\u202e.yaml`.'],
      [['\u001b[2J'], "`\\u001b[2J` isn't a command."]
    ])
  )('%j', async (args, expected) => {
    const result = await tenure(args, {cwd})
    expectRefusal(result)
    expect(result.err).toContain(expected)
  })

  const cwd = folder({'history.yaml': WITH_VIOLATION, 'a.yaml': WITH_VIOLATION})

  it('asks for a history if there is none', async () => {
    const cwd = folder()
    for (const command of ['audit', 'due', 'check']) {
      const result = await tenure([command], {cwd})
      expectRefusal(result)
      expect(result.err).toContain(
        command === 'check'
          ? 'Nothing to check: no API description (`openapi.yaml`, …) and no history (`history.yaml`) found. Name a description with `--spec PATH`.'
          : 'No history file found. '
      )
      expect(result.err).toContain('tenure init')
    }
  })
})

describe.concurrent('explain', () => {
  it('lists all rules in aligned columns and as JSON', async () => {
    const [stylish, json] = await Promise.all([tenure(['explain']), tenure(['explain', '--format', 'json'])])
    const lines = stylish.out.split('\n')
    for (const {id, level, summary} of rules) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${id} +${level} +`)))
      expect(stylish.out).toContain(summary)
    }
    const columns = lines.slice(0, rules.length).map(line => line.search(/ (?:error|warning|info) /))
    expect(new Set(columns).size).toBe(1)
    expect(JSON.parse(json.out).map(({id}: {id: string}) => id)).toEqual(rules.map(({id}) => id))
  })

  it('explains each kind of change with its effects, and how a policy and a waiver name it', async () => {
    const {out} = await tenure(['explain', 'value-added'])
    expect(out).toContain('In a request: compatible\nIn a response: needs review\n')
    expect(out).toContain('    compatibility:\n      value-added: {request: compatible}\n')
    expect(out).toContain(' --kind value-added ')
    expect(out).toContain('Documentation: docs/reference/changes.md#value-added\n')
    const explained = explainKinds(JSON.parse(readFileSync(join(REPOSITORY, 'dist/kinds.json'), 'utf8')) as KindCatalog)
    for (const {means} of explained) expect(means).not.toBe('')
    expect(explained.map(({kind}) => kind).toSorted()).toEqual([...CHANGE_KINDS].toSorted())
  })

  it('explains a rule with its examples', async () => {
    const {code, out} = await tenure(['explain', 'unannounced-removal'])
    expect(code).toBe(0)
    expect(out).toMatch(/^unannounced-removal \(error, since 0\.1\.0\)\n/)
    expect(out).toMatch(/^Finding: /m)
    expect(out).toMatch(/^No finding: /m)
    expect(out).toMatch(/^Undetermined: /m)
    expect(out).toMatch(/^ {2}→ `GET \/v1\/loans` was removed in 2\.0 /m)
    expect(out).not.toMatch(/[ \t]$/m)
    const url = 'docs/reference/rules.md#unannounced-removal'
    expect(out).toMatch(new RegExp(`\nDocumentation: ${url}\n$`))
    const json = await tenure(['explain', 'unannounced-removal', '--format', 'json'])
    expect(JSON.parse(json.out)).toMatchObject({id: 'unannounced-removal', level: 'error', policyKey: 'notice', url})
  })

  it('explains what each rule says, and how its settings are written', async () => {
    for (const {id, level, messages, options = {}, policyKey} of rules) {
      const {out} = await tenure(['explain', id])
      const [, listed = ''] = /^Messages:\n([\s\S]*?)\n\n/m.exec(out) ?? []
      expect(listed.split('\n')).toEqual(Object.values(messages).map(message => `  ${message}`))
      if (policyKey !== undefined)
        expect(out).toContain(`The policy decides what it reports: change \`${policyKey}\` there`)
      else {
        const [, settings = ''] = /^ {4}(rules: .*)$/m.exec(out) ?? []
        const hasOptions = Object.keys(options).length > 0
        expect(parse(settings)).toEqual({rules: {[id]: {level, ...(hasOptions ? {options} : {})}}})
      }
    }
  })
})

describe.concurrent('init', () => {
  it('creates a history that `audit` and `due` can read', async () => {
    const cwd = join(folder(), 'Lending Library')
    mkdirSync(cwd)
    const initialized = await tenure(['init', '--spec', 'none', '--policy', 'github-rest'], {cwd})
    expect(initialized).toEqual({
      code: 0,
      out: expect.stringContaining(
        'Wrote api-history/service.yaml and tenure.yaml for Lending Library, with the policy github-rest.\n'
      ),
      err: ''
    })
    expect(pathsIn(cwd)).toEqual(['api-history', 'api-history/service.yaml', 'tenure.yaml'])
    // `check` has no description to compare.
    expectRefusal(await tenure(['check', '--as-of', '2026-03-02'], {cwd}))
    for (const command of ['audit', 'due']) {
      const result = await tenure([command, '--as-of', '2026-03-02'], {cwd})
      expect(result).toMatchObject({code: 0, err: ''})
      expect(result.out).toMatch(/\bapi-history\b.*\bgithub-rest\b/)
    }
  })

  it('writes nothing if there is nothing to check', async () => {
    const cwd = folder({'config.yaml': 'openapi:\n  enabled: true\n', 'examples/api.yaml': 'openapi: 3.1.0\n'})
    const result = await tenure(['init'], {cwd})
    expectRefusal(result)
    expect(result.err).toMatch(
      /^No API description found in 2 YAML or JSON files \(left out: examples\/api\.yaml \(an example or a test\)\), and no server of Express, Fastify, Hono, or NestJS\. Name the description with `--spec PATH`/
    )
    expect(pathsIn(cwd)).toEqual(['config.yaml', 'examples', 'examples/api.yaml'])
  })

  it('overwrites files only with `--force`', async () => {
    for (const name of ['tenure.yaml', 'api-history/service.yaml']) {
      const cwd = folder({[name]: 'mine: yes\n'})
      const result = await tenure(['init'], {cwd})
      expectRefusal(result)
      expect(result.err).toMatch(new RegExp(`^\`${name}\` (?:exists already|isn't a history)\\.`))
      expect(pathsIn(cwd).at(-1)).toBe(name)
      expect(readFileSync(join(cwd, name), 'utf8')).toBe('mine: yes\n')
    }
    const cwd = folder({'tenure.yaml': 'mine: yes\n', 'api.yaml': 'openapi: 3.1.0\n'})
    expect((await tenure(['init', '--force'], {cwd})).code).toBe(0)
    expect(readFileSync(join(cwd, 'tenure.yaml'), 'utf8')).toContain('format: 1\n')
  })

  it('writes nothing for an unknown policy', async () => {
    const cwd = folder()
    for (const policy of ['githb-rest', 'own.yaml']) {
      expectRefusal(await tenure(['init', '--policy', policy], {cwd}))
      expect(pathsIn(cwd)).toEqual([])
    }
  })
})

describe.concurrent('pipes', () => {
  it('prints no error if its reader stops', async () => {
    const cwd = folder({'history.yaml': WITH_VIOLATION})
    for (const args of ['audit', 'explain', '--help', 'explain unannounced-removal', 'audit --format json']) {
      const {out, err} = await inShell(`tenure ${args} | head -1`, {cwd})
      expect(err).toBe('')
      expect(out.split('\n')).toHaveLength(2)
    }
    const errors = await inShell('tenure audit nowhere.yaml 2>&1 >/dev/null | true', {cwd})
    expect(errors.err).toBe('')
  })
})

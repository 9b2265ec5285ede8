import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {rules} from '../../rules/index.ts'
import {COMMAND_NAMES} from '../../src/cli/overview.ts'
import {BROKEN} from '../cli/library.ts'
import {allIn, expectRefusal, folder, HOUSE, inShell, tenure} from '../cli/run.ts'

describe.concurrent('help', () => {
  it('groups all commands, shows examples and the exit codes', async () => {
    const {code, out, err} = await tenure(['--help'])
    expect({code, err}).toEqual({code: 0, err: ''})
    for (const name of COMMAND_NAMES) expect(out).toMatch(new RegExp(`^  tenure ${name} .*  \\S`, 'm'))
    expect(out).toMatch(/^What may go, and when\?$/m)
    expect(out).toMatch(/^Examples:$/m)
    expect(out).toContain('Exit codes: 0 fine, 1 findings at error level')
  })

  it('tells each command, its arguments and its options', async () => {
    const pages = await Promise.all(COMMAND_NAMES.map(name => tenure([name, '--help'])))
    for (const [index, {code, out, err}] of pages.entries()) {
      expect({code, err}).toEqual({code: 0, err: ''})
      expect(out).toMatch(new RegExp(`^tenure ${COMMAND_NAMES[index]}`))
      // Every option says what it is for.
      for (const line of out.split('\n').filter(each => /^ +--/.test(each))) expect(line).toMatch(/^ +--\S+ {2,}[A-Z]/)
      // What is its own stands in a group: beside what all commands have nobody looks for it.
      const [, ungrouped = ''] = /^Options:\n((?: .*\n)+)/m.exec(out) ?? []
      expect(ungrouped.match(/--[a-z-]+/g)).toEqual(['--help', '--version'])
    }
  })

  // Its columns are measured by length: see scripts/build.mjs.
  it('is in ASCII', async () => {
    const pages = await Promise.all([[], ...COMMAND_NAMES.map(name => [name])].map(of => tenure([...of, '--help'])))
    for (const {out} of pages) expect(out).toMatch(/^[\n -~]+$/)
  })

  it('is the same for a command whose name does not come first', async () => {
    for (const name of COMMAND_NAMES) {
      const [first, last] = await Promise.all([tenure([name, '--help']), tenure(['--help', name])])
      expect(last).toEqual(first)
    }
  })

  it('tells the version', async () => {
    const {version} = JSON.parse(readFileSync(join(HOUSE, 'package.json'), 'utf8'))
    const said = {code: 0, out: `${version}\n`, err: ''}
    expect(await tenure(['--version'])).toEqual(said)
    expect(await tenure(['audit', '--version'])).toEqual(said)
  })
})

describe.concurrent('a wrong command line', () => {
  it.each([
    [[], 'Unexpected lack of a command, expected one of those above'],
    [['--strict'], 'Unexpected lack of a command, expected one of those above'],
    [['rulez'], '(did you mean `rules`?)'],
    [['adit'], 'Unexpected command `adit`, expected one of `check`, `diff`, `audit`,'],
    [['zzz'], 'Unexpected command `zzz`, expected one of `check`, `diff`, `audit`,'],
    [['audit', '--strickt'], '(did you mean `--strict`?)'],
    [['audit', '--polic=x'], 'Unexpected option `--polic`, expected one of '],
    [['audit', '--strict=1'], 'Unexpected `--strict=1`, expected `--strict` alone'],
    [['audit', '-x'], 'Unexpected option `-x`, expected one of '],
    [
      ['check', 'history.yaml'],
      'Unexpected argument `history.yaml`, expected `tenure check`\nTry `tenure check --help`.'
    ],
    [['audit', 'a.yaml', 'b.yaml'], 'Unexpected argument `b.yaml`, expected `tenure audit [source]`'],
    [['audit', 'a.yaml', '--history', 'b.yaml'], 'expected one history'],
    [['when'], 'Unexpected lack of an argument, expected `tenure when <subject> [path]`'],
    [['explain'], 'Unexpected lack of an argument, expected `tenure explain <rule>`'],
    [['audit', '--policy'], 'Unexpected lack of a value after `--policy`, expected one'],
    [['audit', '--format'], 'Unexpected lack of a value after `--format`, expected one'],
    [
      ['audit', '--format', 'jsn'],
      'Unexpected `jsn` for `--format`, expected one of `stylish`, `json`, `markdown` (did you mean `json`?)'
    ],
    [
      ['when', 'GET /v1/loans', '--in', 'answer'],
      'Unexpected `answer` for `--in`, expected one of `request`, `response`'
    ],
    [['when', 'FETCH /v1/loans'], 'Unexpected subject `FETCH /v1/loans`, expected `METHOD /path`,'],
    [['when', '/v1/loans'], "for example: tenure when 'GET /v1/loans'"],
    [['due', '--within', 'soon'], 'Unexpected time `soon` for --within, expected a number with its unit'],
    [['explain', 'unanounced-removal'], '(did you mean `unannounced-removal`?)'],
    [['explain', 'zzz'], 'Unexpected rule `zzz`, expected one that `tenure rules` lists'],
    [['audit', '--as-of', '2026-02-30'], 'Unexpected day `2026-02-30` for --as-of, expected a day that exists'],
    [['audit', '--as-of', '2025-02-29'], 'Unexpected day `2025-02-29` for --as-of'],
    [['audit', '--as-of', 'tomorrow'], 'Unexpected day `tomorrow` for --as-of'],
    [['audit', '--as-of', '2026'], 'Unexpected day `2026` for --as-of'],
    [['audit', '--as-of='], 'Unexpected day `` for --as-of'],
    [['when', 'GET /v1/loans', '--end', '2026-02-30'], 'Unexpected day `2026-02-30` for --end'],
    [['when', 'GET /v1/loans', '--end', '2026-13-01'], 'Unexpected day `2026-13-01` for --end'],
    [['audit', '--policy', 'thirteen-month'], '(did you mean `thirteen-months`?)'],
    [['audit', '--policy', 'zzz'], 'Unexpected policy `zzz`, expected a file or one of `atlassian`,'],
    [['audit', '--policy', 'nowhere.yaml'], 'nowhere.yaml'],
    [['audit', '--config', 'nowhere.yaml'], 'nowhere.yaml: Unexpected failure to read `nowhere.yaml` (no such file'],
    [['audit', 'nowhere.yaml'], 'Unexpected path `nowhere.yaml`, expected a history file or a folder that holds one'],
    [['audit', '\u001b[2J\u202e.yaml'], 'Unexpected path `\\u001b[2J\\u202e.yaml`'],
    [['\u001b[2J'], 'Unexpected command `\\u001b[2J`']
  ])('%j', async (args, said) => {
    const ran = await tenure(args, {cwd: lone})
    expectRefusal(ran)
    expect(ran.err).toContain(said)
  })

  const lone = folder({'history.yaml': BROKEN, 'a.yaml': BROKEN})

  it('asks for a history where there is none', async () => {
    const cwd = folder()
    for (const command of ['audit', 'due', 'check']) {
      const ran = await tenure([command], {cwd})
      expectRefusal(ran)
      expect(ran.err).toContain(
        command === 'check'
          ? 'Unexpected lack of anything to judge, expected an API description'
          : 'Unexpected lack of a history, expected `history.yaml` here'
      )
      expect(ran.err).toContain('for example: tenure init')
    }
  })
})

describe.concurrent('rules and explain', () => {
  it('lists all rules, aligned, and as JSON', async () => {
    const [stylish, json] = await Promise.all([tenure(['rules']), tenure(['rules', '--format', 'json'])])
    const lines = stylish.out.split('\n')
    for (const {id, level, summary} of rules) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${id} +${level} +`)))
      expect(stylish.out).toContain(summary)
    }
    const columns = lines.slice(0, rules.length).map(line => line.search(/ (?:error|warning|info) /))
    expect(new Set(columns).size).toBe(1)
    expect(JSON.parse(json.out).map(({id}: {id: string}) => id)).toEqual(rules.map(({id}) => id))
  })

  it('explains a rule with its examples', async () => {
    const {code, out} = await tenure(['explain', 'unannounced-removal'])
    expect(code).toBe(0)
    expect(out).toMatch(/^unannounced-removal \(error, since 0\.1\.0\)\n/)
    expect(out).toMatch(/^Found: /m)
    expect(out).toMatch(/^Fine: /m)
    expect(out).toMatch(/^Cannot be told: /m)
    expect(out).toMatch(/^ {2}→ Unexpected end of `GET \/v1\/loans`/m)
    expect(out).not.toMatch(/[ \t]$/m)
    const url = 'docs/reference/rules/unannounced-removal.md'
    expect(out).toMatch(new RegExp(`\nDocumentation: ${url}\n$`))
    const json = await tenure(['explain', 'unannounced-removal', '--format', 'json'])
    expect(JSON.parse(json.out)).toMatchObject({id: 'unannounced-removal', level: 'error', url})
  })
})

describe.concurrent('init', () => {
  it('begins a record that check and audit can read', async () => {
    const cwd = folder()
    const begun = await tenure(['init', '--service', 'Lending: "Library" # API', '--policy', 'github-rest'], {cwd})
    expect(begun).toEqual({
      code: 0,
      out: expect.stringContaining(
        'Wrote history.yaml and tenure.yaml: Lending: "Library" # API, judged by github-rest.\n'
      ),
      err: ''
    })
    expect(allIn(cwd)).toEqual(['history.yaml', 'tenure.yaml'])
    for (const command of ['check', 'audit', 'due']) {
      const ran = await tenure([command, '--as-of', '2026-03-02'], {cwd})
      expect(ran).toMatchObject({code: 0, err: ''})
      expect(ran.out).toMatch(/^.*\bhistory\.yaml\b.*\bgithub-rest\b/)
    }
  })

  it('uncommented, its example is a record', async () => {
    const cwd = folder()
    await tenure(['init'], {cwd})
    const path = join(cwd, 'history.yaml')
    const text = readFileSync(path, 'utf8').replace(/^ {2}# /gm, '  ')
    const own = folder({'history.yaml': text})
    expect(await tenure(['audit', '--as-of', '2026-03-02'], {cwd: own})).toMatchObject({code: 0, err: ''})
  })

  it('overwrites nothing, unless it is told to', async () => {
    for (const name of ['history.yaml', 'tenure.yaml', 'service.yaml']) {
      const cwd = folder({[name]: 'mine: yes\n'})
      const ran = await tenure(['init'], {cwd})
      expectRefusal(ran)
      expect(ran.err).toContain(`Unexpected \`${name}\` here already`)
      expect(allIn(cwd)).toEqual([name])
      expect(readFileSync(join(cwd, name), 'utf8')).toBe('mine: yes\n')
    }
    const cwd = folder({'history.yaml': 'mine: yes\n'})
    expect((await tenure(['init', '--force'], {cwd})).code).toBe(0)
    expect(readFileSync(join(cwd, 'history.yaml'), 'utf8')).toContain('releases:')
  })

  it('writes nothing for a policy that is not there', async () => {
    const cwd = folder()
    for (const policy of ['githb-rest', 'own.yaml']) {
      expectRefusal(await tenure(['init', '--policy', policy], {cwd}))
      expect(allIn(cwd)).toEqual([])
    }
  })
})

describe.concurrent('pipes', () => {
  it('is silent when its reader goes', async () => {
    const cwd = folder({'history.yaml': BROKEN})
    for (const args of ['audit', 'rules', '--help', 'explain unannounced-removal', 'audit --format json']) {
      const {out, err} = await inShell(`tenure ${args} | head -1`, {cwd})
      expect(err).toBe('')
      expect(out.split('\n')).toHaveLength(2)
    }
    const errors = await inShell('tenure audit nowhere.yaml 2>&1 >/dev/null | true', {cwd})
    expect(errors.err).toBe('')
  })
})

import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {beforeAll, describe, expect, it} from 'vitest'
import {DELETED, get, git, repositoryOf, spec, TODAY} from '../gate/scenario.ts'
import {sample} from '../tier.ts'
import {type CommandResult, expectRefusal, tenure, write} from './run.ts'

const history = (name: string, lines: readonly string[]): string =>
  `format: 1\nservice: ${name}\nreleases:\n  - release: "1.0"\n    date: 2024-01-10\n    changes:\n${lines.map(each => `      - ${each}\n`).join('')}`

const LOANS = 'loans/api-history.yaml'
const CONFIG = `format: 1\napis:\n  - {name: loans, spec: loans/openapi.yaml, history: ${LOANS}}\n  - {name: fees, spec: fees/openapi.yaml, history: fees/api-history.yaml}\n`
const project = (more: Readonly<Record<string, string>> = {}) =>
  repositoryOf({
    main: [
      [
        '2024-01-10',
        {
          'tenure.yaml': CONFIG,
          'loans/openapi.yaml': spec(get('/v1/loans'), get('/v1/both')),
          'fees/openapi.yaml': spec(get('/v1/fees'), get('/v1/both')),
          [LOANS]: history('loans', [
            'added: GET /v1/loans',
            'added: GET /v1/both',
            'added: GET /v1/old',
            '{deprecated: GET /v1/old, sunset: 2025-06-01}'
          ]),
          'fees/api-history.yaml': history('fees', ['added: GET /v1/fees', 'added: GET /v1/both']),
          ...more
        }
      ]
    ]
  })

let cwd = ''
const run = (...args: readonly string[]): Promise<CommandResult> => tenure([...args, '--as-of', TODAY], {cwd})

beforeAll(async () => {
  cwd = await project()
})

describe('a command that reports on a repository with several APIs', () => {
  it.each(sample([['audit'], ['due'], ['notes', '1.0'], ['changelog'], ['next-version', '--base', 'HEAD']]))(
    'has a section for each: %s',
    async (...args) => {
      const {code, out} = await run(...args)
      expect(code).not.toBe(2)
      expect(out).toMatch(/loans[\s\S]*fees/)
    }
  )

  it('lists what is due in all of them by day, with its API and owner', async () => {
    const own = await project({'.github/CODEOWNERS': '/loans/ @org/desk\n'})
    const sunset = ['deprecate', 'GET /v1/fees', '--sunset', '2027-05-01', '--as-of', TODAY]
    await tenure(sunset, {cwd: own})
    expect(await tenure(['due', '--within', '2y', '--as-of', TODAY], {cwd: own})).toEqual({
      code: 0,
      err: '',
      out: `2 removals are due by 2028-03-02 in 2 APIs

  Day         API    Owner      Removal       Status
  2025-06-01  loans  @org/desk  GET /v1/old   sunset on 2025-06-01
  2027-05-01  fees              GET /v1/fees  can be removed on 2027-05-01, its sunset

Checked 2 histories against the policy \`thirteen-months\` (the default; choose another with \`--policy\`), as of 2026-03-02.
`
    })
    expect((await tenure(['due', '--as-of', TODAY], {cwd: own})).out).toMatch(
      /^1 removal is due by 2026-05-31 in 2 APIs; 1 later\n/
    )
  })

  it('folds those without anything due, and says remarks once', async () => {
    const lines = history('loans', ['added: GET /v1/loans']).replace('    changes:', '    partial: true\n    changes:')
    const {out} = await tenure(['due', '--as-of', TODAY], {
      cwd: await project({[LOANS]: lines, 'fees/api-history.yaml': lines})
    })
    expect(out.split('\n')).toEqual([
      'No removals are due by 2026-05-31 in 2 APIs',
      '',
      '2 APIs without announced removals: `loans` and `fees`.',
      expect.stringMatching(/^Checked 2 histories against the policy /),
      '2 APIs: Partial: more may have changed in 1.0 than is recorded (`partial`).',
      ''
    ])
  })

  it('has the reports of all in JSON', async () => {
    const {out} = await run('due', '--format', 'json')
    const {apis} = JSON.parse(out)
    expect(apis.map(({name, report}: {name: string; report: {due: unknown[]}}) => [name, report.due.length])).toEqual([
      ['loans', 1],
      ['fees', 0]
    ])
  })

  it('titles Markdown with the name of the API where it has no title', async () => {
    const {out} = await run('audit', '--format', 'markdown')
    const titles = out.split('\n').filter(line => line.startsWith('# '))
    expect(titles.map(each => each.replaceAll('`', ''))).toEqual(['# loans', '# fees'])
  })

  describe('release notes', () => {
    const releases = (name: string, line: string): string =>
      `${history(name, ['added: GET /v1/loans'])}  - {release: "2.0", date: 2025-02-01, changes: [${line}]}\n`
    const noted = () =>
      project({
        [LOANS]: releases('Loans API', '{added: GET /v1/new}'),
        'fees/api-history.yaml': releases('Fees API', '')
      })

    it.each([
      [[], ['# 2.0 (2025-02-01)', '## Loans API', '### Added'], '1 addition since 1.0.'],
      [
        ['--template', 'keep-a-changelog'],
        ['## 2.0 - 2025-02-01', '### Loans API', '#### Added'],
        '- `GET /v1/new` was added.'
      ]
    ])('have one title, and a line for those without changes: %s', async (form, headings, line) => {
      const {code, out, err} = await tenure(['notes', '2.0', ...form, '--as-of', TODAY], {cwd: await noted()})
      expect({code, err}).toEqual({code: 0, err: ''})
      expect(out.split('\n').filter(each => each.startsWith('#'))).toEqual(headings)
      expect(out).toContain(`\n${line}\n`)
      expect(out).toMatch(/\n\nNo changes: Fees API\.\n$/)
    })

    it('name the API above a template', async () => {
      const cwd = await noted()
      write(cwd, {'notes.liquid': '{{ releases[0].name }}\n'})
      const {code, out} = await tenure(['notes', '2.0', '--template', 'notes.liquid', '--as-of', TODAY], {cwd})
      expect({code, out}).toEqual({code: 0, out: '# loans\n\n2.0\n\n# fees\n\n2.0\n'})
    })

    it('of the next release say if nothing changed', async () => {
      const quiet = {code: 0, out: 'No changes are recorded for the next release yet.\n'}
      expect(await run('notes', 'next')).toMatchObject(quiet)
      expect(await run('notes', 'next', '--api', 'fees')).toMatchObject(quiet)
    })
  })

  it.each(['sarif', 'junit', 'gitlab', 'github'])('audits all of them as one report in %s', async format => {
    const {code, out, err} = await run('audit', '--format', format)
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toMatch(/reached its sunset on 2025-06-01/)
    if (format === 'sarif') expect(JSON.parse(out).runs).toHaveLength(1)
  })

  it('begins an audit with the result of all, and a table', async () => {
    const {out} = await run('audit')
    expect(out.split('\n').slice(0, 4)).toEqual([
      expect.stringMatching(/^\S No violations, 3 warnings in 1 of 2 APIs$/),
      '',
      '  API    Result                       Next end of support',
      expect.stringMatching(/^ {2}loans {2}\S No violations, 3 warnings {2}overdue since 2025-06-01: GET \/v1\/old$/)
    ])
  })

  it('writes a file for each', async () => {
    await run('site', '--output', 'page.svg')
    await run('site', '-o', 'short.svg')
    const names = ['page-loans.svg', 'page-fees.svg', 'short-loans.svg', 'short-fees.svg']
    expect(names.filter(name => !existsSync(join(cwd, name)))).toEqual([])
  })

  it('accepts options before the command', async () => {
    expect(await tenure(['--as-of', TODAY, 'audit'], {cwd})).toEqual(await run('audit'))
  })

  it('exits with the most severe code, and reports on the others', async () => {
    const broken = await project({'fees/api-history.yaml': 'format: 1\nservice: fees\nreleases: 5\n'})
    const {code, out, err} = await tenure(['due', '--as-of', TODAY], {cwd: broken})
    expect(code).toBe(2)
    expect(err).toMatch(/^fees: fees\/api-history\.yaml:3:11: /)
    expect(out).toMatch(/^1 removal is due by 2026-05-31 in 1 API; 1 API couldn't be read\n/)
    expect(out).toMatch(/^ {2}2025-06-01 {2}loans {2}/m)
  })

  it('says a remark of several once', async () => {
    const partial = (name: string, line: string): string =>
      history(name, [`added: GET /v1/${name}`, line]).replace('    changes:', '    partial: true\n    changes:')
    const own = await project({
      [LOANS]: partial('loans', '{deprecated: GET /v1/loans}'),
      'fees/api-history.yaml': partial('fees', '{deprecated: GET /v1/fees}')
    })
    const {out} = await tenure(['audit', '--as-of', TODAY], {cwd: own})
    expect(out.match(/.*Partial: more may have changed.*/g)).toEqual([
      '2 APIs: Partial: more may have changed in 1.0 than is recorded (`partial`).'
    ])
  })

  it('records all of them with a line for each, and their sum', async () => {
    const bare = await project({[LOANS]: DELETED, 'fees/api-history.yaml': DELETED})
    write(bare, {'tenure.yaml': CONFIG.replaceAll(/, history: [^}]*/g, '')})
    await git(bare, ['tag', '1.0'])
    const record = (): Promise<CommandResult> => tenure(['record', '--all', '--as-of', TODAY], {cwd: bare})
    const gaps = `No description has a deprecation, but some might have been announced elsewhere. Because of \`complete: ${TODAY}\` in the history, removals before ${TODAY} are undetermined. From then on, a removal without notice is a violation.`
    expect(await record()).toEqual({
      code: 0,
      err: '2 APIs: Only one release was found, so nothing was compared.\n',
      out: [
        'Wrote loans/api-history: 1 release with 2 changes.',
        'Wrote fees/api-history: 1 release with 2 changes.',
        'Wrote 2 histories: 2 releases with 4 changes.',
        `2 APIs: ${gaps}\n`
      ].join('\n')
    })
    write(bare, {'fees/api-history/service.yaml': 'format: 1\nservice: other\n'})
    const second = await record()
    expect(second.code).toBe(2)
    expect(second.err).toMatch(/\nfees: fees\/api-history: `fees\/api-history` holds another history\./)
    expect(second.out).toMatch(/\nWrote 0 histories, and 1 is up to date: 1 release with 2 changes\.\n$/)
  })

  it('says once what all of them lack', async () => {
    expect(await run('notes', '9.9')).toEqual({
      code: 2,
      out: '',
      err: '2 APIs: There is no release `9.9`. Did you mean `1.0`? Known releases: `1.0`.\n'
    })
    const bare = await project({[LOANS]: DELETED, 'fees/api-history.yaml': DELETED})
    write(bare, {'tenure.yaml': CONFIG.replaceAll(/, history: [^}]*/g, '')})
    const {out, err} = await tenure(['due'], {cwd: bare})
    expect(out).toBe('')
    expect(err).toBe('2 APIs: No history file found. Run `tenure record --release 1.0` to create one.\n')
  })

  it('is refused where one answer has no form', async () => {
    const result = await run('upgrade', '1.0', '1.0')
    expectRefusal(result)
    expect(result.err).toMatch(/Found 2 APIs: `loans` and `fees`\. Choose one with `--api`/)
  })
})

describe('a mistake in a policy', () => {
  const POLICIES = {
    'policy.yaml': 'name: org\nextends: thirteen-months\nguarantees: {gaa: {notice: 12 months}}\n',
    'inner.yaml': 'name: inner\nextends: policy.yaml\nguarantees: {ga: {notice: 30 days}}\n'
  }
  const check = async (policies: readonly [string, string], files: Readonly<Record<string, string>> = POLICIES) => {
    const [loans, fees] = policies
    const configured = CONFIG.replace('}', `, policy: ${loans}}`).replace(/\}\n$/, `, policy: ${fees}}\n`)
    return tenure(['check', '--as-of', TODAY], {cwd: await project({...files, 'tenure.yaml': configured})})
  }

  it.each([['policy.yaml'], ['inner.yaml']])('is reported once, where it is: %s', async fees => {
    expect(await check(['policy.yaml', fees])).toEqual({
      code: 2,
      out: '',
      err: "policy.yaml:3:19: `gaa` isn't a stability of this policy. Did you mean `ga`? Allowed: `beta` and `ga`.\n"
    })
  })

  it('has one place if policies extend each other', async () => {
    const circle = {...POLICIES, 'policy.yaml': 'name: org\nextends: inner.yaml\n'}
    const {code, out, err} = await check(['policy.yaml', 'inner.yaml'], circle)
    expect({code, out}).toEqual({code: 2, out: ''})
    expect(err).toMatch(/^inner\.yaml:2:10: [^\n]*\n$/)
  })

  it('leaves the APIs of another policy checked', async () => {
    const {code, out} = await check(['policy.yaml', 'thirteen-months'])
    expect(code).toBe(2)
    expect(out).toMatch(/^\S No violations in 1 API; 1 couldn't be checked;/)
  })
})

describe('a command about one subject finds its API', () => {
  it('when it can be removed', async () => {
    const [found, named] = [await run('due', 'GET /v1/fees'), await run('due', 'GET /v1/fees', '--api', 'fees')]
    expect(found).toEqual(named)
    expect(found.code).toBe(0)
  })

  it('deprecate, in the history of that API', async () => {
    const own = await project()
    const {code, err} = await tenure(['deprecate', 'GET /v1/fees', '--as-of', TODAY], {cwd: own})
    expect(code, err).toBe(0)
    const {out} = await tenure(['due', '--api', 'fees', '--within', '5y', '--as-of', TODAY], {cwd: own})
    expect(out).toContain('GET /v1/fees')
  })

  it('and asks if several have it', async () => {
    const result = await run('due', 'GET /v1/both')
    expect(result).toMatchObject({
      code: 2,
      out: '',
      err: 'The APIs `loans` and `fees` have this subject. Choose one with `--api`.\n'
    })
  })

  it.each([
    ['deprecate', 'GET /v1/fee'],
    ['due', 'GET /v1/fee'],
    ['waive', 'GET /v1/fee']
  ])('and suggests the nearest of all APIs if none has it: %s', async (...args) => {
    const {code, out, err} = await run(...args)
    expect({code, out}).toEqual({code: 2, out: ''})
    expect(err).toBe("`GET /v1/fee` isn't in any of 2 APIs. Did you mean `GET /v1/fees` of `fees`?\n")
  })

  it('and says only what is wrong with that one', async () => {
    const early = await run('deprecate', 'GET /v1/fees', '--sunset', '2026-04-01')
    expect(early).toMatchObject({code: 2, out: ''})
    expect(early.err).toMatch(/^`GET \/v1\/fees` has its sunset on 2026-04-01\.[^\n]*\n {4}for example: [^\n]*\n$/)
    const bare = await run('waive', 'GET /v1/fees')
    expect(bare.err.match(/`--(?:reason|approver)`/g)).toEqual(['`--reason`', '`--approver`'])
  })

  it('and that it has no history', async () => {
    const {code, err} = await tenure(['due', 'GET /v1/fees', '--as-of', TODAY], {
      cwd: await project({'fees/api-history.yaml': DELETED})
    })
    expect(code).toBe(2)
    expect(err).toMatch(/There is no history file or folder `fees\/api-history\.yaml`\.[^\n]*\n$/)
    expect(err.split('\n')).toHaveLength(2)
  })

  it('in the base, if the change removed it', async () => {
    const own = await project({[LOANS]: DELETED, 'fees/api-history.yaml': DELETED})
    write(own, {
      'loans/openapi.yaml': spec(get('/v1/both')),
      'tenure.yaml': CONFIG.replaceAll(/, history: [^}]*/g, '')
    })
    const {code, out} = await tenure(
      [...['waive', 'GET /v1/loans', '--base', 'HEAD', '--reason', 'security'], ...['--approver', 'a', '--dry-run']],
      {cwd: own}
    )
    expect(code, out).toBe(0)
    expect(out).toContain('api: loans')
  })

  it('and writes nothing while it looks', async () => {
    const own = await project()
    write(own, {'kept.txt': ''})
    await tenure(['deprecate', 'GET /v1/both', '--as-of', TODAY], {cwd: own})
    const {out} = await tenure(['due', '--within', '5y', '--as-of', TODAY], {cwd: own})
    expect(out).not.toContain('GET /v1/both')
  })
})

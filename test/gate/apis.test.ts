import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure} from '../cli/run.ts'
import {repositoryOf, spec, TODAY} from './scenario.ts'

const ITEMS =
  '/v1/items: {get: {responses: {"200": {description: OK}}}, delete: {responses: {"204": {description: Gone}}}}'
const WITHOUT_DELETE = '/v1/items: {get: {responses: {"200": {description: OK}}}}'
const CONFIG = `format: 1
newWaivers: accept
apis:
  - {name: a, spec: a/openapi.yaml}
  - {name: b, spec: b/openapi.yaml}
  - {name: c, spec: c/openapi.yaml}
`
const WAIVER = 'subject: DELETE /v1/items, reason: security, approver: security@library.example, approved: 2026-03-01'
const MAIN = {
  'tenure.yaml': CONFIG,
  'a/openapi.yaml': spec(ITEMS),
  'b/openapi.yaml': spec(ITEMS),
  'c/openapi.yaml': spec(ITEMS)
}
/** A repository whose branch removes the same endpoint from two of three APIs. */
const monorepo = (files: Readonly<Record<string, string>> = {}) =>
  repositoryOf({
    main: [['2024-06-01', MAIN]],
    branch: [[TODAY, {'a/openapi.yaml': spec(WITHOUT_DELETE), 'b/openapi.yaml': spec(WITHOUT_DELETE), ...files}]]
  })
const check = (cwd: string, ...args: readonly string[]) => tenure(['check', '--as-of', TODAY, ...args], {cwd})
/** The part of stylish output about one API. */
const part = (out: string, api: string): string => out.split(/^# /m).find(each => each.startsWith(`${api}\n`)) ?? ''

describe.concurrent('the report of `check` on several APIs', () => {
  it('starts with the overall result and lists only APIs with findings', async () => {
    const cwd = await monorepo()
    const {code, out} = await check(cwd)
    expect(code).toBe(1)
    expect(out).toMatch(/^✖ 2 violations in 2 of 3 APIs\n/)
    expect([...out.matchAll(/^# (.*)$/gm)].map(([, name]) => name)).toEqual(['a', 'b'])
    expect(out).toMatch(/\n1 API without changes and findings: `c`\.\n$/)
    const all = await check(cwd, '--verbose')
    expect([...all.out.matchAll(/^# (.*)$/gm)].map(([, name]) => name)).toEqual(['a', 'b', 'c'])
  })

  it('is one line if no API changed', async () => {
    const cwd = await repositoryOf({main: [['2024-06-01', MAIN]], branch: [[TODAY, {'notes.md': 'Nothing.'}]]})
    const {code, out} = await check(cwd)
    expect({code, out}).toEqual({
      code: 0,
      out: '✔ No policy violations in 3 APIs\n\n3 APIs without changes and findings: `a`, `b`, and `c`.\n'
    })
    const {out: markdown} = await check(cwd, '--format', 'markdown')
    expect(markdown).toContain('\n## ✅ No policy violations in 3 APIs\n')
  })

  it("counts the APIs that couldn't be checked and lists those that fail first", async () => {
    const cwd = await monorepo({
      'a/openapi.yaml': spec(`${ITEMS}\n  /v1/more: {get: {responses: {"200": {description: OK}}}}`),
      'c/openapi.yaml': 'openapi: ['
    })
    const {code, out} = await check(cwd)
    expect(code).toBe(2)
    expect(out).toMatch(/^✖ 1 violation in 1 of 3 APIs; 1 couldn't be checked\n/)
    expect([...out.matchAll(/^# (.*)$/gm)].map(([, name]) => name)).toEqual(['b', 'c', 'a'])
  })
})

describe.concurrent('a waiver where several APIs are configured', () => {
  it('applies only to the API that it names', async () => {
    const cwd = await monorepo({'tenure.yaml': `${CONFIG}waivers:\n  - {api: a, ${WAIVER}}\n`})
    const {code, out, err} = await check(cwd)
    expect({code, err}).toEqual({code: 1, err: ''})
    expect(part(out, 'a')).toContain('Waived for')
    expect(part(out, 'b')).toContain('unannounced-removal')
    expect(out).not.toContain('waiver-unused')
  })

  it('is written by `waive --api` with the name of that API', async () => {
    const cwd = await monorepo()
    const args = ['DELETE /v1/items', '--reason', 'security', '--approver', 'security@library.example']
    const {code, out, err} = await tenure(['waive', ...args, '--api', 'a', '--as-of', TODAY], {cwd})
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toContain('`DELETE /v1/items` of the API `a` is waived')
    expect((await check(cwd)).code).toBe(1)
    expect((await check(cwd, '--api', 'a')).code).toBe(0)
    await tenure(['waive', ...args, '--api', 'b', '--as-of', TODAY], {cwd})
    expect((await check(cwd)).code).toBe(0)
  })

  it('applies to all APIs if it names none, with a warning for each', async () => {
    const cwd = await monorepo({'tenure.yaml': `${CONFIG}waivers:\n  - {${WAIVER}}\n`})
    const {code, out, err} = await check(cwd)
    expect({code, err}).toEqual({code: 0, err: ''})
    const warning =
      'The waiver for `DELETE /v1/items` (tenure.yaml:8:5) names no API, so it applies to all. To limit it to this one, add `api: a`.'
    expect(part(out, 'a')).toContain(warning)
    expect(part(out, 'b')).toContain('`api: b`')
    expect(part(out, 'c')).not.toContain('names no API')
    // Another API uses it.
    expect(out).not.toContain('waiver-unused')
    expect((await check(cwd, '--api', 'c')).out).not.toContain('waiver-unused')
  })

  it('is reported once if no API uses it', async () => {
    const cwd = await repositoryOf({
      main: [['2024-06-01', MAIN]],
      branch: [[TODAY, {'tenure.yaml': `${CONFIG}waivers:\n  - {${WAIVER}}\n`}]]
    })
    const {code, out} = await check(cwd)
    expect(code).toBe(0)
    // `record` keeps it because it can't know which API it is for.
    expect(out).toContain('(`tenure record` keeps it, because it names no API.)')
    expect(out).not.toContain('moves it into the history')
    expect(out.match(/The waiver for .* applies to no removal or breaking change/g)).toHaveLength(1)
  })

  it('must name a configured API', async () => {
    const cwd = await monorepo({'tenure.yaml': `${CONFIG}waivers:\n  - {api: aa, ${WAIVER}}\n`})
    const {code, err} = await check(cwd)
    expect(code).toBe(2)
    expect(err).toContain("tenure.yaml:8:11: The waiver names API `aa`, which `apis` doesn't list. Did you mean `a`?")
  })
})

describe.concurrent('check of several APIs', () => {
  it('compares all APIs with the revision that `--base` names', async () => {
    const cwd = await monorepo()
    const {code, out} = await check(cwd, '--base', 'main')
    expect(code).toBe(1)
    expect(out.match(/^# /gm)).toHaveLength(2)
  })

  it('reports an invalid option once', async () => {
    const cwd = await monorepo()
    const {code, out, err} = await check(cwd, '--policy', 'nosuch', '--format', 'stylish')
    expect({code, out}).toEqual({code: 2, out: ''})
    expect(err).toMatch(/^`nosuch` is neither a file nor a preset\. .+\n$/)
    const comment = await check(cwd, '--policy', 'nosuch', '--format', 'markdown')
    expect(comment).toMatchObject({code: 2, err})
    expect(comment.out.match(/neither a file nor a preset/g)).toHaveLength(1)
  })

  const BROKEN_YAML = `${spec(ITEMS)}  /v1/x: {get: [\n`

  it('writes one comment and one file of issues', async () => {
    const cwd = await monorepo()
    const {code, out} = await check(cwd, '--format', 'github,markdown=tenure.md,gitlab=issues.json,sarif=out.sarif')
    expect(code).toBe(1)
    const comment = readFileSync(join(cwd, 'tenure.md'), 'utf8')
    expect(comment.match(/<!-- tenure check -->/g)).toHaveLength(1)
    expect(comment).toMatch(
      /## ❌ `a`: 1 violation[\s\S]+## ❌ `b`: 1 violation[\s\S]+1 API without changes and findings: `c`\./
    )
    const issues = JSON.parse(readFileSync(join(cwd, 'issues.json'), 'utf8')) as {fingerprint: string}[]
    expect(new Set(issues.map(({fingerprint}) => fingerprint)).size).toBe(2)
    expect(existsSync(join(cwd, 'out.sarif'))).toBe(true)
    // The removed endpoint has no line on disk, so the annotation names its place in the base.
    expect(out).toMatch(/^::error file=a\/openapi\.yaml,line=4,col=3,title=.+%0AWas at \w{7}:a\/openapi\.yaml:4:\d+/m)
  })

  it('reports an unreadable description in every format and checks the other APIs', async () => {
    const cwd = await monorepo({'b/openapi.yaml': BROKEN_YAML})
    const {code, out, err} = await check(cwd, '--format', 'github,markdown=tenure.md,gitlab=issues.json')
    expect(code).toBe(2)
    expect(err).toMatch(/^b\/openapi\.yaml:\d+:\d+: /)
    expect(out).toMatch(
      /^::error file=b\/openapi\.yaml,line=\d+,col=\d+,title=tenure%3A b is not checked::Invalid YAML/m
    )
    expect(out).toMatch(/^::error file=a\/openapi\.yaml,line=4,col=3,title=unannounced-removal/m)
    const comment = readFileSync(join(cwd, 'tenure.md'), 'utf8')
    expect(comment).toMatch(/## ❌ `a`: 1 violation[\s\S]+## ❓ Not checked: `b`/)
    expect(comment).toContain('b/openapi.yaml:')
    expect(JSON.parse(readFileSync(join(cwd, 'issues.json'), 'utf8'))).toHaveLength(2)
  })

  it('reports an unreadable description with `--api` in every format', async () => {
    const cwd = await monorepo({'b/openapi.yaml': BROKEN_YAML})
    const {code, out} = await check(cwd, '--api', 'b', '--format', 'github,markdown=o.md,junit=o.xml')
    expect(code).toBe(2)
    expect(out).toMatch(/^::error file=b\/openapi\.yaml,line=\d+/m)
    expect(readFileSync(join(cwd, 'o.md'), 'utf8')).toContain('Not checked')
    expect(readFileSync(join(cwd, 'o.xml'), 'utf8')).toContain('<error ')
  })

  it('names an unresolved reference without absolute paths', async () => {
    const unresolved = '/v1/items: {get: {responses: {"200": {$ref: "parts/Book.yaml"}}}}'
    const cwd = await repositoryOf({
      main: [['2024-06-01', {'openapi.yaml': spec(ITEMS), 'history.yaml': 'service: Library\nreleases: []\n'}]],
      branch: [[TODAY, {'openapi.yaml': spec(unresolved)}]]
    })
    const {code, out} = await check(cwd)
    expect(code).toBe(2)
    expect(out).toContain('in what could be read of openapi.yaml')
    expect(out).toContain("`$ref: parts/Book.yaml` can't be resolved: the file can't be read (no such file or folder).")
    expect(out).not.toContain(cwd)
  })

  it('writes one file for all APIs even if their names are similar', async () => {
    const names = ['a b', 'a-b', 'a/b', 'A-B']
    const files = Object.fromEntries(names.map((_, at) => [`${at}/openapi.yaml`, spec(ITEMS)]))
    const apis = names.map((name, at) => `  - {name: ${name}, spec: ${at}/openapi.yaml}\n`).join('')
    const main = {...files, 'tenure.yaml': `format: 1\napis:\n${apis}`}
    const cwd = await repositoryOf({
      main: [['2024-06-01', main]],
      branch: [
        [TODAY, {'0/openapi.yaml': spec(WITHOUT_DELETE), '1/openapi.yaml': spec(WITHOUT_DELETE), '2/openapi.yaml': '['}]
      ]
    })
    expect((await check(cwd, '--format', 'json=o.json,sarif=o.sarif,junit=o.xml')).code).toBe(2)
    const read = (name: string) => JSON.parse(readFileSync(join(cwd, name), 'utf8'))
    const all = read('o.json').apis as {name: string; verdict?: string; report: {notChecked?: unknown}}[]
    expect(all.map(each => [each.name, each.verdict, each.report.notChecked !== undefined])).toEqual([
      ['a b', 'violation', false],
      ['a-b', 'violation', false],
      ['a/b', undefined, true],
      ['A-B', 'compliant', false]
    ])
    expect(read('o.json')).toMatchObject({
      verdict: 'violation',
      summary: {apis: 4, notChecked: 1, violations: 2, errors: 0, undetermined: 0, waived: 0}
    })
    const {runs} = read('o.sarif')
    expect(runs).toHaveLength(1)
    const [{results, tool, invocations}] = runs
    const notified = invocations[0].toolExecutionNotifications.map(
      ({message}: {message: {text: string}}) => message.text
    )
    expect(notified.filter((text: string) => text.startsWith('A-B: '))).toEqual([])
    expect(new Set(notified).size).toBe(notified.length)
    expect(invocations[0].executionSuccessful).toBe(false)
    const keys = results.map((each: {partialFingerprints: object}) => Object.values(each.partialFingerprints).join())
    expect(new Set(keys).size).toBe(2)
    for (const {ruleId, ruleIndex} of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
    const suites = readFileSync(join(cwd, 'o.xml'), 'utf8').match(/<testsuite name="[^"]*"/g)
    expect(suites).toEqual(names.map(name => `<testsuite name="tenure check of ${name}"`))
  })

  it('names the owner and the next end of support of each that changed', async () => {
    const history =
      'format: 1\nservice: A\nreleases:\n  - release: "1.0"\n    date: 2024-06-01\n    changes:\n      - {deprecated: GET /v1/old, sunset: 2028-03-01}\n'
    const files = {
      'a/api-history.yaml': history,
      'tenure.yaml': CONFIG.replace('spec: a/openapi.yaml', 'spec: a/openapi.yaml, history: a/api-history.yaml'),
      CODEOWNERS: '/a/ @library/loans\n/b/ @library/fees @ann\n'
    }
    const old = '\n  /v1/old: {get: {deprecated: true, responses: {"200": {description: OK}}}}'
    const cwd = await repositoryOf({
      main: [['2024-06-01', {...MAIN, ...files, 'a/openapi.yaml': spec(ITEMS + old)}]],
      branch: [[TODAY, {'a/openapi.yaml': spec(WITHOUT_DELETE + old)}]]
    })
    const {out} = await check(cwd)
    expect(out.split('\n').slice(2, 4)).toEqual([
      '  API  Result         Owner           Next end of support',
      '  a    ✖ 1 violation  @library/loans  2028-03-01: GET /v1/old'
    ])
    const {out: json} = await check(cwd, '--format', 'json')
    expect(JSON.parse(json).apis.map(({report: _, ...each}: {report: unknown}) => each)).toMatchObject([
      {
        name: 'a',
        verdict: 'violation',
        owners: ['@library/loans'],
        nextEnd: {subject: 'GET /v1/old', day: '2028-03-01', state: 'coming'}
      },
      {name: 'b', verdict: 'compliant', owners: ['@library/fees', '@ann']},
      {name: 'c', verdict: 'compliant'}
    ])
    const {out: markdown} = await check(cwd, '--format', 'markdown')
    expect(markdown).toContain('| `a` | ✖ 1 violation | `@library/loans` | `2028-03-01: GET /v1/old` |')
  })
})

describe.concurrent('files named on the command line where several APIs are configured', () => {
  const NAMED = {
    ...MAIN,
    'tenure.yaml': `format: 1
apis:
  - {name: a, spec: a/openapi.yaml, policy: lax.yaml}
  - {name: b, spec: b/openapi.yaml}
`,
    'lax.yaml': 'name: lax\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: none}\n',
    'x/1.0.yaml': spec(ITEMS),
    'x/1.1.yaml': spec(WITHOUT_DELETE),
    'less.yaml': spec(WITHOUT_DELETE)
  }

  it('are compared under the policy of their API, or the default policy', async () => {
    const cwd = folder(NAMED)
    const own = await tenure(['diff', 'a/openapi.yaml', 'less.yaml', '--as-of', TODAY], {cwd})
    expect(own).toMatchObject({code: 0, err: ''})
    expect(own.out).toContain('policy: lax')
    const other = await tenure(['diff', 'x/1.0.yaml', 'x/1.1.yaml', '--as-of', TODAY], {cwd})
    expect(other.err).toBe('')
    expect(other.out).toContain('policy: thirteen-months, default')
  })

  it('are audited, and a folder with all APIs is audited for each', async () => {
    const cwd = folder(NAMED)
    const {out, err} = await tenure(['audit', 'x', '--as-of', TODAY], {cwd})
    expect(err).toBe('')
    expect(out).toMatch(/^\? No violations, 1 undetermined in x \(policy: thirteen-months, default\)\n/)
    for (const args of [['audit'], ['audit', '.']]) {
      const all = await tenure([...args, '--as-of', TODAY], {cwd})
      expect(all.out === '' ? all.err : all.out).toMatch(/^2 APIs: |2 APIs.*\n+ {2}API {2}Result\n {2}a {2}/)
      const each = await Promise.all(['a', 'b'].map(api => tenure([...args, '--api', api, '--as-of', TODAY], {cwd})))
      expect(all.code).toBe(Math.max(...each.map(({code}) => code ?? 2)))
    }
  })
})

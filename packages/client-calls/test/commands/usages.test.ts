import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, REPOSITORY, run, tenure} from '../../../../test/cli/run.ts'

const HISTORY = `
format: 1
service: Lending Library API
server: https://api.library.example
releases:
  - {release: "1.0", date: 2023-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/fees}, {added: GET /v1/shelves}]}
  - release: "2.0"
    date: 2025-06-02
    changes:
      - {added: GET /v2/loans}
      - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2027-01-20}
      - {deprecated: GET /v1/fees, sunset: 2026-08-31}
`
const CLIENT = {
  'history.yaml': HISTORY,
  'src/config.ts': "export const API = 'https://api.library.example/v1'\n",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of a client
  'src/loans.ts': "import {API} from './config'\nexport const loans = () => fetch(`${API}/loans`)\n",
  'src/shelves.ts': "export const shelves = () => fetch('/v1/shelves')\n"
}
const ENDED = {...CLIENT, 'src/fees.js': "exports.fees = () => fetch('/v1/fees')\n"}
const AT = ['--as-of', '2026-11-20']

describe.concurrent('`tenure usages`', () => {
  it('lists the call that stops working first, with its place and replacement', async () => {
    const {code, out, err} = await tenure(['usages', 'src', ...AT], {cwd: folder(CLIENT)})
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out.split('\n')[0]).toBe(
      '1 call to 1 deprecated or removed endpoint: it stops working on 2027-01-20 (61 days left)'
    )
    expect(out).toContain('! GET /v1/loans → GET /v2/loans  support ends on 2027-01-20 (61 days left), 1 call')
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of a client
    expect(out).toContain('  src/loans.ts:2:34  export const loans = () => fetch(`${API}/loans`)')
    expect(out).toContain('Found 2 calls in 3 files of src: 2 to this API, 0 with an unknown address, 0 to other hosts')
  })

  it('fails for an endpoint whose support has ended or ends within `--within`', async () => {
    const ended = await tenure(['usages', 'src', ...AT], {cwd: folder(ENDED)})
    expect(ended.code).toBe(1)
    expect(ended.out).toMatch(
      /^2 calls to 2 deprecated or removed endpoints: 1 no longer supported, the next stops working on 2027-01-20/
    )
    const cwd = folder(CLIENT)
    expect((await tenure(['usages', 'src', ...AT, '--within', '60d'], {cwd})).code).toBe(0)
    expect((await tenure(['usages', 'src', ...AT, '--within', '61d'], {cwd})).code).toBe(1)
    expectRefusal(await tenure(['usages', 'src', ...AT, '--within', 'soon'], {cwd}))
  })

  it('reports no calls to supported endpoints', async () => {
    const {code, out} = await tenure(['usages', 'src/shelves.ts', ...AT], {cwd: folder(CLIENT)})
    expect(code).toBe(0)
    expect(out).toMatch(/^No calls to deprecated or removed endpoints\n/)
  })

  it('prints every format, and JSON that is valid against the schema', async () => {
    const cwd = folder(ENDED)
    const of = (format: string) => tenure(['usages', 'src', ...AT, '--format', format], {cwd})
    const json = JSON.parse((await of('json')).out)
    const validate = new Ajv2020({strict: false}).compile(
      JSON.parse(readFileSync(join(REPOSITORY, 'schemas/report.schema.json'), 'utf8'))
    )
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true)
    expect(json.usage.endpoints).toMatchObject([
      {subject: 'GET /v1/fees', state: 'ended', day: '2026-08-31', daysLeft: -81},
      {subject: 'GET /v1/loans', state: 'deprecated', daysLeft: 61, replacement: 'GET /v2/loans'}
    ])
    expect(json.findings).toMatchObject([
      {rule: 'uses-deprecated', level: 'warning', place: {source: 'src/loans.ts', line: 2, column: 34}},
      {rule: 'uses-ended', level: 'error', place: {source: 'src/fees.js', line: 1}}
    ])
    expect((await of('github')).out).toMatch(/^::error file=src\/fees\.js,line=1,col=\d+,title=uses-ended/m)
    expect(JSON.parse((await of('gitlab')).out)).toHaveLength(2)
    const {runs} = JSON.parse((await of('sarif')).out)
    expect(runs[0].results.map(({ruleId}: {ruleId: string}) => ruleId)).toEqual(['uses-ended', 'uses-deprecated'])
    expect((await of('junit')).out).toContain('<testsuite name="tenure usages"')
    expect((await of('markdown')).out).toMatch(
      /^<!-- tenure usages -->\n\n## 2 calls to 2 deprecated or removed endpoints/
    )
    const both = await tenure(['usages', 'src', ...AT, '--format', 'stylish', '--format', 'sarif=out.sarif'], {cwd})
    expect(both.out).toMatch(/^2 calls/)
    expect(JSON.parse(readFileSync(join(cwd, 'out.sarif'), 'utf8')).version).toBe('2.1.0')
  })

  it('reads deprecations from one API description or from a folder of them', async () => {
    const spec = (more: string) =>
      `openapi: 3.0.3\ninfo: {title: Library, version: "1"}\nservers: [{url: "https://api.library.example/v1"}]\npaths:\n  /loans: {get: {${more}responses: {}}}\n  /fees: {get: {responses: {}}}\n`
    const cwd = folder({
      ...CLIENT,
      'openapi.yaml': spec('deprecated: true, x-sunset: "2027-02-01", '),
      'specs/1.0.yaml': spec(''),
      'specs/1.1.yaml': spec('deprecated: true, x-sunset: "2027-02-01", '),
      'src/other.ts': "export const other = () => fetch('https://catalog.example/v1/loans')\n"
    })
    for (const history of ['openapi.yaml', 'specs']) {
      const {code, out} = await tenure(['usages', 'src', ...AT, '--history', history], {cwd})
      expect(code).toBe(0)
      expect(out, history).toMatch(
        /^1 call to 1 deprecated or removed endpoint: it stops working on 2027-02-01 \(73 days left\)\n/
      )
      expect(out).toContain('2 to other hosts')
    }
    const named = ['--base-url', 'https://catalog.example', '--base-url=https://x.example/api']
    const more = await tenure(['usages', 'src', ...AT, '--history', 'specs', ...named], {cwd})
    expect(more.out).toMatch(/^2 calls to 1 deprecated or removed endpoint\b/)
    expectRefusal(await tenure(['usages', 'src', '--history', 'specs', '--base-url', 'api.example'], {cwd}))
  })

  it('lists calls with an unknown address, and fails for them only with `--fail-on undetermined`', async () => {
    const cwd = folder({...CLIENT, 'src/any.ts': 'export const any = (url: string) => fetch(url)\n'})
    const {code, out} = await tenure(['usages', 'src', ...AT], {cwd})
    expect(code).toBe(0)
    expect(out).toContain('; 1 call with an unknown address\n')
    expect(out).toContain('src/any.ts:1:43  fetch {url}: it is unknown what `url` is')
    expect((await tenure(['usages', 'src', ...AT, '--fail-on=undetermined'], {cwd})).code).toBe(3)
  })

  it('skips files that git ignores, dependencies, build output, and large files, and lists them', async () => {
    const call = "export const loans = () => fetch('/v1/loans')\n"
    const cwd = folder({
      ...CLIENT,
      '.gitignore': 'made/\n',
      'src/made/client.ts': call,
      'src/node_modules/other/index.js': call,
      'src/dist/index.js': call,
      'src/page.min.js': call,
      'src/large.js': `${call}${'//'.padEnd(4 * 1024 * 1024, 'x')}\n`
    })
    await run('git', ['init', '-q'], {cwd})
    const {out} = await tenure(['usages', 'src', ...AT], {cwd})
    expect(out).toMatch(/^1 call to 1 deprecated or removed endpoint/)
    expect(out).toContain('Not read\n  src/large.js: The file has ')
    expect(out).toContain('in 3 files of src')
    expect(out).toContain(
      '\nSkipped src/dist, src/made, src/node_modules, and 1 more. To include one, name it: tenure usages src/dist\n'
    )
    const json = JSON.parse((await tenure(['usages', 'src', ...AT, '--format', 'json'], {cwd})).out)
    expect(json.usage.skipped).toEqual(['src/dist', 'src/made', 'src/node_modules', 'src/page.min.js'])
    const markdown = (await tenure(['usages', 'src', ...AT, '--format', 'markdown'], {cwd})).out
    expect(markdown).toContain('\n`Skipped src/dist, src/made, src/node_modules, and 1 more.')
    for (const each of json.usage.skipped) {
      const named = (await tenure(['usages', each, ...AT], {cwd})).out
      expect(named, each).toMatch(/^1 call to 1 deprecated or removed endpoint/)
      expect(named, each).not.toContain('Skipped')
    }
  })

  it('lists skipped folders also without git, and nothing if none was skipped', async () => {
    const call = "export const loans = () => fetch('/v1/loans')\n"
    const cwd = folder({...CLIENT, 'src/deep/node_modules/other/index.js': call, 'src/deep/own.js': call})
    const {out} = await tenure(['usages', '.', ...AT], {cwd})
    expect(out).toContain(
      '\nSkipped src/deep/node_modules. To include one, name it: tenure usages src/deep/node_modules\n'
    )
    expect((await tenure(['usages', 'src/deep/own.js', ...AT], {cwd})).out).not.toContain('Skipped')
  })

  it('keeps fingerprints when lines move, so that a baseline still matches', async () => {
    const cwd = folder({...ENDED, 'later/history.yaml': HISTORY})
    expect((await tenure(['usages', 'src', ...AT, '--write-baseline', 'known.json'], {cwd})).code).toBe(0)
    await run('bash', ['-c', 'printf "\\n// moved\\n\\n%s\\n" "$(cat src/fees.js)" > src/fees.js'], {cwd})
    expect((await tenure(['usages', 'src', ...AT, '--baseline', 'known.json'], {cwd})).code).toBe(0)
  })

  it("survives code that can't be parsed, and rejects paths without code", async () => {
    const cwd = folder({
      ...CLIENT,
      'src/broken.ts': 'fetch(`/v1/loans\n}}}} (((',
      'src/bytes.js': Buffer.from([0xff, 0xfe, 0, 1])
    })
    const {code, out} = await tenure(['usages', 'src', ...AT], {cwd})
    expect(code).toBe(0)
    expect(out).toContain('Not read\n  src/bytes.js: ')
    expectRefusal(await tenure(['usages', 'nowhere', ...AT], {cwd}))
    const empty = await tenure(['usages', 'none', ...AT], {cwd: folder({'history.yaml': HISTORY, 'none/a.txt': ''})})
    expectRefusal(empty)
    expect(empty.err).toContain('There is no TypeScript or JavaScript in `none`')
    const made = await tenure(['usages', '.', ...AT], {cwd: folder({'history.yaml': HISTORY, 'dist/a.js': ''})})
    expectRefusal(made)
    expect(made.err).toContain('passed over, unless it is named: dist')
  })
})

import {describe, expect, it} from 'vitest'
import {expectRefusal, tenure, write} from '../cli/run.ts'
import {DELETED, type Files, get, history, repositoryOf, spec, TODAY} from './scenario.ts'

const A = spec(get('/v1/loans'))
const B = spec(get('/v1/shelves'))
const api = (name: string, path = `${name}/openapi.yaml`, more = '') => `  - {name: ${name}, spec: ${path}${more}}\n`
const config = (...apis: readonly string[]) => `format: 1\napis:\n${apis.join('')}`
const MAIN = {'tenure.yaml': config(api('a'), api('b')), 'a/openapi.yaml': A, 'b/openapi.yaml': B}

const change = (branch: Files, main: Files = MAIN) =>
  repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, branch]]})
const check = (cwd: string, ...args: readonly string[]) => tenure(['check', '--as-of', TODAY, ...args], {cwd})

describe.concurrent('an API that goes with its entry', () => {
  it('is the end of its endpoints', async () => {
    const cwd = await change({'tenure.yaml': config(api('a')), 'b/openapi.yaml': DELETED})
    const {code, out, err} = await check(cwd)
    expect({code, err}).toEqual({code: 1, err: ''})
    expect(out).toContain('# b\n')
    expect(out).toContain('`tenure.yaml` no longer lists `b/openapi.yaml`, so all its endpoints count as removed.')
    expect(out).toMatch(/ ✖ .*`GET \/v1\/shelves`/)
    expect(out).not.toMatch(/GET \/v1\/loans/)
  })

  it('is waived with the command that is offered, while its entry stands', async () => {
    const away = {'b/openapi.yaml': DELETED}
    const main = {...MAIN, 'tenure.yaml': `newWaivers: accept\n${MAIN['tenure.yaml']}`}
    const cwd = await change({...away, 'tenure.yaml': config(api('a'))}, main)
    const {out} = await check(cwd)
    const offer = /`tenure waive '([^']+)' --api b --reason/
    expect(out.replace(/\s+/g, ' ')).toMatch(offer)
    write(cwd, {'tenure.yaml': main['tenure.yaml']})
    const waiver = ['waive', 'GET /v1/shelves', '--api', 'b', '--reason', 'security', '--approver', 'a@library.example']
    expect(await tenure([...waiver, '--as-of', TODAY], {cwd})).toMatchObject({code: 0, err: ''})
    expect(await check(cwd)).toMatchObject({code: 0, err: ''})
  })

  it('is waived without a name where it had none', async () => {
    const main = {'openapi.yaml': A, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}
    const {out} = await check(await change({'openapi.yaml': DELETED, 'tenure.yaml': 'format: 1\n'}, main))
    expect(out).toMatch(/`tenure waive 'GET \/v1\/loans' --reason/)
  })

  it('is so though its description stays', async () => {
    const {code, out} = await check(await change({'tenure.yaml': config(api('a'))}))
    expect(code).toBe(1)
    expect(out).toMatch(/ ✖ .*`GET \/v1\/shelves`/)
  })

  it('is so though the configuration goes too', async () => {
    const {code, out} = await check(
      await change({'tenure.yaml': DELETED, 'a/openapi.yaml': DELETED, 'b/openapi.yaml': DELETED})
    )
    expect(code).toBe(1)
    expect(out.match(/ ✖ .*`GET/g)).toHaveLength(2)
  })

  it('is judged by the promise and the record that it had', async () => {
    const marked = history([
      ['1.0', '2024-01-15', ['added: GET /v1/shelves']],
      ['1.1', '2025-12-01', ['{deprecated: GET /v1/shelves, replacement: none}']]
    ])
    const main = (policy: string) => ({
      ...MAIN,
      'b/history.yaml': marked,
      'tenure.yaml': config(api('a'), api('b', 'b/openapi.yaml', `, history: b/history.yaml, policy: ${policy}`)),
      'b/p.yaml': 'guarantees: {ga: {notice: 2 months, starts: announcement}}\n'
    })
    const away = {'tenure.yaml': config(api('a')), 'b/openapi.yaml': DELETED, 'b/history.yaml': DELETED}
    const lawful = await check(await change(away, main('b/p.yaml')))
    expect(lawful.code).toBe(0)
    // Its record goes with it: no line can be asked for.
    expect(lawful.out).toMatch(/ ✔ .*`GET \/v1\/shelves`/)
    expect(lawful.out).not.toContain('unrecorded-change')
    expect((await check(await change(away, main('thirteen-months')))).code).toBe(1)
  })

  it('is none where it has another name or another place', async () => {
    const codes = await Promise.all(
      [
        {'tenure.yaml': config(api('a'), api('beta', 'b/openapi.yaml'))},
        {'tenure.yaml': config(api('a'), api('b', 'c/api.yaml')), 'b/openapi.yaml': DELETED, 'c/api.yaml': B},
        {'tenure.yaml': config(api('a'), api('beta', 'c/api.yaml')), 'b/openapi.yaml': DELETED, 'c/api.yaml': B}
      ].map(async files => check(await change(files)))
    )
    expect(codes.map(({code, err}) => ({code, err}))).toEqual(Array(3).fill({code: 0, err: ''}))
  })
})

describe.concurrent('a description that goes', () => {
  const ONE = {'openapi.yaml': A, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}

  it('is the end of its endpoints where the configuration still names it', async () => {
    const cwd = await change(
      {'openapi.yaml': DELETED},
      {...ONE, 'tenure.yaml': `newWaivers: accept\n${ONE['tenure.yaml']}`}
    )
    const {code, out, err} = await check(cwd)
    expect({code, err}).toEqual({code: 1, err: ''})
    expect(out).toContain('`openapi.yaml` was deleted, so all its endpoints count as removed.')
    expect(out).toMatch(/ ✖ .*`GET \/v1\/loans`/)
    const waiver = ['waive', 'GET /v1/loans', '--reason', 'security', '--approver', 'a@library.example']
    expect(await tenure([...waiver, '--as-of', TODAY], {cwd})).toMatchObject({code: 0, err: ''})
    expect((await check(cwd)).code).toBe(0)
  })

  it('is so with all else, on purpose', async () => {
    const {code, out} = await check(await change({'openapi.yaml': DELETED, 'tenure.yaml': DELETED, 'x.md': 'x'}, ONE))
    expect(code).toBe(1)
    expect(out).toMatch(/ ✖ .*`GET \/v1\/loans`/)
  })

  it('blocks nothing once that is merged', async () => {
    const main = {'openapi.yaml': A, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}
    const cwd = await repositoryOf({
      main: [
        ['2024-06-01', main],
        ['2025-06-01', {'openapi.yaml': DELETED}]
      ],
      branch: [[TODAY, {'x.md': 'x'}]]
    })
    const {code, out, err} = await check(cwd)
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toContain('`openapi.yaml` is not in')
  })

  it('is asked for where it was moved, with the place', async () => {
    const cwd = await change({'openapi.yaml': DELETED, 'api/lib.yaml': A}, ONE)
    const listed = await check(cwd)
    expectRefusal(listed)
    expect(listed.err).toMatch(
      /^tenure\.yaml:2:7: There is no file `openapi\.yaml` \(it is in main \(\w+\), and is now `api\/lib\.yaml`\)\. Name the/
    )
    expect(listed.err).toContain('for example: spec: api/lib.yaml')
    const bare = await check(
      await change({'openapi.yaml': DELETED, 'api/lib.yaml': A}, {'openapi.yaml': A, 'tenure.yaml': 'format: 1\n'})
    )
    expectRefusal(bare)
    expect(bare.err).toContain('and is now `api/lib.yaml`')
    const wrong = await check(cwd, '--spec', 'nope.yaml')
    expectRefusal(wrong)
    expect(wrong.err).toContain(
      'There is no file `nope.yaml`. Name the current API description with `spec:` in `tenure.yaml`, or with `--spec PATH`.'
    )
  })
})

describe.concurrent('levels of rules', () => {
  const LESS = {'openapi.yaml': spec(get('/v1/shelves'))}
  const two = {'openapi.yaml': spec(get('/v1/loans'), get('/v1/shelves'))}
  const rules = (level: string) => ({'tenure.yaml': `format: 1\nrules: {unannounced-removal: ${level}}\n`})

  it.each([
    ['turned off with the change', {...two, 'tenure.yaml': 'format: 1\n'}, {...LESS, ...rules('off')}, 1],
    ['lowered by a new configuration', two, {...LESS, ...rules('warning')}, 1],
    ['that were low before', {...two, ...rules('warning')}, LESS, 0],
    ['lowered further', {...two, ...rules('warning')}, {...LESS, ...rules('off')}, 0],
    ['raised with the change', {...two, ...rules('off')}, {...LESS, ...rules('error')}, 1],
    ['that go with the configuration', {...two, ...rules('error')}, {...LESS, 'tenure.yaml': DELETED}, 1]
  ])('%s', async (_, main, branch, code) => {
    const ran = await check(await change(branch, main))
    expect({code: ran.code, err: ran.err}).toEqual({code, err: ''})
    if (code === 1) expect(ran.out).toContain('unannounced-removal')
  })

  it('say so', async () => {
    const {out} = await check(await change({...LESS, ...rules('off')}, two))
    expect(out).toContain('configuration, history, and waivers of main')
  })
})

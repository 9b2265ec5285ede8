import {describe, expect, it} from 'vitest'
import {expectRefusal, tenure, write} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {DELETED, type Files, get, history, repositoryOf, spec, TODAY} from './scenario.ts'

const A = spec(get('/v1/loans'))
const B = spec(get('/v1/shelves'))
const api = (name: string, path = `${name}/openapi.yaml`, more = '') => `  - {name: ${name}, spec: ${path}${more}}\n`
const config = (...apis: readonly string[]) => `format: 1\napis:\n${apis.join('')}`
const MAIN = {'tenure.yaml': config(api('a'), api('b')), 'a/openapi.yaml': A, 'b/openapi.yaml': B}

const change = (branch: Files, main: Files = MAIN) =>
  repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, branch]]})
const check = (cwd: string, ...args: readonly string[]) => tenure(['check', '--as-of', TODAY, ...args], {cwd})

describe.concurrent('an API that is removed from the configuration', () => {
  it('counts as the removal of its endpoints', async () => {
    const cwd = await change({'tenure.yaml': config(api('a')), 'b/openapi.yaml': DELETED})
    const {code, out, err} = await check(cwd)
    expect({code, err}).toEqual({code: 1, err: ''})
    expect(out).toContain('# b\n')
    expect(out).toContain('`tenure.yaml` no longer lists `b/openapi.yaml`, so everything in it counts as removed.')
    expect(out).toMatch(/ ✖ .*`GET \/v1\/shelves`/)
    expect(out).not.toMatch(/GET \/v1\/loans/)
  })

  it('counts as removed if several are left', async () => {
    const three = {...MAIN, 'c/openapi.yaml': spec(get('/v1/fees'))}
    const main = {...three, 'tenure.yaml': config(api('a'), api('b'), api('c'))}
    const {code, out, err} = await check(await change({'tenure.yaml': config(api('a'), api('c'))}, main))
    expect({code, err}).toEqual({code: 1, err: ''})
    expect(out).toMatch(/ ✖ .*`GET \/v1\/shelves`/)
  })

  it('can be waived with the command in the report while it is still configured', async () => {
    const removedFiles = {'b/openapi.yaml': DELETED}
    const main = {...MAIN, 'tenure.yaml': `newWaivers: accept\n${MAIN['tenure.yaml']}`}
    const cwd = await change({...removedFiles, 'tenure.yaml': config(api('a'))}, main)
    const {out} = await check(cwd)
    const offeredCommand = /`tenure waive '([^']+)' --api b --reason/
    expect(out.replace(/\s+/g, ' ')).toMatch(offeredCommand)
    write(cwd, {'tenure.yaml': main['tenure.yaml']})
    const waiver = ['waive', 'GET /v1/shelves', '--api', 'b', '--reason', 'security', '--approver', 'a@library.example']
    expect(await tenure([...waiver, '--as-of', TODAY], {cwd})).toMatchObject({code: 0, err: ''})
    expect(await check(cwd)).toMatchObject({code: 0, err: ''})
  })

  it('can be waived without an API name if it had none', async () => {
    const main = {'openapi.yaml': A, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}
    const {out} = await check(await change({'openapi.yaml': DELETED, 'tenure.yaml': 'format: 1\n'}, main))
    expect(out).toMatch(/`tenure waive 'GET \/v1\/loans' --reason/)
  })

  it('counts as removed even if its description is left', async () => {
    const {code, out} = await check(await change({'tenure.yaml': config(api('a'))}))
    expect(code).toBe(1)
    expect(out).toMatch(/ ✖ .*`GET \/v1\/shelves`/)
  })

  it('counts as removed if the configuration is deleted', async () => {
    const {code, out} = await check(
      await change({'tenure.yaml': DELETED, 'a/openapi.yaml': DELETED, 'b/openapi.yaml': DELETED})
    )
    expect(code).toBe(1)
    expect(out.match(/ ✖ .*`GET/g)).toHaveLength(2)
  })

  it('is judged by its own policy and history in the target', async () => {
    const deprecated = history([
      ['1.0', '2024-01-15', ['added: GET /v1/shelves']],
      ['1.1', '2025-12-01', ['{deprecated: GET /v1/shelves, replacement: none}']]
    ])
    const main = (policy: string) => ({
      ...MAIN,
      'b/history.yaml': deprecated,
      'tenure.yaml': config(api('a'), api('b', 'b/openapi.yaml', `, history: b/history.yaml, policy: ${policy}`)),
      'b/p.yaml': 'guarantees: {ga: {notice: 2 months, starts: announcement}}\n'
    })
    const removedFiles = {'tenure.yaml': config(api('a')), 'b/openapi.yaml': DELETED, 'b/history.yaml': DELETED}
    const compliant = await check(await change(removedFiles, main('b/p.yaml')))
    expect(compliant.code).toBe(0)
    // Its history is removed too, so no entry is required.
    expect(compliant.out).toMatch(/ ✔ .*`GET \/v1\/shelves`/)
    expect(compliant.out).not.toContain('unrecorded-change')
    expect((await check(await change(removedFiles, main('thirteen-months')))).code).toBe(1)
  })

  it('keeps the days of its announcements if it is removed with its history folder', async () => {
    const begun = {
      ...MAIN,
      'tenure.yaml': config(api('a'), api('b', 'b/openapi.yaml', ', history: b/past, policy: b/p.yaml')),
      'b/p.yaml': 'guarantees: {ga: {notice: 2 months}}\n',
      'b/past/service.yaml': 'service: B\n',
      'b/past/releases/1.0.yaml': 'release: "1.0"\ndate: 2024-01-15\nchanges: [{added: GET /v1/shelves}]\n'
    }
    const announced = 'release: "1.1"\ndate: 2025-12-01\nchanges: [{deprecated: GET /v1/shelves, replacement: none}]\n'
    const all = [...Object.keys(begun).filter(name => name.startsWith('b/')), 'b/past/releases/1.1.yaml']
    const cwd = await repositoryOf({
      main: [
        ['2024-06-01', begun],
        ['2025-12-01', {'b/past/releases/1.1.yaml': announced}]
      ],
      branch: [[TODAY, {'tenure.yaml': config(api('a')), ...Object.fromEntries(all.map(name => [name, DELETED]))}]]
    })
    const {code, out} = await check(cwd)
    expect(out).toMatch(/ ✔ .*`GET \/v1\/shelves`/)
    expect(code).toBe(0)
  })

  it("isn't removed if it gets another name or another path", async () => {
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

describe.concurrent('a deleted description', () => {
  const SINGLE_API = {'openapi.yaml': A, 'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}

  it('counts as the removal of its endpoints if it is still configured', async () => {
    const cwd = await change(
      {'openapi.yaml': DELETED},
      {...SINGLE_API, 'tenure.yaml': `newWaivers: accept\n${SINGLE_API['tenure.yaml']}`}
    )
    const {code, out, err} = await check(cwd)
    expect({code, err}).toEqual({code: 1, err: ''})
    expect(out).toContain('`openapi.yaml` was deleted, so everything in it counts as removed.')
    expect(out).toMatch(/ ✖ .*`GET \/v1\/loans`/)
    const waiver = ['waive', 'GET /v1/loans', '--reason', 'security', '--approver', 'a@library.example']
    expect(await tenure([...waiver, '--as-of', TODAY], {cwd})).toMatchObject({code: 0, err: ''})
    expect((await check(cwd)).code).toBe(0)
  })

  it('counts as the removal of its endpoints if the configuration is deleted too', async () => {
    const {code, out} = await check(
      await change({'openapi.yaml': DELETED, 'tenure.yaml': DELETED, 'x.md': 'x'}, SINGLE_API)
    )
    expect(code).toBe(1)
    expect(out).toMatch(/ ✖ .*`GET \/v1\/loans`/)
  })

  it("doesn't fail later changes after it is merged", async () => {
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

  it('exits 2 if the description moved, and names its new path', async () => {
    const cwd = await change({'openapi.yaml': DELETED, 'api/lib.yaml': A}, SINGLE_API)
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

describe.concurrent('rule levels of the target apply:', () => {
  const two = {'openapi.yaml': spec(get('/v1/loans'), get('/v1/shelves'))}
  const DEPRECATED = {'openapi.yaml': two['openapi.yaml'].replace('{get: {', '{get: {deprecated: true, ')}
  const rules = (level: string) => ({'tenure.yaml': `format: 1\nrules: {missing-replacement: ${level}}\n`})

  it.each(
    sample([
      ['a rule is turned off with the change', {...two, ...rules('error')}, {...DEPRECATED, ...rules('off')}, 1],
      ['a rule is lowered with the change', {...two, ...rules('error')}, {...DEPRECATED, ...rules('warning')}, 1],
      ['a rule was already low', {...two, ...rules('warning')}, DEPRECATED, 0],
      ['a low rule is lowered further', {...two, ...rules('warning')}, {...DEPRECATED, ...rules('off')}, 0],
      ['a rule is raised with the change', {...two, ...rules('off')}, {...DEPRECATED, ...rules('error')}, 1],
      [
        'a level is deleted with the configuration',
        {...two, ...rules('error')},
        {...DEPRECATED, 'tenure.yaml': DELETED},
        1
      ]
    ])
  )('%s', async (_, main, branch, code) => {
    const result = await check(await change(branch, main))
    expect({code: result.code, err: result.err}).toEqual({code, err: ''})
    if (code === 1) expect(result.out).toContain('missing-replacement')
  })

  it('the report names the revision of the configuration', async () => {
    const {out} = await check(await change({...DEPRECATED, ...rules('off')}, {...two, ...rules('error')}))
    expect(out).toMatch(/^`rules\.missing-replacement` of main \(\w+\) decides, because this change changes it\.$/m)
  })
})

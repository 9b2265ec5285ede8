// Whatever form `spec` has, a committed removal is compared with the state before it: by those who work on the target
// branch, and in the run of a push.
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, write} from '../cli/run.ts'
import {check, cloneOf, type Files, get, git, repositoryOf, spec, TODAY} from './scenario.ts'

const graphql = (...fields: readonly string[]): string =>
  `type Query {\n${fields.map(each => `  ${each}: Int\n`).join('')}}\n`
const tools = (...names: readonly string[]): string =>
  JSON.stringify({tools: names.map(name => ({name, inputSchema: {type: 'object'}}))})

/** The description before and after a removal. */
type Removal = readonly [before: Files, after: Files]
const OPENAPI: Removal = [
  {'openapi.yaml': spec(get('/v1/loans'), get('/v1/fees'))},
  {'openapi.yaml': spec(get('/v1/loans'))}
]
const SCHEMA: Removal = [
  {'schema/loans.graphql': graphql('loans', 'fees'), 'schema/more.graphql': 'scalar Day\n', 'schema/other.txt': 'a'},
  {'schema/loans.graphql': graphql('loans')}
]
const TOOLS: Removal = [{'tools/a.json': tools('loans', 'fees')}, {'tools/a.json': tools('loans')}]
const FORMS: readonly (readonly [string, Removal])[] = [
  ['openapi.yaml', OPENAPI],
  ['schema', SCHEMA],
  ['schema/**', SCHEMA],
  ['schema/**/*.graphql', SCHEMA],
  ['schema/loans.graphql', SCHEMA],
  ['[schema/loans.graphql]', SCHEMA],
  ['[schema/loans.graphql, schema/more.graphql]', SCHEMA],
  ['tools', TOOLS],
  ['tools/**/*.json', TOOLS]
]

const configOf = (form: string): string => `format: 1\nspec: ${form.startsWith('[') ? form : `"${form}"`}\n`

describe.concurrent('a removal that is committed on the target branch', () => {
  it.each(FORMS)('is found with `spec: %s`, also if the run is for a push', async (form, [before, after]) => {
    const cwd = await repositoryOf({
      main: [
        ['2025-01-01', {...before, 'tenure.yaml': configOf(form)}],
        [TODAY, after]
      ]
    })
    const own = await check(cwd)
    expect(own.code, own.out + own.err).toBe(1)
    // Files that the description doesn't have say nothing of whether it was edited since.
    write(cwd, {'schema/other.txt': 'b', 'notes.txt': 'c'})
    expect((await check(cwd)).code).toBe(1)

    const clone = await cloneOf(cwd)
    const [id] = (await git(clone, ['rev-parse', 'HEAD^1'])).split('\n')
    const event = join(folder({'event.json': JSON.stringify({ref: 'refs/heads/main', before: id})}), 'event.json')
    const pushed = await check(clone, [], TODAY, {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_EVENT_PATH: event,
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REF_PROTECTED: 'true'
    })
    expect(pushed.code, pushed.out + pushed.err).toBe(1)
    expect(pushed.out).toContain('what was there before the push')
  })

  it('is uncommitted work itself if a file of the description is deleted', async () => {
    const [before] = SCHEMA
    const cwd = await repositoryOf({main: [['2025-01-01', {...before, 'tenure.yaml': configOf('schema')}]]})
    await git(cwd, ['rm', '--quiet', 'schema/more.graphql'])
    expect((await check(cwd)).out).toContain('the last commit')
  })

  it.each(FORMS)('is followed by uncommitted work, with `spec: %s`', async (form, [before, after]) => {
    const cwd = await repositoryOf({
      main: [
        ['2025-01-01', {...after, 'tenure.yaml': configOf(form)}],
        [TODAY, before]
      ]
    })
    write(cwd, after)
    const {code, out, err} = await check(cwd)
    expect(code, out + err).toBe(1)
    expect(out).toContain('the last commit')
  })
})

import {describe, expect, it} from 'vitest'
import {check, type Files, repositoryOf, git as runGit, type State, TODAY} from './gate-scenario.ts'
import {tenure, write} from './run.ts'

const git = (cwd: string, ...args: readonly string[]) => runGit(cwd, args)

interface Operation {
  readonly deprecated?: boolean
  readonly sunset?: string
}

const operation = ({deprecated, sunset}: Operation): string =>
  [
    ...(deprecated ? ['deprecated: true, x-replaced-by: GET /v1/loans'] : []),
    ...(sunset === undefined ? [] : [`x-sunset: "${sunset}"`]),
    'responses: {"200": {description: ok}}'
  ].join(', ')

/** A description of the library with these endpoints below `/v1`. */
const library = (paths: Readonly<Record<string, Operation>>): string => `openapi: 3.0.3
info: {title: Lending Library, version: "1"}
paths:
  /v1/loans: {get: {responses: {"200": {description: ok}}}}
${Object.entries(paths)
  .map(([path, each]) => `  /v1/${path}: {get: {${operation(each)}}}\n`)
  .join('')}`

const CONFIG = 'format: 1\nspec: openapi.yaml\n'

/** A repository with a tag for each state of its default branch, and a branch that adopts tenure. */
async function adopting(states: readonly State[], record: readonly string[] = []): Promise<string> {
  const cwd = await repositoryOf({main: states, branch: []})
  const commits = (await git(cwd, 'rev-list', '--reverse', 'main')).trim().split('\n')
  for (const [at, id] of commits.entries()) await git(cwd, 'tag', `v1.${at}`, id)
  write(cwd, {'tenure.yaml': CONFIG})
  const recorded = await tenure(['record', '--all', '--as-of', TODAY, ...record], {cwd})
  expect(recorded.code, recorded.err).toBe(0)
  await commitAll(cwd)
  return cwd
}

async function commitAll(cwd: string): Promise<void> {
  await git(cwd, 'add', '--all')
  await git(cwd, 'commit', '--quiet', '--message', 'Adopt tenure')
}

/** Merges the branch and begins another one. */
async function merge(cwd: string): Promise<void> {
  await git(cwd, 'checkout', '--quiet', 'main')
  await git(cwd, 'merge', '--quiet', '--no-ff', 'work')
  await git(cwd, 'checkout', '--quiet', '-b', 'later')
}

async function commitFiles(cwd: string, files: Files): Promise<void> {
  write(cwd, files)
  await commitAll(cwd)
}

interface Answer {
  readonly code: number | null
  readonly findings: readonly {rule: string; message: string; remedy: string}[]
  readonly remarks: readonly string[]
}

async function checkIn(cwd: string, asOf = TODAY): Promise<Answer> {
  const {code, out, err} = await check(cwd, [], asOf)
  expect(err).toBe('')
  return {code, ...JSON.parse(out)}
}

const leadOf = ({code, findings}: Answer) => ({code, rule: findings[0]?.rule})

const QUIET: readonly State[] = [
  ['2024-01-10', {'openapi.yaml': library({shelves: {}, copies: {}})}],
  ['2025-01-10', {'openapi.yaml': library({shelves: {}})}]
]

describe.concurrent('a history of descriptions that deprecate nothing', () => {
  it('fails a removal without notice as before it was recorded', async () => {
    const cwd = await adopting(QUIET)
    await merge(cwd)
    await commitFiles(cwd, {'openapi.yaml': library({})})
    const answer = await checkIn(cwd)
    expect(leadOf(answer)).toEqual({code: 1, rule: 'unannounced-removal'})
    expect(answer.findings[0]?.remedy).toContain(
      `If it was announced before ${TODAY}, merge a \`deprecated:\` line with its \`via:\` first.`
    )
  })

  it('fails it in the change that adopts the history, and on the days around its adoption', async () => {
    const cwd = await adopting(QUIET)
    await commitFiles(cwd, {'openapi.yaml': library({})})
    for (const day of ['2026-03-01', TODAY, '2026-03-03']) {
      expect(leadOf(await checkIn(cwd, day))).toEqual({code: 1, rule: 'unannounced-removal'})
    }
  })

  it('fails it as a line of the history, and as a release that the change records', async () => {
    const cwd = await adopting(QUIET)
    await merge(cwd)
    const without = library({})
    await commitFiles(cwd, {'openapi.yaml': without, 'api-history/next/shelves.yaml': '- removed: GET /v1/shelves\n'})
    expect((await checkIn(cwd)).code).toBe(1)
    const {code} = await tenure(['record', '--release', 'v2.0', '--date', TODAY, '--as-of', TODAY], {cwd})
    expect(code).toBe(0)
    await commitAll(cwd)
    expect((await checkIn(cwd)).code).toBe(1)
  })

  it('leaves what was removed before undetermined, and names the key that decided', async () => {
    const cwd = await adopting(QUIET)
    const {out} = await tenure(['audit', 'api-history', '--as-of', TODAY, '--format', 'json'], {cwd})
    const {findings} = JSON.parse(out) as Answer
    expect(findings[0]).toMatchObject({
      rule: 'unannounced-removal',
      message: `\`GET /v1/copies\` was removed in v1.1 (2025-01-10). It isn't known when its removal was announced, so the notice can't be checked: \`complete: false\` in api-history/service.yaml leaves removals before ${TODAY} undetermined.`
    })
  })

  it('lets it go after an announcement that was merged with its statement', async () => {
    const cwd = await adopting(QUIET)
    await commitFiles(cwd, {
      'api-history/releases/2025-01-20.yaml':
        'on: 2025-01-20\nvia: mail to all account owners\nchanges:\n  - {deprecated: GET /v1/shelves, replacement: GET /v1/loans, sunset: 2026-02-20}\n'
    })
    await merge(cwd)
    await commitFiles(cwd, {'openapi.yaml': library({})})
    expect((await checkIn(cwd)).code).toBe(0)
  })

  it('stays open at any time without a day of adoption, and says which line is missing', async () => {
    const cwd = await adopting(QUIET)
    await commitFiles(cwd, {
      'api-history/service.yaml': 'format: 1\nservice: Lending Library\ncomplete: false\n'
    })
    await merge(cwd)
    await commitFiles(cwd, {'openapi.yaml': library({})})
    const answer = await checkIn(cwd)
    expect(leadOf(answer)).toEqual({code: 0, rule: 'unannounced-removal'})
    expect(answer.findings[0]?.message).toContain(
      '`complete: false` in api-history/service.yaml leaves removals without notice undetermined'
    )
    expect(answer.remarks.join('\n')).toContain('`complete: false` and no `adopted:`')
  })

  it('answers `when` and `due` like the gate', async () => {
    const cwd = await adopting(QUIET)
    const {out} = await tenure(['when', 'GET /v1/shelves', '--as-of', TODAY, '--format', 'json'], {cwd})
    expect(JSON.parse(out)).toMatchObject({kind: 'day', day: '2027-04-02'})
  })
})

// Branches that each deprecate an endpoint are merged by git. No entry is lost silently.
import {execFileSync} from 'node:child_process'
import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import {folder, pathsIn, tenure} from '../cli/run.ts'
import {git} from '../gate/scenario.ts'

const PATHS = ['/v1/loans', '/v1/shelves', '/v1/loans/{loanId}', '/v1/loans/loanId']
const SPEC = JSON.stringify({
  openapi: '3.0.3',
  info: {title: 'Lending Library API', version: '1'},
  paths: Object.fromEntries(PATHS.map(path => [path, {get: {responses: {200: {description: 'All'}}}}]))
})
const AS_OF = ['--as-of', '2026-03-02']

const commit = (cwd: string, message: string): Promise<string> =>
  git(cwd, ['-c', 'user.name=a', '-c', 'user.email=a@library.example', 'commit', '-qm', message])

/** A repository with a new history and a branch for each list of arguments of `tenure deprecate`. */
async function branches(isTagged: boolean, ...deprecations: readonly (readonly string[])[]): Promise<string> {
  const cwd = folder({'openapi.json': SPEC})
  await git(cwd, ['init', '--quiet', '--initial-branch', 'main'])
  await git(cwd, ['add', '--all'])
  await commit(cwd, 'One')
  if (isTagged) await git(cwd, ['tag', 'v1.0'])
  expect((await tenure(['init'], {cwd})).code).toBe(0)
  if (isTagged) expect((await tenure(['record', '--all'], {cwd})).code).toBe(0)
  await git(cwd, ['add', '--all'])
  await commit(cwd, 'History')
  for (const [index, args] of deprecations.entries()) {
    await git(cwd, ['checkout', '--quiet', '-b', `branch-${index}`, 'main'])
    const result = await tenure(['deprecate', ...args, ...AS_OF], {cwd})
    expect(result.code, result.err).toBe(0)
    await git(cwd, ['add', '--all'])
    await commit(cwd, `Deprecate ${index}`)
  }
  return cwd
}

/** Merges one branch into the other and returns the paths in conflict. */
function merge(cwd: string, into: string, from: string): string[] {
  const runGit = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@library.example', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore']
    })
  runGit('checkout', '--quiet', '-B', 'merged', into)
  try {
    runGit('merge', '--quiet', '--no-edit', from)
    return []
  } catch {
    return runGit('diff', '--name-only', '--diff-filter=U').split('\n').filter(Boolean)
  }
}

const DIRECTIONS = [
  ['branch-0', 'branch-1'],
  ['branch-1', 'branch-0']
] as const

/** The unreleased changes. */
const unreleased = (cwd: string): unknown[] =>
  pathsIn(cwd)
    .filter(path => /^api-history\/next\//.test(path))
    .flatMap(path => parse(readFileSync(join(cwd, path), 'utf8')) as unknown[])

const REPLACEMENT = ['--replacement', 'GET /v2/loans', '--sunset', '2028-01-31']

describe.concurrent.each([
  ['empty', false],
  ['recorded from tags', true]
])('branches with a history that is %s', (_, isTagged) => {
  it('merge without a conflict if they deprecate different endpoints', async () => {
    const cwd = await branches(isTagged, ['GET /v1/loans', ...REPLACEMENT], ['GET /v1/shelves', ...REPLACEMENT])
    for (const [into, from] of DIRECTIONS) {
      expect(merge(cwd, into, from)).toEqual([])
      expect(unreleased(cwd)).toEqual([
        {deprecated: 'GET /v1/loans', replacement: 'GET /v2/loans', sunset: '2028-01-31'},
        {deprecated: 'GET /v1/shelves', replacement: 'GET /v2/loans', sunset: '2028-01-31'}
      ])
      expect((await tenure(['due', ...AS_OF], {cwd})).code).toBe(0)
    }
  })

  it('merge without a conflict if their endpoints have similar names', async () => {
    const cwd = await branches(
      isTagged,
      ['GET /v1/loans/{loanId}', ...REPLACEMENT],
      ['GET /v1/loans/loanId', '--replacement', 'none', '--sunset', '2028-01-31']
    )
    for (const [into, from] of DIRECTIONS) {
      expect(merge(cwd, into, from)).toEqual([])
      expect(unreleased(cwd)).toHaveLength(2)
    }
  })

  it('merge to one deprecation if both add the same', async () => {
    const cwd = await branches(isTagged, ['GET /v1/loans', ...REPLACEMENT], ['GET /v1/loans', ...REPLACEMENT])
    for (const [into, from] of DIRECTIONS) {
      expect(merge(cwd, into, from)).toEqual([])
      expect(unreleased(cwd)).toEqual([
        {deprecated: 'GET /v1/loans', replacement: 'GET /v2/loans', sunset: '2028-01-31'}
      ])
    }
  })

  it.each([
    ['another sunset', ['--replacement', 'GET /v2/loans', '--sunset', '2028-06-30']],
    ['another replacement', ['--replacement', 'none', '--sunset', '2028-01-31']],
    ['another note', [...REPLACEMENT, '--note', 'Because of the move.']]
  ])('conflict if they deprecate the same endpoint with %s, and keeping both sides is rejected', async (_, other) => {
    const cwd = await branches(isTagged, ['GET /v1/loans', ...REPLACEMENT], ['GET /v1/loans', ...other])
    for (const [into, from] of DIRECTIONS) {
      const conflicts = merge(cwd, into, from)
      expect(conflicts).toEqual(['api-history/next/get-v1-loans.yaml'])
      const path = join(cwd, conflicts[0] ?? '')
      const conflicting = readFileSync(path, 'utf8')
      expect((await tenure(['check', ...AS_OF], {cwd})).code).toBe(2)
      // After someone deletes only the markers, the file is either rejected or has the entries of both sides.
      writeFileSync(path, conflicting.replace(/^(?:<<<<<<<|=======|>>>>>>>).*\n/gm, ''))
      const {code} = await tenure(['check', ...AS_OF], {cwd})
      if (code !== 2) {
        expect(unreleased(cwd)).toEqual([
          {
            deprecated: 'GET /v1/loans',
            replacement: 'GET /v2/loans',
            sunset: '2028-01-31',
            note: 'Because of the move.'
          }
        ])
      }
      await git(cwd, ['reset', '--quiet', '--hard'])
    }
  })
})

import {renameSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {run, tenure} from '../cli/run.ts'
import {lock} from './generated-library.ts'
import {check, type Files, git, history, repositoryOf, type State} from './scenario.ts'

// A server whose description is generated, whose deprecated endpoints are kept for five minor releases, and which is
// compared with its last release.

const SERVER = `import {readFileSync, writeFileSync} from 'node:fs'
const {version} = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages['node_modules/framework']
const paths = {}
for (const line of readFileSync('src/routes.txt', 'utf8').trim().split('\\n')) {
  const [path, mark] = line.split(' ')
  const schema = version === '1.0.0' ? {type: 'string'} : {type: ['string', 'null']}
  const responses = {200: {description: 'OK', content: {'application/json': {schema: {type: 'object', properties: {title: schema}}}}}}
  paths[path] = {get: {...(mark ? {deprecated: true} : {}), responses}}
}
const openapi = version === '1.0.0' ? '3.0.3' : '3.1.0'
writeFileSync('openapi.json', JSON.stringify({openapi, info: {title: 'Lending Library API', version: '1'}, paths}))
`

const POLICY =
  'format: 1\nname: runway\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: 5 releases}}\n'
const KEPT = '/api/books\n/api/shelves\n'
const MARKED = '/api/books\n/api/shelves deprecated\n'
const REMOVED = '/api/books\n'

const DAYS = ['2025-01-13', '2025-03-10', '2025-05-12', '2025-07-14', '2025-09-15', '2025-11-10', '2026-01-12']

/** The history after these minor releases. The endpoint is deprecated since 1.1. */
const historyAfter = (minor: number): string =>
  history(
    DAYS.slice(0, minor + 1)
      .map((day, at) => [`1.${at}.0`, day, at === 1 ? ['deprecated: GET /api/shelves'] : []] as const)
      .toReversed()
  )

const START: Files = {
  'tenure.yaml':
    'format: 1\nspec: openapi.json\nbase: latest-release\ngenerate: node server.mjs\npolicy: policy.yaml\n',
  'policy.yaml': POLICY,
  '.gitignore': 'openapi.json\n',
  'server.mjs': SERVER,
  'package-lock.json': lock('1.0.0')
}

/** The endpoints that the minor releases added. */
const addedUntil = (minor: number): string =>
  Array.from({length: minor}, (_, at) => `/api/added-in-1.${at + 1}\n`).join('')

/** A commit for each minor release up to this one. The framework was updated after 1.3. */
const releases = (last: number): State[] =>
  DAYS.slice(0, last + 1).map((day, minor): State => {
    const routes = minor === 0 ? KEPT : `${MARKED}${addedUntil(minor)}`
    const update = minor === 4 ? {'package-lock.json': lock('1.1.0')} : {}
    return [
      day,
      {...(minor === 0 ? START : {}), ...update, 'src/routes.txt': routes, 'history.yaml': historyAfter(minor)}
    ]
  })

const TODAY = '2026-02-20'

/** The repository after these minor releases, with a branch that makes a change. */
async function repositoryAfter(last: number, files: Files): Promise<string> {
  const cwd = await repositoryOf({main: releases(last), branch: [[TODAY, files]]})
  for (let minor = 0; minor <= last; minor++)
    await git(cwd, ['tag', `v1.${minor}.0`, `main~${last - minor}`], DAYS[minor])
  return cwd
}

async function checkAfter(last: number, files: Files, args: readonly string[] = []) {
  const {code, out, err} = await check(await repositoryAfter(last, files), args, TODAY)
  expect(err).toBe('')
  return {code, report: JSON.parse(out)}
}

/** The change that removes the endpoint. */
const removalAfter = (last: number): Files => ({'src/routes.txt': `${REMOVED}${addedUntil(last)}`})

describe('an endpoint of a generated API that is deprecated in 1.1', () => {
  it.each([1, 3, 4])('is kept until 1.6: it is not removed after 1.%i', async last => {
    const {code, report} = await checkAfter(last, removalAfter(last))
    expect(code).toBe(1)
    expect(report.revisions.base.name).toContain(`release 1.${last}.0`)
    expect(report.judgments).toMatchObject([
      {subject: 'GET /api/shelves', verdict: 'violation', required: '5 releases', start: {stated: 'release 1.1.0'}}
    ])
    expect(report.findings[0].message).toContain(
      `${last} ${last === 1 ? 'release' : 'releases'} after its deprecation in 1.1.0`
    )
  })

  it.each([5, 6])('may be removed after 1.%i', async last => {
    const {code, report} = await checkAfter(last, removalAfter(last))
    expect(code).toBe(0)
    expect(report.judgments).toMatchObject([
      {subject: 'GET /api/shelves', verdict: 'compliant', start: {stated: 'release 1.1.0'}}
    ])
  })

  it('is not removed without a deprecation', async () => {
    const {code, report} = await checkAfter(6, {'src/routes.txt': `/api/shelves deprecated\n${addedUntil(6)}`})
    expect(code).toBe(1)
    expect(report.findings[0]).toMatchObject({rule: 'unannounced-removal', subject: 'GET /api/books'})
  })
})

describe('another version of the generator', () => {
  it('is no break, because the release is generated with the dependencies of today', async () => {
    const files = {'README.md': '# Library\n'}
    for (const base of ['latest-release', 'refs/tags/v1.1.0']) {
      const {code, report} = await checkAfter(5, files, ['--base', base])
      expect([code, report.judgments, report.drift]).toEqual([0, [], undefined])
    }
    // Generated with the dependencies of its own time, the same description differs.
    const cwd = await repositoryAfter(5, files)
    const texts: string[] = []
    for (const each of ['v1.3.0', 'v1.4.0']) {
      await git(cwd, ['checkout', '--quiet', each])
      expect((await run(process.execPath, ['server.mjs'], {cwd})).code).toBe(0)
      texts.push(join(cwd, `${each}.json`))
      renameSync(join(cwd, 'openapi.json'), join(cwd, `${each}.json`))
    }
    const {out} = await tenure(['diff', ...texts, '--format', 'json', '--as-of', TODAY], {cwd})
    expect(JSON.stringify(JSON.parse(out))).toContain('"breaking"')
  })

  it('is drift in the change that brings it', async () => {
    const {code, report} = await checkAfter(3, {'package-lock.json': lock('1.1.0')})
    expect([code, report.judgments]).toEqual([0, []])
    expect(report.drift.alteredBy).toEqual(['package-lock.json'])
  })
})

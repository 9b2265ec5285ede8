import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {CONFIG, LIBRARY, lock, routes} from '../gate/generated-library.ts'
import {type Files, git, repositoryOf} from '../gate/scenario.ts'
import {tenure} from './run.ts'

const CONFIGURED = {'tenure.yaml': `${CONFIG}history: history.yaml\n`}
const HISTORY = 'format: 1\nservice: Lending Library API\nreleases:\n  - release: 1.0.0\n    date: 2026-01-10\n'
const NO_BOOKS = {'src/routes.json': routes({'/v1/loans': ['id', 'dueOn']})}

/** Records release 1.1.0 of the library, whose release 1.0.0 has a tag. */
async function recordAfter(first: Files, now: Files) {
  const main = [['2026-01-10', {...LIBRARY, ...CONFIGURED, 'history.yaml': HISTORY, ...first}]] as const
  const cwd = await repositoryOf({main, tree: now})
  await git(cwd, ['tag', 'v1.0.0'])
  const result = await tenure(['record', '--release', '1.1.0', '--date', '2026-03-02'], {cwd})
  return {...result, cwd, history: readFileSync(join(cwd, 'history.yaml'), 'utf8')}
}

it('records a release whose description and that of the one before a command writes', async () => {
  const {code, err, out, cwd, history} = await recordAfter({}, NO_BOOKS)
  expect(code, err).toBe(0)
  expect(out).toContain('Compared openapi.json with refs/tags/v1.0.0:openapi.json')
  expect(history).toContain('removed: GET /v1/books')
  expect(history).not.toContain('/v1/loans')
  expect(existsSync(join(cwd, 'openapi.json'))).toBe(false)
})

it('records no drift, because both are generated with the dependencies of the new release', async () => {
  const {code, err, history} = await recordAfter({}, {...NO_BOOKS, 'package-lock.json': lock('1.1.0')})
  expect(code, err).toBe(0)
  expect(history).toContain('removed: GET /v1/books')
  expect(history).not.toContain('null')
})

it('reports a command that fails, with its place, and writes nothing', async () => {
  const failing = {'tenure.yaml': `${CONFIG.replace('node scripts/openapi.mjs', 'exit 7')}history: history.yaml\n`}
  const {code, err, history} = await recordAfter(failing, {})
  expect(code).toBe(2)
  expect(err).toContain('tenure.yaml:3:11: `exit 7` failed with exit code 7 in the top folder of the files on disk')
  expect(history).toBe(HISTORY)
})

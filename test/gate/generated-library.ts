import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect} from 'vitest'
import {folder, run} from '../cli/run.ts'
import {check, type Files, repositoryOf, type Scenario, TODAY} from './scenario.ts'

/** A generator: it writes what the files of the code say, in the style of the installed framework. */
export const GENERATOR = `import {readFileSync, writeFileSync} from 'node:fs'
const {routes} = JSON.parse(readFileSync('src/routes.json', 'utf8'))
const {version} = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages['node_modules/framework']
const paths = {}
for (const [path, fields] of Object.entries(routes)) {
  const names = fields
  const properties = Object.fromEntries(names.map(name => [name, {type: version === '1.0.0' ? 'string' : ['string', 'null']}]))
  const schema = {type: 'object', properties}
  paths[path] = {get: {responses: {200: {description: 'OK', content: {'application/json': {schema}}}}}}
}
writeFileSync('openapi.json', JSON.stringify({openapi: '3.1.0', info: {title: 'Lending Library API', version: '1'}, paths}, undefined, 1))
`

export const lock = (version: string): string =>
  `${JSON.stringify({lockfileVersion: 3, packages: {'': {}, 'node_modules/framework': {version}}})}\n`

export const routes = (all: Readonly<Record<string, readonly string[]>>): string => `${JSON.stringify({routes: all})}\n`

export const CONFIG = 'format: 1\nspec: openapi.json\ngenerate: node scripts/openapi.mjs\n'

export const LIBRARY: Files = {
  'tenure.yaml': CONFIG,
  '.gitignore': 'openapi.json\n',
  'package.json': '{"name": "library", "dependencies": {"framework": "^1.0.0"}}\n',
  'package-lock.json': lock('1.0.0'),
  'scripts/openapi.mjs': GENERATOR,
  'src/routes.json': routes({'/v1/loans': ['id', 'dueOn'], '/v1/books': ['id', 'title']})
}

export const BEGAN = '2026-01-10'

/** The change of a scenario whose base is the library. */
export const change = (name: string, files: Files, more: Partial<Scenario> = {}): Scenario => ({
  name,
  main: [[BEGAN, LIBRARY]],
  branch: [[TODAY, files]],
  ...more
})

export const NO_BOOKS = {'src/routes.json': routes({'/v1/loans': ['id', 'dueOn']})}
export const REMOVED = {code: 1, verdicts: ['violation'], rules: ['unannounced-removal'], subject: 'GET /v1/books'}

/** Runs `check` where it must refuse, and returns what it says. */
export const refusalOf = async (scenario: Scenario): Promise<string> => {
  const cwd = await repositoryOf(scenario)
  const {code, out, err} = await check(cwd, scenario.args, TODAY, scenario.env)
  expect(code, out).toBe(2)
  expect(err).not.toContain('    at ')
  return err
}

/** What the generator writes for these files. */
export async function generated(files: Files): Promise<string> {
  const cwd = folder(files)
  const {code, err} = await run(process.execPath, ['scripts/openapi.mjs'], {cwd})
  expect(code, err).toBe(0)
  return readFileSync(join(cwd, 'openapi.json'), 'utf8')
}

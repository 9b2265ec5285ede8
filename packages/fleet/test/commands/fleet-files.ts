import {createHash} from 'node:crypto'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {REPOSITORY} from '../../../../test/cli/run.ts'

const releases = ['api-3.0.yaml', 'api-3.1.yaml'].map(name =>
  readFileSync(join(REPOSITORY, 'fixtures', 'lending-library', name), 'utf8')
)

/** The API description of the lending library in release 3.0 or 3.1. */
export const lending = (release: 0 | 1): string => releases[release] ?? ''

/** A folder with two releases, dated by their file names. */
const twoReleases = (path: string): Record<string, string> => ({
  [`${path}/2025-01-10.yaml`]: lending(0),
  [`${path}/2026-03-02.yaml`]: lending(1)
})

/** A list of this many APIs with two releases each. */
export const fleetOf = (count: number): Record<string, string> => ({
  'tenure.yaml': 'policy: policies/own.yaml\napis:\n  - {glob: "apis/*", owner: team}\n',
  'policies/own.yaml': 'extends: base.yaml\n',
  'policies/base.yaml': 'extends: thirteen-months\n',
  ...Object.assign({}, ...Array.from({length: count}, (_, at) => twoReleases(`apis/api-${at}`)))
})

/** Hashes of the files with facts, by path. */
export function factsIn(folder: string): Record<string, string> {
  const facts = join(folder, 'facts')
  if (!existsSync(facts)) return {}
  const paths = readdirSync(facts, {recursive: true, encoding: 'utf8'}).filter(path => !/^[^/\\]+$/.test(path))
  return Object.fromEntries(
    paths.toSorted().map(path => [
      path,
      createHash('sha256')
        .update(readFileSync(join(facts, path)))
        .digest('hex')
    ])
  )
}

/** The state of each API, by its ID. */
export function statesIn(folder: string): Record<string, {listings: unknown; error?: {message: string}}> {
  const names = readdirSync(join(folder, 'state')).filter(name => name.endsWith('.json'))
  const states = names.map(name => JSON.parse(readFileSync(join(folder, 'state', name), 'utf8')))
  return Object.fromEntries(states.map(state => [state.id, state]))
}

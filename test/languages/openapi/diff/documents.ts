// The documents that laws are checked on: those of fixtures/descriptions, and real ones if they are unpacked.
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {readSpecText} from '../../../../src/documents/read-document.ts'
import {packageFolder} from '../../../../src/stores/files/installed-packages.ts'
import type {Raw} from './edits.ts'

const folder = packageFolder('fixtures/descriptions')

export const parsed = (text: Buffer | string, source: string): Raw =>
  readSpecText(Buffer.from(text), source).value as Raw

/** Small documents with everything that is hard to compare, one for each version of OpenAPI. */
export const LENDING: Readonly<Record<string, Raw>> = Object.fromEntries(
  readdirSync(folder)
    .sort()
    .map(name => [name, parsed(readFileSync(join(folder, name)), name)])
)

/** The folder of real descriptions, or `undefined` if they aren't unpacked. */
export const CORPUS: string | undefined = [process.env.TENURE_DATA, join(tmpdir(), 'tenure-data')]
  .flatMap(path => (path === undefined ? [] : [join(path, 'corpus')]))
  .find(path => existsSync(path))

interface Listed {
  readonly file?: string
}

/** Pairs of adjacent releases of a service, in the order of its `releases.json`. */
export function pairsOf(service: string): (readonly [string, string])[] {
  if (CORPUS === undefined) return []
  const home = join(CORPUS, service)
  const releases: unknown = JSON.parse(readFileSync(join(home, 'releases.json'), 'utf8'))
  const list = (Array.isArray(releases) ? releases : (releases as {releases?: unknown}).releases) as readonly Listed[]
  const files = list
    .flatMap(({file}) => (file === undefined ? [] : [join(home, file)]))
    .filter(path => existsSync(path))
  return files.slice(1).map((file, before) => [files[before] as string, file] as const)
}

import {createHash} from 'node:crypto'
import {join} from 'node:path'
import {releaseKey} from '../../model/time/release.ts'
import type {Files} from '../../stores/files/files.ts'
import {decodeUtf8} from '../../stores/files/text-bytes.ts'
import {parseFacts, type ReleaseFacts, type UnusableFacts} from './facts-text.ts'
import type {HistoryFile} from './file.ts'

/**
 * The folder with the facts of a history, which are what was observed in the descriptions of its releases: `facts` in
 * the folder of the history, or `history.facts` next to `history.yaml`.
 */
const factsFolder = (history: string, isInFolder: boolean): string =>
  isInFolder ? join(history, 'facts') : `${history.replace(/\.ya?ml$/, '')}.facts`

/** Path of a release in a history folder. */
export const releasePath = (name: string): string => `releases/${name.replace(/[/\\:\n]|^\.+/g, '-')}.yaml`

/** The path of the facts of a release. */
export const factsPath = (history: string, isInFolder: boolean, release: string): string =>
  join(factsFolder(history, isInFolder), releasePath(release).replace(/^releases\/(.*)\.yaml$/s, '$1.json'))

/** The paths of all facts of a history. */
export function listFacts(files: Files, history: string, isInFolder: boolean): string[] {
  const folder = factsFolder(history, isInFolder)
  return files.isFolder(folder)
    ? files
        .listFolder(folder)
        .filter(name => name.endsWith('.json'))
        .map(name => join(folder, name))
    : []
}

const DIGEST_LENGTH = 16

/** The digest of a facts file, whatever its line ends are, because git may change them. */
export const digestFacts = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, DIGEST_LENGTH)

/** A facts file that can't be used, so that only the lines of its release count. */
export interface FactsProblem {
  readonly entry: number
  readonly path: string
  readonly kind: 'missing' | 'changed' | UnusableFacts
}

/** The facts of the releases of a history. */
export interface HistoryFacts {
  /** The facts of a release by the index of its timeline entry. */
  readonly facts: ReadonlyMap<number, ReleaseFacts>
  readonly problems: readonly FactsProblem[]
}

/** Reads the facts of a history. */
export function readHistoryFacts(files: Files, {declared, recorded = []}: HistoryFile, path: string): HistoryFacts {
  const isInFolder = files.isFolder(path)
  const facts = new Map<number, ReleaseFacts>()
  const problems: FactsProblem[] = []
  for (const {entry, facts: digest} of recorded) {
    const {name = ''} = declared.entries[entry] ?? {}
    const file = factsPath(path, isInFolder, name)
    const read = readReleaseFacts(files, file, digest, name)
    if (typeof read === 'string') problems.push({entry, path: file, kind: read})
    else facts.set(entry, read)
  }
  return {facts, problems}
}

function readReleaseFacts(
  files: Files,
  path: string,
  digest: string,
  release: string
): ReleaseFacts | FactsProblem['kind'] {
  if (!files.isFile(path)) return 'missing'
  const bytes = files.readTextBytes(path)
  if (digestFacts(bytes.toString('utf8')) !== digest) return 'changed'
  const facts = parseFacts(decodeUtf8(bytes, path), path)
  return typeof facts === 'string' || releaseKey(facts.release) === releaseKey(release) ? facts : 'invalid'
}

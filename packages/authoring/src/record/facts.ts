import {dirname, join} from 'node:path'
import {compareDescriptions, findOtherBases} from '@tenure/core/app/session/changes-between'
import type {ObservedSession} from '@tenure/core/app/session/descriptions'
import {factsPath} from '@tenure/core/inputs/history/facts-files'
import {formatFacts, type NamedDiff, type ReleaseFacts} from '@tenure/core/inputs/history/facts-text'
import type {ObservedRelease} from '@tenure/core/model/api/release-diff'
import {defined} from '@tenure/core/model/defined'
import type {Files} from '@tenure/core/stores/files/files'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {createParentFolder, editFile} from '@tenure/core/stores/files/write-file'
import type {EntryLines} from '../lines/to-history-lines.ts'

export interface WrittenFile {
  readonly path: string
  readonly text: string
}

/** The facts of all releases of a source, in their order. */
export function collectFacts(
  {selected, releases, history: {timeline}}: ObservedSession,
  entries: readonly EntryLines[]
): ReleaseFacts[] {
  return releases.map((release, at): ReleaseFacts => {
    const others = findOtherBases(timeline, at, releases[at]?.against)
    const also = others.flatMap(({name}): NamedDiff[] => {
      const observed = release.observed && compareDescriptions(selected, name, release.name)
      return observed ? [{against: name, observed}] : []
    })
    return {
      ...toFacts(release, releases),
      ...(also.length > 0 ? {also} : {}),
      lines: entries[at]?.lines ?? []
    }
  })
}

/** The facts of a release that was compared with others. */
function toFacts(
  {name, observed, against, wide}: ObservedRelease,
  releases: readonly Pick<ObservedRelease, 'name'>[]
): Omit<ReleaseFacts, 'lines'> {
  const nameOf = (at: number | undefined): string | undefined => (at === undefined ? undefined : releases[at]?.name)
  const other = nameOf(wide?.against)
  const isWide = wide !== undefined && other !== undefined
  return defined({
    release: name,
    against: nameOf(against),
    observed,
    wide: isWide ? ({against: other, observed: wide.observed} satisfies NamedDiff) : undefined
  })
}

/** The facts file of a release of a history. */
export function createFactsFile(files: Files, history: string, facts: ReleaseFacts): WrittenFile {
  const isInFolder = files.exists(history) ? files.isFolder(history) : !/\.ya?ml$/.test(history)
  return {path: factsPath(history, isInFolder, facts.release), text: formatFacts(facts)}
}

/** Writes files with facts, and marks those in their folder as generated, so that a review folds them. */
export function writeFacts(workspace: Workspace, facts: readonly WrittenFile[]): void {
  for (const {path, text} of facts) {
    createParentFolder(workspace, path)
    editFile(workspace, path, text)
    const attributes = join(dirname(path), '.gitattributes')
    if (!workspace.files.exists(attributes)) editFile(workspace, attributes, GENERATED)
  }
}

const GENERATED = '# tenure writes these files, and the releases contain their digests.\n*.json linguist-generated\n'

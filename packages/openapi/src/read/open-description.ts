import {openFileTree, type SpecFiles} from '@tenure/core/documents/document-files'
import {createHashedFiles, findFileTree} from '@tenure/core/documents/file-tree'
import {SPEC_LIMIT} from '@tenure/core/documents/read-document'
import {isServerCode} from '@tenure/core/languages/languages'
import {inputError} from '@tenure/core/model/input-error'
import type {SourceLocation} from '@tenure/core/model/location'
import {readStandardInput} from '@tenure/core/stores/files/file-system'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {openServerCode} from '../code-sources.ts'
import type {Snapshot} from '../snapshot.ts'
import {readSnapshot} from './snapshot.ts'

/** An API description with the source locations of its parts. */
export interface LocatedSnapshot {
  readonly snapshot: Snapshot
  /** Adds lines and columns to places in this description. */
  readonly locate: (places: readonly SourceLocation[]) => SourceLocation[]
}

/**
 * Reads an API description (a path, `-`, or `rev:path`) with all files below its root that it refers to.
 *
 * @internal Programs read it by the function of that name in `library.ts`.
 */
export function readDescription(workspace: Workspace, name: string): LocatedSnapshot {
  const files = findFileTree(workspace, name, () => readStandardInput(SPEC_LIMIT))
  return createDescription(isServerCode(files.path) ? openServerCode(files) : openFileTree(files))
}

/** Reads an API description from a JSON or YAML text. References to other files can't be resolved. */
export const readDescriptionText = (text: string, source: string): LocatedSnapshot =>
  createDescription(
    openFileTree({
      path: source,
      sourceOf: path => path,
      ...createHashedFiles(path => {
        if (path === source) return Buffer.from(text)
        throw inputError(`The description refers to another file, \`${path}\`, but was given alone.`, {source: path})
      }),
      real: path => (path === source ? path : undefined)
    })
  )

const createDescription = (files: SpecFiles): LocatedSnapshot => ({
  snapshot: readSnapshot(files),
  locate: files.locateAll
})

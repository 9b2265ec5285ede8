import type {Snapshot} from '../../model/api/snapshot.ts'
import {refuse} from '../../model/input-error.ts'
import type {Place} from '../../model/location.ts'
import {openShelf, openSpec, type SpecFiles} from '../document/document-files.ts'
import {hashed} from '../document/file-tree.ts'
import {SPEC_LIMIT} from '../document/read-document.ts'
import {readStandardInput} from '../files/file-system.ts'
import {readSnapshot} from './snapshot.ts'

/** An API description that was read, and where its parts are written. */
export interface Description {
  readonly snapshot: Snapshot
  /** The same places with their lines and columns, where they lie in this description. */
  readonly locate: (places: readonly Place[]) => Place[]
}

/** Reads a file, `-` or `rev:path`, with all files of the same root that it refers to. */
export const readDescription = (name: string): Description =>
  described(openSpec(name, {stdin: () => readStandardInput(SPEC_LIMIT)}))

/** Reads a text, JSON or YAML, that has no other files beside it. */
export const readDescriptionText = (text: string, source: string): Description =>
  described(
    openShelf({
      path: source,
      sourceOf: path => path,
      ...hashed(path => {
        if (path === source) return Buffer.from(text)
        throw refuse(`Unexpected path \`${path}\`, expected no other file`, {source: path})
      }),
      real: path => (path === source ? path : undefined)
    })
  )

const described = (files: SpecFiles): Description => ({snapshot: readSnapshot(files), locate: files.locateAll})

import {type FileTree, findFileTree} from '../documents/file-tree.ts'
import {SPEC_LIMIT} from '../documents/read-document.ts'
import {inputError} from '../model/input-error.ts'
import {readStandardInput} from '../stores/files/file-system.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import {readers} from './all-readers.ts'
import type {Description} from './description.ts'

/**
 * Loads what the languages need to open descriptions of these names, such as a compiler for server code. Throws an
 * `InputError` if that isn't installed.
 */
export async function readyFor(names: readonly (string | undefined)[]): Promise<void> {
  for (const create of readers) await create().prepare?.(names)
}

/** Opens descriptions of any language. What one opener opened it may share with what it opens next. */
export function createDescriptionOpener(): (files: FileTree) => Description {
  const all = readers.map(create => create())
  return files => {
    const reader = all.find(({reads}) => reads(files))
    if (!reader) throw inputError(`No language can read \`${files.sourceOf(files.path)}\`.`, {source: files.path})
    return reader.open(files)
  }
}

/** Opens a description by its name: a path, `-`, or `rev:path`. */
export const openDescription = (workspace: Workspace, name: string): Description =>
  createDescriptionOpener()(findFileTree(workspace, name, () => readStandardInput(SPEC_LIMIT)))

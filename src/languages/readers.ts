import {inputError} from '../model/input-error.ts'
import {type FileTree, findFileTree} from '../read/document/file-tree.ts'
import {SPEC_LIMIT} from '../read/document/read-document.ts'
import {readStandardInput} from '../read/files/file-system.ts'
import type {Workspace} from '../read/files/workspace.ts'
import type {Description, LanguageReader} from './description.ts'
import {createOpenapiReader} from './openapi/reader.ts'

/** What creates the reader of each language. OpenAPI is the last, because it names the formats that nothing reads. */
export const readers: (() => LanguageReader)[] = [createOpenapiReader]

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

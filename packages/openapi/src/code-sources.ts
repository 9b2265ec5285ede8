import type {SpecFiles} from '@tenure/core/documents/document'
import type {FileTree} from '@tenure/core/documents/file-tree'
import {isServerCode} from '@tenure/core/languages/languages'
import {inputError} from '@tenure/core/model/input-error'

/** Reads server code as an API description. */
export interface CodeReader {
  /** Loads what `read` needs. Throws an `InputError` if it isn't installed. */
  prepare(): Promise<void>
  /** Reads server code; requires `prepare` first. Throws an `InputError` if the code can't be read at all. */
  read(files: FileTree): SpecFiles
}

/** The readers of server code. A program that contains one adds it here as it starts. */
export const codeReaders = new Set<CodeReader>()

const prepared = new WeakSet<CodeReader>()

/** Prepares the readers of server code if any of the names is server code. */
export async function prepareCode(names: readonly (string | undefined)[]): Promise<void> {
  if (!names.some(name => name !== undefined && isServerCode(name))) return
  for (const reader of codeReaders) {
    await reader.prepare()
    prepared.add(reader)
  }
}

/** Reads server code. Throws an `InputError` if its reader isn't prepared. */
export function openServerCode(files: FileTree): SpecFiles {
  for (const reader of codeReaders) if (prepared.has(reader)) return reader.read(files)
  const source = files.sourceOf(files.path)
  throw inputError(
    `\`${source}\` is server code, and its reader isn't loaded yet. Call \`await readyFor(['${source}'])\` first.`,
    {source}
  )
}

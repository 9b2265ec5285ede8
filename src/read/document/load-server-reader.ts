import {inputError} from '../../model/input-error.ts'
import {loadCompiler} from '../files/compiler.ts'
import {isServerCode, type SpecFiles} from './document.ts'
import type {FileTree} from './file-tree.ts'

let reader: ((fileTree: FileTree) => SpecFiles) | undefined

/**
 * Loads the reader of server code, which includes a compiler, if any of the names is server code. Must be called before
 * such a name is passed to `readDescription`. Throws an `InputError` if no compiler is installed.
 */
export async function readyFor(names: readonly (string | undefined)[]): Promise<void> {
  if (!names.some(name => name !== undefined && isServerCode(name))) return
  loadCompiler()
  reader ??= (await import('../server-code/read-server-code.ts')).readServerCode
}

/**
 * Reads server code as an API description. Throws an `InputError` if the reader isn't loaded.
 *
 * @internal Its types aren't part of the public API, so that no further packages are required.
 */
export function openServerCode(fileTree: FileTree): SpecFiles {
  if (reader) return reader(fileTree)
  const source = fileTree.sourceOf(fileTree.path)
  throw inputError(
    `\`${source}\` is server code, and its reader isn't loaded yet. Call \`await readyFor(['${source}'])\` first.`,
    {source}
  )
}

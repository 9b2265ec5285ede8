import {refuse} from '../../model/input-error.ts'
import type {SpecFiles} from './document.ts'
import type {Shelf} from './file-tree.ts'
import {isProgram} from './is-server-code.ts'

let reader: ((shelf: Shelf) => SpecFiles) | undefined

/**
 * Loads what reads server code, a compiler, if any of the names is one of it. Whoever hands such a name to
 * `readDescription` calls this first.
 */
export async function readyFor(names: readonly (string | undefined)[]): Promise<void> {
  if (!names.some(name => name !== undefined && isProgram(name))) return
  reader ??= (await import('../server-code/read-server-code.ts')).openServer
}

/**
 * Reads server code as a description.
 *
 * @internal What it takes is none of the types of the door, which need no others installed.
 */
export function openProgram(shelf: Shelf): SpecFiles {
  if (reader) return reader(shelf)
  const source = shelf.sourceOf(shelf.path)
  throw refuse(
    `Unexpected server code \`${source}\` before its reader is loaded, expected \`await readyFor(['${source}'])\` first`,
    {source}
  )
}

import {isProgram} from './program-name.ts'
import type {SpecFiles} from './spec-document.ts'
import type {Shelf} from './spec-shelf.ts'

let reader: ((shelf: Shelf) => SpecFiles) | undefined

/** Loads what reads server code, a compiler, if any of the names is one of it. */
export async function readyFor(names: readonly (string | undefined)[]): Promise<void> {
  if (!names.some(name => name !== undefined && isProgram(name))) return
  reader ??= (await import('./server.ts')).openServer
}

/** Reads server code as a description. Whoever names it has called `readyFor` with its name before. */
export function openProgram(shelf: Shelf): SpecFiles {
  if (!reader)
    throw new Error(`Unexpected server code \`${shelf.path}\` before its reader, expected \`readyFor\` first`)
  return reader(shelf)
}

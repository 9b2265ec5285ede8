import type {Context} from '../../context/context.ts'
import {COMPLETION_SCRIPTS} from '../completion/scripts.ts'
import {EXIT} from '../exit-codes.ts'

/** Prints the script that makes a shell ask for candidates. */
export function run({shell}: {readonly shell: keyof typeof COMPLETION_SCRIPTS}, context: Context): number {
  context.out(COMPLETION_SCRIPTS[shell])
  return EXIT.fine
}

import {type NotesOptions, notes} from '@tenure/pages/commands/notes'
import type {Context} from '../../context/context.ts'
import {EXIT} from '../exit-codes.ts'

/** Prints the notes of one release, or of a range of releases. */
export async function run(options: NotesOptions, context: Context): Promise<number> {
  context.out(await notes(options, context))
  return EXIT.fine
}

import {type NotesOptions, notes} from '@tenure/pages/commands/notes'
import type {Context} from '../../context/context.ts'
import {EXIT} from '../exit-codes.ts'
import {printAnswer} from '../print.ts'

/** Prints the notes of one release, or of a range of releases. */
export async function run(options: NotesOptions, context: Context): Promise<number> {
  await printAnswer(await notes(options, context), options.format ?? 'markdown', context)
  return EXIT.fine
}

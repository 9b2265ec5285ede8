import {type NotesOptions, notes, notesOfApi} from '@tenure/pages/commands/notes'
import {EXIT} from '../exit-codes.ts'
import type {CollectingContext} from '../print.ts'

/** Prints the notes of one release, or of a range of releases. */
export async function run(options: NotesOptions, context: CollectingContext): Promise<number> {
  const own = context.collectNotes && (await notesOfApi(options, context))
  if (own) context.collectNotes?.(own)
  else context.out(await notes(options, context))
  return EXIT.fine
}

import {judgeAll} from '../lint.ts'
import {renderNotes} from '../render/notes.ts'
import {EXIT, type Io} from './io.ts'
import {type CommonOptions, openSession} from './session.ts'

export interface NotesOptions extends CommonOptions {
  readonly release: string
}

/** One release as Markdown, for its page on a forge. */
export function run({release, ...common}: NotesOptions, io: Io): number {
  const {history, policy} = openSession(common, io)
  io.out(renderNotes(history, judgeAll(history, policy), policy, release))
  return EXIT.fine
}

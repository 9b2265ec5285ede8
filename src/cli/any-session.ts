import {plainText} from '../report/plain-text.ts'
import type {Io} from './io.ts'
import {openSession, type Session} from './session.ts'
import {type ChosenSource, chooseSource, isSource, type SourceSessionOptions} from './source-choice.ts'

/** A session on a history that people wrote, or on what descriptions show. */
export interface AnySession extends Session {
  /** Where the descriptions are, if they were read. */
  readonly chosen?: ChosenSource
}

/** Opens a source as `audit` does. How it was read is said aside, for what is printed is a page. */
export async function openAny(options: SourceSessionOptions, io: Io): Promise<AnySession> {
  if (!isSource(options)) {
    const session = openSession(options, io, options.source)
    tell(session, io)
    return session
  }
  const [chosen, {openSourceSession}] = await Promise.all([chooseSource(options, io), import('./source-session.ts')])
  const session = await openSourceSession(options, io, chosen)
  tell(session, io)
  return {...session, chosen}
}

const tell = ({path, remarks}: Session, io: Io): void => {
  for (const [at, remark] of remarks.entries()) io.err(`${plainText(at === 0 ? `${path}: ${remark}` : remark)}\n`)
}

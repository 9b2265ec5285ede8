import type {Verb} from '@tenure/core/model/lifecycle/event'
import type {StatementText} from '@tenure/core/text/statement'
import {compose} from './sentence-grammar.ts'
import type {SentenceReader} from './sentence-reader.ts'

// What patterns for sentences in changelogs are made of: verbs, and how what they match is read.

/** Makes statements of the parts of a sentence that a pattern matched. */
export type Reading = (match: Readonly<Record<string, string | undefined>>, sentence: SentenceReader) => StatementText[]

export interface SentencePattern {
  readonly pattern: RegExp
  readonly read: Reading
}

export const pattern = (source: string, end: string, read: Reading): SentencePattern => ({
  pattern: new RegExp(`^${compose(source)}${compose(end)}$`, 'i'),
  read
})

export const ADD = '(?:adds?|added|introduces?|introduced|new)'
export const REMOVE = '(?:removes?|removed|drops?|dropped|deletes?|deleted|retires?|retired)'
export const CHANGE = '(?:changes?|changed|updates?|updated|modif(?:y|ies|ied))'
export const WILL_END =
  '(?:(?:is|are) (?:now )?deprecated and )?will (?:be (?:removed|deleted|dropped|retired|discontinued|unsupported|turned off|shut down|switched off)|no longer be (?:available|supported|included|returned|accepted))(?: from (?:the |our )?API)?'
export const DEPRECATE = '(?:deprecates?|deprecated)'
/** Words that say that a part was removed, or is no longer returned or accepted. */
export const STOPPED =
  '(?:removed|omitted|dropped|deleted|retired|no longer (?:included|returned|supported|accepted|available))'

export const verbOf = (word: string): Verb =>
  /^(?:add|introduc|new)/i.test(word) ? 'added' : /^deprecat/i.test(word) ? 'deprecated' : 'removed'

/** The verb of the state with which a sentence ends: removed for `were deprecated in 1.48, and are now omitted`. */
export const stateAfter = (verb: string, rest = ''): Verb =>
  /\b(?:is|are) (?:now (?:omitted|removed)|no longer (?:included|returned|supported))\b(?! (?:if|when|unless)\b)/i.test(
    rest
  )
    ? 'removed'
    : /^(?:add|deprec)/i.test(verb)
      ? verbOf(verb)
      : 'removed'

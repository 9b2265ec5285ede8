import {COUNT_NOUNS, parseTarget} from '@tenure/core/languages/languages'
import {defined} from '@tenure/core/model/defined'
import {MARKS, noteText} from '@tenure/core/phrases/text-pieces'
import {
  ADOPTED_TEMPLATES,
  EMPTY_SECTION_TEXTS,
  INCOMPLETE_HISTORY_NOTE,
  LEAD_SENTENCES,
  noCurrent,
  TITLE_END
} from '@tenure/core/text/page-strings'
import {sentenceTemplate} from '@tenure/core/text/sentence-templates'
import {stickySentencePattern} from '@tenure/core/text/statement-sentences'

// Phrases in change histories that don't describe changes: introductions of lists, what is unknown, titles.

/** An operation name in mixed case, such as `ListTokens: …`. */
export const OPERATION_NAME = /^(?:operation )?([A-Z][a-z]+(?:[A-Z]+[a-z]*)+): /

export type ListKind = 'areas' | 'notes' | 'facts' | 'unknown' | 'derived' | 'links'

/** Sentences that introduce a list, in rendered pages and in others. */
export const LIST_LEADS: readonly [RegExp, ListKind][] = [
  [new RegExp(`^${LEAD_SENTENCES.areas}$`), 'areas'],
  [/\bareas?:$/i, 'areas'],
  [new RegExp(`^${LEAD_SENTENCES.notes}$`), 'notes'],
  [new RegExp(`^(?:${LEAD_SENTENCES.others}|${LEAD_SENTENCES.otherFields})$`, 'i'), 'facts'],
  [new RegExp(`^${LEAD_SENTENCES.unknown}$`), 'unknown'],
  [new RegExp(`^${LEAD_SENTENCES.open}$`), 'derived']
]

export const basePattern = new RegExp(
  `^base (?:address|url): (?:${MARKS.code[0]}([^${MARKS.code[1]}]*)${MARKS.code[1]}|(\\S+?))\\.?$`,
  'i'
)
const completePatterns = ADOPTED_TEMPLATES.map(text => stickySentencePattern(sentenceTemplate(text).pattern))

/** The day from which on the history is complete, if the sentence states one; otherwise `undefined`. */
export function findCompleteDay(text: string): string | undefined {
  for (const pattern of completePatterns) {
    pattern.lastIndex = 0
    const since = pattern.exec(text)?.[1]
    if (since !== undefined) return since
  }
  return undefined
}

export const EMPTY_PHRASES = new Set<string>([
  ...Object.values(EMPTY_SECTION_TEXTS),
  ...['endpoint', ...COUNT_NOUNS].map(noCurrent),
  INCOMPLETE_HISTORY_NOTE
])
export const ABOUT = /^(?:[\d.]+ )?(?:about.*|overview|introduction|what .* (?:is|does)|summary|description)$/i
export const NEVER_ANNOUNCED =
  /^(?:all (?:of )?)?(?:these|the|those) (?:removals|paths|endpoints)(?: listed (?:here|above))? (?:were|was) (?:made |removed )?without (?:a |any )?(?:deprecation|announcement|notice|warning)\b[^.]*\.?$/i
export const UNDOCUMENTED_SENTENCE = /^(.+?): not (?:shown|known|specified|documented)(?:, (.+?))?\.?$/is

const VERSION = 'v?\\d[\\w+-]*(?:\\.[\\w+-]+)*'
export const DEPRECATED_SINCE = new RegExp(
  `^${MARKS.code[0]}([^${MARKS.code[1]}]*)${MARKS.code[1]}:? (?:(?:was|is|are|were) )?deprecated (?:since|in|from) (?:release )?(${VERSION})\\.?(?: (?:they|it|these) (?:are|is|will be) (?:not|no longer) (?:be )?supported from (?:product )?(?:release )?(${VERSION})(?: onwards?)?\\.?)?$`,
  'i'
)

/**
 * Facts about several paths at once, such as `v1/integrations and v1-beta/integrations: …`; empty if the text has
 * another form.
 */
export function readNamedFacts(text: string) {
  const colon = text.indexOf(': ')
  const names = text
    .slice(0, colon)
    .replace(/[\ufdd0\ufdd1]/g, '')
    .split(/,? and |, /)
  const operation = OPERATION_NAME.exec(text)?.[1]
  const targets =
    operation === undefined
      ? names.map(name => (/^\/?[^\s/]+\/\S+$/.test(name) ? parseTarget(`/${name.replace(/^\//, '')}/**`) : undefined))
      : [parseTarget(`operation ${operation}`)]
  const known = targets.filter(target => target !== undefined)
  if (colon === -1 || known.length !== targets.length) return []
  return known.map(target => ({subject: {target}, note: noteText(text.slice(colon + 2)).trim()}))
}

/** A topic, which is emphasized, and the note after the colon. */
export function readTopic(text: string): {topic: string; note?: string} {
  const [, free, coded] =
    new RegExp(`^${MARKS.free[0]}([^${MARKS.free[1]}]*)${MARKS.free[1]}(?:: ([\\s\\S]*))?$`).exec(text) ?? []
  if (free !== undefined) return {topic: noteText(free), ...(coded === undefined ? {} : {note: noteText(coded)})}
  const [, topic, note] = UNDOCUMENTED_SENTENCE.exec(noteText(text)) ?? []
  return topic === undefined ? {topic: noteText(text)} : defined({topic, note})
}

/** The service in a title such as `Lending Library API: change history`. */
export const readServiceTitle = (title: string): string =>
  (title.endsWith(TITLE_END)
    ? title.slice(0, -TITLE_END.length)
    : title.replace(
        /\s*[:–—-]?\s*(?:versioning and )?(?:change ?history|changelog|change log|release notes|changes)$/i,
        ''
      )
  ).trim() || title

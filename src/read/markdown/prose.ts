import {parseTarget} from '../../model/subject/subject.ts'
import {ADOPTED, ADOPTED_BEFORE, INCOMPLETE, LEADS, NOTHING, TITLE_END} from '../../text/page-strings.ts'
import {template} from '../../text/sentence-templates.ts'
import {sticky} from '../../text/statement-sentences.ts'
import {MARKS, noteOf} from '../../text/text-pieces.ts'

// Phrases in change histories that don't describe changes: introductions of lists, what is unknown, titles.

/** An operation name in mixed case, such as `ListTokens: …`. */
export const OPERATION_NAME = /^(?:operation )?([A-Z][a-z]+(?:[A-Z]+[a-z]*)+): /

export type ListKind = 'areas' | 'notes' | 'facts' | 'unknown' | 'derived'

/** Sentences that introduce a list, in rendered pages and in others. */
export const LIST_LEADS: readonly [RegExp, ListKind][] = [
  [new RegExp(`^${LEADS.areas}$`), 'areas'],
  [/\bareas?:$/i, 'areas'],
  [new RegExp(`^${LEADS.notes}$`), 'notes'],
  [new RegExp(`^(?:${LEADS.others}|${LEADS.otherFields})$`, 'i'), 'facts'],
  [new RegExp(`^${LEADS.unknown}$`), 'unknown'],
  [new RegExp(`^${LEADS.open}$`), 'derived']
]

export const basePattern = new RegExp(
  `^base (?:address|url): (?:${MARKS.code[0]}([^${MARKS.code[1]}]*)${MARKS.code[1]}|(\\S+?))\\.?$`,
  'i'
)
const adoptedPatterns = [ADOPTED, ADOPTED_BEFORE].map(text => sticky(template(text).pattern))

/**
 * The day from which announcements count from when they were recorded, if the sentence states one; otherwise
 * `undefined`.
 */
export function adoptedIn(text: string): string | undefined {
  for (const pattern of adoptedPatterns) {
    pattern.lastIndex = 0
    const since = pattern.exec(text)?.[1]
    if (since !== undefined) return since
  }
  return undefined
}

export const nothing = new Set<string>([...Object.values(NOTHING), INCOMPLETE])
export const ABOUT = /^(?:[\d.]+ )?(?:about.*|overview|introduction|what .* (?:is|does)|summary|description)$/i
export const NEVER_ANNOUNCED =
  /^(?:all (?:of )?)?(?:these|the|those) (?:removals|paths|endpoints)(?: listed (?:here|above))? (?:were|was) (?:made |removed )?without (?:a |any )?(?:deprecation|announcement|notice|warning)\b[^.]*\.?$/i
export const NOT_SHOWN = /^(.+?): not (?:shown|known|specified|documented)(?:, (.+?))?\.?$/is

const VERSION = 'v?\\d[\\w+-]*(?:\\.[\\w+-]+)*'
export const DEPRECATED_SINCE = new RegExp(
  `^${MARKS.code[0]}([^${MARKS.code[1]}]*)${MARKS.code[1]}:? (?:(?:was|is|are|were) )?deprecated (?:since|in|from) (?:release )?(${VERSION})\\.?(?: (?:they|it|these) (?:are|is|will be) (?:not|no longer) (?:be )?supported from (?:product )?(?:release )?(${VERSION})(?: onwards?)?\\.?)?$`,
  'i'
)

/**
 * Facts about several paths at once, such as `v1/integrations and v1-beta/integrations: …`; empty if the text has
 * another form.
 */
export function namedFacts(text: string) {
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
  return known.map(target => ({subject: {target}, note: noteOf(text.slice(colon + 2)).trim()}))
}

/** A topic, marked as such, and the note after the colon. */
export function topicOf(text: string): {topic: string; note?: string} {
  const [, free, coded] =
    new RegExp(`^${MARKS.free[0]}([^${MARKS.free[1]}]*)${MARKS.free[1]}(?:: ([\\s\\S]*))?$`).exec(text) ?? []
  if (free !== undefined) return {topic: noteOf(free), ...(coded === undefined ? {} : {note: noteOf(coded)})}
  const [, topic, note] = NOT_SHOWN.exec(noteOf(text)) ?? []
  return topic === undefined ? {topic: noteOf(text)} : {topic, ...(note === undefined ? {} : {note})}
}

/** The service in a title such as `Lending Library API: change history`. */
export const titleOf = (title: string): string =>
  (title.endsWith(TITLE_END)
    ? title.slice(0, -TITLE_END.length)
    : title.replace(
        /\s*[:–—-]?\s*(?:versioning and )?(?:change ?history|changelog|change log|release notes|changes)$/i,
        ''
      )
  ).trim() || title

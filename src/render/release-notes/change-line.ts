import {defined} from '../../model/defined.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import type {Moment} from '../../model/time/timeline.ts'
import {momentPieces} from '../../text/sentence-templates.ts'
import {statedText, statementOfEvent} from '../../text/statement.ts'
import {statementPieces} from '../../text/statement-sentences.ts'
import {commonStem} from '../../text/subject-groups.ts'
import {subjectPieces} from '../../text/subject-phrase.ts'
import {capitalizeFirst, codePiece, ensureFullStop, type TextPiece} from '../../text/text-pieces.ts'
import {earliestDeclaredEnd, type HistoryPage} from '../page-data.ts'
import {describeChange, unnamedOperations} from './affected-operations.ts'
import {affectedSubjects, type ChangeGroup, type ReleaseChange} from './release-changes.ts'

/** A line of release notes: one root cause, or several that one sentence covers. */
export interface ChangeLine {
  readonly group: ChangeGroup
  readonly pieces: readonly TextPiece[]
  /** Changes that the line covers. The first one supplies what they have in common. */
  readonly members: readonly [ReleaseChange, ...ReleaseChange[]]
  /** Names of all covered subjects, if the sentence doesn't name them all. */
  readonly unnamed: readonly (readonly TextPiece[])[]
  /** All affected operations. */
  readonly operations: readonly Subject[]
  /** The release of the change, if the notes cover several releases. */
  readonly release?: string
}

export const createChangeLine = (
  members: readonly [ReleaseChange, ...ReleaseChange[]],
  pieces: readonly TextPiece[],
  unnamed: ChangeLine['unnamed'] = []
): ChangeLine => ({
  group: members[0].group,
  pieces,
  members,
  unnamed,
  operations: [...new Map(members.flatMap(affectedSubjects).map(each => [subjectKey(each), each])).values()]
})

/** A declared change in sentences from which the history can be read back. */
export function declaredPieces({event, arrival, also}: ReleaseChange, {history}: HistoryPage): TextPiece[] {
  const {existing, ...said} = statementOfEvent(event, arrival)
  const {entries} = history.timeline
  const after = event.by?.after === undefined ? undefined : entries[event.by.after]?.name
  // A property of the whole release isn't repeated in each line.
  const more = defined({existing: entries[event.entry]?.existing ? undefined : existing, after})
  return [...statementPieces({...said, ...more}), ...(also ? [' ', ...statementPieces(statementOfEvent(also))] : [])]
}

/**
 * Line of a declared change, with what follows from the policy. Its sentences name the affected operations, so none are
 * added.
 */
export function declaredLine(news: ReleaseChange, page: HistoryPage): ChangeLine {
  const written = declaredPieces(addReplacement(news), page)
  const more = [...deprecatedSincePieces(news), ...earliestEndPieces([news], page)]
  return {
    ...createChangeLine([news], more.length > 0 ? [...ensureFullStop(written), ...more] : written),
    operations: []
  }
}

/** Adds the replacement from the deprecation, if the removal itself names none. */
function addReplacement(news: ReleaseChange): ReleaseChange {
  const {event, judgement} = news
  const named = judgement?.isInferred ? undefined : judgement?.replacement
  if (event.kind !== 'removed' || event.replacement || event.counterpart || event.unreplaced || !named) return news
  return {...news, event: {...event, replacement: named}}
}

/** Sentence with the deprecation date, if the removal doesn't state it. */
function deprecatedSincePieces({event, judgement}: ReleaseChange): TextPiece[] {
  const moment = judgement?.announcement?.moment
  if (event.kind !== 'removed' || event.announced || !moment || moment.entry === event.entry) return []
  return [' Deprecated since ', ...momentPieces(statedText(moment)), '.']
}

/** Sentence for an observed change. */
export const changeSentence = (news: ReleaseChange): readonly TextPiece[] => {
  const {observed, subject, kind} = news.event
  if (news.also) return [...subjectPieces(subject), ' is new, and deprecated already']
  if (observed) return describeChange(observed)
  const words = {introduced: ' is new', removed: ' is gone', deprecated: ' is now deprecated'} as const
  return [...subjectPieces(subject), kind in words ? words[kind as keyof typeof words] : ' has changed']
}

export function observedLine(news: ReleaseChange, page: HistoryPage): ChangeLine {
  const {observed} = news.event
  const said = [...capitalizeFirst(changeSentence(news)), ...endSentence([news], page)]
  return createChangeLine([news], said, observed ? unnamedOperations(observed) : [])
}

/** End of a sentence: deprecation date, sunset, and replacement. Includes the full stop. */
export function endSentence(members: readonly [ReleaseChange, ...ReleaseChange[]], page: HistoryPage): TextPiece[] {
  const [{event}] = members
  const isEnd = event.kind === 'removed'
  const stated = (moments: readonly (Moment | undefined)[]): string | undefined => {
    const [only, ...others] = new Set(moments.map(moment => moment && statedText(moment)))
    return others.length === 0 ? only : undefined
  }
  const announced = isEnd ? stated(members.map(({judgement}) => judgement?.announcement?.moment)) : undefined
  const sunset = isEnd ? undefined : stated(members.map(each => each.event.sunset ?? each.also?.sunset))
  return [
    ...(announced === undefined ? [] : [', deprecated since ', ...momentPieces(announced)]),
    ...(sunset === undefined ? [] : [', and ends ', ...momentPieces(sunset)]),
    '.',
    ...replacementPieces(members),
    ...earliestEndPieces(members, page)
  ]
}

/**
 * Sentence about replacements: one for all changes, or the common path if each has its own. Empty if some have none.
 */
function replacementPieces(members: readonly ReleaseChange[]): TextPiece[] {
  const named = members.flatMap(({event, judgement}) => event.replacement ?? judgement?.replacement ?? [])
  const [first] = named
  if (!first || named.length < members.length) return []
  const guessed = members.every(({event, judgement}) => !event.replacement && judgement?.isInferred)
  const how = guessed ? ' (as its path suggests)' : ''
  if (new Set(named.map(subjectKey)).size === 1) return [' Use ', ...subjectPieces(first), `${how}.`]
  const stem = commonStem(named.map(({target}) => target))
  const own = commonStem(members.map(({event}) => event.subject.target))
  return stem === own || stem === '/**' ? [] : [' Use ', codePiece(stem), `${how}.`]
}

/** Sentence with the earliest end of support under a declared policy, for deprecations without a sunset. */
function earliestEndPieces(members: readonly [ReleaseChange, ...ReleaseChange[]], page: HistoryPage): TextPiece[] {
  const [{event}] = members
  if (event.kind !== 'deprecated' || event.sunset) return []
  const days = members.map(({event: {subject}}) => {
    const last = page.history.bySubject.get(subjectKey(subject))?.tenures.at(-1)
    // Subjects that have been removed since need no earliest date.
    return last?.end?.pending === false ? undefined : earliestDeclaredEnd(subject, page)
  })
  const [day, ...others] = new Set(days)
  return day === undefined || others.length > 0
    ? []
    : [' By ', codePiece(page.policy.name), ` it stays until ${day} at least.`]
}

import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import type {Moment} from '../../model/time/timeline.ts'
import {earliestLawfulEnd, knownEnd} from '../../policy/earliest-end-of-support.ts'
import {piecesOfMoment} from '../../text/sentence-templates.ts'
import {copy, saidOf, statedText} from '../../text/statement.ts'
import {piecesOfSaid} from '../../text/statement-sentences.ts'
import {stemOf} from '../../text/subject-groups.ts'
import {piecesOfSubject} from '../../text/subject-phrase.ts'
import {capital, codeOf, type Piece, stopped} from '../../text/text-pieces.ts'
import type {Page} from '../page-data.ts'
import {sentenceOfChange, unnamedOf} from './affected-operations.ts'
import {type News, type NewsGroup, reachedBy} from './release-changes.ts'

/** A line of release notes: one root cause, or several that one sentence covers. */
export interface NewsLine {
  readonly group: NewsGroup
  readonly pieces: readonly Piece[]
  /** Changes that the line covers. The first one supplies what they have in common. */
  readonly members: readonly [News, ...News[]]
  /** Names of all covered subjects, if the sentence doesn't name them all. */
  readonly unnamed: readonly (readonly Piece[])[]
  /** All affected operations. */
  readonly operations: readonly Subject[]
  /** The release of the change, if the notes cover several releases. */
  readonly release?: string
}

export const lineOf = (
  members: readonly [News, ...News[]],
  pieces: readonly Piece[],
  unnamed: NewsLine['unnamed'] = []
): NewsLine => ({
  group: members[0].group,
  pieces,
  members,
  unnamed,
  operations: [...new Map(members.flatMap(reachedBy).map(each => [subjectKey(each), each])).values()]
})

/** A declared change in sentences from which the history can be read back. */
export function writtenPieces({event, arrival, also}: News, {history}: Page): Piece[] {
  const {existing, ...said} = saidOf(event, arrival)
  const {entries} = history.timeline
  const after = event.by?.after === undefined ? undefined : entries[event.by.after]?.name
  // A property of the whole release isn't repeated in each line.
  const more = {...copy('existing', entries[event.entry]?.existing ? undefined : existing), ...copy('after', after)}
  return [...piecesOfSaid({...said, ...more}), ...(also ? [' ', ...piecesOfSaid(saidOf(also))] : [])]
}

/**
 * Line of a declared change, with what follows from the policy. Its sentences name the affected operations, so none are
 * added.
 */
export function writtenLine(news: News, page: Page): NewsLine {
  const written = writtenPieces(addReplacement(news), page)
  const more = [...deprecatedSincePieces(news), ...earliestEndPieces([news], page)]
  return {...lineOf([news], more.length > 0 ? [...stopped(written), ...more] : written), operations: []}
}

/** Adds the replacement from the deprecation, if the removal itself names none. */
function addReplacement(news: News): News {
  const {event, judgement} = news
  const named = judgement?.isInferred ? undefined : judgement?.replacement
  if (event.kind !== 'removed' || event.replacement || event.counterpart || event.unreplaced || !named) return news
  return {...news, event: {...event, replacement: named}}
}

/** Sentence with the deprecation date, if the removal doesn't state it. */
function deprecatedSincePieces({event, judgement}: News): Piece[] {
  const moment = judgement?.announcement?.moment
  if (event.kind !== 'removed' || event.announced || !moment || moment.entry === event.entry) return []
  return [' Deprecated since ', ...piecesOfMoment(statedText(moment)), '.']
}

/** Sentence for an observed change. */
export const sentenceOf = (news: News): readonly Piece[] => {
  const {observed, subject, kind} = news.event
  if (news.also) return [...piecesOfSubject(subject), ' is new, and deprecated already']
  if (observed) return sentenceOfChange(observed)
  const words = {introduced: ' is new', removed: ' is gone', deprecated: ' is now deprecated'} as const
  return [...piecesOfSubject(subject), kind in words ? words[kind as keyof typeof words] : ' has changed']
}

export function seenLine(news: News, page: Page): NewsLine {
  const {observed} = news.event
  const said = [...capital(sentenceOf(news)), ...afterwards([news], page)]
  return lineOf([news], said, observed ? unnamedOf(observed) : [])
}

/** End of a sentence: deprecation date, sunset, and replacement. Includes the full stop. */
export function afterwards(members: readonly [News, ...News[]], page: Page): Piece[] {
  const [{event}] = members
  const isEnd = event.kind === 'removed'
  const stated = (moments: readonly (Moment | undefined)[]): string | undefined => {
    const [only, ...others] = new Set(moments.map(moment => moment && statedText(moment)))
    return others.length === 0 ? only : undefined
  }
  const announced = isEnd ? stated(members.map(({judgement}) => judgement?.announcement?.moment)) : undefined
  const sunset = isEnd ? undefined : stated(members.map(each => each.event.sunset ?? each.also?.sunset))
  return [
    ...(announced === undefined ? [] : [', deprecated since ', ...piecesOfMoment(announced)]),
    ...(sunset === undefined ? [] : [', and ends ', ...piecesOfMoment(sunset)]),
    '.',
    ...replacementPieces(members),
    ...earliestEndPieces(members, page)
  ]
}

/**
 * Sentence about replacements: one for all changes, or the common path if each has its own. Empty if some have none.
 */
function replacementPieces(members: readonly News[]): Piece[] {
  const named = members.flatMap(({event, judgement}) => event.replacement ?? judgement?.replacement ?? [])
  const [first] = named
  if (!first || named.length < members.length) return []
  const guessed = members.every(({event, judgement}) => !event.replacement && judgement?.isInferred)
  const how = guessed ? ' (as its path suggests)' : ''
  if (new Set(named.map(subjectKey)).size === 1) return [' Use ', ...piecesOfSubject(first), `${how}.`]
  const stem = stemOf(named.map(({target}) => target))
  const own = stemOf(members.map(({event}) => event.subject.target))
  return stem === own || stem === '/**' ? [] : [' Use ', codeOf(stem), `${how}.`]
}

/** Sentence with the earliest end of support under a declared policy, for deprecations without a sunset. */
function earliestEndPieces(members: readonly [News, ...News[]], {history, policy, assumed}: Page): Piece[] {
  const [{event}] = members
  if (assumed || event.kind !== 'deprecated' || event.sunset) return []
  const days = members.map(each => {
    const life = history.bySubject.get(subjectKey(each.event.subject))
    // Subjects that have been removed since need no earliest date.
    if (!life || life.tenures.at(-1)?.end?.pending === false) return undefined
    return knownEnd(earliestLawfulEnd(life, policy, history))
  })
  const [day, ...others] = new Set(days)
  return day === undefined || others.length > 0 ? [] : [' By ', codeOf(policy.name), ` it stays until ${day} at least.`]
}

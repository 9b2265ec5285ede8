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

/** One line of release notes: one root cause, or several that one sentence can tell. */
export interface NewsLine {
  readonly group: NewsGroup
  readonly pieces: readonly Piece[]
  /** What it tells of; the first speaks for what all share. */
  readonly members: readonly [News, ...News[]]
  /** What the line tells of, each by its name, where it does not name all. */
  readonly unnamed: readonly (readonly Piece[])[]
  /** All operations that meet it. */
  readonly operations: readonly Subject[]
  /** The release that brought it, where the notes are about several. */
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

/** What people wrote, in the sentences that a change history can be read back from. */
export function writtenPieces({event, arrival, also}: News, {history}: Page): Piece[] {
  const {existing, ...said} = saidOf(event, arrival)
  const {entries} = history.timeline
  const after = event.by?.after === undefined ? undefined : entries[event.by.after]?.name
  // What holds for the whole release is said once.
  const more = {...copy('existing', entries[event.entry]?.existing ? undefined : existing), ...copy('after', after)}
  return [...piecesOfSaid({...said, ...more}), ...(also ? [' ', ...piecesOfSaid(saidOf(also))] : [])]
}

/** The same with what follows from the policy. Which operations meet it, the words say. */
export function writtenLine(news: News, page: Page): NewsLine {
  const written = writtenPieces(withNamed(news), page)
  const more = [...markedBefore(news), ...lawfulEnd([news], page)]
  return {...lineOf([news], more.length > 0 ? [...stopped(written), ...more] : written), operations: []}
}

/** What its announcement named is to be used instead, where the line of the end itself names nothing. */
function withNamed(news: News): News {
  const {event, judgement} = news
  const named = judgement?.isInferred ? undefined : judgement?.replacement
  if (event.kind !== 'removed' || event.replacement || event.counterpart || event.unreplaced || !named) return news
  return {...news, event: {...event, replacement: named}}
}

/** Since when clients could know of an end, where its own line does not say. */
function markedBefore({event, judgement}: News): Piece[] {
  const moment = judgement?.announcement?.moment
  if (event.kind !== 'removed' || event.announced || !moment || moment.entry === event.entry) return []
  return [' Deprecated since ', ...piecesOfMoment(statedText(moment)), '.']
}

/** The sentence on one change that descriptions show, with what to do about it. */
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

/** What follows the sentence: since when it was announced, when it ends, what to use instead. Ends with a full stop. */
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
    ...insteadOf(members),
    ...lawfulEnd(members, page)
  ]
}

/** What to use instead: one for all, or the stem of all where each has one. */
function insteadOf(members: readonly News[]): Piece[] {
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

/** The first day on which a declared policy allows the end, where nobody promised one. */
function lawfulEnd(members: readonly [News, ...News[]], {history, policy, assumed}: Page): Piece[] {
  const [{event}] = members
  if (assumed || event.kind !== 'deprecated' || event.sunset) return []
  const days = members.map(each => {
    const life = history.bySubject.get(subjectKey(each.event.subject))
    // What has ended since needs no forecast.
    if (!life || life.tenures.at(-1)?.end?.pending === false) return undefined
    return knownEnd(earliestLawfulEnd(life, policy, history))
  })
  const [day, ...others] = new Set(days)
  return day === undefined || others.length > 0 ? [] : [' By ', codeOf(policy.name), ` it stays until ${day} at least.`]
}

import {identityNoun} from '../../languages/languages.ts'
import {defined} from '../../model/defined.ts'
import {isMember, isPrefix, type Subject, subjectKey} from '../../model/subject/subject.ts'
import type {Moment} from '../../model/time/timeline.ts'
import {bareNames} from '../../phrases/subject.ts'
import {
  addAside,
  capitalizeFirst,
  codePiece,
  ensureFullStop,
  flattenPieces,
  type TextPiece
} from '../../phrases/text-pieces.ts'
import {changeSentence} from '../../text/changes/sentences.ts'
import {capitalize} from '../../text/format-values.ts'
import {publicStatement, type StatementText, statedText, statementOfEvent} from '../../text/statement.ts'
import {statementPieces} from '../../text/statement-sentences.ts'
import {commonReplacement} from '../../text/subject-groups.ts'
import {mentionedSubject} from '../../text/subject-phrase.ts'
import {
  areNamed,
  areTelling,
  describeAffected,
  describeChange,
  MOST_NAMED_OPERATIONS,
  pluralizePredicate,
  sharingOperations
} from './affected-operations.ts'
import {atMomentPieces, clientSentences, momentOrEarlier} from './client-sentences.ts'
import {earliestDeclaredEnd, type HistoryPage} from './page-data.ts'
import {proseNames} from './prose-names.ts'
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
  /** The sentence doesn't name all affected operations. */
  readonly hidesOperations?: true
  /** The release of the change, if the notes cover several releases. */
  readonly release?: string
}

const createChangeLine = (
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

/** A declared change as a statement, with the last release before it if that is needed. */
function statementOfChange({event, arrival}: ReleaseChange, {history}: HistoryPage): StatementText {
  const {existing, ...stated} = statementOfEvent(event, arrival)
  const {entries} = history.timeline
  const after = event.by?.after === undefined ? undefined : entries[event.by.after]?.name
  // A property of the whole release isn't repeated in each line.
  return {...stated, ...defined({existing: entries[event.entry]?.existing ? undefined : existing, after})}
}

/**
 * A declared change in sentences from which the history can be read back, without approvals and evidence unless the page
 * is internal.
 */
export const declaredPieces = (news: ReleaseChange, page: HistoryPage): TextPiece[] => [
  ...statementPieces(
    (page.isInternal ? (each: StatementText) => each : publicStatement)(statementOfChange(news, page))
  ),
  ...(news.also ? [' ', ...statementPieces(statementOfEvent(news.also))] : [])
]

/**
 * Line of a declared change, with what follows from the policy. Its sentences name the affected operations, so none are
 * added.
 */
export function declaredLine(news: ReleaseChange, page: HistoryPage): ChangeLine {
  const named = addReplacement(news)
  const written = page.isForClients
    ? clientSentences(named, statementOfChange(named, page), isPending(news, page))
    : declaredPieces(named, page)
  const more = [...deprecatedSincePieces(news), ...earliestEndPieces([news], page), ...callerPieces([news], page)]
  return {
    ...createChangeLine([news], more.length > 0 ? [...ensureFullStop(written), ...more] : written),
    operations: []
  }
}

const isPending = ({event}: ReleaseChange, {history}: HistoryPage): boolean =>
  history.timeline.entries[event.entry]?.pending === true

/** Adds the replacement from the deprecation, if the removal itself names none. */
function addReplacement(news: ReleaseChange): ReleaseChange {
  const {event, judgment} = news
  const named = judgment?.isInferred ? undefined : judgment?.replacement
  if (event.kind !== 'removed' || event.replacement || event.counterpart || event.unreplaced || !named) return news
  return {...news, event: {...event, replacement: named}}
}

/** Sentence with the deprecation date, if the removal doesn't state it. */
function deprecatedSincePieces({event, judgment}: ReleaseChange): TextPiece[] {
  const moment = judgment?.announcement?.moment
  if (event.kind !== 'removed' || event.announced || !moment || moment.entry === event.entry) return []
  return [' Deprecated since ', ...momentOrEarlier(statedText(moment)), '.']
}

/** Sentence for a whole operation or webhook, or a change without a description. */
function describeWhole({also, event: {observed, subject, kind}}: ReleaseChange): readonly TextPiece[] {
  if (also) return ['added ', ...mentionedSubject(subject), ' (already deprecated)']
  if (observed) return describeChange(observed)
  const lead = {introduced: 'added ', removed: 'removed '}[kind as string]
  if (lead !== undefined) return [lead, ...mentionedSubject(subject)]
  const verb = {deprecated: ' is now deprecated', restored: ' was removed and added again'}[kind as string]
  return [...mentionedSubject(subject), verb ?? ' changed']
}

/** Whether the affected operations are too many for a sentence, and clients need their names. */
const hidesSome = ({operations}: ChangeLine): boolean =>
  !areNamed(operations.map(({target}) => target)) && areTelling(operations)

/** Line of an observed change of a whole subject. */
export function wholeSubjectLine(news: ReleaseChange, page: HistoryPage): ChangeLine {
  const sentence = [...capitalizeFirst(describeWhole(news)), ...endSentence([news], page)]
  const line = createChangeLine([news], sentence)
  const isShared = news.event.observed !== undefined && sharingOperations(news.event.observed).length > 0
  return isShared && hidesSome(line) ? {...line, hidesOperations: true} : line
}

/** Line of several whole subjects that share a sentence. */
export function wholeSubjectsLine(
  members: readonly [ReleaseChange, ...ReleaseChange[]],
  page: HistoryPage
): ChangeLine {
  const [{event, also}] = members
  const targets = members.map(({event: {subject}}) => subject.target)
  const lead = {introduced: 'added ', removed: 'removed '}[event.kind as string]
  const affected = describeAffected(targets)
  const verb = {
    deprecated: ' are now deprecated',
    withdrawn: ' are no longer deprecated',
    rescheduled: ' have another sunset date',
    restored: ' were removed and added again'
  }[event.kind as string]
  const sentence =
    lead === undefined
      ? [...affected, ...(commonPredicate(members) ?? [verb ?? ' changed'])]
      : [lead, ...affected, ...(also ? [' (already deprecated)'] : [])]
  const unnamed = areNamed(targets) ? [] : bareNames(targets)
  return createChangeLine(members, [...capitalizeFirst(sentence), ...endSentence(members, page)], unnamed)
}

/** What the observed sentences of all subjects say about them: ` no longer have a sunset date`. */
function commonPredicate(members: readonly ReleaseChange[]): TextPiece[] | undefined {
  const sentences = members.map(({event: {observed}}) => observed && changeSentence(observed))
  const [first] = sentences
  const isSame = sentences.every(
    each => each?.lead.length === 0 && flattenPieces(each.predicate) === flattenPieces(first?.predicate ?? [])
  )
  return first && isSame ? pluralizePredicate(first.predicate) : undefined
}

/** Words of a line about parts of operations or components. */
export interface LineWords {
  /** The names, and the words before them. */
  readonly before: readonly TextPiece[]
  /** Words between names and owner; the last piece is dropped with the owner. Empty if the line is about the owner. */
  readonly link: readonly TextPiece[]
  /** The operations or components. */
  readonly owner: readonly TextPiece[]
  readonly after: readonly TextPiece[]
}

/**
 * Line about parts of operations or components. It begins with the affected operations if they are few; otherwise they
 * are counted, and the line begins with the component.
 */
export function partsLine(
  members: readonly [ReleaseChange, ...ReleaseChange[]],
  {before, link, owner, after}: LineWords,
  page: HistoryPage,
  unnamed: ChangeLine['unnamed'] = []
): ChangeLine {
  const [{event}] = members
  const plain = createChangeLine(members, [], unnamed)
  const {operations} = plain
  const isShared = event.observed?.component !== undefined
  const targets = operations.map(({target}) => target)
  const isFew = operations.length > 0 && operations.length <= MOST_NAMED_OPERATIONS
  const end = endSentence(members, page)
  const whole = [...before, ...link, ...owner, ...after]
  if (isShared && isFew) {
    const first = describeAffected(targets)
    if (!targets.some(isMember)) return {...plain, pieces: [...capitalizeFirst([...first, ': ', ...whole]), ...end]}
    // A type of a graph has a name that clients know, and the sentence of a root type names the operation itself.
    const isOfRoot = targets.every(({type}) => members.every(each => each.event.observed?.component === type))
    return {...plain, pieces: [...capitalizeFirst(isOfRoot ? whole : addAside(whole, ['used by ', ...first])), ...end]}
  }
  // Names that are in several places have theirs with them.
  const areTied = members.some(each => affectedSubjects(each).length > 1) || isShared || owner.length > 0
  const hides = areTied && hidesSome(plain) ? {hidesOperations: true as const} : {}
  // In a graph, the operations that lead to a change aren't listed, but those that a line is about are.
  const isOwnList = !isShared && !areNamed(targets) && !areTelling(operations)
  const listed = isOwnList && unnamed.length === 0 ? {unnamed: bareNames(targets)} : {}
  const isOfOperations = !isPrefix(event.subject.target) && owner.length > 0 && link.length > 0
  if (isShared || !isOfOperations) return {...plain, pieces: [...capitalizeFirst(whole), ...end], ...hides, ...listed}
  const prose = proseNames(targets, event.entry, page)
  const sentence = [...(prose?.pieces ?? owner), ': ', ...before, ...link.slice(0, -1), ...after]
  return {...plain, pieces: [...capitalizeFirst(sentence), ...end], ...(prose?.areAll ? {} : hides), ...listed}
}

const isBeforeDay = (day: string | undefined, other: string | undefined): boolean =>
  day !== undefined && other !== undefined && day < other

/** End of a sentence: deprecation date, sunset, and replacement. Includes the full stop. */
function endSentence(members: readonly [ReleaseChange, ...ReleaseChange[]], page: HistoryPage): TextPiece[] {
  const [{event}] = members
  const isEnd = event.kind === 'removed'
  const stated = (moments: readonly (Moment | undefined)[]): string | undefined => {
    const [only, ...others] = new Set(moments.map(moment => moment && statedText(moment)))
    return others.length === 0 ? only : undefined
  }
  const isUnreleased = members.some(({judgment}) => judgment?.announcement?.event.isUnreleased)
  const announced =
    isEnd && !isUnreleased ? stated(members.map(({judgment}) => judgment?.announcement?.moment)) : undefined
  const sunset = isEnd ? undefined : stated(members.map(each => each.event.sunset ?? each.also?.sunset))
  const released = page.history.timeline.entries[event.entry]?.when.earliest
  const isPast = members.every(({event: {sunset: end}}) => isBeforeDay(end?.when.latest, released))
  return [
    ...(announced === undefined ? [] : [', deprecated since ', ...momentOrEarlier(announced)]),
    ...(sunset === undefined ? [] : [isPast ? '; support ended ' : '; support ends ', ...atMomentPieces(sunset)]),
    '.',
    ...replacementPieces(members),
    ...earliestEndPieces(members, page),
    ...callerPieces(members, page)
  ]
}

/**
 * Key of a replacement without a path: its name, if it is in the same type. Replacements with paths can have a common
 * path, so they have no key; `undefined` also if none is named.
 */
export function replacementKey({event, judgment}: ReleaseChange): string | undefined {
  const replacement = event.replacement ?? judgment?.replacement
  if (!replacement || replacement.target.path !== undefined) return undefined
  return nameInSameType(event.subject, replacement) ?? subjectKey(replacement)
}

/** The name of a replacement that is a member of the same type. */
function nameInSameType({target}: Subject, {target: other, part}: Subject): string | undefined {
  return !part && isMember(target) && isMember(other) && other.type === target.type ? other.name : undefined
}

/**
 * Sentence about replacements: one for all changes, or the common path if each has its own. Empty if some have none.
 */
function replacementPieces(members: readonly ReleaseChange[]): TextPiece[] {
  const named = members.flatMap(({event, judgment}) => event.replacement ?? judgment?.replacement ?? [])
  const [first] = named
  if (!first || named.length < members.length) return []
  const guessed = members.every(({event, judgment}) => !event.replacement && judgment?.isInferred)
  const how = guessed ? ` instead (inferred from the ${identityNoun(first.target)})` : ' instead'
  if (new Set(named.map(subjectKey)).size === 1) return [' Use ', ...mentionedSubject(first), `${how}.`]
  const [name, ...otherNames] = new Set(
    members.map(({event, judgment}) => {
      const replacement = event.replacement ?? judgment?.replacement
      return replacement && nameInSameType(event.subject, replacement)
    })
  )
  if (name !== undefined && otherNames.length === 0) return [' Use ', codePiece(name), `${how}.`]
  const common = commonReplacement(
    members.map(({event}) => event.subject.target),
    named.map(({target}) => target)
  )
  return common ? [` Use ${common.words}`, codePiece(common.name), `${how}.`] : []
}

/** Sentence with the earliest end of support under a declared policy, for deprecations without a sunset. */
function earliestEndPieces(members: readonly [ReleaseChange, ...ReleaseChange[]], page: HistoryPage): TextPiece[] {
  const [{event}] = members
  if (event.kind !== 'deprecated' || event.sunset) return []
  const [when, ...others] = new Set(members.map(each => earliestDeclaredEnd(each.event.subject, page)?.when))
  const who = members.length > 1 ? 'They' : 'It'
  return when === undefined || others.length > 0 ? [] : [` ${who} can be removed ${when}.`]
}

/** Sentence on who called what is deprecated in the last days, by a table of traffic. Clients don't see it. */
function callerPieces(members: readonly ReleaseChange[], {history, showsCallers}: HistoryPage): TextPiece[] {
  const deprecated = members.filter(({event}) => event.kind === 'deprecated')
  const found = (showsCallers ? deprecated : []).flatMap(({event: {subject}}) => {
    const lifecycle = history.bySubject.get(subjectKey(subject))
    return (lifecycle && history.traffic?.recent(lifecycle, history)) ?? []
  })
  const [only] = found
  if (!only) return []
  if (members.length === 1) return [` ${capitalize(only.text)}.`]
  const {from, to} = only.usage
  return [` ${found.filter(({usage}) => usage.calls > 0).length} of them were called from ${from} to ${to}.`]
}

import {isChangeKind, kindOf} from '@tenure/core/languages/kinds'
import type {Advice} from '@tenure/core/languages/language'
import {identityNoun, useVerb} from '@tenure/core/languages/languages'
import type {Change, ChangeKind} from '@tenure/core/model/api/change'
import {defined} from '@tenure/core/model/defined'
import type {Lifecycle} from '@tenure/core/model/lifecycle/lifecycle'
import {stateAtTime} from '@tenure/core/model/lifecycle/state-at-event'
import {
  covers,
  type Direction,
  isEndpoint,
  isMember,
  isPrefix,
  type Subject,
  subjectKey,
  subjectKindOf
} from '@tenure/core/model/subject/subject'
import {momentOfEntry, type TimelineEntry} from '@tenure/core/model/time/timeline'
import {describeAffected} from '@tenure/core/outputs/changes/affected-operations'
import type {ChangeLine} from '@tenure/core/outputs/changes/change-line'
import {releaseOf} from '@tenure/core/outputs/changes/changes-of-release'
import type {HistoryPage} from '@tenure/core/outputs/changes/page-data'
import type {ReleaseChange} from '@tenure/core/outputs/changes/release-changes'
import {splitSentence} from '@tenure/core/outputs/changes/split-sentence'
import {codePiece, joinPieces, notePieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {affectedSidesOf, assessEffect} from '@tenure/core/policy/compatibility/change-effects'
import {commonReplacement} from '@tenure/core/text/subject-groups'
import {mentionedSubject} from '@tenure/core/text/subject-phrase'
import {type PendingSubject, untilPieces} from './pending-subject.ts'

/** A step of the upgrade, and when it can be done. */
export interface UpgradeStep {
  readonly line: ChangeLine
  readonly when: 'before' | 'switch' | 'check'
  /** What to do, beginning with a verb. */
  readonly do: readonly TextPiece[]
  /** Whether `do` names the changed subjects, so that the line of the change isn't repeated. */
  readonly isComplete?: true
  /** Releases of the changes, as far as known. */
  readonly releases: readonly string[]
  readonly replacements: readonly Subject[]
  /** An intermediate release that has both the removed subject and its replacement. */
  readonly stop?: string
}

/** The two releases and the deprecated subjects, which all steps of a guide need. */
export interface StepContext {
  readonly from: TimelineEntry
  readonly to: TimelineEntry
  readonly page: HistoryPage
  /** Deprecated subjects that the newer release still serves. */
  readonly deprecated: readonly PendingSubject[]
}

export function createUpgradeStep(line: ChangeLine, context: StepContext): UpgradeStep {
  const {from, to, page} = context
  const replacements = line.members.flatMap(replacementsOf)
  const base = {line, replacements, releases: releasesOf(line, context)}
  const advice = adviceFor(line.members, page)
  const what = (otherwise: string): TextPiece[] => notePieces(fillPlural(advice?.do ?? otherwise, line))
  const path = basePathPieces(line)
  if (path) return {...base, when: line.group === 'unclear' ? 'check' : 'switch', do: path, isComplete: true}
  if (line.group === 'unclear') return {...base, when: 'check', do: what('Check whether you rely on this.')}
  if (replacements.length === line.members.length) {
    const isThere = replacements.every(each => isServed(each, from, page))
    const stop = isThere ? undefined : intermediateRelease(line, from, to, page)
    const step = {...base, do: replacePieces(line, replacements, context), isComplete: true as const}
    if (isThere) return {...step, when: 'before'}
    return {...step, when: 'switch', ...defined({stop: stop?.name})}
  }
  if (line.members.every(isWholeRemoval)) {
    const removed = line.members.map(({event}) => event.subject.target)
    return {
      ...base,
      when: 'before',
      do: [
        `Stop ${useVerb(removed) === 'use' ? 'using' : 'calling'} `,
        ...describeAffected(removed),
        '; no replacement is named',
        '.'
      ],
      isComplete: true
    }
  }
  return {...base, when: advice?.when ?? 'switch', do: what('Adapt your client.')}
}

const isWholeRemoval = ({event: {kind, subject}}: ReleaseChange): boolean =>
  kind === 'removed' && !subject.part && !isMember(subject.target) && !subject.target.isSentByService

/** Releases that brought the changes of a line. Empty if one of them is uncertain. */
function releasesOf({members}: ChangeLine, {page, to}: StepContext): string[] {
  const names = members.map(({event}) => releaseOf(event, page, to))
  const known = names.filter(name => name !== undefined)
  return known.length < names.length ? [] : [...new Set(known)]
}

/** `{s}` becomes the ending of a plural if a line is about several names. */
const fillPlural = (text: string, {members}: ChangeLine): string =>
  text.replaceAll('{s}', members.length > 1 && !shareName(members) ? 's' : '')

/** Whether a line is about a single name in several locations: removed `code` from `Loan`, `Copy`, and `Shelf`. */
function shareName(members: ChangeLine['members']): boolean {
  const names = new Set(members.map(({event: {observed}}) => observed && splitSentence(observed).name))
  return names.size === 1 && !names.has(undefined)
}

/** Advice on a changed base path. `undefined` for other changes. */
function basePathPieces({members}: ChangeLine): TextPiece[] | undefined {
  const [old, fresh] = [members[0].event.observed?.old, members.at(-1)?.event.observed?.new]
  if (members[0].event.change !== 'base-path-changed' || old === undefined || fresh === undefined) return undefined
  return ['Change the base path in your client from ', codePiece(String(old)), ' to ', codePiece(String(fresh)), '.']
}

const replacementsOf = ({event, judgment}: ReleaseChange): Subject[] => {
  const named = event.kind === 'removed' ? (event.counterpart ?? event.replacement ?? judgment?.replacement) : undefined
  return named ? [named] : []
}

function isServed(subject: Subject, at: TimelineEntry, {history}: HistoryPage): boolean {
  const isThere = (life: Lifecycle): boolean => {
    const presence = stateAtTime(life, momentOfEntry(at), history.timeline)
    return life.events.length > 0 && (presence === 'live' || presence === 'deprecated')
  }
  if (isPrefix(subject.target)) {
    // A prefix is served if an endpoint below it is.
    const isUnder = ({subject: {target, part}}: Lifecycle): boolean =>
      isEndpoint(target) && !part && covers(subject, {target})
    return history.lifecycles.some(life => isUnder(life) && isThere(life))
  }
  const life = history.bySubject.get(subjectKey(subject)) ?? history.bySubject.get(subjectKey({target: subject.target}))
  return life !== undefined && isThere(life)
}

/** The last release before the first removal, if it has all replacements. `undefined` otherwise. */
function intermediateRelease(
  {members}: ChangeLine,
  from: TimelineEntry,
  to: TimelineEntry,
  page: HistoryPage
): TimelineEntry | undefined {
  const {entries} = page.history.timeline
  // The release of the removal is uncertain.
  if (members.some(({event}) => event.by?.after !== undefined)) return undefined
  const first = Math.min(...members.map(({event}) => event.entry))
  const last = entries.slice(from.index + 1, first).findLast(({kind, pending}) => kind === 'release' && !pending)
  if (!last || last.index >= to.index) return undefined
  return members.flatMap(replacementsOf).every(each => isServed(each, last, page)) ? last : undefined
}

/**
 * Maximum number of pairs of removed and replacing subjects in a sentence. Of more, only the common paths are named.
 */
const MOST_PAIRS = 3

/** Replace `GET /v1/loans` with `GET /v2/loans`. */
function replacePieces({members}: ChangeLine, named: readonly Subject[], context: StepContext): TextPiece[] {
  const isInferred = members.some(
    ({event, judgment}) => !event.replacement && !event.counterpart && judgment?.isInferred
  )
  const removed = members.map(({event}) => event.subject)
  const [one] = removed
  const inferred = isInferred && one ? [`, as inferred from the ${identityNoun(one.target)}`] : []
  const replacements = named.map(each => usableReplacement(each, context.deprecated))
  const [first] = replacements
  if (first && new Set(replacements.map(each => subjectKey(each.subject))).size === 1)
    return [
      'Replace ',
      ...namesOf(removed),
      ' with ',
      ...mentionedSubject(first.subject),
      ...inferred,
      ...deprecatedPieces(first),
      '.'
    ]
  const common = commonReplacement(
    removed.map(({target}) => target),
    replacements.map(({subject}) => subject.target)
  )
  if (common)
    return ['Replace ', ...namesOf(removed), ` with ${common.words}`, codePiece(common.name), ...inferred, '.']
  const pairs = removed.map((each, at): TextPiece[] => {
    const replacement = replacements[at]
    return [
      ...mentionedSubject(each),
      ' with ',
      ...(replacement ? [...mentionedSubject(replacement.subject), ...deprecatedPieces(replacement)] : [])
    ]
  })
  if (pairs.length > MOST_PAIRS) return ['Replace ', ...namesOf(removed), ' with their replacements', ...inferred, '.']
  return ['Replace ', ...joinPieces(pairs, 'and'), ...inferred, '.']
}

const namesOf = (subjects: readonly Subject[]): TextPiece[] =>
  subjects.length === 1 && subjects[0]
    ? mentionedSubject(subjects[0])
    : describeAffected(subjects.map(({target}) => target))

/** A replacement, and its own deprecation if nothing replaces it. */
interface UsableReplacement {
  readonly subject: Subject
  readonly deprecation?: PendingSubject
}

/** Maximum number of replacements to follow, which guards against cycles. */
const MOST_MOVES = 20

/** Follows deprecated replacements to their own replacements, because a client should not move twice. */
function usableReplacement(first: Subject, deprecated: readonly PendingSubject[]): UsableReplacement {
  let subject = first
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const deprecation = deprecated.find(each => subjectKey(each.subject) === subjectKey(subject))
    if (!deprecation?.replacement) return defined({subject, deprecation})
    subject = deprecation.replacement
  }
  return {subject}
}

function deprecatedPieces({deprecation}: UsableReplacement): TextPiece[] {
  if (!deprecation) return []
  const until = untilPieces(deprecation)
  return [' (itself deprecated', ...(until.length > 0 ? ['; ', ...until] : []), ')']
}

/** Advice for a line, taken from its first change. `undefined` if there is none. */
function adviceFor([{event}]: ChangeLine['members'], {policy}: HistoryPage) {
  const {observed, change, kind, required, subject} = event
  const revision = policy.revisions.at(-1)
  if (observed && revision) {
    const breaking = affectedSidesOf(observed).filter(
      side => assessEffect(observed, side, revision, {policy}).effect !== 'compatible'
    )
    return adviceOnChange(observed, breaking)
  }
  const sides: Direction[] = subject.part?.in ? [subject.part.in] : ['request', 'response']
  if (change) return adviceOnKind(change, sides)
  if (kind === 'removed') {
    const {part} = subject
    if (!part) return undefined
    return adviceOnKind(
      part.header === undefined ? 'field-removed' : 'header-removed',
      part.in ? [part.in] : ['request']
    )
  }
  const added = `${subjectKindOf(subject)}-added`
  if (kind === 'introduced' && !required && isChangeKind(added)) return adviceOnKind(added, sides)
  return required ? adviceOnKind('required-field-added', ['request']) : undefined
}

/** Advice on a kind of change, for the sides that break. `undefined` if there is none. */
export const adviceOnKind = (kind: ChangeKind, sides: readonly Direction[]): Advice | undefined =>
  combineAdvice(sides.flatMap(side => kindOf(kind).advice?.[side] ?? []))

/** Advice on an observed change. */
export const adviceOnChange = (change: Change, sides: readonly Direction[]): Advice | undefined => {
  const {advice, adviseOn} = kindOf(change.kind)
  return combineAdvice(sides.flatMap(side => adviseOn?.(change, side) ?? advice?.[side] ?? []))
}

/** Combines advice: distinct texts are joined, and the later time applies. */
function combineAdvice(all: readonly Advice[]): Advice | undefined {
  if (all.length === 0) return undefined
  const [first = '', ...others] = new Set(all.map(each => each.do))
  const text = others.reduce((before, each) => joinAdvice(before, each) ?? `${before} ${each}`, first)
  return {when: all.some(({when}) => when === 'switch') ? 'switch' : 'before', do: text}
}

/** Joins two texts that differ in one word: Send and read the new type. `undefined` if they differ in more. */
function joinAdvice(one: string, other: string): string | undefined {
  const [words, others] = [one.split(' '), other.split(' ')]
  const at = words.findIndex((word, index) => word !== others[index])
  if (words.length !== others.length || words.slice(at + 1).join(' ') !== others.slice(at + 1).join(' '))
    return undefined
  return words.with(at, `${words[at]} and ${others[at]?.toLowerCase()}`).join(' ')
}

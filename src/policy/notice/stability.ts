import {isUnversioned} from '../../languages/languages.ts'
import type {Event} from '../../model/lifecycle/event.ts'
import type {History} from '../../model/lifecycle/history.ts'
import type {Lifecycle} from '../../model/lifecycle/lifecycle.ts'
import {memoize} from '../../model/memoize.ts'
import {type Subject, subjectKey, type Target, targetKey} from '../../model/subject/subject.ts'
import {looksLikeMarker} from '../../model/subject/version-marker.ts'
import type {MarkerForm, Policy} from '../../model/verdict/policy.ts'
import {hasForm} from './marker-forms.ts'

export interface MatchedMarker {
  readonly text: string
  readonly form?: MarkerForm
}

/** Cached markers of one policy; `null` means no marker. */
interface MarkerCache {
  readonly paths: Map<string, MatchedMarker | null>
  /** Cached separately, because many paths consist of few segments. */
  readonly segments: Map<string, MatchedMarker | null>
}

const markerCaches = new WeakMap<Policy, MarkerCache>()

/**
 * The version marker of a path with the matching marker form of the policy, if any; `undefined` if the path has no
 * marker.
 */
export function findMarker(path: string, policy: Policy): MatchedMarker | undefined {
  const known = markerCaches.get(policy) ?? {paths: new Map(), segments: new Map()}
  markerCaches.set(policy, known)
  const reading = known.paths.get(path)
  if (reading !== undefined) return reading ?? undefined
  const found = path.split('/').map(text => readSegment(text, policy, known))
  const fresh = found.find(each => each?.form) ?? found.find(each => each !== null) ?? null
  known.paths.set(path, fresh)
  return fresh ?? undefined
}

function readSegment(text: string, policy: Policy, {segments}: MarkerCache): MatchedMarker | null {
  const known = segments.get(text)
  if (known !== undefined) return known
  const form = policy.markers.find(candidate => hasForm(text, candidate.form))
  // For a policy without marker forms, no path has a marker.
  const reading =
    text === '' ? null : form ? {text, form} : policy.markers.length > 0 && looksLikeMarker(text) ? {text} : null
  segments.set(text, reading)
  return reading
}

/**
 * The stability level implied by the path alone: by its marker, or the policy's default for paths without one, and for
 * all in languages without markers. `undefined` if neither applies.
 */
export function stabilityOfTarget(target: Target, policy: Policy, language?: string): string | undefined {
  if (target.path === undefined) return isUnversioned(target, language) ? policy.defaultStability : undefined
  const marker = findMarker(target.path, policy)
  return marker ? marker.form?.stability : policy.defaultStability
}

/** The rank of a stability level in the policy's order, higher for stronger guarantees. */
export const stabilityRank = (stability: string, policy: Policy): number => policy.stabilities.indexOf(stability)

/**
 * The stability level by which a subject is judged: the highest one that the history states, otherwise that of its
 * marker. `undefined` if neither decides, or the history names one that the policy doesn't know. `by` is the index of
 * an entry; marks removed later still count.
 */
export function stabilityOf(subject: Subject, policy: Policy, history: History, by = Infinity): string | undefined {
  const {least, isKnown} = knownStability(subject, policy, history, by)
  return isKnown ? policy.stabilities[least] : undefined
}

/** The stability level, or its lower bound if it is unknown. */
function knownStability(subject: Subject, policy: Policy, history: History, by: number): RankRange {
  const own = history.bySubject.get(subjectKey(subject))
  const parent = subject.part ? history.bySubject.get(targetKey(subject.target)) : undefined
  const stated = [own, parent].find(lifecycle => lifecycle && lifecycle.statedStabilities.length > 0)
  if (stated) {
    const ranks = collectLevels(stated).map(level => rankRangeOf(resolveStability(level, policy), policy))
    if (isStatedLate(stated)) return highestRank([...ranks, stabilityBefore(stated, policy, history, by)], policy)
    if (hasLostMark(stated, by)) return highestRank([...ranks, implyStability(stated, policy, history, by)], policy)
    return highestRank(ranks, policy)
  }
  return implyStability({subject, reached: own?.reached, bases: own?.bases ?? parent?.bases}, policy, history, by)
}

interface UnstatedSubject {
  readonly subject: Subject
  readonly reached?: Lifecycle['reached'] | undefined
  readonly bases?: Lifecycle['bases'] | undefined
}

/** The stability level of a subject for which none is stated. */
function implyStability(
  {subject, reached, bases}: UnstatedSubject,
  policy: Policy,
  history: History,
  by: number
): RankRange {
  const {kind} = subject.target
  // A subject without a path has the highest stability level of the operations that use it.
  const isTied = kind === 'endpoint' || kind === 'prefix'
  const fields = isTied ? [] : (history.describedFields?.(subject) ?? [])
  const known = [isTied ? [] : (reached ?? []), ...fields.map(({uses}) => operationsOf(uses))]
    .map(operations => withoutTarget(operations, subject.target))
    .filter(({length}) => length > 0)
    .map(operations => stabilityOfOperations(operations, policy, history, by))
  if (known.length > 0) return highestRank(known, policy)
  return stabilityOfPath(subject, bases, policy, history.about.language)
}

const operationsOf = memoize((uses: readonly Subject[]): readonly Subject[] => uses.map(({target}) => ({target})))

/** The operations without one target; the same list if it isn't among them, because levels are cached by the list. */
function withoutTarget(operations: readonly Subject[], {text}: Target): readonly Subject[] {
  return operations.some(({target}) => target.text === text)
    ? operations.filter(({target}) => target.text !== text)
    : operations
}

/** The stability level before one was stated; for a part, that of its target. */
const stabilityBefore = (lifecycle: Lifecycle, policy: Policy, history: History, by: number): RankRange =>
  lifecycle.subject.part
    ? knownStability({target: lifecycle.subject.target}, policy, history, by)
    : implyStability(lifecycle, policy, history, by)

/** The stated levels, and those that snapshots stated before a change of the level. */
const collectLevels = ({statedStabilities}: Lifecycle): string[] =>
  statedStabilities.flatMap(({stability, event}) => {
    const old = event?.change === 'stability-changed' ? event.observed?.old : undefined
    return typeof old === 'string' ? [stability, old] : [stability]
  })

/**
 * Whether the stability level was stated only after the introduction, or with the removal: until then the one implied
 * by the path applied. A level that was stated with the introduction, or in the `facts` of the history, replaces the
 * implied one from the beginning. What snapshots show to change was there before.
 */
function isStatedLate({events, statedStabilities: stated, subject}: Lifecycle): boolean {
  const own = events.filter(each => subjectKey(each.subject) === subjectKey(subject))
  const [first] = own
  const introduction = own.find(({kind, seen}) => kind === 'introduced' && seen)
  return stated.every(({event, isLate}) => {
    if (isLate || !event) return isLate === true
    if (event.seen) return event.change === 'stability-changed' || (introduction?.entry ?? event.entry) < event.entry
    return first !== undefined && (event.entry > first.entry || first.kind === 'removed')
  })
}

/** Whether a stability mark was removed without a new one: from then on the level implied by the path applies. */
const hasLostMark = ({events, subject}: Lifecycle, by: number): boolean =>
  events.some(event => losesMark(event) && event.entry < by && subjectKey(event.subject) === subjectKey(subject))

const losesMark = ({change, stability}: Event): boolean => change === 'stability-changed' && stability === undefined

const markRemovalCache = new WeakMap<History, readonly number[]>()

/**
 * The last entry before `by` at which any stability mark was removed; -1 if none. Stability levels don't change between
 * two such entries.
 */
function lastMarkRemoval(history: History, by: number): number {
  const known = markRemovalCache.get(history) ?? history.events.filter(losesMark).map(({entry}) => entry)
  markRemovalCache.set(history, known)
  return Math.max(-1, ...known.filter(entry => entry < by))
}

/** The stability level implied by the path, or by the base path if the path has no marker of its own. */
function stabilityOfPath(
  {target}: Subject,
  bases: readonly string[] | undefined,
  policy: Policy,
  language: string | undefined
): RankRange {
  const isTied = target.path !== undefined
  if (!bases || (isTied && findMarker(target.path, policy)))
    return rankRangeOf(stabilityOfTarget(target, policy, language), policy)
  return highestRank(
    bases.map(base => rankRangeOf(stabilityOfBase(base, policy), policy)),
    policy
  )
}

interface CachedStabilities {
  readonly policy: Policy
  readonly by: Map<number, RankRange>
}

const stabilityCache = new WeakMap<readonly Subject[], CachedStabilities>()

function stabilityOfOperations(
  operations: readonly Subject[],
  policy: Policy,
  history: History,
  by: number
): RankRange {
  const before = stabilityCache.get(operations)
  const known = before?.policy === policy ? before : {policy, by: new Map<number, RankRange>()}
  stabilityCache.set(operations, known)
  const last = lastMarkRemoval(history, by)
  const found = known.by.get(last)
  if (found) return found
  const stability = highestRank(
    operations.map(each => knownStability(each, policy, history, by)),
    policy
  )
  known.by.set(last, stability)
  return stability
}

/** The stability level that a base path gives to paths without a marker of their own. */
function stabilityOfBase(base: string, policy: Policy): string | undefined {
  const marker = findMarker(base, policy)
  return marker ? marker.form?.stability : policy.defaultStability
}

/** The highest of several levels; if one is the highest of the policy, the unknown ones don't matter. */
function highestRank(all: readonly RankRange[], policy: Policy): RankRange {
  const least = all.reduce((highest, each) => Math.max(highest, each.least), 0)
  const isTop = least === policy.stabilities.length - 1 && all.some(each => each.isKnown && each.least === least)
  return {least, isKnown: isTop || (all.length > 0 && all.every(({isKnown}) => isKnown))}
}

/** A stability level as far as it is known: its rank, or a lower bound. */
interface RankRange {
  readonly least: number
  readonly isKnown: boolean
}

const UNKNOWN_RANK: RankRange = {least: 0, isKnown: false}

/** The rank of a stability level that the policy may not know. */
function rankRangeOf(stability: string | undefined, policy: Policy): RankRange {
  const rank = stability === undefined ? -1 : stabilityRank(stability, policy)
  return rank < 0 ? UNKNOWN_RANK : {least: rank, isKnown: true}
}

/** All stability levels by which the subject may have to be judged: one if it is known, otherwise all possible ones. */
export function possibleStabilities(
  subject: Subject,
  policy: Policy,
  history: History,
  by?: number
): readonly string[] {
  const {least, isKnown} = knownStability(subject, policy, history, by ?? Infinity)
  return policy.stabilities.slice(least, isKnown ? least + 1 : undefined)
}

/** Words that authors use for the strongest stability level, whatever the policy calls it. */
const STRONGEST_WORDS: readonly string[] = ['stable', 'ga', 'generally available', 'general availability']

/** The policy's name for a stated stability level; `undefined` if the policy doesn't know it. */
export const resolveStability = (stated: string, policy: Policy): string | undefined =>
  matchLabel(stated, policy) ?? matchName(stated, policy.stabilities) ?? matchStrongest(stated, policy)

/** Whether a stated stability level isn't a name of the policy but maps to one. */
export const isStabilityLabel = (stated: string, policy: Policy): boolean =>
  resolveStability(stated, policy) !== undefined && !policy.stabilities.some(name => isSame(name, stated))

/** Matches a label of the policy, the longest one if several match. */
const matchLabel = (stated: string, {labels}: Policy): string | undefined =>
  labels
    .filter(({text}) => beginsWith(stated, text, /^[^\p{L}\p{N}]/u))
    .toSorted((a, b) => b.text.length - a.text.length)[0]?.stability

const matchName = (stated: string, names: readonly string[]): string | undefined =>
  names.find(name => name === stated) ??
  names.find(name => isSame(name, stated)) ??
  names.find(name => beginsWith(stated, name, DETAIL))

const matchStrongest = (stated: string, {stabilities}: Policy): string | undefined =>
  STRONGEST_WORDS.some(word => beginsWith(stated, word, DETAIL)) ? stabilities.at(-1) : undefined

/** A delimiter after a word that starts a detail, as in `Generally available; added in 7.7.0`. */
const DETAIL = /^\s*[;,:(]/

function beginsWith(stated: string, word: string, boundary: RegExp): boolean {
  if (!isSame(stated.slice(0, word.length), word)) return false
  const rest = stated.slice(word.length)
  return rest === '' || boundary.test(rest)
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

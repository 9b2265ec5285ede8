import type {Event} from '../../model/lifecycle/event.ts'
import type {History} from '../../model/lifecycle/history.ts'
import type {Lifecycle} from '../../model/lifecycle/lifecycle.ts'
import {type Subject, subjectKey, type Target} from '../../model/subject/subject.ts'
import {looksLikeMarker} from '../../model/subject/version-marker.ts'
import type {MarkerForm, Policy} from '../../model/verdict/policy.ts'
import {statedIn} from './stability-labels.ts'

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  major: '\\d+',
  minor: '\\d+',
  n: '\\d*',
  date: '\\d{4}-\\d{2}-\\d{2}',
  month: '\\d{4}-\\d{2}'
}

/** The names that a marker form may use between `<` and `>`. */
export const FORM_PLACEHOLDERS: readonly string[] = Object.keys(PLACEHOLDERS)

const compiled = new Map<string, RegExp>()

function patternOf(form: string): RegExp {
  const known = compiled.get(form)
  if (known) return known
  const source = form
    .split(/(<\w+>)/)
    .map(piece => PLACEHOLDERS[piece.slice(1, -1)] ?? piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('')
  const pattern = new RegExp(`^${source}$`, 'i')
  compiled.set(form, pattern)
  return pattern
}

export interface MarkerReading {
  readonly text: string
  readonly form?: MarkerForm
}

/** `null`: no marker. */
interface Readings {
  readonly paths: Map<string, MarkerReading | null>
  /** A thousand paths are made of a few names. */
  readonly segments: Map<string, MarkerReading | null>
}

const readings = new WeakMap<Policy, Readings>()

/** The version marker of a path, and the form of the policy that it has, if it has one. */
export function markerIn(path: string, policy: Policy): MarkerReading | undefined {
  const known = readings.get(policy) ?? {paths: new Map(), segments: new Map()}
  readings.set(policy, known)
  const reading = known.paths.get(path)
  if (reading !== undefined) return reading ?? undefined
  const found = path.split('/').map(text => segmentOf(text, policy, known))
  const fresh = found.find(each => each?.form) ?? found.find(each => each !== null) ?? null
  known.paths.set(path, fresh)
  return fresh ?? undefined
}

function segmentOf(text: string, policy: Policy, {segments}: Readings): MarkerReading | null {
  const known = segments.get(text)
  if (known !== undefined) return known
  const form = policy.markers.find(candidate => patternOf(candidate.form).test(text))
  // A policy without forms knows no markers: all its paths are without one.
  const reading =
    text === '' ? null : form ? {text, form} : policy.markers.length > 0 && looksLikeMarker(text) ? {text} : null
  segments.set(text, reading)
  return reading
}

/** What the path alone promises: its marker's stability, or the policy's for paths without one. */
export function stabilityOfTarget(target: Target, policy: Policy): string | undefined {
  if (target.kind !== 'endpoint' && target.kind !== 'prefix') return undefined
  const marker = markerIn(target.path, policy)
  return marker ? marker.form?.stability : policy.unmarked
}

/** The higher of two stabilities of the policy's order. */
export const rankOf = (stability: string, policy: Policy): number => policy.stabilities.indexOf(stability)

/**
 * The stability by which a subject is judged: the highest that the record states, else its marker's. `undefined`
 * where neither says, or the record names one that the policy does not know. `by`: the place of an entry; a mark that
 * went later had not gone then.
 */
export function stabilityOf(subject: Subject, policy: Policy, history: History, by = Infinity): string | undefined {
  const {least, isKnown} = heldStability(subject, policy, history, by)
  return isKnown ? policy.stabilities[least] : undefined
}

/** The same, with the least that it can be where it is not known. */
function heldStability(subject: Subject, policy: Policy, history: History, by: number): Range {
  const own = history.bySubject.get(subjectKey(subject))
  const parent = subject.part ? history.bySubject.get(subjectKey({target: subject.target})) : undefined
  const stated = [own, parent].find(life => life && life.stated.length > 0)
  if (stated) {
    const said = stated.stated.map(({stability}) => rangeOf(statedIn(stability, policy), policy))
    if (wasShownBefore(stated) || lostItsMark(stated, by))
      return highestOf([...said, silently(stated, policy, history, by)], policy)
    const before = isStatedLate(stated) ? heldBefore(stated, policy, history, by) : undefined
    return highestOf(before === undefined ? said : [...said, before], policy)
  }
  return silently({subject, reached: own?.reached, bases: own?.bases ?? parent?.bases}, policy, history, by)
}

interface Silent {
  readonly subject: Subject
  readonly reached?: Lifecycle['reached'] | undefined
  readonly bases?: Lifecycle['bases'] | undefined
}

/** The stability of what states none. */
function silently({subject, reached, bases}: Silent, policy: Policy, history: History, by: number): Range {
  const {kind} = subject.target
  // What is tied to no path holds what those hold who meet it.
  if (kind !== 'endpoint' && kind !== 'prefix' && reached && reached.length > 0)
    return heldByAll(reached, policy, history, by)
  return unstated(subject, bases, policy)
}

/** What it held until something was stated of it: a part, what that holds of which it is a part. */
const heldBefore = (life: Lifecycle, policy: Policy, history: History, by: number): Range =>
  life.subject.part
    ? heldStability({target: life.subject.target}, policy, history, by)
    : silently(life, policy, history, by)

/**
 * Whether people stated something only after it was there, or with its end: what its path promised until then it has
 * held. Facts, and what is said with its introduction, put right what its path seems to promise.
 */
function isStatedLate({events, stated, subject}: Lifecycle): boolean {
  const key = subjectKey(subject)
  const first = events.find(({subject: of}) => subjectKey(of) === key)
  return stated.every(
    ({event}) => event && !event.seen && first && (event.entry > first.entry || first.kind === 'removed')
  )
}

/** Whether snapshots showed it before they stated anything of it: until then it had what its path promises. */
function wasShownBefore({events, stated, subject}: Lifecycle): boolean {
  const [{event} = {}] = stated
  const key = subjectKey(subject)
  const came = events.find(({kind, subject: of}) => kind === 'introduced' && subjectKey(of) === key)
  return event?.seen === true && came?.seen === true && came.entry < event.entry
}

/** Whether a mark went without another one: from then on it has what its path promises, as if there never was one. */
const lostItsMark = ({events, subject}: Lifecycle, by: number): boolean =>
  events.some(event => losesMark(event) && event.entry < by && subjectKey(event.subject) === subjectKey(subject))

const losesMark = ({change, stability}: Event): boolean => change === 'stability-changed' && stability === undefined

const losses = new WeakMap<History, readonly number[]>()

/** The last entry before it in which any mark went: between two of them nothing is held otherwise. */
function lastLoss(history: History, by: number): number {
  const known = losses.get(history) ?? history.events.filter(losesMark).map(({entry}) => entry)
  losses.set(history, known)
  return Math.max(-1, ...known.filter(entry => entry < by))
}

/** What its path promises, or what preceded the path where it has no marker of its own. */
function unstated({target}: Subject, bases: readonly string[] | undefined, policy: Policy): Range {
  const isTied = target.kind === 'endpoint' || target.kind === 'prefix'
  if (!bases || (isTied && markerIn(target.path, policy))) return rangeOf(stabilityOfTarget(target, policy), policy)
  return highestOf(
    bases.map(base => rangeOf(inBase(base, policy), policy)),
    policy
  )
}

interface Held {
  readonly policy: Policy
  readonly by: Map<number, Range>
}

const held = new WeakMap<readonly Subject[], Held>()

function heldByAll(operations: readonly Subject[], policy: Policy, history: History, by: number): Range {
  const before = held.get(operations)
  const known = before?.policy === policy ? before : {policy, by: new Map<number, Range>()}
  held.set(operations, known)
  const last = lastLoss(history, by)
  const found = known.by.get(last)
  if (found) return found
  const stability = highestOf(
    operations.map(each => heldStability(each, policy, history, by)),
    policy
  )
  known.by.set(last, stability)
  return stability
}

/** What a base says of paths that have no marker of their own. */
function inBase(base: string, policy: Policy): string | undefined {
  const marker = markerIn(base, policy)
  return marker ? marker.form?.stability : policy.unmarked
}

/** The highest of some. One that is not known is at least the lowest, and none is higher than the last. */
function highestOf(all: readonly Range[], policy: Policy): Range {
  const least = all.reduce((highest, each) => Math.max(highest, each.least), 0)
  const isTop = least === policy.stabilities.length - 1 && all.some(each => each.isKnown && each.least === least)
  return {least, isKnown: isTop || (all.length > 0 && all.every(({isKnown}) => isKnown))}
}

/** What is known of a stability: its rank, or the least that it can be. */
interface Range {
  readonly least: number
  readonly isKnown: boolean
}

const UNTOLD: Range = {least: 0, isKnown: false}

/** Of a name that the policy may not know. */
function rangeOf(stability: string | undefined, policy: Policy): Range {
  const rank = stability === undefined ? -1 : rankOf(stability, policy)
  return rank < 0 ? UNTOLD : {least: rank, isKnown: true}
}

/** All stabilities by which the subject may have to be judged: one where it is known, else all of the policy's. */
export function possibleStabilities(
  subject: Subject,
  policy: Policy,
  history: History,
  by?: number
): readonly string[] {
  const {least, isKnown} = heldStability(subject, policy, history, by ?? Infinity)
  return policy.stabilities.slice(least, isKnown ? least + 1 : undefined)
}

import type {History} from '../model/history.ts'
import type {Lifecycle} from '../model/lifecycle.ts'
import {looksLikeMarker} from '../model/marker.ts'
import type {MarkerForm, Policy} from '../model/policy.ts'
import {type Subject, subjectKey, type Target} from '../model/subject.ts'

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

const readings = new WeakMap<Policy, Map<string, MarkerReading | null>>()

/** The version marker of a path, and the form of the policy that it has, if it has one. */
export function markerIn(path: string, policy: Policy): MarkerReading | undefined {
  const known = readings.get(policy) ?? new Map<string, MarkerReading | null>()
  readings.set(policy, known)
  const reading = known.get(path)
  if (reading !== undefined) return reading ?? undefined
  const fresh = readMarker(path, policy)
  known.set(path, fresh ?? null)
  return fresh
}

function readMarker(path: string, policy: Policy): MarkerReading | undefined {
  const segments = path.split('/').filter(Boolean)
  for (const text of segments) {
    const form = policy.markers.find(candidate => patternOf(candidate.form).test(text))
    if (form) return {text, form}
  }
  const text = segments.find(looksLikeMarker)
  return text === undefined ? undefined : {text}
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
 * where neither says, or the record names one that the policy does not know.
 */
export function stabilityOf(subject: Subject, policy: Policy, history: History): string | undefined {
  const own = history.bySubject.get(subjectKey(subject))
  const parent = subject.part ? history.bySubject.get(subjectKey({target: subject.target})) : undefined
  const stated = [own, parent].find(life => life && life.stated.length > 0)
  if (!stated) return stabilityOfTarget(subject.target, policy)
  return highestStated(stated, policy)
}

function highestStated({stated}: Lifecycle, policy: Policy): string | undefined {
  const ranks = stated.map(({stability}) => rankOf(stability, policy))
  return ranks.includes(-1) ? undefined : policy.stabilities[Math.max(...ranks)]
}

/** All stabilities by which the subject may have to be judged: one where it is known, else all of the policy's. */
export function possibleStabilities(subject: Subject, policy: Policy, history: History): readonly string[] {
  const known = stabilityOf(subject, policy, history)
  return known === undefined ? policy.stabilities : [known]
}

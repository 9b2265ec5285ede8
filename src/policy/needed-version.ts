import {defined} from '../model/defined.ts'
import type {Day} from '../model/time/date-range.ts'
import type {
  VersionClaim,
  VersionedChange,
  VersionRequirements,
  VersionSchemeName,
  VersionStep
} from '../model/time/version-claim.ts'
import {largerStep, readVersion, type SchemedVersion, schemeOf} from './version-schemes.ts'

/** What is required of versions where a policy says nothing. */
export const DEFAULT_REQUIREMENTS: Omit<VersionRequirements, 'scheme'> = {
  initial: 'minor',
  majorsFrom: 'breaking',
  additions: 'minor',
  deprecations: 'minor',
  documentation: 'none',
  exact: false
}

/** Whether the version of a change is high enough. */
export type VersionAnswer = 'enough' | 'too-low' | 'too-high' | 'undetermined'

/** The version that changes need. */
export interface VersionNeed {
  readonly scheme: VersionSchemeName
  readonly step: VersionStep
  /** The lowest version that is high enough, as far as it's known. Missing if it needs a name. */
  readonly atLeast?: string
  /** The lowest version if everything that may be breaking is. Missing if that makes no difference. */
  readonly atMost?: string
  /**
   * The version to release next: of versions that are days, that of today, although an earlier one is high enough.
   * Missing if it isn't known.
   */
  readonly next?: string
  /** The changes that need `atLeast`. */
  readonly because: readonly VersionedChange[]
  /** The changes that would need `atMost`. */
  readonly unclear: readonly VersionedChange[]
  /** Missing if the change states no version. */
  readonly answer?: VersionAnswer
  /** Which version isn't one of the scheme: that of the base, or that of the change. Empty if there's none any more. */
  readonly unreadable?: string
}

/** The versions of a claim as their scheme reads them. */
interface ReadClaim {
  readonly base: SchemedVersion
  readonly here: SchemedVersion | undefined
  /** The version that the changes are counted from: the last release, or the base. */
  readonly from: SchemedVersion
  readonly asOf: Day
  readonly name: string | undefined
}

/** Finds the version that the changes of a claim need. `undefined` if the version of the base has no scheme. */
export function findNeededVersion(
  claim: VersionClaim,
  requirements: VersionRequirements | undefined,
  asOf: Day,
  name?: string
): VersionNeed | undefined {
  const scheme = requirements?.scheme ?? schemeOf(claim.base)
  if (scheme === undefined) return undefined
  const required = requirements ?? {...DEFAULT_REQUIREMENTS, scheme}
  const read = (text = ''): SchemedVersion | undefined => readVersion(text, scheme, required.initial)
  const [base, here, released] = [claim.base, claim.here, claim.released].map(read)
  if (!base) return {scheme, step: 'none', because: [], unclear: [], unreadable: claim.base, answer: 'undetermined'}
  const from = released && released.compare(base) < 0 ? released : base
  const need = findNeed({base, here, from, asOf, name}, claim.changes, required)
  // A version that can't be read any more is never high enough.
  if (claim.here !== undefined && !here) return {...need, unreadable: claim.here, answer: 'too-low'}
  const highest = isFixed(required, base) ? read(need.atMost ?? need.atLeast) : undefined
  const isTooHigh = here !== undefined && highest !== undefined && here.compare(highest) > 0
  if (isTooHigh && need.answer === 'enough') return {...need, answer: 'too-high'}
  const isHigher = here !== undefined && need.next !== undefined && here.compare(read(need.next) ?? here) > 0
  return isHigher ? {...need, next: here.text} : need
}

/** Whether a version must not grow too much. A day says nothing of changes, and the release of a candidate is due. */
const isFixed = ({exact, scheme}: VersionRequirements, base: SchemedVersion): boolean =>
  exact && scheme === 'semver' && !base.isCandidate

function findNeed(claim: ReadClaim, changes: readonly VersionedChange[], required: VersionRequirements): VersionNeed {
  const {base, from, asOf, name} = claim
  const certain = stepsOf(changes, required, 'compatible')
  const possible = stepsOf(changes, required, 'breaking')
  const most = largest(possible)
  // What breaks a candidate may be new since the last release.
  const isOpen = base.isCandidate && from === base && required.scheme === 'semver'
  const least =
    isOpen && largest(certain) === 'major' && from.raise('minor', asOf) !== from.raise('major', asOf)
      ? 'minor'
      : largest(certain)
  const isRaised = (step: VersionStep): boolean => base.suffices(from, step)
  const raise = (step: VersionStep): string | undefined => from.raise(step, asOf, name)
  const [atLeast, atMost] = [least, most].map(step => (isRaised(step) ? base.text : raise(step)))
  const isCertain = atLeast === atMost
  const next = from !== base && isRaised(least) ? base.text : raise(least)
  return defined({
    scheme: required.scheme,
    next: isCertain ? next : undefined,
    step: least,
    atLeast,
    atMost: isCertain ? undefined : atMost,
    because: changesOf(certain, least),
    unclear: isCertain ? [] : changesOf(possible, most),
    answer: claim.here && answerOf(claim.here, claim, least, most)
  })
}

function answerOf(here: SchemedVersion, {base, from}: ReadClaim, least: VersionStep, most: VersionStep): VersionAnswer {
  const isEnough = (step: VersionStep): boolean => here.compare(base) >= 0 && here.suffices(from, step)
  return !isEnough(least) ? 'too-low' : isEnough(most) ? 'enough' : 'undetermined'
}

interface ChangeStep {
  readonly change: VersionedChange
  readonly step: VersionStep
}

const stepsOf = (
  changes: readonly VersionedChange[],
  required: VersionRequirements,
  unclear: 'breaking' | 'compatible'
): ChangeStep[] => changes.map(change => ({change, step: stepOfChange(change, required, unclear)}))

const largest = (steps: readonly ChangeStep[]): VersionStep =>
  steps.reduce<VersionStep>((sum, {step}) => largerStep(sum, step), 'none')

/** The changes that need a step. */
const changesOf = (steps: readonly ChangeStep[], of: VersionStep): VersionedChange[] =>
  steps.flatMap(({change, step}) => (step === of && of !== 'none' ? [change] : []))

/** The step that a change needs, with an effect for those that may be breaking. */
function stepOfChange(
  {effect, isRemoval}: VersionedChange,
  {majorsFrom, additions, deprecations, documentation}: VersionRequirements,
  unclear: 'breaking' | 'compatible'
): VersionStep {
  switch (effect) {
    case 'documentation':
      return documentation
    case 'deprecation':
      return deprecations
    case 'addition':
      return additions
    case 'unclear':
      return unclear === 'compatible' ? additions : majorsFrom === 'removals' && !isRemoval ? 'minor' : 'major'
    case 'breaking':
      return majorsFrom === 'removals' && !isRemoval ? 'minor' : 'major'
  }
}

import {defined} from '../model/defined.ts'
import {InputError} from '../model/input-error.ts'
import type {Policy} from '../model/verdict/policy.ts'
import type {ReleaseDiffs} from '../observations/release-diffs.ts'
import type {BaseRevision, FoundBase} from './base/base-revision.ts'
import type {ApiOptions, ReviewedChange} from './change.ts'
import {type ComparedWithReleases, compareWithReleases} from './clients/compare-with-releases.ts'
import {compareWithBase, type Observed, openChange, withOwnList} from './compare-with-base.ts'
import type {GeneratedChange} from './generated/generated-change.ts'
import {separateDrift} from './generated/separate-drift.ts'
import type {LocatedChange} from './located-change.ts'
import type {ChangeRules} from './read-rules.ts'
import {addLostOfRelease, compareWithRelease} from './release/compare-with-release.ts'
import {findReleasedBase, type ReleasedBase} from './release/released-base.ts'

/** A change, its base, and the rules that say what else it is compared with. */
interface ComparableChange {
  readonly located: LocatedChange
  readonly found: FoundBase
  readonly rules: ChangeRules
  readonly asOf: string
  readonly generated: GeneratedChange | undefined
}

/** What the descriptions of a change show, compared with everything that it can break. */
export interface ComparedChange {
  readonly observed: Observed
  /** Release that the change is compared with as well. */
  readonly released?: ReleasedBase
  /** The comparison with other releases than the base. Missing if none is demanded. */
  readonly releases?: ComparedWithReleases
}

/**
 * Compares a change with its base, then with the last release, with what the generator does differently, and with the
 * releases that the policy demands. Each step says what the step before can't know.
 */
export async function compareChange(
  {located, found, rules, asOf, generated}: ComparableChange,
  diffs: ReleaseDiffs,
  options: ApiOptions,
  change: ReviewedChange
): Promise<ComparedChange> {
  const {policy} = rules
  const {target} = found
  const base = 'lacks' in found.base ? found.base : found.base.open(policy)
  const ofTarget = change.comparison?.base.isOneOfSeveral ? readTarget(found, policy) : undefined
  const here = withOwnList(openChange(change.context.files, located), located, rules)
  const since = compareWithBase(located, here, base, diffs, ofTarget)
  const released = await (generated?.reading ?? readDirectly)(() =>
    findReleasedBase(located, {...found, since}, rules, options, change)
  )
  const isKnown = released && released.unknown === undefined
  const whole = isKnown ? compareReleased(since, located, {released, found, ofTarget}, policy) : since
  const observed = generated?.drifted ? separateDrift(whole, since, generated.drifted) : whole
  const releases = compareWithReleases(observed, {located, rules, target, asOf}, options, change)
  return {observed: releases?.observed ?? observed, ...defined({released, releases})}
}

/** Reads without generating descriptions first, because git has all of them. */
export const readDirectly = async <Result>(read: () => Result): Promise<Result> => read()

/** The description of the target as it is now. */
export function readTarget({line, target}: FoundBase, policy: Policy): BaseRevision | undefined {
  const base = target && line?.readAt(target)
  return base && !('lacks' in base) ? base.open(policy) : undefined
}

/** Compares with the release, too. On the branch that is released, all changes since the release count. */
function compareReleased(
  since: Observed,
  located: LocatedChange,
  {released, found, ofTarget}: {released: ReleasedBase; found: FoundBase; ofTarget: BaseRevision | undefined},
  policy: Policy
): Observed {
  const {isAsked, base, newer} = released
  const others = isAsked && found.target?.isOwn ? [] : [since.base, ...(ofTarget ? [ofTarget] : [])]
  const revision = base?.open(policy)
  const release = {revision, remedy: base?.remedy, newer: newer?.base?.open(policy), isAsked}
  try {
    return addLostOfRelease(compareWithRelease(since, located, release, others), released.coming?.revision)
  } catch (error) {
    // A release that can't be read shows nothing, so everything that the branch has counts as released.
    if (!isAsked && error instanceof InputError) return since
    throw error
  }
}

import {openDescriptions} from '@tenure/core/app/session/descriptions'
import {openWrittenHistory} from '@tenure/core/app/session/session'
import type {Context} from '@tenure/core/context/context'
import {presets, readPolicy} from '@tenure/core/inputs/config/policy-file'
import {judgeAll} from '@tenure/core/lint'
import {defined} from '@tenure/core/model/defined'
import {InputError} from '@tenure/core/model/input-error'
import type {History} from '@tenure/core/model/lifecycle/history'
import {versionOf} from '@tenure/core/model/time/release'
import {NEXT} from '@tenure/core/model/time/timeline'
import type {Policy} from '@tenure/core/model/verdict/policy'
import {sayUnjudgedVersions} from '@tenure/core/outputs/report/unknown-version'
import type {Files} from '@tenure/core/stores/files/files'
import type {PlannedApi} from './init-plan.ts'

/** What a policy says about the past. */
export interface PastVerdicts {
  readonly policy: string
  readonly violations: number
  readonly undetermined: number
}

export interface PastPreview {
  /** Removals and breaking changes so far. */
  readonly judged: number
  readonly chosen: PastVerdicts
  /** What the chosen policy would need to judge the past. Empty if it can. */
  readonly remarks: readonly string[]
  /**
   * Presets with a verdict on most of these changes, those with the fewest violations and undetermined verdicts first.
   */
  readonly others: readonly PastVerdicts[]
  readonly releases: number
  /** Releases that semantic versioning calls unstable: `0.x` and pre-releases. */
  readonly unstable: number
  /** Stability level by which the chosen policy judges paths without a version marker. */
  readonly heldAs?: string
}

/** Judges the past of an API, in its history or its tags, by the chosen policy and the presets. */
export async function previewPast(
  {spec, history, tags = []}: PlannedApi,
  {name, policy}: {readonly name: string; readonly policy: Policy},
  context: Context
): Promise<PastPreview | undefined> {
  try {
    const [only, ...others] = tags
    const options = defined({policy: name, spec, tags: others.length > 0 ? undefined : only})
    const {history: past} =
      history === undefined
        ? await openDescriptions({...options, source: '.'}, context)
        : openWrittenHistory({history}, context)
    return judgePast(context.files, past, policy)
  } catch (error) {
    // The error isn't reported here, because `audit` and `record` report it.
    if (error instanceof InputError) return undefined
    throw error
  }
}

function judgePast(files: Files, history: History, policy: Policy): PastPreview {
  const names = history.timeline.entries.flatMap(({kind, name}) => (kind === 'release' && name !== NEXT ? [name] : []))
  const verdictsOf = (by: Policy): PastVerdicts & {readonly judged: number; readonly decided: number} => {
    const verdicts = judgeAll(history, by).flatMap(({verdict, pending}) => (pending ? [] : [verdict]))
    const count = (wanted: string): number => verdicts.filter(each => each === wanted).length
    return {
      policy: by.name,
      violations: count('violation'),
      undetermined: count('undetermined'),
      judged: verdicts.length,
      decided: count('violation') + count('compliant')
    }
  }
  const {judged, decided: _, ...chosen} = verdictsOf(policy)
  const others = presets()
    .filter(name => name !== policy.name)
    .map(name => verdictsOf(readPolicy(files, name).policy))
    .filter(({decided, undetermined}) => decided > 0 && decided >= undetermined)
    .toSorted((a, b) => a.violations + a.undetermined - b.violations - b.undetermined || a.violations - b.violations)
  const heldAs = policy.defaultStability
  return defined({
    judged,
    chosen,
    remarks: sayUnjudgedVersions(judgeAll(history, policy), history, policy),
    others,
    releases: names.length,
    unstable: names.filter(isUnstable).length,
    heldAs
  })
}

function isUnstable(name: string): boolean {
  const version = versionOf(name)
  return version !== undefined && (version.major === 0 || version.isCandidate)
}

import {presets, readPolicy} from '../../inputs/config/policy-file.ts'
import {judgeAll} from '../../lint.ts'
import {defined} from '../../model/defined.ts'
import {InputError} from '../../model/input-error.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {versionOf} from '../../model/time/release.ts'
import {NEXT} from '../../model/time/timeline.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {sayUnjudgedVersions} from '../../outputs/report/unknown-version.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Context} from '../context.ts'
import {openDescriptions} from '../session/descriptions.ts'
import {selectSource} from '../session/select-source.ts'
import {openWrittenHistory} from '../session/session.ts'
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
        ? await openDescriptions(options, context, selectSource({...options, source: '.'}, context))
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

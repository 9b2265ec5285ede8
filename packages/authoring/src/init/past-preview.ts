import {performance} from 'node:perf_hooks'
import {openDescriptions} from '@tenure/core/app/session/descriptions'
import {type SelectedSource, selectSource} from '@tenure/core/app/session/select-source'
import {openWrittenHistory} from '@tenure/core/app/session/session'
import type {Context} from '@tenure/core/context/context'
import {readyFor} from '@tenure/core/descriptions/readers'
import {readPolicy} from '@tenure/core/inputs/config/policy-file'
import {beginAt} from '@tenure/core/inputs/sources/source'
import {judgeAll} from '@tenure/core/lint'
import {defined} from '@tenure/core/model/defined'
import {InputError} from '@tenure/core/model/input-error'
import type {History} from '@tenure/core/model/lifecycle/history'
import {versionOf} from '@tenure/core/model/time/release'
import {NEXT} from '@tenure/core/model/time/timeline'
import type {Policy} from '@tenure/core/model/verdict/policy'
import {compareNewestFirst} from '@tenure/core/observations/compare-ahead'
import {ContentIds} from '@tenure/core/observations/content-ids'
import {sayUnjudgedVersions} from '@tenure/core/outputs/report/unknown-version'
import {holdResults} from '@tenure/core/stores/cache'
import type {Files} from '@tenure/core/stores/files/files'
import {sayAddedFiles} from '../record/record-all.ts'
import type {PlannedApi} from './init-plan.ts'

/** What a policy says about the past. */
export interface PastVerdicts {
  readonly policy: string
  readonly violations: number
  readonly undetermined: number
}

/** The past of an API to look at, as data for a thread. */
export interface PastJob extends Pick<PlannedApi, 'spec' | 'history' | 'tags'> {
  readonly policy: string
  /** Presets for APIs in its language. */
  readonly presets: readonly string[]
  /** Milliseconds after which no older release is read. */
  readonly limit: number
}

/** How far the look at the past has come. */
export interface PastProgress {
  readonly done: number
  readonly all: number
  readonly release: string
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
  /** First release that was read, and the number of all, if there was no time for those before it. */
  readonly since?: {readonly release: string; readonly all: number}
  /** The files that recording these releases adds. Missing if the history is written already. */
  readonly adds?: string
}

/** Judges the past of an API, in its history or its tags, by the chosen policy and the presets. */
export async function previewPast(
  {spec, history, tags, policy, presets, limit}: PastJob,
  context: Context,
  report: (progress: PastProgress) => void
): Promise<PastPreview | undefined> {
  try {
    const judgeBy = {policy: readPolicy(context.files, policy).policy, presets}
    if (history !== undefined) return judgePast(context.files, openWrittenHistory({history}, context).history, judgeBy)
    const options = defined({policy, spec, tags, source: '.'})
    await readyFor([spec])
    const {source, since} = readNewest(selectSource(options, context), limit, report)
    const session = await openDescriptions(options, context, source)
    return defined({
      ...judgePast(context.files, session.history, judgeBy),
      since,
      adds: sayAddedFiles(session)
    })
  } catch (error) {
    // The error isn't reported here, because `audit` and `record` report it.
    if (error instanceof InputError) return undefined
    throw error
  }
}

/** Compares the newest releases as long as there is time, and leaves out those before them. */
function readNewest(
  selected: SelectedSource,
  limit: number,
  report: (progress: PastProgress) => void
): {readonly source: SelectedSource; readonly since?: PastPreview['since']} {
  const ids = new ContentIds(holdResults(selected.ids.cache), selected.ids.reading)
  const source = {...selected, ids}
  const {releases} = selected.source
  const end = performance.now() + limit
  const progress = (done: number, all: number, release: string): void => report({done, all, release})
  const left = compareNewestFirst(selected.source, {ids, progress}, () => performance.now() > end)
  const release = releases[left]?.name
  if (left === 0 || release === undefined) return {source}
  return {source: {...source, source: beginAt(selected.source, release)}, since: {release, all: releases.length}}
}

function judgePast(
  files: Files,
  history: History,
  {policy, presets}: {readonly policy: Policy; readonly presets: readonly string[]}
): PastPreview {
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
  const others = presets
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

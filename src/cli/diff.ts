import {compare} from '../compare/compare.ts'
import type {JudgedChange} from '../model/judged-change.ts'
import type {Place} from '../model/place.ts'
import type {Policy} from '../model/policy.ts'
import {refuse} from '../model/problem.ts'
import type {Gap, Snapshot} from '../model/snapshot.ts'
import {between} from '../promise/between.ts'
import {judgeChanges, revisionToday} from '../promise/compatibility.ts'
import {isThere, readStandardInput} from '../read/disk.ts'
import {readSnapshot} from '../read/openapi.ts'
import {builtPreset, DEFAULT_POLICY} from '../read/preset.ts'
import {readyFor} from '../read/program.ts'
import {openSpec, type SpecFiles} from '../read/spec-files.ts'
import {Shared} from '../read/spec-pieces.ts'
import {SPEC_LIMIT} from '../read/spec-text.ts'
import {diffJson} from '../report/diff-json.ts'
import {type DiffReport, type DiffSide, missingParts, summariseDiff} from '../report/diff-report.ts'
import {diffStylish} from '../report/diff-stylish.ts'
import {asOfDay} from './as-of.ts'
import {type FilterOptions, filterOf, ofStability} from './diff-filter.ts'
import {EXIT, type Io} from './io.ts'
import type {CommonOptions} from './session.ts'
import {unhurried} from './unhurried.ts'
import {CONFIG_NAME} from './usual-names.ts'
import {validate} from './validator.ts'

export const DIFF_FORMATS = ['stylish', 'json', 'markdown'] as const

export interface DiffOptions extends Omit<CommonOptions, 'history'>, FilterOptions {
  readonly old: string
  readonly new: string
  readonly format: (typeof DIFF_FORMATS)[number]
  readonly all: boolean
  readonly strict: boolean
  readonly 'exit-code': boolean
}

/** What differs between two descriptions, what it does to who calls, and how the policy sees that. */
export async function run(options: DiffOptions, io: Io): Promise<number> {
  if (options.old === '-' && options.new === '-')
    throw refuse('Unexpected `-` for both descriptions, expected standard input for one of them')
  const {policy, assumed} = await policyFor(options)
  const asOf = asOfDay(options, io, policy)
  const sources = {stdin: () => readStandardInput(SPEC_LIMIT)}
  await readyFor([options.old, options.new])
  const shared = new Shared()
  const [from, to] = [openSpec(options.old, sources, shared), openSpec(options.new, sources, shared)]
  const [older, newer] = [readSnapshot(from), readSnapshot(to)]
  const filter = filterOf(options, [older, newer])
  const changes = unhurried(() => compare(older, newer, validate))
  const judged = ofStability(
    judgeChanges(filter(changes), {
      policy,
      asOf,
      ...between(older, newer)
    }),
    options.stability,
    policy
  )
  const revision = revisionToday({policy, asOf})?.name
  const report: DiffReport = {
    asOf,
    policy,
    assumed,
    ...(revision === undefined ? {} : {revision}),
    old: sideOf(older),
    new: sideOf(newer),
    gaps: gapsOf(older, from).concat(gapsOf(newer, to)),
    judged: withLines(judged, from, to),
    summary: summariseDiff(judged),
    ...(changes.length > judged.length ? {unfiltered: changes.length} : {})
  }
  io.out(await written(report, options, io))
  const {broken, undetermined} = report.summary
  if (options['exit-code'] && broken > 0) return EXIT.findings
  const isUnsure = undetermined > 0 || missingParts(report).length > 0
  return options.strict && broken === 0 && isUnsure ? EXIT.unsure : EXIT.fine
}

/** A preset is at hand; what reads policies and configurations is loaded when there is one to read. */
async function policyFor(options: DiffOptions): Promise<{policy: Policy; assumed: boolean}> {
  if (options.config === undefined && !isThere(CONFIG_NAME)) {
    const policy = builtPreset(options.policy ?? DEFAULT_POLICY)
    if (policy) return {policy, assumed: options.policy === undefined}
  }
  const {configOf, policyOf, wholeConfigOf} = await import('./session.ts')
  // A policy that is named is no API's.
  return policyOf(options, options.policy === undefined ? configOf(options) : wholeConfigOf(options))
}

async function written(report: DiffReport, {format, all}: DiffOptions, io: Io): Promise<string> {
  if (format === 'json') return diffJson(report).output
  if (format === 'stylish') return diffStylish(report, {color: io.color, all}).output
  const [{diffMarkdown}, {toMarkdown}] = await Promise.all([
    import('../report/diff-markdown.ts'),
    import('../render/markdown.ts')
  ])
  return diffMarkdown(report, toMarkdown).output
}

const sideOf = ({source, title, version}: Snapshot): DiffSide => ({
  source,
  ...(title === undefined ? {} : {title}),
  ...(version === undefined ? {} : {version})
})

const gapsOf = ({gaps}: Snapshot, {locateAll}: SpecFiles): Gap[] => {
  const places = locateAll(gaps.map(({place}) => place))
  return gaps.map((gap, at) => ({...gap, place: places[at] ?? gap.place}))
}

/** Lines and columns, looked up for what is shown; each file is gone through once. */
function withLines(judged: readonly JudgedChange[], from: SpecFiles, to: SpecFiles): JudgedChange[] {
  const find = (side: 'old' | 'new', {locateAll}: SpecFiles): (Place | undefined)[] => {
    const places = judged.map(({change}) => change.where[side])
    const found = locateAll(places.filter(place => place !== undefined))
    let next = 0
    return places.map(place => place && found[next++])
  }
  const [olds, news] = [find('old', from), find('new', to)]
  return judged.map((each, at) => {
    const [old, fresh] = [olds[at], news[at]]
    return {...each, change: {...each.change, where: {...(old ? {old} : {}), ...(fresh ? {new: fresh} : {})}}}
  })
}

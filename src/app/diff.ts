import {asOfDay, type Context} from '../context/context.ts'
import {SPEC_LIMIT} from '../documents/read-document.ts'
import {DEFAULT_POLICY, readBuiltPreset} from '../inputs/config/built-presets.ts'
import type {Config} from '../inputs/config/file.ts'
import {defined} from '../model/defined.ts'
import {inputError} from '../model/input-error.ts'
import {type Subject, subjectKey} from '../model/subject/subject.ts'
import type {VersionClaim} from '../model/time/version-claim.ts'
import type {CompatibilityDirection} from '../model/verdict/compatibility-direction.ts'
import type {JudgedChange} from '../model/verdict/judged-change.ts'
import type {Policy} from '../model/verdict/policy.ts'
import {ContentIds, readingOf} from '../observations/content-ids.ts'
import {type DocumentDiff, type DocumentSide, diffDocuments} from '../observations/diff-documents.ts'
import {createChangeFilter, type FilterOptions, filterByStability} from '../observations/diff-filter.ts'
import {answerWhole, type DiffReport, type DiffSide, summarizeDiff} from '../outputs/report/diff-report.ts'
import {sayUnknownVersion} from '../outputs/report/unknown-version.ts'
import {judgeChanges, judgeForward, revisionToday} from '../policy/compatibility/compatibility.ts'
import {readStandardInput} from '../stores/files/file-system.ts'
import type {CommonOptions} from './session/config.ts'
import {DEFAULT_HISTORIES, findConfigPath} from './session/config-path.ts'
import {reportVersion, versionJudgedChanges, versionUnreadPart} from './version-report.ts'

export interface DiffOptions extends Omit<CommonOptions, 'history'>, FilterOptions {
  /** Older description: a path, `rev:path` in git, or `-` for standard input. */
  readonly old: string
  readonly new: string
  /** Whose clients must work with whose servers (default: those of the older one with those of the newer one). */
  readonly direction?: CompatibilityDirection | undefined
}

/** Compares two descriptions, and judges the changes by the policy. */
export async function diff(options: DiffOptions, context: Context): Promise<DiffReport> {
  if (options.old === '-' && options.new === '-')
    throw inputError('Only one of the two descriptions can be read from standard input. Name a file for the other.')
  const {policy, assumed, config} = await policyFor(options, context)
  const asOf = asOfDay(options, context, policy)
  const cache = context.cache()
  const direction = options.direction ?? 'backward'
  let stdin: Buffer | undefined
  const compare = (from: string, to: string): Promise<DocumentDiff> =>
    diffDocuments(
      context,
      [from, to],
      () => (stdin ??= readStandardInput(SPEC_LIMIT)),
      new ContentIds(cache, readingOf(config, policy)),
      options.tag !== undefined
    )
  const found = direction === 'forward' ? undefined : await compare(options.old, options.new)
  const reverse = direction === 'backward' ? undefined : await compare(options.new, options.old)
  const {old, new: fresh, unused} = found ?? turnAround(reverse as DocumentDiff)
  const all = [
    ...(found ? judgeChanges(filterChanges(found, options), judgingOf(found, policy, asOf)) : []),
    ...(reverse
      ? judgeForward(
          filterChanges(reverse, options),
          {newer: codeOf(fresh.source), older: codeOf(old.source)},
          judgingOf(reverse, policy, asOf)
        )
      : [])
  ]
  const judged = filterByStability(all, options.stability, policy)
  const changes = found?.changes ?? []
  const revision = revisionToday({policy, asOf})?.name
  const gaps = [...old.gaps, ...fresh.gaps]
  return {
    asOf,
    policy,
    assumed,
    ...defined({revision}),
    old: sideOf(old),
    new: sideOf(fresh),
    ...(direction === 'backward' ? {} : {direction}),
    gaps,
    unused,
    remarks: sayUnknownVersion(findUnknownStabilities(judged), [old.base, fresh.base], policy),
    judged,
    ...answerWhole({judged, gaps}),
    summary: summarizeDiff(judged),
    ...defined({
      versionReport:
        found && direction === 'backward' ? reportVersion(claimVersions(found, judged), policy, asOf) : undefined
    }),
    ...(found && changes.length > judged.length ? {unfiltered: changes.length} : {})
  }
}

const filterChanges = ({changes, tags}: DocumentDiff, options: DiffOptions) =>
  createChangeFilter(options, tags)(changes)

const judgingOf = ({old, new: fresh, stated}: DocumentDiff, policy: Policy, asOf: string) => ({
  policy,
  asOf,
  bases: {old: old.base, new: fresh.base},
  stated: (operation: Subject) => stated.get(subjectKey(operation))
})

/** The older and the newer side of a comparison that was made the other way round. */
const turnAround = ({old, new: fresh}: DocumentDiff): Pick<DocumentDiff, 'old' | 'new' | 'unused'> => ({
  old: fresh,
  new: old,
  unused: []
})

const codeOf = (source: string): string => `\`${source}\``

/** The versions that both descriptions state. `undefined` if the older one has none. */
function claimVersions({old, new: fresh}: DocumentDiff, judged: readonly JudgedChange[]): VersionClaim | undefined {
  const unread = [...old.gaps, ...fresh.gaps].filter(({isRead}) => !isRead)
  return old.version === undefined
    ? undefined
    : {
        ...defined({here: fresh.version}),
        base: old.version,
        changes: [...versionJudgedChanges(judged), ...(unread.length > 0 ? [versionUnreadPart(fresh.source)] : [])],
        place: {source: fresh.source, pointer: '/info/version'}
      }
}

/** Operations whose verdict is undetermined because their stability isn't known. */
const findUnknownStabilities = (judged: readonly JudgedChange[]): Subject[] => {
  const open = judged.flatMap(({change, rulings}) =>
    rulings
      .filter(({verdict, stability}) => verdict === 'undetermined' && stability === undefined)
      .flatMap(({reaches}) => (reaches.length > 0 ? reaches.map(({operation}) => operation) : [change.subject]))
  )
  return [...new Map(open.map(each => [subjectKey(each), {target: each.target}])).values()]
}

/**
 * Policy to judge by. Presets need no file, so the code that reads policies and config files is loaded on
 * demand.
 */
async function policyFor(
  options: DiffOptions,
  context: Context
): Promise<{policy: Policy; assumed: boolean; config?: Config | undefined}> {
  const {files} = context
  if (findConfigPath(files, options) === undefined && !DEFAULT_HISTORIES.some(path => files.exists(path))) {
    const policy = readBuiltPreset(files, options.policy ?? DEFAULT_POLICY)
    if (policy) return {policy, assumed: options.policy === undefined}
  }
  const [{configOf, withApiOfFiles}, {policyOfProject}] = await Promise.all([
    import('./session/config.ts'),
    import('./session/policy.ts')
  ])
  const paths = [options.old, options.new].map(name => (files.exists(name) ? name : name.slice(name.indexOf(':') + 1)))
  const config = configOf(withApiOfFiles(options, paths, context), context)
  return {...policyOfProject(context, options, config), config}
}

const sideOf = ({base: _, gaps: __, ...side}: DocumentSide): DiffSide => side

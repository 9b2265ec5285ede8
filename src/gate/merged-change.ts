import {extname, posix} from 'node:path'
import {CONFIG_NAME, findConfigPath} from '../app/session/config-path.ts'
import {DEFAULT_HISTORIES} from '../app/session/history-path.ts'
import type {CheckedApi} from '../app/session/shared-waivers.ts'
import type {Context} from '../context/context.ts'
import {pathInRepository} from '../inputs/working-tree.ts'
import {isServerCode, USUAL_NAMES} from '../languages/languages.ts'
import {InputError} from '../model/input-error.ts'
import type {SourceLocation} from '../model/location.ts'
import type {Report} from '../outputs/report/report.ts'
import type {Files} from '../stores/files/files.ts'
import {formatFew} from '../text/format-values.ts'
import {commitAt} from './base/base-commit.ts'
import {listComparisons} from './base/base-revision.ts'
import {findPendingMerge, openMerge, type PendingMerge} from './base/merge.ts'
import {type GateOptions, gateChoice} from './gate-choice.ts'
import {stricterReport} from './stricter-report.ts'

// The result of a merge can lack what the target got since the change began, even without a conflict. So if both
// changed files of the same API, the merged state is judged, too.

/**
 * The merges of a change into its possible targets that have got other commits since it began. Empty if there are none.
 */
export function listPendingMerges({base, target, only}: GateOptions, context: Context): PendingMerge[] {
  const isFileNamed = base !== undefined && (context.files.exists(base) || base.includes(':'))
  if (only !== undefined || isFileNamed || !context.files.areOnDisk) return []
  try {
    const found = listComparisons(context, '.', gateChoice({base, target}, context), () => true)
    if (!found) return []
    const {root} = found.repository
    const head = commitAt(context.git, root, 'HEAD') ?? ''
    const merges = found.comparisons.flatMap(each => findPendingMerge(context.git, root, head, each) ?? [])
    return [...new Map(merges.map(each => [keyOf(each), each])).values()]
  } catch (error) {
    // The error isn't reported here, because the comparison itself reports it.
    if (error instanceof InputError) return []
    throw error
  }
}

const keyOf = ({comparison: {base, target}}: PendingMerge): string => `${base.id} ${target.id}`

/** Result for one API, and the paths of the files of its older description, from the root of the repository. */
interface JudgedAlone extends CheckedApi {
  readonly older: readonly string[]
  /** Whether a command writes the description, so that any file can affect it. */
  readonly isGenerated: boolean
}

/**
 * Judges each merge of a change, too, if both sides changed files of this API. The strictest result counts. `read` are
 * the files that the change was read from.
 */
export async function judgeMerges<Options extends GateOptions>(
  alone: JudgedAlone,
  read: readonly string[],
  options: Options,
  context: Context,
  judge: (merged: Options, context: Context) => Promise<CheckedApi>
): Promise<CheckedApi> {
  let strictest: CheckedApi = alone
  for (const merge of listPendingMerges(options, context)) {
    const {touches, isOfKind} = createFileTests(
      context.files,
      merge.root,
      [...read, ...usualFiles(context.files, options)],
      alone
    )
    if (![...merge.byTarget].some(touches) || ![...merge.byChange].some(isOfKind)) continue
    const {workspace, tree, conflicts, close} = openMerge(context, merge)
    try {
      const open = conflicts.filter(isOfKind)
      if (open.length > 0) {
        strictest = withRemark(strictest, sayConflict(open, merge))
        continue
      }
      const merged = await judge({...options, only: merge.comparison, merged: tree}, workspace)
      if (stricterReport([strictest.report, merged.report]) === merged.report)
        strictest = withRemark(
          {...merged, report: withoutMovedLines(context.files, merged.report, merge)},
          sayMerged(merge)
        )
    } catch (error) {
      throw error instanceof InputError ? mergeError(error, merge) : error
    } finally {
      close()
    }
  }
  return strictest
}

/** Paths of files that affect every API, even if they don't exist yet. */
const usualFiles = (files: Files, options: GateOptions): string[] => [
  findConfigPath(files, options) ?? CONFIG_NAME,
  ...DEFAULT_HISTORIES,
  ...USUAL_NAMES
]

/**
 * Returns two tests of a path from the root of the repository: `touches` for a file of an API or a folder or link on
 * the way to one, and `isOfKind` for a file that could be one by its extension.
 */
function createFileTests(
  disk: Files,
  root: string,
  read: readonly string[],
  {older, isGenerated}: Pick<JudgedAlone, 'older' | 'isGenerated'>
) {
  const files = [...read.flatMap(path => pathInRepository(disk, root, path) ?? []), ...older]
  const known = new Set(files.flatMap(withFolders))
  const kinds = new Set(files.map(file => extname(file)))
  const isAnyKind = isGenerated || files.some(isServerCode)
  const touches = (path: string): boolean => isGenerated || known.has(path)
  return {touches, isOfKind: (path: string): boolean => isAnyKind || touches(path) || kinds.has(extname(path))}
}

/** A path and all folders that it is in. */
function withFolders(path: string): string[] {
  const folder = posix.dirname(path)
  return folder === '.' || folder === path ? [path] : [path, ...withFolders(folder)]
}

const withRemark = (checked: CheckedApi, remark: string): CheckedApi => ({
  ...checked,
  report: {...checked.report, remarks: [...checked.report.remarks, remark]}
})

const sayConflict = (paths: readonly string[], {comparison: {target}}: PendingMerge): string =>
  `${formatFew(paths.map(path => `\`${path}\``))} ${paths.length === 1 ? 'conflicts' : 'conflict'} with ${target.label}, so the result of the merge isn't known. Resolve the conflict, and check again.`

const sayMerged = ({comparison: {target}}: PendingMerge): string =>
  `This is the result of a merge into ${target.label}, which got other changes since this branch began. Merge it into this branch to see the files.`

/** Removes the lines from places in files that the target changed, because the files on disk have other lines. */
function withoutMovedLines(files: Files, report: Report, {root, byTarget}: PendingMerge): Report {
  const move = (place: SourceLocation): SourceLocation =>
    byTarget.has(pathInRepository(files, root, place.source) ?? '') ? {source: place.source} : place
  const moveAll = <Each extends Report['findings'][number]['reasons'][number]>(each: Each): Each => ({
    ...each,
    place: move(each.place),
    evidence: each.evidence.map(one => ({...one, place: move(one.place)}))
  })
  return {
    ...report,
    judgments: report.judgments.map(each => ({...each, place: move(each.place)})),
    findings: report.findings.map(each => ({...moveAll(each), reasons: each.reasons.map(moveAll)})),
    ...(report.changes ? {changes: report.changes.map(each => ({...each, place: move(each.place)}))} : {})
  }
}

/** An error that names the merge as the cause. */
export function mergeError(error: InputError, {comparison: {target}}: PendingMerge): InputError {
  const message = `The change can be read, and the result of a merge into ${target.label} can't. Merge it into this branch, repair the files, and check again.`
  return new InputError([...error.problems, {message}], {cause: error})
}

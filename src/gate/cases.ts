import {extname, join, posix} from 'node:path'
import {CONFIG_NAME, DEFAULT_HISTORIES, findConfigPath} from '../app/session/config-path.ts'
import type {CheckedApi} from '../app/session/shared-waivers.ts'
import {pathInRepository} from '../inputs/working-tree.ts'
import {isServerCode, USUAL_NAMES} from '../languages/languages.ts'
import {InputError, ignoreInputErrors} from '../model/input-error.ts'
import type {SourceLocation} from '../model/location.ts'
import type {Report} from '../outputs/report/report.ts'
import {parseFileSet} from '../stores/file-set.ts'
import type {Files} from '../stores/files/files.ts'
import {formatFew} from '../text/format-values.ts'
import {commitAt} from './base/base-commit.ts'
import {findPendingMerge, openMerge, type PendingMerge} from './base/merge.ts'
import {type ApiOptions, listCompared, listComparisons, namesFile, type ReviewedChange} from './change.ts'
import {isStricter} from './stricter-report.ts'

// A change is judged in several cases: compared with each of its bases, as it is and as it would be merged, and each of
// them by its own rules and by those of its target. The strictest result counts, and what only others found isn't reported.

/** A change in one of its comparisons, judged by each of the rules that bind it. */
export interface JudgedComparison {
  /** The results by its own rules and by those of the target; of equally strict ones, the first counts. */
  readonly results: readonly CheckedApi[]
  /** Paths of the files that the description of the base consists of, from the root of the repository. */
  readonly older: readonly string[]
  /** Paths of the descriptions as configurations name them: the change's, the target's, and one that is no longer listed. */
  readonly named: readonly string[]
  /** Whether a command writes the description, so that any file can affect it. */
  readonly isGenerated: boolean
}

/** Judges one comparison of a change. */
type JudgeComparison = (change: ReviewedChange) => Promise<JudgedComparison>

/**
 * Judges a change in all of its cases, and returns the strictest result. `readFiles` returns the files that the change was
 * read from, or `undefined` if they aren't those of a commit, which can't be merged.
 */
export async function judgeCases(
  change: ReviewedChange,
  options: ApiOptions,
  readFiles: () => readonly string[] | undefined,
  judge: JudgeComparison
): Promise<CheckedApi> {
  const compared: JudgedComparison[] = []
  const changes = listCompared(change)
  for (const each of changes) compared.push(await judge(each))
  const alone = compared.flatMap(({results}) => results)
  const read = readFiles()
  const {merged, conflicts} = read ? await judgeMerges(change, options, {read, compared}, judge) : NO_MERGES
  const strictest = strictestOf([...alone, ...merged])
  const bases = changes.length > 1 ? [...new Set(alone.flatMap(({report}) => report.revisions?.base?.name ?? []))] : []
  const isOfSeveral = bases.length > 1 && alone.includes(strictest)
  return withRemarks(strictest, [...(isOfSeveral ? [sayBases(bases)] : []), ...conflicts])
}

const NO_MERGES = {merged: [], conflicts: []}

/** The strictest result, so that a change can't exempt itself by weaker rules. The first of equally strict ones. */
const strictestOf = (results: readonly CheckedApi[]): CheckedApi =>
  results.reduce((strictest, each) => (isStricter(each.report, strictest.report) ? each : strictest))

/** The merges of a change into its possible targets that have got other commits since it began. */
export function listPendingMerges(change: ReviewedChange): PendingMerge[] {
  const {files, git} = change.context
  if (change.comparison || namesFile(change) || !files.areOnDisk) return []
  // The error isn't reported here, because the comparison itself reports it.
  return ignoreInputErrors(() => {
    const found = listComparisons(change, '.', () => true)
    if (!found) return []
    const {root} = found.repository
    const head = commitAt(git, root, 'HEAD') ?? ''
    const merges = found.comparisons.flatMap(each => findPendingMerge(git, root, head, each) ?? [])
    return [...new Map(merges.map(each => [keyOf(each), each])).values()]
  }, [])
}

const keyOf = ({comparison: {base, target}}: PendingMerge): string => `${base.id} ${target.id}`

/**
 * Judges the result of each merge if both sides changed files of this API, because it can lack what the target got since
 * the change began, even without a conflict. Returns remarks on the merges with conflicts, whose result isn't known.
 */
async function judgeMerges(
  change: ReviewedChange,
  options: ApiOptions,
  {read, compared}: {readonly read: readonly string[]; readonly compared: readonly JudgedComparison[]},
  judge: JudgeComparison
): Promise<{readonly merged: readonly CheckedApi[]; readonly conflicts: readonly string[]}> {
  const {files} = change.context
  const conflicts: string[] = []
  const merged: CheckedApi[] = []
  for (const merge of listPendingMerges(change)) {
    const usual = usualFiles(files, options)
    const {touches, isOfKind} = createFileTests(files, merge.root, [...read, ...usual], compared)
    if (![...merge.byTarget].some(touches) || ![...merge.byChange].some(isOfKind)) continue
    const result = openMerge(change, merge)
    try {
      const open = result.conflicts.filter(isOfKind)
      if (open.length > 0) conflicts.push(sayConflict(open, merge))
      else merged.push(...(await judge(result.merged)).results.map(each => asMerged(files, each, merge)))
    } catch (error) {
      throw error instanceof InputError ? mergeError(error, merge) : error
    } finally {
      result.close()
    }
  }
  return {merged, conflicts}
}

/** Paths of files that affect every API, even if they don't exist yet. */
const usualFiles = (files: Files, options: ApiOptions): string[] => [
  findConfigPath(files, options) ?? CONFIG_NAME,
  ...DEFAULT_HISTORIES,
  ...USUAL_NAMES
]

/**
 * Returns two tests of a path from the root of the repository: `touches` for a file of an API or a folder or link on
 * the way to one, and `isOfKind` for a file that could be one by its extension.
 */
function createFileTests(disk: Files, root: string, read: readonly string[], compared: readonly JudgedComparison[]) {
  const older = compared.flatMap(each => each.older)
  const isGenerated = compared.some(each => each.isGenerated)
  const files = [...read.flatMap(path => pathInRepository(disk, root, path) ?? []), ...older]
  const known = new Set(files.flatMap(withFolders))
  const kinds = new Set(files.map(file => extname(file)))
  const isAnyKind = isGenerated || files.some(isServerCode)
  const holders = compared.flatMap(each => each.named).flatMap(path => createHolderTest(disk, root, path) ?? [])
  const touches = (path: string): boolean => isGenerated || known.has(path) || holders.some(holds => holds(path))
  return {touches, isOfKind: (path: string): boolean => isAnyKind || touches(path) || kinds.has(extname(path))}
}

/** Returns a test of whether a description in a folder or pattern has a file, also a new one. `undefined` for one file. */
function createHolderTest(disk: Files, root: string, named: string): ((path: string) => boolean) | undefined {
  const set = parseFileSet(named)
  if (set) return path => set.fits(disk.relative('', join(root, path)).replaceAll('\\', '/'))
  const isFolder = disk.isFolder(named) || extname(named) === ''
  const folder = isFolder ? pathInRepository(disk, root, named) : undefined
  return folder === undefined ? undefined : path => path.startsWith(`${folder}/`)
}

/** A path and all folders that it is in. */
function withFolders(path: string): string[] {
  const folder = posix.dirname(path)
  return folder === '.' || folder === path ? [path] : [path, ...withFolders(folder)]
}

/** The result of a merge, with what it is. */
const asMerged = (files: Files, {report, ...checked}: CheckedApi, merge: PendingMerge): CheckedApi =>
  withRemarks({...checked, report: withoutMovedLines(files, report, merge)}, [sayMerged(merge)])

const withRemarks = (checked: CheckedApi, remarks: readonly string[]): CheckedApi =>
  remarks.length === 0
    ? checked
    : {...checked, report: {...checked.report, remarks: [...checked.report.remarks, ...remarks]}}

const sayBases = (labels: readonly string[]): string =>
  `Compared with ${formatFew(labels)}, because this change has several bases. The strictest result counts.`

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

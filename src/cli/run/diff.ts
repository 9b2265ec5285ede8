import type {Context} from '../../app/context.ts'
import {asOfDay} from '../../app/context.ts'
import {CONFIG_NAME, type CommonOptions} from '../../app/session/config.ts'
import {type DocumentSide, diffDocuments} from '../../app/snapshots/diff-documents.ts'
import {inputError} from '../../model/input-error.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {judgeChanges, revisionToday} from '../../policy/compatibility/compatibility.ts'
import {DEFAULT_POLICY, readBuiltPreset} from '../../read/config/policy-file.ts'
import {SPEC_LIMIT} from '../../read/document/read-document.ts'
import {NO_CACHE} from '../../read/files/cache.ts'
import {pathExists, readStandardInput} from '../../read/files/file-system.ts'
import {diffJson} from '../../report/diff/diff-json.ts'
import {type DiffReport, type DiffSide, missingParts, summarizeDiff} from '../../report/diff/diff-report.ts'
import {diffStylish} from '../../report/diff/diff-stylish.ts'
import {EXIT} from '../exit-codes.ts'
import {createChangeFilter, type FilterOptions, filterByStability} from '../options/diff-filter.ts'

export const DIFF_FORMATS = ['stylish', 'json', 'markdown'] as const

export interface DiffOptions extends Omit<CommonOptions, 'history'>, FilterOptions {
  readonly old: string
  readonly new: string
  readonly format: (typeof DIFF_FORMATS)[number]
  readonly all: boolean
  readonly strict: boolean
  readonly 'exit-code': boolean
}

/** Compares two descriptions, and judges the changes by the policy. */
export async function run(options: DiffOptions, context: Context): Promise<number> {
  if (options.old === '-' && options.new === '-')
    throw inputError('Unexpected `-` for both descriptions, expected standard input for one of them')
  const {policy, assumed} = await policyFor(options)
  const asOf = asOfDay(options, context, policy)
  // Cached results contain no tags.
  const cache = options.tag === undefined ? context.cache() : NO_CACHE
  const found = await diffDocuments([options.old, options.new], () => readStandardInput(SPEC_LIMIT), cache)
  const {changes, stated, tags, old, new: fresh, unused} = found
  const judged = filterByStability(
    judgeChanges(createChangeFilter(options, tags)(changes), {
      policy,
      asOf,
      bases: {old: old.base, new: fresh.base},
      stated
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
    old: sideOf(old),
    new: sideOf(fresh),
    gaps: [...old.gaps, ...fresh.gaps],
    unused,
    judged,
    summary: summarizeDiff(judged),
    ...(changes.length > judged.length ? {unfiltered: changes.length} : {})
  }
  context.out(await render(report, options, context))
  const {broken, undetermined} = report.summary
  if (options['exit-code'] && broken > 0) return EXIT.findings
  const isUnsure = undetermined > 0 || missingParts(report).length > 0
  return options.strict && broken === 0 && isUnsure ? EXIT.unsure : EXIT.fine
}

/**
 * Policy to judge by. Built-in policies need no file, so the code that reads policies and config files is loaded on
 * demand.
 */
async function policyFor(options: DiffOptions): Promise<{policy: Policy; assumed: boolean}> {
  if (options.config === undefined && !pathExists(CONFIG_NAME)) {
    const policy = readBuiltPreset(options.policy ?? DEFAULT_POLICY)
    if (policy) return {policy, assumed: options.policy === undefined}
  }
  const [{configOf, wholeConfigOf}, {policyWithoutHistory}] = await Promise.all([
    import('../../app/session/config.ts'),
    import('../../app/session/policy.ts')
  ])
  // A requested policy doesn't depend on the API.
  return policyWithoutHistory(options, options.policy === undefined ? configOf(options) : wholeConfigOf(options))
}

async function render(report: DiffReport, {format, all}: DiffOptions, context: Context): Promise<string> {
  if (format === 'json') return diffJson(report).output
  if (format === 'stylish') return diffStylish(report, {color: context.color, all}).output
  const [{diffMarkdown}, {toMarkdown}] = await Promise.all([
    import('../../report/diff/diff-markdown.ts'),
    import('../../render/markdown/markdown.ts')
  ])
  return diffMarkdown(report, toMarkdown).output
}

const sideOf = ({base: _, gaps: __, ...side}: DocumentSide): DiffSide => side

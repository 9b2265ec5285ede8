import type {Context} from '../../app/context.ts'
import {type DiffOptions as DiffedPair, diff} from '../../app/diff.ts'
import {diffJson} from '../../report/diff/diff-json.ts'
import type {FoldChanges} from '../../report/diff/diff-line.ts'
import {anyNotAllowed, type DiffReport, missingParts} from '../../report/diff/diff-report.ts'
import {diffStylish} from '../../report/diff/diff-stylish.ts'
import {wrapText} from '../../report/wrap-text.ts'
import {EXIT} from '../exit-codes.ts'

interface DiffOptions extends DiffedPair {
  readonly format: 'stylish' | 'json' | 'markdown'
  readonly all: boolean
  readonly strict: boolean
  readonly verbose: boolean
  readonly 'exit-code': boolean
}

/** Prints the changes between two descriptions. What isn't clearly allowed fails the command only with `--exit-code`. */
export async function run(options: DiffOptions, context: Context): Promise<number> {
  const report = await diff(options, context)
  context.out(await render(report, options, context))
  if (options['exit-code'] && anyNotAllowed(report)) return EXIT.findings
  const isUnsure = report.summary.undetermined > 0 || missingParts(report).length > 0
  return options.strict && report.summary.violation === 0 && isUnsure ? EXIT.unsure : EXIT.fine
}

async function render(report: DiffReport, {format, all, verbose}: DiffOptions, context: Context): Promise<string> {
  if (format === 'json') return diffJson(report).output
  const {foldDiff} = await import('../../app/fold-diff.ts')
  const fold: FoldChanges = judged => foldDiff(judged, report)
  if (format === 'stylish') {
    const {output} = diffStylish(report, {color: context.color, all, verbose}, fold)
    return context.width === undefined ? output : wrapText(output, context.width)
  }
  const [{diffMarkdown}, {toMarkdown}] = await Promise.all([
    import('../../report/diff/diff-markdown.ts'),
    import('../../render/markdown/markdown.ts')
  ])
  return diffMarkdown(report, {toMarkdown, fold}).output
}

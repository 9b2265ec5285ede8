import type {Context} from '../../app/context.ts'
import {chooseSource, sourceOptions} from '../../app/session/source-choice.ts'
import {type AuditOptions, runAudit} from './audit-report.ts'

/**
 * Reports the verdicts on all ends of support and breaking changes so far, and the problems of the history. Findings
 * don't fail the command by default.
 */
export async function run(asked: AuditOptions, context: Context): Promise<number> {
  const options = await sourceOptions(asked)
  return options ? runAudit(options, context, await chooseSource(options, context)) : runAudit(asked, context)
}

import type {JudgedChange} from '../../model/verdict/judged-change.ts'
import {judgedPieces} from '../../text/changes/forward.ts'
import {formatPieces} from '../../text/changes/sentences.ts'
import type {DiffReport} from './diff-report.ts'
import {findingsByJudgment} from './findings.ts'
import {groupFindings} from './groups/group-findings.ts'
import {groupText} from './groups/group-text.ts'
import {findingKey, type Report} from './report.ts'
import {plainText} from './sanitize-text.ts'

/** What happened, and what the policy says about it, in the words of the commands, with names in backticks. */
export interface Message {
  readonly message: string
}

/** A report whose judgments have their sentences, as its findings do. */
export interface ExplainedReport extends Report {
  readonly judgments: readonly (Report['judgments'][number] & Message)[]
}

/** A comparison whose changes have their sentences. */
export interface ExplainedDiff extends DiffReport {
  readonly judged: readonly (JudgedChange & Message)[]
}

/** Adds the sentence of each judgment: that of its finding, or why there is none. */
export function explainReport(report: Report): ExplainedReport {
  const leads = findingsByJudgment(report.findings)
  const messageOf = (judgment: Report['judgments'][number]): string => {
    const lead = leads.get(findingKey(judgment.event.id, judgment.subject))
    const {releases} = groupFindings({...report, judgments: [judgment], findings: lead ? [lead] : []})
    const texts = releases.flatMap(({folds}) => folds.map(groupText))
    return plainText(texts.flatMap(({headline, changes, why}) => [headline, ...changes, ...why]).join(' '))
  }
  return {...report, judgments: report.judgments.map(each => ({...each, message: messageOf(each)}))}
}

/** Adds the sentence of each change. */
export const explainDiff = (report: DiffReport): ExplainedDiff => ({
  ...report,
  judged: report.judged.map(each => ({...each, message: plainText(formatPieces(judgedPieces(each)))}))
})

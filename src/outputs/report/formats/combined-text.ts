import {SIGNS} from '../report-text.ts'
import type {Reporter, ReportTools} from '../reporter.ts'
import {plainText} from '../sanitize-text.ts'
import {apiRowOf, apiTable, type SeveralApis, sayQuietApis} from '../several-apis.ts'

/** Writes the reports of several APIs below each other: the result of all, a table, then each under its API's name. */
export async function combineTexts(
  all: SeveralApis,
  tools: ReportTools,
  {write}: Pick<Reporter, 'write'>
): Promise<string> {
  const table = all.listed.length > 0 ? [apiTable(all.listed.map(apiRowOf))] : []
  const linesOf = (lines: readonly string[]): string[] =>
    lines.length > 0 ? [lines.map(line => `${plainText(line)}\n`).join('')] : []
  const head = [`${SIGNS[all.outcome]} ${all.headline}`, ...all.policyChanges]
  const texts = [...linesOf(head), ...table, ...linesOf(all.remarks)]
  for (const {name, result} of all.listed) texts.push(`# ${plainText(name)}\n\n${await write(result, tools)}`)
  return [...texts, ...linesOf(sayQuietApis(all))].join('\n')
}

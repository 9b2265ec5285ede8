import {createColors} from 'picocolors'
import type {EndpointUsage, UnresolvedCall} from '../../../model/api/client-call.ts'
import {formatSubject} from '../../../model/subject/subject.ts'
import type {EndingEndpointCalls} from '../../../policy/end-status.ts'
import {formatCount} from '../../../text/format-values.ts'
import type {Report, ReportOutput} from '../report.ts'
import {policyLine} from '../report-text.ts'
import {joinBlocks, plainText, printLines} from '../sanitize-text.ts'
import {sayEnding, sayScanned, saySkipped, type UsageReport, usageHeadline} from '../usage-report.ts'

/** Maximum number of calls listed per kind. */
const MAX_OPEN = 20

/** Terminal output: endpoints in the order in which calls break, with the locations and replacements. */
export function usagesStylish(report: Report & {readonly usage: UsageReport}, {color}: {color: boolean}): ReportOutput {
  const colors = createColors(color)
  const {usage, asOf, remarks, lineOf} = report
  const codeOf = ({place}: Pick<EndpointUsage, 'place'>): string =>
    plainText((lineOf?.(place) ?? '').trim().slice(0, 100))
  const width = Math.max(
    0,
    ...[...usage.endpoints.flatMap(({uses}) => uses), ...usage.uncertain].map(each => sayAt(each).length)
  )
  const row = (use: EndpointUsage): string =>
    `  ${sayAt(use).padEnd(Math.min(width, 60))}  ${colors.dim(codeOf(use))}`.trimEnd()
  const groups = usage.endpoints.map(each => [headingOf(each, asOf, colors), ...each.uses.map(row)])
  const unsure =
    usage.uncertain.length > 0
      ? [
          [
            colors.bold('Unknown method: might call a deprecated or removed endpoint'),
            ...usage.uncertain.map(use => `${row(use)}  ${plainText(use.endpoints.map(formatSubject).join(', '))}`)
          ]
        ]
      : []
  const {open, left} = usage.usage
  const unread = left.map(({path, why}) => `  ${plainText(`${path}: ${why}`)}`)
  const blocks = [
    [paintOf(usage, colors)(plainText(usageHeadline(usage, asOf))), policyLine(report), ...remarks.map(plainText)],
    ...groups,
    ...unsure,
    ...(open.length > 0 ? [[colors.bold('Unknown address'), ...openLines(open)]] : []),
    ...(unread.length > 0 ? [[colors.bold('Not read'), ...unread]] : []),
    [sayScanned(usage), saySkipped(usage) ?? []].flat().map(plainText)
  ]
  return {output: printLines(joinBlocks(blocks), color)}
}

type Colors = ReturnType<typeof createColors>

const paintOf = ({endpoints}: UsageReport, colors: Colors): ((text: string) => string) =>
  endpoints.some(({leaving}) => leaving.kind === 'ended')
    ? colors.red
    : endpoints.length > 0
      ? colors.yellow
      : colors.green

function headingOf({subject, leaving, replacement, uses}: EndingEndpointCalls, asOf: string, colors: Colors): string {
  const instead = replacement ? ` → ${formatSubject(replacement)}` : ''
  const sign = leaving.kind === 'ended' ? colors.red('✖') : colors.yellow('!')
  const text = `${sayEnding({leaving}, asOf)}, ${formatCount(uses.length, 'call')}`
  return `${sign} ${colors.bold(plainText(`${formatSubject(subject)}${instead}`))}  ${plainText(text)}`
}

const sayAt = ({place: {source, line, column}}: Pick<EndpointUsage, 'place'>): string =>
  plainText(`${source}:${line}:${column}`)

function openLines(open: readonly UnresolvedCall[]): string[] {
  const shown = open.slice(0, MAX_OPEN).map(each => {
    const address = each.address.length > 70 ? `${each.address.slice(0, 69)}…` : each.address
    return `  ${sayAt(each)}  ${plainText(`${each.form} ${address}: it is unknown ${each.missing}`)}`
  })
  const more = open.length - shown.length
  return more > 0 ? [...shown, `  and ${more} more (\`--format json\` has all)`] : shown
}

import type {ListItem, RootContent} from 'mdast'
import type {EndpointUsage} from '../../../model/api/client-call.ts'
import {formatSubject} from '../../../model/subject/subject.ts'
import type {TextPiece} from '../../../phrases/text-pieces.ts'
import type {EndingEndpointCalls} from '../../../policy/end-status.ts'
import {formatCount} from '../../../text/format-values.ts'
import {
  collapsedSection,
  heading,
  limitedList,
  listItem,
  paragraph,
  parsePieces,
  safePieces
} from '../markdown-blocks.ts'
import type {Report, ReportOutput} from '../report.ts'
import {sayPolicy} from '../report-text.ts'
import {plainText} from '../sanitize-text.ts'
import {sayEnding, sayScanned, saySkipped, type UsageReport, usageHeadline} from '../usage-report.ts'

/** Marker by which a workflow finds its previous comment to edit it. */
export const USAGES_MARKER = '<!-- tenure usages -->'

/** Maximum length of the comment, below GitHub's limit of 65,536 characters. */
const MAX_LENGTH = 60_000
const MAX_LISTED = 100

/** Pull request comment: calls in the order in which they break, with their locations and replacements. */
export function usagesMarkdown(
  report: Report & {readonly usage: UsageReport},
  toMarkdown: (children: RootContent[]) => string
): ReportOutput {
  for (let most = MAX_LISTED; ; most = Math.floor(most / 2)) {
    const output = toMarkdown([{type: 'html', value: USAGES_MARKER}, ...bodyOf(report, most)])
    if (output.length <= MAX_LENGTH || most === 0) return {output}
  }
}

function bodyOf(report: Report & {readonly usage: UsageReport}, most: number): RootContent[] {
  const {usage, asOf, remarks} = report
  const {open, left} = usage.usage
  return [
    heading(2, usageHeadline(usage, asOf)),
    paragraph(...safePieces(plainText(sayPolicy(report))), '.'),
    ...limitedList(usage.endpoints, most, each => entryOf(each, asOf, most)),
    ...(usage.uncertain.length > 0
      ? collapsedSection(
          `${formatCount(usage.uncertain.length, 'call')} with an unknown method`,
          limitedList(usage.uncertain, most, placeOf)
        )
      : []),
    ...(open.length > 0
      ? collapsedSection(
          `${formatCount(open.length, 'call')} with an unknown address`,
          limitedList(open, most, each =>
            listItem(
              paragraph(
                {code: sayAt(each)},
                ' ',
                {code: each.address},
                ': it is unknown ',
                ...parsePieces(each.missing)
              )
            )
          )
        )
      : []),
    ...(left.length > 0
      ? collapsedSection(
          `${formatCount(left.length, 'file')} not read`,
          limitedList(left, most, ({path, why}) => listItem(paragraph({code: path}, ': ', ...parsePieces(why))))
        )
      : []),
    ...limitedList(remarks, most, each => listItem(paragraph({code: each}))),
    ...[sayScanned(usage), saySkipped(usage) ?? []].flat().map(each => paragraph({code: each}))
  ]
}

function entryOf({subject, leaving, replacement, uses}: EndingEndpointCalls, asOf: string, most: number): ListItem {
  const sign = leaving.kind === 'ended' ? '🔴 ' : '🟡 '
  const instead: TextPiece[] = replacement ? [' → ', {code: formatSubject(replacement)}] : []
  return listItem(
    paragraph(
      sign,
      {code: formatSubject(subject)},
      ...instead,
      ` ${sayEnding({leaving}, asOf)}, ${formatCount(uses.length, 'call')}`
    ),
    ...limitedList(uses, most, placeOf)
  )
}

const sayAt = ({place: {source, line, column}}: Pick<EndpointUsage, 'place'>): string => `${source}:${line}:${column}`

const placeOf = (use: EndpointUsage): ListItem => listItem(paragraph({code: sayAt(use)}, ' ', {code: use.address}))

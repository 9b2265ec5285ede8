import type {ListItem, RootContent} from 'mdast'
import type {Use} from '../../model/api/client-call.ts'
import {formatSubject} from '../../model/subject/subject.ts'
import type {LeavingUses} from '../../policy/end-status.ts'
import {count} from '../../text/format-values.ts'
import type {Piece} from '../../text/text-pieces.ts'
import {folded, item, list, paragraph, piecesOfWords} from '../formats/markdown-blocks.ts'
import {sayJudge} from '../formats/stylish.ts'
import type {Output, Report} from '../report.ts'
import {headlineOf, sayLeaving, sayLooked, saySkipped, type UsageReport} from '../usage-report.ts'

/** Marker by which a workflow finds its previous comment to edit it. */
export const MARKER = '<!-- tenure usages -->'

/** Stays below GitHub's limit of 65,536 characters per comment. */
const MAX_LENGTH = 60_000
const MAX_LISTED = 100

/** Pull request comment: calls in the order in which they break, with their locations and replacements. */
export function usagesMarkdown(
  report: Report & {readonly usage: UsageReport},
  toMarkdown: (children: RootContent[]) => string
): Output {
  for (let most = MAX_LISTED; ; most = Math.floor(most / 2)) {
    const output = toMarkdown([{type: 'html', value: MARKER}, ...bodyOf(report, most)])
    if (output.length <= MAX_LENGTH || most === 0) return {output}
  }
}

function bodyOf(report: Report & {readonly usage: UsageReport}, most: number): RootContent[] {
  const {usage, asOf, remarks} = report
  const {open, left} = usage.usage
  return [
    {type: 'heading', depth: 2, children: [{type: 'text', value: headlineOf(usage, asOf)}]},
    paragraph({code: sayJudge(report)}),
    ...(usage.endpoints.length > 0
      ? [
          list(
            usage.endpoints.map(each => entryOf(each, asOf, most)),
            most
          )
        ]
      : []),
    ...(usage.uncertain.length > 0
      ? folded(`${count(usage.uncertain.length, 'use')} by a method that is not known`, [
          list(usage.uncertain.map(placeOf), most)
        ])
      : []),
    ...(open.length > 0
      ? folded(`${count(open.length, 'call')} that cannot be told`, [
          list(
            open.map(each =>
              item(
                paragraph(
                  {code: sayAt(each)},
                  ' ',
                  {code: each.address},
                  ': not known is ',
                  ...piecesOfWords(each.missing)
                )
              )
            ),
            most
          )
        ])
      : []),
    ...(left.length > 0
      ? folded(`${count(left.length, 'file')} not read`, [
          list(
            left.map(({path, why}) => item(paragraph({code: path}, ': ', ...piecesOfWords(why)))),
            most
          )
        ])
      : []),
    ...(remarks.length > 0
      ? [
          list(
            remarks.map(each => item(paragraph({code: each}))),
            most
          )
        ]
      : []),
    ...[sayLooked(usage), saySkipped(usage) ?? []].flat().map(each => paragraph({code: each}))
  ]
}

function entryOf({subject, leaving, replacement, uses}: LeavingUses, asOf: string, most: number): ListItem {
  const sign = leaving.kind === 'ended' ? '🔴 ' : '🟡 '
  const instead: Piece[] = replacement ? [' → ', {code: formatSubject(replacement)}] : []
  return item(
    paragraph(
      sign,
      {code: formatSubject(subject)},
      ...instead,
      ` ${sayLeaving({leaving}, asOf)}, ${count(uses.length, 'use')}`
    ),
    list(uses.map(placeOf), most)
  )
}

const sayAt = ({place: {source, line, column}}: Pick<Use, 'place'>): string => `${source}:${line}:${column}`

const placeOf = (use: Use): ListItem => item(paragraph({code: sayAt(use)}, ' ', {code: use.address}))

import type {BlockContent, ListItem, RootContent} from 'mdast'
import {count} from '../../text/format-values.ts'
import {coversLine, evidenceOf, witnessLines} from '../finding-evidence.ts'
import {sayAll, sayCounts, sayWaived} from '../finding-text.ts'
import {type Listed, listedIn, type Waived, waivedIn} from '../findings.ts'
import {freshOf, whatToDo} from '../remedies.ts'
import type {Output, Report} from '../report.ts'
import {differenceLines, messageOf, remediesOfAll, type Together, together} from './group-enum-values.ts'
import {type Unread, unreadBlocks} from './input-errors.ts'
import {code, folded, item, list, paragraph, pieces, said} from './markdown-blocks.ts'
import {sayJudge, sayNewWaivers, sayPlace} from './stylish.ts'

/** Marker by which a workflow finds its previous comment to edit it. */
export const MARKER = '<!-- tenure check -->'

/** Stays below GitHub's limit of 65,536 characters per comment, with a margin because what counts as one differs. */
const MAX_LENGTH = 60_000
/** Longer lists are collapsed. */
const MAX_EXPANDED = 3
const MAX_LISTED = 100
const MAX_LINES = 8

/**
 * Markdown output of `check` as a pull request comment, also used as a job summary: failing findings first, each with
 * its counterexample and remedies. Text from files is code or escaped. `toMarkdown` is a parameter because
 * `render/markdown.ts` is large and loaded on demand.
 */
export const checkMarkdown = (report: Report, toMarkdown: (children: RootContent[]) => string): Output =>
  checkMarkdownOf([report], toMarkdown)

/** Comment on several APIs. */
export function checkMarkdownOf(
  parts: readonly (Report | Unread)[],
  toMarkdown: (children: RootContent[]) => string
): Output {
  for (let most = MAX_LISTED; ; most = Math.floor(most / 2)) {
    const bodies = parts.flatMap(part => ('problems' in part ? unreadBlocks(part) : partOf(part, most)))
    const output = toMarkdown([{type: 'html', value: MARKER}, ...bodies])
    if (output.length <= MAX_LENGTH || most === 0) return {output}
  }
}

const partOf = (report: Report, most: number): RootContent[] => [
  ...(report.uncompared ? [said(report.uncompared.says)] : []),
  ...bodyOf(listedIn(report), waivedIn(report), report, most)
]

function bodyOf(listed: readonly Listed[], waived: readonly Waived[], report: Report, most: number): RootContent[] {
  const isSure = freshOf('undetermined', report).length === 0
  if (listed.length === 0 && waived.length === 0 && !report.source.partial && isSure) {
    const gone = report.baseline?.gone.length ?? 0
    return [
      paragraph(
        ...(report.api === undefined ? ['No findings: '] : ['No findings for ', code(report.api), ': ']),
        code(sayJudge(report)),
        ...sayNewWaivers(report).map(each => `, ${each}`),
        ...(gone > 0 ? [`, ${gone} of the baseline gone`] : []),
        '.'
      )
    ]
  }
  const known = listed.filter(({isKnown}) => isKnown)
  const fresh = listed.filter(({isKnown}) => !isKnown)
  return [
    {
      type: 'heading',
      depth: 2,
      children: [
        {
          type: 'text',
          value: `API promise${report.api === undefined ? '' : ` of ${report.api}`}: ${headOf(listed, waived.length, report)}`
        }
      ]
    },
    paragraph(...pieces(whatToDo(listed, report)), ' ', code(sayJudge(report))),
    ...(fresh.length > 0
      ? [
          list(
            together(fresh).map(each => entry(each, report, fresh.length <= MAX_EXPANDED)),
            most
          )
        ]
      : []),
    ...(known.length > 0
      ? folded(`${count(known.length, 'finding')} in the baseline`, [
          list(
            together(known).map(each => entry(each, report, false)),
            most
          )
        ])
      : []),
    ...(waived.length > 0
      ? folded(`${count(waived.length, 'waiver')} in use`, [
          list(
            waived.map(each => waiverEntry(each, report)),
            most
          )
        ])
      : []),
    ...(report.remarks.length > 0
      ? [
          list(
            report.remarks.map(each => item(said(each))),
            MAX_LINES
          )
        ]
      : []),
    paragraph(`In all: ${sayAll(listed, waived.length, report)}.`)
  ]
}

/** Heading of the findings, which mentions waivers as prominently as failures. */
const headOf = (listed: readonly Listed[], waived: number, report: Report): string =>
  [
    sayCounts(listed, report),
    ...(waived > 0 ? [`${waived} waived`] : []),
    ...sayNewWaivers(report),
    ...(report.source.partial ? ['partial'] : [])
  ].join(', ')

const LEVEL_SIGNS = {error: '🔴 error', warning: '🟡 warning', info: '🔵 note'} as const

function entry(items: Together<Listed>, report: Report, isOpen: boolean): ListItem {
  const [listed] = items
  const {finding, level} = listed
  const details = detailsOf(items, report)
  return item(
    paragraph(`${LEVEL_SIGNS[level]} `, code(finding.rule), ' at ', code(sayPlace(finding.place))),
    ...differenceLines(items).map(said),
    said(messageOf(items)),
    ...(isOpen ? details : details.length > 0 ? folded('Evidence and ways out', details) : [])
  )
}

function detailsOf(items: Together<Listed>, report: Report): BlockContent[] {
  const [listed] = items
  const {finding} = listed
  const lines = [
    ...finding.reasons.map(({rule, message}) => paragraph(code(rule), ': ', ...pieces(message))),
    ...coversLine(finding).map(line => paragraph(code(line))),
    ...witnessLines(listed).map(line => paragraph(code(line))),
    ...evidenceOf(listed, report).map(({says, place}) => paragraph(...pieces(says), ' at ', code(sayPlace(place))))
  ]
  const ways = remediesOfAll(items).map(each => paragraph('→ ', ...pieces(each)))
  return [...shorten(lines), ...shorten(ways)]
}

const shorten = (blocks: BlockContent[]): BlockContent[] =>
  blocks.length > MAX_LINES
    ? [...blocks.slice(0, MAX_LINES), paragraph(`and ${blocks.length - MAX_LINES} more`)]
    : blocks

const waiverEntry = (waived: Waived, report: Report): ListItem =>
  item(paragraph(code(sayWaived(waived, report)), ' at ', code(sayPlace(waived.place))))

import type {BlockContent, ListItem, RootContent} from 'mdast'
import {formatCount} from '../../text/format-values.ts'
import {coveredLine, evidenceOf, witnessLines} from '../finding-evidence.ts'
import {judgementsOutsideBaseline, sayCounts, sayNextSteps, sayTotals, sayWaived} from '../finding-text.ts'
import {findWaivedJudgements, type ListedFinding, listFindings, type WaivedJudgement} from '../findings.ts'
import type {Report, ReportOutput} from '../report.ts'
import {
  differenceLines,
  type EnumGroup,
  groupByEnumeration,
  messageOfGroup,
  remediesOfGroup
} from './group-enum-values.ts'
import {type InputErrorReport, inputErrorBlocks} from './input-errors.ts'
import {
  codeSpan,
  collapsedSection,
  heading,
  limitedList,
  listItem,
  paragraph,
  safePieces,
  textParagraph
} from './markdown-blocks.ts'
import {sayJudge, sayNewWaivers, sayPlace} from './stylish.ts'

/** Marker by which a workflow finds its previous comment to edit it. */
export const CHECK_MARKER = '<!-- tenure check -->'

/** Stays below GitHub's limit of 65,536 characters per comment, with a margin because what counts as one differs. */
const MAX_LENGTH = 60_000
/** Longer lists are collapsed. */
const MAX_EXPANDED = 3
const MAX_LISTED = 100
const MAX_LINES = 8

/**
 * Markdown output of `check` as a pull request comment, also used as a job summary: failing findings first, each with
 * its counterexample and remedies. Text from files is code or escaped. `toMarkdown` is a parameter because
 * `render/markdown/markdown.ts` is large and loaded on demand.
 */
export const checkMarkdown = (report: Report, toMarkdown: (children: RootContent[]) => string): ReportOutput =>
  checkMarkdownOf([report], toMarkdown)

/** Comment on several APIs. */
export function checkMarkdownOf(
  parts: readonly (Report | InputErrorReport)[],
  toMarkdown: (children: RootContent[]) => string
): ReportOutput {
  for (let most = MAX_LISTED; ; most = Math.floor(most / 2)) {
    const bodies = parts.flatMap(part => ('problems' in part ? inputErrorBlocks(part) : partOf(part, most)))
    const output = toMarkdown([{type: 'html', value: CHECK_MARKER}, ...bodies])
    if (output.length <= MAX_LENGTH || most === 0) return {output}
  }
}

const partOf = (report: Report, most: number): RootContent[] => [
  ...(report.uncompared ? [textParagraph(report.uncompared.says)] : []),
  ...bodyOf(listFindings(report), findWaivedJudgements(report), report, most)
]

function bodyOf(
  listed: readonly ListedFinding[],
  waived: readonly WaivedJudgement[],
  report: Report,
  most: number
): RootContent[] {
  const isSure = judgementsOutsideBaseline('undetermined', report).length === 0
  if (listed.length === 0 && waived.length === 0 && !report.source.partial && isSure) {
    const gone = report.baseline?.gone.length ?? 0
    return [
      paragraph(
        ...(report.api === undefined ? ['No findings: '] : ['No findings for ', codeSpan(report.api), ': ']),
        codeSpan(sayJudge(report)),
        ...sayNewWaivers(report).map(each => `, ${each}`),
        ...(gone > 0 ? [`, ${gone} of the baseline gone`] : []),
        '.'
      )
    ]
  }
  const known = listed.filter(({isKnown}) => isKnown)
  const fresh = listed.filter(({isKnown}) => !isKnown)
  return [
    heading(
      2,
      `API promise${report.api === undefined ? '' : ` of ${report.api}`}: ${headOf(listed, waived.length, report)}`
    ),
    paragraph(...safePieces(sayNextSteps(listed, report)), ' ', codeSpan(sayJudge(report))),
    ...limitedList(groupByEnumeration(fresh), most, each => entry(each, report, fresh.length <= MAX_EXPANDED)),
    ...(known.length > 0
      ? collapsedSection(
          `${formatCount(known.length, 'finding')} in the baseline`,
          limitedList(groupByEnumeration(known), most, each => entry(each, report, false))
        )
      : []),
    ...(waived.length > 0
      ? collapsedSection(
          `${formatCount(waived.length, 'waiver')} in use`,
          limitedList(waived, most, each => waiverEntry(each, report))
        )
      : []),
    ...limitedList(report.remarks, MAX_LINES, each => listItem(textParagraph(each))),
    paragraph(`In all: ${sayTotals(listed, waived.length, report)}.`)
  ]
}

/** Heading of the findings, which mentions waivers as prominently as failures. */
const headOf = (listed: readonly ListedFinding[], waived: number, report: Report): string =>
  [
    sayCounts(listed, report),
    ...(waived > 0 ? [`${waived} waived`] : []),
    ...sayNewWaivers(report),
    ...(report.source.partial ? ['partial'] : [])
  ].join(', ')

const LEVEL_SIGNS = {error: '🔴 error', warning: '🟡 warning', info: '🔵 note'} as const

function entry(items: EnumGroup<ListedFinding>, report: Report, isOpen: boolean): ListItem {
  const [listed] = items
  const {finding, level} = listed
  const details = detailsOf(items, report)
  return listItem(
    paragraph(`${LEVEL_SIGNS[level]} `, codeSpan(finding.rule), ' at ', codeSpan(sayPlace(finding.place))),
    ...differenceLines(items).map(textParagraph),
    textParagraph(messageOfGroup(items)),
    ...(isOpen ? details : details.length > 0 ? collapsedSection('Evidence and ways out', details) : [])
  )
}

function detailsOf(items: EnumGroup<ListedFinding>, report: Report): BlockContent[] {
  const [listed] = items
  const {finding} = listed
  const lines = [
    ...finding.reasons.map(({rule, message}) => paragraph(codeSpan(rule), ': ', ...safePieces(message))),
    ...coveredLine(finding).map(line => paragraph(codeSpan(line))),
    ...witnessLines(listed).map(line => paragraph(codeSpan(line))),
    ...evidenceOf(listed, report).map(({says, place}) =>
      paragraph(...safePieces(says), ' at ', codeSpan(sayPlace(place)))
    )
  ]
  const ways = remediesOfGroup(items).map(each => paragraph('→ ', ...safePieces(each)))
  return [...shorten(lines), ...shorten(ways)]
}

const shorten = (blocks: BlockContent[]): BlockContent[] =>
  blocks.length > MAX_LINES
    ? [...blocks.slice(0, MAX_LINES), paragraph(`and ${blocks.length - MAX_LINES} more`)]
    : blocks

const waiverEntry = (waived: WaivedJudgement, report: Report): ListItem =>
  listItem(paragraph(codeSpan(sayWaived(waived, report)), ' at ', codeSpan(sayPlace(waived.place))))

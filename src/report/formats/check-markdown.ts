import type {BlockContent, RootContent, TableRow} from 'mdast'
import {groupBy} from '../../model/group-by.ts'
import {formatSubject} from '../../model/subject/subject.ts'
import type {Verdict} from '../../model/verdict/judgment.ts'
import {formatPieces} from '../../text/changes/sentences.ts'
import {capitalize, formatCount, formatList} from '../../text/format-values.ts'
import {joinPieces, type TextPiece} from '../../text/text-pieces.ts'
import {groupChangeList, type ListedChanges, sayChanges} from '../change-list.ts'
import {coveredLine, evidenceOf, replacementLine, witnessLines} from '../finding-evidence.ts'
import {sayWaived} from '../finding-text.ts'
import {findWaivedJudgments, type ListedFinding, listFindings, type WaivedJudgment} from '../findings.ts'
import {type FindingGroup, groupFindings} from '../groups/group-findings.ts'
import {groupRemedies, groupText, sayMore} from '../groups/group-text.ts'
import {outcomeOf, sayCounts, sayNextSteps, scopePieces} from '../headline.ts'
import type {Report, ReportOutput} from '../report.ts'
import {sayPlace, sayPolicy, sayUnread} from '../report-text.ts'
import {plainText} from '../sanitize-text.ts'
import {type SeveralApis, sayQuietApis} from '../several-apis.ts'
import {type InputErrorReport, inputErrorBlocks} from './input-errors.ts'
import {
  COMMENT_LENGTH,
  codeSpan,
  collapsedSection,
  heading,
  limitedList,
  listItem,
  OUTCOME_SIGNS,
  paragraph,
  safePieces,
  shortenTo,
  textParagraph
} from './markdown-blocks.ts'

/** Marker by which a workflow finds its previous comment to edit it. */
export const CHECK_MARKER = '<!-- tenure check -->'

/** Titles of the collapsed sections. */
export const DETAILS = {
  fixes: 'How to fix',
  changes: 'All changes',
  baseline: 'Already in the baseline'
} as const

const MAX_ROWS = 100
const MAX_MEMBERS = 40
const MAX_LINES = 8

/**
 * Markdown output of `check` as a pull request comment, also used as a job summary: the verdict, a table with one row
 * for each cause, and how to fix them, collapsed. Text from files is code or escaped. `toMarkdown` is a parameter
 * because `render/markdown/markdown.ts` is large and loaded on demand.
 */
export const checkMarkdown = (report: Report, toMarkdown: (children: RootContent[]) => string): ReportOutput =>
  shortenTo(COMMENT_LENGTH, MAX_ROWS, most => toMarkdown([MARKER_NODE, ...bodyOf(report, most)])) ?? {
    output: toMarkdown([MARKER_NODE, ...bodyOf(report, 0)])
  }

/** Comment that replaces the report if the gate failed to run. */
export const unreadMarkdown = (
  unread: InputErrorReport,
  toMarkdown: (children: RootContent[]) => string
): ReportOutput => ({output: toMarkdown([MARKER_NODE, ...inputErrorBlocks(unread)])})

/** Comment on several APIs. It's shortened by leaving out rows of tables, then whole APIs, so that nothing is cut. */
export function checkMarkdownOf(all: SeveralApis, toMarkdown: (children: RootContent[]) => string): ReportOutput {
  const {outcome, headline, listed} = all
  const write = (shown: number, most: number): string => {
    const bodies = listed
      .slice(0, shown)
      .flatMap(({result}) => ('problems' in result ? inputErrorBlocks(result) : bodyOf(result, most)))
    const hidden = listed.length - shown
    const more = hidden > 0 ? [`And ${formatCount(hidden, 'more API')}, which the command lists.`] : []
    return toMarkdown([
      MARKER_NODE,
      heading(2, `${OUTCOME_SIGNS[outcome]} `, ...safePieces(headline)),
      ...bodies,
      ...[...more, ...sayQuietApis(all)].map(textParagraph)
    ])
  }
  const whole = shortenTo(COMMENT_LENGTH, MAX_ROWS, most => write(listed.length, most))
  if (whole) return whole
  for (let shown = Math.floor(listed.length / 2); ; shown = Math.floor(shown / 2)) {
    const output = write(shown, 0)
    if (output.length <= COMMENT_LENGTH || shown === 0) return {output}
  }
}

const MARKER_NODE: RootContent = {type: 'html', value: CHECK_MARKER}

/** Row of the table, with its details. */
interface Row {
  readonly sign: string
  readonly change: string
  readonly policy: string
  readonly details: readonly BlockContent[]
}

function bodyOf(report: Report, most: number): RootContent[] {
  const {known, fresh} = rowsOf(report)
  const waived = findWaivedJudgments(report)
  const rows = [...fresh, ...waived.map(each => waivedRow(each, report))]
  const fixes = fresh.filter(({details}) => details.length > 0)
  const remarks = report.remarks.filter(each => each !== report.uncompared?.text)
  return [
    heading(2, `${OUTCOME_SIGNS[outcomeOf(report)]} `, ...titlePieces(report)),
    ...[...sayNextSteps(report), ...sayUnread(report.source)].map(textParagraph),
    ...[sayChanges(report.changes)].flatMap(each => (each === undefined ? [] : [textParagraph(`${each}.`)])),
    ...(report.uncompared ? [textParagraph(report.uncompared.text)] : []),
    ...tableOf(rows, most),
    ...(fixes.length > 0
      ? collapsedSection(
          DETAILS.fixes,
          limitedList(fixes, most, ({sign, change, details}) =>
            listItem(paragraph(`${sign} `, ...safePieces(change)), ...details)
          )
        )
      : []),
    ...changeSection(report.changes ?? [], most),
    ...(known.length > 0 ? collapsedSection(DETAILS.baseline, tableOf(known, most)) : []),
    paragraph(...[`${sayPolicy(report)}.`, ...remarks].flatMap(each => [' ', ...safePieces(each)]).slice(1))
  ]
}

/** All changes under review, collapsed. */
function changeSection(changes: readonly ListedChanges[], most: number): BlockContent[] {
  const {groups, hidden} = groupChangeList(changes, most)
  if (groups.length === 0) return []
  return collapsedSection(DETAILS.changes, [
    ...groups.flatMap(({title, lines}) => [
      paragraph(title),
      ...limitedList(lines, most, ({sentence}) => listItem(textParagraph(formatPieces(sentence))))
    ]),
    ...(hidden > 0 ? [paragraph(`And ${hidden} more, which the command lists.`)] : [])
  ])
}

/** `lending: 3 violations, 1 waived in openapi.yaml`, with names as code. */
const titlePieces = (report: Report): TextPiece[] => [
  ...(report.api === undefined ? [] : [codeSpan(report.api), ': ']),
  sayCounts(report),
  ...scopePieces(report)
]

type LevelRow = Pick<ListedFinding, 'level' | 'isKnown'> & {readonly row: Row}

/** Rows of all findings: one for each cause, those of judgments first. */
function rowsOf(report: Report): {readonly fresh: readonly Row[]; readonly known: readonly Row[]} {
  const {releases, rest} = groupFindings(report)
  const listed = new Map(listFindings(report).map(each => [each.finding, each]))
  const rows: LevelRow[] = [
    ...releases.flatMap(({folds}) =>
      folds.flatMap((group): LevelRow[] => {
        const [{finding, judgment}] = group.items
        const first = finding && listed.get(finding)
        if (first) return [{...first, row: groupRow(group, first, report)}]
        const sign = UNREPORTED_SIGNS[judgment.verdict]
        return sign === undefined ? [] : [{...UNREPORTED, row: unreportedRow(sign, group, report)}]
      })
    ),
    ...rest.flatMap(finding => {
      const first = listed.get(finding)
      return first ? [{...first, row: findingRow(first, report)}] : []
    })
  ].toSorted((a, b) => LEVEL_ORDER[a.level] - LEVEL_ORDER[b.level])
  return {
    fresh: rows.filter(({isKnown}) => !isKnown).map(({row}) => row),
    known: rows.filter(({isKnown}) => isKnown).map(({row}) => row)
  }
}

/** Signs of results that no rule reports. Others need no row. */
const UNREPORTED_SIGNS: Partial<Record<Verdict, string>> = {violation: '❌', undetermined: '❓'}
const UNREPORTED = {level: 'warning', isKnown: false} as const

const unreportedRow = (sign: string, group: FindingGroup, {timeline}: Report): Row => {
  const {headline, why, members} = groupText(group, timeline)
  return {sign, change: headline, policy: why.join(' '), details: memberBlocks(members)}
}

const LEVEL_ORDER = {error: 0, warning: 1, info: 2} as const
const LEVEL_SIGNS = {error: '❌', warning: '⚠️', info: 'ℹ️'} as const

const signOf = ({level, finding: {verdict}}: ListedFinding): string =>
  verdict === 'undetermined' && level !== 'error' ? '❓' : LEVEL_SIGNS[level]

function groupRow(group: FindingGroup, first: ListedFinding, report: Report): Row {
  const {headline, changes, why, members, reasons} = groupText(group, report.timeline)
  const {finding, judgment} = first
  const others = group.items.length - 1
  const alone = others > 0 ? [] : [...replacementLine(first), ...coveredLine(finding)]
  const lines = [...changes, ...alone, ...witnessLines(first)]
  const places = [
    ...(judgment ? [`At \`${sayPlace(finding.place)}\`${sayMore(others)} (\`${finding.rule}\`)`] : []),
    ...(others > 0
      ? []
      : evidenceOf(first, report).map(({text, place}) => `${capitalize(text)} at \`${sayPlace(place)}\``))
  ]
  return {
    sign: signOf(first),
    change: headline,
    policy: [...why, ...reasons.map(({message}) => message)].join(' '),
    details: [...memberBlocks(members), ...shorten(lines, places), ...groupRemedies(group).map(textParagraph)]
  }
}

/** All subjects of a group, cut at a number of names. */
function memberBlocks(members: readonly string[]): BlockContent[] {
  if (members.length === 0) return []
  const shown = members.slice(0, MAX_MEMBERS).map((name): TextPiece[] => [codeSpan(name.slice(1, -1))])
  const more = members.length - shown.length
  return [paragraph(...joinPieces(more > 0 ? [...shown, [`${more} more`]] : shown, 'and'))]
}

function findingRow(listed: ListedFinding, report: Report): Row {
  const {finding} = listed
  const {message, reasons, remedy} = finding
  const [change = message, ...policy] = mergeLacks([message, ...reasons.map(each => each.message)])
  const places = [
    `At \`${sayPlace(finding.place)}\` (\`${finding.rule}\`)`,
    ...evidenceOf(listed, report).map(({text, place}) => `${text} at \`${sayPlace(place)}\``)
  ]
  return {
    sign: signOf(listed),
    change,
    policy: policy.join(' '),
    details: [
      ...shorten([], places),
      ...[...new Set([remedy, ...reasons.map(each => each.remedy)])].flatMap(each =>
        each === undefined ? [] : [textParagraph(each)]
      )
    ]
  }
}

/** Sentences that differ only in what they end `without` become one: `X was deprecated without a sunset or a replacement.` */
function mergeLacks(messages: readonly string[]): string[] {
  const parts = messages.map(message => /^(.* without )(an? [a-z ]+)\.$/.exec(message) ?? [message, message, ''])
  return [...groupBy(parts, ([, start = '']) => start)].map(([start, all]) => {
    const lacks = new Set(all.flatMap(([, , lacked = '']) => (lacked === '' ? [] : lacked.split(' or '))))
    return lacks.size === 0 ? start : `${start}${formatList([...lacks], 'or')}.`
  })
}

const waivedRow = (waived: WaivedJudgment, report: Report): Row => ({
  sign: '⚪',
  change: `Waived: ${sayWaived(waived, report).replace(plainText(formatSubject(waived.subject)), name => `\`${name}\``)}`,
  policy: '',
  details: []
})

/** A paragraph of facts and one of places, both cut at a number of lines. */
const shorten = (lines: readonly string[], places: readonly string[]): BlockContent[] =>
  [lines, places].flatMap(all =>
    all.length === 0
      ? []
      : [
          ...all.slice(0, MAX_LINES).map(textParagraph),
          ...(all.length > MAX_LINES ? [paragraph(`and ${all.length - MAX_LINES} more`)] : [])
        ]
  )

function tableOf(rows: readonly Row[], most: number): BlockContent[] {
  if (rows.length === 0) return []
  const hasPolicy = rows.some(({policy}) => policy !== '')
  const row = (cells: readonly (readonly TextPiece[])[]): TableRow => ({
    type: 'tableRow',
    children: cells.map(pieces => ({type: 'tableCell', children: paragraph(...pieces).children}))
  })
  const shown = rows.slice(0, most)
  const hidden = rows.length - shown.length
  return [
    {
      type: 'table',
      children: [
        row([[''], ['Change'], ...(hasPolicy ? [['What the policy asks']] : [])]),
        ...shown.map(({sign, change, policy}) =>
          row([[sign], safePieces(change), ...(hasPolicy ? [safePieces(policy)] : [])])
        )
      ]
    },
    ...(hidden > 0 ? [paragraph(`And ${hidden} more, which the command lists.`)] : [])
  ]
}

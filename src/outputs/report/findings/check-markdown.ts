import type {BlockContent, RootContent} from 'mdast'
import {groupBy} from '../../../model/group-by.ts'
import {formatSubject, type Target} from '../../../model/subject/subject.ts'
import type {Verdict} from '../../../model/verdict/judgment.ts'
import type {TextPiece} from '../../../phrases/text-pieces.ts'
import {formatPieces} from '../../../text/changes/sentences.ts'
import {capitalize, formatCount, formatList} from '../../../text/format-values.ts'
import {areaPieces, groupByArea} from '../../../text/subject-groups.ts'
import {groupChangeList, type ListedChanges, namesOfLine, sayChanges, targetsOfLine} from '../change-list.ts'
import {coveredLine, evidenceOf, releasesLine, replacementLine, witnessLines} from '../finding-evidence.ts'
import {ownerLine, sayWaived} from '../finding-text.ts'
import {findWaivedJudgments, type ListedFinding, listFindings, type WaivedJudgment} from '../findings.ts'
import {type FindingGroup, groupFindings} from '../groups/group-findings.ts'
import {groupRemedies} from '../groups/group-remedies.ts'
import {groupText, sayMore} from '../groups/group-text.ts'
import {outcomeOf, sayCounts, sayNextSteps, scopePieces} from '../headline.ts'
import {type InputErrorReport, MAX_ERRORS, sayProblem} from '../input-errors.ts'
import {
  apiTableNode,
  COMMENT_LENGTH,
  codeSpan,
  collapsedSection,
  foldedItems,
  heading,
  limitedList,
  listItem,
  nameParagraphs,
  OUTCOME_SIGNS,
  paragraph,
  phraseParagraphs,
  safePieces,
  shortenTo,
  table,
  textParagraph
} from '../markdown-blocks.ts'
import type {Report, ReportOutput} from '../report.ts'
import {sayPlace, sayPolicy, sayUnread} from '../report-text.ts'
import {plainText} from '../sanitize-text.ts'
import {type SeveralApis, sayQuietApis} from '../several-apis.ts'
import {sayVersion} from '../version-report.ts'

/** Marker by which a workflow finds its previous comment to edit it. */
export const CHECK_MARKER = '<!-- tenure check -->'

/** Titles of the collapsed sections. */
export const DETAILS = {
  rows: 'Further findings',
  fixes: 'How to fix',
  changes: 'All changes',
  drift: 'Drift of the generator',
  baseline: 'Already in the baseline'
} as const

const MAX_ROWS = 100
const MAX_MEMBERS = 40
const MAX_LINES = 8

/**
 * Markdown output of `check` as a pull request comment, also used as a job summary: the verdict, a table with one row
 * for each cause, and how to fix them, collapsed. Text from files is code or escaped. `toMarkdown` is a parameter
 * because `outputs/markdown/markdown.ts` is large and loaded on demand.
 */
export function checkMarkdown(report: Report, toMarkdown: (children: RootContent[]) => string): ReportOutput {
  const write = (room: Room): string => toMarkdown([MARKER_NODE, ...bodyOf(report, room)])
  const whole = write({most: Infinity, isWhole: true})
  return whole.length <= COMMENT_LENGTH
    ? {output: whole}
    : (shortenTo(COMMENT_LENGTH, MAX_ROWS, most => write({most})) ?? {output: write({most: 0})})
}

/** How much is shown. It's reduced until the text fits into a comment. */
interface Room {
  /** Maximum number of rows of a table and of items of a list. */
  readonly most: number
  /** Whether each line is followed by all names and places that it doesn't have. */
  readonly isWhole?: true
}

/** Comment that replaces the report if the gate failed to run. */
export const unreadMarkdown = (
  unread: InputErrorReport,
  toMarkdown: (children: RootContent[]) => string
): ReportOutput => ({output: toMarkdown([MARKER_NODE, ...inputErrorBlocks(unread)])})

/** Section in place of an API that couldn't be checked. */
const inputErrorBlocks = ({api, problems}: InputErrorReport): RootContent[] => [
  heading(2, '❓ Not checked', ...(api === undefined ? [] : [': ', {code: api}])),
  ...limitedList(problems, MAX_ERRORS, problem =>
    listItem(
      ...(problem.place ? [textParagraph(`At \`${sayPlace(problem.place)}\`:`)] : []),
      textParagraph(sayProblem(problem))
    )
  ),
  textParagraph('Fix these problems first, then check again.')
]

/** Comment on several APIs. It's shortened by leaving out rows of tables, then whole APIs, so that nothing is cut. */
export function checkMarkdownOf(all: SeveralApis, toMarkdown: (children: RootContent[]) => string): ReportOutput {
  const {outcome, headline, listed, policyChanges} = all
  const write = (shown: number, room: Room): string => {
    const bodies = listed
      .slice(0, shown)
      .flatMap(({result}) => ('problems' in result ? inputErrorBlocks(result) : bodyOf(result, room)))
    const hidden = listed.length - shown
    const more = hidden > 0 ? [`And ${formatCount(hidden, 'more API')}, which the command lists.`] : []
    return toMarkdown([
      MARKER_NODE,
      heading(2, `${OUTCOME_SIGNS[outcome]} `, ...safePieces(headline)),
      ...policyChanges.map(each => paragraph(...safePieces(each))),
      ...apiTableNode(listed.slice(0, Math.min(shown, MAX_ROWS))),
      ...all.remarks.map(textParagraph),
      ...bodies,
      ...[...more, ...sayQuietApis(all)].map(textParagraph)
    ])
  }
  const whole = write(listed.length, {most: Infinity, isWhole: true})
  if (whole.length <= COMMENT_LENGTH) return {output: whole}
  const short = shortenTo(COMMENT_LENGTH, MAX_ROWS, most => write(listed.length, {most}))
  if (short) return short
  for (let shown = Math.floor(listed.length / 2); ; shown = Math.floor(shown / 2)) {
    const output = write(shown, {most: 0})
    if (output.length <= COMMENT_LENGTH || shown === 0) return {output}
  }
}

const MARKER_NODE: RootContent = {type: 'html', value: CHECK_MARKER}

/** Row of the table, with its details. */
interface Row {
  readonly sign: string
  readonly change: string
  readonly policy: string
  /** The details of the row, as far as there is room. Empty if there are none. */
  readonly details: (room: Room) => readonly BlockContent[]
  readonly count: number
  readonly targets: readonly Target[]
}

function bodyOf(report: Report, room: Room): RootContent[] {
  const {known, fresh} = rowsOf(report)
  const waived = findWaivedJudgments(report)
  const rows = [...fresh, ...waived.map(waivedRow)]
  const fixes = fresh.filter(({details}) => details(room).length > 0)
  const changes = report.changes ?? []
  const remarks = report.remarks.filter(each => each !== report.uncompared?.text)
  return [
    heading(2, `${OUTCOME_SIGNS[outcomeOf(report)]} `, ...titlePieces(report)),
    ...[...sayNextSteps(report), ...sayUnread(report.source)].map(textParagraph),
    ...[sayChanges(report.changes)].flatMap(each => (each === undefined ? [] : [textParagraph(`${each}.`)])),
    ...sayVersion(report.versionReport).map(each => textParagraph(`${each}.`)),
    ...(report.uncompared ? [textParagraph(report.uncompared.text)] : []),
    ...tableOf(rows, room),
    ...(fixes.length > 0
      ? collapsedSection(
          DETAILS.fixes,
          foldedItems(
            fixes.map(({sign, change, details, count, targets}) => ({
              item: () => listItem(paragraph(`${sign} `, ...safePieces(change)), ...details(room)),
              count,
              targets
            })),
            room.most,
            areaBlocks
          )
        )
      : []),
    ...changeSection(DETAILS.changes, changes, room),
    ...changeSection(DETAILS.drift, report.drift?.list ?? [], room),
    ...(known.length > 0 ? collapsedSection(DETAILS.baseline, tableOf(known, room, true)) : []),
    ...(room.isWhole ? [] : [paragraph('To see every name and change, run ', {code: 'tenure check --verbose'}, '.')]),
    paragraph(...[`${sayPolicy(report)}.`, ...remarks].flatMap(each => [' ', ...safePieces(each)]).slice(1))
  ]
}

/** All changes under review, or those of the generator, collapsed. */
function changeSection(title: string, changes: readonly ListedChanges[], {most, isWhole}: Room): BlockContent[] {
  if (changes.length === 0) return []
  let left = most
  return collapsedSection(
    title,
    groupChangeList(changes).flatMap(({title: group, lines}) => {
      const items = lines.map(line => ({
        item: () => listItem(textParagraph(formatPieces(line.sentence)), ...(isWhole ? namesBlock(line) : [])),
        count: line.count,
        targets: targetsOfLine(line)
      }))
      const blocks = [paragraph(group), ...foldedItems(items, left, areaBlocks)]
      left = Math.max(0, left - lines.length)
      return blocks
    })
  )
}

/** An area below its title. Sections aren't nested, so that a comment has few forms. */
const areaBlocks = (title: readonly TextPiece[], children: readonly BlockContent[]): BlockContent[] => [
  paragraph(...title),
  ...children
]

/** The names that the sentence of a line doesn't have. */
const namesBlock = (line: ListedChanges): BlockContent[] => phraseParagraphs(namesOfLine(line))

/** `lending: 3 violations, 1 waived in openapi.yaml`, with names as code. */
const titlePieces = (report: Report): TextPiece[] => [
  ...(report.api === undefined ? [] : [codeSpan(report.api), ': ']),
  ...safePieces(sayCounts(report)),
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
        return sign === undefined ? [] : [{...UNREPORTED, row: unreportedRow(sign, group)}]
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

const unreportedRow = (sign: string, group: FindingGroup): Row => {
  const {headline, why, members} = groupText(group)
  const details = (room: Room): BlockContent[] => memberBlocks(members, room)
  return {sign, change: headline, policy: why.join(' '), details, ...sizeOf(group)}
}

const LEVEL_ORDER = {error: 0, warning: 1, info: 2} as const
const LEVEL_SIGNS = {error: '❌', warning: '⚠️', info: 'ℹ️'} as const

const signOf = ({level, finding: {verdict}}: ListedFinding): string =>
  verdict === 'undetermined' && level !== 'error' ? '❓' : LEVEL_SIGNS[level]

function groupRow(group: FindingGroup, first: ListedFinding, report: Report): Row {
  const {headline, changes, why, members, reasons} = groupText(group)
  const {finding, judgment} = first
  const others = group.items.length - 1
  const alone = others > 0 ? [] : [...replacementLine(first), ...coveredLine(finding)]
  const lines = [...changes, ...alone, ...releasesLine(finding), ...witnessLines(first)]
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
    details: room => [
      ...memberBlocks(members, room),
      ...shorten(lines, places, room),
      ...placeBlocks(group, room),
      ...ownerLine(finding).map(textParagraph),
      ...groupRemedies(group).map(textParagraph)
    ],
    ...sizeOf(group)
  }
}

const sizeOf = ({items}: FindingGroup): Pick<Row, 'count' | 'targets'> => ({
  count: items.length,
  targets: items.map(({judgment}) => judgment.subject.target)
})

/** The places of all judgments of a group. */
function placeBlocks({items}: FindingGroup, {isWhole}: Room): BlockContent[] {
  const places = [...new Set(items.map(({judgment}) => sayPlace(judgment.place)))]
  return isWhole && places.length > 1 ? nameParagraphs(places) : []
}

/** All subjects of a group. A shortened comment has the first ones. */
function memberBlocks(members: readonly string[], {isWhole}: Room): BlockContent[] {
  if (members.length === 0) return []
  if (isWhole && members.length > MAX_MEMBERS) return phraseParagraphs(members)
  const more = members.length - MAX_MEMBERS
  return [...phraseParagraphs(members.slice(0, MAX_MEMBERS)), ...(more > 0 ? [paragraph(`and ${more} more`)] : [])]
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
    details: room => [
      ...shorten([], places, room),
      ...ownerLine(finding).map(textParagraph),
      ...[...new Set([remedy, ...reasons.map(each => each.remedy)])].flatMap(each =>
        each === undefined ? [] : [textParagraph(each)]
      )
    ],
    count: 1,
    targets: finding.subject ? [finding.subject.target] : []
  }
}

/**
 * Sentences that differ only in what they end `without` become one:
 * `X was deprecated without a sunset or a replacement.`
 */
function mergeLacks(messages: readonly string[]): string[] {
  const parts = messages.map(message => /^(.* without )(an? [a-z ]+)\.$/.exec(message) ?? [message, message, ''])
  return [...groupBy(parts, ([, start = '']) => start)].map(([start, all]) => {
    const lacks = new Set(all.flatMap(([, , lacked = '']) => (lacked === '' ? [] : lacked.split(' or '))))
    return lacks.size === 0 ? start : `${start}${formatList([...lacks], 'or')}.`
  })
}

const waivedRow = (waived: WaivedJudgment): Row => ({
  sign: '⚪',
  change: `Waived: ${sayWaived(waived).replace(plainText(formatSubject(waived.subject)), name => `\`${name}\``)}`,
  policy: '',
  details: () => [],
  count: 1,
  targets: [waived.subject.target]
})

/** Paragraphs of facts and of places, cut at a number of lines if there is no room. */
const shorten = (lines: readonly string[], places: readonly string[], {isWhole}: Room): BlockContent[] =>
  [lines, places].flatMap(all => {
    const shown = isWhole ? all : all.slice(0, MAX_LINES)
    const more = all.length - shown.length
    return [...shown.map(textParagraph), ...(more > 0 ? [paragraph(`and ${more} more`)] : [])]
  })

/** Maximum number of visible rows. */
const MAX_VISIBLE_ROWS = 25

/** The first rows as a table; the others by area, collapsed unless they are already, as far as there is room. */
function tableOf(rows: readonly Row[], {most}: Room, isNested = false): BlockContent[] {
  if (rows.length === 0) return []
  const shown = rows.slice(0, Math.min(most, MAX_VISIBLE_ROWS))
  let room = most - shown.length
  const areas = groupByArea(rows.slice(shown.length), ({targets}) => targets).map(({name, items}) => {
    const title = areaPieces(
      name,
      items.reduce((sum, {count}) => sum + count, 0)
    )
    const isListed = items.length <= room
    if (isListed) room -= items.length
    return {title, items: isListed ? items : []}
  })
  const counted = areas.filter(({items}) => items.length === 0)
  const further = [
    ...areas.flatMap(({title, items}) => (items.length > 0 ? areaBlocks(title, [tableNode(items)]) : [])),
    ...(counted.length > 0
      ? [paragraph('Not listed here:'), ...limitedList(counted, Infinity, ({title}) => listItem(paragraph(...title)))]
      : [])
  ]
  if (further.length === 0) return [tableNode(shown)]
  return [
    ...(shown.length > 0 ? [tableNode(shown)] : []),
    ...(isNested ? further : collapsedSection(DETAILS.rows, further))
  ]
}

function tableNode(rows: readonly Row[]): BlockContent {
  const hasPolicy = rows.some(({policy}) => policy !== '')
  return table([
    [[''], ['Change'], ...(hasPolicy ? [['What the policy asks']] : [])],
    ...rows.map(({sign, change, policy}) => [[sign], safePieces(change), ...(hasPolicy ? [safePieces(policy)] : [])])
  ])
}

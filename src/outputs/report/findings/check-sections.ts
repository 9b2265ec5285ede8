import {groupBy} from '../../../model/group-by.ts'
import {formatSubject} from '../../../model/subject/subject.ts'
import type {Verdict} from '../../../model/verdict/judgment.ts'
import type {TextPiece} from '../../../phrases/text-pieces.ts'
import {capitalize, formatList} from '../../../text/format-values.ts'
import {type Block, type Counted, foldByArea, type Section, type Sentence, type View} from '../blocks/blocks.ts'
import {codeSpan, OUTCOME_SIGNS, safePieces} from '../blocks/markdown-blocks.ts'
import {sayChanges} from '../change-list.ts'
import {coveredLine, evidenceOf, releasesLine, remediesOf, replacementLine, witnessLines} from '../finding-evidence.ts'
import {ownOwnerLine, sayWaived} from '../finding-text.ts'
import {findWaivedJudgments, type ListedFinding, listFindings, type WaivedJudgment} from '../findings.ts'
import {type FindingGroup, groupFindings} from '../groups/group-findings.ts'
import {groupRemedies} from '../groups/group-remedies.ts'
import {groupText} from '../groups/group-text.ts'
import {outcomeOf, sayCounts, sayNextSteps, scopePieces} from '../headline.ts'
import {type InputErrorReport, MAX_ERRORS, sayProblem} from '../input-errors.ts'
import type {Report} from '../report.ts'
import {sayMore, sayPlace, sayPolicy, sayUnread} from '../report-text.ts'
import {plainText} from '../sanitize-text.ts'
import {sayVersion} from '../version-report.ts'
import {changeSections} from './change-sections.ts'

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

/** Maximum number of visible rows. */
const MAX_VISIBLE_ROWS = 25
const MAX_MEMBERS = 40
const MAX_LINES = 8

/** Section in place of an API that couldn't be checked. */
export const inputErrorSection = ({api, problems}: InputErrorReport): Section => ({
  title: ['❓ Not checked', ...(api === undefined ? [] : [': ', {code: api}])],
  outcome: 'undetermined',
  blocks: [
    {
      items: problems.map(problem =>
        problem.place
          ? {text: `At \`${sayPlace(problem.place)}\`:`, below: [sayProblem(problem)]}
          : {text: sayProblem(problem)}
      ),
      most: MAX_ERRORS
    },
    'Fix these problems first, then check again.'
  ]
})

/** Row of the table, with its details. */
interface Row extends Counted, Pick<ListedFinding, 'level' | 'isKnown'> {
  readonly sign: string
  readonly change: string
  readonly policy: string
  /** The details of the row. Empty if there are none. */
  readonly details: (isWhole: boolean) => readonly Block[]
}

/**
 * Answer of `check` in Markdown, as a pull request comment that is also used as a job summary: the verdict, a table with
 * one row for each cause, and how to fix them, collapsed. Text from files is code or escaped.
 */
export function checkSections(report: Report, view: View): Section[] {
  const {isWhole, most} = view
  const found = rowsOf(report)
  const [known, fresh] = [found.filter(({isKnown}) => isKnown), found.filter(({isKnown}) => !isKnown)]
  const rows = [...fresh, ...findWaivedJudgments(report).map(waivedRow)]
  const fixes = fresh.filter(({details}) => details(isWhole).length > 0)
  const {uncompared} = report
  const remarks = report.remarks.filter(each => each !== uncompared?.text)
  const items = fixes.map(({sign, change, details, count, targets}) => ({
    item: () => ({text: [`${sign} `, ...safePieces(change)], below: details(isWhole)}),
    count,
    targets
  }))
  return [
    {
      title: [`${OUTCOME_SIGNS[outcomeOf(report)]} `, ...titlePieces(report)],
      outcome: outcomeOf(report),
      blocks: [
        ...sayNextSteps(report),
        ...sayUnread(report.source),
        ...[sayChanges(report.changes) ?? [], ...sayVersion(report.versionReport)].flat().map(each => `${each}.`),
        ...(uncompared ? [uncompared.text] : []),
        ...tableOf(rows, most)
      ]
    },
    ...(fixes.length > 0 ? [{title: DETAILS.fixes, isFolded: true, blocks: [{areas: items, most, isFlat: true}]}] : []),
    ...changeSections(DETAILS.changes, report.changes, view),
    ...changeSections(DETAILS.drift, report.drift?.list, view),
    ...(known.length > 0 ? [{title: DETAILS.baseline, isFolded: true, blocks: tableOf(known, most, true)}] : []),
    {
      blocks: [
        ...(isWhole ? [] : [['To see every name and change, run ', {code: 'tenure check --verbose'}, '.']]),
        [`${sayPolicy(report)}.`, ...remarks].flatMap(each => [' ', ...safePieces(each)]).slice(1)
      ]
    }
  ]
}

/** `lending: 3 violations, 1 waived in openapi.yaml`, with names as code. */
const titlePieces = (report: Report): TextPiece[] => [
  ...(report.api === undefined ? [] : [codeSpan(report.api), ': ']),
  ...safePieces(sayCounts(report)),
  ...scopePieces(report)
]

/** Rows of all findings: one for each cause, those of judgments first. */
function rowsOf(report: Report): Row[] {
  const {releases, rest} = groupFindings(report)
  const listed = new Map(listFindings(report).map(each => [each.finding, each]))
  const rows = [
    ...releases.flatMap(({folds}) =>
      folds.flatMap(group => {
        const [{finding}] = group.items
        const first = finding && listed.get(finding)
        return first ? groupRow(group, first, report) : unreportedRows(group)
      })
    ),
    ...rest.flatMap(finding => listed.get(finding) ?? []).map(each => findingRow(each, report))
  ]
  return rows.toSorted((a, b) => LEVEL_ORDER[a.level] - LEVEL_ORDER[b.level])
}

/** Signs of results that no rule reports. Others need no row. */
const UNREPORTED_SIGNS: Partial<Record<Verdict, string>> = {violation: '❌', undetermined: '❓'}

function unreportedRows(group: FindingGroup): Row[] {
  const sign = UNREPORTED_SIGNS[group.items[0].judgment.verdict]
  const {headline: change, why, members} = groupText(group)
  const details = (isWhole: boolean): Block[] => memberBlocks(members, isWhole)
  return sign === undefined
    ? []
    : [{sign, level: 'warning', isKnown: false, change, policy: why.join(' '), details, ...sizeOf(group)}]
}

const LEVEL_ORDER = {error: 0, warning: 1, info: 2} as const
const LEVEL_SIGNS = {error: '❌', warning: '⚠️', info: 'ℹ️'} as const

const standingOf = ({level, isKnown, finding: {verdict}}: ListedFinding) => ({
  sign: verdict === 'undetermined' && level !== 'error' ? '❓' : LEVEL_SIGNS[level],
  level,
  isKnown
})

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
    ...standingOf(first),
    change: headline,
    policy: [...why, ...reasons.map(({message}) => message)].join(' '),
    details: isWhole => [
      ...memberBlocks(members, isWhole),
      ...shorten(lines, isWhole),
      ...shorten(places, isWhole),
      ...(isWhole ? allPlaces(group) : []),
      ...ownOwnerLine(finding, report),
      ...groupRemedies(group)
    ],
    ...sizeOf(group)
  }
}

const sizeOf = ({items}: FindingGroup): Pick<Row, 'count' | 'targets'> => ({
  count: items.length,
  targets: items.map(({judgment}) => judgment.subject.target)
})

/** The places of all judgments of a group. Empty if there is only one. */
function allPlaces({items}: FindingGroup): Block[] {
  const names = [...new Set(items.map(({judgment}) => sayPlace(judgment.place)))]
  return names.length > 1 ? [{names}] : []
}

/** All subjects of a group. A shortened comment has the first ones. */
const memberBlocks = (members: readonly string[], isWhole: boolean): Block[] => {
  const more = isWhole ? 0 : members.length - MAX_MEMBERS
  return members.length === 0
    ? []
    : [{phrases: more > 0 ? members.slice(0, MAX_MEMBERS) : members}, ...(more > 0 ? [[`and ${more} more`]] : [])]
}

function findingRow(listed: ListedFinding, report: Report): Row {
  const {finding} = listed
  const {message, reasons} = finding
  const [change = message, ...policy] = mergeLacks([message, ...reasons.map(each => each.message)])
  const places = [
    `At \`${sayPlace(finding.place)}\` (\`${finding.rule}\`)`,
    ...evidenceOf(listed, report).map(({text, place}) => `${text} at \`${sayPlace(place)}\``)
  ]
  return {
    ...standingOf(listed),
    change,
    policy: policy.join(' '),
    details: isWhole => [...shorten(places, isWhole), ...ownOwnerLine(finding, report), ...remediesOf(finding)],
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
  level: 'info',
  isKnown: false,
  change: `Waived: ${sayWaived(waived).replace(plainText(formatSubject(waived.subject)), name => `\`${name}\``)}`,
  policy: '',
  details: () => [],
  count: 1,
  targets: [waived.subject.target]
})

/** The first lines, and the number of the others. */
function shorten(lines: readonly string[], isWhole: boolean): Block[] {
  const shown = isWhole ? lines : lines.slice(0, MAX_LINES)
  const more = lines.length - shown.length
  return [...shown, ...(more > 0 ? [[`and ${more} more`]] : [])]
}

/** The first rows as a table; the others by area, collapsed unless they are already, as far as there is room. */
function tableOf(rows: readonly Row[], most: number, isNested = false): Block[] {
  if (rows.length === 0) return []
  const shown = rows.slice(0, Math.min(most, MAX_VISIBLE_ROWS))
  const areas = foldByArea(rows.slice(shown.length), most - shown.length)
  const counted = areas.filter(({listed}) => listed.length === 0)
  const further: Block[] = [
    ...areas.flatMap(({title, listed}) => (listed.length > 0 ? [title, cellsOf(listed)] : [])),
    ...(counted.length > 0 ? [['Not listed here:'], {items: counted.map(({title}) => ({text: title}))}] : [])
  ]
  if (further.length === 0) return [cellsOf(shown)]
  return [
    ...(shown.length > 0 ? [cellsOf(shown)] : []),
    ...(isNested ? further : [{fold: DETAILS.rows, blocks: further}])
  ]
}

function cellsOf(rows: readonly Row[]): Block {
  const hasPolicy = rows.some(({policy}) => policy !== '')
  return {
    rows: [
      [[], 'Change', ...(hasPolicy ? ['What the policy asks'] : [])],
      ...rows.map(({sign, change, policy}): Sentence[] => [[sign], change, ...(hasPolicy ? [policy] : [])])
    ]
  }
}

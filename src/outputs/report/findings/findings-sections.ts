import type {Finding, FindingReason} from '../../../model/verdict/finding.ts'
import {formatCount, formatFew} from '../../../text/format-values.ts'
import {nameRows} from '../../../text/shared-lists.ts'
import type {Block, Item, Section, View} from '../blocks/blocks.ts'
import {sayChanges} from '../change-list.ts'
import {codeAndRemedyLines, isInBaseline, showsRemedies} from '../code-frame.ts'
import {coveredLine, evidenceOf, releasesLine, replacementLine, witnessLines} from '../finding-evidence.ts'
import {ownOwnerLine} from '../finding-text.ts'
import {type FindingGroup, groupFindings, groupNotes, type NoteGroup, sayVerdicts} from '../groups/group-findings.ts'
import {groupRemedies, mergeRemedies} from '../groups/group-remedies.ts'
import {groupText} from '../groups/group-text.ts'
import {outcomeOf, sayHeadline, sayNextSteps} from '../headline.ts'
import {groupByYear, type Report, sayYear, YEAR_COLUMNS, yearCells} from '../report.ts'
import {formatClause, policyLine, SIGNS, sayMore, sayPlace, sayUnread} from '../report-text.ts'
import {sayVersion} from '../version-report.ts'
import {changeSections} from './change-sections.ts'

/** Maximum number of places that an audit names for one cause. */
const MAX_PLACES = 3
/** Maximum number of subjects of one cause that the gate lists, and that an audit does. */
const MAX_MEMBERS = {check: 10, audit: 4} as const

/**
 * Answer of `audit` and `check` in a terminal: the verdict, then the causes of each release, worst first. One cause is
 * one item, however many subjects it affects. If source lines are available, items show their code and remedies.
 * Otherwise, all remedies follow at the end, each once.
 */
export function findingSections(report: Report, view: View): Section[] {
  const {isWhole} = view
  const isAudit = report.command === 'audit'
  const grouped = groupFindings(report)
  const ofReleases = grouped.rest.filter(({releases}) => releases !== undefined)
  const others = grouped.rest.filter(({releases}) => releases === undefined)
  const itemsOf = (note: Finding): Item[] => noteItems(note, report)
  return [
    openingOf(report),
    ...grouped.releases.map(({title, folds}) => ({
      title: [title, {dim: `: ${sayVerdicts(folds)}`}],
      blocks: [{items: folds.map(each => groupItem(each, report, isWhole))}]
    })),
    // The gate lists each finding that explains no judgment, an audit lists each rule once.
    ...(isAudit
      ? listNotes(groupNotes(grouped), each => [noteGroupItem(each, isWhole)])
      : [
          ...listNotes(ofReleases, itemsOf, 'Other releases'),
          ...listNotes(others, itemsOf, report.probe && 'Differences')
        ]),
    ...changeSections('Changes', report.changes, view),
    ...changeSections('Drift of the generator', report.drift?.list, view),
    ...(isAudit && report.judgments.length > 0 ? [{title: 'By year', blocks: [yearTable(report)]}] : []),
    ...remedySections(report)
  ]
}

/** Verdicts by year. */
export const yearTable = ({judgments}: Report): Block => ({
  numbers: [
    ['Year', ...YEAR_COLUMNS],
    ...groupByYear(judgments).map(year => [sayYear(year), ...yearCells(year).map(String)])
  ]
})

/** The verdict, then what it depends on. */
function openingOf(report: Report): Section {
  const outcome = outcomeOf(report)
  const {remarks, uncompared} = report
  return {
    title: `${SIGNS[outcome]} ${sayHeadline(report)}`,
    outcome,
    blocks: [
      ...sayNextSteps(report),
      ...sayUnread(report.source),
      ...[sayChanges(report.changes) ?? []].flat(),
      ...sayVersion(report.versionReport),
      ...remarks.filter(each => each === uncompared?.text),
      policyLine(report),
      ...remarks.filter(each => each !== uncompared?.text)
    ]
  }
}

function groupItem(group: FindingGroup, report: Report, isWhole: boolean): Item {
  const [{judgment, finding}, ...others] = group.items
  const {verdict, covers} = judgment
  const text = groupText(group)
  const isKnown = finding !== undefined && isInBaseline(finding, report)
  const isAudit = report.command === 'audit'
  // In an audit, the first names of the headline and their number are enough.
  const isNamed = isAudit && text.members.some(name => text.headline.includes(name))
  const members: Block[] = isWhole
    ? [{phrases: text.members}]
    : text.members.length === 0 || isNamed
      ? []
      : [formatFew(text.members, MAX_MEMBERS[isAudit ? 'audit' : 'check'])]
  const clause = isWhole ? [`Policy clause: ${formatClause(judgment)}`] : []
  const first = {
    sign: verdict,
    isKnown,
    text: [[text.headline, ...text.why].join(' '), ...(isKnown ? [{dim: ' (in the baseline)'}] : [])]
  }
  // Results without findings take one line.
  if (!finding) return {...first, below: [...members, ...clause]}
  const isAlone = others.length === 0
  const at = sayPlace(judgment.place)
  const evidence = isAlone || report.lineOf ? evidenceOf({finding, judgment}, report) : []
  const atPlace = evidence.filter(({place}) => sayPlace(place) === at).map(each => each.text)
  const place = `${atPlace.length > 0 ? `${atPlace.join(', ')} at ` : ''}${at}${isWhole ? '' : sayMore(others.length)}`
  const places = isWhole ? [...new Set(others.map(each => sayPlace(each.judgment.place)))] : []
  return {
    ...first,
    below: [
      ...members,
      ...text.changes,
      ...(isAlone ? replacementLine({finding, judgment}) : []),
      ...text.reasons.filter(each => isShown(each, report)).map(({rule, message}) => `Also: ${message} (${rule})`),
      ...(isAlone ? coveredLine({covers}) : []),
      ...releasesLine(finding),
      ...witnessLines({judgment}),
      ...(text.evidence === undefined ? [] : [text.evidence]),
      ...ownOwnerLine(finding, report),
      ...evidence.filter(each => sayPlace(each.place) !== at).map(each => `${each.text} at ${sayPlace(each.place)}`),
      ...clause,
      [{dim: `${place}  ${text.rules.join(', ')}`}],
      ...dimRows(places.filter(each => each !== at)),
      {code: codeAndRemedyLines(finding, judgment.place, report, groupRemedies(group))}
    ]
  }
}

const dimRows = (names: readonly string[]): Block[] => nameRows(names).map(dim => [{dim}])

/** An audit lists further findings without a verdict below, once for each rule. */
const isShown = ({verdict}: FindingReason, {command}: Report): boolean => command !== 'audit' || verdict !== undefined

/** Findings that explain no judgment. */
function listNotes<Note extends NoteGroup | Finding>(
  notes: readonly Note[],
  itemsOf: (note: Note) => Item[],
  heading?: string
): Section[] {
  if (notes.length === 0) return []
  const levels = notes.flatMap(note => [note.level, ...('reasons' in note ? note.reasons : []).map(({level}) => level)])
  const title = levels.includes('error') ? 'Problems of the history' : levels.includes('warning') ? 'Warnings' : 'Notes'
  return [{title: heading ?? title, blocks: [{items: notes.flatMap(itemsOf)}]}]
}

/** A finding and its reasons, with what all have in common below the last one. */
function noteItems(finding: Finding, report: Report): Item[] {
  const parts = [finding, ...finding.reasons]
  const rules = parts.map(({rule}) => rule).join(', ')
  const place = `${sayPlace(finding.place)}  ${rules}${isInBaseline(finding, report) ? ', in the baseline' : ''}`
  const below: Block[] = [
    ...(finding.details ?? []),
    ...finding.evidence.map(each => `${each.text} at ${sayPlace(each.place)}`),
    ...ownOwnerLine(finding, report),
    [{dim: place}],
    {code: codeAndRemedyLines(finding, finding.place, report)}
  ]
  return parts.map(({level, message}, at) => ({
    sign: level,
    text: message,
    below: at === parts.length - 1 ? below : []
  }))
}

function noteGroupItem({rule, level, verdict, message, times, places}: NoteGroup, isWhole: boolean): Item {
  const all = places.map(sayPlace)
  const shown = all.slice(0, MAX_PLACES)
  const count = times > 1 ? ` (and ${formatCount(times - 1, 'more like it', 'more like it')})` : ''
  const more = isWhole ? '' : sayMore(times - shown.length)
  return {
    sign: level,
    text: `${message}${count}`,
    below: [
      [{dim: `${shown.join(', ')}${more}  ${rule}${verdict ? `, ${verdict}` : ''}`}],
      ...dimRows(isWhole ? all.slice(shown.length) : [])
    ]
  }
}

/** Remedies that don't stand with their findings, grouped by rule and kind of change. */
function remedySections(report: Report): Section[] {
  const remedies = mergeRemedies(report.findings.filter(each => !showsRemedies(each, report)))
  const blocks = remedies.map(({by, remedy}) => {
    const rules = by.map(({rule, times}) => (times > 1 ? `${rule} (${times} times)` : rule))
    return `${rules.join(', ')}: ${remedy}`
  })
  return blocks.length > 0 ? [{title: 'What to do', blocks}] : []
}

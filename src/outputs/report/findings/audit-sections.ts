import {capitalizeFirst, joinPieces, type TextPiece} from '../../../phrases/text-pieces.ts'
import {formatCount, formatFew} from '../../../text/format-values.ts'
import type {Block, Item, Section} from '../blocks/blocks.ts'
import {OUTCOME_SIGNS, parsePieces, safePieces} from '../blocks/markdown-blocks.ts'
import {type FindingGroup, groupFindings, groupNotes, type NoteGroup, sayVerdicts} from '../groups/group-findings.ts'
import {mergeRemedies, type Remedy} from '../groups/group-remedies.ts'
import {groupLocation, groupText} from '../groups/group-text.ts'
import {outcomeOf, sayCounts, scopePieces} from '../headline.ts'
import type {Report} from '../report.ts'
import {sayMore, sayPlace, sayPolicy} from '../report-text.ts'
import {yearTable} from './findings-sections.ts'

/** Maximum number of subjects named without collapsing them. */
const MAX_MEMBERS = 8

/**
 * Answer of `audit` in Markdown: verdicts by year, then the ends of support and breaking changes of each release.
 * Compliant ones are collapsed.
 */
export function auditSections(report: Report): Section[] {
  const grouped = groupFindings(report)
  // An audit lists each rule once, a probe each difference.
  const notes = report.probe
    ? report.findings.map(each => ({...each, times: 1, places: [each.place]}))
    : groupNotes(grouped)
  const remedies = mergeRemedies(report.findings)
  const outcome = outcomeOf(report)
  return [
    {
      title: [report.probe ? 'Probe of ' : 'Audit of ', {code: report.service}],
      outcome,
      blocks: [
        report.probe
          ? [`${OUTCOME_SIGNS[outcome]} `, ...safePieces(report.probe.headline), '.']
          : [`${OUTCOME_SIGNS[outcome]} ${sayCounts(report)}`, ...scopePieces(report), '.'],
        [...safePieces(sayPolicy(report)), '.'],
        {items: report.remarks.map(each => ({text: parsePieces(each)}))},
        ...(report.judgments.length > 0 ? [yearTable(report)] : [])
      ]
    },
    ...grouped.releases.map(({title, folds}) => releaseSection(title, folds)),
    ...(notes.length > 0
      ? [{title: report.probe ? 'Differences' : 'Warnings', blocks: [{items: notes.map(noteItem)}]}]
      : []),
    ...(remedies.length > 0 ? [{title: 'What to do', blocks: [{items: remedies.map(remedyItem)}]}] : [])
  ]
}

function releaseSection(title: string, folds: readonly FindingGroup[]): Section {
  const isCompliant = ({items}: FindingGroup): boolean => ['compliant', 'exempt'].includes(items[0].judgment.verdict)
  const compliant = folds.filter(isCompliant)
  const others = folds.filter(each => !isCompliant(each))
  const ends = compliant.reduce((sum, {items}) => sum + items.length, 0)
  return {
    title: [...titlePieces(title), `: ${sayVerdicts(folds)}`],
    blocks: [
      {items: others.map(groupItem)},
      ...(compliant.length > 0
        ? [{fold: `${ends} compliant or exempt`, blocks: [{items: compliant.map(groupItem)}]}]
        : [])
    ]
  }
}

function groupItem(group: FindingGroup): Item {
  const {verdict} = group.items[0].judgment
  const {headline, members, why, reasons, evidence, rules} = groupText(group)
  const text = [{strong: verdict}, ': ', ...parsePieces(headline)]
  const reason = parsePieces(why.join(' '))
  if (verdict === 'compliant' || verdict === 'exempt') return {text, below: [reason]}
  const {was, place, more} = groupLocation(group.items)
  const by = rules.length > 0 ? [' (', ...codes(rules), ')'] : []
  const names: Block[] =
    members.length > MAX_MEMBERS
      ? [{fold: formatCount(members.length, 'name'), blocks: [{phrases: members}]}]
      : members.length > 0
        ? [parsePieces(formatFew(members, MAX_MEMBERS))]
        : []
  return {
    text,
    below: [
      ...names,
      ...(why.length > 0 ? [reason] : []),
      ...reasons.map(({message}) => parsePieces(message)),
      ...(evidence === undefined ? [] : [capitalizeFirst([evidence])]),
      [was ? 'Was at ' : 'At ', {code: place}, more, ...by],
      ...allPlaces(group.items.map(({judgment}) => sayPlace(judgment.place)))
    ]
  }
}

function noteItem({rule, level, verdict, message, times, places}: NoteGroup): Item {
  const what = `${level}, ${formatCount(times, 'time')}${verdict ? `, ${verdict}` : ''}`
  const shown = places.slice(0, 3).map(sayPlace)
  return {
    text: [{code: rule}, `: ${what}`],
    below: [
      parsePieces(times > 1 ? `First: ${message}` : message),
      ['At ', ...codes(shown), sayMore(times - shown.length)],
      ...(times > shown.length ? allPlaces(places.map(sayPlace)) : [])
    ]
  }
}

/** All places, collapsed. Empty if there is only one. */
function allPlaces(all: readonly string[]): Block[] {
  const names = [...new Set(all)]
  return names.length > 1 ? [{fold: formatCount(names.length, 'place'), blocks: [{names}]}] : []
}

const codes = (names: readonly string[]): TextPiece[] => joinPieces(names.map(name => [{code: name}]))

/** Title of a release such as `Release 2.1 (2026-03-02)`, with the name as code because it comes from the history. */
function titlePieces(title: string): TextPiece[] {
  const [, word = '', name = '', day = ''] = /^(Release|On) (.*?)( \([^()]*\))?$/s.exec(title) ?? []
  return word === '' ? [{code: title}] : [`${word} `, {code: name}, ...(day === '' ? [] : [day])]
}

const remedyItem = ({by, remedy}: Remedy): Item => ({
  text: [
    ...joinPieces(by.map(({rule, times}) => [{code: rule}, ...(times > 1 ? [` (${times} times)`] : [])])),
    ': ',
    ...parsePieces(remedy)
  ]
})

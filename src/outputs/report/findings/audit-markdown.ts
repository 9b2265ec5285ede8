import type {BlockContent, ListItem, PhrasingContent, RootContent} from 'mdast'
import {capitalizeFirst, joinPieces, type TextPiece} from '../../../phrases/text-pieces.ts'
import {formatCount, formatFew} from '../../../text/format-values.ts'
import {type FindingGroup, groupFindings, groupNotes, type NoteGroup, sayVerdicts} from '../groups/group-findings.ts'
import {mergeRemedies, type Remedy} from '../groups/group-remedies.ts'
import {groupLocation, groupText, sayMore} from '../groups/group-text.ts'
import {outcomeOf, sayCounts, scopePieces} from '../headline.ts'
import {
  collapsedSection as collapsed,
  heading,
  limitedList,
  listItem,
  nameList,
  OUTCOME_SIGNS,
  paragraph,
  parsePieces,
  phraseList,
  safePieces,
  table
} from '../markdown-blocks.ts'
import {
  groupByYear,
  type Report,
  type ReportOutput,
  sayYear,
  YEAR_COLUMNS,
  type YearSummary,
  yearCells
} from '../report.ts'
import {sayPlace, sayPolicy} from '../report-text.ts'
import {plainText} from '../sanitize-text.ts'

/** Maximum number of subjects named without collapsing them. */
const MAX_MEMBERS = 8

/**
 * Markdown output of an audit: verdicts by year, then the ends of support and breaking changes of each release.
 * Compliant ones are collapsed. `toMarkdown` is a parameter because `outputs/markdown/markdown.ts` is large and loaded on
 * demand.
 */
export function auditMarkdown(report: Report, toMarkdown: (children: RootContent[]) => string): ReportOutput {
  const folded = groupFindings(report)
  const notes = groupNotes(folded)
  const years = groupByYear(report.judgments)
  const remedies = mergeRemedies(report.findings)
  const children: RootContent[] = [
    heading(2, 'Audit of ', {code: report.service}),
    paragraph(`${OUTCOME_SIGNS[outcomeOf(report)]} ${sayCounts(report)}`, ...scopePieces(report), '.'),
    paragraph(...safePieces(plainText(sayPolicy(report))), '.'),
    ...limitedList(report.remarks, Infinity, each => listItem(sentence(each))),
    ...(years.length > 0 ? [yearTable(years)] : []),
    ...folded.releases.flatMap(({title, folds}) => release(title, folds)),
    ...(notes.length > 0 ? [heading(3, 'Warnings'), ...limitedList(notes, Infinity, note)] : []),
    ...(remedies.length > 0 ? [heading(3, 'What to do'), ...limitedList(remedies, Infinity, remedy)] : [])
  ]
  return {output: toMarkdown(children)}
}

function release(title: string, folds: readonly FindingGroup[]): RootContent[] {
  const isCompliant = ({items}: FindingGroup): boolean => ['compliant', 'exempt'].includes(items[0].judgment.verdict)
  const compliant = folds.filter(isCompliant)
  const others = folds.filter(each => !isCompliant(each))
  const ends = compliant.reduce((sum, {items}) => sum + items.length, 0)
  return [
    heading(3, ...titlePieces(title), `: ${sayVerdicts(folds)}`),
    ...limitedList(others, Infinity, entry),
    ...(compliant.length > 0 ? collapsed(`${ends} compliant or exempt`, limitedList(compliant, Infinity, entry)) : [])
  ]
}

function entry(each: FindingGroup): ListItem {
  const {verdict} = each.items[0].judgment
  const {headline, members, why, reasons, evidence, rules} = groupText(each)
  const headlineParagraph = paragraph(`${verdict}: `, ...parsePieces(headline))
  const [lead, ...rest] = headlineParagraph.children
  const strong: PhrasingContent = {type: 'strong', children: [{type: 'text', value: verdict}]}
  const first = {
    ...headlineParagraph,
    children: [strong, ...(lead?.type === 'text' ? [{...lead, value: lead.value.slice(verdict.length)}] : []), ...rest]
  }
  const names =
    members.length > MAX_MEMBERS
      ? collapsed(formatCount(members.length, 'name'), phraseList(members))
      : members.length > 0
        ? [sentence(formatFew(members, MAX_MEMBERS))]
        : []
  if (verdict === 'compliant' || verdict === 'exempt') return listItem(first, sentence(why.join(' ')))
  const {was, place, more} = groupLocation(each.items)
  const by: TextPiece[] = rules.length > 0 ? [' (', ...codes(rules), ')'] : []
  return listItem(
    first,
    ...names,
    ...[...(why.length > 0 ? [why.join(' ')] : []), ...reasons.map(({message}) => message)].map(sentence),
    ...(evidence === undefined ? [] : [paragraph(...capitalizeFirst([evidence]))]),
    paragraph(was ? 'Was at ' : 'At ', {code: place}, more, ...by),
    ...placesBlock(each.items.map(({judgment}) => sayPlace(judgment.place)))
  )
}

function note({rule, level, verdict, message, times, places}: NoteGroup): ListItem {
  const what = `${level}, ${formatCount(times, 'time')}${verdict ? `, ${verdict}` : ''}`
  const shown = places.slice(0, 3).map(sayPlace)
  return listItem(
    paragraph({code: rule}, `: ${what}`),
    sentence(times > 1 ? `First: ${message}` : message),
    paragraph('At ', ...codes(shown), sayMore(times - shown.length)),
    ...(times > shown.length ? placesBlock(places.map(sayPlace)) : [])
  )
}

/** All places, collapsed. Empty if there is only one. */
function placesBlock(all: readonly string[]): BlockContent[] {
  const places = [...new Set(all)]
  return places.length > 1 ? collapsed(formatCount(places.length, 'place'), nameList(places)) : []
}

function yearTable(years: readonly YearSummary[]): RootContent {
  const rows = [['Year', ...YEAR_COLUMNS], ...years.map(year => [sayYear(year), ...yearCells(year).map(String)])]
  return {
    ...table(rows.map(cells => cells.map(value => [value]))),
    align: ['left', ...YEAR_COLUMNS.map(() => 'right' as const)]
  }
}

/** Paragraph from a text, with text between backticks as code. */
const sentence = (text: string) => paragraph(...parsePieces(text))

const codes = (names: readonly string[]): TextPiece[] => joinPieces(names.map(name => [{code: name}]))

/** Title of a release such as `Release 2.1 (2026-03-02)`, with the name as code because it comes from the history. */
function titlePieces(title: string): TextPiece[] {
  const [, word = '', name = '', day = ''] = /^(Release|On) (.*?)( \([^()]*\))?$/s.exec(title) ?? []
  return word === '' ? [{code: title}] : [`${word} `, {code: name}, ...(day === '' ? [] : [day])]
}

function remedy({by, remedy: text}: Remedy): ListItem {
  const rules = joinPieces(by.map(({rule, times}) => [{code: rule}, ...(times > 1 ? [` (${times} times)`] : [])]))
  return listItem(paragraph(...rules, ': ', ...parsePieces(text)))
}

import {defined} from '@tenure/core/model/defined'
import type {Lifecycle} from '@tenure/core/model/lifecycle/lifecycle'
import {formatSubject, isMember, type MemberTarget} from '@tenure/core/model/subject/subject'
import {
  areAllObserved,
  compareText,
  type HistoryPage,
  hasDescriptions,
  sincePieces,
  sinceTenure,
  tenureInForce
} from '@tenure/core/outputs/changes/page-data'
import {listNode, paragraphNode, tableNode} from '@tenure/core/outputs/markdown/markdown-nodes'
import {codePiece, notePieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {COLUMNS, EMPTY_SECTION_TEXTS, LEAD_SENTENCES} from '@tenure/core/text/page-strings'
import {factCellPieces, factPieces} from '@tenure/core/text/subject-facts'
import type {RootContent} from 'mdast'
import {firstFactBySubject, introducingRelease, introductionNote, isInTable, joinNoteAndFact} from './endpoints.ts'

/**
 * The "Resources and fields" section: a table of current fields with their types, then other facts about fields. A whole
 * page has none if all fields are listed with the releases.
 */
export function resourcesSection(page: HistoryPage, _?: unknown, isWhole = false): RootContent[] {
  const facts = firstFactBySubject(page)
  const parents = new Set(
    page.history.lifecycles.flatMap(({subject: {target}}) => (isMember(target) ? [target.type] : []))
  )
  const rows = inOrder(page).flatMap((lifecycle): TextPiece[][][] => {
    const {target, part} = lifecycle.subject
    const tenure = tenureInForce(lifecycle)
    if (!isMember(target) || part || !tenure) return []
    // Fields that were only observed aren't listed: the API description has them.
    if (areAllObserved(lifecycle.events) && !facts.has(formatSubject(lifecycle.subject))) return []
    const intro = sinceTenure(lifecycle)?.introduced?.event
    const fact = facts.get(formatSubject(lifecycle.subject))
    const type = fact ? fact.type : intro?.type
    const note = introductionNote(lifecycle)
    // A field without a type and a note has no row if it only groups other fields.
    if (!fact && type === undefined && note === undefined && parents.has(`${target.type}.${target.name}`)) return []
    return [
      [
        ...namePieces(target),
        type === undefined ? [] : notePieces(type),
        sincePieces(lifecycle, page),
        joinNoteAndFact(note, fact ? factCellPieces({subject: fact.subject, ...withoutType(fact)}) : [])
      ]
    ]
  })
  const elsewhere = hasObservedFields(page)
  const shown = [
    ...(rows.length > 0 ? [tableNode(COLUMNS.resources, rows)] : []),
    ...(elsewhere
      ? [paragraphNode(EMPTY_SECTION_TEXTS.resourcesNamed)]
      : rows.length > 0
        ? []
        : [paragraphNode(EMPTY_SECTION_TEXTS.resources)])
  ]
  const others = page.history.facts.filter(
    fact =>
      isMember(fact.subject.target) &&
      !(isInTable(fact.subject, page) && facts.get(formatSubject(fact.subject)) === fact)
  )
  if (others.length === 0) return isWhole && rows.length === 0 && elsewhere ? [] : shown
  return [
    ...shown,
    paragraphNode(LEAD_SENTENCES.otherFields),
    listNode(others.map(fact => factPieces({...fact, ...introducingRelease(fact.subject, page)})))
  ]
}

/** Whether the history has observed field changes, which are listed with the releases rather than in the table. */
const hasObservedFields = (page: HistoryPage): boolean =>
  hasDescriptions(page) ||
  page.history.lifecycles.some(({subject: {target}, events}) => isMember(target) && areAllObserved(events))

/** Sorts lifecycles so that fields of the same resource are adjacent. */
const inOrder = ({history}: HistoryPage): Lifecycle[] => {
  const key = ({subject: {target}}: Lifecycle): string => (isMember(target) ? target.type : '')
  return history.lifecycles.toSorted((a, b) => compareText(key(a), key(b)))
}

const namePieces = ({type, name}: MemberTarget): TextPiece[][] => [[codePiece(type)], [codePiece(name)]]

const withoutType = ({stability, note}: {stability?: string; note?: string}) => defined({stability, note})

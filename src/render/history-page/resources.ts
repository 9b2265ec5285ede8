import type {RootContent} from 'mdast'
import type {Lifecycle} from '../../model/lifecycle/lifecycle.ts'
import {formatSubject, type ResourceFieldTarget} from '../../model/subject/subject.ts'
import {COLUMNS, LEADS, NOTHING} from '../../text/page-strings.ts'
import {piecesOfFact, piecesOfFactCell} from '../../text/subject-facts.ts'
import {codeOf, type Piece, piecesOfNote} from '../../text/text-pieces.ts'
import {list, paragraph, table} from '../markdown/markdown-nodes.ts'
import {byText, currentTenure, firstTenure, isLookedAt, isOnlySeen, type Page, piecesOfSince} from '../page-data.ts'
import {firstFacts, isTabled, joined, noteOfIntroduction, sinceOf} from './endpoints.ts'

/** The "Resources and fields" section: a table of current fields with their types, then other facts about fields. */
export function resources(page: Page): RootContent[] {
  const facts = firstFacts(page)
  const rows = inOrder(page).flatMap((lifecycle): Piece[][][] => {
    const {target, part} = lifecycle.subject
    const tenure = currentTenure(lifecycle)
    if (target.kind !== 'resource-field' || part || !tenure) return []
    // Fields that were only observed aren't listed: the API description has them.
    if (isOnlySeen(lifecycle.events) && !facts.has(formatSubject(lifecycle.subject))) return []
    const intro = firstTenure(lifecycle)?.introduced?.event
    const fact = facts.get(formatSubject(lifecycle.subject))
    const type = fact ? fact.type : intro?.type
    return [
      [
        ...namePieces(target),
        type === undefined ? [] : piecesOfNote(type),
        intro ? piecesOfSince(lifecycle, page) : [],
        joined(
          noteOfIntroduction(lifecycle),
          fact ? piecesOfFactCell({subject: fact.subject, ...withoutType(fact)}) : []
        )
      ]
    ]
  })
  const elsewhere = hasObservedFields(page)
  const shown = [
    ...(rows.length > 0 ? [table(COLUMNS.resources, rows)] : []),
    ...(elsewhere ? [paragraph(NOTHING.resourcesNamed)] : rows.length > 0 ? [] : [paragraph(NOTHING.resources)])
  ]
  const others = page.history.facts.filter(
    fact =>
      fact.subject.target.kind === 'resource-field' &&
      !(isTabled(fact.subject, page) && facts.get(formatSubject(fact.subject)) === fact)
  )
  if (others.length === 0) return shown
  return [
    ...shown,
    paragraph(LEADS.otherFields),
    list(others.map(fact => piecesOfFact({...fact, ...sinceOf(fact.subject, page)})))
  ]
}

/** Whether the history has observed field changes, which are listed with the releases rather than in the table. */
const hasObservedFields = (page: Page): boolean =>
  isLookedAt(page) ||
  page.history.lifecycles.some(({subject: {target}, events}) => target.kind === 'resource-field' && isOnlySeen(events))

/** Sorts lifecycles so that fields of the same resource are adjacent. */
const inOrder = ({history}: Page): Lifecycle[] => {
  const key = ({subject: {target}}: Lifecycle): string => (target.kind === 'resource-field' ? target.resource : '')
  return history.lifecycles.toSorted((a, b) => byText(key(a), key(b)))
}

const namePieces = ({resource, name}: ResourceFieldTarget): Piece[][] => [[codeOf(resource)], [codeOf(name)]]

const withoutType = ({stability, note}: {stability?: string; note?: string}) => ({
  ...(stability === undefined ? {} : {stability}),
  ...(note === undefined ? {} : {note})
})

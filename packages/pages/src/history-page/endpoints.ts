import {countNoun, isListed, TARGET_VERBS, useVerb} from '@tenure/core/languages/languages'
import {defined} from '@tenure/core/model/defined'
import type {SubjectFact} from '@tenure/core/model/lifecycle/history'
import type {Lifecycle, Tenure} from '@tenure/core/model/lifecycle/lifecycle'
import {
  formatSubject,
  isEndpoint,
  isMember,
  isNamed,
  type Subject,
  subjectKey,
  type Target
} from '@tenure/core/model/subject/subject'
import {
  areAllObserved,
  compareText,
  entryOf,
  type HistoryPage,
  hasDescriptions,
  sincePieces,
  sinceTenure,
  tenureInForce
} from '@tenure/core/outputs/changes/page-data'
import {collapsibleTable, headingNode, listNode, paragraphNode} from '@tenure/core/outputs/markdown/markdown-nodes'
import {codePiece, notePieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {formatCount} from '@tenure/core/text/format-values'
import {COLUMNS, countHeading, noCurrent, otherHeading} from '@tenure/core/text/page-strings'
import {momentPieces} from '@tenure/core/text/sentence-templates'
import {statedText} from '@tenure/core/text/statement'
import {factCellPieces, factPieces} from '@tenure/core/text/subject-facts'
import type {RootContent} from 'mdast'
import {calledLifecycles, isOnlyMentioned} from '../known-lifecycles.ts'

interface CurrentEndpoint {
  readonly target: Target
  readonly tenure: Tenure
  readonly lifecycle: Lifecycle
}

/** The word of the language for what clients call: `endpoint`, `tool`. */
const nounOf = (called: readonly Lifecycle[]): string =>
  countNoun(
    called.map(({subject}) => subject.target),
    'endpoint'
  )

/** The heading of the section: `Endpoints`, or the word of a language that has none. */
export const endpointsHeading = (page: HistoryPage): string => countHeading(nounOf(calledLifecycles(page.history)))

/**
 * The "Endpoints" section: a table of what clients can call, then facts about other subjects. A whole page has none
 * if the history is only about other subjects.
 */
export function endpointsSection(page: HistoryPage, _?: unknown, isWhole = false): RootContent[] {
  const called = calledLifecycles(page.history)
  const current = currentEndpoints(called)
  const facts = firstFactBySubject(page)
  const noun = nounOf(called)
  const hasSunsets = current.some(({tenure}) => tenure.sunset)
  const [method, path, since, notes] = COLUMNS.endpoints
  const hasMethods = current.some(({target}) => target.verb !== undefined)
  const names = [
    ...(hasMethods ? [method, path] : [COLUMNS.named]),
    since,
    ...(hasSunsets ? [COLUMNS.sunset] : []),
    notes
  ]
  const all = current.map(({target, tenure, lifecycle}): TextPiece[][] => {
    const fact = facts.get(formatSubject(lifecycle.subject))
    return [
      ...(hasMethods ? [[target.verb ?? '']] : []),
      [codePiece((hasMethods ? target.path : isNamed(target) ? target.name : undefined) ?? target.text)],
      sincePieces(lifecycle, page),
      ...(hasSunsets ? [tenure.sunset ? momentPieces(statedText(tenure.sunset.moment)) : []] : []),
      joinNoteAndFact(introductionNote(lifecycle), fact ? factCellPieces(fact) : [])
    ]
  })
  // A table of names is recognized by this column when it is read back.
  const hasNotes = !hasMethods || all.some(cells => (cells.at(-1) ?? []).length > 0)
  const rows = hasNotes ? all : all.map(cells => cells.slice(0, -1))
  const summary = hasDescriptions(page) ? formatCount(rows.length, noun) : undefined
  const isOfOthers = called.length === 0 && page.history.lifecycles.length > 0
  const empty = isWhole && isOfOthers ? [] : [paragraphNode(noCurrent(noun))]
  const shown = rows.length > 0 ? collapsibleTable(hasNotes ? names : names.slice(0, -1), rows, summary) : empty
  const others = otherSubjects(page, facts)
  return others.length > 0 ? [...shown, headingNode(3, otherHeading(noun)), listNode(others)] : shown
}

/**
 * The note of the event that introduced the subject. `undefined` if the event was a rename or promotion, whose note is
 * about the old name, or applied to a whole prefix.
 */
export function introductionNote(lifecycle: Lifecycle): string | undefined {
  const {subject} = lifecycle
  const event = sinceTenure(lifecycle)?.introduced?.event
  if (!event || event.verb === 'renamed' || event.verb === 'promoted') return undefined
  return subjectKey(event.subject) === subjectKey(subject) ? event.note : undefined
}

export function joinNoteAndFact(note: string | undefined, fact: readonly TextPiece[]): TextPiece[] {
  const pieces = note === undefined ? [] : notePieces(note)
  return pieces.length > 0 && fact.length > 0 ? [...pieces, ' ', ...fact] : [...pieces, ...fact]
}

function currentEndpoints(called: readonly Lifecycle[]): CurrentEndpoint[] {
  const found = called.flatMap((lifecycle): CurrentEndpoint[] => {
    const tenure = tenureInForce(lifecycle)
    return tenure && !isOnlyMentioned(lifecycle) ? [{target: lifecycle.subject.target, tenure, lifecycle}] : []
  })
  const methods: readonly string[] = TARGET_VERBS
  const methodOrder = ({target}: CurrentEndpoint): number => methods.indexOf(target.verb ?? '')
  const nameOf = ({target}: CurrentEndpoint): string => target.path ?? target.text
  return found.toSorted((a, b) => compareText(nameOf(a), nameOf(b)) || methodOrder(a) - methodOrder(b))
}

/**
 * The first fact that the history states about each subject, such as its stability, which is shown in its table row.
 * Further facts follow the tables.
 */
export function firstFactBySubject({history}: HistoryPage): ReadonlyMap<string, SubjectFact> {
  return new Map(history.facts.toReversed().map(fact => [formatSubject(fact.subject), fact]))
}

/** Whether the subject, an endpoint or a field, exists now and so has a table row. */
export function isInTable(subject: Subject, {history}: HistoryPage): boolean {
  const {target, part} = subject
  const lifecycle = history.bySubject.get(subjectKey(subject))
  return (
    !part &&
    (isEndpoint(target) || isListed(target) || isMember(target)) &&
    lifecycle !== undefined &&
    // A fact about the same path with other parameter names is listed below the table, under its own names.
    formatSubject(lifecycle.subject) === formatSubject(subject) &&
    tenureInForce(lifecycle) !== undefined
  )
}

/** Facts about prefixes, operation IDs, parts, and removed subjects. */
function otherSubjects(page: HistoryPage, facts: ReadonlyMap<string, SubjectFact>): TextPiece[][] {
  const {history} = page
  const stated = history.facts.filter(
    fact =>
      !isMember(fact.subject.target) &&
      !(isInTable(fact.subject, page) && facts.get(formatSubject(fact.subject)) === fact)
  )
  const listedSubjects = new Set(stated.map(({subject}) => subjectKey(subject)))
  const named = history.lifecycles.filter(
    lifecycle =>
      isNamed(lifecycle.subject.target) &&
      !isListed(lifecycle.subject.target) &&
      // What clients only use, as the types of a schema, is in the description.
      (useVerb([lifecycle.subject.target]) === 'call' || !areAllObserved(lifecycle.events)) &&
      !lifecycle.subject.part &&
      !listedSubjects.has(subjectKey(lifecycle.subject)) &&
      tenureInForce(lifecycle)
  )
  return [
    ...stated.map(fact => factPieces({...fact, ...introducingRelease(fact.subject, page)})),
    ...named.map(({subject}) => factPieces({subject, ...introducingRelease(subject, page)}))
  ]
}

/** The release that introduced the subject. Empty if unknown, or if the subject may be older. */
export function introducingRelease(subject: Subject, page: HistoryPage): {since?: string} {
  const lifecycle = page.history.bySubject.get(subjectKey(subject))
  const intro = lifecycle && tenureInForce(lifecycle)?.introduced?.event
  const entry = intro && entryOf(page, intro)
  return defined({since: entry?.kind === 'release' && !intro?.by ? entry.name : undefined})
}

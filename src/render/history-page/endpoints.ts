import type {RootContent} from 'mdast'
import type {SubjectFact} from '../../model/lifecycle/history.ts'
import type {Lifecycle, Tenure} from '../../model/lifecycle/lifecycle.ts'
import {type EndpointTarget, formatSubject, METHODS, type Subject, subjectKey} from '../../model/subject/subject.ts'
import {count} from '../../text/format-values.ts'
import {COLUMNS, LEADS, NOTHING} from '../../text/page-strings.ts'
import {piecesOfMoment} from '../../text/sentence-templates.ts'
import {copy, statedText} from '../../text/statement.ts'
import {piecesOfFact, piecesOfFactCell} from '../../text/subject-facts.ts'
import {type Piece, piecesOfNote} from '../../text/text-pieces.ts'
import {tableOf} from '../markdown/details-html.ts'
import {list, paragraph} from '../markdown/markdown-nodes.ts'
import {byText, currentTenure, entryOf, firstTenure, isLookedAt, type Page, piecesOfSince} from '../page-data.ts'

interface CurrentEndpoint {
  readonly target: EndpointTarget
  readonly tenure: Tenure
  readonly lifecycle: Lifecycle
}

/** The "Endpoints" section: a table of all served endpoints, then facts about other subjects. */
export function endpoints(page: Page): RootContent[] {
  const current = currentEndpoints(page)
  const facts = firstFacts(page)
  const ending = current.some(({tenure}) => tenure.sunset)
  const [method, path, since, notes] = COLUMNS.endpoints
  const names = [method, path, since, ...(ending ? [COLUMNS.ends] : []), notes]
  const rows = current.map(({target, tenure, lifecycle}): Piece[][] => {
    const fact = facts.get(formatSubject(lifecycle.subject))
    return [
      [target.method],
      [{code: target.path}],
      piecesOfSince(lifecycle, page),
      ...(ending ? [tenure.sunset ? piecesOfMoment(statedText(tenure.sunset.moment)) : []] : []),
      joined(noteOfIntroduction(lifecycle), fact ? piecesOfFactCell(fact) : [])
    ]
  })
  const summary = isLookedAt(page) ? count(rows.length, 'endpoint') : undefined
  const shown = rows.length > 0 ? tableOf(names, rows, summary) : [paragraph(NOTHING.endpoints)]
  const others = otherSubjects(page, facts)
  return others.length > 0 ? [...shown, paragraph(LEADS.others), list(others)] : shown
}

/**
 * The note of the event that introduced the subject. `undefined` if the event was a rename or promotion, whose note is
 * about the old name, or applied to a whole prefix.
 */
export function noteOfIntroduction(lifecycle: Lifecycle): string | undefined {
  const {subject} = lifecycle
  const event = firstTenure(lifecycle)?.introduced?.event
  if (!event || event.verb === 'renamed' || event.verb === 'promoted') return undefined
  return subjectKey(event.subject) === subjectKey(subject) ? event.note : undefined
}

export function joined(note: string | undefined, fact: readonly Piece[]): Piece[] {
  const pieces = note === undefined ? [] : piecesOfNote(note)
  return pieces.length > 0 && fact.length > 0 ? [...pieces, ' ', ...fact] : [...pieces, ...fact]
}

function currentEndpoints({history}: Page): CurrentEndpoint[] {
  const found = history.lifecycles.flatMap((lifecycle): CurrentEndpoint[] => {
    const {target, part} = lifecycle.subject
    const tenure = currentTenure(lifecycle)
    return target.kind === 'endpoint' && !part && tenure ? [{target, tenure, lifecycle}] : []
  })
  const methods: readonly string[] = METHODS
  const methodOrder = ({target}: CurrentEndpoint): number => methods.indexOf(target.method)
  return found.toSorted((a, b) => byText(a.target.path, b.target.path) || methodOrder(a) - methodOrder(b))
}

/** The first fact of each subject, which is shown in its table row. Further facts follow the tables. */
export function firstFacts({history}: Page): ReadonlyMap<string, SubjectFact> {
  return new Map(history.facts.toReversed().map(fact => [formatSubject(fact.subject), fact]))
}

/** Whether the subject, an endpoint or a field, exists now and so has a table row. */
export function isTabled(subject: Subject, {history}: Page): boolean {
  const {target, part} = subject
  const lifecycle = history.bySubject.get(subjectKey(subject))
  return (
    !part &&
    (target.kind === 'endpoint' || target.kind === 'resource-field') &&
    lifecycle !== undefined &&
    // A fact about the same path with other parameter names is listed below the table, under its own names.
    formatSubject(lifecycle.subject) === formatSubject(subject) &&
    currentTenure(lifecycle) !== undefined
  )
}

/** Facts about prefixes, operation IDs, parts, and removed subjects. */
function otherSubjects(page: Page, facts: ReadonlyMap<string, SubjectFact>): Piece[][] {
  const {history} = page
  const stated = history.facts.filter(
    fact =>
      fact.subject.target.kind !== 'resource-field' &&
      !(isTabled(fact.subject, page) && facts.get(formatSubject(fact.subject)) === fact)
  )
  const listedSubjects = new Set(stated.map(({subject}) => subjectKey(subject)))
  const named = history.lifecycles.filter(
    lifecycle =>
      lifecycle.subject.target.kind === 'operation' &&
      !lifecycle.subject.part &&
      !listedSubjects.has(subjectKey(lifecycle.subject)) &&
      currentTenure(lifecycle)
  )
  return [
    ...stated.map(fact => piecesOfFact({...fact, ...sinceOf(fact.subject, page)})),
    ...named.map(({subject}) => piecesOfFact({subject, ...sinceOf(subject, page)}))
  ]
}

/** The release that introduced the subject. Empty if unknown, or if the subject may be older. */
export function sinceOf(subject: Subject, page: Page): {since?: string} {
  const lifecycle = page.history.bySubject.get(subjectKey(subject))
  const intro = lifecycle && currentTenure(lifecycle)?.introduced?.event
  const entry = intro && entryOf(page, intro)
  return copy('since', entry?.kind === 'release' && !intro?.by ? entry.name : undefined)
}

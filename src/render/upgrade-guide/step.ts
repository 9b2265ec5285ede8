import {isChangeKind} from '../../model/api/change.ts'
import type {Lifecycle} from '../../model/lifecycle/lifecycle.ts'
import {presenceAt} from '../../model/lifecycle/state-at-time.ts'
import {covers, type Direction, kindOf, type Subject, subjectKey} from '../../model/subject/subject.ts'
import {type Entry, momentOf} from '../../model/time/timeline.ts'
import {meaningOf, sidesMet} from '../../policy/compatibility/change-effects.ts'
import {stemOf} from '../../text/subject-groups.ts'
import {piecesOfSubject} from '../../text/subject-phrase.ts'
import {codeOf, type Piece, piecesOfNote} from '../../text/text-pieces.ts'
import type {Page} from '../page-data.ts'
import type {NewsLine} from '../release-notes/change-line.ts'
import type {News} from '../release-notes/release-changes.ts'
import {phraseOf} from '../release-notes/split-sentence.ts'
import {adviceOf, adviceOn} from './advice.ts'

/** A step of the upgrade, and when it can be done. */
export interface Step {
  readonly line: NewsLine
  readonly when: 'before' | 'switch' | 'check'
  readonly do: readonly Piece[]
  readonly replacements: readonly Subject[]
  /** An intermediate release that has both the removed subject and its replacement. */
  readonly stop?: string
}

export function stepOf(line: NewsLine, from: Entry, to: Entry, page: Page): Step {
  const replacements = line.members.flatMap(replacementsOf)
  const base = {line, replacements}
  const advice = adviceFor(line.members, page)
  const what = (otherwise: string): Piece[] => piecesOfNote(pluralizeIt(advice?.do ?? otherwise, line))
  if (line.group === 'unclear') return {...base, when: 'check', do: what('Look whether you rely on it.')}
  if (replacements.length === line.members.length) {
    const isThere = replacements.every(each => isServed(each, from, page))
    const stop = isThere ? undefined : intermediateRelease(line, from, to, page)
    const replacementText = insteadPieces(line, replacements)
    if (isThere) return {...base, when: 'before', do: replacementText}
    return {...base, when: 'switch', do: replacementText, ...(stop ? {stop: stop.name} : {})}
  }
  return {...base, when: advice?.when ?? 'switch', do: what('Adapt to it.')}
}

const pluralizeIt = (text: string, {members}: NewsLine): string =>
  members.length > 1 && !shareName(members) ? text.replace(/\bit\b/g, 'them') : text

/** Whether a line is about a single name in several locations: `code` of `Loan`, `Copy` and `Shelf` is gone. */
function shareName(members: NewsLine['members']): boolean {
  const names = new Set(members.map(({event: {observed}}) => observed && phraseOf(observed)?.name))
  return names.size === 1 && !names.has(undefined)
}

const replacementsOf = ({event, judgement}: News): Subject[] => {
  const named =
    event.kind === 'removed' ? (event.counterpart ?? event.replacement ?? judgement?.replacement) : undefined
  return named ? [named] : []
}

function isServed(subject: Subject, at: Entry, {history}: Page): boolean {
  const isThere = (life: Lifecycle): boolean => {
    const presence = presenceAt(life, momentOf(at), history.timeline)
    return life.events.length > 0 && (presence === 'live' || presence === 'deprecated')
  }
  if (subject.target.kind === 'prefix') {
    // A prefix is served if an endpoint below it is.
    const isUnder = ({subject: {target, part}}: Lifecycle): boolean =>
      target.kind === 'endpoint' && !part && covers(subject, {target})
    return history.lifecycles.some(life => isUnder(life) && isThere(life))
  }
  const life = history.bySubject.get(subjectKey(subject)) ?? history.bySubject.get(subjectKey({target: subject.target}))
  return life !== undefined && isThere(life)
}

/** The last release before the first removal, if it has all replacements. `undefined` otherwise. */
function intermediateRelease({members}: NewsLine, from: Entry, to: Entry, page: Page): Entry | undefined {
  const {entries} = page.history.timeline
  // The release of the removal is uncertain.
  if (members.some(({event}) => event.by?.after !== undefined)) return undefined
  const first = Math.min(...members.map(({event}) => event.entry))
  const last = entries.slice(from.index + 1, first).findLast(({kind, pending}) => kind === 'release' && !pending)
  if (!last || last.index >= to.index) return undefined
  return members.flatMap(replacementsOf).every(each => isServed(each, last, page)) ? last : undefined
}

function insteadPieces({members, pieces}: NewsLine, replacements: readonly Subject[]): Piece[] {
  const [{event, judgement}] = members
  // The sentence already names the replacement.
  if (pieces.some(piece => typeof piece === 'string' && /\bUse $/.test(piece)) || event.counterpart) return []
  const guessed = !event.replacement && judgement?.isInferred ? ' (as its path suggests)' : ''
  const [first] = replacements
  if (first && new Set(replacements.map(subjectKey)).size === 1)
    return ['Use ', ...piecesOfSubject(first), `${guessed}.`]
  return ['Use ', codeOf(stemOf(replacements.map(({target}) => target))), `${guessed}.`]
}

/** Advice for a line, taken from its first change. `undefined` if there is none. */
function adviceFor([{event}]: NewsLine['members'], {policy}: Page) {
  const {observed, change, kind, required, subject} = event
  const revision = policy.revisions.at(-1)
  if (observed && revision) {
    const breaking = sidesMet(observed).filter(
      side => meaningOf(observed, side, revision, {policy}).effect !== 'tolerated'
    )
    return adviceOf(observed, breaking)
  }
  const sides: Direction[] = subject.part?.in ? [subject.part.in] : ['request', 'response']
  if (change) return adviceOn(change, sides)
  if (kind === 'removed') {
    const {part} = subject
    if (!part) return adviceOn('operation-removed', ['request'])
    return adviceOn(part.header === undefined ? 'field-removed' : 'header-removed', part.in ? [part.in] : ['request'])
  }
  const added = `${kindOf(subject)}-added`
  if (kind === 'introduced' && !required && isChangeKind(added)) return adviceOn(added, sides)
  return required ? adviceOn('required-field-added', ['request']) : undefined
}

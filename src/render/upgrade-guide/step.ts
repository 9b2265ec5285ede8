import {isChangeKind} from '../../model/api/change.ts'
import type {Lifecycle} from '../../model/lifecycle/lifecycle.ts'
import {stateAtTime} from '../../model/lifecycle/state-at-event.ts'
import {covers, type Direction, type Subject, subjectKey, subjectKindOf} from '../../model/subject/subject.ts'
import {momentOfEntry, type TimelineEntry} from '../../model/time/timeline.ts'
import {affectedSidesOf, assessEffect} from '../../policy/compatibility/change-effects.ts'
import {commonStem} from '../../text/subject-groups.ts'
import {subjectPieces} from '../../text/subject-phrase.ts'
import {codePiece, notePieces, type TextPiece} from '../../text/text-pieces.ts'
import type {HistoryPage} from '../page-data.ts'
import type {ChangeLine} from '../release-notes/change-line.ts'
import type {ReleaseChange} from '../release-notes/release-changes.ts'
import {splitSentence} from '../release-notes/split-sentence.ts'
import {adviceOnChange, adviceOnKind} from './advice.ts'

/** A step of the upgrade, and when it can be done. */
export interface UpgradeStep {
  readonly line: ChangeLine
  readonly when: 'before' | 'switch' | 'check'
  readonly do: readonly TextPiece[]
  readonly replacements: readonly Subject[]
  /** An intermediate release that has both the removed subject and its replacement. */
  readonly stop?: string
}

export function createUpgradeStep(
  line: ChangeLine,
  from: TimelineEntry,
  to: TimelineEntry,
  page: HistoryPage
): UpgradeStep {
  const replacements = line.members.flatMap(replacementsOf)
  const base = {line, replacements}
  const advice = adviceFor(line.members, page)
  const what = (otherwise: string): TextPiece[] => notePieces(pluralizeIt(advice?.do ?? otherwise, line))
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

const pluralizeIt = (text: string, {members}: ChangeLine): string =>
  members.length > 1 && !shareName(members) ? text.replace(/\bit\b/g, 'them') : text

/** Whether a line is about a single name in several locations: `code` of `Loan`, `Copy` and `Shelf` is gone. */
function shareName(members: ChangeLine['members']): boolean {
  const names = new Set(members.map(({event: {observed}}) => observed && splitSentence(observed)?.name))
  return names.size === 1 && !names.has(undefined)
}

const replacementsOf = ({event, judgement}: ReleaseChange): Subject[] => {
  const named =
    event.kind === 'removed' ? (event.counterpart ?? event.replacement ?? judgement?.replacement) : undefined
  return named ? [named] : []
}

function isServed(subject: Subject, at: TimelineEntry, {history}: HistoryPage): boolean {
  const isThere = (life: Lifecycle): boolean => {
    const presence = stateAtTime(life, momentOfEntry(at), history.timeline)
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
function intermediateRelease(
  {members}: ChangeLine,
  from: TimelineEntry,
  to: TimelineEntry,
  page: HistoryPage
): TimelineEntry | undefined {
  const {entries} = page.history.timeline
  // The release of the removal is uncertain.
  if (members.some(({event}) => event.by?.after !== undefined)) return undefined
  const first = Math.min(...members.map(({event}) => event.entry))
  const last = entries.slice(from.index + 1, first).findLast(({kind, pending}) => kind === 'release' && !pending)
  if (!last || last.index >= to.index) return undefined
  return members.flatMap(replacementsOf).every(each => isServed(each, last, page)) ? last : undefined
}

function insteadPieces({members, pieces}: ChangeLine, replacements: readonly Subject[]): TextPiece[] {
  const [{event, judgement}] = members
  // The sentence already names the replacement.
  if (pieces.some(piece => typeof piece === 'string' && /\bUse $/.test(piece)) || event.counterpart) return []
  const guessed = !event.replacement && judgement?.isInferred ? ' (as its path suggests)' : ''
  const [first] = replacements
  if (first && new Set(replacements.map(subjectKey)).size === 1) return ['Use ', ...subjectPieces(first), `${guessed}.`]
  return ['Use ', codePiece(commonStem(replacements.map(({target}) => target))), `${guessed}.`]
}

/** Advice for a line, taken from its first change. `undefined` if there is none. */
function adviceFor([{event}]: ChangeLine['members'], {policy}: HistoryPage) {
  const {observed, change, kind, required, subject} = event
  const revision = policy.revisions.at(-1)
  if (observed && revision) {
    const breaking = affectedSidesOf(observed).filter(
      side => assessEffect(observed, side, revision, {policy}).effect !== 'compatible'
    )
    return adviceOnChange(observed, breaking)
  }
  const sides: Direction[] = subject.part?.in ? [subject.part.in] : ['request', 'response']
  if (change) return adviceOnKind(change, sides)
  if (kind === 'removed') {
    const {part} = subject
    if (!part) return adviceOnKind('operation-removed', ['request'])
    return adviceOnKind(
      part.header === undefined ? 'field-removed' : 'header-removed',
      part.in ? [part.in] : ['request']
    )
  }
  const added = `${subjectKindOf(subject)}-added`
  if (kind === 'introduced' && !required && isChangeKind(added)) return adviceOnKind(added, sides)
  return required ? adviceOnKind('required-field-added', ['request']) : undefined
}

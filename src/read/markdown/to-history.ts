import {isChangeKind} from '../../model/api/change.ts'
import type {Unknown} from '../../model/lifecycle/history.ts'
import {formatTarget} from '../../model/subject/subject.ts'
import {looksDated, parseWhen} from '../../model/time/date-range.ts'
import type {Said} from '../../text/statement.ts'
import {clauses} from '../../text/statement-sentences.ts'
import type {SaidFact} from '../../text/subject-facts.ts'
import {flat, noteOf} from '../../text/text-pieces.ts'
import {LINES} from '../history/format.ts'
import type {HistoryDraft, Plain} from '../history/write.ts'
import {type PlainMap, some, writtenOther, writtenPart} from '../history/written-subject.ts'
import type {Claim, Draft, DraftRelease} from './draft.ts'

/**
 * Converts the draft to the content of a history file. It is always incomplete, because a document may omit changes.
 */
export function writtenHistory(draft: Draft, fallback: string): HistoryDraft {
  const {claims, facts} = draft.merged()
  const byRelease = new Map<DraftRelease, Claim[]>()
  for (const claim of claims) {
    const list = byRelease.get(claim.release)
    if (list) list.push(claim)
    else byRelease.set(claim.release, [claim])
  }
  return {
    format: 1,
    service: draft.service || fallback || 'Unnamed service',
    complete: false,
    ...some('adopted', draft.adopted),
    ...some('base', draft.base),
    ...some('about', draft.about.length === 0 ? undefined : draft.about.join('\n\n')),
    ...some('areas', draft.areas.length === 0 ? undefined : draft.areas),
    ...some('notes', draft.notes.length === 0 ? undefined : draft.notes),
    ...some('unknown', draft.unknown.length === 0 ? undefined : draft.unknown.map(writtenUnknown)),
    ...some('subjects', facts.length === 0 ? undefined : facts.map(writtenFact)),
    // A release that a row only mentions is omitted unless it has changes.
    releases: draft
      .inOrder()
      .filter(release => release.listed || byRelease.has(release))
      .map(release => writtenRelease(release, byRelease.get(release) ?? []))
  }
}

const writtenUnknown = ({topic, note}: Unknown): PlainMap => ({topic, ...some('note', note)})

const writtenFact = ({subject, type, stability, note}: SaidFact): PlainMap => ({
  subject: formatTarget(subject.target),
  ...writtenPart(subject.part),
  ...some('type', type),
  ...some('stability', stability),
  ...some('note', note)
})

function writtenRelease(
  {entry, date, via, existing, partial, notes}: DraftRelease,
  claims: readonly Claim[]
): PlainMap {
  const note = notes.length === 0 ? undefined : notes.join('\n')
  return {
    ...(entry.kind === 'release' ? {release: entry.name, ...some('date', date)} : {on: entry.on, ...some('via', via)}),
    ...some('existing', existing),
    ...some('partial', partial),
    ...some('note', note),
    ...some('changes', claims.length === 0 ? undefined : claims.map(({said}) => writtenLine(said)))
  }
}

/** Converts a claim to a change. What its verb has no key for is added to the note as a sentence. */
function writtenLine(said: Said): PlainMap {
  const verb = said.verb === 'promoted' && said.subject.part ? 'renamed' : said.verb
  const {subject, announced, except, to, replacement, waiver, met} = said
  const line: PlainMap = {
    [verb]: formatTarget(subject.target),
    ...writtenPart(subject.part),
    ...some('to', to && writtenOther(to, subject)),
    ...some('until', said.until),
    ...some('replacement', said.unreplaced ? 'none' : replacement && writtenOther(replacement, subject)),
    ...some('sunset', said.sunset),
    ...some(
      'except',
      except?.map(({target}) => formatTarget(target))
    ),
    ...some('type', said.type),
    ...some('required', said.required),
    ...some('breaking', said.breaking),
    ...some('kind', said.kind),
    ...some('about', said.about),
    ...some('stability', said.stability),
    ...some('existing', said.existing),
    ...some('after', said.after),
    ...some('announced', announced && ('never' in announced ? 'never' : announced.at)),
    ...some('via', said.via),
    ...some('met', met && {...met}),
    ...some('waiver', waiver && {...waiver}),
    ...some('note', said.note)
  }
  const allowed = LINES[verb].shape
  const refused = Object.keys(line).filter(key => !Object.hasOwn(allowed, key) || !isValid(key, line[key]))
  for (const key of refused) delete line[key]
  const sentences = refused.flatMap(key => describeKey(key, said))
  if (sentences.length > 0) line.note = [...(typeof line.note === 'string' ? [line.note] : []), ...sentences].join(' ')
  return line
}

const isDay = (value: Plain | undefined): boolean => typeof value !== 'string' || parseWhen(value) !== undefined

function isValid(key: string, value: Plain | undefined): boolean {
  if (key === 'kind') return typeof value === 'string' && isChangeKind(value)
  if (!['sunset', 'until', 'announced'].includes(key) || typeof value !== 'string') return true
  return !(looksDated(value) && value.includes('-')) || isDay(value)
}

function describeKey(key: string, said: Said): string[] {
  if (key === 'breaking') return said.note?.match(/breaking/i) ? [] : [said.breaking ? 'Breaking.' : 'Non-breaking.']
  const field: keyof Said = key === 'replacement' && said.unreplaced ? 'unreplaced' : (key as keyof Said)
  const only: Said = {verb: 'changed', subject: said.subject, [field]: said[field]}
  if (key === 'sunset' || key === 'until') return [`Until ${said[key]}.`]
  return [noteOf(flat(clauses(only))).trim()].filter(Boolean)
}

import {assemble} from '../../src/history/assemble.ts'
import {readPolicyText} from '../../src/inputs/config/policy-file.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import type {History} from '../../src/model/lifecycle/history.ts'
import {subjectKey} from '../../src/model/subject/subject.ts'
import type {Judgment} from '../../src/model/verdict/judgment.ts'
import type {Policy} from '../../src/model/verdict/policy.ts'
import {judgeChange, judgeEnd} from '../../src/policy/judge-end-of-support.ts'
import {HERE} from '../here.ts'
import {type Detail, writeDate} from './partial-dates.ts'
import type {RevisionDraft, StartDraft} from './policies.ts'
import type {LineDraft, Mark, World} from './worlds.ts'

const markText = (mark: Mark, {entries}: World, detail: Detail): string => {
  if (mark === 'never') return 'never'
  if ('at' in mark) return writeDate(mark.at, detail) ?? mark.at.day.slice(0, 4)
  if ('name' in mark) return mark.name
  const releases = entries.filter(({kind}) => kind === 'release')
  return releases[mark.place % releases.length]?.name ?? '9.0'
}

/** A sunset is a day or a release that is still to come when it is announced. */
function sunsetText(mark: Mark, place: number, {entries, ...world}: World, detail: Detail): string {
  const announcedOn = entries[place]?.date.day
  if (mark === 'never' || 'name' in mark || announcedOn === undefined)
    return markText(mark, {...world, entries}, detail)
  if ('at' in mark)
    return markText(
      {at: {...mark.at, day: mark.at.day < announcedOn ? announcedOn : mark.at.day}},
      {...world, entries},
      detail
    )
  return markText(mark, {...world, entries: entries.slice(place)}, detail)
}

function lineOf(line: LineDraft, world: World, detail: Detail): object {
  const {verb, subject, field, other, sunset, announced, breaking, stability, except, waiver} = line
  const narrowed = field && verb !== 'promoted' ? {field: 'due', in: 'response'} : {}
  const moves = verb === 'promoted' || verb === 'renamed'
  const revisionEntries = sunset && sunsetText(sunset, line.place, world, detail)
  const ends = verb === 'removed' || verb === 'changed' || moves
  return {
    [verb]: subject,
    ...narrowed,
    ...(moves ? {to: other ?? 'GET /v3/loans', oldUntil: revisionEntries} : {}),
    ...(verb === 'deprecated' ? {sunset: revisionEntries} : {}),
    ...(verb === 'rescheduled' ? {sunset: revisionEntries ?? '2025-03-31'} : {}),
    ...(verb === 'deprecated' || verb === 'removed'
      ? {replacement: other, except: except && subject.endsWith('**') ? ['GET /v1/loans'] : undefined}
      : {}),
    ...(verb === 'added' || verb === 'changed' ? {breaking, stability} : {}),
    ...(ends ? {announced: announced && markText(announced, world, detail)} : {}),
    ...(ends && waiver
      ? {
          waiver: {
            reason: waiver.reason,
            approver: 'head of the library',
            approved: waiver.approved && writeDate(waiver.approved, detail),
            until: waiver.until && writeDate(waiver.until, detail)
          }
        }
      : {})
  }
}

/** A release or a statement, as written in the history file. */
export type HistoryEntry = Readonly<Record<string, unknown>>

/** The history file of a world, followed by further entries. JSON is YAML. */
export const writeHistory = (world: World, detail: Detail, after: readonly HistoryEntry[]): string =>
  JSON.stringify({
    service: 'Lending Library API',
    ...(world.complete ? {} : {complete: '2100-01-01'}),
    releases: [
      ...world.entries.map(({kind, name, date}, place) => ({
        ...(kind === 'on' ? {on: writeDate(date, detail)} : {release: name, date: writeDate(date, detail)}),
        ...(place === 0 && world.existing && kind === 'release' ? {existing: true} : {}),
        changes: world.lines.filter(line => line.place === place).map(line => lineOf(line, world, detail))
      })),
      ...after
    ]
  })

/** Sorts revisions by when they start; one that starts with a release that isn't out comes last. */
function startKey(start: StartDraft, {entries}: World): string {
  if ('name' in start) return '9999'
  if ('at' in start) return `${start.at.day} -`
  const place = start.place % entries.length
  return `${entries[place]?.date.day} ${place}`
}

function fromOf(start: StartDraft, world: World, detail: Detail): unknown {
  if ('name' in start) return {release: start.name}
  if ('at' in start) return writeDate(start.at, detail) ?? 'unknown'
  const entry = world.entries[start.place % world.entries.length]
  return entry?.kind === 'release' ? {release: entry.name} : entry && (writeDate(entry.date, detail) ?? 'unknown')
}

/** The policy file of a world, with its revisions in the order in which they start. */
function writePolicy(world: World, detail: Detail): string {
  const {countPatches, defaultStability, revisions} = world.policy
  const [first, ...others] = revisions
  const hasStarted = ({start}: RevisionDraft): boolean => !('at' in start) || start.at.day <= world.asOf
  const sorted = others
    .filter(hasStarted)
    .toSorted((a, b) => (startKey(a.start, world) < startKey(b.start, world) ? -1 : 1))
  const revisionEntries = [...(first ? [first] : []), ...sorted].map(({start, ga, beta, waiverReasons}, index) => ({
    revision: `text ${index + 1}`,
    ...(index === 0 ? {} : {from: fromOf(start, world, detail)}),
    guarantees: {ga, beta},
    waiverReasons
  }))
  return JSON.stringify({
    stabilities: ['beta', 'ga'],
    markers: [
      {form: 'v<major>', stability: 'ga'},
      {form: 'v<major>-beta', stability: 'beta'}
    ],
    countPatches,
    defaultStability,
    revisions: revisionEntries
  })
}

/** The history and the policy of a world, as written. */
export const writtenIn = (world: World, detail: Detail): string =>
  `${writeHistory(world, detail, [])}\n${writePolicy(world, detail)}`

export const historyIn = (world: World, detail: Detail, after: readonly HistoryEntry[] = []): History =>
  assemble(readHistoryText(writeHistory(world, detail, after), 'history.yaml').declared, {asOf: world.asOf})

export const policyIn = (world: World, detail: Detail): Policy =>
  readPolicyText(HERE.files, writePolicy(world, detail), 'policy.yaml').policy

/** Every judgment, by its subject: the tenure that ended, or the line that states a change. */
function judgments(history: History, policy: Policy): Map<string, Judgment> {
  const found = new Map<string, Judgment>()
  for (const lifecycle of history.lifecycles) {
    const subject = subjectKey(lifecycle.subject)
    for (const [index, tenure] of lifecycle.tenures.entries()) {
      const end = judgeEnd(lifecycle, tenure, policy, history)
      if (end) found.set(`end of ${subject}, ${index + 1} of ${lifecycle.tenures.length}`, end)
      for (const event of tenure.changes) {
        const change = judgeChange(event, lifecycle, tenure, policy, history)
        if (change) found.set(`change of ${subject}, line ${event.id}`, change)
      }
    }
  }
  return found
}

export const judgeWorld = (world: World, detail: Detail): Map<string, Judgment> =>
  judgments(historyIn(world, detail), policyIn(world, detail))

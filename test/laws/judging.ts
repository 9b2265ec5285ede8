import {assemble} from '../../src/history/assemble.ts'
import {readPolicyText} from '../../src/inputs/config/policy-file.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import type {History} from '../../src/model/lifecycle/history.ts'
import {subjectKey} from '../../src/model/subject/subject.ts'
import type {Judgment} from '../../src/model/verdict/judgment.ts'
import type {Policy} from '../../src/model/verdict/policy.ts'
import {judgeChange, judgeEnd} from '../../src/policy/judge-end-of-support.ts'
import {HERE} from '../here.ts'
import type {RevisionDraft, StartDraft} from './policies.ts'
import {type Knowing, shown} from './told.ts'
import type {LineDraft, Mark, World} from './worlds.ts'

const marked = (mark: Mark, {entries}: World, knowing: Knowing): string => {
  if (mark === 'never') return 'never'
  if ('at' in mark) return shown(mark.at, knowing) ?? mark.at.day.slice(0, 4)
  if ('name' in mark) return mark.name
  const releases = entries.filter(({kind}) => kind === 'release')
  return releases[mark.place % releases.length]?.name ?? '9.0'
}

/** An end is promised for a day that is still to come when it is promised, or for a release after it. */
function promised(mark: Mark, place: number, {entries, ...world}: World, knowing: Knowing): string {
  const said = entries[place]?.date.day
  if (mark === 'never' || 'name' in mark || said === undefined) return marked(mark, {...world, entries}, knowing)
  if ('at' in mark)
    return marked({at: {...mark.at, day: mark.at.day < said ? said : mark.at.day}}, {...world, entries}, knowing)
  return marked(mark, {...world, entries: entries.slice(place)}, knowing)
}

function lineOf(line: LineDraft, world: World, knowing: Knowing): object {
  const {verb, subject, field, other, sunset, announced, breaking, stability, except, waiver} = line
  const narrowed = field && verb !== 'promoted' ? {field: 'due', in: 'response'} : {}
  const moves = verb === 'promoted' || verb === 'renamed'
  const written = sunset && promised(sunset, line.place, world, knowing)
  const ends = verb === 'removed' || verb === 'changed' || moves
  return {
    [verb]: subject,
    ...narrowed,
    ...(moves ? {to: other ?? 'GET /v3/loans', until: written} : {}),
    ...(verb === 'deprecated' ? {sunset: written} : {}),
    ...(verb === 'rescheduled' ? {sunset: written ?? '2025-03-31'} : {}),
    ...(verb === 'deprecated' || verb === 'removed'
      ? {replacement: other, except: except && subject.endsWith('**') ? ['GET /v1/loans'] : undefined}
      : {}),
    ...(verb === 'added' || verb === 'changed' ? {breaking, stability} : {}),
    ...(ends ? {announced: announced && marked(announced, world, knowing)} : {}),
    ...(ends && waiver
      ? {
          waiver: {
            reason: waiver.reason,
            approver: 'head of the library',
            approved: waiver.approved && shown(waiver.approved, knowing),
            until: waiver.until && shown(waiver.until, knowing)
          }
        }
      : {})
  }
}

/** A release or a statement, as it is written in the history file. */
export type Written = Readonly<Record<string, unknown>>

/** The history file of a world, with what came after it. JSON is YAML. */
const historyText = (world: World, knowing: Knowing, after: readonly Written[]): string =>
  JSON.stringify({
    service: 'Lending Library API',
    complete: world.complete,
    releases: [
      ...world.entries.map(({kind, name, date}, place) => ({
        ...(kind === 'on' ? {on: shown(date, knowing)} : {release: name, date: shown(date, knowing)}),
        ...(place === 0 && world.existing && kind === 'release' ? {existing: true} : {}),
        changes: world.lines.filter(line => line.place === place).map(line => lineOf(line, world, knowing))
      })),
      ...after
    ]
  })

/** When a revision came into force, so that it can be sorted; one named after a release that is not out comes last. */
function startKey(start: StartDraft, {entries}: World): string {
  if ('name' in start) return '9999'
  if ('at' in start) return `${start.at.day} -`
  const place = start.place % entries.length
  return `${entries[place]?.date.day} ${place}`
}

function fromOf(start: StartDraft, world: World, knowing: Knowing): unknown {
  if ('name' in start) return {release: start.name}
  if ('at' in start) return shown(start.at, knowing) ?? 'unknown'
  const entry = world.entries[start.place % world.entries.length]
  return entry?.kind === 'release' ? {release: entry.name} : entry && (shown(entry.date, knowing) ?? 'unknown')
}

/** The policy file of a world, its revisions in the order in which they came into force. */
function policyText(world: World, knowing: Knowing): string {
  const {countPatches, defaultStability, revisions} = world.policy
  const [first, ...others] = revisions
  const known = ({start}: RevisionDraft): boolean => !('at' in start) || start.at.day <= world.asOf
  const sorted = others.filter(known).toSorted((a, b) => (startKey(a.start, world) < startKey(b.start, world) ? -1 : 1))
  const written = [...(first ? [first] : []), ...sorted].map(({start, ga, beta, exemptions}, index) => ({
    revision: `text ${index + 1}`,
    ...(index === 0 ? {} : {from: fromOf(start, world, knowing)}),
    guarantees: {ga, beta},
    exemptions
  }))
  return JSON.stringify({
    stabilities: ['beta', 'ga'],
    markers: [
      {form: 'v<major>', stability: 'ga'},
      {form: 'v<major>-beta', stability: 'beta'}
    ],
    countPatches,
    defaultStability,
    revisions: written
  })
}

export const historyIn = (world: World, knowing: Knowing, after: readonly Written[] = []): History =>
  assemble(readHistoryText(historyText(world, knowing, after), 'history.yaml').declared, {asOf: world.asOf})

export const policyIn = (world: World, knowing: Knowing): Policy =>
  readPolicyText(HERE.files, policyText(world, knowing), 'policy.yaml').policy

/** Every judgment, by what it is about: the tenure of a subject that ended, or the line that tells of a change. */
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

export const judged = (world: World, knowing: Knowing): Map<string, Judgment> =>
  judgments(historyIn(world, knowing), policyIn(world, knowing))

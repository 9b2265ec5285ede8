import {assemble} from '../history/assemble.ts'
import {judgeAll} from '../lint.ts'
import type {SubjectWaiver, Waiver} from '../model/event.ts'
import {groupBy} from '../model/group.ts'
import type {Declared, WrittenEvent} from '../model/history.ts'
import type {Policy} from '../model/policy.ts'
import {releaseKey} from '../model/release.ts'
import {covers, subjectKey} from '../model/subject.ts'
import type {Day} from '../model/when.ts'
import type {Config} from '../read/config-file.ts'
import {readText} from '../read/disk.ts'
import {LINES} from '../read/history-format.ts'
import type {Draft} from '../read/history-release.ts'
import {type Beside, withoutWaivers, withWaivers} from '../read/history-waivers.ts'
import {readRecord} from '../read/record.ts'

/** A release that goes onto record with the waivers that excuse it. */
interface Folded {
  readonly text: string
  /** How many lines have got their waiver. */
  readonly count: number
  /** The configuration without the waivers that excuse nothing else. */
  readonly config?: {readonly path: string; readonly text: string}
}

interface Context {
  readonly path: string
  readonly release: string
  readonly config: Config | undefined
  readonly policy: Policy
  readonly asOf: Day
  /** What excuses that which each of the derived lines was made from: they stand last in the release. */
  readonly excused: readonly (Waiver | undefined)[]
}

/**
 * Waivers for what is past stand beside the fact. One that names a rule excuses less than it would there, and one for
 * less than the whole line would excuse more: these stay where they are. One for a kind of change fits a line of that kind
 * alone, which holds nothing of another: what is excused otherwise was not merged into it. The line need not say its kind.
 */
export function foldWaivers(
  {text, declared, path: written}: Draft,
  {path, release, config, policy, asOf, excused}: Context
): Folded {
  const waivers = config?.waivers ?? []
  if (!config || waivers.length === 0) return {text, count: 0}
  const record = readRecord(declared, path, {asOf, timezone: policy.timezone})
  const given = withExcused(declared, release, excused)
  const recorded = (event: WrittenEvent) => record?.of(given.get(event) ?? event)
  const history = assemble({...declared, events: [...given.keys()], waivers}, {asOf, ...(record ? {recorded} : {})})
  const own = new Set(declared.events.flatMap(({waiver, id}) => (waiver ? [id] : [])))
  const entry = history.timeline.entries.find(
    each => each.kind === 'release' && releaseKey(each.name) === releaseKey(release)
  )
  const used = judgeAll(history, policy).flatMap(({event, waiver, exemptBy}) => {
    const known = waivers.find(each => each === waiver?.waiver)
    return known && exemptBy === 'waiver' ? [{event, waiver: known}] : []
  })
  const here = used.filter(({event, waiver}) => {
    const takesOne = 'waiver' in LINES[event.verb].shape && !own.has(event.id) && !event.seen
    return (
      event.entry === entry?.index && takesOne && waiver.rule === undefined && covers(waiver.subject, event.subject)
    )
  })
  const lines = groupBy(here, ({event}) => event.place.pointer ?? '')
  const placed = [...lines].flatMap(([pointer, uses]): Beside[] => {
    const [first] = uses
    return first && uses.every(({waiver}) => waiver === first.waiver) ? [{pointer, waiver: first.waiver}] : []
  })
  if (placed.length === 0) return {text, count: 0}
  const isSpent = (waiver: SubjectWaiver): boolean => {
    const uses = used.filter(each => each.waiver === waiver)
    return uses.every(
      ({event}) =>
        subjectKey(event.subject) === subjectKey(waiver.subject) &&
        placed.some(each => each.waiver === waiver && each.pointer === event.place.pointer)
    )
  }
  const spent = [...new Set(placed.map(({waiver}) => waiver as SubjectWaiver))].filter(isSpent)
  const pointers = spent.flatMap(({place}) => place.pointer ?? [])
  return {
    text: withWaivers(text, written, placed),
    count: placed.length,
    ...(pointers.length === 0
      ? {}
      : {config: {path: config.source, text: withoutWaivers(readText(config.source), config.source, pointers)}})
  }
}

/** The events of a history, those that a release has from descriptions with what excuses them, each by what it was. */
function withExcused(
  {entries, events}: Declared,
  release: string,
  excused: readonly (Waiver | undefined)[]
): ReadonlyMap<WrittenEvent, WrittenEvent> {
  const place = entries.findIndex(({kind, name}) => kind === 'release' && releaseKey(name) === releaseKey(release))
  const own = events.filter(({entry}) => entry === place)
  const waivers = new Map(own.slice(own.length - excused.length).map((event, at) => [event, excused[at]]))
  return new Map(
    events.map(event => {
      const waiver = waivers.get(event)
      return [waiver ? {...event, waiver} : event, event]
    })
  )
}

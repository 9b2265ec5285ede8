import {assemble} from '../../history/assemble.ts'
import {judgeAll} from '../../lint.ts'
import {groupBy} from '../../model/group-by.ts'
import type {SubjectWaiver, Waiver} from '../../model/lifecycle/event.ts'
import type {Declared, WrittenEvent} from '../../model/lifecycle/history.ts'
import {subjectKey} from '../../model/subject/subject.ts'
import type {Day} from '../../model/time/date-range.ts'
import {releaseKey} from '../../model/time/release.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {reaches} from '../../policy/remedy/waivers.ts'
import {readRecord} from '../../read/base/announcement-record.ts'
import type {Config} from '../../read/config/file.ts'
import {readText} from '../../read/files/file-system.ts'
import type {Draft} from '../../read/history/draft-release.ts'
import {type Beside, withoutWaivers, withWaivers} from '../../read/history/edit-waivers.ts'
import {LINES} from '../../read/history/format.ts'
import {asMeant, type Meant} from './match-lines.ts'

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
  /** What the lines that people wrote are about, where they do not say so: they stand first. */
  readonly meant: readonly (Meant | undefined)[]
}

/**
 * Waivers for what is past stand beside the fact. One that names a rule excuses less than it would there, and one for
 * less than the whole line would excuse more: these stay where they are. One for a kind of change fits a line of that kind
 * alone, which holds nothing of another: what is excused otherwise was not merged into it. The line need not
 * say its kind: it gets it, and what the waiver is about, where people wrote neither.
 */
export function foldWaivers(
  {text, declared, path: written}: Draft,
  {path, release, config, policy, asOf, excused, meant}: Context
): Folded {
  const waivers = config?.waivers ?? []
  const shared = new Set(
    waivers.flatMap(({api, place}) => (config?.api === undefined || api !== undefined ? [] : [place.pointer]))
  )
  if (!config || waivers.length === 0) return {text, count: 0}
  const record = readRecord(declared, path, {asOf, timezone: policy.timezone})
  const given = withExcused(declared, release, {excused, meant})
  const recorded = (event: WrittenEvent) => record?.of(given.get(event) ?? event)
  const history = assemble({...declared, events: [...given.keys()], waivers}, {asOf, ...(record ? {recorded} : {})})
  const own = new Set(declared.events.flatMap(({waiver, id}) => (waiver ? [id] : [])))
  const lacking = new Map([...given].map(([event, was]) => [event.id, meantOf(event, was)]))
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
      event.entry === entry?.index && takesOne && waiver.rule === undefined && reaches(waiver.subject, event.subject)
    )
  })
  const lines = groupBy(here, ({event}) => event.place.pointer ?? '')
  const placed = [...lines].flatMap(([pointer, uses]): Beside[] => {
    const [first] = uses
    if (!first || uses.some(({waiver}) => waiver !== first.waiver)) return []
    return [{pointer, waiver: first.waiver, ...lacking.get(first.event.id)}]
  })
  if (placed.length === 0) return {text, count: 0}
  // One for more than its lines excuses what comes later too: that was allowed where it says until when.
  const runsOn = ({until}: SubjectWaiver): boolean => until !== undefined && (until.latest ?? asOf) >= asOf
  const isSpent = (waiver: SubjectWaiver): boolean => {
    // Another of the APIs may still need what names none of them.
    if (shared.has(waiver.place.pointer)) return false
    const uses = used.filter(each => each.waiver === waiver)
    return uses.every(
      ({event}) =>
        (subjectKey(event.subject) === subjectKey(waiver.subject) || !runsOn(waiver)) &&
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

/**
 * The events of a history, each by what it was: those that a release has from descriptions with what excuses them, those
 * that people wrote with what they mean.
 */
function withExcused(
  {entries, events}: Declared,
  release: string,
  {excused, meant}: Pick<Context, 'excused' | 'meant'>
): ReadonlyMap<WrittenEvent, WrittenEvent> {
  const place = entries.findIndex(({kind, name}) => kind === 'release' && releaseKey(name) === releaseKey(release))
  const own = events.filter(({entry}) => entry === place)
  const waivers = new Map(own.slice(own.length - excused.length).map((event, at) => [event, excused[at]]))
  const meanings = new Map(own.slice(0, own.length - excused.length).map((event, at) => [event, meant[at]]))
  return new Map(
    events.map(event => {
      const [waiver, meaning] = [waivers.get(event), meanings.get(event)]
      return [waiver ? {...event, waiver} : meaning ? asMeant(event, meaning) : event, event]
    })
  )
}

/** What a line is about that does not say it. */
const meantOf = (event: WrittenEvent, was: WrittenEvent): Meant => ({
  ...(event.change === undefined || was.change !== undefined ? {} : {kind: event.change}),
  ...(event.about === undefined || was.about !== undefined ? {} : {about: event.about})
})

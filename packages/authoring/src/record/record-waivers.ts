import {assemble} from '@tenure/core/history/assemble'
import type {Config} from '@tenure/core/inputs/config/file'
import {CHANGE_SCHEMAS} from '@tenure/core/inputs/history/format'
import {readAnnouncementRecord} from '@tenure/core/inputs/record/announcement-record'
import {judgeAll} from '@tenure/core/lint'
import {groupBy} from '@tenure/core/model/group-by'
import type {SubjectWaiver, Waiver} from '@tenure/core/model/lifecycle/event'
import type {DeclaredHistory, WrittenEvent} from '@tenure/core/model/lifecycle/history'
import {subjectKey} from '@tenure/core/model/subject/subject'
import type {Day} from '@tenure/core/model/time/date-range'
import {releaseKey} from '@tenure/core/model/time/release'
import type {Policy} from '@tenure/core/model/verdict/policy'
import {waiverCovers} from '@tenure/core/policy/remedy/waivers'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import type {ReleaseDraft} from '../lines/draft-release.ts'
import {addWaivers, type PlacedWaiver, removeWaivers} from '../lines/edit-waivers.ts'
import {type LineScope, withScope} from './match-lines.ts'

/** Release to record, with its waivers. */
interface FoldedWaivers {
  readonly text: string
  /** Number of lines that received their waiver. */
  readonly count: number
  /** Config file without the waivers that apply to nothing else. */
  readonly config?: {readonly path: string; readonly text: string}
}

interface FoldContext {
  readonly path: string
  readonly release: string
  readonly config: Config | undefined
  readonly policy: Policy
  readonly asOf: Day
  /** Waiver of the change behind each derived line. Derived lines are last in the release. */
  readonly lineWaivers: readonly (Waiver | undefined)[]
  /** Kind and topic of hand-written lines that don't state them. These lines are first in the release. */
  readonly scopes: readonly (LineScope | undefined)[]
}

/**
 * Moves waivers of released changes from the config file to their history lines. Waivers that name a rule, or that
 * cover only a part of a line, stay in the config file, because their scope would change. A waiver for a kind of change
 * fits a derived line of that kind, because changes with another waiver aren't merged into that line. A hand-written
 * line receives the kind and topic of the waiver if it states neither.
 */
export function foldWaivers(
  workspace: Workspace,
  {text, declared, path: written}: ReleaseDraft,
  {path, release, config, policy, asOf, lineWaivers, scopes}: FoldContext
): FoldedWaivers {
  const waivers = config?.waivers ?? []
  const shared = new Set(
    waivers.flatMap(({api, place}) => (config?.api === undefined || api !== undefined ? [] : [place.pointer]))
  )
  if (!config || waivers.length === 0) return {text, count: 0}
  const record = readAnnouncementRecord(workspace, declared, path, {asOf, timezone: policy.timezone})
  const originals = attachWaivers(declared, release, {lineWaivers, scopes})
  const recorded = (event: WrittenEvent) => record?.dayOf(originals.get(event) ?? event)
  const history = assemble({...declared, events: [...originals.keys()], waivers}, {asOf, ...(record ? {recorded} : {})})
  const own = new Set(declared.events.flatMap(({waiver, id}) => (waiver ? [id] : [])))
  const lacking = new Map([...originals].map(([event, was]) => [event.id, addedScope(event, was)]))
  const entry = history.timeline.entries.find(
    each => each.kind === 'release' && releaseKey(each.name) === releaseKey(release)
  )
  const used = judgeAll(history, policy).flatMap(({event, waiver, exemptBy}) => {
    const known = waivers.find(each => each === waiver?.waiver)
    return known && exemptBy === 'waiver' ? [{event, waiver: known}] : []
  })
  const here = used.filter(({event, waiver}) => {
    const takesOne = 'waiver' in CHANGE_SCHEMAS[event.verb].shape && !own.has(event.id) && !event.seen
    return (
      event.entry === entry?.index &&
      takesOne &&
      waiver.rule === undefined &&
      waiverCovers(waiver.subject, event.subject)
    )
  })
  const lines = groupBy(here, ({event}) => event.place.pointer ?? '')
  const placed = [...lines].flatMap(([pointer, uses]): PlacedWaiver[] => {
    const [first] = uses
    if (!first || uses.some(({waiver}) => waiver !== first.waiver)) return []
    return [{pointer, waiver: first.waiver, ...lacking.get(first.event.id)}]
  })
  if (placed.length === 0) return {text, count: 0}
  // A waiver for more than the line that is valid until a later day may still apply to later changes.
  const runsOn = ({until}: SubjectWaiver): boolean => until !== undefined && (until.latest ?? asOf) >= asOf
  const isSpent = (waiver: SubjectWaiver): boolean => {
    // A waiver without an API may still apply to another API.
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
    text: addWaivers(text, written, placed),
    count: placed.length,
    ...(pointers.length === 0
      ? {}
      : {
          config: {
            path: config.source,
            text: removeWaivers(workspace.files.readText(config.source), config.source, pointers)
          }
        })
  }
}

/**
 * Events of a history with what the line will state after the move, mapped to the events as they are: derived events
 * with their waiver, hand-written ones with their kind and detail.
 */
function attachWaivers(
  {entries, events}: DeclaredHistory,
  release: string,
  {lineWaivers, scopes}: Pick<FoldContext, 'lineWaivers' | 'scopes'>
): ReadonlyMap<WrittenEvent, WrittenEvent> {
  const place = entries.findIndex(({kind, name}) => kind === 'release' && releaseKey(name) === releaseKey(release))
  const own = events.filter(({entry}) => entry === place)
  const waivers = new Map(own.slice(own.length - lineWaivers.length).map((event, at) => [event, lineWaivers[at]]))
  const meanings = new Map(own.slice(0, own.length - lineWaivers.length).map((event, at) => [event, scopes[at]]))
  return new Map(
    events.map(event => {
      const [waiver, meaning] = [waivers.get(event), meanings.get(event)]
      return [waiver ? {...event, waiver} : meaning ? withScope(event, meaning) : event, event]
    })
  )
}

/** Kind and topic that were added to an event. */
const addedScope = (event: WrittenEvent, was: WrittenEvent): LineScope => ({
  ...(event.change === undefined || was.change !== undefined ? {} : {kind: event.change}),
  ...(event.about === undefined || was.about !== undefined ? {} : {about: event.about})
})

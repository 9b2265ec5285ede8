import {isJsonStyle, type TextEdit, YamlEditor} from '@tenure/core/documents/yaml/yaml-edit'
import {assemble} from '@tenure/core/history/assemble'
import type {Config} from '@tenure/core/inputs/config/file'
import {CHANGE_SCHEMAS} from '@tenure/core/inputs/history/format'
import {writeInOneLine} from '@tenure/core/inputs/history/write'
import {readAnnouncementRecord} from '@tenure/core/inputs/record/announcement-record'
import {judgeAll} from '@tenure/core/lint'
import {defined} from '@tenure/core/model/defined'
import {groupBy} from '@tenure/core/model/group-by'
import {inputError} from '@tenure/core/model/input-error'
import type {SubjectWaiver, Waiver} from '@tenure/core/model/lifecycle/event'
import type {DeclaredHistory, WrittenEvent} from '@tenure/core/model/lifecycle/history'
import {parsePointer} from '@tenure/core/model/location'
import {subjectKey} from '@tenure/core/model/subject/subject'
import type {Day} from '@tenure/core/model/time/date-range'
import {releaseKey} from '@tenure/core/model/time/release'
import type {Policy} from '@tenure/core/model/verdict/policy'
import {jsonText} from '@tenure/core/phrases/escape'
import {waiverCovers} from '@tenure/core/policy/remedy/waivers'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {waiverText} from '@tenure/core/text/statement'
import {isMap, isSeq, type Node, type Pair} from 'yaml'
import type {ReleaseDraft} from '../lines/draft-release.ts'
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

/** A waiver to add to the change at a JSON pointer of the history. */
interface PlacedWaiver {
  readonly pointer: string
  readonly waiver: Waiver
  /** The kind and detail of the change, added if the line lacks them, so that the waiver covers nothing else. */
  readonly kind?: string
  readonly about?: string
}

/** Adds waivers to the changes that they apply to. Every other byte is kept. */
function addWaivers(text: string, source: string, placed: readonly PlacedWaiver[]): string {
  const page = new YamlEditor(text, source)
  return page.apply(
    placed.flatMap(({pointer, waiver, kind, about}): TextEdit[] => {
      const line = page.document.getIn(parsePointer(pointer), true)
      const last = isMap(line) ? (line.items.at(-1) as Pair | undefined) : undefined
      if (!isMap(line) || !last)
        throw inputError('This line has no verb and subject, so no waiver can be added to it.', {source, pointer})
      const keys = Object.entries(defined({kind, about, waiver: {...waiverText(waiver)}}))
      const texts = keys.map(([key, value]) => writeInOneLine({[key]: value}).slice(1, -1))
      // A line in flow style with quoted keys is written as JSON.
      const written = isJsonStyle(line) ? keys.map(([key, value]) => `"${key}": ${jsonText(value)}`) : texts
      // Keys inserted at the same position end up in reverse order.
      return written.toReversed().map(text => page.insertAfter(line, last, text))
    })
  )
}

/** Removes waivers that are no longer needed from a configuration. */
function removeWaivers(text: string, source: string, pointers: readonly string[]): string {
  return pointers
    .toSorted((a, b) => Number(parsePointer(b).at(-1)) - Number(parsePointer(a).at(-1)))
    .reduce((rest, pointer) => {
      const page = new YamlEditor(rest, source)
      const path = parsePointer(pointer)
      const list = page.document.getIn(path.slice(0, -1), true) as Node | undefined
      if (!isSeq(list)) throw inputError("`waivers` isn't a list. Write it as a list.", {source, pointer})
      return page.apply([page.removeItem(list, Number(path.at(-1)))])
    }, text)
}

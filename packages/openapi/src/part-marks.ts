import type {SpecFiles} from '@tenure/core/documents/document'
import {type Change, partsReached} from '@tenure/core/model/api/change'
import type {DescribedLifecycle, DescribedOperation} from '@tenure/core/model/api/release-diff'
import {defined} from '@tenure/core/model/defined'
import {parsePointer, type SourceLocation} from '@tenure/core/model/location'
import {isMember, subjectKey} from '@tenure/core/model/subject/subject'
import {isRecord, own} from '@tenure/json-schema/json'
import {type LoadedDescription, locateOperations} from './describe.ts'
import {compareSnapshots} from './diff/diff.ts'
import {isMarkKey, readLifecycle} from './read/lifecycle-extensions.ts'
import {mapKeys} from './read/map-keys.ts'
import type {Snapshot} from './snapshot.ts'
import {validate} from './validator.ts'

/**
 * The parts that a description marks. They are what a comparison with the same description without marks shows, so that
 * each has the subject and the place that its changes have.
 */
export function listPartMarks(
  {files, snapshot}: LoadedDescription,
  read: (files: SpecFiles) => Snapshot,
  nameChange: (change: Change) => Change = change => change
): DescribedOperation[] {
  const {changes} = compareSnapshots(read(removeMarks(files)), snapshot, validate)
  const found = new Map<string, DescribedOperation>()
  for (const change of changes) {
    const named = nameChange(change)
    const {subject, where} = named
    const described = describedBy(named)
    if (!described || !where.new || !(subject.part || isMember(subject.target))) continue
    const key = subjectKey(subject)
    const known = found.get(key)
    const since = known?.described.since ?? sinceAt(where.new, files)
    const all = defined({since, ...described, ...known?.described})
    const markedIn = [...(known?.markedIn ?? []), ...partsReached(change)]
    found.set(key, {subject, place: described.deprecated || !known ? where.new : known.place, described: all, markedIn})
  }
  return locateOperations([...found.values()], files)
}

/** What a change of a mark says of its subject; `undefined` for other changes. */
function describedBy({kind, new: fresh}: Change): DescribedLifecycle | undefined {
  if (kind === 'deprecated') return {deprecated: true}
  if (typeof fresh !== 'string') return undefined
  if (kind === 'sunset-set') return {sunset: fresh}
  if (kind === 'replacement-changed') return {replacement: fresh}
  return kind === 'stability-changed' ? {stability: fresh} : undefined
}

/** The day since which the object at or around a place is deprecated, as it states. */
function sinceAt({source, pointer = ''}: SourceLocation, {documents}: SpecFiles): string | undefined {
  let value = documents.find(each => each.source === source)?.root
  let since: string | undefined
  for (const key of parsePointer(pointer)) {
    since = readLifecycle(value, {source}).since?.value
    value = isRecord(value) ? own(value, key) : Array.isArray(value) ? value[Number(key)] : undefined
  }
  return readLifecycle(value, {source}).since?.value ?? since
}

/** The files without lifecycle marks. */
const removeMarks = (files: SpecFiles): SpecFiles =>
  mapKeys(files, (key, value) => (isMarkKey(key) ? undefined : [key, value]))

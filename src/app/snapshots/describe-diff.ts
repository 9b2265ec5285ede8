import {compare} from '../../diff/diff.ts'
import {missingFrom} from '../../diff/removal-location.ts'
import type {Change, Whereabouts} from '../../model/api/change.ts'
import type {Observed, ToldOperation} from '../../model/api/release-diff.ts'
import type {Gap, Life, Operation, Snapshot} from '../../model/api/snapshot.ts'
import {groupBy} from '../../model/group-by.ts'
import type {Place} from '../../model/location.ts'
import {formatTarget, type Subject, subjectKey} from '../../model/subject/subject.ts'
import type {SpecFiles} from '../../read/document/document-files.ts'
import {holdsMarks} from '../../read/openapi/may-hold-marks.ts'
import {validate} from '../validator.ts'

/** Description that's loaded into memory. */
export interface Described {
  readonly files: SpecFiles
  readonly snapshot: Snapshot
}

/** Describes the first release, in which all operations are new. */
export function first({files, snapshot}: Described): Observed {
  const arrivals = snapshot.operations.map(describeOperation)
  return {...describeDocument(files, snapshot), changes: [], arrivals: withPlaces(arrivals, files), marked: []}
}

/** Describes a release for comparisons with another one: without line numbers, and without reading the details. */
export function glimpsed({files, snapshot}: Described): Observed {
  const arrivals = snapshot.operations.map(describeOperation)
  const {title, base} = snapshot
  return {
    ...(title === undefined ? {} : {title}),
    base,
    marks: arrivals.some(({told}) => told.deprecated || told.sunset !== undefined),
    gaps: gapsOf(files, snapshot),
    changes: [],
    arrivals,
    marked: []
  }
}

export function step(from: Described, to: Described): Observed {
  const all = compare(from.snapshot, to.snapshot, validate)
  const missing = missingFrom({older: from.snapshot, newer: to.snapshot})
  const changes = all.filter(({kind}) => kind !== 'documentation-changed').map(missing)
  const operations = new Map(to.snapshot.operations.map(each => [formatTarget(each.target), each]))
  const describeKinds = (kinds: readonly Change['kind'][]): ToldOperation[] =>
    changes.flatMap(({kind, subject}) => {
      const operation = kinds.includes(kind) && !subject.part ? operations.get(formatTarget(subject.target)) : undefined
      return operation ? [describeOperation(operation)] : []
    })
  const [was, is] = [from, to].map(({snapshot: {root}}) => componentsOf(root)) as [Set<string>, Set<string>]
  const [gone, come] = [[...was].filter(each => !is.has(each)), [...is].filter(each => !was.has(each))]
  const respelt = findRewritten(from.snapshot, to.snapshot)
  return {
    ...describeDocument(to.files, to.snapshot),
    ...(respelt.length > 0 ? {respelt} : {}),
    ...(gone.length > 0 ? {gone} : {}),
    ...(come.length > 0 ? {come} : {}),
    changes: withLines(changes, from.files, to.files),
    arrivals: withPlaces(describeKinds(['operation-added', 'webhook-added']), to.files),
    marked: withPlaces(describeKinds(['deprecated']), to.files)
  }
}

/** Endpoints whose notation changed without a change of their key. */
function findRewritten(from: Snapshot, to: Snapshot): Subject[] {
  const known = groupBy(from.operations, ({target}) => subjectKey({target}))
  const still = new Set(to.operations.map(({target}) => formatTarget(target)))
  return to.operations.flatMap(({target}) => {
    const written = known.get(subjectKey({target}))?.map(each => formatTarget(each.target)) ?? []
    const isOther = written.length > 0 && !written.includes(formatTarget(target))
    return target.kind === 'endpoint' && isOther && !written.some(each => still.has(each)) ? [{target}] : []
  })
}

/** Names of all shared components of a description, whatever their kind. */
function componentsOf(root: unknown): Set<string> {
  const inside = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
  const namesIn = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : [])
  const components = inside(root, 'components')
  const sections = [
    ...namesIn(components).map(name => inside(components, name)),
    ...['definitions', 'parameters', 'responses'].map(name => inside(root, name))
  ]
  return new Set(sections.flatMap(namesIn))
}

function describeDocument(files: SpecFiles, snapshot: Snapshot): Pick<Observed, 'title' | 'base' | 'marks' | 'gaps'> {
  const {title, base} = snapshot
  return {
    ...(title === undefined ? {} : {title}),
    base,
    marks: files.documents.some(({root}) => holdsMarks(root)),
    gaps: gapsOf(files, snapshot)
  }
}

/** Parts that couldn't be read, with their lines. */
export function gapsOf(files: SpecFiles, {gaps}: Snapshot): Gap[] {
  const places = files.locateAll(gaps.map(({place}) => place))
  return gaps.map((gap, at): Gap => ({...gap, place: places[at] ?? gap.place}))
}

function describeOperation(operation: Operation): ToldOperation {
  const {life, tags} = operation.details()
  const {target, place} = operation
  return {subject: {target}, place, told: toldBy(life), ...(tags.length > 0 ? {tags} : {})}
}

export const toldBy = ({deprecated, since, sunset, stability, replacement}: Life): ToldOperation['told'] => ({
  ...(deprecated?.value ? {deprecated: true} : {}),
  ...(since ? {since: since.value} : {}),
  ...(sunset ? {sunset: sunset.value} : {}),
  ...(stability ? {stability: stability.value} : {}),
  ...(replacement ? {replacement: replacement.value} : {})
})

export function withPlaces(operations: readonly ToldOperation[], {locateAll}: SpecFiles): ToldOperation[] {
  const places = locateAll(operations.map(({place}) => place))
  return operations.map((each, at) => ({...each, place: places[at] ?? each.place}))
}

/** Adds line numbers while the texts are in memory, so that cached results need no text. */
export function withLines(changes: readonly Change[], from: SpecFiles, to: SpecFiles): Change[] {
  const find = (sides: readonly (keyof Whereabouts)[], {locateAll}: SpecFiles): Map<Place, Place> => {
    const places = changes.flatMap(({where}) => sides.flatMap(side => where[side] ?? []))
    const found = locateAll(places)
    return new Map(places.map((place, at) => [place, found[at] ?? place]))
  }
  const [olds, news] = [find(['old'], from), find(['new', 'missingFrom'], to)]
  return changes.map(change => {
    const {old, new: fresh, missingFrom: holder} = change.where
    return {
      ...change,
      where: {
        ...(old ? {old: olds.get(old) ?? old} : {}),
        ...(fresh ? {new: news.get(fresh) ?? fresh} : {}),
        ...(holder ? {missingFrom: news.get(holder) ?? holder} : {})
      }
    }
  })
}

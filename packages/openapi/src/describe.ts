import type {SpecFiles} from '@tenure/core/documents/document-files'
import type {Change, ChangeLocations} from '@tenure/core/model/api/change'
import {type ReadProblem, settleMistyped} from '@tenure/core/model/api/read-problem'
import type {DescribedOperation, ReleaseDiff} from '@tenure/core/model/api/release-diff'
import {defined} from '@tenure/core/model/defined'
import {groupBy} from '@tenure/core/model/group-by'
import type {SourceLocation} from '@tenure/core/model/location'
import {isEndpoint, type Subject, subjectKey, WHOLE_API} from '@tenure/core/model/subject/subject'
import {compareSnapshots} from './diff/diff.ts'
import {createRemovalLocator} from './diff/removal-location.ts'
import {containsMarks} from './read/lifecycle-extensions.ts'
import {findRenamedFields} from './renamed-fields.ts'
import type {LifecycleMarks, Operation, Snapshot} from './snapshot.ts'
import {validate} from './validator.ts'

/** Description that's loaded into memory. */
export interface LoadedDescription {
  readonly files: SpecFiles
  readonly snapshot: Snapshot
}

/** Describes the first release, in which all operations are new. */
export function describeFirst({files, snapshot}: LoadedDescription): ReleaseDiff {
  const arrivals = snapshot.operations.map(describeOperation)
  const marked = locateOperations(describeWholeApi(snapshot), files)
  return {...describeDocument(files, snapshot), changes: [], arrivals: locateOperations(arrivals, files), marked}
}

/** Describes a release for comparisons with another one: without line numbers, and without reading the details. */
export function describeBriefly({files, snapshot}: LoadedDescription): ReleaseDiff {
  const arrivals = snapshot.operations.map(describeOperation)
  const marked = describeWholeApi(snapshot)
  return {
    ...describeAddress(snapshot),
    marks: [...arrivals, ...marked].some(({described}) => described.deprecated || described.sunset !== undefined),
    gaps: locateGaps(files, settleMistyped(snapshot.gaps, snapshot.gaps)),
    changes: [],
    arrivals,
    marked
  }
}

export function describeDiff(from: LoadedDescription, to: LoadedDescription, only?: ReadonlySet<string>): ReleaseDiff {
  const {changes: all, gaps} = compareSnapshots(from.snapshot, to.snapshot, validate, only)
  const missing = createRemovalLocator({older: from.snapshot, newer: to.snapshot})
  const changes = all.filter(({kind}) => kind !== 'documentation-changed').map(missing)
  const operations = new Map(to.snapshot.operations.map(each => [each.target.text, each]))
  const isWhole = ({subject: {target}, kind}: Change): boolean =>
    kind === 'deprecated' && subjectKey({target}) === subjectKey(WHOLE_API)
  const describeKinds = (kinds: readonly Change['kind'][]): DescribedOperation[] =>
    changes.flatMap(({kind, subject}) => {
      const operation = kinds.includes(kind) && !subject.part ? operations.get(subject.target.text) : undefined
      return operation ? [describeOperation(operation)] : []
    })
  const [was, is] = [from, to].map(({snapshot: {root}}) => componentsOf(root)) as [Components, Components]
  const [removed, added] = [
    [...was.keys()].filter(each => !is.has(each)),
    [...is.keys()].filter(each => !was.has(each))
  ]
  const rewritten = findRewritten(from.snapshot, to.snapshot)
  const hasMarks = from.files.documents.some(({root, parts}) => containsMarks(root, parts))
  const renamed = hasMarks
    ? findRenamedFields(from.snapshot, to.snapshot, {
        changes,
        removed: removed.map(name => was.get(name)),
        hasAdded: added.length > 0
      })
    : []
  return {
    ...describeDocument(to.files, to.snapshot, from.snapshot.gaps, gaps),
    ...(changes.length < all.length ? {isReworded: true} : {}),
    ...(rewritten.length > 0 ? {respelt: rewritten} : {}),
    ...(renamed.length > 0 ? {renamed} : {}),
    ...(removed.length > 0 ? {gone: removed} : {}),
    ...(added.length > 0 ? {come: added} : {}),
    changes: locateChanges(changes, from.files, to.files),
    arrivals: locateOperations(describeKinds(['operation-added', 'webhook-added']), to.files),
    marked: locateOperations(
      [...(changes.some(isWhole) ? describeWholeApi(to.snapshot) : []), ...describeKinds(['deprecated'])],
      to.files
    )
  }
}

/** Endpoints that stayed the same but are written differently, such as with another name for a path parameter. */
function findRewritten(from: Snapshot, to: Snapshot): Subject[] {
  const known = groupBy(from.operations, ({target}) => subjectKey({target}))
  const still = new Set(to.operations.map(({target}) => target.text))
  return to.operations.flatMap(({target}) => {
    const written = known.get(subjectKey({target}))?.map(each => each.target.text) ?? []
    const isOther = written.length > 0 && !written.includes(target.text)
    return isEndpoint(target) && isOther && !written.some(each => still.has(each)) ? [{target}] : []
  })
}

type Components = ReadonlyMap<string, unknown>

/** All shared components of a description by name, whatever their kind. */
function componentsOf(root: unknown): Components {
  const inside = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
  const entriesIn = (value: unknown): [string, unknown][] =>
    typeof value === 'object' && value !== null ? Object.entries(value) : []
  const components = inside(root, 'components')
  const sections = [
    ...entriesIn(components).map(([, section]) => section),
    ...['definitions', 'parameters', 'responses'].map(name => inside(root, name))
  ]
  return new Map(sections.flatMap(entriesIn))
}

const describeAddress = ({title, version, basePath: base, otherBasePaths, placeAt}: Snapshot) => ({
  ...defined({title, version: version === undefined ? undefined : {text: version, place: placeAt('/info/version')}}),
  base,
  ...(otherBasePaths.length > 0 ? {otherBases: otherBasePaths} : {})
})

function describeDocument(
  files: SpecFiles,
  snapshot: Snapshot,
  older: readonly ReadProblem[] = snapshot.gaps,
  uncompared: readonly ReadProblem[] = []
): Pick<ReleaseDiff, 'title' | 'version' | 'base' | 'otherBases' | 'marks' | 'gaps'> {
  return {
    ...describeAddress(snapshot),
    marks: files.documents.some(({root, parts}) => containsMarks(root, parts)),
    gaps: locateGaps(files, [
      ...settleMistyped(snapshot.gaps, older),
      ...correctedSince(older, snapshot),
      ...uncompared
    ])
  }
}

/** Warnings about values that were of the wrong type in the older description and no longer are. */
const correctedSince = (older: readonly ReadProblem[], {gaps, source}: Snapshot): ReadProblem[] =>
  settleMistyped(older, gaps)
    .filter(({mistyped, isRead}) => mistyped !== undefined && !isRead)
    .map(({message, place, ...gap}) => ({
      ...gap,
      message: `The older description can't tell what changed here: ${message}`,
      place: {source, pointer: place.pointer ?? ''},
      isRead: true
    }))

/** All parts that can't be read. The details of all operations are read, which a comparison reads only of what differs. */
export function listGaps({files, snapshot}: LoadedDescription): ReadProblem[] {
  const read = ({details}: Operation): void => {
    const {callbacks, parameters, body, responses, security, servers} = details()
    void [parameters, body, responses, security, servers]
    callbacks.forEach(read)
  }
  snapshot.operations.forEach(read)
  return locateGaps(files, snapshot.gaps)
}

/** Parts that couldn't be read or compared, with their lines. */
export function locateGaps(files: SpecFiles, gaps: readonly ReadProblem[]): ReadProblem[] {
  const places = files.locateAll(gaps.map(({place}) => place))
  return gaps.map((gap, at): ReadProblem => ({...gap, place: places[at] ?? gap.place}))
}

/** The whole API, if the document marks it as deprecated or states its sunset; otherwise empty. */
export function describeWholeApi({marks: {deprecated, since, sunset, replacement}, placeAt}: Snapshot) {
  const described = statedMarks(defined({deprecated, since, sunset, replacement}))
  const isMarked = described.deprecated || described.sunset !== undefined
  const place = deprecated?.place ?? sunset?.place ?? placeAt('')
  return isMarked ? [{subject: WHOLE_API, place, described} satisfies DescribedOperation] : []
}

export function describeOperation(operation: Operation): DescribedOperation {
  const {marks: life, tags, owners} = operation.details()
  const {target, place} = operation
  return {
    subject: {target},
    place,
    described: statedMarks(life),
    ...(tags.length > 0 ? {tags} : {}),
    ...(owners.length > 0 ? {owners} : {})
  }
}

const statedMarks = ({
  deprecated,
  since,
  sunset,
  stability,
  replacement
}: LifecycleMarks): DescribedOperation['described'] => ({
  ...(deprecated?.value ? {deprecated: true} : {}),
  ...defined({since: since?.value, sunset: sunset?.value, stability: stability?.value, replacement: replacement?.value})
})

export function locateOperations(
  operations: readonly DescribedOperation[],
  {locateAll}: SpecFiles
): DescribedOperation[] {
  const places = locateAll(operations.map(({place}) => place))
  return operations.map((each, at) => ({...each, place: places[at] ?? each.place}))
}

/** Adds line numbers while the texts are in memory, so that cached results need no text. */
export function locateChanges(changes: readonly Change[], from: SpecFiles, to: SpecFiles): Change[] {
  const find = (
    sides: readonly (keyof ChangeLocations)[],
    {locateAll}: SpecFiles
  ): Map<SourceLocation, SourceLocation> => {
    const places = changes.flatMap(({where}) => sides.flatMap(side => where[side] ?? []))
    const found = locateAll(places)
    return new Map(places.map((place, at) => [place, found[at] ?? place]))
  }
  const [olds, news] = [find(['old'], from), find(['new', 'missingFrom'], to)]
  return changes.map(change => {
    const {old, new: fresh, missingFrom} = change.where
    return {
      ...change,
      where: {
        ...(old ? {old: olds.get(old) ?? old} : {}),
        ...(fresh ? {new: news.get(fresh) ?? fresh} : {}),
        ...(missingFrom ? {missingFrom: news.get(missingFrom) ?? missingFrom} : {})
      }
    }
  })
}

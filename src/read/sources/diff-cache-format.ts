import type {AffectedOperation, Change, ChangeLocations} from '../../model/api/change.ts'
import type {DescribedOperation, ReleaseDiff} from '../../model/api/release-diff.ts'
import type {ReadProblem} from '../../model/api/snapshot.ts'
import type {SourceLocation} from '../../model/location.ts'
import {memoizeTexts} from '../../model/memoize.ts'
import type {Subject, SubjectPart, Target} from '../../model/subject/subject.ts'

// The serialized form of a release diff in the cache. Repeated values are stored once, in tables. Source files are
// stored relative to the root, so that the entry stays valid wherever the root is.

type WrittenSubject = number | readonly [number, SubjectPart]
type WrittenPlace =
  | readonly [path: string, pointer: string | null]
  | readonly [path: string, pointer: string | null, line: number, column: number]
type WrittenChange = Omit<Change, 'subject' | 'where' | 'reaches'> & {
  readonly subject: WrittenSubject
  readonly where: {readonly [Which in keyof ChangeLocations]: WrittenPlace}
  readonly reaches: number
}
type WrittenOperation = Omit<DescribedOperation, 'subject' | 'place'> & {
  readonly subject: WrittenSubject
  readonly place: WrittenPlace
}
interface WrittenObserved {
  readonly title?: string
  readonly base: string
  readonly marks: boolean
  readonly targets: readonly Target[]
  /** How operations reach changes: the side, the part, and the path down to it. */
  readonly ways: readonly Omit<AffectedOperation, 'operation'>[]
  /** Each entry is a comma-separated list of pairs: an index of a target and an index of a way. */
  readonly roads: readonly string[]
  readonly changes: readonly WrittenChange[]
  readonly arrivals: readonly WrittenOperation[]
  readonly marked: readonly WrittenOperation[]
  readonly gaps: readonly (Omit<ReadProblem, 'place'> & {readonly place: WrittenPlace})[]
}

/** A list of distinct items, numbered by their serialized text. */
class Table<Item> {
  readonly items: Item[] = []
  readonly #numbers = new Map<Item | string, number>()

  of(item: Item): number {
    // Most items are the same object again.
    const known = this.#numbers.get(item) ?? this.#find(JSON.stringify(item), item)
    this.#numbers.set(item, known)
    return known
  }

  #find(text: string, item: Item): number {
    const known = this.#numbers.get(text) ?? this.items.push(item) - 1
    this.#numbers.set(text, known)
    return known
  }
}

/** Serializes a release diff. `pathOf` returns the path of a source relative to the root. */
export function serializeReleaseDiff(observed: ReleaseDiff, pathOf: (source: string) => string): string {
  const targets = new Table<Target>()
  const ways = new Table<Omit<AffectedOperation, 'operation'>>()
  const roads = new Table<string>()
  const subjectOf = ({target, part}: Subject): WrittenSubject =>
    part ? [targets.of(target), part] : targets.of(target)
  const placeOf = ({source, pointer, line, column = 1}: SourceLocation): WrittenPlace =>
    line === undefined ? [pathOf(source), pointer ?? null] : [pathOf(source), pointer ?? null, line, column]
  const convertOperation = ({subject, place, ...rest}: DescribedOperation): WrittenOperation => ({
    ...rest,
    subject: subjectOf(subject),
    place: placeOf(place)
  })
  // One `Reach` object is shared by hundreds of changes, so its text is computed once.
  const pairs = new Map<AffectedOperation, string>()
  const pairOf = (reach: AffectedOperation): string => {
    const known = pairs.get(reach)
    if (known !== undefined) return known
    const {
      operation: {target},
      ...way
    } = reach
    const pair = `${targets.of(target)},${ways.of(way)}`
    pairs.set(reach, pair)
    return pair
  }
  const indexOfReaches = (reaches: readonly AffectedOperation[]): number => {
    const pairList = reaches.map(pairOf).join(',')
    return roads.of(pairList)
  }
  const {changes, arrivals, marked, gaps, ...rest} = observed
  const written: Omit<WrittenObserved, 'targets' | 'ways' | 'roads'> = {
    ...rest,
    changes: changes.map(({subject, where, reaches, ...change}) => ({
      ...change,
      subject: subjectOf(subject),
      where: {
        ...(where.old ? {old: placeOf(where.old)} : {}),
        ...(where.new ? {new: placeOf(where.new)} : {}),
        ...(where.missingFrom ? {missingFrom: placeOf(where.missingFrom)} : {})
      },
      reaches: indexOfReaches(reaches)
    })),
    arrivals: arrivals.map(convertOperation),
    marked: marked.map(convertOperation),
    gaps: gaps.map(({place, ...gap}) => ({...gap, place: placeOf(place)}))
  }
  const tables = {targets: targets.items, ways: ways.items, roads: roads.items}
  return JSON.stringify({...tables, ...written} satisfies WrittenObserved)
}

/** A change whose reaches are parsed on first access, because most are never read. */
class ReadChange {
  readonly #read: () => readonly AffectedOperation[]
  #reaches: readonly AffectedOperation[] | undefined

  constructor(change: Omit<Change, 'reaches'>, read: () => readonly AffectedOperation[]) {
    this.#read = read
    Object.assign(this, change)
  }

  get reaches(): readonly AffectedOperation[] {
    this.#reaches ??= this.#read()
    return this.#reaches
  }
}

/** Parses a release diff. `sourceOf` returns the source name of a path, for the older and the newer snapshot. */
export function parseReleaseDiff(
  text: string,
  sourceOf: {readonly old: (path: string) => string; readonly new: (path: string) => string}
): ReleaseDiff {
  const {targets, ways, roads, changes, arrivals, marked, gaps, ...rest} = JSON.parse(text) as WrittenObserved
  const bare = targets.map((target): Subject => ({target}))
  const targetOf = (at: number): Target => targets[at] ?? {kind: 'operation', name: ''}
  const subjectOf = (subject: WrittenSubject): Subject =>
    typeof subject === 'number'
      ? (bare[subject] ?? {target: targetOf(subject)})
      : {target: targetOf(subject[0]), part: subject[1]}
  const sources = {old: memoizeTexts(sourceOf.old), new: memoizeTexts(sourceOf.new)}
  const placeOf = ([path, pointer, line, column]: WrittenPlace, side: 'old' | 'new'): SourceLocation => ({
    source: sources[side](path),
    ...(pointer === null ? {} : {pointer}),
    ...(line === undefined ? {} : {line}),
    ...(column === undefined ? {} : {column})
  })
  const convertOperation = ({subject, place, ...described}: WrittenOperation): DescribedOperation => ({
    ...described,
    subject: subjectOf(subject),
    place: placeOf(place, 'new')
  })
  const known = new Map<number, AffectedOperation>()
  const reachOf = (at: number, way: number): AffectedOperation => {
    const key = at * ways.length + way
    const reach = known.get(key) ?? ({operation: subjectOf(at), ...ways[way]} as AffectedOperation)
    known.set(key, reach)
    return reach
  }
  const lists = new Map<number, readonly AffectedOperation[]>()
  const reachesOf = (road: number): readonly AffectedOperation[] => {
    const ready = lists.get(road) ?? readPairs(roads[road] ?? '', reachOf)
    lists.set(road, ready)
    return ready
  }
  return {
    ...rest,
    changes: changes.map(({subject, where, reaches, ...change}) => {
      const full = {
        ...change,
        subject: subjectOf(subject),
        where: {
          ...(where.old ? {old: placeOf(where.old, 'old')} : {}),
          ...(where.new ? {new: placeOf(where.new, 'new')} : {}),
          ...(where.missingFrom ? {missingFrom: placeOf(where.missingFrom, 'new')} : {})
        }
      }
      return new ReadChange(full, () => reachesOf(reaches)) as unknown as Change
    }),
    arrivals: arrivals.map(convertOperation),
    marked: marked.map(convertOperation),
    gaps: gaps.map(({place, ...gap}) => ({...gap, place: placeOf(place, 'new')}))
  }
}

function readPairs<Item>(pairList: string, itemOf: (first: number, second: number) => Item): Item[] {
  const numbers = pairList === '' ? [] : pairList.split(',').map(Number)
  const items: Item[] = []
  for (let at = 0; at < numbers.length; at += 2) items.push(itemOf(numbers[at] as number, numbers[at + 1] as number))
  return items
}

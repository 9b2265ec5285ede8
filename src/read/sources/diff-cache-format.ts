import type {Change, Reach, Whereabouts} from '../../model/api/change.ts'
import type {Observed, ToldOperation} from '../../model/api/release-diff.ts'
import type {Gap} from '../../model/api/snapshot.ts'
import type {Place} from '../../model/location.ts'
import type {Part, Subject, Target} from '../../model/subject/subject.ts'

// What snapshots show, as the cache keeps it: everything that is said often stands in a table once, and files are
// named by their paths from the root, so that it holds wherever the root is.

type WrittenSubject = number | readonly [number, Part]
type WrittenPlace =
  | readonly [path: string, pointer: string | null]
  | readonly [path: string, pointer: string | null, line: number, column: number]
type WrittenChange = Omit<Change, 'subject' | 'where' | 'reaches'> & {
  readonly subject: WrittenSubject
  readonly where: {readonly [Which in keyof Whereabouts]: WrittenPlace}
  readonly reaches: number
}
type WrittenTold = Omit<ToldOperation, 'subject' | 'place'> & {
  readonly subject: WrittenSubject
  readonly place: WrittenPlace
}
interface WrittenObserved {
  readonly title?: string
  readonly base: string
  readonly marks: boolean
  readonly targets: readonly Target[]
  /** How operations meet changes: the side, the part and the way down. */
  readonly ways: readonly Omit<Reach, 'operation'>[]
  /** Each a list of pairs, a subject and a way, by their numbers. */
  readonly roads: readonly string[]
  readonly changes: readonly WrittenChange[]
  readonly arrivals: readonly WrittenTold[]
  readonly marked: readonly WrittenTold[]
  readonly gaps: readonly (Omit<Gap, 'place'> & {readonly place: WrittenPlace})[]
}

/** Numbers what is equal by its text. */
class Table<Item> {
  readonly items: Item[] = []
  readonly #numbers = new Map<string, number>()

  of(item: Item, key = JSON.stringify(item)): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.items.length)
    return this.items.push(item) - 1
  }
}

/** `pathOf` gives the path of a source from the root. */
export function writeObserved(observed: Observed, pathOf: (source: string) => string): string {
  const targets = new Table<Target>()
  const ways = new Table<Omit<Reach, 'operation'>>()
  const roads = new Table<string>()
  const subjectOf = ({target, part}: Subject): WrittenSubject =>
    part ? [targets.of(target), part] : targets.of(target)
  const placeOf = ({source, pointer, line, column = 1}: Place): WrittenPlace =>
    line === undefined ? [pathOf(source), pointer ?? null] : [pathOf(source), pointer ?? null, line, column]
  const tellOf = ({subject, place, ...rest}: ToldOperation): WrittenTold => ({
    ...rest,
    subject: subjectOf(subject),
    place: placeOf(place)
  })
  // Who meets one change meets a hundred others in the same way: as one object.
  const pairs = new Map<Reach, string>()
  const pairOf = (reach: Reach): string => {
    const known = pairs.get(reach)
    if (known !== undefined) return known
    const {
      operation: {target},
      ...way
    } = reach
    const pair = `${targets.of(target)} ${ways.of(way)}`
    pairs.set(reach, pair)
    return pair
  }
  const roadOf = (reaches: readonly Reach[]): number => {
    const road = reaches.map(pairOf).join(' ')
    return roads.of(road, road)
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
      reaches: roadOf(reaches)
    })),
    arrivals: arrivals.map(tellOf),
    marked: marked.map(tellOf),
    gaps: gaps.map(({place, ...gap}) => ({...gap, place: placeOf(place)}))
  }
  const tables = {targets: targets.items, ways: ways.items, roads: roads.items}
  return JSON.stringify({...tables, ...written} satisfies WrittenObserved)
}

/** A change whose reaches are read when somebody asks: of most nobody does. */
class ReadChange {
  readonly #read: () => readonly Reach[]
  #reaches: readonly Reach[] | undefined

  constructor(change: Omit<Change, 'reaches'>, read: () => readonly Reach[]) {
    this.#read = read
    Object.assign(this, change)
  }

  get reaches(): readonly Reach[] {
    this.#reaches ??= this.#read()
    return this.#reaches
  }
}

/** The reverse. `sourceOf` says what a path is called; of the older and the newer snapshot apart. */
export function readObserved(
  text: string,
  sourceOf: {readonly old: (path: string) => string; readonly new: (path: string) => string}
): Observed {
  const {targets, ways, roads, changes, arrivals, marked, gaps, ...rest} = JSON.parse(text) as WrittenObserved
  const bare = targets.map((target): Subject => ({target}))
  const targetOf = (at: number): Target => targets[at] ?? {kind: 'operation', name: ''}
  const subjectOf = (subject: WrittenSubject): Subject =>
    typeof subject === 'number'
      ? (bare[subject] ?? {target: targetOf(subject)})
      : {target: targetOf(subject[0]), part: subject[1]}
  const placeOf = ([path, pointer, line, column]: WrittenPlace, side: 'old' | 'new'): Place => ({
    source: sourceOf[side](path),
    ...(pointer === null ? {} : {pointer}),
    ...(line === undefined ? {} : {line}),
    ...(column === undefined ? {} : {column})
  })
  const tellOf = ({subject, place, ...told}: WrittenTold): ToldOperation => ({
    ...told,
    subject: subjectOf(subject),
    place: placeOf(place, 'new')
  })
  const known = new Map<number, readonly Reach[]>()
  const reachesOf = (road: number): readonly Reach[] => {
    const ready =
      known.get(road) ??
      [...pairsIn(roads[road] ?? '')].map(([at, way]) => ({operation: subjectOf(at), ...ways[way]}) as Reach)
    known.set(road, ready)
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
    arrivals: arrivals.map(tellOf),
    marked: marked.map(tellOf),
    gaps: gaps.map(({place, ...gap}) => ({...gap, place: placeOf(place, 'new')}))
  }
}

function* pairsIn(road: string): Generator<readonly [number, number]> {
  const numbers = road === '' ? [] : road.split(' ').map(Number)
  for (let at = 0; at + 1 < numbers.length; at += 2) yield [numbers[at] as number, numbers[at + 1] as number]
}

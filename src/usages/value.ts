import type {Place} from '../model/place.ts'
import type {CallForm} from '../model/use.ts'
import type {Lazy} from './lazy.ts'

/** What a function is handed, or what a method is called on, seen from inside: its callers tell. */
export interface Param {
  /** The function, or the class whose `this` it is. */
  readonly of: number
  readonly index: number
  /** All that is handed in from there on. */
  readonly rest?: true
  /** The way down into it. */
  readonly path: readonly string[]
}

/** A value that nobody can tell without running the code. */
export interface Unknown {
  readonly kind: 'unknown'
  /** What people call it. */
  readonly name: string
  readonly param?: Param
}

export interface Text {
  readonly kind: 'text'
  readonly pieces: readonly (string | Unknown)[]
}

/** One of these. Choices with the same ground are made alike. */
export interface Choice {
  readonly kind: 'choice'
  readonly options: readonly Value[]
  /** The condition, as it is written. */
  readonly by?: string
}

export interface RecordValue {
  readonly kind: 'record'
  readonly entries: ReadonlyMap<string, Lazy<Value>>
  /** What else was spread into it, the last first. */
  readonly spread: readonly Value[]
}

export interface FunctionValue {
  readonly kind: 'function'
  readonly def: FunctionDef
  /** What is known of the functions around it, and of its `this`. */
  readonly given: Given
}

/** A function, told in terms of what it is handed. */
export interface FunctionDef {
  readonly id: number
  readonly name: string
  readonly returns: Lazy<Value>
  /** The calls that it makes with what it is handed. */
  readonly sites: Lazy<readonly Site[]>
}

/** A place of the code at which something is asked for. */
export interface Site {
  readonly form: CallForm
  readonly place: Place
  readonly address: Value
  /** Left out where nobody can tell it. */
  readonly method?: Value
  /** A string that is handed to something that we do not know. */
  readonly isHanded: boolean
  /** Somebody in the project calls what makes it. */
  readonly seen: {isReached: boolean}
}

export interface ClassDef {
  readonly id: number
  readonly name: string
  /** Stands for what its constructor is handed. */
  readonly constructorId: number
  readonly members: ReadonlyMap<string, Member>
  readonly statics: ReadonlyMap<string, Lazy<Value>>
  readonly base: Lazy<Value>
  readonly superArgs: Lazy<readonly Value[]>
}

export interface Member {
  readonly value: Lazy<Value>
  /** It follows from what the constructor is handed. */
  readonly isMade: boolean
}

/** The ways of the libraries that make requests. */
export type ClientForm = 'fetch' | 'axios' | 'ky' | 'got' | 'undici' | 'openapi-fetch' | 'supertest' | 'request' | 'xhr'

/** Something that makes requests, with what it was made with. */
export interface ClientValue {
  readonly kind: 'client'
  readonly form: ClientForm
  readonly base?: Value
  /** What of it is called: `get`, `stream.get`; left out where it is called itself. */
  readonly verb?: string
}

export type Given = ReadonlyMap<number, readonly Value[]>

export type Value =
  | Unknown
  | Text
  | Choice
  | RecordValue
  | FunctionValue
  | ClientValue
  | {readonly kind: 'list'; readonly items: readonly Value[]}
  | {readonly kind: 'class'; readonly def: ClassDef; readonly given: Given}
  | {
      readonly kind: 'instance'
      readonly def: ClassDef
      readonly args: readonly Value[]
      readonly given: Given
      readonly self?: Value
    }
  /** From a package, or a global where the name is empty. */
  | {readonly kind: 'package'; readonly name: string; readonly path: readonly string[]}
  /** A request that was counted where it was made. */
  | {readonly kind: 'request'}
  /** `undefined` and `null`. */
  | {readonly kind: 'absent'}
  /** What is worked out as soon as callers tell what it follows from. */
  | {readonly kind: 'deferred'; readonly args: readonly Value[]; readonly again: (args: readonly Value[]) => Value}

/** More than so many ways are not told apart. */
const MOST_OPTIONS = 16

export const ABSENT: Value = {kind: 'absent'}
export const unknown = (name: string, param?: Param): Unknown => ({
  kind: 'unknown',
  name,
  ...(param ? {param} : {})
})
export const text = (...pieces: readonly (string | Unknown)[]): Text => ({kind: 'text', pieces})

export function choice(options: readonly Value[], by?: string): Value {
  const [first] = options
  if (options.length === 1 && first) return first
  const made: Value = {kind: 'choice', options, ...(by === undefined ? {} : {by})}
  return countOf(made, WAYS) > MOST_OPTIONS ? unknown(by ?? '…') : made
}

/** Something that is counted of a value and what it is made of, each part once for each place that it has in it. */
interface Counted {
  readonly known: WeakMap<Value, number>
  readonly of: (value: Value, inner: (parts: Iterable<Value>) => number) => number
}

const WAYS: Counted = {
  known: new WeakMap(),
  of: (value, inner) => (value.kind === 'choice' ? inner(value.options) : 1)
}

const WEIGHT: Counted = {
  known: new WeakMap(),
  of(value, inner) {
    switch (value.kind) {
      case 'choice':
        return 1 + inner(value.options)
      case 'list':
        return 1 + inner(value.items)
      case 'record':
        return 1 + inner(value.spread)
      case 'deferred':
        return 1 + inner(value.args)
      case 'client':
        return 1 + inner(value.base ? [value.base] : [])
      case 'instance':
        return 1 + inner([...value.args, ...[...value.given.values()].flat(), ...(value.self ? [value.self] : [])])
      case 'function':
      case 'class':
        return 1 + inner([...value.given.values()].flat())
      default:
        return 1
    }
  }
}

/** No sum grows without end. */
const UNCOUNTED = 1_000_000

/** What is made of nothing else; of a record nothing is worked out yet. */
const isPlain = (value: Value): boolean =>
  value.kind === 'unknown' ||
  value.kind === 'text' ||
  value.kind === 'package' ||
  value.kind === 'absent' ||
  value.kind === 'request' ||
  (value.kind === 'record' && value.spread.length === 0) ||
  ((value.kind === 'function' || value.kind === 'class') && value.given.size === 0)

function countOf(value: Value, counted: Counted): number {
  if (isPlain(value)) return 1
  const known = counted.known.get(value)
  if (known !== undefined) return known
  // What leads back to itself is as heavy as can be.
  counted.known.set(value, UNCOUNTED)
  const count = counted.of(value, parts => {
    let sum = 0
    for (const part of parts) sum = Math.min(UNCOUNTED, sum + countOf(part, counted))
    return sum
  })
  counted.known.set(value, count)
  return count
}

/** An address is made of far less. */
const HEAVIEST = 400

/** The value, if it can be worked with; what is made of more than anybody could follow is not known. */
export const light = (value: Value): Value => (countOf(value, WEIGHT) > HEAVIEST ? unknown('…') : value)

/** More than so many ways together are not gone through. */
const MOST_TOGETHER = 64

/** Whether the choices among them can be gone through. What has one ground is chosen together. */
export function isManageable(values: readonly Value[]): boolean {
  const grounds = new Set<string>()
  let together = 1
  for (const value of values) {
    if (value.kind !== 'choice' || (value.by !== undefined && grounds.has(value.by))) continue
    if (value.by !== undefined) grounds.add(value.by)
    together *= countOf(value, WAYS)
  }
  return together <= MOST_TOGETHER
}

/** The value where a choice was made elsewhere on the same ground. */
const picked = (value: Value, by: string | undefined, at: number): Value =>
  value.kind === 'choice' && by !== undefined && value.by === by ? (value.options[at] ?? value) : value

/** Whether it may be told once callers are known. */
export const isSymbolic = (value: Value): boolean =>
  value.kind === 'deferred' || (value.kind === 'unknown' && value.param !== undefined)

/** Works it out now, or as soon as callers tell. Of a choice, for each option. */
export function following(args: readonly Value[], make: (args: readonly Value[]) => Value): Value {
  if (!isManageable(args)) return unknown('…')
  const chosen = args.find(each => each.kind === 'choice')
  if (chosen?.kind === 'choice') {
    return choice(
      chosen.options.map((option, at) =>
        following(
          args.map(each => (each === chosen ? option : picked(each, chosen.by, at))),
          make
        )
      ),
      chosen.by
    )
  }
  return args.some(isSymbolic) ? light({kind: 'deferred', args, again: make}) : make(args)
}

/** Texts one after the other. */
export function concat(parts: readonly Value[]): Value {
  if (!isManageable(parts)) return unknown('…')
  const chosen = parts.find(each => each.kind === 'choice')
  if (chosen?.kind === 'choice') {
    return choice(
      chosen.options.map((option, at) =>
        concat(parts.map(each => (each === chosen ? option : picked(each, chosen.by, at))))
      ),
      chosen.by
    )
  }
  if (parts.some(each => each.kind === 'deferred')) return light({kind: 'deferred', args: parts, again: concat})
  const pieces: (string | Unknown)[] = []
  const add = (piece: string | Unknown): void => {
    const last = pieces.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece
    else if (piece !== '') pieces.push(piece)
  }
  for (const part of parts) {
    if (part.kind === 'text') for (const piece of part.pieces) add(piece)
    else add(part.kind === 'unknown' ? part : unknown(nameOf(part)))
  }
  return {kind: 'text', pieces}
}

export function nameOf(value: Value): string {
  if (value.kind === 'unknown') return value.name
  if (value.kind === 'package') return value.path.join('.') || value.name
  if (value.kind === 'function') return value.def.name
  if (value.kind === 'deferred') return value.args.map(nameOf).find(name => name !== '…') ?? '…'
  return '…'
}

/** The text, where all of it is known. */
export const literalOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'text' && value.pieces.every(piece => typeof piece === 'string') ? value.pieces.join('') : undefined

/** Nullish: the first where it is there, else the second; where nobody knows, either. */
export const orElse = (first: Value, second: Value): Value =>
  following([first], ([value = ABSENT]) => {
    if (value.kind === 'absent') return second
    if (value.kind === 'unknown') return choice([second, value])
    return value
  })

/** Lists all that it may be, with the grounds on which it is. */
export function waysOf(value: Value): {value: Value; picks: ReadonlyMap<string, number>}[] {
  if (value.kind !== 'choice') return [{value, picks: new Map()}]
  return value.options
    .flatMap((option, at) =>
      waysOf(option).map(way => ({
        value: way.value,
        picks: value.by === undefined ? way.picks : new Map([...way.picks, [value.by, at]])
      }))
    )
    .slice(0, MOST_OPTIONS)
}

/** What it is on these grounds. */
export function pickedBy(value: Value, picks: ReadonlyMap<string, number>): Value {
  if (value.kind !== 'choice' || value.by === undefined) return value
  const at = picks.get(value.by)
  return at === undefined ? value : pickedBy(value.options[at] ?? value, picks)
}

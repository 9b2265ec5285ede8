import {child, type Node} from '../../schema/document/node.ts'
import {arrive, follow} from '../../schema/document/references.ts'
import {isRecord, keyIn, keyOf, own} from '../../schema/json.ts'
import {referencesOf} from '../../schema/to-draft-2020.ts'
import {typesNamed} from '../../schema/types.ts'
import {listBehind, listedBy} from './enum-as-one-of.ts'
import {isNull, refusesNull} from './nullable.ts'
import {withBeside} from './ref-siblings.ts'

/**
 * All that is said of one value at one place: the schema, what it refers to and what `allOf` adds, side by side. How it
 * is cut into components is of no matter then; where each part stands is kept.
 */
export interface Flat {
  /** The schema that was asked about. */
  readonly node: Node
  /** What it is made of. */
  readonly members: readonly Node[]
  /** `anyOf` and `oneOf`, but for those of one alternative, and `null` as the other. */
  readonly choices: readonly Choice[]
  /** A choice between something and `null` was taken for that something, or null. */
  readonly orNull: boolean
  /** The choice that was taken for its one form. */
  readonly folded?: Choice
  /** What stands beside a choice that was taken for its one form or null: it speaks of null, too. */
  readonly beside: ReadonlySet<Node>
}

/** One list of alternatives. */
export interface Choice {
  readonly node: Node
  readonly keyword: 'anyOf' | 'oneOf'
  readonly alternatives: readonly Node[]
}

/** A keyword as a member says it. */
export interface Said {
  readonly node: Node
  readonly value: unknown
}

const ANNOTATES = /^(default|deprecated|readOnly|writeOnly|x-)/
const MAX_HOPS = 100

/** The schema that says something: where words stand beside a reference that are no mere prose, it is that one. */
export function settled(start: Node): Node {
  let here = start
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const {raw, traits} = here
    const reference = isRecord(raw) ? own(raw, '$ref') : undefined
    if (!isRecord(raw) || typeof reference !== 'string') return here
    if (!traits.refStandsAlone && Object.keys(raw).some(key => ANNOTATES.test(key))) return here
    const beside = withBeside(here)
    if (beside) return beside
    const next = arriveOnce(here, reference)
    if (!next) return here
    here = next
  }
  return start
}

function arriveOnce(node: Node, reference: string): Node | undefined {
  // Where more is said than the reference, `arrive` stays.
  if (arrive(node) === node) return undefined
  const target = follow(node, reference)
  return typeof target === 'string' ? undefined : target
}

const known = new WeakMap<Node, Flat>()
const unfolded = new WeakMap<Node, Flat>()
const NOBODY: ReadonlySet<Node> = new Set()

export const flatten = (start: Node): Flat => flattened(start, known, true)

/** Whether it lists values in a choice. */
const isListed = ({members}: Flat): boolean => members.some(listBehind)

/** Both sides; a choice of one form, or of values, stays a choice where it is set beside one that has to be. */
export function flattenBoth(older: Node, newer: Node): {readonly older: Flat; readonly newer: Flat} {
  const [was, is] = [flatten(older), flatten(newer)]
  const beside = (mine: Flat, other: Flat): Flat =>
    (mine.folded && !other.folded && other.choices.some(each => isLike(each, mine.folded as Choice))) ||
    (isListed(mine) && !isListed(other) && other.choices.length > 0)
      ? flattened(mine.node, unfolded, false)
      : mine
  return {older: beside(was, is), newer: beside(is, was)}
}

/** Whether a choice is like the one that was folded: between a form and null, or of forms that a field tells apart. */
const isLike = (choice: Choice, folded: Choice): boolean =>
  folded.alternatives.length === 1
    ? [choice, folded].every(({node: {raw}}) => isRecord(raw) && Object.hasOwn(raw, 'discriminator'))
    : folded.alternatives.some(isNull) &&
      choice.alternatives.length === folded.alternatives.length &&
      choice.alternatives.filter(({raw}) => !isNullTyped(raw)).length === 1

const isNullTyped = (raw: unknown): boolean => isRecord(raw) && own(raw, 'type') === 'null'

function flattened(start: Node, known: WeakMap<Node, Flat>, folds: boolean): Flat {
  const node = settled(start)
  const before = known.get(node)
  if (before) return before
  const members: Node[] = []
  const choices: Choice[] = []
  const seen = new Set<Node>()
  let orNull = false
  let folded: Choice | undefined
  let beside: ReadonlySet<Node> = NOBODY
  const open = [node]
  for (let next = open.shift(); next; next = open.shift()) {
    const here = settled(next)
    if (seen.has(here)) continue
    seen.add(here)
    members.push(here)
    const {raw} = here
    if (!isRecord(raw)) continue
    const all = listed(raw, 'allOf').map((_, at) => child(here, 'allOf', at))
    const references = referencesOf(here).filter(target => typeof target === 'object')
    open.push(...references, ...all)
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const alternatives = eachItself(listed(raw, keyword).map((_, at) => settled(child(here, keyword, at))))
      if (alternatives.length === 0) continue
      const rest = alternatives.filter(alternative => !isNull(alternative))
      const [only] = rest
      const isWhole = open.length === 0 && members.every(member => member === here || passesOn(member))
      // Of `oneOf` null must fit just one.
      const isApart = keyword === 'anyOf' || (only && alternatives.length === 2 && refusesNull(only))
      const isAlone = rest.length === 1 && only && ((isWhole && isApart) || alternatives.length === 1)
      const choice: Choice = {node: here, keyword, alternatives}
      const isInline = alternatives.every((each, at) => each === child(here, keyword, at))
      const list = folds && isInline ? listedBy(here, keyword, alternatives) : undefined
      if (list) members.push(list)
      else if (folds && isAlone && (alternatives.length === 1 || saysLittle(raw))) {
        if (alternatives.length > 1) {
          orNull = true
          beside = new Set(members)
        }
        folded ??= choice
        open.push(only)
      } else choices.push(choice)
    }
  }
  const flat = {node, members, choices, orNull, beside, ...(folded ? {folded} : {})}
  known.set(node, flat)
  return flat
}

/** A form that is listed twice is two forms, though both are one schema. */
function eachItself(forms: readonly Node[]): readonly Node[] {
  const seen = new Set<Node>()
  return forms.map(form => {
    if (seen.has(form)) return {...form}
    seen.add(form)
    return form
  })
}

const DECIDES = /^(type|enum|const|properties|required|items|additionalProperties|format|pattern|allOf|\$ref)$/

/** Nothing beside the choice that decides: what refuses null beside it would be lost. */
const saysLittle = (raw: object): boolean => !Object.keys(raw).some(keyword => DECIDES.test(keyword))

/** A schema that is what one other schema says, and nothing else that decides. */
function passesOn({raw}: Node): boolean {
  if (!isRecord(raw) || Object.hasOwn(raw, 'anyOf') || Object.hasOwn(raw, 'oneOf')) return false
  const {allOf, $ref, ...rest} = raw as {readonly allOf?: unknown; readonly $ref?: unknown}
  return saysLittle(rest) && listed(raw, 'allOf').length + (typeof $ref === 'string' ? 1 : 0) === 1
}

const DESCRIBES =
  /^(title|description|summary|examples?|externalDocs|\$comment|default|deprecated|readOnly|writeOnly|x-(?!nullable))/

/** Nothing is said of which values there may be: any may. */
export const saysNothing = ({members, choices}: Flat): boolean =>
  choices.length === 0 &&
  members.every(
    ({raw}) => raw === true || (isRecord(raw) && Object.keys(raw).every(keyword => DESCRIBES.test(keyword)))
  )

/** Part of what is said could not be read. */
export const isLost = ({members}: Flat): boolean =>
  members.some(node => referencesOf(node).some(target => typeof target === 'string'))

export const listed = (raw: object, keyword: string): readonly unknown[] => {
  const value = own(raw, keyword)
  return Array.isArray(value) ? value : []
}

/** What holds of a value by the place where it stands: nobody wrote it, so it is not said. */
export const NOT_EMPTY: Readonly<Record<string, unknown>> = {minLength: 1}

/** What the members say by a keyword. */
export function said({members}: Flat, keyword: string): readonly Said[] {
  let found: Said[] | undefined
  for (let at = 0; at < members.length; at++) {
    const node = members[at] as Node
    if (!isRecord(node.raw) || !Object.hasOwn(node.raw, keyword) || node.raw === NOT_EMPTY) continue
    found ??= []
    found.push({node, value: node.raw[keyword]})
  }
  return found ?? NOTHING
}

/** Most keywords are said by nobody. */
const NOTHING: readonly Said[] = []

/** What is asked of the same thing many times, as of a schema for each of its properties, is answered once. */
export function once<Asked extends object, Answer>(answerOf: (asked: Asked) => Answer): (asked: Asked) => Answer {
  const answers = new WeakMap<Asked, {readonly answer: Answer}>()
  return asked => {
    const before = answers.get(asked)
    if (before) return before.answer
    const answer = answerOf(asked)
    answers.set(asked, {answer})
    return answer
  }
}

/** What the members say of each property. */
export const propertiesOf: (flat: Flat) => ReadonlyMap<string, readonly Node[]> = once(flat => propertiesBut(flat))

/** The same but for those that are left out. */
export function propertiesBut({members}: Flat, without?: ReadonlySet<string>): ReadonlyMap<string, readonly Node[]> {
  const all = new Map<string, Node[]>()
  for (const node of members) {
    const properties = isRecord(node.raw) ? own(node.raw, 'properties') : undefined
    if (!isRecord(properties)) continue
    for (const name of Object.keys(properties)) {
      if (without?.has(name)) continue
      const list = all.get(name)
      const inner = child(node, 'properties', name)
      if (list) list.push(inner)
      else all.set(name, [inner])
    }
  }
  return all
}

/** The properties that must be there, each with the member that says so. */
export const requiredOf: (flat: Flat) => ReadonlyMap<string, Node> = once(flat => {
  const all = new Map<string, Node>()
  for (const {node, value} of said(flat, 'required')) {
    if (!Array.isArray(value)) continue
    for (const name of value) if (typeof name === 'string' && !all.has(name)) all.set(name, node)
  }
  return all
})

/** The kinds of values that schemas tell apart, integers and other numbers among them. */
export const ATOMS = ['null', 'boolean', 'integer', 'fraction', 'string', 'array', 'object'] as const
export type Atom = (typeof ATOMS)[number]
const ALL: ReadonlySet<Atom> = new Set(ATOMS)

/** The types that are left by all members, as far as they are known. */
export const typesOf: (flat: Flat) => ReadonlySet<Atom> = once(flat => {
  const left = new Set<Atom>(ATOMS)
  for (const node of flat.members) {
    if (node.raw === false) left.clear()
    if (!isRecord(node.raw)) continue
    const {raw, traits} = node
    const named = typesNamed(node)
    if (!named) continue
    const names = named.known.flatMap(name => (name === 'number' ? ['integer', 'fraction'] : [name]))
    if (flat.orNull || (traits.nullable && own(raw, traits.nullable) === true)) names.push('null')
    for (const atom of left) if (!names.includes(atom)) left.delete(atom)
  }
  return left
})

const NO_NAMES: ReadonlySet<string> = new Set()

/** Types that nobody knows, of all members: a value of any kind may be meant. */
export const unknownTypesOf: (flat: Flat) => ReadonlySet<string> = once(({members}) => {
  const names = members.flatMap(node => typesNamed(node)?.unknown ?? [])
  return names.length > 0 ? new Set(names) : NO_NAMES
})

/** The types that a value may have: where one is named that nobody knows, any. */
export const possibleTypesOf = (flat: Flat): ReadonlySet<Atom> => (unknownTypesOf(flat).size > 0 ? ALL : typesOf(flat))

/**
 * The values of `enum` and `const` that are left by all members, by a key for equal values; nothing where all are. Null
 * as the other of two alternatives is one of them.
 */
export const valuesOf: (flat: Flat) => ReadonlyMap<string, unknown> | undefined = once(flat => {
  let left: Map<string, unknown> | undefined
  for (const node of flat.members) {
    if (!isRecord(node.raw)) continue
    for (const keyword of ['enum', 'const']) {
      if (!Object.hasOwn(node.raw, keyword)) continue
      const value = node.raw[keyword]
      if (keyword === 'enum' && !Array.isArray(value)) continue
      const mine =
        keyword === 'enum'
          ? new Map((value as unknown[]).map((each, at) => [keyIn(value as unknown[], at), each] as const))
          : new Map([[keyIn(node.raw, keyword), value] as const])
      left = left ? new Map([...left].filter(([key]) => mine.has(key))) : mine
    }
  }
  if (flat.orNull) left?.set(keyOf(null), null)
  return left
})

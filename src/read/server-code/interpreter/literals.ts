import ts from 'typescript'
import {
  act,
  type Constant,
  choiceOf,
  constant,
  listOf,
  type Native,
  NOTHING,
  optionsOf,
  textIn,
  thing,
  UNKNOWN,
  type Value
} from './values.ts'

/** Maximum number of alternatives of a concatenated string. */
const MAX_STRINGS = 64
/** Maximum length of a string that is kept. Paths and schemas are far shorter. */
const MAX_STRING_LENGTH = 10_000

/** Limit for the input length times the length of the arguments, because replacements can make a string much longer. */
const MAX_REPLACEMENT_SIZE = 1_000_000

const stringResult = (made: unknown, assumed: Constant['assumed']): Value =>
  typeof made === 'string' && made.length > MAX_STRING_LENGTH ? UNKNOWN : constant(made as Constant['value'], assumed)

/**
 * Methods and properties of strings, arrays, and objects whose results are computed. `undefined` for any other name.
 */
export function methodOf(
  value: Value,
  name: string,
  apply: (callee: Value, args: readonly Value[], node: ts.Node) => Value
): Native | Value | undefined {
  if (value.kind === 'constant' && typeof value.value === 'string') return stringMethod(value, value.value, name)
  if (value.kind === 'list') return listMethod(value, name, apply)
  if (value.kind === 'object' && !value.of && ['hasOwnProperty', 'toString'].includes(name)) return act(() => UNKNOWN)
  return undefined
}

function stringMethod(value: Constant, text: string, name: string): Native | Constant | undefined {
  if (name === 'length') return constant(text.length)
  const plain = STRING_METHODS[name]
  if (!plain) return undefined
  return act(({args}) => {
    const given = args.map(each => (each.kind === 'constant' ? each.value : undefined))
    if (args.some(each => each.kind !== 'constant') || text.length * String(given).length > MAX_REPLACEMENT_SIZE)
      return UNKNOWN
    const made = plain(text, given)
    return Array.isArray(made)
      ? listOf(made.map(each => constant(each, value.assumed)))
      : stringResult(made, value.assumed)
  })
}

type StringArguments = readonly Constant['value'][]

const STRING_METHODS: Readonly<Record<string, (text: string, given: StringArguments) => unknown>> = Object.assign(
  Object.create(null),
  {
    toLowerCase: (text: string) => text.toLowerCase(),
    toUpperCase: (text: string) => text.toUpperCase(),
    trim: (text: string) => text.trim(),
    toString: (text: string) => text,
    concat: (text: string, given: StringArguments) => text + given.map(String).join(''),
    slice: (text: string, [from, to]: StringArguments) => text.slice(asNumber(from), asNumber(to)),
    substring: (text: string, [from, to]: StringArguments) => text.substring(asNumber(from) ?? 0, asNumber(to)),
    replace: (text: string, [from, to]: StringArguments) => text.replace(String(from), String(to)),
    replaceAll: (text: string, [from, to]: StringArguments) => text.replaceAll(String(from), String(to)),
    split: (text: string, [by]: StringArguments) => text.split(String(by)),
    startsWith: (text: string, [part]: StringArguments) => text.startsWith(String(part)),
    endsWith: (text: string, [part]: StringArguments) => text.endsWith(String(part)),
    includes: (text: string, [part]: StringArguments) => text.includes(String(part))
  }
)

const asNumber = (value: Constant['value']): number | undefined => (typeof value === 'number' ? value : undefined)

function listMethod(
  list: Extract<Value, {kind: 'list'}>,
  name: string,
  apply: (callee: Value, args: readonly Value[], node: ts.Node) => Value
): Value | undefined {
  const {items, isOpen} = list
  if (name === 'length') return isOpen ? UNKNOWN : constant(items.length)
  const each = (callee: Value | undefined, node: ts.Node): Value[] =>
    callee ? items.map((item, at) => apply(callee, [item, constant(at), list], node)) : []
  if (name === 'forEach')
    return act(({args: [callee], node}) => {
      each(callee, node)
      return NOTHING
    })
  if (name === 'map') return act(({args: [callee], node}) => listOf(each(callee, node), isOpen))
  if (name === 'flatMap') {
    return act(({args: [callee], node}) =>
      listOf(
        each(callee, node).flatMap(inner => (inner.kind === 'list' ? inner.items : [inner])),
        isOpen
      )
    )
  }
  // The predicate isn't evaluated to drop items: every item might remain.
  if (name === 'filter')
    return act(({args: [callee], node}) => {
      each(callee, node)
      return list
    })
  if (name === 'concat')
    return act(({args}) =>
      listOf(
        [...items, ...args.flatMap(one => (one.kind === 'list' ? one.items : [one]))],
        isOpen || args.some(one => one.kind === 'unknown')
      )
    )
  if (name === 'flat')
    return act(() =>
      listOf(
        items.flatMap(inner => (inner.kind === 'list' ? inner.items : [inner])),
        isOpen
      )
    )
  if (name === 'join') {
    return act(({args: [by]}) => {
      const texts = items.map(item => (item.kind === 'constant' ? String(item.value) : undefined))
      return isOpen || texts.includes(undefined) ? UNKNOWN : constant(texts.join(textIn(by) ?? ','))
    })
  }
  if (name === 'push') {
    return act(({args}) => {
      ;(items as Value[]).push(...args)
      return UNKNOWN
    })
  }
  if (['slice', 'reverse', 'sort', 'values'].includes(name)) return act(() => list)
  if (name === 'reduce') {
    return act(({args: [callee, start], node}) =>
      items.reduce<Value>(
        (sum, item, at) => (callee ? apply(callee, [sum, item, constant(at), list], node) : sum),
        start ?? UNKNOWN
      )
    )
  }
  return undefined
}

/** Global functions of JavaScript whose results are computed. `undefined` for any other name. */
export function builtin(path: readonly string[]): Native | undefined {
  const name = path.join('.')
  if (name === 'Object.entries')
    return act(({args: [value]}) => mapEntries(value, (key, inner) => listOf([constant(key), inner])))
  if (name === 'Object.keys') return act(({args: [value]}) => mapEntries(value, key => constant(key)))
  if (name === 'Object.values') return act(({args: [value]}) => mapEntries(value, (_, inner) => inner))
  if (name === 'Object.freeze' || name === 'Object.seal') return act(({args: [value]}) => value ?? UNKNOWN)
  if (name === 'Object.assign') {
    return act(({args: [value, ...others]}) => {
      if (value?.kind !== 'object') return value ?? UNKNOWN
      for (const other of others) {
        if (other.kind === 'object') for (const [key, inner] of other.fields) value.fields.set(key, inner)
        else value.isOpen = true
      }
      return value
    })
  }
  if (name === 'Object.fromEntries') {
    return act(({args: [value]}) =>
      value?.kind === 'list'
        ? thing(
            value.items.flatMap((item): [string, Value][] => {
              const [key, inner] = item.kind === 'list' ? item.items : []
              return inner && textIn(key) !== undefined ? [[textIn(key) ?? '', inner]] : []
            }),
            true
          )
        : UNKNOWN
    )
  }
  if (name === 'Promise.all' || name === 'Promise.resolve' || name === 'Array.from')
    return act(({args: [value]}) => value ?? UNKNOWN)
  if (name === 'String')
    return act(({args: [value]}) =>
      value?.kind === 'constant' ? constant(String(value.value), value.assumed) : UNKNOWN
    )
  return undefined
}

const mapEntries = (value: Value | undefined, make: (key: string, inner: Value) => Value): Value =>
  value?.kind === 'object'
    ? listOf(
        [...value.fields].map(([key, inner]) => make(key, inner)),
        value.isOpen
      )
    : UNKNOWN

/** Concatenation of two values as a string. */
export function joined(one: Value, other: Value): Value {
  if (one.kind === 'choice' || other.kind === 'choice') {
    const [starts, ends] = [optionsOf(one), optionsOf(other)]
    if (starts.length * ends.length > MAX_STRINGS) return UNKNOWN
    return choiceOf(starts.flatMap(a => ends.map(b => joined(a, b))))
  }
  if (one.kind !== 'constant' || other.kind !== 'constant') return UNKNOWN
  if (typeof one.value === 'number' && typeof other.value === 'number') return constant(one.value + other.value)
  return stringResult(`${one.value}${other.value}`, one.assumed ?? other.assumed)
}

/** Object of the members of an enum. */
export const enumOf = ({members}: ts.EnumDeclaration, checker: ts.TypeChecker): Value =>
  thing(
    members.flatMap((member): [string, Value][] => {
      const name = ts.isIdentifier(member.name) || ts.isStringLiteral(member.name) ? member.name.text : undefined
      return name === undefined ? [] : [[name, constant(checker.getConstantValue(member))]]
    })
  )

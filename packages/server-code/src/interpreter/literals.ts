import ts from 'typescript'
import {applyListMethod, LIST_CHANGES, setField} from './changes.ts'
import type {Engine} from './framework-contract.ts'
import {
  type AbstractValue,
  type ConstantValue,
  combineValues,
  constantValue,
  evaluateForItem,
  isOptional,
  listValue,
  type NativeValue,
  nativeFunction,
  objectValue,
  optionalValue,
  possibleValuesOf,
  spreadItems,
  stringOf,
  truthinessOf,
  UNDEFINED_VALUE,
  UNKNOWN_VALUE
} from './values.ts'

/** Maximum number of alternatives of a concatenated string. */
const MAX_STRINGS = 64
/** Maximum length of a string that is kept. Paths and schemas are far shorter. */
const MAX_STRING_LENGTH = 10_000

/** Limit for the input length times the length of the arguments, because replacements can make a string much longer. */
const MAX_REPLACEMENT_SIZE = 1_000_000

const stringResult = (made: unknown, assumed: ConstantValue['assumed']): AbstractValue =>
  typeof made === 'string' && made.length > MAX_STRING_LENGTH
    ? UNKNOWN_VALUE
    : constantValue(made as ConstantValue['value'], assumed)

/**
 * Methods and properties of strings, arrays, and objects whose results are computed. `undefined` for any other name.
 */
export function builtinMethod(
  value: AbstractValue,
  name: string,
  engine: Engine
): NativeValue | AbstractValue | undefined {
  if (value.kind === 'constant' && typeof value.value === 'string') return stringMethod(value, value.value, name)
  if (value.kind === 'list') return listMethod(value, name, engine)
  if (value.kind === 'pattern' && name === 'test') {
    return nativeFunction(({args: [text]}) => {
      const pattern = plainPattern(value.source)
      const tested = stringOf(text)
      return pattern && tested !== undefined && tested.length < MAX_TESTED_LENGTH
        ? constantValue(pattern.test(tested))
        : UNKNOWN_VALUE
    })
  }
  if (value.kind === 'object' && !value.of && ['hasOwnProperty', 'toString'].includes(name))
    return nativeFunction(() => UNKNOWN_VALUE)
  return undefined
}

function stringMethod(value: ConstantValue, text: string, name: string): NativeValue | ConstantValue | undefined {
  if (name === 'length') return constantValue(text.length)
  const plain = STRING_METHODS[name]
  if (!plain && name !== 'match') return undefined
  return nativeFunction(({args}) => {
    const [first, other] = args
    const pattern =
      first?.kind === 'pattern' && text.length < MAX_TESTED_LENGTH ? plainPattern(first.source) : undefined
    if (pattern && name === 'match') return pattern.test(text) ? listValue([], true) : constantValue(null)
    if (pattern && name === 'replace' && stringOf(other) !== undefined)
      return stringResult(text.replace(pattern, stringOf(other) ?? ''), value.assumed)
    if (!plain) return UNKNOWN_VALUE
    const given = args.map(each => (each.kind === 'constant' ? each.value : undefined))
    if (args.some(each => each.kind !== 'constant') || text.length * String(given).length > MAX_REPLACEMENT_SIZE)
      return UNKNOWN_VALUE
    const made = plain(text, given)
    return Array.isArray(made)
      ? listValue(made.map(each => constantValue(each, value.assumed)))
      : stringResult(made, value.assumed)
  })
}

/** Maximum length of a text that a pattern of the program is tested on. */
const MAX_TESTED_LENGTH = 300

/** A pattern that is tested fast on any text: without repeated groups and with few repetitions. */
function plainPattern(source: string): RegExp | undefined {
  const [, pattern = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(source) ?? []
  const isPlain =
    !/\)[*+{]/.test(pattern) && (pattern.match(/[*+{]/g) ?? []).length <= 3 && /^[imsu]*$/.test(flags) && pattern !== ''
  try {
    return isPlain ? new RegExp(pattern, flags) : undefined
  } catch {
    return undefined
  }
}

type StringArguments = readonly ConstantValue['value'][]

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
    indexOf: (text: string, [part]: StringArguments) => text.indexOf(String(part)),
    lastIndexOf: (text: string, [part]: StringArguments) => text.lastIndexOf(String(part)),
    includes: (text: string, [part]: StringArguments) => text.includes(String(part))
  }
)

const asNumber = (value: ConstantValue['value']): number | undefined => (typeof value === 'number' ? value : undefined)

function listMethod(
  list: Extract<AbstractValue, {kind: 'list'}>,
  name: string,
  engine: Engine
): AbstractValue | undefined {
  const {items, isOpen} = list
  const isKnown = !isOpen && !items.some(isOptional)
  if (name === 'length') return isKnown ? constantValue(items.length) : UNKNOWN_VALUE
  const each = (callee: AbstractValue | undefined, node: ts.Node): AbstractValue[] => {
    if (!callee) return []
    const call = (item: AbstractValue, at: number): AbstractValue => {
      const made = evaluateForItem(engine, item, given => engine.apply(callee, [given, constantValue(at), list], node))
      return isOptional(item) ? optionalValue(made) : made
    }
    const made = items.map(call)
    if (isOpen) call(optionalValue(UNKNOWN_VALUE), items.length)
    return made
  }
  if (name === 'forEach')
    return nativeFunction(({args: [callee], node}) => {
      each(callee, node)
      return UNDEFINED_VALUE
    })
  if (name === 'map') return nativeFunction(({args: [callee], node}) => listValue(each(callee, node), isOpen))
  if (name === 'flatMap') {
    return nativeFunction(({args: [callee], node}) =>
      listValue(
        each(callee, node).flatMap(inner => (inner.kind === 'list' ? inner.items : [inner])),
        isOpen
      )
    )
  }
  if (name === 'filter')
    return nativeFunction(({args: [callee], node}) => {
      const fits = each(callee, node).map(truthinessOf)
      return listValue(
        items.flatMap((item, at) => (fits[at] === false ? [] : [fits[at] ? item : optionalValue(item)])),
        isOpen
      )
    })
  if (name === 'concat')
    return nativeFunction(({args}) => {
      const isList = (one: AbstractValue) =>
        possibleValuesOf(one).some(({kind}) => kind === 'list' || kind === 'unknown')
      const added = args.map(one => (isList(one) ? spreadItems(one) : {items: [one], isOpen: false}))
      return listValue([...items, ...added.flatMap(each => each.items)], isOpen || added.some(each => each.isOpen))
    })
  if (name === 'flat')
    return nativeFunction(() =>
      listValue(
        items.flatMap(inner => (inner.kind === 'list' ? inner.items : [inner])),
        isOpen
      )
    )
  if (name === 'join') {
    return nativeFunction(({args: [by]}) => {
      const texts = items.map(item => (item.kind === 'constant' ? String(item.value) : undefined))
      return isOpen || texts.includes(undefined) ? UNKNOWN_VALUE : constantValue(texts.join(stringOf(by) ?? ','))
    })
  }
  if (name === 'slice')
    return nativeFunction(({args}) => {
      const bounds = args.map(each => (each.kind === 'constant' ? Number(each.value) : Number.NaN))
      const isExact = args.length === 0 || (isKnown && !bounds.some(Number.isNaN))
      return listValue(isExact ? items.slice(...bounds) : items.map(optionalValue), isOpen)
    })
  if (LIST_CHANGES.has(name)) return nativeFunction(({args}) => applyListMethod(engine, list, name, args))
  if (['reverse', 'sort', 'values'].includes(name)) return nativeFunction(() => list)
  if (name === 'reduce') {
    return nativeFunction(({args: [callee = UNKNOWN_VALUE, start = UNKNOWN_VALUE], node}) =>
      [...items, ...(isOpen ? [optionalValue(UNKNOWN_VALUE)] : [])].reduce<AbstractValue>((sum, item, at) => {
        const made = evaluateForItem(engine, item, given =>
          engine.apply(callee, [sum, given, constantValue(at), list], node)
        )
        return isOptional(item) ? engine.oneOf([sum, made], node) : made
      }, start)
    )
  }
  return undefined
}

/** Global functions of JavaScript whose results are computed. `undefined` for any other name. */
export function builtinFunction(path: readonly string[], engine: Engine): NativeValue | undefined {
  const name = path.join('.')
  if (name === 'Object.entries')
    return nativeFunction(({args: [value]}) =>
      mapEntries(value, (key, inner) => listValue([constantValue(key), inner]))
    )
  if (name === 'Object.keys') return nativeFunction(({args: [value]}) => mapEntries(value, key => constantValue(key)))
  if (name === 'Object.values') return nativeFunction(({args: [value]}) => mapEntries(value, (_, inner) => inner))
  if (name === 'Object.freeze' || name === 'Object.seal')
    return nativeFunction(({args: [value]}) => value ?? UNKNOWN_VALUE)
  if (name === 'Object.assign') {
    return nativeFunction(({args: [value, ...others]}) => {
      if (value?.kind !== 'object') return value ?? UNKNOWN_VALUE
      for (const other of others) {
        if (other.kind === 'object')
          for (const [key, inner] of other.fields)
            setField(value, key, inner, engine.conditionalDepth > 0 || other.uncertain?.has(key) === true)
        else value.isOpen = true
      }
      return value
    })
  }
  if (name === 'Object.fromEntries') {
    return nativeFunction(({args: [value]}) =>
      value?.kind === 'list'
        ? objectValue(
            value.items.flatMap((item): [string, AbstractValue][] => {
              const [key, inner] = item.kind === 'list' ? item.items : []
              return inner && stringOf(key) !== undefined ? [[stringOf(key) ?? '', inner]] : []
            }),
            true
          )
        : UNKNOWN_VALUE
    )
  }
  if (name === 'Array.from')
    return nativeFunction(({args: [value = UNKNOWN_VALUE, callee], node}) => {
      if (value.kind !== 'list') return callee ? engine.apply(UNKNOWN_VALUE, [callee], node) : value
      return engine.apply(engine.get(value, callee ? 'map' : 'slice', node), callee ? [callee] : [], node)
    })
  if (name === 'Promise.all' || name === 'Promise.resolve')
    return nativeFunction(({args: [value]}) => value ?? UNKNOWN_VALUE)
  if (name === 'Boolean') return nativeFunction(({args: [value = UNDEFINED_VALUE]}) => negate(negate(value)))
  if (name === 'String')
    return nativeFunction(({args: [value]}) =>
      value?.kind === 'constant' ? constantValue(String(value.value), value.assumed) : UNKNOWN_VALUE
    )
  return undefined
}

export const mapEntries = (
  value: AbstractValue | undefined,
  make: (key: string, inner: AbstractValue) => AbstractValue
): AbstractValue =>
  value?.kind === 'object'
    ? listValue(
        [...value.fields].map(([key, inner]) =>
          value.uncertain?.has(key) ? optionalValue(make(key, inner)) : make(key, inner)
        ),
        value.isOpen
      )
    : value?.kind === 'unknown'
      ? value
      : UNKNOWN_VALUE

export function negate(value: AbstractValue): AbstractValue {
  const holds = truthinessOf(value)
  return holds === undefined ? UNKNOWN_VALUE : constantValue(!holds)
}

/** Concatenation of two values as a string. */
export function concatValues(one: AbstractValue, other: AbstractValue): AbstractValue {
  if (one.kind === 'choice' || other.kind === 'choice') {
    const [starts, ends] = [possibleValuesOf(one), possibleValuesOf(other)]
    if (starts.length * ends.length > MAX_STRINGS) return UNKNOWN_VALUE
    return combineValues(starts.flatMap(a => ends.map(b => concatValues(a, b))))
  }
  if (one.kind !== 'constant' || other.kind !== 'constant') return UNKNOWN_VALUE
  if (typeof one.value === 'number' && typeof other.value === 'number') return constantValue(one.value + other.value)
  return stringResult(`${one.value}${other.value}`, one.assumed ?? other.assumed)
}

/** Object of the members of an enum. */
export const enumObject = ({members}: ts.EnumDeclaration, checker: ts.TypeChecker): AbstractValue =>
  objectValue(
    members.flatMap((member): [string, AbstractValue][] => {
      const name = ts.isIdentifier(member.name) || ts.isStringLiteral(member.name) ? member.name.text : undefined
      return name === undefined ? [] : [[name, constantValue(checker.getConstantValue(member))]]
    })
  )

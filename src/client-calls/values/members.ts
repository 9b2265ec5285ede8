import {choice, isManageable, light, waysOf} from './alternatives.ts'
import {Lazy} from './lazy.ts'
import {concat} from './map-deferred.ts'
import type {Site} from './value.ts'
import {ABSENT, type ClassDef, type Given, isSymbolic, unknown, type Value} from './value.ts'

/** Maximum depth of a value. Deeper values are recursive or irrelevant for addresses. */
const MAX_DEPTH = 24

/** Property of a value. Absent or unknown if there is none. */
export function memberOf(value: Value, name: string): Value {
  switch (value.kind) {
    case 'unknown':
      return unknown(
        value.name === '' ? name : `${value.name}.${name}`,
        value.param && {...value.param, path: [...value.param.path, name]}
      )
    case 'choice':
      return choice(
        value.options.map(option => memberOf(option, name)),
        value.by
      )
    case 'record': {
      const own = value.entries.get(name)?.get()
      if (own) return own
      const spread = value.spread.map(each => memberOf(each, name)).filter(each => each.kind !== 'absent')
      return spread[0] ?? ABSENT
    }
    case 'list':
      return /^\d+$/.test(name) ? (value.items[Number(name)] ?? ABSENT) : unknown(name)
    case 'package':
      return {...value, path: [...value.path, name]}
    case 'client':
      return {...value, verb: value.verb === undefined ? name : `${value.verb}.${name}`}
    case 'class':
      return substitute(value.def.statics.get(name)?.get() ?? getMemberOfBase(value.def, name), value.given)
    case 'instance':
      return getMemberOfInstance(value.def, name, value)
    case 'deferred':
      return {kind: 'deferred', args: [value], again: ([known = ABSENT]) => memberOf(known, name)}
    case 'absent':
      return ABSENT
    default:
      return unknown(name)
  }
}

function getMemberOfBase(def: ClassDef, name: string): Value {
  const base = def.base.get()
  return base.kind === 'class' ? memberOf(base, name) : unknown(name)
}

type Instance = Extract<Value, {kind: 'instance'}>

function getMemberOfInstance(def: ClassDef, name: string, instance: Instance): Value {
  const self = instance.self ?? instance
  const own = def.members.get(name)
  if (own) return substitute(own.value.get(), argumentsOf(instance, def, self))
  const base = def.base.get()
  if (base.kind !== 'class') return unknown(`${def.name}.${name}`)
  const args = def.superArgs.get().map(each => substitute(each, argumentsOf(instance, def, self)))
  const given = new Map([...instance.given, ...base.given])
  return getMemberOfInstance(base.def, name, {kind: 'instance', def: base.def, args, given, self})
}

const argumentsOf = ({given, args}: Instance, def: ClassDef, self: Value): Given =>
  new Map([...given, [def.id, [self]], [def.constructorId, args]])

/** Member of a class seen from inside: members that depend on the instance stay relative to `self`. */
export function memberOfThis(def: ClassDef, name: string, self: Value): Value {
  const own = def.members.get(name)
  if (own) return own.isMade ? memberOf(self, name) : own.value.get()
  const base = def.base.get()
  if (base.kind !== 'class') return memberOf(self, name)
  const inherited = base.def.members.get(name)
  // Fields assigned by the base constructor are known only for an instance.
  if (inherited?.isMade) return memberOf(self, name)
  return substitute(memberOfThis(base.def, name, self), new Map([[base.def.id, [self]]]))
}

/** Replaces parameters in a value with the arguments of a call. */
function substitute(value: Value, given: Given, depth = 0, known = new Map<Value, Value>()): Value {
  if (given.size === 0) return value
  if (depth > MAX_DEPTH) return unknown('…')
  // Cached, because shared parts occur many times.
  const made = known.get(value) ?? light(substituteParts(value, given, depth, known))
  known.set(value, made)
  return made
}

function substituteParts(value: Value, given: Given, depth: number, known: Map<Value, Value>): Value {
  const deeper = (each: Value): Value => substitute(each, given, depth + 1, known)
  switch (value.kind) {
    case 'unknown': {
      const {param} = value
      const args = param && given.get(param.of)
      if (!param || !args) return value
      const first = param.rest
        ? ({kind: 'list', items: args.slice(param.index)} as const)
        : (args[param.index] ?? ABSENT)
      return param.path.reduce<Value>((at, name) => memberOf(at, name), first)
    }
    case 'text':
      return value.pieces.some(piece => typeof piece !== 'string' && piece.param)
        ? concat(
            value.pieces.map(piece => (typeof piece === 'string' ? {kind: 'text', pieces: [piece]} : deeper(piece)))
          )
        : value
    case 'choice':
      return choice(value.options.map(deeper), value.by)
    case 'record':
      return {
        kind: 'record',
        entries: new Map([...value.entries].map(([key, each]) => [key, new Lazy(() => deeper(each.get()), ABSENT)])),
        spread: value.spread.map(deeper)
      }
    case 'list':
      return {kind: 'list', items: value.items.map(deeper)}
    case 'function':
    case 'class':
      return {...value, given: new Map([...given, ...substituteGiven(value.given, deeper)])}
    case 'instance':
      return {
        ...value,
        args: value.args.map(deeper),
        given: new Map([...given, ...substituteGiven(value.given, deeper)]),
        ...(value.self ? {self: deeper(value.self)} : {})
      }
    case 'client':
      return value.base ? {...value, base: deeper(value.base)} : value
    case 'deferred': {
      const args = value.args.map(deeper)
      const chosen = args.some(each => each.kind === 'choice')
      if (chosen) return applyPerAlternative(args, value.again)
      return args.some(isSymbolic) ? {...value, args} : value.again(args)
    }
    default:
      return value
  }
}

const substituteGiven = (own: Given, deeper: (value: Value) => Value): Given =>
  new Map([...own].map(([id, args]) => [id, args.map(deeper)]))

function applyPerAlternative(args: readonly Value[], again: (args: readonly Value[]) => Value): Value {
  if (!isManageable(args)) return unknown('…')
  const at = args.findIndex(each => each.kind === 'choice')
  const chosen = args[at]
  if (chosen?.kind !== 'choice') {
    return args.some(isSymbolic) ? light({kind: 'deferred', args, again}) : again(args)
  }
  return choice(
    chosen.options.map(option => applyPerAlternative(args.with(at, option), again)),
    chosen.by
  )
}

/** Returned value and requests of a function call with these arguments. */
export function applied(value: Extract<Value, {kind: 'function'}>, args: readonly Value[]) {
  const given: Given = new Map([...value.given, [value.def.id, args]])
  return {
    returns: (): Value => substitute(value.def.returns.get(), given),
    sites: (): {of: Site; address: Value; method?: Value}[] =>
      value.def.sites.get().map(of => ({
        of,
        address: substitute(of.address, given),
        ...(of.method ? {method: substitute(of.method, given)} : {})
      }))
  }
}

/** Functions whose parameters a value depends on, by id. */
export function paramsIn(value: Value | undefined, found = new Set<number>(), seen = new Set<Value>()): Set<number> {
  if (!value || seen.has(value)) return found
  seen.add(value)
  const inner = (each: Value): void => void paramsIn(each, found, seen)
  if (value.kind === 'unknown' && value.param) found.add(value.param.of)
  if (value.kind === 'text') for (const piece of value.pieces) if (typeof piece !== 'string') inner(piece)
  if (value.kind === 'choice') value.options.forEach(inner)
  if (value.kind === 'deferred') value.args.forEach(inner)
  if (value.kind === 'list') value.items.forEach(inner)
  return found
}

/** A value without its parameters: they become unknown values, under their own name or the given one. */
export function settled(value: Value, name?: string, depth = 0): Value {
  if (depth > MAX_DEPTH) return unknown('…')
  const deeper = (each: Value): Value => settled(each, name, depth + 1)
  if (value.kind === 'choice') return choice(value.options.map(deeper), value.by)
  if (value.kind === 'unknown') return unknown(value.param && name !== undefined ? name : value.name)
  if (value.kind === 'text' && name !== undefined)
    return {
      ...value,
      pieces: value.pieces.map(piece => (typeof piece !== 'string' && piece.param ? unknown(name) : piece))
    }
  if (value.kind === 'deferred') return deeper(applyPerAlternative(value.args.map(deeper), value.again))
  return value
}

/** Whether the start of an address depends on callers. */
export const beginsOpen = (address: Value): boolean =>
  waysOf(settled(address, FROM_CALLER)).some(({value}) => {
    const first = value.kind === 'text' ? value.pieces[0] : value
    return typeof first === 'object' && first.kind === 'unknown' && first.name === FROM_CALLER
  })

/** Contains a space, so that it can't be a name in code. */
const FROM_CALLER = 'handed in'

/** Maximum number of parts that are kept of the exports of a file. */
const MAX_EXPORTED_PARTS = 20_000

/**
 * Computes all lazy parts of a value, so that it doesn't keep its file in memory. Parts beyond the limits are dropped.
 */
export function complete(value: Value, seen = new Set<unknown>(), depth = 0): void {
  if (seen.has(value)) return
  seen.add(value)
  const inner = (each: Value): void => complete(each, seen, depth + 1)
  if (value.kind === 'record') {
    for (const each of value.entries.values()) {
      if (depth > MAX_DEPTH || seen.size > MAX_EXPORTED_PARTS) each.drop()
      inner(each.get())
    }
    value.spread.forEach(inner)
  }
  if (value.kind === 'choice') value.options.forEach(inner)
  if (value.kind === 'list') value.items.forEach(inner)
  if (value.kind === 'client' && value.base) inner(value.base)
  if (value.kind === 'deferred') value.args.forEach(inner)
  if (value.kind === 'instance') {
    value.args.forEach(inner)
    completeClass(value.def, seen, depth)
  }
  if (value.kind === 'class') completeClass(value.def, seen, depth)
  if (value.kind === 'function' && !seen.has(value.def)) {
    seen.add(value.def)
    inner(value.def.returns.get())
    value.def.sites.get()
  }
}

function completeClass(def: ClassDef, seen: Set<unknown>, depth: number): void {
  if (seen.has(def)) return
  seen.add(def)
  for (const {value} of def.members.values()) complete(value.get(), seen, depth + 1)
  for (const value of def.statics.values()) complete(value.get(), seen, depth + 1)
  complete(def.base.get(), seen, depth + 1)
  for (const each of def.superArgs.get()) complete(each, seen, depth + 1)
}

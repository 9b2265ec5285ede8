import {canEnumerate, combineAlternatives, expandAlternatives, limitWeight} from './alternatives.ts'
import {concatParts} from './map-deferred.ts'
import {
  ABSENT_VALUE,
  type ArgumentsById,
  type ClassDef,
  dependsOnCaller,
  LazyValue,
  type RequestSite,
  type StaticValue,
  unresolvedValue
} from './value.ts'

/** Maximum depth of a value. Deeper values are recursive or irrelevant for addresses. */
const MAX_DEPTH = 24

/** Property of a value. Absent or unknown if there is none. */
export function getMember(value: StaticValue, name: string): StaticValue {
  switch (value.kind) {
    case 'unknown':
      return unresolvedValue(
        value.name === '' ? name : `${value.name}.${name}`,
        value.param && {...value.param, path: [...value.param.path, name]}
      )
    case 'choice':
      return combineAlternatives(
        value.options.map(option => getMember(option, name)),
        value.by
      )
    case 'record': {
      const own = value.entries.get(name)?.get()
      if (own) return own
      const spread = value.spread.map(each => getMember(each, name)).filter(each => each.kind !== 'absent')
      return spread[0] ?? ABSENT_VALUE
    }
    case 'list':
      return /^\d+$/.test(name) ? (value.items[Number(name)] ?? ABSENT_VALUE) : unresolvedValue(name)
    case 'package':
      return {...value, path: [...value.path, name]}
    case 'client':
      return {...value, verb: value.verb === undefined ? name : `${value.verb}.${name}`}
    case 'class':
      return substitute(value.def.statics.get(name)?.get() ?? getMemberOfBase(value.def, name), value.given)
    case 'instance':
      return getMemberOfInstance(value.def, name, value)
    case 'deferred':
      return {kind: 'deferred', args: [value], again: ([known = ABSENT_VALUE]) => getMember(known, name)}
    case 'absent':
      return ABSENT_VALUE
    default:
      return unresolvedValue(name)
  }
}

function getMemberOfBase(def: ClassDef, name: string): StaticValue {
  const base = def.base.get()
  return base.kind === 'class' ? getMember(base, name) : unresolvedValue(name)
}

type Instance = Extract<StaticValue, {kind: 'instance'}>

function getMemberOfInstance(def: ClassDef, name: string, instance: Instance): StaticValue {
  const self = instance.self ?? instance
  const own = def.members.get(name)
  if (own) return substitute(own.value.get(), argumentsOf(instance, def, self))
  const base = def.base.get()
  if (base.kind !== 'class') return unresolvedValue(`${def.name}.${name}`)
  const args = def.superArgs.get().map(each => substitute(each, argumentsOf(instance, def, self)))
  const given = new Map([...instance.given, ...base.given])
  return getMemberOfInstance(base.def, name, {kind: 'instance', def: base.def, args, given, self})
}

const argumentsOf = ({given, args}: Instance, def: ClassDef, self: StaticValue): ArgumentsById =>
  new Map([...given, [def.id, [self]], [def.constructorId, args]])

/** Member of a class seen from inside: members that depend on the instance stay relative to `self`. */
export function getMemberOfThis(def: ClassDef, name: string, self: StaticValue): StaticValue {
  const own = def.members.get(name)
  if (own) return own.dependsOnConstructor ? getMember(self, name) : own.value.get()
  const base = def.base.get()
  if (base.kind !== 'class') return getMember(self, name)
  const inherited = base.def.members.get(name)
  // Fields assigned by the base constructor are known only for an instance.
  if (inherited?.dependsOnConstructor) return getMember(self, name)
  return substitute(getMemberOfThis(base.def, name, self), new Map([[base.def.id, [self]]]))
}

/** Replaces parameters in a value with the arguments of a call. */
function substitute(
  value: StaticValue,
  given: ArgumentsById,
  depth = 0,
  known = new Map<StaticValue, StaticValue>()
): StaticValue {
  if (given.size === 0) return value
  if (depth > MAX_DEPTH) return unresolvedValue('…')
  // Cached, because shared parts occur many times.
  const made = known.get(value) ?? limitWeight(substituteParts(value, given, depth, known))
  known.set(value, made)
  return made
}

function substituteParts(
  value: StaticValue,
  given: ArgumentsById,
  depth: number,
  known: Map<StaticValue, StaticValue>
): StaticValue {
  const deeper = (each: StaticValue): StaticValue => substitute(each, given, depth + 1, known)
  switch (value.kind) {
    case 'unknown': {
      const {param} = value
      const args = param && given.get(param.of)
      if (!param || !args) return value
      const first = param.rest
        ? ({kind: 'list', items: args.slice(param.index)} as const)
        : (args[param.index] ?? ABSENT_VALUE)
      return param.path.reduce<StaticValue>((at, name) => getMember(at, name), first)
    }
    case 'text':
      return value.pieces.some(piece => typeof piece !== 'string' && piece.param)
        ? concatParts(
            value.pieces.map(piece => (typeof piece === 'string' ? {kind: 'text', pieces: [piece]} : deeper(piece)))
          )
        : value
    case 'choice':
      return combineAlternatives(value.options.map(deeper), value.by)
    case 'record':
      return {
        kind: 'record',
        entries: new Map(
          [...value.entries].map(([key, each]) => [key, new LazyValue(() => deeper(each.get()), ABSENT_VALUE)])
        ),
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
      return args.some(dependsOnCaller) ? {...value, args} : value.again(args)
    }
    default:
      return value
  }
}

const substituteGiven = (own: ArgumentsById, deeper: (value: StaticValue) => StaticValue): ArgumentsById =>
  new Map([...own].map(([id, args]) => [id, args.map(deeper)]))

function applyPerAlternative(
  args: readonly StaticValue[],
  again: (args: readonly StaticValue[]) => StaticValue
): StaticValue {
  if (!canEnumerate(args)) return unresolvedValue('…')
  const at = args.findIndex(each => each.kind === 'choice')
  const chosen = args[at]
  if (chosen?.kind !== 'choice') {
    return args.some(dependsOnCaller) ? limitWeight({kind: 'deferred', args, again}) : again(args)
  }
  return combineAlternatives(
    chosen.options.map(option => applyPerAlternative(args.with(at, option), again)),
    chosen.by
  )
}

/** Returned value and requests of a function call with these arguments. */
export function applyFunction(value: Extract<StaticValue, {kind: 'function'}>, args: readonly StaticValue[]) {
  const given: ArgumentsById = new Map([...value.given, [value.def.id, args]])
  return {
    returns: (): StaticValue => substitute(value.def.returns.get(), given),
    sites: (): {of: RequestSite; address: StaticValue; method?: StaticValue}[] =>
      value.def.sites.get().map(of => ({
        of,
        address: substitute(of.address, given),
        ...(of.method ? {method: substitute(of.method, given)} : {})
      }))
  }
}

/** Functions whose parameters a value depends on, by id. */
export function findParameterOwners(
  value: StaticValue | undefined,
  found = new Set<number>(),
  seen = new Set<StaticValue>()
): Set<number> {
  if (!value || seen.has(value)) return found
  seen.add(value)
  const inner = (each: StaticValue): void => void findParameterOwners(each, found, seen)
  if (value.kind === 'unknown' && value.param) found.add(value.param.of)
  if (value.kind === 'text') for (const piece of value.pieces) if (typeof piece !== 'string') inner(piece)
  if (value.kind === 'choice') value.options.forEach(inner)
  if (value.kind === 'deferred') value.args.forEach(inner)
  if (value.kind === 'list') value.items.forEach(inner)
  return found
}

/** A value without its parameters: they become unknown values, under their own name or the given one. */
export function dropParameters(value: StaticValue, name?: string, depth = 0): StaticValue {
  if (depth > MAX_DEPTH) return unresolvedValue('…')
  const deeper = (each: StaticValue): StaticValue => dropParameters(each, name, depth + 1)
  if (value.kind === 'choice') return combineAlternatives(value.options.map(deeper), value.by)
  if (value.kind === 'unknown') return unresolvedValue(value.param && name !== undefined ? name : value.name)
  if (value.kind === 'text' && name !== undefined)
    return {
      ...value,
      pieces: value.pieces.map(piece => (typeof piece !== 'string' && piece.param ? unresolvedValue(name) : piece))
    }
  if (value.kind === 'deferred') return deeper(applyPerAlternative(value.args.map(deeper), value.again))
  return value
}

/** Whether the start of an address depends on callers. */
export const startDependsOnCaller = (address: StaticValue): boolean =>
  expandAlternatives(dropParameters(address, FROM_CALLER)).some(({value}) => {
    const first = value.kind === 'text' ? value.pieces[0] : value
    return typeof first === 'object' && first.kind === 'unknown' && first.name === FROM_CALLER
  })

/** Name of values that depend on callers. It contains a space, so that it can't be a name in code. */
const FROM_CALLER = 'handed in'

/** Maximum number of parts that are kept of the exports of a file. */
const MAX_EXPORTED_PARTS = 20_000

/**
 * Computes all lazy parts of a value, so that it doesn't keep its file in memory. Parts beyond the limits are dropped.
 */
export function computeLazyParts(value: StaticValue, seen = new Set<unknown>(), depth = 0): void {
  if (seen.has(value)) return
  seen.add(value)
  const inner = (each: StaticValue): void => computeLazyParts(each, seen, depth + 1)
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
  for (const {value} of def.members.values()) computeLazyParts(value.get(), seen, depth + 1)
  for (const value of def.statics.values()) computeLazyParts(value.get(), seen, depth + 1)
  computeLazyParts(def.base.get(), seen, depth + 1)
  for (const each of def.superArgs.get()) computeLazyParts(each, seen, depth + 1)
}

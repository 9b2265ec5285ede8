import type {Engine} from './framework-contract.ts'
import {
  type AbstractValue,
  type ListValue,
  listValue,
  type ObjectValue,
  optionalValue,
  possibleValuesOf,
  UNDEFINED_VALUE,
  UNKNOWN_VALUE
} from './values.ts'

/** Methods that change which items a list has. */
export const LIST_CHANGES: ReadonlySet<string> = new Set('push unshift pop shift splice fill copyWithin'.split(' '))

/** Changes a list as its method does. If the effect isn't known, any item might be missing afterwards. */
export function applyListMethod(
  {conditionalDepth}: Engine,
  list: ListValue,
  name: string,
  args: readonly AbstractValue[]
): AbstractValue {
  const items = list.items as AbstractValue[]
  if (name === 'push' || name === 'unshift') {
    items[name](...(conditionalDepth === 0 ? args : args.map(optionalValue)))
    return UNKNOWN_VALUE
  }
  const isKnown = conditionalDepth === 0 && !list.isOpen
  if (isKnown && (name === 'pop' || name === 'shift')) return items[name]() ?? UNDEFINED_VALUE
  const [start, count = items.length] = args.slice(0, 2).map(each => (each.kind === 'constant' ? each.value : null))
  if (isKnown && name === 'splice' && typeof start === 'number' && typeof count === 'number')
    return listValue(items.splice(start, count, ...args.slice(2)))
  forgetItems(list, args.length > 0)
  return UNKNOWN_VALUE
}

/** Makes each item of a list one that might be missing. */
function forgetItems(list: ListValue, hasOthers: boolean): void {
  for (const [at, item] of list.items.entries()) (list.items as AbstractValue[])[at] = optionalValue(item)
  list.isOpen ||= hasOthers
}

/** Assigns to an item or to the length of a list. */
export function setItem({conditionalDepth}: Engine, list: ListValue, key: unknown, value: AbstractValue): void {
  const items = list.items as AbstractValue[]
  const isKnown = conditionalDepth === 0 && !list.isOpen
  const length = key === 'length' && value.kind === 'constant' ? Number(value.value) : Number.NaN
  if (isKnown && length <= items.length) items.length = length
  else if (isKnown && typeof key === 'number' && (key in items || key === items.length)) items[key] = value
  else forgetItems(list, true)
}

/** Sets a field of an object. A new field that might not be set might be missing afterwards. */
export function setField(into: ObjectValue, name: string, value: AbstractValue, isUncertain: boolean): void {
  if (!isUncertain) into.uncertain?.delete(name)
  else if (!into.fields.has(name)) into.uncertain = (into.uncertain ?? new Set()).add(name)
  into.fields.set(name, value)
}

/** Deletes a property, as `delete value[key]` does. `key` is `undefined` if it isn't known. */
export function deleteField({conditionalDepth}: Engine, value: AbstractValue, key: unknown): void {
  for (const each of possibleValuesOf(value)) {
    if (each.kind === 'list') forgetItems(each, false)
    if (each.kind !== 'object') continue
    if (each === value && conditionalDepth === 0 && key !== undefined) each.fields.delete(String(key))
    else each.uncertain = new Set(key === undefined ? each.fields.keys() : [...(each.uncertain ?? []), String(key)])
  }
}

import type {DocumentPart} from '@tenure/core/documents/parsing/document-part'
import {escapePointerKey} from '@tenure/core/model/location'
import {isRecord} from '@tenure/json-schema/json'
import {isEqual} from '@tenure/json-schema/json-equality'
import type {Snapshot} from '../../snapshot.ts'

type Parts = ReadonlyMap<string, DocumentPart>

/** The parts of two descriptions that are the same, with everything they refer to. */
export interface UnchangedParts {
  /** The unchanged parts, as objects that both sides share. */
  readonly items: ReadonlySet<unknown>
  /** Whether a reference within the description leads to an unchanged part, so that it doesn't have to be followed. */
  readonly refersTo: (reference: string) => boolean
}

export const NO_UNCHANGED_PARTS: UnchangedParts = {items: new Set(), refersTo: () => false}

/** Members that are documentation, or are compared separately. */
const COMPARED_SEPARATELY: ReadonlySet<string> = new Set(['/info', '/tags', '/externalDocs'])

/**
 * The paths and components in which nothing differs between two snapshots. They're found without a look inside, if both
 * snapshots were read part by part; otherwise none are known.
 */
export function findUnchangedParts(older: Snapshot, newer: Snapshot): UnchangedParts {
  if (!older.parts || !newer.parts || older.format !== newer.format) return NO_UNCHANGED_PARTS
  if (!isSameOutsideParts(older, newer)) return NO_UNCHANGED_PARTS
  const partOf = partsByReference(older.parts, newer.parts)
  const differing = differingParts(older.parts, newer.parts, partOf)
  const items = new Set<unknown>()
  for (const [pointer, {value}] of newer.parts) if (!differing.has(pointer)) items.add(value)
  return {
    items,
    refersTo: reference => {
      const part = partOf(reference)
      return part !== undefined && !differing.has(part)
    }
  }
}

type PartOf = (reference: string) => string | undefined

/** The parts that differ, and those that refer to one of them. */
function differingParts(older: Parts, newer: Parts, partOf: PartOf): ReadonlySet<string> {
  const differing = new Set<string>()
  for (const [pointer, {value}] of older) if (newer.get(pointer)?.value !== value) differing.add(pointer)
  for (const pointer of newer.keys()) if (!older.has(pointer)) differing.add(pointer)
  const sourcesOf = new Map<string, string[]>()
  for (const [pointer, {refs}] of newer) {
    if (differing.has(pointer)) continue
    for (const ref of refs) {
      const target = partOf(ref)
      // A reference to something that isn't a part can lead to anything.
      if (target === undefined) differing.add(pointer)
      else if (target !== pointer) {
        const sources = sourcesOf.get(target)
        // A part can refer to the same target more than once.
        if (sources) {
          if (sources.at(-1) !== pointer) sources.push(pointer)
        } else sourcesOf.set(target, [pointer])
      }
    }
  }
  const open = [...differing]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const source of sourcesOf.get(next) ?? []) {
      if (differing.has(source)) continue
      differing.add(source)
      open.push(source)
    }
  }
  return differing
}

/** Returns a function that finds the part that a reference leads to or into; `undefined` if there is none. */
function partsByReference(...all: readonly Parts[]): PartOf {
  const known = new Map<string, string | undefined>()
  const find = (ref: string): string | undefined => {
    // Pointers with the escapes of a URI are rare, and aren't resolved here.
    if (!ref.startsWith('#/') || ref.includes('%')) return undefined
    const whole = ref.slice(1)
    if (all.some(parts => parts.has(whole))) return whole
    const steps = whole.split('/')
    return [3, 4].map(length => steps.slice(0, length).join('/')).find(pointer => all.some(parts => parts.has(pointer)))
  }
  return ref => {
    const found = known.get(ref)
    if (found !== undefined || known.has(ref)) return found
    const pointer = find(ref)
    known.set(ref, pointer)
    return pointer
  }
}

/** Whether everything outside the parts is the same. */
function isSameOutsideParts(older: Snapshot, newer: Snapshot): boolean {
  const [before, after] = [older, newer].map(({parts}) => countMembers(parts ?? [])) as [Members, Members]
  const isPart = (pointer: string): boolean => older.parts?.has(pointer) || newer.parts?.has(pointer) || false
  const isSame = (left: unknown, right: unknown, pointer: string): boolean => {
    const [lefts, rights] = [before.get(pointer), after.get(pointer)]
    if ((lefts === undefined && rights === undefined) || !isRecord(left) || !isRecord(right))
      return isEqual(left, right)
    const [own, others] = [Object.keys(left), Object.keys(right)]
    // If a map contains only parts, as most do, nothing else in it can differ.
    if (own.length === lefts && others.length === rights) return true
    return [...new Set([...own, ...others])].every(name => {
      const inner = `${pointer}/${escapePointerKey(name)}`
      return isPart(inner) || COMPARED_SEPARATELY.has(inner) || isSame(left[name], right[name], inner)
    })
  }
  return isSame(older.root, newer.root, '')
}

/** The number of parts that are direct members of each map; 0 if they're further down. */
type Members = ReadonlyMap<string, number>

function countMembers(parts: Iterable<readonly [string, unknown]>): Members {
  const members = new Map<string, number>()
  for (const [pointer] of parts) {
    const container = pointer.slice(0, pointer.lastIndexOf('/'))
    const known = members.get(container)
    members.set(container, (known ?? 0) + 1)
    if (known !== undefined) continue
    for (let end = container.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : container.lastIndexOf('/', end - 1)) {
      const above = container.slice(0, end)
      if (!members.has(above)) members.set(above, 0)
    }
  }
  return members
}

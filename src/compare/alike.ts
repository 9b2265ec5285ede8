import {pointerKey} from '../model/place.ts'
import type {DocumentPart, Snapshot} from '../model/snapshot.ts'
import {isRecord} from '../schema/json.ts'
import {isEqual} from './equality.ts'

type Parts = ReadonlyMap<string, DocumentPart>

const NONE: ReadonlySet<unknown> = new Set()

/** What is written for people, or told by itself. */
const BESIDE: ReadonlySet<string> = new Set(['/info', '/tags', '/externalDocs'])

/**
 * The paths at which nothing differs between two snapshots, however far references lead from there: as objects that both
 * hold. It is seen without a look at what stands in them, where both were read part by part; else none is known.
 */
export function alikeItems(older: Snapshot, newer: Snapshot): ReadonlySet<unknown> {
  if (!older.parts || !newer.parts || older.format !== newer.format) return NONE
  if (!isSameAround(older, newer)) return NONE
  const differing = differingParts(older.parts, newer.parts)
  const alike = new Set<unknown>()
  for (const [pointer, {value}] of newer.parts) if (!differing.has(pointer)) alike.add(value)
  return alike
}

/** The parts that differ, and those that refer to one of these. */
function differingParts(older: Parts, newer: Parts): ReadonlySet<string> {
  const differing = new Set<string>()
  for (const [pointer, {value}] of older) if (newer.get(pointer)?.value !== value) differing.add(pointer)
  for (const pointer of newer.keys()) if (!older.has(pointer)) differing.add(pointer)
  const partOf = partsByReference(older, newer)
  const sourcesOf = new Map<string, string[]>()
  for (const [pointer, {refs}] of newer) {
    if (differing.has(pointer)) continue
    for (const ref of refs) {
      const target = partOf(ref)
      // What leads elsewhere may lead to anything.
      if (target === undefined) differing.add(pointer)
      else if (target !== pointer) {
        const sources = sourcesOf.get(target)
        if (sources) sources.push(pointer)
        else sourcesOf.set(target, [pointer])
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

/** Finds the part that a reference leads to or into. */
function partsByReference(...all: readonly Parts[]): (ref: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  const find = (ref: string): string | undefined => {
    // A pointer as a URI has its own escapes; those are seldom, and looked into by others.
    if (!ref.startsWith('#/') || ref.includes('%')) return undefined
    const steps = ref.slice(1).split('/')
    return [3, 4].map(length => steps.slice(0, length).join('/')).find(pointer => all.some(parts => parts.has(pointer)))
  }
  return ref => {
    if (!known.has(ref)) known.set(ref, find(ref))
    return known.get(ref)
  }
}

/** Whether all is the same that stands in no part. */
function isSameAround(older: Snapshot, newer: Snapshot): boolean {
  const isPart = (pointer: string): boolean => older.parts?.has(pointer) || newer.parts?.has(pointer) || false
  const holders = new Set([older.parts, newer.parts].flatMap(parts => holdersOf(parts ?? [])))
  const isSame = (left: unknown, right: unknown, pointer: string): boolean => {
    if (!holders.has(pointer) || !isRecord(left) || !isRecord(right)) return isEqual(left, right)
    const names = new Set([...Object.keys(left), ...Object.keys(right)])
    return [...names].every(name => {
      const inner = `${pointer}/${pointerKey(name)}`
      return isPart(inner) || BESIDE.has(inner) || isSame(left[name], right[name], inner)
    })
  }
  return isSame(older.root, newer.root, '')
}

/** The pointers to all that holds a part. */
function holdersOf(parts: Iterable<readonly [string, unknown]>): string[] {
  const holders = new Set<string>()
  for (const [pointer] of parts) {
    for (let end = pointer.lastIndexOf('/'); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
      const holder = pointer.slice(0, end)
      if (holders.has(holder)) break
      holders.add(holder)
    }
  }
  return [...holders]
}

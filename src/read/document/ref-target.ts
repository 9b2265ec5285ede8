import {posix} from 'node:path'
import {parsePointer} from '../../model/location.ts'
import type {Survey} from '../parsing/reference-survey.ts'

/** The target of a `$ref`: a file by its path from the root, or the reason why there is none. */
export type ReferenceTarget = {readonly path: string; readonly fragment: string} | {readonly lacks: string}

/** Resolves a reference in a file. `-` is standard input, which has no neighboring files. */
export function resolveRefTarget(ref: string, from: string): ReferenceTarget {
  const hash = ref.indexOf('#')
  const uri = hash === -1 ? ref : ref.slice(0, hash)
  const fragment = hash === -1 ? '' : decodePercent(ref.slice(hash + 1))
  if (uri === '') return {path: from, fragment}
  if (/^[a-z][a-z\d+.-]*:/i.test(uri)) return {lacks: 'one to a file (nothing is fetched from the network)'}
  if (/^[/\\]/.test(uri)) return {lacks: 'a path from the file that it is in'}
  if (from === '-') return {lacks: 'one within the text (standard input has no files beside it)'}
  const path = posix.normalize(posix.join(posix.dirname(from), decodePercent(uri)))
  return /^\.\.(\/|$)/.test(path) ? {lacks: OUTSIDE_ROOT} : {path, fragment}
}

export const OUTSIDE_ROOT = 'one that stays in the git repository, or in the folder of `tenure.yaml`, or in its own'

/**
 * Whether a URI names a part of the document by an `$id` in it, so that no file is read. Ids are resolved against each
 * other and against the address of the document.
 */
export function isIdReference(ref: string, survey: Survey, address: string): boolean {
  const known = addressesIn(survey, address)
  const named = (base: string): boolean =>
    URL.canParse(ref, base) && known.has(withoutFragment(new URL(ref, base).href))
  return known.size > 0 && (named(address) || [...known].some(named))
}

/** Whether parts of the document have their own `$id`, which can be the base of pointers. */
export const hasOwnIds = ({names}: Survey, own: unknown): boolean =>
  [...names].some(name => name !== own && isAddress(name))

const addresses = new WeakMap<Survey, ReadonlySet<string>>()

function addressesIn(survey: Survey, address: string): ReadonlySet<string> {
  const before = addresses.get(survey)
  if (before) return before
  const all = [...survey.names].filter(name => isAddress(name) && URL.canParse(name, address))
  const found = new Set(all.map(name => withoutFragment(new URL(name, address).href)))
  addresses.set(survey, found)
  return found
}

/** An anchor is a plain name, not an address. */
const isAddress = (name: string): boolean => /[./]/.test(name)

const withoutFragment = (uri: string): string => uri.split('#', 1)[0] as string

/** Whether a fragment resolves in a document, as a JSON pointer or an anchor. */
export function fragmentExists(fragment: string, root: unknown, {names}: Survey): boolean {
  if (fragment === '') return true
  if (!fragment.startsWith('/')) return names.has(fragment) || names.has(`#${fragment}`)
  let here = root
  for (const key of parsePointer(fragment)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return false
    here = (here as Record<string, unknown>)[key]
  }
  return true
}

function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

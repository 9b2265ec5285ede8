import {posix} from 'node:path'
import {pathOf} from '../model/place.ts'
import type {Survey} from './spec-survey.ts'

/** Where a `$ref` leads: to a file by its path from the root, or nowhere, and why. */
export type Target = {readonly path: string; readonly fragment: string} | {readonly lacks: string}

/** Reads a reference in a file. `-` is standard input, which has no files beside it. */
export function targetOf(ref: string, from: string): Target {
  const hash = ref.indexOf('#')
  const uri = hash === -1 ? ref : ref.slice(0, hash)
  const fragment = hash === -1 ? '' : decoded(ref.slice(hash + 1))
  if (uri === '') return {path: from, fragment}
  if (/^[a-z][a-z\d+.-]*:/i.test(uri)) return {lacks: 'one to a file (nothing is fetched from the network)'}
  if (/^[/\\]/.test(uri)) return {lacks: 'a path from the file that it is in'}
  if (from === '-') return {lacks: 'one within the text (standard input has no files beside it)'}
  const path = posix.normalize(posix.join(posix.dirname(from), decoded(uri)))
  return /^\.\.(\/|$)/.test(path) ? {lacks: OUTSIDE} : {path, fragment}
}

export const OUTSIDE = 'one that stays in the git repository, or in the folder of `tenure.yaml`, or in its own'

/**
 * Whether a URI is the name of a part of the document, given by an `$id` there: it is found without a file. Names are
 * relative to each other.
 */
export const isNamed = (ref: string, {names}: Survey): boolean =>
  [...names].some(base => {
    const address = URL.canParse(ref, base) ? new URL(ref, base) : undefined
    if (address) address.hash = ''
    return address !== undefined && (names.has(address.href) || names.has(ref.split('#', 1)[0] as string))
  })

/** Whether a fragment leads anywhere in a document: a JSON pointer, or a name that the document gives. */
export function leads(fragment: string, root: unknown, {names}: Survey): boolean {
  if (fragment === '') return true
  if (!fragment.startsWith('/')) return names.has(fragment) || names.has(`#${fragment}`)
  let here = root
  for (const key of pathOf(fragment)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return false
    here = (here as Record<string, unknown>)[key]
  }
  return true
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

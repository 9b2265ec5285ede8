import type {PriorAnnouncement} from '@tenure/core/model/api/change'
import {parseDateRange} from '@tenure/core/model/time/date-range'
import type {OpenapiKind} from '../kinds/kinds.ts'
import type {LifecycleMarks} from '../snapshot.ts'

export interface LifecycleMarkChange {
  readonly kind: OpenapiKind
  readonly about?: string
  readonly was?: unknown
  readonly is?: unknown
  /** The keyword that holds the mark, in its usual spelling. */
  readonly keywords: readonly string[]
}

/**
 * Deprecations, sunsets, stability levels, and replacements that were set, moved, or dropped. A withdrawn deprecation
 * takes its sunset and its replacement with it.
 */
export function diffLifecycleMarks(was: LifecycleMarks, is: LifecycleMarks): LifecycleMarkChange[] {
  const facts: LifecycleMarkChange[] = []
  const add = (kind: OpenapiKind, about: keyof LifecycleMarks, keyword: string): void =>
    void facts.push({kind, about, was: was[about]?.value, is: is[about]?.value, keywords: [keyword]})
  const [marked, stillMarked] = [was.deprecated?.value === true, is.deprecated?.value === true]
  if (!marked && stillMarked) add('deprecated', 'deprecated', 'deprecated')
  const isWithdrawn = marked && !stillMarked
  if (isWithdrawn) add('deprecation-withdrawn', 'deprecated', 'deprecated')
  const [end, newEnd] = [was.sunset?.value, is.sunset?.value]
  if (end !== newEnd && !(isWithdrawn && newEnd === undefined)) {
    if (end === undefined) add('sunset-set', 'sunset', 'x-sunset')
    else if (newEnd === undefined) add('sunset-dropped', 'sunset', 'x-sunset')
    else add(isLater(newEnd, end) ? 'sunset-moved-later' : 'sunset-moved-earlier', 'sunset', 'x-sunset')
  }
  // The policy decides which of the two stability levels guarantees more.
  if (was.stability?.value !== is.stability?.value) add('stability-changed', 'stability', 'x-stability-level')
  if (was.replacement?.value !== is.replacement?.value && !(isWithdrawn && !is.replacement))
    add('replacement-changed', 'replacement', 'x-replaced-by')
  return facts
}

/**
 * Whether the first sunset is certainly later. Releases and other values that aren't dates can't be ordered here, so
 * they count as moved earlier.
 */
const isLater = (one: string, other: string): boolean => one > other && [one, other].every(each => parseDateRange(each))

/**
 * The marks of an operation with those of the whole document. The sunset of the operation is the more specific one, and
 * the earlier of the two announcements counts.
 */
export function addDocumentMarks(own: LifecycleMarks, document: LifecycleMarks): LifecycleMarks {
  const {deprecated, since, sunset} = document
  const isMarked = own.deprecated?.value === true || !deprecated
  const isEarlier = since && (!own.since || (parseDateRange(since.value) && since.value < own.since.value))
  return {
    ...own,
    ...(isMarked ? {} : {deprecated}),
    ...(isEarlier ? {since} : {}),
    ...(own.sunset || !sunset ? {} : {sunset})
  }
}

/** What was announced about the end of support; empty if nothing was. */
export function announcedEndOf({deprecated, since, sunset}: LifecycleMarks): {announced?: PriorAnnouncement} {
  if (!deprecated?.value && !since && !sunset) return {}
  return {
    announced: {
      deprecated: deprecated?.value === true,
      ...(since ? {since: since.value} : {}),
      ...(sunset ? {sunset: sunset.value} : {})
    }
  }
}

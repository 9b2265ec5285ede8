import {type Change, PROPERTY_NAME_KINDS} from '../api/change.ts'
import type {Event} from './event.ts'

/**
 * The detail that a change is about beyond its subject: the part of the operation, the path in it, and the keyword or
 * name. `undefined` if the subject says it all.
 */
export function changeDetailOf({
  kind,
  subject: {part = {}},
  component,
  at,
  about,
  reaches
}: Change): string | undefined {
  const {field, parameter, header, value} = part
  // The operations that use a shared component aren't a detail of the change, and a parameter is already named.
  const isNamed = component !== undefined || parameter !== undefined
  const parts = isNamed ? [] : [...new Set(reaches.flatMap(each => each.part ?? []))].sort()
  const namedParts = parts.filter(each => !IMPLIED_PARTS.has(each))
  const place = component !== undefined || at === field || at === parameter ? '' : at
  const isImplied =
    [parameter, value].includes(about) ||
    header?.toLowerCase() === about?.toLowerCase() ||
    (PROPERTY_NAME_KINDS.has(kind) && [at, field].some(each => each?.split('.').at(-1) === about)) ||
    (namedParts.length > 0 && namedParts.every(each => each.endsWith(` ${about}`)))
  const words = [namedParts.join(', '), place, isImplied ? '' : (about ?? '')].filter(each => each !== '')
  return words.length === 0 ? undefined : words.join(' ')
}

/** Parts that the kind of change already names. */
const IMPLIED_PARTS: ReadonlySet<string> = new Set(['body', 'security', 'servers'])

/** The detail of an event: from the observed change, otherwise from the declared line. */
export const eventDetailOf = ({observed, about}: Pick<Event, 'observed' | 'about'>): string | undefined =>
  (observed && changeDetailOf(observed)) ?? about

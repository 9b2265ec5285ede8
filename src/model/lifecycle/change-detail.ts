import {type Change, NAMING_KINDS} from '../api/change.ts'
import type {Event} from './event.ts'

/**
 * What of its subject a change is about, beyond what the subject itself names: the part of an operation, the place in it,
 * the keyword or the name. `undefined` where the subject says all of it.
 */
export function aboutOf({kind, subject: {part = {}}, component, at, about, reaches}: Change): string | undefined {
  const {field, parameter, header, value} = part
  // Who meets a shared component is no part of what changed in it, and a parameter is named already.
  const isNamed = component !== undefined || parameter !== undefined
  const parts = isNamed ? [] : [...new Set(reaches.flatMap(each => each.part ?? []))].sort()
  const told = parts.filter(each => !NAMELESS.has(each))
  const place = component !== undefined || at === field || at === parameter ? '' : at
  const isTold =
    [parameter, value].includes(about) ||
    header?.toLowerCase() === about?.toLowerCase() ||
    (NAMING_KINDS.has(kind) && [at, field].some(each => each?.split('.').at(-1) === about)) ||
    (told.length > 0 && told.every(each => each.endsWith(` ${about}`)))
  const words = [told.join(', '), place, isTold ? '' : (about ?? '')].filter(each => each !== '')
  return words.length === 0 ? undefined : words.join(' ')
}

/** Parts that the kind of change names. */
const NAMELESS: ReadonlySet<string> = new Set(['body', 'security', 'servers'])

/** The same of what happened: what snapshots show, else what its line says. */
export const aboutOfEvent = ({observed, about}: Pick<Event, 'observed' | 'about'>): string | undefined =>
  (observed && aboutOf(observed)) ?? about

import type {EndpointAnswer, GoneProblem} from './headers-for.ts'
import {addLinks} from './link-header.ts'

/** The value of a header as servers keep it. */
export type HeaderValue = string | number | readonly string[] | null | undefined

/** The headers to set in a response. What its handler set wins; `Link` gets more links. */
export function headersToSet(
  {headers, links}: EndpointAnswer,
  get: (name: string) => HeaderValue
): readonly (readonly [name: string, value: string])[] {
  const dates = (['Deprecation', 'Sunset'] as const).flatMap(name => {
    const value = headers[name]
    return value === undefined || isPresent(get(name)) ? [] : [[name, value] as const]
  })
  if (links.length === 0) return dates
  const known = get('Link')
  const before = Array.isArray(known) ? known.join(', ') : isPresent(known) ? String(known) : undefined
  const link = addLinks(before, links)
  return link === undefined || link === before ? dates : [...dates, ['Link', link]]
}

const isPresent = (value: HeaderValue): boolean => value !== undefined && value !== null && value !== ''

export const PROBLEM_TYPE = 'application/problem+json'

export const problemText = (problem: GoneProblem): string => JSON.stringify(problem)

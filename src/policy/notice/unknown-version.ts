import {formatSubject, isEndpoint, type Subject} from '../../model/subject/subject.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {findMarker} from './stability.ts'

/** Endpoints for which a policy knows no stability, because no part of their path or base path is one of its markers. */
export interface UnknownVersion {
  readonly count: number
  /** The first of these endpoints. */
  readonly example: string
  /** The part of the example's path that looks like a version, such as `2010-04-01`. */
  readonly text?: string
}

/**
 * Finds out which endpoints have no version that the policy knows. `undefined` if there are none, or if the policy has
 * no marker forms.
 */
export function findUnknownVersion(
  endpoints: readonly Subject[],
  bases: readonly string[],
  policy: Policy
): UnknownVersion | undefined {
  if (policy.markers.length === 0) return undefined
  const inBase = bases.flatMap(base => findMarker(base, policy) ?? [])
  if (inBase.some(({form}) => form)) return undefined
  const unknown = endpoints.flatMap((subject): {readonly subject: Subject; readonly text?: string}[] => {
    const {target} = subject
    if (!isEndpoint(target)) return []
    const marker = findMarker(target.path, policy) ?? inBase[0]
    return marker ? (marker.form ? [] : [{subject, text: marker.text}]) : policy.defaultStability ? [] : [{subject}]
  })
  const [first] = unknown
  if (!first) return undefined
  return {
    count: unknown.length,
    example: formatSubject(first.subject),
    ...(first.text === undefined ? {} : {text: first.text})
  }
}

/** The marker form that would fit a version: `<date>` for `2010-04-01`, `v<major>_beta` for `v1_beta`. */
export const markerFormOf = (text: string): string =>
  text
    .replace(/\d{4}-\d{2}-\d{2}/, '<date>')
    .replace(/\d{4}-\d{2}/, '<month>')
    .replace(/^v\d+\.\d+/i, 'v<major>.<minor>')
    .replace(/^v\d+/i, 'v<major>')

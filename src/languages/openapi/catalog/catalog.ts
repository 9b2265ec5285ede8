import type {OpenapiKind} from '../kinds/kinds.ts'
import type {ChangeExplanation} from './example.ts'
import {FIELD_CHANGES} from './fields.ts'
import {LIFECYCLE_CHANGES} from './lifecycle.ts'
import {OPERATION_CHANGES} from './operations.ts'
import {PARAMETER_CHANGES} from './parameters.ts'
import {VALUE_CHANGES} from './values.ts'

/** Explanation of each kind of change, with an example pair of descriptions. */
export const CHANGE_CATALOG = {
  ...OPERATION_CHANGES,
  ...PARAMETER_CHANGES,
  ...FIELD_CHANGES,
  ...VALUE_CHANGES,
  ...LIFECYCLE_CHANGES
} as const satisfies Record<OpenapiKind, ChangeExplanation>

/** Catalog topics with their change kinds, in documentation order. */
export const CHANGE_TOPICS: readonly {readonly title: string; readonly kinds: readonly OpenapiKind[]}[] = [
  ['Operations, servers, and security', OPERATION_CHANGES],
  ['Parameters, bodies, headers, statuses, and media types', PARAMETER_CHANGES],
  ['Fields and forms', FIELD_CHANGES],
  ['Values', VALUE_CHANGES],
  ['Lifecycle and documentation', LIFECYCLE_CHANGES]
].map(([title, group]) => ({title: title as string, kinds: Object.keys(group as object) as OpenapiKind[]}))

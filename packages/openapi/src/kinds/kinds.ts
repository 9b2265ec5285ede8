import type {CommonKind} from '@tenure/core/languages/common-kinds'
import type {KindOfChange} from '@tenure/core/languages/language'
import {FIELD_KINDS} from './fields.ts'
import {OPERATION_KINDS} from './operations.ts'
import {PARAMETER_KINDS} from './parameters.ts'
import {VALUE_KINDS} from './values.ts'

/** The kinds of change that only OpenAPI has. */
export const OPENAPI_KINDS = {
  ...OPERATION_KINDS,
  ...PARAMETER_KINDS,
  ...FIELD_KINDS,
  ...VALUE_KINDS
} as const satisfies Record<string, KindOfChange>

/** The kinds that a comparison of OpenAPI descriptions reports, and those that only people state. */
export type OpenapiKind = CommonKind | keyof typeof OPENAPI_KINDS

import type ts from 'typescript'
import {defined} from '../../model/defined.ts'
import type {Schema} from './schemas/types-to-schemas.ts'

/** Parameters, request body, and responses of a route, as far as the code determines them. */
export interface RouteContract {
  readonly parameters: ContractParameter[]
  body?: ContractBody
  readonly answers: ContractResponse[]
  /** Lifecycle marks from the framework's route options. */
  readonly marks?: Readonly<Record<string, unknown>>
}

export interface ContractParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required: boolean
  readonly schema: Schema
  readonly node?: ts.Node | undefined
  readonly more?: Readonly<Record<string, unknown>>
}

export interface ContractBody {
  readonly schema: Schema
  readonly required: boolean
  readonly media: string
  readonly node?: ts.Node | undefined
}

/** Status of a response whose status is computed and might be any. */
export const ANY_STATUS = 'computed'

export interface ContractResponse {
  /** A status such as `201`, `default` for errors, or `COMPUTED`. */
  readonly status: string
  readonly media?: string
  readonly schema?: Schema | undefined
  readonly node?: ts.Node | undefined
}

/** Parameters in one location, from an object schema with one property per parameter. */
export function parametersFromSchema(
  schema: Schema,
  where: ContractParameter['in'],
  resolve: (schema: Schema) => Schema,
  node?: ts.Node
): ContractParameter[] {
  const whole = resolve(schema)
  if (typeof whole !== 'object') return []
  const {properties, required} = whole as {properties?: Readonly<Record<string, Schema>>; required?: readonly string[]}
  return Object.entries(properties ?? {}).map(([name, inner]): ContractParameter => {
    const {deprecated, ...rest} = typeof inner === 'object' ? inner : {deprecated: undefined}
    return defined({
      name,
      in: where,
      required: where === 'path' || (required ?? []).includes(name),
      schema: typeof inner === 'object' && deprecated !== undefined ? rest : inner,
      more: deprecated === undefined ? undefined : {deprecated},
      node
    })
  })
}

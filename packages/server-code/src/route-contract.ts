import type ts from 'typescript'
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
  /** A status such as `201`, `default` for errors, or `ANY_STATUS`. */
  readonly status: string
  readonly media?: string
  readonly schema?: Schema | undefined
  readonly node?: ts.Node | undefined
}

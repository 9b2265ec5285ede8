import type {Dialect} from '../model/snapshot.ts'

export interface Traits {
  /** `exclusiveMinimum: true` beside `minimum`, instead of a bound of its own. */
  readonly exclusiveIsFlag: boolean
  /** What stands beside `$ref` says nothing. */
  readonly refStandsAlone: boolean
  /** The keyword that adds `null` to the types. */
  readonly nullable?: 'nullable' | 'x-nullable'
  /** The keyword that names a schema resource. */
  readonly id?: 'id' | '$id'
  /** Where `items` may be a list, `additionalItems` is the rest; else `prefixItems` is the list and `items` the rest. */
  readonly tuple: 'items' | 'prefixItems'
}

const DRAFT_7: Traits = {exclusiveIsFlag: false, refStandsAlone: true, id: '$id', tuple: 'items'}
const DRAFT_4: Traits = {...DRAFT_7, exclusiveIsFlag: true, id: 'id'}
const {id: _id, ...OPENAPI}: Traits = DRAFT_4

export const TRAITS: Readonly<Record<Dialect, Traits>> = {
  'draft-04': DRAFT_4,
  'draft-06': DRAFT_7,
  'draft-07': DRAFT_7,
  '2019-09': {...DRAFT_7, refStandsAlone: false},
  '2020-12': {...DRAFT_7, refStandsAlone: false, tuple: 'prefixItems'},
  'openapi-3.0': {...OPENAPI, nullable: 'nullable'},
  'swagger-2.0': {...OPENAPI, nullable: 'x-nullable'}
}

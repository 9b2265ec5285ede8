import type {Dialect} from '../model/api/snapshot.ts'

export interface Traits {
  /** `exclusiveMinimum: true` beside `minimum`, instead of a bound of its own. */
  readonly exclusiveIsFlag: boolean
  /** What stands beside `$ref` says nothing. */
  readonly refStandsAlone: boolean
  /** The keyword that adds `null` to the types. */
  readonly nullable?: 'nullable' | 'x-nullable'
  /** The keyword that names a schema resource. */
  readonly id?: 'id' | '$id'
  /** References may lead to what was named on the way to them. */
  readonly isDynamic: boolean
  /** Where `items` may be a list, `additionalItems` is the rest; else `prefixItems` is the list and `items` the rest. */
  readonly tuple: 'items' | 'prefixItems'
}

const DRAFT_7: Traits = {exclusiveIsFlag: false, refStandsAlone: true, id: '$id', isDynamic: false, tuple: 'items'}
const DRAFT_4: Traits = {...DRAFT_7, exclusiveIsFlag: true, id: 'id'}
const DRAFT_2019: Traits = {...DRAFT_7, refStandsAlone: false, isDynamic: true}
const {id: _id, ...OPENAPI}: Traits = DRAFT_4

export const TRAITS: Readonly<Record<Dialect, Traits>> = {
  'draft-04': DRAFT_4,
  'draft-06': DRAFT_7,
  'draft-07': DRAFT_7,
  '2019-09': DRAFT_2019,
  '2020-12': {...DRAFT_2019, tuple: 'prefixItems'},
  'openapi-3.0': {...OPENAPI, nullable: 'nullable'},
  'swagger-2.0': {...OPENAPI, nullable: 'x-nullable'}
}

const DRAFTS: readonly (readonly [RegExp, Dialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft-0[45]\/(?:hyper-)?schema$/, 'draft-04'],
  [/^https?:\/\/json-schema\.org\/draft-06\/(?:hyper-)?schema$/, 'draft-06'],
  [/^https?:\/\/json-schema\.org\/draft-07\/(?:hyper-)?schema$/, 'draft-07'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/(?:hyper-)?schema$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/(?:hyper-)?schema$/, '2020-12'],
  [/^https?:\/\/spec\.openapis\.org\/oas\/3\.\d+\/dialect\//, '2020-12']
]

/** Metaschemas that say nothing of which draft is meant. */
const ANY_DRAFT = /^https?:\/\/json-schema\.org\/(?:hyper-)?schema$/

/** The draft whose metaschema has the name; the usual one, where the name leaves it open. */
export function draftNamed(name: string, usual: Dialect): Dialect | undefined {
  const address = name.trim().replace(/#$/, '')
  if (address === '' || ANY_DRAFT.test(address)) return usual
  return DRAFTS.find(([pattern]) => pattern.test(address))?.[1]
}

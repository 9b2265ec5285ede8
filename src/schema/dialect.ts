import type {Dialect} from '../model/api/snapshot.ts'

export interface DialectTraits {
  /** Whether `exclusiveMinimum` is a boolean that modifies `minimum`, and not a bound of its own. */
  readonly exclusiveIsFlag: boolean
  /** Whether keywords next to `$ref` are ignored. */
  readonly ignoresRefSiblings: boolean
  /** Keyword that adds `null` to the types, if there is one. */
  readonly nullable?: 'nullable' | 'x-nullable'
  /** Keyword that gives a schema its own address, if there is one. */
  readonly id?: 'id' | '$id'
  /** Whether `$dynamicRef` and `$recursiveRef` depend on the schemas on the way to them. */
  readonly isDynamic: boolean
  /**
   * Keyword with a list of schemas by position. `additionalItems` applies to the rest for `items`, and `items` for
   * `prefixItems`.
   */
  readonly tuple: 'items' | 'prefixItems'
}

const DRAFT_7: DialectTraits = {
  exclusiveIsFlag: false,
  ignoresRefSiblings: true,
  id: '$id',
  isDynamic: false,
  tuple: 'items'
}
const DRAFT_4: DialectTraits = {...DRAFT_7, exclusiveIsFlag: true, id: 'id'}
const DRAFT_2019: DialectTraits = {...DRAFT_7, ignoresRefSiblings: false, isDynamic: true}
const {id: _id, ...OPENAPI}: DialectTraits = DRAFT_4

export const DIALECT_TRAITS: Readonly<Record<Dialect, DialectTraits>> = {
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

/** Address of the JSON Schema metaschema that names no draft. */
const ANY_DRAFT = /^https?:\/\/json-schema\.org\/(?:hyper-)?schema$/

/** Dialect that a metaschema address names: `usual` if it names no draft, `undefined` if it is unknown. */
export function findDialect(name: string, usual: Dialect): Dialect | undefined {
  const address = name.trim().replace(/#$/, '')
  if (address === '' || ANY_DRAFT.test(address)) return usual
  return DRAFTS.find(([pattern]) => pattern.test(address))?.[1]
}

import type {Proof} from '@tenure/core/model/api/change'
import type {Direction} from '@tenure/core/model/subject/subject'
import {isKnownFormat} from '@tenure/json-schema/formats/formats'
import {NUMBER_FORMATS} from '@tenure/json-schema/formula/compile-values'
import {type FlatSchema, keywordValues} from '../flatten/flatten.ts'
import {createSchemaAt, keepsProof} from '../proof/proofs.ts'
import {containmentSidesOf, createDemandProof, type SchemaDiffContext} from '../schema-diff-context.ts'

/** The largest number that fits into four bytes. */
const LARGEST_FLOAT = 3.4028234663852886e38

/** The first values outside the ranges of formats, which show the change. Doubles must be able to hold them. */
export const valuesBeyond = (formats: readonly string[]): readonly number[] =>
  formats.flatMap(format => {
    const [least = 0, most = 0] = NUMBER_FORMATS.get(format) ?? []
    return Number.isSafeInteger(most) ? [most + 1, least - 1] : []
  })

/**
 * Whether a format restricts values in a way that isn't known. Bytes and passwords are text of any kind.
 */
export const isUnknownFormat = (format: string): boolean =>
  !isKnownFormat(format) && !NUMBER_FORMATS.has(format) && !UNRESTRICTED_FORMATS.has(format)

/** Formats that accept any value of their type. */
const UNRESTRICTED_FORMATS: ReadonlySet<string> = new Set(['password', 'binary', 'byte', 'float', 'double'])

/** Whether numbers that may take eight bytes must now fit into four. */
export const isNarrowedToFloat = (sub: readonly string[], sup: readonly string[]): boolean =>
  sup.includes('float') && sub.every(format => format === 'double')

/** Proves that numbers fit into four bytes. Those without a format aren't known to be larger, and what a service returns is as it was. */
export function proveFloatRange(context: SchemaDiffContext, side: Direction): Proof {
  const proof = createDemandProof(context, [], {
    scalar: true,
    demands: sup => [createSchemaAt(sup.node, {minimum: -LARGEST_FLOAT, maximum: LARGEST_FLOAT})],
    candidates: () => [1e39, -1e39]
  })(side)
  const isKnown = keywordValues(containmentSidesOf(context, side).sub, 'format').length > 0
  if (proof.is !== 'breaks' || isKnown) return proof
  const why = "numbers without a format may not fit `float`, and aren't known to be that large"
  return side === 'request' ? {is: 'undetermined', why} : keepsProof()
}

const BASE64_PATTERN = '^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2}(?:==)?|[A-Za-z0-9+/_-]{3}=?)?$'

/** Texts that aren't Base64 in any variant. */
const NOT_BASE64 = ['!', 'not Base64', '€ 1']

/** Whether a schema describes Base64, in keywords of OpenAPI 3.0 or of JSON Schema. */
const isBase64 = (flat: FlatSchema): boolean =>
  keywordValues(flat, 'format').some(({value}) => value === 'byte') ||
  keywordValues(flat, 'contentEncoding').some(({value}) => value === 'base64')

/** Whether only the containing side is Base64, so that the texts of the contained side can't be decoded. */
export function requiresBase64(context: SchemaDiffContext, side: Direction): boolean {
  const {sub, sup} = containmentSidesOf(context, side)
  return isBase64(sup) && !isBase64(sub)
}

/** Proves whether all texts of the contained side are Base64 anyway. */
export const proveBase64 = (context: SchemaDiffContext, side: Direction): Proof =>
  createDemandProof(context, [], {
    scalar: true,
    demands: sup => [createSchemaAt(sup.node, {pattern: BASE64_PATTERN})],
    candidates: sub => [...NOT_BASE64, context.sampler.sample(sub.node, side)]
  })(side)

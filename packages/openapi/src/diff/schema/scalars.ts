import type {Proof} from '@tenure/core/model/api/change'
import type {Direction} from '@tenure/core/model/subject/subject'
import {INEXACT_NUMBER, isBeyondDouble, writtenDigitsAt} from '@tenure/json-schema/exact-numbers'
import {isKnownFormat} from '@tenure/json-schema/formats/formats'
import {NUMBER_FORMATS} from '@tenure/json-schema/formula/compile-values'
import {canonicalText, canonicalTextAt} from '@tenure/json-schema/json'
import {rationalText, toRational} from '@tenure/json-schema/rational'
import type {OpenapiKind} from '../../kinds/kinds.ts'
import {type Bound, compareBounds, tightestBoundOf, tightestLimitOf} from '../flatten/bounds.ts'
import {type FlatSchema, keywordValues, possibleTypesOf} from '../flatten/flatten.ts'
import {createSchemaAt, keepsProof} from '../proof/proofs.ts'
import {
  containmentSidesOf,
  createDemandProof,
  locateKeywordOnBoth,
  type SchemaDiffContext
} from '../schema-diff-context.ts'

/** Compares the keywords of numbers and strings: bounds, multiples, lengths, patterns, and formats. */
export function compareScalars(context: SchemaDiffContext): void {
  compareBound(context, 'minimum', 'exclusiveMinimum', 1)
  compareBound(context, 'maximum', 'exclusiveMaximum', -1)
  compareMultiples(context)
  for (const [keyword, up] of [
    ['minLength', 1],
    ['maxLength', -1]
  ] as const) {
    compareLimit(
      context,
      keyword,
      up,
      createDemandProof(context, [keyword], {
        scalar: true,
        meets: (sub, sup) => isAsTightAs(tightestLimitOf(sub, keyword, up), tightestLimitOf(sup, keyword, up), up),
        candidates: (sub, sup) => [buildText(sub, (tightestLimitOf(sup, keyword, up) ?? 0) - up)]
      })
    )
  }
  compareTexts(context, 'pattern', 'constraint')
  const twice = findRestatedValues(context)
  compareTexts(context, 'format', 'format', twice)
  for (const keyword of ['contentEncoding', 'contentMediaType']) {
    const [was, is] = [textsOf(context.older, keyword, twice), textsOf(context.newer, keyword, twice)]
    if (was.join() === is.join()) continue
    const isOfBase64 = [...was, ...is].every(encoding => encoding === 'base64')
    const isOneSided = was.length === 0 || is.length === 0
    context.report({
      kind: 'format-changed',
      about: keyword,
      ...locateKeywordOnBoth(context, keyword),
      was: oneOrAll(was),
      is: oneOrAll(is),
      // To a client that doesn't decode it, Base64 is text.
      ...(isOfBase64
        ? {prove: side => (requiresBase64(context, side) ? proveBase64(context, side) : keepsProof())}
        : isOneSided
          ? {prove: side => proveAnnotation(containmentSidesOf({older: was, newer: is}, side).sup)}
          : {})
    })
  }
}

/**
 * The proof for an annotation of text contents: if it was added, whether the contents always matched it isn't known.
 */
function proveAnnotation(wanted: readonly string[]): Proof {
  if (wanted.length === 0) return keepsProof()
  return {is: 'undetermined', why: `it isn't known whether all strings contain \`${wanted.join(', ')}\``}
}

const MAX_LENGTH = 500_000

/** A text of the given length; `undefined` if the schema constrains its contents, or if it's too long. */
function buildText(flat: FlatSchema, length: number): string | undefined {
  const isFree = ['pattern', 'format', 'enum', 'const'].every(keyword => keywordValues(flat, keyword).length === 0)
  return isFree && length >= 0 && length <= MAX_LENGTH ? 'x'.repeat(length) : undefined
}

/** Whether a limit is at least as tight as another one. */
export const isAsTightAs = (limit: number | undefined, other: number | undefined, up: 1 | -1): boolean =>
  other === undefined || (limit !== undefined && (limit - other) * up >= 0)

/** The first whole number within a bound. */
const firstIntegerIn = ({value, isOpen}: Bound, up: 1 | -1): number => {
  const first = Math.ceil(value * up)
  return (isOpen && first === value * up ? first + 1 : first) * up
}

/**
 * A bound for display, written exactly if the other bound is, because its rounded value could seem to be on the wrong
 * side.
 */
function displayedBound(bound: Bound | undefined, other: Bound | undefined): string | number | undefined {
  if (!bound || bound.text !== undefined || other?.text === undefined || !isBeyondDouble(bound.value))
    return bound?.text ?? bound?.value
  const exact = toRational(bound.value)
  return exact ? rationalText(exact) : bound.value
}

function compareBound(context: SchemaDiffContext, keyword: string, exclusive: string, up: 1 | -1): void {
  const was = tightestBoundOf(context.older, keyword, exclusive, up)
  const is = tightestBoundOf(context.newer, keyword, exclusive, up)
  if (was?.value === is?.value && was?.isOpen === is?.isOpen && was?.text === is?.text) return
  if (was && is && isOtherNotation(context, was, is, up)) return
  // If a minimum became an exclusive minimum, they aren't two values of one keyword.
  const isOther = was !== undefined && is !== undefined && was.isOpen !== is.isOpen && was.value !== is.value
  const isTighter = is !== undefined && (was === undefined || compareBounds(is, was, up) > 0)
  const isOpen = (is ?? was)?.isOpen
  const prove = createBoundProof(context, keyword, exclusive, up)
  // JavaScript has no number between the two bounds.
  const areOne = was !== undefined && was.value === is?.value && was.text !== is.text
  context.report({
    kind: isTighter ? 'constraint-tightened' : 'constraint-loosened',
    about: !isOther && isOpen ? exclusive : keyword,
    ...locateKeywordOnBoth(context, ...(isOpen ? [exclusive, keyword] : [keyword, exclusive])),
    was: isOther ? undefined : displayedBound(was, is),
    is: isOther ? undefined : displayedBound(is, was),
    prove: side => {
      const proof = prove(side)
      return areOne && proof.is === 'undetermined' ? {is: 'undetermined', why: INEXACT_NUMBER} : proof
    }
  })
}

/** Whether two bounds of whole numbers are the same in another notation. A different number is reported. */
const isOtherNotation = ({older, newer, wireFormat}: SchemaDiffContext, was: Bound, is: Bound, up: 1 | -1): boolean =>
  !wireFormat &&
  was.isOpen !== is.isOpen &&
  firstIntegerIn(was, up) === firstIntegerIn(is, up) &&
  [older, newer].every(flat => !possibleTypesOf(flat).has('fraction'))

function createBoundProof(
  context: SchemaDiffContext,
  keyword: string,
  exclusive: string,
  up: 1 | -1
): ReturnType<typeof createDemandProof> {
  const boundsOf = (...sides: [FlatSchema, FlatSchema]) =>
    sides.map(flat => tightestBoundOf(flat, keyword, exclusive, up))
  return createDemandProof(context, [keyword, exclusive], {
    scalar: true,
    meets: (sub, sup) => {
      const [own, other] = boundsOf(sub, sup)
      return !other || (own !== undefined && compareBounds(own, other, up) >= 0)
    },
    candidates: (sub, sup) => {
      const [own, other] = boundsOf(sub, sup)
      if (!other) return []
      return [own?.value, other.value, Math.ceil(other.value) - up, other.value - up]
    }
  })
}

function compareMultiples(context: SchemaDiffContext): void {
  const isWhole =
    !context.wireFormat && [context.older, context.newer].every(flat => !possibleTypesOf(flat).has('fraction'))
  // Every whole number is a multiple of 1.
  const steps = [context.older, context.newer].map(flat =>
    keywordValues(flat, 'multipleOf').filter(
      ({node, value}) => !isWhole || value !== 1 || writtenDigitsAt(node.raw as object, 'multipleOf')
    )
  )
  const [was, is] = steps.map(all => all.map(({value}) => Number(value)))
  const [before, after] = steps.map(all => all.map(({node}) => canonicalTextAt(node.raw as object, 'multipleOf')))
  if (canonicalText(before) === canonicalText(after)) return
  const [one, other] = [was?.[0], is?.[0]]
  const kind: OpenapiKind =
    one === undefined
      ? 'constraint-tightened'
      : other === undefined
        ? 'constraint-loosened'
        : Number.isInteger(other / one)
          ? 'constraint-tightened'
          : Number.isInteger(one / other)
            ? 'constraint-loosened'
            : 'constraint-changed'
  const prove = createDemandProof(context, ['multipleOf'], {scalar: true})
  context.report({kind, about: 'multipleOf', ...locateKeywordOnBoth(context, 'multipleOf'), was: one, is: other, prove})
}

export function compareLimit(
  context: SchemaDiffContext,
  keyword: string,
  up: 1 | -1,
  prove: ReturnType<typeof createDemandProof>
): void {
  const unlimited = up === 1 ? 0 : undefined
  const [was, is] = [tightestLimitOf(context.older, keyword, up), tightestLimitOf(context.newer, keyword, up)]
  if ((was ?? unlimited) === (is ?? unlimited)) return
  const isTighter = is !== undefined && (was === undefined || (is - was) * up > 0)
  context.report({
    kind: isTighter ? 'constraint-tightened' : 'constraint-loosened',
    about: keyword,
    ...locateKeywordOnBoth(context, keyword),
    was,
    is,
    prove
  })
}

const NONE: ReadonlySet<string> = new Set()

const textsOf = (flat: FlatSchema, keyword: string, without = NONE): string[] =>
  [...new Set(keywordValues(flat, keyword).flatMap(({value}) => (typeof value === 'string' ? [value] : [])))]
    .filter(text => !without.has(text))
    .sort()

/** The formats of bytes in OpenAPI 3.0, and the keywords of JSON Schema that replace them in OpenAPI 3.1. */
const REPLACED_FORMATS = [
  ['byte', 'contentEncoding', 'base64'],
  ['binary', 'contentMediaType', 'application/octet-stream']
] as const

/**
 * The formats and media types that both sides state, one in older and one in newer keywords, or that repeat the media
 * type of the content.
 */
function findRestatedValues({older, newer, wireFormat}: SchemaDiffContext): ReadonlySet<string> {
  const said = REPLACED_FORMATS.filter(([format, keyword, text]) => {
    const saysOld = (flat: FlatSchema): boolean => textsOf(flat, 'format').includes(format)
    const saysNew = (flat: FlatSchema): boolean => textsOf(flat, keyword).includes(text)
    return (saysOld(older) && saysNew(newer)) || (saysNew(older) && saysOld(newer))
  })
  return new Set([...said.flatMap(([format, , text]) => [format, text]), ...byteValuesOf({older, newer, wireFormat})])
}

/** The values that only repeat that the whole content is bytes. Base64 isn't among them, because it's encoded. */
function byteValuesOf({
  older,
  newer,
  wireFormat
}: Pick<SchemaDiffContext, 'older' | 'newer' | 'wireFormat'>): readonly string[] {
  if (!wireFormat?.bytes) return []
  const isPlain = [older, newer].every(flat => textsOf(flat, 'format').every(format => format === 'binary'))
  return [...wireFormat.bytes, ...(isPlain ? ['binary', 'application/octet-stream'] : [])]
}

const oneOrAll = (texts: readonly string[]): string | readonly string[] | undefined =>
  texts.length > 1 ? texts : texts[0]

function compareTexts(
  context: SchemaDiffContext,
  keyword: string,
  kinds: 'constraint' | 'format',
  without = NONE
): void {
  const [was, is] = [textsOf(context.older, keyword, without), textsOf(context.newer, keyword, without)]
  if (was.join('\n') === is.join('\n')) return
  const kind: OpenapiKind =
    kinds === 'format'
      ? 'format-changed'
      : was.length === 0
        ? 'constraint-tightened'
        : is.length === 0
          ? 'constraint-loosened'
          : 'constraint-changed'
  const prove = createDemandProof(context, [keyword], {
    scalar: true,
    // Integers are assumed to fit into 64 bits, unless they're unsigned.
    meets: (sub, sup) =>
      !possibleTypesOf(sub).has('fraction') &&
      !textsOf(sub, keyword).includes('uint64') &&
      textsOf(sup, keyword, without).every(format => format === 'int64'),
    candidates: (_, sup) => valuesBeyond(textsOf(sup, keyword))
  })
  context.report({
    kind,
    about: keyword,
    ...locateKeywordOnBoth(context, keyword),
    was: oneOrAll(was),
    is: oneOrAll(is),
    prove:
      kinds === 'constraint'
        ? prove
        : side => {
            const formats = containmentSidesOf({older: was, newer: is}, side)
            if (requiresBase64(context, side) && formats.sup.includes('byte')) return proveBase64(context, side)
            return isNarrowedToFloat(formats.sub, formats.sup)
              ? proveFloatRange(context, side)
              : proveFormat(context, prove, side)
          }
  })
}

/** Names for single versions of UUIDs. Texts with such a format are UUIDs, too. */
const UUID_VERSION = /^uuid[-_]?v?[1-8]$/
const isNarrower = (format: string, other: string): boolean => other === 'uuid' && UUID_VERSION.test(format)

/**
 * The proof for a change of format. Which values have an unknown format isn't known. So no value shows that such a
 * change breaks clients, and a number may not fit a new one. For texts, an unknown format only describes the meaning.
 */
function proveFormat(context: SchemaDiffContext, prove: (side: Direction) => Proof, side: Direction): Proof {
  const {sub, sup} = containmentSidesOf(context, side)
  const [formats, wantedFormats] = [sub, sup].map(flat => textsOf(flat, 'format')) as [string[], string[]]
  const [held, wanted] = [formats[0], wantedFormats[0]]
  const unknown = wantedFormats.find(format => isUnknownFormat(format) && !formats.includes(format))
  if (unknown !== undefined && possibleTypesOf(sub).has('integer') && !possibleTypesOf(sub).has('string'))
    return {is: 'undetermined', why: `it isn't known which numbers have the format \`${unknown}\``}
  if (held === undefined || wanted === undefined || formats.length > 1 || wantedFormats.length > 1) return prove(side)
  if (isNarrower(held, wanted)) return keepsProof()
  if (side === 'request' && isNarrower(wanted, held))
    return {is: 'undetermined', why: `not every \`${held}\` is a \`${wanted}\``}
  const proof = prove(side)
  if (proof.is !== 'breaks' || !isUnknownFormat(held)) return proof
  const kind = typeof proof.witness === 'string' ? 'strings' : 'numbers'
  return {is: 'undetermined', why: `it isn't known which ${kind} have the format \`${held}\``}
}

/** The largest number that fits into four bytes. */
const LARGEST_FLOAT = 3.4028234663852886e38

/** The first values outside the ranges of formats, which show the change. Doubles must be able to hold them. */
const valuesBeyond = (formats: readonly string[]): readonly number[] =>
  formats.flatMap(format => {
    const [least = 0, most = 0] = NUMBER_FORMATS.get(format) ?? []
    return Number.isSafeInteger(most) ? [most + 1, least - 1] : []
  })

/**
 * Whether a format restricts values in a way that isn't known. Bytes and passwords are text of any kind.
 */
const isUnknownFormat = (format: string): boolean =>
  !isKnownFormat(format) && !NUMBER_FORMATS.has(format) && !UNRESTRICTED_FORMATS.has(format)

/** Formats that accept any value of their type. */
const UNRESTRICTED_FORMATS: ReadonlySet<string> = new Set(['password', 'binary', 'byte', 'float', 'double'])

/** Whether numbers that may take eight bytes must now fit into four. */
const isNarrowedToFloat = (sub: readonly string[], sup: readonly string[]): boolean =>
  sup.includes('float') && sub.every(format => format === 'double')

/** Proves that numbers fit into four bytes. Those without a format aren't known to be larger, and what a service returns is as it was. */
function proveFloatRange(context: SchemaDiffContext, side: Direction): Proof {
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
function requiresBase64(context: SchemaDiffContext, side: Direction): boolean {
  const {sub, sup} = containmentSidesOf(context, side)
  return isBase64(sup) && !isBase64(sub)
}

/** Proves whether all texts of the contained side are Base64 anyway. */
const proveBase64 = (context: SchemaDiffContext, side: Direction): Proof =>
  createDemandProof(context, [], {
    scalar: true,
    demands: sup => [createSchemaAt(sup.node, {pattern: BASE64_PATTERN})],
    candidates: sub => [...NOT_BASE64, context.sampler.sample(sub.node, side)]
  })(side)

import {
  explainInvalidKeyword,
  findInvalidKeywords,
  isInvalidKeyword,
  kindOfKeyword
} from '@tenure/json-schema/invalid-keywords'
import {canonicalText} from '@tenure/json-schema/json'
import {KEYWORDS} from '@tenure/json-schema/keywords'
import type {OpenapiKind} from '../../kinds/kinds.ts'
import {type FlatSchema, type KeywordValue, keywordValues} from '../flatten/flatten.ts'
import {keepsProof} from '../proof/proofs.ts'
import {
  containmentSidesOf,
  createDemandProof,
  locateKeywordOnBoth,
  type SchemaDiffContext,
  type SchemaFact
} from '../schema-diff-context.ts'

/** The kinds of change of keywords that have kinds of their own. */
const OWN_KINDS: Readonly<Record<string, readonly OpenapiKind[]>> = {
  nullable: ['null-allowed', 'null-refused'],
  'x-nullable': ['null-allowed', 'null-refused'],
  enum: ['value-added', 'value-removed'],
  required: ['field-required', 'field-optional']
}

/**
 * Compares keywords with an invalid value on either side, such as a `maxLength` that is a text. Their effect isn't
 * known, so their changes are undetermined. Returns whether a fact is about one of these keywords, because other
 * comparisons ignore invalid values.
 */
export function compareInvalidKeywords(context: SchemaDiffContext): (fact: SchemaFact) => boolean {
  const {older, newer, changedReferences} = context
  const keywords = [...new Set([older, newer].flatMap(({members}) => members.flatMap(findInvalidKeywords)))]
  for (const keyword of keywords) {
    const [olds, news] = [older, newer].map(flat => keywordValues(flat, keyword)) as [KeywordValue[], KeywordValue[]]
    const [was, is] = [olds, news].map(all => all.map(({value}) => value)) as [unknown[], unknown[]]
    const isSame =
      canonicalText(was) === canonicalText(is) &&
      olds.every(({node, value}, at) => changedReferences.isUnchangedInside(value, node, news[at]?.node ?? node))
    // The flag of a bound is valid in one version of JSON Schema, and invalid in another.
    const isFlag = keyword.startsWith('exclusive') && isInvalid(older, keyword) !== isInvalid(newer, keyword)
    if (isSame && !isFlag) continue
    // A flag affects the bound of the same schema.
    const proveDemands = createDemandProof(context, [keyword, boundOf(keyword)])
    context.report({
      kind: 'constraint-changed',
      about: keyword,
      ...locateKeywordOnBoth(context, keyword),
      was: briefOf(was),
      is: briefOf(is),
      prove: side => {
        const {sub, sup} = containmentSidesOf(context, side)
        // The bound is the same, and it's met whether the flag has an effect or not.
        if (isSame && isInvalid(sup, keyword)) return keepsProof()
        // A keyword that allows null counts on the side whose values it may add.
        const isWider = kindOfKeyword(keyword) === 'null' && isInvalid(sub, keyword)
        const isOpen = isWider || isInvalid(sup, keyword) || !KEYWORDS.has(keyword)
        return isOpen ? {is: 'undetermined', why: explainInvalidKeyword(keyword)} : proveDemands(side)
      }
    })
  }
  return ({kind, about, was, is}) =>
    keywords.some(
      keyword => about === keyword || OWN_KINDS[keyword]?.includes(kind) || (was === is && boundOf(keyword) === about)
    )
}

const boundOf = (keyword: string): string => keyword.replace('exclusiveM', 'm')

const isInvalid = ({members}: FlatSchema, keyword: string): boolean =>
  members.some(node => isInvalidKeyword(node, keyword))

const briefOf = (values: readonly unknown[]): unknown =>
  [values.length === 1 ? values[0] : values].find(value => values.length > 0 && isBriefValue(value))

const MAX_VALUES = 40
const MAX_LENGTH = 200

/**
 * Whether a value is short enough to be shown in full. It isn't serialized to find out, because YAML aliases can expand
 * without bound.
 */
export function isBriefValue(value: unknown): boolean {
  const open = [value]
  let length = 0
  for (let count = 0; open.length > 0; count++) {
    if (count > MAX_VALUES || length > MAX_LENGTH) return false
    const next = open.pop()
    if (typeof next === 'string') length += next.length
    if (typeof next !== 'object' || next === null) continue
    for (const [key, inner] of Object.entries(next)) {
      length += key.length
      open.push(inner)
    }
  }
  return length <= MAX_LENGTH
}

import type {ChangeKind} from '../../model/api/change.ts'
import {isUnreadable, unreadableIn, whyUnread} from '../../schema/invalid-keywords.ts'
import {keyOf} from '../../schema/json.ts'
import {type Flat, said} from '../flatten/flatten.ts'
import {keeps} from '../proof/proofs.ts'
import {ask, type Desk, type Fact, sidesOf, spotsOf} from '../schema-diff-context.ts'
import {isShort} from './brief-values.ts'

/** The kinds of change of keywords that have kinds of their own. */
const OWN_KINDS: Readonly<Record<string, readonly ChangeKind[]>> = {
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
export function compareUnreadable(context: Desk): (fact: Fact) => boolean {
  const {older, newer} = context
  const keywords = [...new Set([older, newer].flatMap(({members}) => members.flatMap(unreadableIn)))]
  for (const keyword of keywords) {
    const [was, is] = [older, newer].map(flat => said(flat, keyword).map(({value}) => value)) as [unknown[], unknown[]]
    const isSame = keyOf(was) === keyOf(is)
    // The flag of a bound is valid in one version of JSON Schema, and invalid in another.
    const isFlag = keyword.startsWith('exclusive') && isInvalid(older, keyword) !== isInvalid(newer, keyword)
    if (isSame && !isFlag) continue
    // A flag affects the bound beside it.
    const proveDemands = ask(context, [keyword, boundOf(keyword)])
    context.tell({
      kind: 'constraint-changed',
      about: keyword,
      ...spotsOf(context, keyword),
      was: briefOf(was),
      is: briefOf(is),
      prove: side => {
        const {sup} = sidesOf(context, side)
        // The bound is the same, and it's met whether the flag has an effect or not.
        if (isSame && isInvalid(sup, keyword)) return keeps()
        return isInvalid(sup, keyword) ? {is: 'undetermined', why: whyUnread(keyword)} : proveDemands(side)
      }
    })
  }
  return ({kind, about, was, is}) =>
    keywords.some(
      keyword => about === keyword || OWN_KINDS[keyword]?.includes(kind) || (was === is && boundOf(keyword) === about)
    )
}

const boundOf = (keyword: string): string => keyword.replace('exclusiveM', 'm')

const isInvalid = ({members}: Flat, keyword: string): boolean => members.some(node => isUnreadable(node, keyword))

const briefOf = (values: readonly unknown[]): unknown =>
  [values.length === 1 ? values[0] : values].find(value => values.length > 0 && isShort(value))

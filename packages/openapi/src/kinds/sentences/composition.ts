import type {Change} from '@tenure/core/model/api/change'
import {UNKNOWN_SCHEMA} from '@tenure/core/model/json'
import {type ChangeSentence, statement, statementOn} from '@tenure/core/phrases/phrases'
import {sideOf, valueMention} from '@tenure/core/phrases/subject'
import {codePiece} from '@tenure/core/phrases/text-pieces'
import {valueChangePieces, valuePiece} from '@tenure/core/phrases/values'

/** Sentence for alternatives that are combined in another way, or for a schema that can't be read. */
export function compositionSentence(change: Change): ChangeSentence {
  const {old, new: fresh, about: keyword} = change
  const about = valueMention(change)
  if (keyword === '$ref') return lostReferenceSentence(change)
  if (typeof old === 'string') return statementOn('the alternatives of ', about, ...valueChangePieces(change))
  if (typeof fresh === 'number') return statement(about, ` is now one of ${fresh} alternatives`)
  if (typeof old === 'number') return statement(about, ` is no longer one of ${old} alternatives`)
  const side = sideOf(change)
  if (side && keyword !== undefined && change.proofs[side]?.is === 'keeps')
    return statement(
      about,
      side === 'request' ? ' accepts more values' : ' has fewer values',
      ' than before (',
      codePiece(keyword),
      ')'
    )
  if (keyword === 'oneOf') return statementOn('the values that match exactly one alternative of ', about, ' changed')
  if (keyword === 'anyOf' || keyword === undefined)
    return statementOn('the combination of the alternatives of ', about, ' changed')
  return statementOn('the combination of keywords of ', about, ' changed (', codePiece(keyword), ')')
}

/** Sentence for a reference that leads nowhere in one description or in both, by which values it hides. */
function lostReferenceSentence(change: Change): ChangeSentence {
  const {old, new: fresh} = change
  const about = valueMention(change)
  if (old === undefined && fresh === undefined) return statement(about, " refers to a schema that can't be found")
  const isBoth = old !== undefined && fresh !== undefined
  const names = isBoth && old !== fresh ? [valuePiece(old), ' and ', valuePiece(fresh)] : [valuePiece(fresh ?? old)]
  const age = fresh === undefined ? 'older' : 'newer'
  const whose = isBoth ? 'both descriptions refer' : `the ${age} description refers`
  const lacks = isBoth ? "a schema that they don't have" : "a schema that it doesn't have"
  const isCode = old === UNKNOWN_SCHEMA || fresh === UNKNOWN_SCHEMA
  return statementOn(
    isBoth ? 'whether ' : 'what ',
    about,
    isBoth ? ' changed' : fresh === undefined ? ' allowed' : ' allows',
    " isn't known, because ",
    ...(isCode
      ? [`the ${isBoth ? '' : `${age} `}code computes its schema or doesn't state it`]
      : [`${whose} to ${lacks} (`, ...names, ')'])
  )
}

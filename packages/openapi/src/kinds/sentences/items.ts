import type {Change} from '@tenure/core/model/api/change'
import {type ChangeSentence, statementOn} from '@tenure/core/phrases/phrases'
import {sideOf, valueMention} from '@tenure/core/phrases/subject'
import {codePiece, joinPieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {alternativesPieces, truncate} from '@tenure/core/phrases/values'

const PLURALS: Readonly<Record<string, string>> = {
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  boolean: 'booleans',
  object: 'objects',
  array: 'arrays'
}

/** Sentence for a list whose items had no schema, or have none any more: items of `Loan.notes` must now be strings. */
export function itemsSentence(change: Change): ChangeSentence {
  const {kind, old, new: fresh, at, component} = change
  const isSent = sideOf(change) === 'response'
  // In a component, a schema that was added is located at the items, and one that was removed at the list.
  const list = component !== undefined && kind === 'constraint-tightened' ? at.replace(/\[\]$/, '') : at
  const about = valueMention({...change, at: list})
  if (kind === 'constraint-loosened') {
    const more = old === undefined ? [] : [', not only ', ...itemPieces(old)]
    return statementOn('items of ', about, ' can now be anything', ...more)
  }
  if (fresh === undefined)
    return statementOn('items of ', about, isSent ? ' now have a schema' : ' must now match a schema')
  return statementOn('items of ', about, isSent ? ' are now ' : ' must now be ', ...itemPieces(fresh))
}

/** What a schema allows, as a noun in the plural: strings, `Note`, `a` or `b`. */
function itemPieces(schema: unknown): TextPiece[] {
  if (typeof schema !== 'object' || schema === null) return ['values of a certain form']
  const {type, enum: values, format, $ref: reference, items: _, ...others} = schema as Readonly<Record<string, unknown>>
  if (typeof reference === 'string') return [codePiece(truncate(reference.split('/').at(-1) ?? reference))]
  if (Array.isArray(values)) return alternativesPieces(values)
  const types = [type].flat().filter(each => each !== undefined)
  if (types.length === 0) return ['values of a certain form']
  const nouns = types.map((each): TextPiece[] => [PLURALS[String(each)] ?? codePiece(String(each))])
  const hasMore = Object.keys(others).length > 0 || (format !== undefined && typeof format !== 'string')
  return [
    ...joinPieces(nouns, 'or'),
    ...(typeof format === 'string' ? [' with the format ', codePiece(truncate(format))] : []),
    ...(hasMore ? [`${typeof format === 'string' ? ' and' : ' with'} further constraints`] : [])
  ]
}

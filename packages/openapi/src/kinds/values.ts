import {BREAKING, COMPATIBLE, LOOSER, REVIEW, TIGHTER} from '@tenure/core/languages/effects-by-side'
import {atSwitch, beforeSwitch, type KindOfChange} from '@tenure/core/languages/language'
import {changedValueOf, changedValuePiece} from '@tenure/core/languages/value-sentence'
import type {Change} from '@tenure/core/model/api/change'
import {
  type ChangePhrase,
  changedNamePiece,
  plainTextOf,
  statement,
  statementOn,
  valueChangePhrase,
  valuePhrase
} from '@tenure/core/phrases/phrases'
import {ownerMention, sideOf, valueMention} from '@tenure/core/phrases/subject'
import {codePiece} from '@tenure/core/phrases/text-pieces'
import {alternativesPieces, toJsonText, valueChangePieces, valuePiece} from '@tenure/core/phrases/values'
import {constraintSentence, isNewlyDocumented} from './sentences/bounds.ts'

/** Whether no type is allowed, as in the schema `false`. */
const allowsNoType = (types: unknown): boolean => Array.isArray(types) && types.length === 0

const formatPhrase: ChangePhrase = change => {
  const {about, old, new: fresh} = change
  if (about !== undefined && about !== 'format')
    return statementOn(['the ', codePiece(about), ' of '], valueMention(change), ...valueChangePieces(change))
  if (old === undefined && fresh !== undefined)
    return statement(valueMention(change), ' now has the format ', valuePiece(fresh))
  if (old !== undefined && fresh === undefined)
    return statement(valueMention(change), ' no longer has the format ', valuePiece(old))
  return valueChangePhrase('format')(change)
}

/** Whether `nullable` was added where it has no effect. */
const isUnreadNull = ({about, new: fresh}: Change): boolean => about?.endsWith('nullable') === true && fresh === true

/** Whether a query parameter of one value became a list that still accepts it. */
const isNowRepeatable = ({at, old, new: fresh, reaches, proofs: {request}}: Change): boolean =>
  at === '' &&
  String(fresh) === 'array' &&
  old !== undefined &&
  request?.is === 'keeps' &&
  reaches.every(({part}) => part?.startsWith('query parameter '))

/** Kinds of change of the values that a schema accepts: types, formats, enumerations, limits, and the like. */
export const VALUE_KINDS = {
  'type-changed': {
    effects: BREAKING,
    proof: 'always',
    includes: ['items'],
    isInside: true,
    sentence: change => {
      const {old, new: fresh} = change
      const about = valueMention(change)
      if (fresh !== undefined && toJsonText(old) === toJsonText(fresh))
        return statement(about, ' declares its type in another place (', ...alternativesPieces(fresh), ')')
      if (allowsNoType(fresh)) return statement(about, ' no longer allows any value')
      if (allowsNoType(old)) {
        const types = fresh === undefined ? [' can now have any value'] : [' can now be ', ...alternativesPieces(fresh)]
        return statement(about, ...types, ' (previously no value)')
      }
      if (old !== undefined && fresh === undefined)
        return statementOn('the type of ', about, ' is no longer specified (was ', ...alternativesPieces(old), ')')
      if (isNowRepeatable(change)) return statement(about, ' now accepts several values')
      const open = old === undefined && fresh !== undefined ? [' (previously any)'] : []
      return statementOn('the type of ', about, ...valueChangePieces(change), ...open)
    },
    advice: {request: atSwitch('Send the new type.'), response: atSwitch('Read the new type.')}
  },
  'null-allowed': {
    effects: LOOSER,
    needs: 'side',
    wider: 'constraint-loosened',
    proof: 'always',
    harmlessOn: 'request',
    opposite: 'null-refused',
    isInside: true,
    counted: ['value that can now be `null`', 'values that can now be `null`'],
    sentence: change =>
      statement(
        valueMention(change),
        sideOf(change) === 'request' ? ' now accepts ' : ' can now be ',
        codePiece('null')
      ),
    advice: {response: beforeSwitch('Handle `null`.')}
  },
  'null-refused': {
    effects: TIGHTER,
    needs: 'side',
    wider: 'constraint-tightened',
    proof: 'always',
    harmlessOn: 'response',
    isInside: true,
    counted: ['value that can no longer be `null`', 'values that can no longer be `null`'],
    sentence: change =>
      statement(
        valueMention(change),
        sideOf(change) === 'request' ? ' no longer accepts ' : ' can no longer be ',
        codePiece('null')
      ),
    advice: {request: beforeSwitch("Don't send `null`.")}
  },
  'format-changed': {
    effects: BREAKING,
    proof: 'always',
    isInside: true,
    sentence: formatPhrase,
    advice: {request: atSwitch('Send the new format.'), response: atSwitch('Read the new format.')}
  },
  'opaque-format-changed': {
    effects: REVIEW,
    isInside: true,
    sentence: valuePhrase(' has another format, but the same type'),
    advice: {request: atSwitch('Send the new format.'), response: atSwitch('Read the new format.')}
  },
  'default-added': {
    effects: COMPATIBLE,
    isInside: true,
    sentence: change =>
      changedValueOf(change) === undefined
        ? statement(valueMention(change), ' now has a default')
        : statement(valueMention(change), ' now defaults to ', changedValuePiece(change))
  },
  'default-changed': {
    effects: {request: 'breaking', response: 'review'},
    proof: 'sometimes',
    isInside: true,
    sentence: change => {
      const about =
        change.reaches[0]?.part === 'servers'
          ? {
              ...ownerMention(change),
              noun: 'the server variable ',
              name: plainTextOf(changedNamePiece(change) ?? ''),
              link: [' of ']
            }
          : valueMention(change)
      if (change.old !== undefined && change.new === undefined)
        return statement(about, ' no longer defaults to ', valuePiece(change.old))
      return statementOn('the default of ', about, ...valueChangePieces(change))
    },
    advice: {
      request: beforeSwitch('Send the value that you rely on.'),
      response: beforeSwitch("Don't rely on the default.")
    }
  },
  'constraint-tightened': {
    effects: TIGHTER,
    isNaming: true,
    proof: 'always',
    harmlessOn: 'response',
    isInside: true,
    sentence: constraintSentence,
    advice: {request: beforeSwitch('Send only values that fit the new schema.')}
  },
  'constraint-loosened': {
    effects: LOOSER,
    isNaming: true,
    proof: 'always',
    harmlessOn: 'request',
    // Any value in place of those of a list is a new value.
    isAlso: ({about}, side) => (about === 'enum' && side === 'response' ? 'value-added' : undefined),
    isInside: true,
    sentence: constraintSentence,
    advice: {response: beforeSwitch('Handle values that the old schema excluded.')}
  },
  'constraint-changed': {
    effects: BREAKING,
    isNaming: true,
    proof: 'always',
    isNewlyDocumented,
    isInside: true,
    sentence: constraintSentence,
    advice: {
      request: atSwitch('Send only values that fit the new schema.'),
      response: atSwitch('Handle values of the new schema.')
    },
    adviseOn: (change, side) =>
      side === 'response' && isUnreadNull(change)
        ? beforeSwitch('Handle `null`: some tools allow it there anyway.')
        : undefined
  },
  'order-changed': {
    effects: {response: 'compatible'},
    sentence: change => statementOn('the order of items in ', valueMention(change), ' changed')
  }
} as const satisfies Record<string, KindOfChange>

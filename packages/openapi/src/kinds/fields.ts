import {BREAKING, COMPATIBLE, LOOSER, REVIEW, TIGHTER} from '@tenure/core/languages/effects-by-side'
import {atSwitch, beforeSwitch, type KindOfChange, onBothSides} from '@tenure/core/languages/language'
import type {Change} from '@tenure/core/model/api/change'
import {UNKNOWN_SCHEMA} from '@tenure/core/model/json'
import {type ChangeSentence, changedNamePiece, phraseBySide, statement, statementOn} from '@tenure/core/phrases/phrases'
import {fieldMention, sideOf, valueMention} from '@tenure/core/phrases/subject'
import {codePiece, joinPieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {listPieces, valueChangePieces, valuePiece} from '@tenure/core/phrases/values'
import {alternativePieces} from './sentences/responses.ts'

const ACCESS: Readonly<Record<string, string>> = {
  readOnly: ' is now read-only',
  writeOnly: ' is now write-only',
  'both ways': ' can now be read and written'
}

/** Whether a read-only field must now be sent: requests without it were valid before. */
const isNewlyRequired = ({old, proofs}: Change): boolean =>
  old === 'readOnly' && proofs.request !== undefined && proofs.request.is !== 'keeps'

const SEND_NEW_FIELD = atSwitch('Send the new field{s}.')
const ANOTHER_SCHEMA = {
  request: atSwitch('Send only values that fit the new schema.'),
  response: atSwitch('Handle values of the new schema.')
}

/** Kinds of change of fields, objects, and compositions such as `oneOf`. */
export const FIELD_KINDS = {
  'field-access-changed': {
    effects: BREAKING,
    isAboutName: true,
    needs: 'field',
    proof: 'always',
    // A field that becomes write-only is removed from responses, and one that becomes read-only from requests, whatever
    // else the object allows. A read-only field that must now be sent is a new required field of the request.
    countsAs: (change, side) => {
      if (side === 'request' && isNewlyRequired(change)) return 'required-field-added'
      return change.new === (side === 'response' ? 'writeOnly' : 'readOnly') ? 'field-removed' : undefined
    },
    isInside: true,
    counted: ['change of read or write access', 'changes of read or write access'],
    sentence: change =>
      statement(
        fieldMention(change),
        ACCESS[String(change.new)] ?? ' can be read or written in other places than before',
        ...(isNewlyRequired(change) ? [' and is required'] : [])
      ),
    advice: {
      request: atSwitch('Stop sending the field{s}.'),
      response: beforeSwitch('Stop reading the field{s}.')
    },
    adviseOn: (change, side) => (side === 'request' && isNewlyRequired(change) ? SEND_NEW_FIELD : undefined)
  },
  'field-writable-added': {
    effects: {response: 'compatible'},
    needs: 'field',
    isInside: true,
    counted: ['newly writable field', 'newly writable fields'],
    sentence: change => statement(fieldMention(change), ' can now also be written')
  },
  'object-closed': {
    effects: TIGHTER,
    wider: 'constraint-tightened',
    proof: 'always',
    harmlessOn: 'response',
    opposite: 'object-opened',
    isInside: true,
    counted: ['object that rejects undocumented fields', 'objects that reject undocumented fields'],
    sentence: phraseBySide(valueMention, {
      request: ' no longer accepts undocumented fields',
      response: ' no longer contains undocumented fields',
      both: ' no longer allows undocumented fields'
    }),
    advice: {request: beforeSwitch('Send only documented fields.')}
  },
  'object-opened': {
    effects: COMPATIBLE,
    addsFields: true,
    wider: 'constraint-loosened',
    proof: 'always',
    harmlessOn: 'request',
    isInside: true,
    counted: ['object that allows undocumented fields', 'objects that allow undocumented fields'],
    sentence: phraseBySide(valueMention, {
      request: ' now accepts undocumented fields',
      response: ' can now contain undocumented fields',
      both: ' now allows undocumented fields'
    })
  },
  'alternative-added': {
    effects: LOOSER,
    adds: 'part',
    isNaming: true,
    wider: 'constraint-loosened',
    proof: 'always',
    harmlessOn: 'request',
    opposite: 'alternative-removed',
    isInside: true,
    sentence: change =>
      statement(
        valueMention(change),
        sideOf(change) === 'request' ? ' now also accepts ' : ' can now also be ',
        ...alternativePieces(changedNamePiece(change), 'another alternative')
      ),
    advice: {response: beforeSwitch('Handle the new alternative{s}.')}
  },
  'alternative-removed': {
    effects: TIGHTER,
    isNaming: true,
    wider: 'constraint-tightened',
    proof: 'always',
    harmlessOn: 'response',
    isInside: true,
    sentence: change =>
      statement(
        valueMention(change),
        sideOf(change) === 'request' ? ' no longer accepts ' : ' can no longer be ',
        ...alternativePieces(changedNamePiece(change), 'one of its alternatives')
      ),
    advice: {request: beforeSwitch('Send another alternative.')}
  },
  'composition-changed': {
    effects: BREAKING,
    proof: 'always',
    isInside: true,
    sentence: compositionSentence,
    advice: {
      request: atSwitch('Send values that fit the new alternatives.'),
      response: atSwitch('Handle the new alternatives.')
    },
    // If alternatives were removed, clients have nothing new to handle, so the advice is that for a changed schema.
    adviseOn: ({old, new: fresh}, side) => {
      if (old !== undefined && typeof old !== 'string' && fresh === undefined) return ANOTHER_SCHEMA[side]
      return Array.isArray(fresh) && side === 'request' ? beforeSwitch('Always send what is required.') : undefined
    }
  },
  'discriminator-changed': {
    effects: REVIEW,
    isNaming: true,
    // Alternatives may be distinguishable without it.
    proof: 'sometimes',
    isInside: true,
    sentence: change => {
      const about = valueMention(change)
      if (change.about === 'mapping')
        return statementOn('the discriminator mapping of ', about, ' changed', ...mappingPieces(change))
      return statementOn('the discriminator of ', about, ...valueChangePieces(change))
    },
    advice: onBothSides(atSwitch('Use the new discriminator.')),
    adviseOn: ({about}) => (about === 'mapping' ? atSwitch('Use the new values of the discriminator.') : undefined)
  }
} as const satisfies Record<string, KindOfChange>

/** The values that a discriminator mapping gained and lost, as far as known. */
function mappingPieces({old, new: fresh}: Change): TextPiece[] {
  const parts = [
    ['added ', fresh],
    ['removed ', old]
  ].flatMap(([verb, values]): TextPiece[][] =>
    Array.isArray(values) ? [[String(verb), ...listPieces(values, 'and', MOST_REQUIREMENTS)]] : []
  )
  return parts.flatMap((pieces, at) => [at === 0 ? ': ' : '; ', ...pieces])
}

/** Sentence for alternatives that are combined in another way, or for a schema that can't be read. */
function compositionSentence(change: Change): ChangeSentence {
  const {old, new: fresh, about: keyword} = change
  const about = valueMention(change)
  if (keyword === '$ref') return lostReferenceSentence(change)
  if (typeof old === 'string') return statementOn('the alternatives of ', about, ...valueChangePieces(change))
  const [was, is] = [old, fresh].map(each => requirementPieces(each, keyword))
  const isSent = sideOf(change) === 'response'
  if (is) return statement(about, isSent ? ' now always has ' : ' now requires ', ...is)
  if (was) return statement(about, isSent ? ' no longer always has ' : ' no longer requires ', ...was)
  if (Array.isArray(fresh)) return statement(about, ` is now one of ${fresh.length} alternatives`)
  if (Array.isArray(old)) return statement(about, ` is no longer one of ${old.length} alternatives`)
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

/** Alternatives that only require fields: `body` or `reaction`. `undefined` for others, and for long lists. */
function requirementPieces(required: unknown, keyword: string | undefined): TextPiece[] | undefined {
  if (!Array.isArray(required) || required.length > MOST_REQUIREMENTS) return undefined
  const items = required.map(names =>
    joinPieces(
      [names].flat().map(name => [valuePiece(name)]),
      'and'
    )
  )
  if (items.every(({length}) => length === 1))
    return keyword === 'oneOf' ? ['exactly one of ', ...joinPieces(items, 'and')] : joinPieces(items, 'or')
  return keyword === 'oneOf' || items.length > 2 ? undefined : [...(items[0] ?? []), ', or ', ...(items[1] ?? [])]
}

/** Maximum number of names in a sentence. */
const MOST_REQUIREMENTS = 6

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

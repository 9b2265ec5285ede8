import {BREAKING, COMPATIBLE, LOOSER, REVIEW, TIGHTER} from '@tenure/core/languages/effects-by-side'
import {atSwitch, beforeSwitch, type KindOfChange} from '@tenure/core/languages/language'
import type {Change} from '@tenure/core/model/api/change'
import {changedNamePiece, phraseBySide, statement, statementOn} from '@tenure/core/phrases/phrases'
import {fieldMention, sideOf, valueMention} from '@tenure/core/phrases/subject'
import {valueChangePieces} from '@tenure/core/phrases/values'
import {compositionSentence} from './sentences/composition.ts'
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
    opposite: 'object-closed',
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
    opposite: 'alternative-added',
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
    adviseOn: ({old, new: fresh}, side) =>
      typeof old === 'number' && fresh === undefined ? ANOTHER_SCHEMA[side] : undefined
  },
  'discriminator-changed': {
    effects: REVIEW,
    isNaming: true,
    // Alternatives may be distinguishable without it.
    proof: 'sometimes',
    isInside: true,
    sentence: change => {
      const about = valueMention(change)
      if (change.about === 'mapping') return statementOn('the discriminator mapping of ', about, ' changed')
      return statementOn('the discriminator of ', about, ...valueChangePieces(change))
    },
    advice: {
      request: atSwitch('Use the new discriminator.'),
      response: atSwitch('Use the new discriminator.')
    }
  }
} as const satisfies Record<string, KindOfChange>

import {type Change, MAP_FIELDS} from '../model/api/change.ts'
import {isPrefix} from '../model/subject/subject.ts'
import {parseDateRange} from '../model/time/date-range.ts'
import {
  addedPhrase,
  type ChangeSentence,
  parameterMention,
  phraseBySide,
  removedPhrase,
  statement,
  statementOn,
  valueChangePhrase,
  valuePhrase,
  withAdjective
} from '../phrases/phrases.ts'
import {fieldMention, ownerMention, sideOf, valueMention} from '../phrases/subject.ts'
import type {TextPiece} from '../phrases/text-pieces.ts'
import {fromToPieces, valueChangePieces, valuePiece} from '../phrases/values.ts'
import {documentationSentence} from './documentation-sentence.ts'
import {BREAKING, COMPATIBLE, LOOSER, REVIEW, TIGHTER} from './effects-by-side.ts'
import {atSwitch, beforeSwitch, type KindOfChange} from './language.ts'
import {enumSentence} from './value-sentence.ts'

/** An added field: required, optional, or always present. */
function addedField(change: Change, isRequired: boolean): ChangeSentence {
  const about = fieldMention(change)
  const side = sideOf(change)
  if (side === 'response') return addedPhrase(about, ...(isRequired ? [' (always present)'] : []))
  const adjective = isRequired ? 'required' : side === 'request' ? 'optional' : undefined
  // A mention such as `each item of loans` has no place for an adjective.
  if (adjective === undefined || about.noun !== '') return addedPhrase(about, ...(isRequired ? [' (required)'] : []))
  return addedPhrase({...about, noun: `the ${adjective} field `})
}

const addedParameter = (change: Change, isRequired: boolean): ChangeSentence => {
  const about = parameterMention(change)
  if (sideOf(change) === 'response') return addedPhrase(about, ...(isRequired ? [' (always sent)'] : []))
  return addedPhrase(withAdjective(about, isRequired ? 'required' : 'optional'))
}

/**
 * The kinds of change that every language can report, such as that an operation was added, removed, renamed, or
 * deprecated.
 */
export const COMMON_KINDS = {
  'operation-added': {
    effects: {request: 'compatible'},
    event: 'introduced',
    adds: 'target',
    sentence: change => addedPhrase(ownerMention(change))
  },
  'operation-removed': {
    effects: {request: 'breaking'},
    event: 'removed',
    sentence: change => removedPhrase(ownerMention(change))
  },
  'parameter-added': {
    effects: COMPATIBLE,
    event: 'introduced',
    adds: 'part',
    sentence: change => addedParameter(change, false)
  },
  'required-parameter-added': {
    effects: TIGHTER,
    event: 'introduced',
    adds: 'part',
    isRequired: true,
    wider: 'parameter-required',
    sentence: change => addedParameter(change, true),
    advice: {request: atSwitch('Send the new parameter{s}.')}
  },
  'parameter-required': {
    effects: TIGHTER,
    opposite: 'parameter-optional',
    sentence: change =>
      statement(parameterMention(change), sideOf(change) === 'response' ? ' is now always sent' : ' is now required'),
    advice: {request: beforeSwitch('Always send the parameter{s}.')}
  },
  'parameter-optional': {
    effects: LOOSER,
    sentence: change =>
      statement(parameterMention(change), sideOf(change) === 'response' ? ' can now be missing' : ' is now optional'),
    advice: {response: beforeSwitch('Handle requests without the parameter{s}.')}
  },
  'parameter-removed': {
    effects: BREAKING,
    event: 'removed',
    sentence: change => removedPhrase(parameterMention(change), change.possibleName),
    advice: {
      request: atSwitch('Stop sending the removed parameter{s}.'),
      response: beforeSwitch('Stop reading the removed parameter{s}.')
    }
  },
  'field-added': {
    effects: COMPATIBLE,
    event: 'introduced',
    adds: 'part',
    addsFields: true,
    isAboutName: true,
    needs: 'field',
    isInside: true,
    sentence: change => addedField(change, false)
  },
  'required-field-added': {
    effects: TIGHTER,
    event: 'introduced',
    adds: 'part',
    isRequired: true,
    addsFields: true,
    isAboutName: true,
    needs: 'field',
    wider: 'field-required',
    proof: 'always',
    isInside: true,
    sentence: change => addedField(change, true),
    advice: {request: atSwitch('Send the new field{s}.')}
  },
  'field-required': {
    effects: TIGHTER,
    isAboutName: true,
    needs: 'field',
    proof: 'always',
    harmlessOn: 'response',
    opposite: 'field-optional',
    isInside: true,
    sentence: phraseBySide(fieldMention, {
      request: ' is now required',
      response: ' is now always present',
      both: ' is now required'
    }),
    advice: {request: beforeSwitch('Always send the field{s}.')}
  },
  'field-optional': {
    effects: LOOSER,
    isAboutName: true,
    needs: 'field',
    proof: 'always',
    harmlessOn: 'request',
    isInside: true,
    sentence: phraseBySide(fieldMention, {
      request: ' is now optional',
      response: ' can now be missing',
      both: ' is now optional'
    }),
    advice: {response: beforeSwitch('Handle responses without the field{s}.')}
  },
  'field-removed': {
    effects: BREAKING,
    event: 'removed',
    isAboutName: true,
    needs: 'field',
    isInside: true,
    sentence: change => {
      if (change.about === MAP_FIELDS)
        return statement(
          valueMention({...change, at: change.at.replace(/\.?\{\}$/, '')}),
          ' no longer documents fields with other names'
        )
      return removedPhrase(fieldMention(change), change.possibleName)
    },
    advice: {
      request: atSwitch('Stop sending the removed field{s}.'),
      response: beforeSwitch('Stop reading the removed field{s}.')
    }
  },
  'header-added': {
    effects: COMPATIBLE,
    event: 'introduced',
    adds: 'part',
    isInside: true,
    sentence: change => addedPhrase(parameterMention(change, 'header'))
  },
  'header-removed': {
    effects: BREAKING,
    event: 'removed',
    isInside: true,
    sentence: change => removedPhrase(parameterMention(change, 'header')),
    advice: {
      request: atSwitch('Stop sending the removed header{s}.'),
      response: beforeSwitch('Stop reading the removed header{s}.')
    }
  },
  'value-added': {
    effects: {request: 'compatible', response: 'review'},
    event: 'introduced',
    adds: 'part',
    isNaming: true,
    proof: 'always',
    harmlessOn: 'request',
    isInside: true,
    sentence: change => enumSentence([change]),
    advice: {response: beforeSwitch('Handle the new value{s}.')}
  },
  'value-removed': {
    effects: TIGHTER,
    event: 'removed',
    isNaming: true,
    proof: 'always',
    harmlessOn: 'response',
    isInside: true,
    sentence: change => enumSentence([change]),
    advice: {request: beforeSwitch('Send another value.')}
  },
  renamed: {
    effects: BREAKING,
    isMove: true,
    isAboutName: true,
    needs: 'field',
    counted: ['rename', 'renames'],
    sentence: change => {
      const {old, new: fresh} = change
      if (old === undefined || fresh === undefined) return statement(fieldMention(change), ' was renamed')
      const about = fieldMention({...change, about: String(old), at: ''})
      return statement(about, ' was renamed to ', valuePiece(fresh))
    },
    advice: {request: atSwitch('Send the new name.'), response: atSwitch('Read the new name.')}
  },
  'base-path-changed': {
    effects: {request: 'review'},
    // The old URL may still be among the listed servers; then a comparison proves that the change is compatible.
    proof: 'sometimes',
    sentence: change => {
      const {target} = change.subject
      const isWhole = change.component === undefined && isPrefix(target) && target.path === ''
      if (isWhole) return statement({noun: '', link: [], owner: ['the base path']}, ...valueChangePieces(change))
      return statementOn('the base path of ', ownerMention(change), ...valueChangePieces(change))
    }
  },
  'behavior-changed': {effects: REVIEW, sentence: valuePhrase(' behaves differently')},
  deprecated: {
    effects: COMPATIBLE,
    event: 'deprecated',
    counted: ['deprecation', 'deprecations'],
    sentence: valuePhrase(' is now deprecated')
  },
  'deprecation-withdrawn': {effects: COMPATIBLE, event: 'withdrawn', sentence: valuePhrase(' is no longer deprecated')},
  'sunset-set': {
    effects: COMPATIBLE,
    event: 'rescheduled',
    counted: ['new sunset', 'new sunsets'],
    sentence: change =>
      change.new === undefined
        ? statement(valueMention(change), ' now has a sunset date')
        : valueChangePhrase('sunset date')(change)
  },
  'sunset-moved-later': {
    effects: COMPATIBLE,
    event: 'rescheduled',
    counted: ['postponed sunset', 'postponed sunsets'],
    sentence: change => statementOn('the sunset date of ', valueMention(change), ...movedPieces(change, ' moved later'))
  },
  'sunset-moved-earlier': {
    effects: REVIEW,
    event: 'rescheduled',
    counted: ['earlier sunset', 'earlier sunsets'],
    sentence: change =>
      areDates(change)
        ? statementOn('the sunset date of ', valueMention(change), ...movedPieces(change, ' moved earlier'))
        : valueChangePhrase('sunset date')(change)
  },
  'sunset-dropped': {
    effects: REVIEW,
    event: 'rescheduled',
    sentence: change =>
      statement(
        valueMention(change),
        ' no longer has a sunset date',
        ...(change.old === undefined ? [] : [' (was ', valuePiece(change.old), ')'])
      )
  },
  'stability-changed': {effects: REVIEW, sentence: valueChangePhrase('stability')},
  'replacement-changed': {effects: COMPATIBLE, sentence: valueChangePhrase('replacement')},
  'documentation-changed': {effects: COMPATIBLE, isNaming: true, sentence: documentationSentence}
} as const satisfies Record<string, KindOfChange>

export type CommonKind = keyof typeof COMMON_KINDS

/** Whether both values, if known, are dates. Only dates can be called earlier or later. */
const areDates = ({old, new: fresh}: Change): boolean =>
  [old, fresh].every(each => each === undefined || parseDateRange(String(each)) !== undefined)

const movedPieces = ({old, new: fresh}: Change, words: string): TextPiece[] =>
  old === undefined || fresh === undefined ? [words] : [`${words},`, ...fromToPieces(old, fresh)]

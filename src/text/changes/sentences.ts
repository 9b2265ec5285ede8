import {type Change, type ChangeKind, countChanges, isNewlyRequired, MAP_FIELDS} from '../../model/api/change.ts'
import {type Direction, isPrefix} from '../../model/subject/subject.ts'
import {parseDateRange} from '../../model/time/date-range.ts'
import {codePiece, type TextPiece} from '../text-pieces.ts'
import {constraintSentence} from './bounds.ts'
import {compositionSentence} from './composition.ts'
import {documentationSentence} from './documentation.ts'
import {
  addedPhrase,
  allowsNoType,
  type ChangePhrase,
  type ChangeSentence,
  changedNamePiece,
  formatPhrase,
  ownerPhrase,
  parameterMention,
  phraseBySide,
  removedPhrase,
  sentencePieces,
  serializationPhrase,
  statement,
  statementOn,
  valueChangePhrase,
  valuePhrase,
  withAdjective
} from './phrases.ts'
import {alternativePieces, mediaTypePhrase, statusPhrase} from './responses.ts'
import {changedSecurityPhrase, looserSecurityPhrase, stricterSecurityPhrase} from './security.ts'
import {fieldMention, isOfWebhook, type Mention, ownerMention, sideOf, valueMention} from './subject.ts'
import {alternativesPieces, fromToPieces, listPieces, toJsonText, valueChangePieces, valuePiece} from './values.ts'

const ACCESS: Readonly<Record<string, string>> = {
  readOnly: ' is now read-only',
  writeOnly: ' is now write-only',
  'both ways': ' can now be read and written'
}

/** A sentence about a body, with other words for webhooks and callbacks, which the service sends. */
const bodyPhrase =
  (called: string, sent: string): ChangePhrase =>
  change =>
    statement(ownerMention(change), sideOf(change) === 'response' ? sent : called)

const requestBodyMention = (change: Change): Mention => ({...ownerMention(change), link: ['the request body', ' of ']})

/** An added field: required, optional, or always present. */
function addedField(change: Change, isRequired: boolean): ChangeSentence {
  const about = fieldMention(change)
  const side = sideOf(change)
  if (side === 'response') return addedPhrase(about, ...(isRequired ? [' (always present)'] : []))
  const adjective = isRequired ? 'required' : side === 'request' ? 'optional' : undefined
  // `each item of` has no room for an adjective.
  if (adjective === undefined || about.noun !== '') return addedPhrase(about, ...(isRequired ? [' (required)'] : []))
  return addedPhrase({...about, noun: `the ${adjective} field `})
}

const addedParameter = (change: Change, isRequired: boolean): ChangeSentence => {
  const about = parameterMention(change)
  if (sideOf(change) === 'response') return addedPhrase(about, ...(isRequired ? [' (always sent)'] : []))
  return addedPhrase(withAdjective(about, isRequired ? 'required' : 'optional'))
}

const serverPhrase =
  (isAdded: boolean): ChangePhrase =>
  change => {
    const name = changedNamePiece(change)
    const owner = ownerMention(change)
    const about = name
      ? {...owner, noun: 'the server ', name: nameOf(name), link: [' of ']}
      : serverMention(owner, isAdded)
    return isAdded ? addedPhrase(about) : removedPhrase(about)
  }

const serverMention = (owner: Mention, isAdded: boolean): Mention => ({
  ...owner,
  noun: `a server ${isAdded ? 'to' : 'from'} `
})

const nameOf = (piece: TextPiece): string => (typeof piece === 'object' && 'code' in piece ? piece.code : String(piece))

/** Sentence of each kind of change, for release notes and reports. */
const WORDS = {
  'operation-added': change => addedPhrase(ownerMention(change)),
  'operation-removed': change => removedPhrase(ownerMention(change)),
  'operation-id-changed': change => {
    const {old, new: fresh} = change
    const about = ownerMention(change)
    const id = codePiece('operationId')
    if (old !== undefined && fresh === undefined)
      return statement(about, ' no longer has the ', id, ' ', valuePiece(old))
    if (old === undefined && fresh !== undefined) return statement(about, ' now has the ', id, ' ', valuePiece(fresh))
    return statementOn(['the ', id, ' of '], about, ...valueChangePieces(change))
  },
  'webhook-added': change => addedPhrase(ownerMention(change)),
  'webhook-removed': change => removedPhrase(ownerMention(change)),
  'parameter-added': change => addedParameter(change, false),
  'required-parameter-added': change => addedParameter(change, true),
  'parameter-required': change =>
    statement(parameterMention(change), sideOf(change) === 'response' ? ' is now always sent' : ' is now required'),
  'parameter-optional': change =>
    statement(parameterMention(change), sideOf(change) === 'response' ? ' can now be missing' : ' is now optional'),
  'parameter-removed': change => removedPhrase(parameterMention(change), change.possibleName),
  'body-added': bodyPhrase(' now accepts a request body', ' can now send a request body'),
  'required-body-added': bodyPhrase(' now requires a request body', ' now sends a request body'),
  'body-required': change =>
    statement(requestBodyMention(change), sideOf(change) === 'response' ? ' is now always sent' : ' is now required'),
  'body-optional': change =>
    statement(requestBodyMention(change), sideOf(change) === 'response' ? ' can now be missing' : ' is now optional'),
  'body-removed': bodyPhrase(' no longer accepts a request body', ' no longer sends a request body'),
  'field-added': change => addedField(change, false),
  'required-field-added': change => addedField(change, true),
  'field-required': phraseBySide(fieldMention, {
    request: ' is now required',
    response: ' is now always present',
    both: ' is now required'
  }),
  'field-optional': phraseBySide(fieldMention, {
    request: ' is now optional',
    response: ' can now be missing',
    both: ' is now optional'
  }),
  'field-removed': change => {
    if (change.about === MAP_FIELDS)
      return statement(
        valueMention({...change, at: change.at.replace(/\.?\{\}$/, '')}),
        ' no longer documents fields with other names'
      )
    return removedPhrase(fieldMention(change), change.possibleName)
  },
  'field-access-changed': change =>
    statement(
      fieldMention(change),
      ACCESS[String(change.new)] ?? ' can be read or written in other places than before',
      ...(isNewlyRequired(change) ? [' and is required'] : [])
    ),
  'field-writable-added': change => statement(fieldMention(change), ' can now also be written'),
  'header-added': change => addedPhrase(parameterMention(change, 'header')),
  'header-required': change => statement(parameterMention(change, 'header'), ' is now always sent'),
  'header-optional': change => statement(parameterMention(change, 'header'), ' can now be missing'),
  'header-removed': change => removedPhrase(parameterMention(change, 'header')),
  'value-added': change => enumSentence([change]),
  'value-removed': change => enumSentence([change]),
  'type-changed': change => {
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
    const open = old === undefined && fresh !== undefined ? [' (previously any)'] : []
    return statementOn('the type of ', about, ...valueChangePieces(change), ...open)
  },
  'null-allowed': change =>
    statement(valueMention(change), sideOf(change) === 'request' ? ' now accepts ' : ' can now be ', codePiece('null')),
  'null-refused': change =>
    statement(
      valueMention(change),
      sideOf(change) === 'request' ? ' no longer accepts ' : ' can no longer be ',
      codePiece('null')
    ),
  'format-changed': formatPhrase,
  'opaque-format-changed': valuePhrase(' has another format, but the same type'),
  'default-added': change =>
    shownValue(change) === undefined
      ? statement(valueMention(change), ' now has a default')
      : statement(valueMention(change), ' now defaults to ', enumValuePiece(change)),
  'default-changed': change => {
    const about =
      change.reaches[0]?.part === 'servers'
        ? {
            ...ownerMention(change),
            noun: 'the server variable ',
            name: nameOf(changedNamePiece(change) ?? ''),
            link: [' of ']
          }
        : valueMention(change)
    if (change.old !== undefined && change.new === undefined)
      return statement(about, ' no longer defaults to ', valuePiece(change.old))
    return statementOn('the default of ', about, ...valueChangePieces(change))
  },
  'constraint-tightened': constraintSentence,
  'constraint-loosened': constraintSentence,
  'constraint-changed': constraintSentence,
  'object-closed': phraseBySide(valueMention, {
    request: ' no longer accepts undocumented fields',
    response: ' no longer contains undocumented fields',
    both: ' no longer allows undocumented fields'
  }),
  'object-opened': phraseBySide(valueMention, {
    request: ' now accepts undocumented fields',
    response: ' can now contain undocumented fields',
    both: ' now allows undocumented fields'
  }),
  'alternative-added': change =>
    statement(
      valueMention(change),
      sideOf(change) === 'request' ? ' now also accepts ' : ' can now also be ',
      ...alternativePieces(changedNamePiece(change), 'another alternative')
    ),
  'alternative-removed': change =>
    statement(
      valueMention(change),
      sideOf(change) === 'request' ? ' no longer accepts ' : ' can no longer be ',
      ...alternativePieces(changedNamePiece(change), 'one of its alternatives')
    ),
  'composition-changed': compositionSentence,
  'discriminator-changed': change => {
    const about = valueMention(change)
    if (change.about === 'mapping') return statementOn('the discriminator mapping of ', about, ' changed')
    return statementOn('the discriminator of ', about, ...valueChangePieces(change))
  },
  renamed: change => {
    const {old, new: fresh} = change
    if (old === undefined || fresh === undefined) return statement(fieldMention(change), ' was renamed')
    const about = fieldMention({...change, about: String(old), at: ''})
    return statement(about, ' was renamed to ', valuePiece(fresh))
  },
  moved: change => {
    const {old, new: fresh} = change
    const from = old === undefined || fresh === undefined ? ' moved' : ` moved from ${old} to ${fresh}`
    const name = changedNamePiece(change)
    if (!name) return statement(parameterMention(change), from)
    return statement({...ownerMention(change), noun: 'the parameter ', name: nameOf(name), link: [' of ']}, from)
  },
  'serialization-changed': serializationPhrase,
  'order-changed': change => statementOn('the order of items in ', valueMention(change), ' changed'),
  'status-added': statusPhrase(true, 'status'),
  'status-removed': statusPhrase(false, 'status'),
  'error-code-added': statusPhrase(true, 'error'),
  'error-code-removed': statusPhrase(false, 'error'),
  'media-type-added': mediaTypePhrase(true),
  'media-type-removed': mediaTypePhrase(false),
  'security-stricter': stricterSecurityPhrase,
  'security-looser': looserSecurityPhrase,
  'security-changed': changedSecurityPhrase,
  'server-added': serverPhrase(true),
  'server-removed': serverPhrase(false),
  'base-path-changed': change => {
    const {target} = change.subject
    const isWhole = change.component === undefined && isPrefix(target) && target.path === ''
    if (isWhole) return statement({noun: '', link: [], owner: ['the base path']}, ...valueChangePieces(change))
    return statementOn('the base path of ', ownerMention(change), ...valueChangePieces(change))
  },
  'rate-limit-stricter': ownerPhrase(' has a stricter rate limit'),
  'pagination-added': change =>
    statement(
      ownerMention(change),
      ' now returns pages',
      ...(change.about === undefined || change.new === undefined
        ? []
        : [' of ', valuePiece(change.new), ' items if ', codePiece(change.about), ' is omitted'])
    ),
  'behavior-changed': valuePhrase(' behaves differently'),
  deprecated: valuePhrase(' is now deprecated'),
  'deprecation-withdrawn': valuePhrase(' is no longer deprecated'),
  'sunset-set': change =>
    change.new === undefined
      ? statement(valueMention(change), ' now has a sunset date')
      : valueChangePhrase('sunset date')(change),
  'sunset-moved-later': change =>
    statementOn('the sunset date of ', valueMention(change), ...movedPieces(change, ' moved later')),
  'sunset-moved-earlier': change =>
    areDates(change)
      ? statementOn('the sunset date of ', valueMention(change), ...movedPieces(change, ' moved earlier'))
      : valueChangePhrase('sunset date')(change),
  'sunset-dropped': change =>
    statement(
      valueMention(change),
      ' no longer has a sunset date',
      ...(change.old === undefined ? [] : [' (was ', valuePiece(change.old), ')'])
    ),
  'stability-changed': valueChangePhrase('stability'),
  'replacement-changed': valueChangePhrase('replacement'),
  'documentation-changed': documentationSentence
} as const satisfies Record<ChangeKind, ChangePhrase>

/** Whether both values, if known, are dates. Only dates can be called earlier or later. */
const areDates = ({old, new: fresh}: Change): boolean =>
  [old, fresh].every(each => each === undefined || parseDateRange(String(each)) !== undefined)

const movedPieces = ({old, new: fresh}: Change, words: string): TextPiece[] =>
  old === undefined || fresh === undefined ? [words] : [`${words},`, ...fromToPieces(old, fresh)]

/** Sentence for a change, in parts. */
export const changeSentence = (change: Change): ChangeSentence => WORDS[change.kind](change)

/** Sentence for a change, without a full stop. It begins with a lowercase letter or a name. */
export const changePieces = (change: Change): TextPiece[] => sentencePieces(changeSentence(change))

/** Sentence for one change, or for all values that one enumeration gained or lost. */
export const changesPieces = (changes: readonly [Change, ...Change[]]): TextPiece[] =>
  sentencePieces(changes.length === 1 ? changeSentence(changes[0]) : enumSentence(changes))

/** Sentence for a change as plain text, with names in backticks. */
export const formatChange = (change: Change): string => formatPieces(changePieces(change))

export const formatPieces = (pieces: readonly TextPiece[]): string =>
  pieces.map(piece => (typeof piece === 'string' ? piece : 'code' in piece ? `\`${piece.code}\`` : piece.free)).join('')

function enumValuePiece(change: Change): TextPiece {
  const changedValue = shownValue(change)
  if (changedValue !== undefined) return valuePiece(changedValue)
  return change.kind === 'value-removed' ? 'one of its values' : 'another value'
}

/** The added or removed value. A string that reads like a number or boolean of the other side keeps its quotes. */
function shownValue({old, new: fresh, about}: Change): unknown {
  const changedValue = fresh === undefined ? (old ?? about) : fresh
  return typeof changedValue === 'string' && about === toJsonText(changedValue) ? about : changedValue
}

type Side = Direction | 'both' | 'webhook'
const ADDED: Readonly<Record<Side, string>> = {
  request: ' now accepts ',
  response: ' can now return ',
  webhook: ' can now contain ',
  both: ' now allows '
}
const REMOVED: Readonly<Record<Side, string>> = {
  request: ' no longer accepts ',
  response: ' no longer returns ',
  webhook: ' no longer contains ',
  both: ' no longer allows '
}

/** High limit, because the values appear nowhere else. */
const MOST_VALUES = 100

/**
 * Sentence for values that one enumeration gained or lost. All changes must have the kind and location of the first.
 */
function enumSentence(changes: readonly [Change, ...Change[]]): ChangeSentence {
  const [change] = changes
  const side: Side = isOfWebhook(change) ? 'webhook' : (sideOf(change) ?? 'both')
  const isAdded = change.kind === 'value-added'
  const values = changes.map(shownValue)
  const count = countChanges(changes)
  const others = count - values.length
  const about = valueMention(change)
  // Set on both sides: the allowed values are the same, and only the list changed.
  if (change.old !== undefined && change.new !== undefined)
    return statement(
      about,
      isAdded ? ' now lists ' : ' no longer lists ',
      ...listPieces(values, 'and', MOST_VALUES, others)
    )
  const link = isAdded && side !== 'response' && side !== 'webhook' ? 'and' : 'or'
  return statement(
    about,
    (isAdded ? ADDED : REMOVED)[side],
    ...(count > 1 ? listPieces(values, link, MOST_VALUES, others) : [enumValuePiece(change)])
  )
}

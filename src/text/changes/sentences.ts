import {type Change, type ChangeKind, countChanges, isNewlyRequired} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'
import {parseDateRange} from '../../model/time/date-range.ts'
import {codePiece, type TextPiece} from '../text-pieces.ts'
import {constraintPieces} from './bounds.ts'
import {
  allowsNoType,
  bodyPhrase,
  type ChangePhrase,
  changedNamePiece,
  DIFFERENT_SECURITY,
  encodedFieldPieces,
  formatPhrase,
  newAndOldPieces,
  ownerPhrase,
  parameterOrHeaderPhrase,
  parameterPhrase,
  phraseBySide,
  securityPhrase,
  stricterSecurityPhrase,
  valueChangePhrase,
  valuePhrase
} from './phrases.ts'
import {mediaTypePhrase, statusPhrase} from './responses.ts'
import {fieldPath, fieldPieces, locationPieces, ownerPieces, sideOf, valuePieces} from './subject.ts'
import {alternativesPieces, listPieces, newWasOldPieces, toJsonText, valueChangePieces, valuePiece} from './values.ts'

const ACCESS: Readonly<Record<string, string>> = {
  readOnly: ' can now only be read',
  writeOnly: ' can now only be written',
  'both ways': ' can now be read and written'
}

/** Sentence of each kind of change, for release notes and reports. */
const WORDS = {
  'operation-added': ownerPhrase(' is new'),
  'operation-removed': ownerPhrase(' is gone'),
  'operation-id-changed': change => {
    const {old, new: fresh} = change
    const [id, one] = [codePiece('operationId'), ownerPieces(change)]
    if (old !== undefined && fresh === undefined) return [...one, ' no longer has the ', id, ' ', valuePiece(old)]
    if (old === undefined && fresh !== undefined) return [...one, ' now has the ', id, ' ', valuePiece(fresh)]
    return ['the ', id, ' of ', ...one, ...valueChangePieces(change)]
  },
  'webhook-added': ownerPhrase(' is new'),
  'webhook-removed': ownerPhrase(' is gone'),
  'parameter-added': parameterPhrase(' is new, and may be left out', ' is new'),
  'required-parameter-added': parameterPhrase(' is new, and must be sent', ' is new, and always there'),
  'parameter-required': parameterPhrase(' must now be sent', ' is now always there'),
  'parameter-optional': parameterPhrase(' may now be left out', ' may now be missing'),
  'parameter-removed': parameterOrHeaderPhrase('parameter', ' is gone'),
  'body-added': bodyPhrase(' now takes a request body', ' may now come with a request body'),
  'required-body-added': bodyPhrase(' now needs a request body', ' now comes with a request body'),
  'body-required': bodyPhrase(
    ' can no longer be called without a request body',
    ' now always comes with a request body'
  ),
  'body-optional': bodyPhrase(' can now be called without a request body', ' may now come without a request body'),
  'body-removed': bodyPhrase(' no longer takes a request body', ' no longer comes with a request body'),
  'field-added': phraseBySide(fieldPieces, {
    request: ' is new, and may be left out',
    response: ' is new',
    both: ' is new'
  }),
  'required-field-added': phraseBySide(fieldPieces, {
    request: ' is new, and must be sent',
    response: ' is new, and always there',
    both: ' is new and required'
  }),
  'field-required': phraseBySide(fieldPieces, {
    request: ' must now be sent',
    response: ' is now always there',
    both: ' is now required'
  }),
  'field-optional': phraseBySide(fieldPieces, {
    request: ' may now be left out',
    response: ' may now be missing',
    both: ' is no longer required'
  }),
  'field-removed': change => {
    // Fields of a map have no names.
    if (change.about === '{}')
      return [
        ...valuePieces({...change, at: change.at.replace(/\.?\{\}$/, '')}),
        ' no longer documents fields of other names'
      ]
    const path = fieldPath(change)
    if (change.component !== undefined || path === '') return [...fieldPieces(change), ' is gone']
    return [codePiece(path), ' is gone from ', ...locationPieces(change)]
  },
  'field-access-changed': change => [
    ...fieldPieces(change),
    ACCESS[String(change.new)] ?? ' goes another way',
    ...(isNewlyRequired(change) ? [', and must be sent'] : [])
  ],
  'field-writable-added': change => [...fieldPieces(change), ' can now be written, too'],
  'header-added': parameterOrHeaderPhrase('header', ' is new'),
  'header-required': parameterOrHeaderPhrase('header', ' is now always there'),
  'header-optional': parameterOrHeaderPhrase('header', ' may now be missing'),
  'header-removed': parameterOrHeaderPhrase('header', ' is gone'),
  'value-added': change => enumChangePieces([change]),
  'value-removed': change => enumChangePieces([change]),
  'type-changed': change => {
    const {old, new: fresh} = change
    if (fresh !== undefined && toJsonText(old) === toJsonText(fresh))
      return [...valuePieces(change), ' says in another place that it is ', ...alternativesPieces(fresh)]
    if (old !== undefined && fresh === undefined)
      return [
        ...valuePieces(change),
        ' may now be of any type',
        ...(allowsNoType(old) ? [', where no value fitted'] : [', was ', ...alternativesPieces(old)])
      ]
    if (allowsNoType(fresh)) return ['no value fits ', ...valuePieces(change), ' any more']
    if (allowsNoType(old))
      return [...valuePieces(change), ' may now be ', ...alternativesPieces(fresh), ', where no value fitted']
    const open = old === undefined && fresh !== undefined ? [', was any'] : []
    return ['the type of ', ...valuePieces(change), ...valueChangePieces(change), ...open]
  },
  'null-allowed': change => [
    ...valuePieces(change),
    sideOf(change) === 'request' ? ' may now be sent as ' : ' may now be ',
    codePiece('null')
  ],
  'null-refused': change => [
    ...valuePieces(change),
    sideOf(change) === 'request' ? ' may no longer be sent as ' : ' is no longer ',
    codePiece('null')
  ],
  'format-changed': formatPhrase,
  'opaque-format-changed': valuePhrase(' is written in another way, its type aside'),
  'default-added': change => [...valuePieces(change), ' now has a default: ', enumValuePiece(change)],
  'default-changed': change =>
    change.reaches[0]?.part === 'servers'
      ? [
          'the default of the server variable ',
          changedNamePiece(change),
          ' of ',
          ...ownerPieces(change),
          ...valueChangePieces(change)
        ]
      : valueChangePhrase('default')(change),
  'constraint-tightened': constraintPieces,
  'constraint-loosened': constraintPieces,
  'constraint-changed': constraintPieces,
  'object-closed': phraseBySide(valuePieces, {
    request: ' no longer takes fields that are not documented',
    response: ' has no fields any more that are not documented',
    both: ' no longer has room for other fields'
  }),
  'object-opened': phraseBySide(valuePieces, {
    request: ' now takes fields that are not documented',
    response: ' may now have fields that are not documented',
    both: ' now has room for other fields'
  }),
  'alternative-added': change => [...valuePieces(change), ' may now be ', changedNamePiece(change)],
  'alternative-removed': change => [...valuePieces(change), ' may no longer be ', changedNamePiece(change)],
  'composition-changed': change => {
    const {old, new: fresh, about} = change
    if (typeof old === 'string')
      return ['how the forms of ', ...valuePieces(change), ' are put together', ...valueChangePieces(change)]
    if (typeof fresh === 'number') return [...valuePieces(change), ` is now one of ${fresh} forms`]
    if (typeof old === 'number') return [...valuePieces(change), ` is no longer one of ${old} forms`]
    if (about === '$ref') return [...valuePieces(change), ' refers to a schema that cannot be found']
    if (about === 'oneOf') return ['what fits just one of the forms of ', ...valuePieces(change), ' has changed']
    return ['the forms of ', ...valuePieces(change), ' are put together in another way']
  },
  'discriminator-changed': change => [
    change.about === 'mapping' ? 'which name stands for which form of ' : 'the field that tells the forms of ',
    ...valuePieces(change),
    ...(change.about === 'mapping' ? [' has changed'] : [' apart', ...valueChangePieces(change)])
  ],
  renamed: change => {
    const {old, new: fresh} = change
    if (old === undefined || fresh === undefined) return [...fieldPieces(change), ' has a new name']
    const place = locationPieces(change)
    return [
      valuePiece(old),
      change.component === undefined ? ' in ' : ' of ',
      ...place,
      ' is now called ',
      valuePiece(fresh)
    ]
  },
  moved: change => {
    const {old, new: fresh} = change
    const from = old === undefined || fresh === undefined ? [' has moved'] : [` has moved from ${old} to ${fresh}`]
    return ['parameter ', changedNamePiece(change), ' of ', ...ownerPieces(change), ...from]
  },
  'serialization-changed': change =>
    change.old === undefined || change.new === undefined
      ? [...encodedFieldPieces(change), ...locationPieces(change), ' is written in another way']
      : [
          ...encodedFieldPieces(change),
          ...locationPieces(change),
          ' is now written as ',
          ...newWasOldPieces(change.new, change.old)
        ],
  'order-changed': valuePhrase(' comes in another order'),
  'status-added': statusPhrase(' may now answer ', ' now takes '),
  'status-removed': statusPhrase(' no longer answers ', ' no longer takes '),
  'error-code-added': statusPhrase(' may now answer ', ' now takes ', 'with the error '),
  'error-code-removed': statusPhrase(' no longer answers ', ' no longer takes ', 'with the error '),
  'media-type-added': mediaTypePhrase(' now takes ', ' may now come as '),
  'media-type-removed': mediaTypePhrase(' no longer takes ', ' no longer comes as '),
  'security-stricter': stricterSecurityPhrase,
  'security-looser': securityPhrase(
    ' asks for less of its callers',
    ' no longer comes with all that proved who sends it'
  ),
  'security-changed': change => [
    ...ownerPieces(change),
    sideOf(change) === 'response' ? ' proves in another way who sends it' : DIFFERENT_SECURITY,
    ...(change.about !== undefined && change.about === change.new ? [] : [' (', changedNamePiece(change), ')']),
    ...newAndOldPieces(change)
  ],
  'server-added': change => ['server ', changedNamePiece(change), ' of ', ...ownerPieces(change), ' is new'],
  'server-removed': change => ['server ', changedNamePiece(change), ' of ', ...ownerPieces(change), ' is gone'],
  'base-path-changed': change => ['the base path of ', ...ownerPieces(change), ...valueChangePieces(change)],
  'rate-limit-stricter': ownerPhrase(' may be called less often'),
  'pagination-added': change => [
    ...ownerPieces(change),
    ' now answers in pages',
    ...(change.about === undefined || change.new === undefined
      ? []
      : [' of ', valuePiece(change.new), ' where ', changedNamePiece(change), ' is left out'])
  ],
  'behaviour-changed': valuePhrase(' behaves in another way'),
  deprecated: valuePhrase(' is now deprecated'),
  'deprecation-withdrawn': valuePhrase(' is no longer deprecated'),
  'sunset-set': change => [...valuePieces(change), ' is to end: its sunset', ...valueChangePieces(change)],
  'sunset-moved-later': change => [
    'the sunset of ',
    ...valuePieces(change),
    ' is later:',
    ...valueChangePieces(change).map(trimIs)
  ],
  'sunset-moved-earlier': change => [
    'the sunset of ',
    ...valuePieces(change),
    ...(areDates(change) ? [' is earlier:', ...valueChangePieces(change).map(trimIs)] : valueChangePieces(change))
  ],
  'sunset-dropped': change => [
    ...valuePieces(change),
    ' no longer has a sunset',
    ...(change.old === undefined ? [] : [', was ', valuePiece(change.old)])
  ],
  'stability-changed': valueChangePhrase('stability'),
  'replacement-changed': valueChangePhrase('replacement'),
  'documentation-changed': change => {
    if (change.about === 'declared' && (change.new === true || change.old === true))
      return [...valuePieces(change), change.new === true ? ' is now declared' : ' is no longer declared']
    const renamed = change.about === 'path' ? renamedParameterPieces(change) : []
    if (renamed.length > 0) return ['the path of ', ...valuePieces(change), ' is renamed ', ...renamed]
    return [
      ...(change.about === undefined ? ['the documentation of '] : ['the ', codePiece(change.about), ' of ']),
      ...valuePieces(change),
      ' has changed'
    ]
  }
} as const satisfies Record<ChangeKind, ChangePhrase>

/** Old and new names of path parameters. Empty if anything else in the path changed. */
function renamedParameterPieces({old, new: fresh}: Change): TextPiece[] {
  if (typeof old !== 'string' || typeof fresh !== 'string') return []
  const namesIn = (path: string): string[] => path.match(PLACEHOLDER) ?? []
  if (old.replace(PLACEHOLDER, '{}') !== fresh.replace(PLACEHOLDER, '{}')) return []
  const others = namesIn(fresh)
  const pairs = namesIn(old).flatMap((name, at) => (name === others[at] ? [] : [[name, others[at] ?? ''] as const]))
  return pairs.flatMap(([was, is], at) => [at === 0 ? 'from ' : ', and from ', codePiece(was), ' to ', codePiece(is)])
}

const PLACEHOLDER = /\{[^{}]*\}/g

/** Whether both values are dates. Only dates can be called earlier or later. */
const areDates = ({old, new: fresh}: Change): boolean =>
  [old, fresh].every(each => parseDateRange(String(each)) !== undefined)

const trimIs = (piece: TextPiece): TextPiece => (piece === ' is now ' ? ' ' : piece)

/** Sentence for a change, without a full stop. It begins with a lowercase letter or a name. */
export const changePieces = (change: Change): TextPiece[] => WORDS[change.kind](change)

/** Sentence for one change, or for all values that one enumeration gained or lost. */
export const changesPieces = (changes: readonly [Change, ...Change[]]): TextPiece[] =>
  changes.length === 1 ? changePieces(changes[0]) : enumChangePieces(changes)

/** Sentence for a change as plain text, with names in backticks. */
export const formatChange = (change: Change): string => formatPieces(changePieces(change))

export const formatPieces = (pieces: readonly TextPiece[]): string =>
  pieces.map(piece => (typeof piece === 'string' ? piece : 'code' in piece ? `\`${piece.code}\`` : piece.free)).join('')

function enumValuePiece(change: Change): TextPiece {
  const changedValue = shownValue(change)
  return changedValue === undefined ? 'another one' : valuePiece(changedValue)
}

/** The added or removed value. A string that reads like a number or boolean of the other side keeps its quotes. */
function shownValue({old, new: fresh, about}: Change): unknown {
  const changedValue = fresh === undefined ? (old ?? about) : fresh
  return typeof changedValue === 'string' && about === toJsonText(changedValue) ? about : changedValue
}

type Side = Direction | 'both'
const ADDED: Readonly<Record<Side, string>> = {
  request: ' may now be sent as ',
  response: ' may now be ',
  both: ' has the new value'
}
const REMOVED: Readonly<Record<Side, string>> = {
  request: ' may no longer be sent as ',
  response: ' is never ',
  both: ' no longer has the value'
}

/** High limit, because the values appear nowhere else. */
const MOST_VALUES = 100

/**
 * Sentence for values that one enumeration gained or lost. All changes must have the kind and location of the first.
 */
function enumChangePieces(changes: readonly [Change, ...Change[]]): TextPiece[] {
  const [change] = changes
  const side = sideOf(change) ?? 'both'
  const isAdded = change.kind === 'value-added'
  const values = changes.map(shownValue)
  const count = countChanges(changes)
  const others = count - values.length
  // Set on both sides: the allowed values are the same, and only the list changed.
  if (change.old !== undefined && change.new !== undefined)
    return [
      ...valuePieces(change),
      isAdded ? ' now lists ' : ' no longer lists ',
      ...listPieces(values, 'and', MOST_VALUES, others)
    ]
  const words = (isAdded ? ADDED : REMOVED)[side]
  return [
    ...valuePieces(change),
    side === 'both' ? `${words}${count > 1 ? 's' : ''} ` : words,
    ...(count > 1 ? listPieces(values, side === 'both' ? 'and' : 'or', MOST_VALUES, others) : [enumValuePiece(change)]),
    ...(side === 'response' && !isAdded ? [' any more'] : [])
  ]
}

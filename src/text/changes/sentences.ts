import {type Change, type ChangeKind, mustNowBeSent} from '../../model/api/change.ts'
import {parseWhen} from '../../model/time/date-range.ts'
import {codeOf, type Piece} from '../text-pieces.ts'
import {boundPieces} from './bounds.ts'
import {givenValue, valuesPieces} from './enums.ts'
import {
  ASKS_OTHERWISE,
  body,
  encodedPieces,
  format,
  insteadPieces,
  isNone,
  moved,
  named,
  nameOf,
  owner,
  passed,
  security,
  securityStricter,
  sided,
  thing,
  type Words
} from './phrases.ts'
import {answer, mediaType} from './responses.ts'
import {fieldPath, fieldPieces, ownerPieces, placePieces, sideOf, thingPieces} from './subject.ts'
import {besidePieces, eitherPieces, jsonOf, movedPieces, valuePiece} from './values.ts'

const ACCESS: Readonly<Record<string, string>> = {
  readOnly: ' can now only be read',
  writeOnly: ' can now only be written',
  'both ways': ' can now be read and written'
}

/** Sentence of each kind of change, for release notes and reports. */
const WORDS = {
  'operation-added': owner(' is new'),
  'operation-removed': owner(' is gone'),
  'operation-id-changed': change => {
    const {old, new: fresh} = change
    const [id, one] = [codeOf('operationId'), ownerPieces(change)]
    if (old !== undefined && fresh === undefined) return [...one, ' no longer has the ', id, ' ', valuePiece(old)]
    if (old === undefined && fresh !== undefined) return [...one, ' now has the ', id, ' ', valuePiece(fresh)]
    return ['the ', id, ' of ', ...one, ...movedPieces(change)]
  },
  'webhook-added': owner(' is new'),
  'webhook-removed': owner(' is gone'),
  'parameter-added': passed(' is new, and may be left out', ' is new'),
  'required-parameter-added': passed(' is new, and must be sent', ' is new, and always there'),
  'parameter-required': passed(' must now be sent', ' is now always there'),
  'parameter-optional': passed(' may now be left out', ' may now be missing'),
  'parameter-removed': named('parameter', ' is gone'),
  'body-added': body(' now takes a request body', ' may now come with a request body'),
  'required-body-added': body(' now needs a request body', ' now comes with a request body'),
  'body-required': body(' can no longer be called without a request body', ' now always comes with a request body'),
  'body-optional': body(' can now be called without a request body', ' may now come without a request body'),
  'body-removed': body(' no longer takes a request body', ' no longer comes with a request body'),
  'field-added': sided(fieldPieces, {request: ' is new, and may be left out', response: ' is new', both: ' is new'}),
  'required-field-added': sided(fieldPieces, {
    request: ' is new, and must be sent',
    response: ' is new, and always there',
    both: ' is new and required'
  }),
  'field-required': sided(fieldPieces, {
    request: ' must now be sent',
    response: ' is now always there',
    both: ' is now required'
  }),
  'field-optional': sided(fieldPieces, {
    request: ' may now be left out',
    response: ' may now be missing',
    both: ' is no longer required'
  }),
  'field-removed': change => {
    // Fields of a map have no names.
    if (change.about === '{}')
      return [
        ...thingPieces({...change, at: change.at.replace(/\.?\{\}$/, '')}),
        ' no longer documents fields of other names'
      ]
    const path = fieldPath(change)
    if (change.component !== undefined || path === '') return [...fieldPieces(change), ' is gone']
    return [codeOf(path), ' is gone from ', ...placePieces(change)]
  },
  'field-access-changed': change => [
    ...fieldPieces(change),
    ACCESS[String(change.new)] ?? ' goes another way',
    ...(mustNowBeSent(change) ? [', and must be sent'] : [])
  ],
  'field-writable-added': change => [...fieldPieces(change), ' can now be written, too'],
  'header-added': named('header', ' is new'),
  'header-required': named('header', ' is now always there'),
  'header-optional': named('header', ' may now be missing'),
  'header-removed': named('header', ' is gone'),
  'value-added': change => valuesPieces([change]),
  'value-removed': change => valuesPieces([change]),
  'type-changed': change => {
    const {old, new: fresh} = change
    if (fresh !== undefined && jsonOf(old) === jsonOf(fresh))
      return [...thingPieces(change), ' says in another place that it is ', ...eitherPieces(fresh)]
    if (old !== undefined && fresh === undefined)
      return [
        ...thingPieces(change),
        ' may now be of any type',
        ...(isNone(old) ? [', where no value fitted'] : [', was ', ...eitherPieces(old)])
      ]
    if (isNone(fresh)) return ['no value fits ', ...thingPieces(change), ' any more']
    if (isNone(old)) return [...thingPieces(change), ' may now be ', ...eitherPieces(fresh), ', where no value fitted']
    const open = old === undefined && fresh !== undefined ? [', was any'] : []
    return ['the type of ', ...thingPieces(change), ...movedPieces(change), ...open]
  },
  'null-allowed': change => [
    ...thingPieces(change),
    sideOf(change) === 'request' ? ' may now be sent as ' : ' may now be ',
    codeOf('null')
  ],
  'null-refused': change => [
    ...thingPieces(change),
    sideOf(change) === 'request' ? ' may no longer be sent as ' : ' is no longer ',
    codeOf('null')
  ],
  'format-changed': format,
  'opaque-format-changed': thing(' is written in another way, its type aside'),
  'default-added': change => [...thingPieces(change), ' now has a default: ', givenValue(change)],
  'default-changed': change =>
    change.reaches[0]?.part === 'servers'
      ? ['the default of the server variable ', nameOf(change), ' of ', ...ownerPieces(change), ...movedPieces(change)]
      : moved('default')(change),
  'constraint-tightened': boundPieces,
  'constraint-loosened': boundPieces,
  'constraint-changed': boundPieces,
  'object-closed': sided(thingPieces, {
    request: ' no longer takes fields that are not documented',
    response: ' has no fields any more that are not documented',
    both: ' no longer has room for other fields'
  }),
  'object-opened': sided(thingPieces, {
    request: ' now takes fields that are not documented',
    response: ' may now have fields that are not documented',
    both: ' now has room for other fields'
  }),
  'alternative-added': change => [...thingPieces(change), ' may now be ', nameOf(change)],
  'alternative-removed': change => [...thingPieces(change), ' may no longer be ', nameOf(change)],
  'composition-changed': change => {
    const {old, new: fresh, about} = change
    if (typeof old === 'string')
      return ['how the forms of ', ...thingPieces(change), ' are put together', ...movedPieces(change)]
    if (typeof fresh === 'number') return [...thingPieces(change), ` is now one of ${fresh} forms`]
    if (typeof old === 'number') return [...thingPieces(change), ` is no longer one of ${old} forms`]
    if (about === '$ref') return [...thingPieces(change), ' refers to a schema that cannot be found']
    if (about === 'oneOf') return ['what fits just one of the forms of ', ...thingPieces(change), ' has changed']
    return ['the forms of ', ...thingPieces(change), ' are put together in another way']
  },
  'discriminator-changed': change => [
    change.about === 'mapping' ? 'which name stands for which form of ' : 'the field that tells the forms of ',
    ...thingPieces(change),
    ...(change.about === 'mapping' ? [' has changed'] : [' apart', ...movedPieces(change)])
  ],
  renamed: change => {
    const {old, new: fresh} = change
    if (old === undefined || fresh === undefined) return [...fieldPieces(change), ' has a new name']
    const place = placePieces(change)
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
    return ['parameter ', nameOf(change), ' of ', ...ownerPieces(change), ...from]
  },
  'serialization-changed': change =>
    change.old === undefined || change.new === undefined
      ? [...encodedPieces(change), ...placePieces(change), ' is written in another way']
      : [
          ...encodedPieces(change),
          ...placePieces(change),
          ' is now written as ',
          ...besidePieces(change.new, change.old)
        ],
  'order-changed': thing(' comes in another order'),
  'status-added': answer(' may now answer ', ' now takes '),
  'status-removed': answer(' no longer answers ', ' no longer takes '),
  'error-code-added': answer(' may now answer ', ' now takes ', 'with the error '),
  'error-code-removed': answer(' no longer answers ', ' no longer takes ', 'with the error '),
  'media-type-added': mediaType(' now takes ', ' may now come as '),
  'media-type-removed': mediaType(' no longer takes ', ' no longer comes as '),
  'security-stricter': securityStricter,
  'security-looser': security(' asks for less of its callers', ' no longer comes with all that proved who sends it'),
  'security-changed': change => [
    ...ownerPieces(change),
    sideOf(change) === 'response' ? ' proves in another way who sends it' : ASKS_OTHERWISE,
    ...(change.about !== undefined && change.about === change.new ? [] : [' (', nameOf(change), ')']),
    ...insteadPieces(change)
  ],
  'server-added': change => ['server ', nameOf(change), ' of ', ...ownerPieces(change), ' is new'],
  'server-removed': change => ['server ', nameOf(change), ' of ', ...ownerPieces(change), ' is gone'],
  'base-path-changed': change => ['the base path of ', ...ownerPieces(change), ...movedPieces(change)],
  'rate-limit-stricter': owner(' may be called less often'),
  'pagination-added': change => [
    ...ownerPieces(change),
    ' now answers in pages',
    ...(change.about === undefined || change.new === undefined
      ? []
      : [' of ', valuePiece(change.new), ' where ', nameOf(change), ' is left out'])
  ],
  'behaviour-changed': thing(' behaves in another way'),
  deprecated: thing(' is now deprecated'),
  'deprecation-withdrawn': thing(' is no longer deprecated'),
  'sunset-set': change => [...thingPieces(change), ' is to end: its sunset', ...movedPieces(change)],
  'sunset-moved-later': change => [
    'the sunset of ',
    ...thingPieces(change),
    ' is later:',
    ...movedPieces(change).map(trimIs)
  ],
  'sunset-moved-earlier': change => [
    'the sunset of ',
    ...thingPieces(change),
    ...(areDates(change) ? [' is earlier:', ...movedPieces(change).map(trimIs)] : movedPieces(change))
  ],
  'sunset-dropped': change => [
    ...thingPieces(change),
    ' no longer has a sunset',
    ...(change.old === undefined ? [] : [', was ', valuePiece(change.old)])
  ],
  'stability-changed': moved('stability'),
  'replacement-changed': moved('replacement'),
  'documentation-changed': change => {
    if (change.about === 'declared' && (change.new === true || change.old === true))
      return [...thingPieces(change), change.new === true ? ' is now declared' : ' is no longer declared']
    const renamed = change.about === 'path' ? renamedParameterPieces(change) : []
    if (renamed.length > 0) return ['the path of ', ...thingPieces(change), ' is renamed ', ...renamed]
    return [
      ...(change.about === undefined ? ['the documentation of '] : ['the ', codeOf(change.about), ' of ']),
      ...thingPieces(change),
      ' has changed'
    ]
  }
} as const satisfies Record<ChangeKind, Words>

/** Old and new names of path parameters. Empty if anything else in the path changed. */
function renamedParameterPieces({old, new: fresh}: Change): Piece[] {
  if (typeof old !== 'string' || typeof fresh !== 'string') return []
  const namesIn = (path: string): string[] => path.match(PLACEHOLDER) ?? []
  if (old.replace(PLACEHOLDER, '{}') !== fresh.replace(PLACEHOLDER, '{}')) return []
  const others = namesIn(fresh)
  const pairs = namesIn(old).flatMap((name, at) => (name === others[at] ? [] : [[name, others[at] ?? ''] as const]))
  return pairs.flatMap(([was, is], at) => [at === 0 ? 'from ' : ', and from ', codeOf(was), ' to ', codeOf(is)])
}

const PLACEHOLDER = /\{[^{}]*\}/g

/** Whether both values are dates. Only dates can be called earlier or later. */
const areDates = ({old, new: fresh}: Change): boolean =>
  [old, fresh].every(each => parseWhen(String(each)) !== undefined)

const trimIs = (piece: Piece): Piece => (piece === ' is now ' ? ' ' : piece)

/** Sentence for a change, without a full stop. It begins with a lowercase letter or a name. */
export const piecesOfChange = (change: Change): Piece[] => WORDS[change.kind](change)

/** Sentence for one change, or for all values that one enumeration gained or lost. */
export const piecesOfChanges = (changes: readonly [Change, ...Change[]]): Piece[] =>
  changes.length === 1 ? piecesOfChange(changes[0]) : valuesPieces(changes)

/** Sentence for a change as plain text, with names in backticks. */
export const sayChange = (change: Change): string => sayPieces(piecesOfChange(change))

export const sayPieces = (pieces: readonly Piece[]): string =>
  pieces.map(piece => (typeof piece === 'string' ? piece : 'code' in piece ? `\`${piece.code}\`` : piece.free)).join('')

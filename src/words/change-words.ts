import type {Change, ChangeKind} from '../model/change.ts'
import {boundPieces} from './change-bounds.ts'
import {givenValue, valuesPieces} from './change-enumerations.ts'
import {fieldPath, fieldPieces, ownerPieces, placePieces, sideOf, thingPieces} from './change-thing.ts'
import {besidePieces, eitherPieces, jsonOf, listPieces, movedPieces, valuePiece} from './change-values.ts'
import {codeOf, type Piece} from './pieces.ts'

type Words = (change: Change) => Piece[]

/** Of what no type is left, as of `false`, nothing may be. */
const isNone = (types: unknown): boolean => Array.isArray(types) && types.length === 0

/** Of the encodings of a form, the field that it is about. */
const encodedPieces = ({about}: Change): Piece[] =>
  about === undefined || about === 'style' ? [] : [{code: about}, ' in ']

/** Other words for a request, an answer, and what is met on both sides. */
const sided =
  (of: (change: Change) => Piece[], words: {request: string; response: string; both: string}): Words =>
  change => [...of(change), words[sideOf(change) ?? 'both']]

const owner =
  (words: string): Words =>
  change => [...ownerPieces(change), words]

/** What the service sends is not called: it comes. */
const body =
  (called: string, sent: string): Words =>
  change => [...ownerPieces(change), sideOf(change) === 'response' ? sent : called]

const thing =
  (words: string): Words =>
  change => [...thingPieces(change), words]

const moved =
  (what: string): Words =>
  change => [`the ${what} of `, ...thingPieces(change), ...movedPieces(change)]

const nameOf = ({about, old, new: fresh}: Change): Piece => valuePiece(about ?? fresh ?? old ?? '')
/** A parameter or a header: what its part says, and where that says nothing, its name. */
const named =
  (noun: string, words: string): Words =>
  change => {
    const {parameter, header} = change.subject.part ?? {}
    const isSaid = parameter !== undefined || header !== undefined || change.reaches[0]?.part !== undefined
    if (isSaid || change.component !== undefined) return [...placePieces(change), words]
    return [`${noun} `, nameOf(change), ' of ', ...ownerPieces(change), words]
  }

/** The same of what may come from either side: what the service sends nobody else must, or may leave out. */
const passed = (called: string, sent: string): Words => {
  const [asked, comes] = [named('parameter', called), named('parameter', sent)]
  return change => (sideOf(change) === 'response' ? comes : asked)(change)
}

const FEW = 4

/** `default` is no status: it stands for all that are not listed. */
const answer =
  (answered: string, taken: string, ofError = ''): Words =>
  change => {
    // What the service sends is answered by who receives it.
    const {target} = change.subject
    if (sideOf(change) === 'request' && target.kind === 'operation' && /^(webhook|callback) /.test(target.name))
      return [...ownerPieces(change), taken, ofError === '' ? 'the answer ' : 'the error ', nameOf(change)]
    const words = answered
    if (Array.isArray(change.new))
      return [
        ...ownerPieces(change),
        `${words}with any `,
        nameOf(change),
        ' but ',
        ...listPieces(change.new, 'or', FEW)
      ]
    return change.about === 'default'
      ? [
          ...ownerPieces(change),
          words,
          `with ${ofError ? 'an error' : 'a status'} that is not listed (`,
          nameOf(change),
          ')'
        ]
      : [...ownerPieces(change), words, ofError, nameOf(change)]
  }

const format: Words = change => {
  const {about} = change
  const what: Piece[] = about === undefined || about === 'format' ? ['format'] : [codeOf(about)]
  return ['the ', ...what, ' of ', ...thingPieces(change), ...movedPieces(change)]
}

const mediaType = (request: string, response: string): Words =>
  function words(change) {
    const side = sideOf(change)
    const place = side === 'request' ? ownerPieces(change) : placePieces(change)
    // What came in its place is another one, which can be read as the one that it was.
    const {kind, old, new: fresh} = change
    if (kind === 'media-type-removed' && Array.isArray(fresh))
      return [...place, `${response}any `, nameOf(change), ' but ', ...listPieces(fresh, 'or', FEW)]
    if (kind === 'media-type-removed' && fresh !== undefined)
      return [...place, ' may now come as ', valuePiece(fresh), ', no longer just as ', nameOf(change)]
    if (kind === 'media-type-added' && typeof old === 'string' && old.includes('*'))
      return [...place, ' now names ', nameOf(change), ', which was one of ', valuePiece(old)]
    const instead = kind === 'media-type-added' && old !== undefined ? [', no longer as ', valuePiece(old)] : []
    return [...place, side === 'request' ? request : response, nameOf(change), ...instead]
  }

/** Who receives what the service sends is asked for nothing: there it is the service that proves who it is. */
const security =
  (asked: string, sent: string): Words =>
  change => {
    const words = sideOf(change) === 'response' ? sent : asked
    const {old, new: fresh} = change
    const said = old === undefined && fresh === undefined ? [' (', nameOf(change), ')'] : []
    const both = old !== undefined && fresh !== undefined ? [': ', ...besidePieces(fresh, old)] : []
    return [...ownerPieces(change), words, ...said, ...both]
  }

/** Of a scheme, an address or a scope that is another one, or is not there any more. */
function insteadPieces({old, new: fresh}: Change): Piece[] {
  if (old !== undefined && fresh !== undefined) return [': ', ...besidePieces(fresh, old)]
  if (old !== undefined) return [', which no longer has ', valuePiece(old)]
  return fresh === undefined ? [] : [', now ', valuePiece(fresh)]
}

const ACCESS: Readonly<Record<string, string>> = {
  readOnly: ' can now only be read',
  writeOnly: ' can now only be written',
  'both ways': ' can now be read and written'
}

/** How each kind is said, in words that release notes can use. */
const WORDS = {
  'operation-added': owner(' is new'),
  'operation-removed': owner(' is gone'),
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
    const path = fieldPath(change)
    if (change.component !== undefined || path === '') return [...fieldPieces(change), ' is gone']
    return [codeOf(path), ' is gone from ', ...placePieces(change)]
  },
  'field-access-changed': change => [...fieldPieces(change), ACCESS[String(change.new)] ?? ' goes another way'],
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
  'security-stricter': security(' asks for more of its callers', ' comes with more that proves who sends it'),
  'security-looser': security(' asks for less of its callers', ' no longer comes with all that proved who sends it'),
  'security-changed': change => [
    ...ownerPieces(change),
    sideOf(change) === 'response' ? ' proves in another way who sends it' : ' asks its callers for something else',
    ...(change.about !== undefined && change.about === change.new ? [] : [' (', nameOf(change), ')']),
    ...insteadPieces(change)
  ],
  'server-added': change => ['server ', nameOf(change), ' of ', ...ownerPieces(change), ' is new'],
  'server-removed': change => ['server ', nameOf(change), ' of ', ...ownerPieces(change), ' is gone'],
  'base-path-changed': change => ['the base path of ', ...ownerPieces(change), ...movedPieces(change)],
  'rate-limit-stricter': owner(' may be called less often'),
  'pagination-added': owner(' now answers in pages'),
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
    ' is earlier:',
    ...movedPieces(change).map(trimIs)
  ],
  'sunset-dropped': change => [
    ...thingPieces(change),
    ' no longer has a sunset',
    ...(change.old === undefined ? [] : [', was ', valuePiece(change.old)])
  ],
  'stability-changed': moved('stability'),
  'replacement-changed': moved('replacement'),
  'documentation-changed': change => [
    ...(change.about === undefined ? ['the documentation of '] : ['the ', codeOf(change.about), ' of ']),
    ...thingPieces(change),
    ' has changed'
  ]
} as const satisfies Record<ChangeKind, Words>

const trimIs = (piece: Piece): Piece => (piece === ' is now ' ? ' ' : piece)

/** A change in one sentence, without a full stop. It begins with a small letter, or with a name. */
export const piecesOfChange = (change: Change): Piece[] => WORDS[change.kind](change)

/** The same of all values that one enumeration gained, or lost. */
export const piecesOfChanges = (changes: readonly [Change, ...Change[]]): Piece[] =>
  changes.length === 1 ? piecesOfChange(changes[0]) : valuesPieces(changes)

/** The same as one text, its names in backticks. */
export const sayChange = (change: Change): string => sayPieces(piecesOfChange(change))

export const sayPieces = (pieces: readonly Piece[]): string =>
  pieces.map(piece => (typeof piece === 'string' ? piece : 'code' in piece ? `\`${piece.code}\`` : piece.free)).join('')

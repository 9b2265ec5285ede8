import {type AffectedOperation, CHANGE_KINDS, type Change} from '../../model/api/change.ts'
import {type Direction, formatTarget} from '../../model/subject/subject.ts'
import {codePiece, type TextPiece} from '../text-pieces.ts'

// Phrases for what a change is about: `status` of `Loan`, query parameter `limit` of `GET /v1/loans`, the response
// `200` of `GET /v1/loans`.

/** Names the operation, the component, or the whole API. */
export function ownerPieces({subject: {target}, component}: Change): TextPiece[] {
  if (component !== undefined) return [codePiece(component)]
  if (target.kind === 'prefix' && target.path === '') return ['the API']
  if (target.kind !== 'operation') return [codePiece(formatTarget(target))]
  const sent = /^(webhook|callback) (.+)$/s.exec(target.name)
  return sent ? [`${sent[1]} `, codePiece(sent[2] ?? '')] : ['operation ', codePiece(target.name)]
}

/** Forms of the location of a header, parameter, body, or response. */
const PARAMETER = /^(path|query|cookie|querystring) parameter (.+)$/s
const HEADER = /^(?:response (\S+) )?header (.+)$/s
const OF_PART = /^((?:body|response \S+) .+?) part (.+) header (\S+)$/s
const RESPONSE = /^response (\S+)(?: (.+))?$/s

/**
 * Names the parameter, header, body, or response that a change is in. Empty if the change is about the whole operation
 * or component.
 */
function partPieces(change: Change): TextPiece[] {
  const {subject, reaches} = change
  const parts = new Set(reaches.map(({part}) => part))
  const [part] = parts
  const {parameter, header, in: side} = subject.part ?? {}
  if (part === undefined || parts.size > 1) {
    if (parameter !== undefined) return ['parameter ', codePiece(parameter)]
    if (header !== undefined) return ['header ', codePiece(header)]
    const common = onlySide(reaches) ?? side
    return (subject.part || parts.size > 1) && common ? [`the ${common}`] : []
  }
  return namedPart(part, parameter ?? header)
}

const onlySide = (reaches: readonly AffectedOperation[]): AffectedOperation['side'] | undefined => {
  const sides = new Set(reaches.map(({side}) => side))
  return sides.size === 1 ? reaches[0]?.side : undefined
}

/** The side, request or response, that a change affects, or `undefined` if it affects both. */
export function sideOf({kind, reaches, subject}: Change): Direction | undefined {
  const [only, ...others] = CHANGE_KINDS[kind]
  return onlySide(reaches) ?? subject.part?.in ?? (others.length === 0 ? only : undefined)
}

/** Names a location such as `query parameter limit`, `response 200 header X-Total`, or `body application/json`. */
function namedPart(part: string, name?: string): TextPiece[] {
  const parameter = PARAMETER.exec(part)
  if (parameter) return [`${parameter[1]} parameter `, codePiece(name ?? parameter[2] ?? '')]
  const ofPart = OF_PART.exec(part)
  if (ofPart) {
    const [, whole = '', inner = '', written = ''] = ofPart
    return ['header ', codePiece(name ?? written), ' of the part ', codePiece(inner), ' of ', ...namedPart(whole)]
  }
  const header = HEADER.exec(part)
  if (header) {
    const [, status, written = ''] = header
    return [
      'header ',
      codePiece(name ?? written),
      ...(status === undefined ? [] : [' of the response ', codePiece(status)])
    ]
  }
  if (/^body(?: |$)/.test(part)) return ['the request body']
  const response = RESPONSE.exec(part)
  if (response) return ['the response ', codePiece(response[1] ?? '')]
  return part === 'security' || part === 'servers' ? [] : [codePiece(part)]
}

/**
 * Names the location with its owner: the response `200` of `GET /v1/loans`, with its media type if the change has one.
 */
export function locationPieces(change: Change): TextPiece[] {
  const {component, mediaType} = change
  const as: TextPiece[] = mediaType === undefined ? [] : [' as ', codePiece(mediaType)]
  if (component !== undefined) return [...ownerPieces(change), ...as]
  const part = partPieces(change)
  return part.length === 0 ? ownerPieces(change) : [...part, ...as, ' of ', ...ownerPieces(change)]
}

/**
 * Names the value and its location: `status` of `Loan`, `[].status` in the response `200` of `GET /v1/loans`, or the
 * location alone.
 */
export function valuePieces(change: Change): TextPiece[] {
  const {value} = change.subject.part ?? {}
  // Sentences about added and removed values name the value themselves.
  const valueOwner: TextPiece[] =
    value === undefined || /^value-/.test(change.kind) ? [] : ['the value ', codePiece(value), ' of ']
  if (change.at === '') return [...valueOwner, ...locationPieces(change)]
  return [
    ...valueOwner,
    codePiece(change.at),
    change.component === undefined ? ' in ' : ' of ',
    ...locationPieces(change)
  ]
}

/** The path of a field, ending with its name, whether or not `at` includes the name. */
export function fieldPath({at, about}: Pick<Change, 'at' | 'about'>): string {
  if (about === undefined || at === about || at.endsWith(`.${about}`)) return at
  return at === '' ? about : `${at}.${about}`
}

/** Names a field and its location: `Loan.due`, `due` in the response `200` of `GET /v1/loans`. */
export function fieldPieces(change: Change, link = ' in '): TextPiece[] {
  const path = fieldPath(change)
  if (path === '') return locationPieces(change)
  if (change.component !== undefined) return [codePiece(`${change.component}.${path}`)]
  return [codePiece(path), link, ...locationPieces(change)]
}

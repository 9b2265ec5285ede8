import type {AffectedOperation, Change} from '../model/api/change.ts'
import {type Direction, isMember, isNamed, isPrefix, nounOf, type Target} from '../model/subject/subject.ts'
import {codePiece, type TextPiece} from './text-pieces.ts'

// Phrases for what a change is about: `Loan.status`, the query parameter `limit` of `GET /v1/loans`, the `200` response
// of `GET /v1/loans`.

/** The last piece of every `link` between a name and its owner. */
const OF = ' of '

/** What a sentence is about, in parts that several sentences can share. */
export interface Mention {
  /** Words before the name: `the query parameter `, `each item of `. */
  readonly noun: string
  /** Absent if the change is about its owner, or about a body or response as a whole. */
  readonly name?: string
  /** Words between name and owner: ` of `, ` in the 200 response of `. Ends with a piece ` of `. */
  readonly link: readonly TextPiece[]
  /** The operation, component, or API. */
  readonly owner: readonly TextPiece[]
  /** The component and the field as one name, `Loan.due`, are used instead of name, link, and owner. */
  readonly joined?: string
}

/** A mention in words. */
export const mentionPieces = ({noun, name, link, owner, joined}: Mention): TextPiece[] => [
  ...(noun === '' ? [] : [noun]),
  ...(joined !== undefined
    ? [codePiece(joined)]
    : [...(name === undefined ? [] : [codePiece(name)]), ...link, ...owner])
]

/** Names the operation, the component, or the whole API. */
export function ownerPieces({subject: {target}, component}: Change): TextPiece[] {
  return component === undefined ? targetPieces(target) : [codePiece(component)]
}

/** Names an operation, webhook, or path, or the whole API. */
export function targetPieces(target: Target): TextPiece[] {
  if (isPrefix(target) && target.path === '') return ['the API']
  if (!isNamed(target)) return [codePiece(target.text)]
  const noun = nounOf(target)
  return noun === 'operation' ? piecesOfOperation(target.name) : [`the ${noun} `, codePiece(target.name)]
}

/** Names of targets. A noun that all of them share comes once, before the first name: the tools `a`, `b`. */
export function targetListPieces(targets: readonly Target[]): TextPiece[][] {
  const [noun, names] = splitNoun(targets)
  return names.map((name, at) => (at === 0 && noun !== undefined ? [noun.replace(/ $/, 's '), ...name] : name))
}

/** Names of targets where the sentence above says what they are. */
export const bareNames = (targets: readonly Target[]): TextPiece[][] => splitNoun(targets)[1]

/** The noun that several targets share, and their names without it. */
function splitNoun(targets: readonly Target[]): [noun: string | undefined, names: TextPiece[][]] {
  const names = targets.map(targetPieces)
  const [noun, ...others] = new Set(names.map(([first, , ...more]) => (more.length > 0 ? undefined : first)))
  const isShared = typeof noun === 'string' && others.length === 0 && names.length > 1
  return isShared ? [noun, names.map(([, ...name]) => name)] : [undefined, names]
}

/** A callback with its expression, method, and caller: `callback paid {$request.body#/url} POST of POST /v1/fees`. */
const CALLBACK = /^callback (\S+) .+? ([A-Z]+) of (.+)$/s

/** Callbacks are named by their caller. The method is added unless it's the usual one. */
export function piecesOfOperation(name: string): TextPiece[] {
  const [, called, method, caller = ''] = CALLBACK.exec(name) ?? []
  if (called !== undefined) {
    const inner = caller.replace(/^operation (?=(?:webhook|callback) )/, '')
    const owner = /^(?:webhook|callback) /.test(inner) ? piecesOfOperation(inner) : [codePiece(inner)]
    return ['the callback ', codePiece(called), ...(method === 'POST' ? [] : [` (${method})`]), ' of ', ...owner]
  }
  const [, webhook] = /^webhook (.+)$/s.exec(name) ?? []
  return webhook === undefined ? ['the operation ', codePiece(name)] : ['the webhook ', codePiece(webhook)]
}

/** Whether the service itself sends the request, so that the roles of request and response are swapped. */
export const isSentByService = ({subject: {target}}: Pick<Change, 'subject'>): boolean =>
  target.isSentByService === true

/** Whether a change is only in what the service sends to the receivers of webhooks and callbacks. */
export const isOfWebhook = (change: Change): boolean =>
  sideOf(change) === 'response' &&
  (isMember(change.subject.target) || isSentByService(change)) &&
  change.reaches.every(({operation}) => isSentByService({subject: operation})) &&
  (change.reaches.length > 0 || isSentByService(change))

export const ownerMention = (change: Change): Mention => ({noun: '', link: [], owner: ownerPieces(change)})

/** Forms of the location of a header, parameter, body, or response. */
const PARAMETER = /^(path|query|cookie|querystring) parameter (.+)$/s
const HEADER = /^(?:response (\S+) )?header (.+)$/s
const OF_PART = /^((?:body|response \S+) .+?) part (.+) header (\S+)$/s
const RESPONSE = /^response (\S+)(?: (.+))?$/s

type Location = Pick<Mention, 'noun' | 'name' | 'link'>

/**
 * Names the parameter, header, body, or response that a change is in. `undefined` if the change is about the whole
 * operation or component.
 */
function findPart(change: Change): Location | undefined {
  const {subject, reaches} = change
  const parts = new Set(reaches.map(({part}) => part))
  const [part] = parts
  const {parameter, header, in: side} = subject.part ?? {}
  if (part === undefined || parts.size > 1) {
    if (parameter !== undefined) return {noun: 'the parameter ', name: parameter, link: [OF]}
    if (header !== undefined) return {noun: 'the header ', name: header, link: [OF]}
    const common = onlySide(reaches) ?? side
    return (subject.part || parts.size > 1) && common ? {noun: '', link: [`the ${common}`, OF]} : undefined
  }
  return locationOf(part, parameter ?? header)
}

const onlySide = (reaches: readonly AffectedOperation[]): AffectedOperation['side'] | undefined => {
  const sides = new Set(reaches.map(({side}) => side))
  return sides.size === 1 ? reaches[0]?.side : undefined
}

/** The side, request or response, that a change affects. `undefined` if it affects both, or if it isn't known. */
export const sideOf = ({reaches, subject}: Change): Direction | undefined => onlySide(reaches) ?? subject.part?.in

/** Names a location such as `query parameter limit`, `response 200 header X-Total`, or `body application/json`. */
function locationOf(part: string, name?: string): Location | undefined {
  const parameter = PARAMETER.exec(part)
  if (parameter) return {noun: `the ${parameter[1]} parameter `, name: name ?? parameter[2] ?? '', link: [OF]}
  const ofPart = OF_PART.exec(part)
  if (ofPart) {
    const [, whole = '', inner = '', written = ''] = ofPart
    const link = locationOf(whole)?.link ?? []
    return {noun: 'the header ', name: name ?? written, link: [' of the part ', codePiece(inner), OF, ...link]}
  }
  const header = HEADER.exec(part)
  if (header) {
    const [, status, written = ''] = header
    const link = status === undefined ? [OF] : [' of the ', codePiece(status), ' response', OF]
    return {noun: 'the header ', name: name ?? written, link}
  }
  if (/^body(?: |$)/.test(part)) return {noun: '', link: ['the request body', OF]}
  const response = RESPONSE.exec(part)
  if (response) return {noun: '', link: ['the ', codePiece(response[1] ?? ''), ' response', OF]}
  return part === '' || part === 'security' || part === 'servers' ? undefined : {noun: '', link: [codePiece(part), OF]}
}

/** The location with its owner: the `200` response of `GET /v1/loans`, with its media type if the change has one. */
export function locationMention(change: Change): Mention {
  const owner = ownerPieces(change)
  const as: TextPiece[] = change.mediaType === undefined ? [] : [' (', codePiece(change.mediaType), ')']
  if (change.component !== undefined) return {noun: '', link: [], owner: [...owner, ...as]}
  const part = findPart(change)
  if (!part) return {noun: '', link: [], owner}
  return {...part, link: [...part.link.slice(0, -1), ...as, OF], owner}
}

/** The value and its location: `Loan.status`, `[].status` in the `200` response of `GET /v1/loans`. */
export function valueMention(change: Change): Mention {
  const {value} = change.subject.part ?? {}
  const path = pathMention(change, change.at)
  // Sentences about added and removed values name the value themselves.
  if (value === undefined || /^value-/.test(change.kind)) return path
  const {owner, ...about} = path
  const whole = mentionPieces({...about, owner: about.joined === undefined ? [] : owner})
  return {noun: 'the value ', name: value, link: [OF, ...whole], owner: about.joined === undefined ? owner : []}
}

/** The path of a field, ending with its name, whether or not `at` includes the name. */
function fieldPath({at, about}: Pick<Change, 'at' | 'about'>): string {
  if (about === undefined || at === about || at.endsWith(`.${about}`)) return at
  return at === '' ? about : `${at}.${about}`
}

/** A field and its location: `Loan.due`, `due` in the `200` response of `GET /v1/loans`. */
export function fieldMention(change: Change): Mention {
  const path = fieldPath(change)
  // Names of form fields and parameters often end with `[]` themselves.
  return change.about !== undefined && path.endsWith(change.about)
    ? namedMention(change, {noun: '', name: path})
    : pathMention(change, path)
}

/** Ends of paths that stand for all items of a list, or all values of a map. */
const ELEMENTS = [
  ['[]', 'each item of '],
  ['{}', 'each value of ']
] as const

function pathMention(change: Change, path: string): Mention {
  const place = locationMention(change)
  if (path === '') return place
  const [end, noun] = ELEMENTS.find(([mark]) => path.endsWith(mark)) ?? ['', '']
  const name = path.slice(0, path.length - end.length).replace(/\.$/, '')
  if (name === '') return {...place, noun: `${noun}${place.noun}`}
  if (noun === '' || !name.endsWith('{}')) return namedMention(change, {noun, name})
  const inner = pathMention(change, name)
  return {...inner, noun: `${noun}${inner.noun}`}
}

/** Names a field. Words stand for a path through a map: `due` in each value of `loans`. */
function namedMention(change: Change, {noun, name: path}: {readonly noun: string; readonly name: string}): Mention {
  const place = locationMention(change)
  const at = path.lastIndexOf('{}')
  const name = at <= 0 ? path : path.slice(at + 2).replace(/^\./, '')
  const maps = at <= 0 ? [] : mapPieces(path.slice(0, at))
  if (change.component === undefined) {
    const {name: part, link, owner} = place
    if (link.length === 0) return {noun, name, link: [...maps, OF], owner}
    return {
      noun,
      name,
      link: [...maps, ` in ${place.noun}`, ...(part === undefined ? [] : [codePiece(part)]), ...link],
      owner
    }
  }
  const joined = name.startsWith('[') ? `${change.component}${name}` : `${change.component}.${name}`
  const isJoined = maps.length === 0 && change.mediaType === undefined
  return {noun, name, link: [...maps, OF], owner: place.owner, ...(isJoined ? {joined} : {})}
}

/** The maps around a field, the innermost first: ` in each value of `, `loans`. */
function mapPieces(path: string): TextPiece[] {
  const at = path.lastIndexOf('{}')
  if (at <= 0) return [' in each value of ', codePiece(path)]
  return [' in each value of ', codePiece(path.slice(at + 2).replace(/^\./, '')), ...mapPieces(path.slice(0, at))]
}

import {kindOf} from '../../languages/kinds.ts'
import {exchangeNouns} from '../../languages/languages.ts'
import type {Change, Proof} from '../../model/api/change.ts'
import {isRecord} from '../../model/json.ts'
import {type Direction, formatSubject, type Subject} from '../../model/subject/subject.ts'
import type {ComparedVersions} from '../../model/verdict/compatibility-direction.ts'
import {isSentByService, targetPieces} from '../../phrases/subject.ts'
import {codePiece, notePieces, type TextPiece} from '../../phrases/text-pieces.ts'
import {listPieces, toJsonText} from '../../phrases/values.ts'

/** A counterexample: a value, and where an operation sends or receives it. */
export interface LocatedWitness {
  readonly side: Direction
  readonly value: unknown
  /** Whether the value is a document that clients send. */
  readonly isDocument?: true
  /** Location of the value: `response 200 application/json, [].status`. */
  readonly where: string
  readonly change: Change
  /** The operation, if the change is in a shared component. */
  readonly operation?: Subject
  /** The part of the operation: `query parameter limit`, `body application/json`. */
  readonly part?: string
  /** Path of the value inside the part. */
  readonly path: string
}

/** Counterexamples of a change, one for each side that breaks. */
export function witnessesOf(change: Change): LocatedWitness[] {
  return (['request', 'response'] as const).flatMap((side): LocatedWitness[] => {
    const proof: Proof | undefined = change.proofs[side]
    if (proof?.is !== 'breaks') return []
    const affected = change.reaches.filter(each => each.side === side)
    const reach = affected.find(({at}) => at !== undefined) ?? affected[0]
    const path =
      proof.at === ''
        ? containerPath(change, reach?.at ?? '')
        : joinPaths(parentPath(change, reach?.at ?? ''), proof.at)
    const operation = reach && change.component !== undefined ? reach.operation : undefined
    const where = [operation && formatSubject(operation), reach?.part, path]
      .filter(each => each !== undefined && each !== '')
      .join(', ')
    return [
      {
        side,
        value: proof.witness,
        ...(proof.isDocument ? {isDocument: true as const} : {}),
        where,
        change,
        path,
        ...(operation === undefined ? {} : {operation}),
        ...(reach?.part === undefined ? {} : {part: reach.part})
      }
    ]
  })
}

function containerPath({kind, about}: Change, path: string): string {
  if (!kindOf(kind).isAboutName || about === undefined) return path
  return path === about ? '' : path.endsWith(`.${about}`) ? path.slice(0, -about.length - 1) : path
}

/** The path above the change, up to the root of the component or operation. */
const parentPath = ({at}: Change, path: string): string =>
  path.endsWith(at) ? path.slice(0, path.length - at.length) : ''

function joinPaths(above: string, below: string): string {
  const path = above.replace(/\.$/, '')
  if (path === '' || below === '') return `${path}${below}`
  return below.startsWith('[') || below.startsWith('{') ? `${path}${below}` : `${path}.${below}`
}

/**
 * A counterexample as a sentence: Example: `GET /v1/loans` can now return `"due": null` in `[]`. A field that is no
 * longer sent, or must now be sent, is named without the object that lacks it.
 */
export function witnessPieces(witness: LocatedWitness, forward?: ComparedVersions): TextPiece[] {
  // In the responses of webhooks and callbacks, too, `request` is the side that clients send.
  if (witness.isDocument) return ['Example: ', codePiece(String(witness.value)), ...documentWords(forward), '.']
  const pieces = witness.side === 'response' ? sentPieces(witness, forward) : receivedPieces(witness, forward)
  return ['Example: ', ...pieces, '.']
}

const documentWords = (forward: ComparedVersions | undefined): TextPiece[] =>
  forward
    ? [' is valid in ', ...notePieces(forward.newer), ' and not in ', ...notePieces(forward.older)]
    : [' was valid and is now rejected']

function sentPieces(witness: LocatedWitness, forward: ComparedVersions | undefined): TextPiece[] {
  const {change, operation, part = ''} = witness
  const byService = isOfService(witness)
  const about =
    operation === undefined
      ? [byService ? 'the request' : `the ${exchangeNouns(change.subject.target)[1]}`]
      : targetPieces(operation.target)
  const [, status = ''] = /^response (\S+)/.exec(part) ?? []
  const inStatus: TextPiece[] = status === '' || status.startsWith('2') ? [] : [' with the status ', codePiece(status)]
  const lacking = lackedField(witness)
  if (lacking !== undefined) {
    const verb = operation === undefined ? ['contains', 'omit'] : [byService ? 'sends' : 'returns', 'omit']
    const words = forward
      ? ` can ${verb[1]} `
      : change.kind === 'field-removed'
        ? ` no longer ${verb[0]} `
        : ` can now ${verb[1]} `
    return [...about, words, codePiece(lacking), ...inPath(witness.path), ...inStatus, ...inOlder(forward)]
  }
  const verb = operation === undefined ? 'contain' : byService ? 'send' : 'return'
  const words = ` can ${forward ? '' : 'now '}${verb} `
  return [...about, words, ...locatedValue(witness), ...inStatus, ...inOlder(forward)]
}

/** The version whose servers answer a client of a newer one. */
const inOlder = (forward: ComparedVersions | undefined): TextPiece[] =>
  forward ? [' from servers of ', ...notePieces(forward.older)] : []

/** Whether the service calls the operation of a counterexample. */
const isOfService = ({operation, change: {subject}}: LocatedWitness): boolean =>
  isSentByService({subject: operation ?? subject})

/** Sentence about a request that was accepted and is now rejected; forward, one that only the newer version accepts. */
function receivedPieces(witness: LocatedWitness, forward: ComparedVersions | undefined): TextPiece[] {
  const {operation, value, part = ''} = witness
  const rejected: TextPiece[] = forward
    ? [' is accepted by ', ...notePieces(forward.newer), ' and rejected by servers of ', ...notePieces(forward.older)]
    : [' was accepted and is now rejected']
  const [, place, name = ''] = /^(query|path|cookie) parameter (.+)$/s.exec(part) ?? []
  const isScalar = value === null || typeof value !== 'object'
  if (place === 'query' && witness.path === '' && isScalar && !isLong(value)) {
    const query = `?${name}=${String(value)}`
    return [codePiece(operation === undefined ? query : `${formatSubject(operation)}${query}`), ...rejected]
  }
  const lacking = lackedField(witness)
  const what: TextPiece[] =
    lacking === undefined
      ? sentValue(witness, place, name)
      : [
          isOfService(witness) ? 'an answer without ' : `a ${exchangeNouns(witness.change.subject.target)[0]} without `,
          codePiece(lacking),
          ...inPath(witness.path)
        ]
  if (operation === undefined) return [...what, ...rejected]
  if (forward) return [...what, ' of ', ...targetPieces(operation.target), ...rejected]
  return [...targetPieces(operation.target), ' accepted ', ...what, ' and now rejects it']
}

function sentValue(witness: LocatedWitness, place: string | undefined, name: string): TextPiece[] {
  if (place !== undefined) {
    const inside = witness.path === '' ? valueWords(witness.value) : locatedValue(witness)
    const link = isUnnamed(witness.path) ? 'of' : 'in'
    return [...inside, ` ${link} the ${place} parameter `, codePiece(name)]
  }
  const [, whole] = (witness.path === '' && /^(body|response)(?: (?!.* header )|$)/.exec(witness.part ?? '')) || []
  if (!whole) return locatedValue(witness)
  const value = propertyOf(witness)?.object ?? witness.value
  const noun = whole === 'body' ? 'the body' : 'the answer'
  return isLong(value) ? [...valueWords(value), ` as ${noun}`] : [`${noun} `, ...valueWords(value)]
}

/** The field that a counterexample lacks although the change is about it. `undefined` if it has the field. */
function lackedField({value, change: {kind, about}}: LocatedWitness): string | undefined {
  if (!kindOf(kind).isAboutName || about === undefined || !isRecord(value)) return undefined
  return Object.hasOwn(value, about) ? undefined : about
}

/** The one field of a counterexample that the change is about. `undefined` if it isn't about a field. */
function propertyOf({value, change: {kind, about}}: LocatedWitness): {object: object; name: string} | undefined {
  if (!kindOf(kind).isAboutName || about === undefined || !isRecord(value)) return undefined
  return {object: {[about]: (value as Record<string, unknown>)[about]}, name: about}
}

/** The value with its name, and the path of the object that holds it: `"due": null` in `[]`. */
function locatedValue(witness: LocatedWitness): TextPiece[] {
  const {value, path, part = ''} = witness
  const property = propertyOf(witness)
  if (property) return [...namedValue(property.name, Object.values(property.object)[0]), ...inPath(path)]
  const [, header] = /header (\S+)$/.exec(part) ?? []
  if (header !== undefined && path === '')
    return isLong(value)
      ? [...valueWords(value), ' in the header ', codePiece(header)]
      : [codePiece(`${header}: ${typeof value === 'string' ? value : toJsonText(value)}`)]
  const [, parent = '', name] = /^(?:(.*)\.)?([^.[\]{}]+)$/s.exec(path) ?? []
  if (name !== undefined) return [...namedValue(name, value), ...inPath(parent)]
  return path === '' ? valueWords(value) : [...valueWords(value), ' as ', ...placePieces(path)]
}

const inPath = (path: string): TextPiece[] => (path === '' ? [] : [' in ', ...placePieces(path)])

/** Whether the words for a path end with an item or a value of the whole, which have no name. */
const isUnnamed = (path: string): boolean => /^[[{]/.test(path)

/** A path in words: an item of `copies`, `readers` of a value of `shelves`, an item. */
function placePieces(path: string): TextPiece[] {
  if (path.endsWith('[]')) return elementPieces('an item', path.slice(0, -2))
  if (path.endsWith('{}')) return elementPieces('a value', path.slice(0, -2))
  const [, outer, name] = /^(.*\{\}|\[\])\.?(.+)$/s.exec(path) ?? []
  return outer === undefined || name === undefined
    ? [codePiece(path)]
    : [codePiece(name), ' of ', ...placePieces(outer)]
}

const elementPieces = (noun: string, of: string): TextPiece[] =>
  of === '' ? [noun] : [`${noun} of `, ...placePieces(of)]

const namedValue = (name: string, value: unknown): TextPiece[] =>
  isLong(value)
    ? [...valueWords(value), ' as ', codePiece(name)]
    : [codePiece(`${toJsonText(name)}: ${toJsonText(value)}`)]

const LONGEST_STRING = 60
const LONGEST_JSON = 120
const isLong = (value: unknown): boolean =>
  typeof value === 'string' ? value.length > LONGEST_STRING : toJsonText(value).length > LONGEST_JSON

const FEW = 3

/** A value as JSON, or what it is if that is long: a string of 101 characters. */
function valueWords(value: unknown): TextPiece[] {
  if (!isLong(value)) return [codePiece(toJsonText(value))]
  if (typeof value === 'string') return [`a string of ${value.length} characters`]
  if (Array.isArray(value)) return [`an array of ${value.length} ${value.length === 1 ? 'item' : 'items'}`]
  const names = Object.keys(value as object)
  return [
    names.length === 1 ? 'an object with the field ' : 'an object with the fields ',
    ...listPieces(names, 'and', FEW)
  ]
}

import type {Change} from '../model/change.ts'
import {fieldPath, fieldPieces, ownerPieces, placePieces, thingPieces} from '../words/change-thing.ts'
import {piecesOfChange} from '../words/change-words.ts'
import {flat, type Piece} from '../words/pieces.ts'

/**
 * A sentence on a change in the parts that sentences may share:
 *
 *     the default of | query parameter | limit | of | GET /v1/loans | is now 20, was 10
 *     lead             noun              name    link  owner          predicate
 */
export interface Phrase {
  readonly lead: string
  readonly noun: string
  /** Left out where it is about its owner as a whole. */
  readonly name?: string
  /** What stands between the name and its owner: ` of `, ` in the response 200 of `. */
  readonly link: readonly Piece[]
  readonly owner: readonly Piece[]
  readonly predicate: readonly Piece[]
}

/** `undefined`: a sentence that can only be told whole. */
export function phraseOf(change: Change): Phrase | undefined {
  // Its sentence has the place behind the verb.
  const said = change.kind === 'field-removed' ? [...fieldPieces(change), ' is gone'] : piecesOfChange(change)
  const owner = ownerPieces(change)
  const things = [fieldPieces(change), thingPieces(change), placePieces(change), owner]
  for (const start of [0, 1, 2, 3]) {
    const before = said.slice(0, start)
    if (!before.every(piece => typeof piece === 'string')) break
    const lead = before.join('')
    const rest = said.slice(start)
    const thing = things.filter(each => beginsWith(rest, each)).toSorted((a, b) => b.length - a.length)[0]
    if (!thing) continue
    const named = nameIn(thing, change, owner)
    if (named) return {lead, ...named, owner, predicate: rest.slice(thing.length)}
  }
  return undefined
}

const beginsWith = (pieces: readonly Piece[], start: readonly Piece[]): boolean =>
  start.length > 0 && flat(pieces.slice(0, start.length)) === flat(start)

function nameIn(
  thing: readonly Piece[],
  change: Change,
  owner: readonly Piece[]
): Omit<Phrase, 'lead' | 'owner' | 'predicate'> | undefined {
  if (flat(thing) === flat(owner)) return {noun: '', link: []}
  // `Loan.due` is one name: the field with its component.
  const [only] = thing
  if (change.component !== undefined && thing.length === 1 && typeof only === 'object')
    return {noun: '', name: fieldPath(change), link: [' of ']}
  const head = thing.slice(0, thing.length - owner.length)
  if (flat(thing.slice(head.length)) !== flat(owner)) return undefined
  const at = head.findIndex(piece => typeof piece !== 'string')
  const name = head[at]
  // `the request body of`: it has no name of its own.
  if (at < 0) return {noun: '', link: head}
  if (at > 1 || typeof name !== 'object' || !('code' in name)) return undefined
  const noun = at === 1 ? head[0] : ''
  return {noun: typeof noun === 'string' ? noun : '', name: name.code, link: head.slice(at + 1)}
}

const MANY: Readonly<Record<string, string>> = {
  is: 'are',
  has: 'have',
  was: 'were',
  takes: 'take',
  needs: 'need',
  comes: 'come',
  asks: 'ask',
  answers: 'answer',
  behaves: 'behave',
  goes: 'go'
}

/** What is said of one, said of several: ` is new` → ` are new`. */
export function ofSeveral([first, ...rest]: readonly Piece[]): Piece[] {
  if (first === undefined) return []
  if (typeof first !== 'string') return [first, ...rest]
  const verb = /^( (?:no longer |now )?)([a-z]+)\b/.exec(first)
  const many = MANY[verb?.[2] ?? '']
  return [many === undefined || !verb ? first : `${verb[1]}${many}${first.slice(verb[0].length)}`, ...rest]
}

/** `query parameter ` → `query parameters `. */
export const nounOfSeveral = (noun: string): string => noun.replace(/(\w) $/, '$1s ')

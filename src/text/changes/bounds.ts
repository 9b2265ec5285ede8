import type {Change} from '../../model/api/change.ts'
import {pointerKey} from '../../model/location.ts'
import {codeOf, type Piece} from '../text-pieces.ts'
import {dependentPieces} from './dependent-required.ts'
import {keywordPieces} from './keywords.ts'
import {fieldPieces, thingPieces} from './subject.ts'
import {eitherPieces, movedPieces} from './values.ts'

/** What people call a keyword that bounds values, with its article. */
const NOUNS: Readonly<Record<string, readonly [article: string, noun: string]>> = {
  minimum: ['a', 'least value'],
  maximum: ['a', 'greatest value'],
  exclusiveMinimum: ['a', 'value that it must exceed'],
  exclusiveMaximum: ['a', 'value that it must stay below'],
  multipleOf: ['a', 'step'],
  minLength: ['a', 'least length'],
  maxLength: ['a', 'greatest length'],
  pattern: ['a', 'pattern'],
  minItems: ['a', 'least number of items'],
  maxItems: ['a', 'greatest number of items'],
  minProperties: ['a', 'least number of fields'],
  maxProperties: ['a', 'greatest number of fields'],
  enum: ['a', 'list of allowed values'],
  const: ['an', 'only allowed value'],
  items: ['a', 'type of items'],
  prefixItems: ['a', 'number of leading items']
}

const FLAGS: Readonly<Record<string, readonly [on: string, off: string]>> = {
  uniqueItems: [' must no longer repeat an item', ' may now repeat an item'],
  allowEmptyValue: [' may now be empty', ' may no longer be empty'],
  allowReserved: [' may now hold `:`, `@` or `,` as they are', ' must escape `:`, `@` and `,` now']
}

/** A field that was one of the many of a map, which has no words for it: it is named, and stands where it is described. */
const wasInMap = ({kind, about, old, new: fresh, where}: Change): boolean =>
  kind === 'constraint-changed' &&
  about !== undefined &&
  old === undefined &&
  fresh === undefined &&
  where.new?.pointer?.endsWith(`/properties/${pointerKey(about)}`) === true

/** A list of one value, in place of which there is another one. */
const isOneForOne = ({kind, about, old, new: fresh}: Change): boolean =>
  kind === 'constraint-changed' &&
  about === 'enum' &&
  ![old, fresh].some(each => each === undefined || Array.isArray(each))

/** Flags that mean something in some versions of OpenAPI, or beside another keyword. */
const FLAGGED = /^(x-)?nullable$|^exclusiveM(in|ax)imum$/

/** A flag that says nothing where it stands: whoever wrote it meant something. */
function flaggedPieces({kind, about = '', old, new: fresh}: Change, thing: readonly Piece[]): Piece[] | undefined {
  const areFlags = [old, fresh].every(each => each === undefined || typeof each === 'boolean')
  if (kind !== 'constraint-changed' || !FLAGGED.test(about) || !areFlags || (old ?? fresh) === undefined)
    return undefined
  if (old === fresh) return [codeOf(`${about}: ${old}`), ' of ', ...thing, ' is no longer read as it was']
  if (fresh === true) return [...thing, ' now says ', codeOf(`${about}: true`), ', which means nothing there']
  if (old === true) return [...thing, ' no longer says ', codeOf(`${about}: true`), ', which meant nothing there']
  return undefined
}

/** What stands beside a reference that stands alone: it says nothing there, either. */
function besidePieces({kind, about, old, new: fresh}: Change, thing: readonly Piece[]): Piece[] | undefined {
  if (kind !== 'constraint-changed' || about !== '$ref') return undefined
  const beside = [' beside ', codeOf('$ref'), ', which']
  if (old === undefined) return [...thing, ' now says ', ...wordsPieces(fresh), ...beside, ' means nothing there']
  if (fresh === undefined) return [...thing, ' no longer says ', ...wordsPieces(old), ...beside, ' meant nothing there']
  const were = ['; it said ', ...wordsPieces(old)]
  return [...thing, ' now says ', ...wordsPieces(fresh), ...beside, ' means nothing there', ...were]
}

/** Each with its value where that is short. */
const wordsPieces = (said: unknown): Piece[] =>
  Object.entries(said ?? {}).flatMap(([keyword, value], at) => [
    ...(at > 0 ? [', '] : []),
    codeOf(typeof value === 'object' ? keyword : `${keyword}: ${value}`)
  ])

/** A bound that was set, moved or dropped: the greatest length of `note` of `Loan` is now `100`, was `200`. */
export function boundPieces(change: Change): Piece[] {
  const {about = '', old, new: fresh} = change
  if (wasInMap(change)) return [...fieldPieces(change), ' has a schema of its own now, and was one of the other fields']
  const thing = thingPieces(change)
  const flagged = flaggedPieces(change, thing)
  if (flagged) return flagged
  const beside = besidePieces(change, thing)
  if (beside) return beside
  const flag = FLAGS[about]
  if (flag && (typeof fresh === 'boolean' || typeof old === 'boolean')) return [...thing, flag[fresh === true ? 0 : 1]]
  const [article, noun] = NOUNS[isOneForOne(change) ? 'const' : about] ?? []
  if (!article || !noun) {
    if (about === '') return ['what is asked of ', ...thing, ' has changed']
    return dependentPieces(change) ?? keywordPieces(change, about)
  }
  // The bound is where it was, and is now one of the values, or was.
  if (typeof fresh === 'number' && old === fresh && /^(exclusiveM|m)(in|ax)imum$/.test(about))
    return [...thing, about.startsWith('m') ? ' may now be ' : ' may no longer be ', ...eitherPieces(fresh), ' itself']
  if (old === undefined && fresh === undefined) return [`the ${noun} of `, ...thing, ' has changed']
  if (old === undefined) return [...thing, ` now has ${article} ${noun}: `, ...eitherPieces(fresh)]
  if (fresh === undefined) return [...thing, ` no longer has ${article} ${noun}, was `, ...eitherPieces(old)]
  return [`the ${noun} of `, ...thing, ...movedPieces(change)]
}

import type {Change} from '../../model/api/change.ts'
import {codeOf, type Piece} from '../text-pieces.ts'
import {thingPieces} from './subject.ts'
import {movedPieces} from './values.ts'

/** A keyword that people have no other word for: the request body of `POST /v1/loans` now has `if`. */
export function keywordPieces(change: Change, about: string): Piece[] {
  const thing = thingPieces(change)
  const {came, went} = wayOf(change, about)
  if (about === 'additionalProperties' && (came || went))
    return [...thing, came ? ' now has a schema for other fields' : ' no longer has a schema for other fields']
  const [was, is] = [valueIn(change.old, about), valueIn(change.new, about)]
  if (came) return [...thing, ' now has ', ...withValue(about, is)]
  if (went) return [...thing, ' no longer has ', ...withValue(about, was)]
  // The word itself may be as it was, and something beside it not.
  if (about.startsWith('unevaluated') && (was === undefined || is === undefined))
    return ['what ', codeOf(about), ' of ', ...thing, ' refuses has changed']
  const isShown = isShort(was) && isShort(is) && (was ?? is) !== undefined
  return [codeOf(about), ' of ', ...thing, ...(isShown ? movedPieces({old: was, new: is}) : [' has changed'])]
}

/** Whether a keyword came or went, as far as that is known: a long value is told on neither side. */
function wayOf({kind, old, new: fresh}: Change, about: string): {came: boolean; went: boolean} {
  const isOne = (old === undefined) !== (fresh === undefined)
  if (kind === 'constraint-changed' || typeof (old ?? fresh) === 'number') return {came: false, went: false}
  // What other fields there may be is a schema in place of `true`.
  if (about === 'additionalProperties')
    return {came: kind === 'constraint-tightened', went: kind === 'constraint-loosened'}
  if (isOne) return {came: old === undefined, went: fresh === undefined}
  // A pattern of names lets fields in where no others may be.
  if (old !== undefined || about === 'patternProperties') return {came: false, went: false}
  return {came: kind === 'constraint-tightened', went: kind === 'constraint-loosened'}
}

/** Values are told with their keywords where several go together. */
function valueIn(told: unknown, about: string): unknown {
  if (typeof told !== 'object' || told === null || Array.isArray(told)) return told
  const entries = Object.entries(told)
  return entries.length === 1 && entries[0]?.[0] === about ? entries[0][1] : told
}

const withValue = (about: string, value: unknown): Piece[] => [
  codeOf(typeof value === 'boolean' ? `${about}: ${value}` : about)
]

/** Whole schemas are for those who look at the place. */
const isShort = (value: unknown): boolean => typeof value !== 'object'

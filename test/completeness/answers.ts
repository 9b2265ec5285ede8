// The answer of the comparison for a pair.

import {diffSnapshots} from '../../packages/openapi/src/diff/diff.ts'
import {type DescriptionRoots, findUnusedChanges} from '../../packages/openapi/src/diff/unused-components.ts'
import {readSnapshot} from '../../packages/openapi/src/read/snapshot.ts'
import {validate} from '../../packages/openapi/src/validator.ts'
import {openFileTree} from '../../src/documents/document-files.ts'
import {findFileTree} from '../../src/documents/file-tree.ts'
import type {Change} from '../../src/model/api/change.ts'
import {InputError} from '../../src/model/input-error.ts'
import type {Direction} from '../../src/model/subject/subject.ts'
import {affectedSidesOf} from '../../src/policy/compatibility/change-effects.ts'
import {HERE} from '../here.ts'
import {effectOn} from '../languages/openapi/diff/comparing.ts'
import type {Raw} from './meta-schemas.ts'
import type {Pair} from './pairs.ts'

/**
 * The kinds of line, the most severe first. `unused` is a component that no operation uses, and `refused` a description
 * that isn't read at all.
 */
export const LINES = [
  'breaking',
  'review',
  'compatible',
  'documentation',
  'gap',
  'unused',
  'refused',
  'silent'
] as const
export type Line = (typeof LINES)[number]

const read = new WeakMap<Raw, DescriptionRoots | 'refused'>()

/** Reads a description as the command reads a file; `undefined` if the command refuses it. */
function sideOf(root: Raw): DescriptionRoots | undefined {
  const known = read.get(root) ?? readSide(root)
  read.set(root, known)
  return known === 'refused' ? undefined : known
}

function readSide(root: Raw): DescriptionRoots | 'refused' {
  const files = openFileTree(findFileTree(HERE, '-', () => Buffer.from(JSON.stringify(root))))
  try {
    return {snapshot: readSnapshot(files), roots: (files.documents ?? []).map(each => each.root)}
  } catch (error) {
    if (error instanceof InputError) return 'refused'
    throw error
  }
}

const SIDES = ['request', 'response'] as const

function lineOfChange(change: Change, side: Direction): Line {
  if (change.kind === 'documentation-changed') return 'documentation'
  return affectedSidesOf(change).includes(side) ? effectOn(change, side) : 'silent'
}

const heaviest = (lines: readonly Line[]): Line => LINES.find(line => lines.includes(line)) ?? 'silent'

/** The line on each side for a component that a request and a response share; otherwise one line. */
function linesBetween(older: Raw, newer: Raw, isShared: boolean): Line[] {
  const [from, to] = [sideOf(older), sideOf(newer)]
  if (!from || !to) return ['refused']
  const changes = diffSnapshots(from.snapshot, to.snapshot, validate)
  const sides = SIDES.map(side => heaviest(changes.map(change => lineOfChange(change, side))))
  if (changes.length > 0) return isShared ? sides : [heaviest(sides)]
  if (from.snapshot.gaps.length + to.snapshot.gaps.length > 0) return ['gap']
  return [findUnusedChanges({older: from, newer: to}, changes).length > 0 ? 'unused' : 'silent']
}

/**
 * The line for a value of the wrong type: a gap, or else the heaviest one, and silent if one direction is. `undefined`
 * where a value of the right type makes no difference that matters either.
 */
export function answerToMistyped({older, newer, isShared, right: [without, right] = [{}, {}]}: Pair): Line | undefined {
  const lines = both(older, newer, isShared)
  if (sideOf(newer)?.snapshot.gaps.some(({isRead}) => !isRead)) return 'gap'
  const line = lines.includes('silent') ? 'silent' : heaviest(lines)
  if (line !== 'silent' && line !== 'compatible') return line
  const known = heaviest(both(without, right, isShared))
  return known === 'silent' || known === line ? undefined : line
}

const both = (one: Raw, other: Raw, isShared: boolean): Line[] => [
  heaviest(linesBetween(one, other, isShared)),
  heaviest(linesBetween(other, one, isShared))
]

/** The line for a pair. A changed keyword is compared in both directions, and is silent if one direction or side is. */
export function answerTo({edit, older, newer, isShared}: Pair): Line {
  const lines = linesBetween(older, newer, isShared)
  if (edit === 'changed') lines.push(...linesBetween(newer, older, isShared))
  return lines.includes('silent') ? 'silent' : heaviest(lines)
}

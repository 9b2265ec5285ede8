import type {ChangeKind} from '../../model/api/change.ts'
import type {Explained} from './example.ts'
import {FIELDS} from './fields.ts'
import {LIVES} from './lifecycle.ts'
import {OPERATIONS} from './operations.ts'
import {PARTS} from './parameters.ts'
import {VALUES} from './values.ts'

/** Explanation of each kind of change, with an example pair of descriptions. */
export const CHANGE_CATALOGUE = {
  ...OPERATIONS,
  ...PARTS,
  ...FIELDS,
  ...VALUES,
  ...LIVES
} as const satisfies Record<ChangeKind, Explained>

/** Catalogue topics with their change kinds, in documentation order. */
export const CHANGE_TOPICS: readonly {readonly title: string; readonly kinds: readonly ChangeKind[]}[] = [
  ['Operations, servers and security', OPERATIONS],
  ['Parameters, bodies, headers, statuses and media types', PARTS],
  ['Fields and forms', FIELDS],
  ['Values', VALUES],
  ['Life and documentation', LIVES]
].map(([title, group]) => ({title: title as string, kinds: Object.keys(group as object) as ChangeKind[]}))

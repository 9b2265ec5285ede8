// Compares definitions of custom resources in memory.

import {createTextFileTree} from '../../../src/documents/file-tree.ts'
import {crdReader} from '../../../src/languages/crd/reader.ts'
import type {Change, Effect} from '../../../src/model/api/change.ts'
import {effectOn} from '../openapi/diff/comparing.ts'
import type {Side} from './schemas.ts'

interface ChangeEffect {
  readonly change: Change
  readonly side: Side
  readonly is: Effect
}

export interface Compared {
  readonly changes: readonly Change[]
  /** The effect of each change on each side that it affects. */
  readonly effects: readonly ChangeEffect[]
  /** The worst effect of all. */
  readonly answer: Effect
}

/** Compares the texts of two files. */
export function compareDefinitions(older: string, newer: string): Compared {
  const [was, is] = [older, newer].map(text =>
    crdReader.createOpener()(createTextFileTree('crd.yaml', new Map([['crd.yaml', text]])))
  )
  if (!was || !is) throw new Error('two definitions')
  const {changes} = is.compareWith(was)
  const effects = changes.flatMap(change =>
    (['request', 'response'] as const)
      .filter(side => change.reaches.some(reach => reach.side === side))
      .map(side => ({change, side, is: effectOn(change, side)}))
  )
  const all = effects.map(each => each.is)
  const answer = all.includes('breaking') ? 'breaking' : all.includes('review') ? 'review' : 'compatible'
  return {changes, effects, answer}
}

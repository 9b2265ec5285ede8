// Compares definitions of custom resources in memory.

import {crdReader} from '../../../packages/crd/src/reader.ts'
import {createTextFileTree} from '../../../src/documents/file-tree.ts'
import type {Change, Effect} from '../../../src/model/api/change.ts'
import {type ChangeEffect, effectsOf, worstOf} from '../effects.ts'

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
  const effects = effectsOf(changes)
  return {changes, effects, answer: worstOf(effects)}
}

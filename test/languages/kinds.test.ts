import {expect, test} from 'vitest'
import {languages} from '../../src/cli/registry/languages.ts'
import {presets} from '../../src/inputs/config/policy-file.ts'
import {COMMON_KINDS} from '../../src/languages/common-kinds.ts'
import {CHANGE_KINDS, isChangeKind, kindOf} from '../../src/languages/kinds.ts'
import {names} from './names.ts'

test('no two languages share the name of a kind of change', () => {
  const kindNames = [COMMON_KINDS, ...languages.map(({kinds}) => kinds)].flatMap(kinds => Object.keys(kinds))
  expect(kindNames.filter((name, at) => kindNames.indexOf(name) !== at)).toEqual([])
  expect(CHANGE_KINDS).toEqual(kindNames)
})

test('no two languages share a notation of targets or the name of a kind of target', () => {
  const all = [names, ...languages]
  expect(new Set(all.map(({name}) => name)).size).toBe(all.length)
  const misread = all.flatMap(({name, sampleTargets}) =>
    all.flatMap(other =>
      other.name === name ? [] : sampleTargets.filter(text => other.parseTarget(text) !== undefined)
    )
  )
  expect(misread).toEqual([])
  const targetKinds = all.flatMap(each => Object.keys(each.targetKinds))
  expect(new Set(targetKinds).size).toBe(targetKinds.length)
})

test.each(CHANGE_KINDS)('%s affects at least one side, and the kinds that it refers to exist', name => {
  const {sides, wider, opposite} = kindOf(name)
  expect(sides.length).toBeGreaterThan(0)
  for (const other of [wider, opposite]) expect(other === undefined || isChangeKind(other)).toBe(true)
  if (opposite !== undefined) expect(kindOf(opposite).opposite).toBe(name)
})

test('each preset is for the APIs of a language, which has its usual one', () => {
  expect([...new Set(languages.flatMap(each => each.presets))].toSorted()).toEqual(presets().toSorted())
  for (const {policy, presets: own} of languages) if (policy) expect(own).toContain(policy.name)
})

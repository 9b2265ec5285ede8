import {expect, test} from 'vitest'
import {languages} from '../../src/languages/all-languages.ts'
import {COMMON_KINDS} from '../../src/languages/common-kinds.ts'
import {CHANGE_KINDS, isChangeKind, kindOf} from '../../src/languages/kinds.ts'

test('no two languages share the name of a kind of change', () => {
  const names = [COMMON_KINDS, ...languages.map(({kinds}) => kinds)].flatMap(kinds => Object.keys(kinds))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(CHANGE_KINDS).toEqual(names)
})

test.each(CHANGE_KINDS)('%s affects at least one side, and the kinds that it refers to exist', name => {
  const {sides, wider, opposite} = kindOf(name)
  expect(sides.length).toBeGreaterThan(0)
  for (const other of [wider, opposite]) expect(other === undefined || isChangeKind(other)).toBe(true)
  if (opposite !== undefined) expect(kindOf(opposite).opposite).toBe(name)
})

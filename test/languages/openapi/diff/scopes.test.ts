// What a dynamic reference leads to is bound on the way to it: the same words may mean something else.
import {describe} from 'vitest'
import {answered, check, object, type Raw} from './cases.ts'
import {answered as answeredWith, schemas} from './loans.ts'

const LIST = {
  $id: 'https://library.example/list',
  type: 'array',
  items: {$dynamicRef: '#Entry'},
  $defs: {Entry: {$dynamicAnchor: 'Entry'}}
}

/** A list whose entries are bound by who uses it. */
const listOf = (type: string, more: Raw = {}): Raw => ({
  $id: 'https://library.example/titles',
  $ref: 'list',
  $defs: {Entry: {$dynamicAnchor: 'Entry', type}},
  ...more
})

const titles = (type: string): object =>
  answeredWith({$ref: '#/components/schemas/Titles'}, schemas({List: LIST, Titles: listOf(type)}), '3.1.0')

const inside = (entry: Raw): object => {
  const page = object({entry: {$id: 'https://library.example/inside/', $ref: 'entry'}})
  return answeredWith(page, schemas({Entry: {$id: 'https://library.example/inside/entry', ...entry}}), '3.1.0')
}

describe('references that are bound on the way', () => {
  check([
    {
      name: 'what the entries of a list are bound to is another type',
      old: titles('string'),
      new: titles('integer'),
      told: ['type-changed (response breaks)']
    },
    {
      name: 'what the entries are bound to is the same',
      old: titles('string'),
      new: titles('string'),
      told: []
    },
    {
      name: 'the list stands within the answer itself',
      old: answered(object({list: LIST, titles: listOf('string')}), '3.1.0'),
      new: answered(object({list: LIST, titles: listOf('integer')}), '3.1.0'),
      told: ['type-changed (response breaks)']
    },
    {
      name: 'a reference counts from the address of the part in which it stands',
      old: inside({type: 'string'}),
      new: inside({type: 'integer'}),
      told: ['type-changed (response breaks)']
    }
  ])
})

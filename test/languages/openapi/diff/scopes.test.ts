// A dynamic reference depends on the path to it, so the same schema may have different meanings.
import {describe} from 'vitest'
import {object, type Raw, testChanges, withResponse} from './cases.ts'
import {schemas, withResponse as withSharedResponse} from './loans.ts'

const LIST = {
  $id: 'https://library.example/list',
  type: 'array',
  items: {$dynamicRef: '#Entry'},
  $defs: {Entry: {$dynamicAnchor: 'Entry'}}
}

/** A list that defines the schema of its entries. */
const listOf = (type: string, more: Raw = {}): Raw => ({
  $id: 'https://library.example/titles',
  $ref: 'list',
  $defs: {Entry: {$dynamicAnchor: 'Entry', type}},
  ...more
})

const titles = (type: string): object =>
  withSharedResponse({$ref: '#/components/schemas/Titles'}, schemas({List: LIST, Titles: listOf(type)}), '3.1.0')

const withRelativeReference = (entry: Raw): object => {
  const page = object({entry: {$id: 'https://library.example/inside/', $ref: 'entry'}})
  return withSharedResponse(page, schemas({Entry: {$id: 'https://library.example/inside/entry', ...entry}}), '3.1.0')
}

describe('dynamic references', () => {
  testChanges([
    {
      name: 'the entries of a list change their type',
      old: titles('string'),
      new: titles('integer'),
      changes: ['type-changed (response breaks)']
    },
    {
      name: 'the entries of a list do not change',
      old: titles('string'),
      new: titles('string'),
      changes: []
    },
    {
      name: 'the list is defined in the response',
      old: withResponse(object({list: LIST, titles: listOf('string')}), '3.1.0'),
      new: withResponse(object({list: LIST, titles: listOf('integer')}), '3.1.0'),
      changes: ['type-changed (response breaks)']
    },
    {
      name: 'a relative reference is resolved against the address of its schema',
      old: withRelativeReference({type: 'string'}),
      new: withRelativeReference({type: 'integer'}),
      changes: ['type-changed (response breaks)']
    }
  ])
})

describe('parts of `allOf`', () => {
  const rank = (type: string, more: Raw = {}): Raw => ({$defs: {Rank: {type}}, ...more})
  const field = (schema: Raw): Raw => ({properties: {lead: {properties: {rank: schema}}}})
  const ID = {$id: 'https://library.example/crew'}
  /** Two parts about one field; a reference in each leads to its own schema of the same name. */
  const withParts = (own: string, base: string): object =>
    withResponse(
      {
        allOf: [
          {$id: 'https://library.example/base', ...rank(base, field({$ref: '#/$defs/Rank'}))},
          {...ID, ...rank(own, field({$ref: '#/$defs/Rank'}))}
        ]
      },
      '3.1.0'
    )
  const changed = ['type-changed (response breaks)']

  testChanges(
    [
      {
        name: 'a part with an address keeps it',
        old: withParts('string', 'string'),
        new: withParts('integer', 'integer'),
        changed
      },
      {
        name: 'the second of two parts with addresses changes',
        old: withResponse({allOf: [field({}), {...ID, ...rank('string', field({$ref: '#/$defs/Rank'}))}]}, '3.1.0'),
        new: withResponse({allOf: [field({}), {...ID, ...rank('integer', field({$ref: '#/$defs/Rank'}))}]}, '3.1.0'),
        changed
      }
    ].map(({changed: changes, ...each}) => ({...each, changes}))
  )
})

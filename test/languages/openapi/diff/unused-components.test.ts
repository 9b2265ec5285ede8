// Components that no operation uses: their differences are listed, but not compared.

import {describe, expect, test} from 'vitest'
import {type DescriptionRoots, findUnusedChanges} from '../../../../packages/openapi/src/diff/unused-components.ts'
import {readSnapshot} from '../../../../packages/openapi/src/read/snapshot.ts'
import {openFileTree} from '../../../../src/documents/document-files.ts'
import {findFileTree} from '../../../../src/documents/file-tree.ts'
import {PartCache} from '../../../../src/documents/parsing/incremental-parse.ts'
import {HERE} from '../../../here.ts'
import {sample} from '../../../tier.ts'
import {api, NUMBER, object, type Raw, summarizeDiff, TEXT, withResponse} from './cases.ts'
import {diffDocuments, snapshotFrom} from './comparing.ts'

const ref = (name: string): Raw => ({$ref: `#/components/schemas/${name}`})
const withSchemas = (schemas: Raw, schema: unknown = TEXT): object => ({...withResponse(schema), components: {schemas}})

function unused(older: object, newer: object): string[] {
  const [was, is] = [older, newer].map(each => JSON.stringify(each)) as [string, string]
  const [from, to] = [snapshotFrom(was, 'old.yaml'), snapshotFrom(is, 'new.yaml')]
  const sides = {older: {snapshot: from, roots: [from.root]}, newer: {snapshot: to, roots: [to.root]}}
  return findUnusedChanges(sides, diffDocuments(was, is)).map(
    ({kind, name, isRemoved}) => `${kind} ${name}${isRemoved ? ' gone' : ''}`
  )
}

describe('the list of changed unused components', () => {
  test.each(
    sample([
      ['a changed schema', withSchemas({Event: TEXT}), withSchemas({Event: NUMBER}), ['schema Event']],
      ['a removed schema', withSchemas({Event: TEXT}), withSchemas({}), ['schema Event gone']],
      ['an added schema', withSchemas({}), withSchemas({Event: TEXT}), []],
      [
        'a schema with other documentation',
        withSchemas({Event: TEXT}),
        withSchemas({Event: {...TEXT, description: 'What happened'}}),
        []
      ],
      [
        'a schema that another unused schema refers to',
        withSchemas({Event: object({at: ref('Moment')}), Moment: TEXT}),
        withSchemas({Event: object({at: ref('Moment')}), Moment: NUMBER}),
        ['schema Moment']
      ],
      [
        'a description without paths',
        api({}, {components: {schemas: {Event: TEXT}, headers: {Due: {schema: TEXT}}}}),
        api({}, {components: {schemas: {Event: NUMBER}, headers: {Due: {schema: NUMBER}}}}),
        ['schema Event', 'header Due']
      ],
      [
        'a definition of Swagger 2.0',
        api({}, {definitions: {Event: TEXT}}, '2.0'),
        api({}, {definitions: {Event: NUMBER}}, '2.0'),
        ['schema Event']
      ],
      [
        'a schema that is used',
        withSchemas({Event: object({at: ref('Moment')}), Moment: TEXT}, ref('Event')),
        withSchemas({Event: object({at: ref('Moment')}), Moment: NUMBER}, ref('Event')),
        []
      ],
      ['a schema that was used before', withSchemas({Event: TEXT}, ref('Event')), withSchemas({Event: NUMBER}), []],
      [
        'a subtype of a used schema',
        withSchemas(
          {
            Event: object({kind: TEXT}, {discriminator: {propertyName: 'kind'}}),
            Due: {allOf: [ref('Event'), object({at: TEXT})]}
          },
          ref('Event')
        ),
        withSchemas(
          {
            Event: object({kind: TEXT}, {discriminator: {propertyName: 'kind'}}),
            Due: {allOf: [ref('Event'), object({at: NUMBER})]}
          },
          ref('Event')
        ),
        []
      ]
    ])
  )('%s', (_, older, newer, expected) => {
    expect(unused(older, newer)).toEqual(expected)
  })
})

test('a schema in the mapping of a discriminator is used, even if the description is read part by part', () => {
  const schemasWith = (schema: Raw): Raw => ({
    Event: {oneOf: [ref('Loan')], discriminator: {propertyName: 'kind', mapping: {loan: 'Loan', due: 'Due'}}},
    Loan: TEXT,
    Due: schema,
    Lost: schema
  })
  const sideOf = (schema: Raw): DescriptionRoots => {
    const text = JSON.stringify(withSchemas(schemasWith(schema), ref('Event')), undefined, 2)
    const snapshot = readSnapshot(
      openFileTree(
        findFileTree(HERE, '-', () => Buffer.from(text)),
        new PartCache()
      )
    )
    expect(snapshot.parts?.get('/components/schemas/Event')?.mappedSchemas).toEqual(['Loan', 'Due'])
    return {snapshot, roots: [snapshot.root]}
  }
  const [older, newer] = [sideOf(TEXT), sideOf(NUMBER)]
  expect(findUnusedChanges({older, newer}, []).map(({name}) => name)).toEqual(['Lost'])
})

test('a component can have more references than a function call can have arguments', () => {
  const fields = Object.fromEntries(Array.from({length: 150_000}, (_, at) => [`f${at}`, ref('Loan')]))
  const sideOf = (schema: Raw): DescriptionRoots => {
    const text = JSON.stringify(
      withSchemas({Event: object(fields), Loan: TEXT, Lost: schema}, ref('Event')),
      undefined,
      2
    )
    const snapshot = readSnapshot(
      openFileTree(
        findFileTree(HERE, '-', () => Buffer.from(text)),
        new PartCache()
      )
    )
    expect(snapshot.parts?.get('/components/schemas/Event')?.refs).toHaveLength(150_000)
    return {snapshot, roots: [snapshot.root]}
  }
  expect(findUnusedChanges({older: sideOf(TEXT), newer: sideOf(NUMBER)}, []).map(({name}) => name)).toEqual(['Lost'])
})

test('a changed example or link in a component is a documentation change', () => {
  const shared = (kind: string, component: Raw): object => ({
    ...withResponse(TEXT),
    components: {[kind]: {Shared: component}}
  })
  for (const [kind, older, newer] of [
    ['examples', {value: 'a'}, {value: 'b'}],
    ['links', {operationId: 'a'}, {operationId: 'b'}]
  ] as const) {
    const changes = diffDocuments(JSON.stringify(shared(kind, older)), JSON.stringify(shared(kind, newer)))
    expect(changes.map(each => each.kind)).toEqual(['documentation-changed'])
    expect(summarizeDiff(shared(kind, older), shared(kind, newer))).toEqual([])
  }
})

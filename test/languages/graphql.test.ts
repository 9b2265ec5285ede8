// Schemas of GraphQL: what breaks clients and by which document, what is an announcement, and that all commands read them.

import {readFileSync} from 'node:fs'
import {buildSchema, parse, validate} from 'graphql'
import {describe, expect, test} from 'vitest'
import {renderSite} from '../../packages/pages/src/site/page/page.ts'
import {siteOf} from '../../packages/pages/src/site/write-site.ts'
import {openSource} from '../../src/app/session/open-source.ts'
import {openWorkspace} from '../../src/stores/files/workspace.ts'
import {folder, tenure} from '../cli/run.ts'
import {DELETED, repositoryOf} from '../gate/scenario.ts'
import {CONTEXT} from '../here.ts'
import {examplesOf, splitExample} from '../kind-catalog.ts'
import {sample} from '../tier.ts'
import {compareSchemas} from './graphql/compare.ts'

interface JsonProof {
  readonly is: string
  readonly witness?: unknown
  readonly isDocument?: true
}

interface JsonChange {
  readonly kind: string
  readonly subject: string
  readonly breaks: string
  readonly proofs?: Readonly<Record<string, JsonProof>>
}

interface JsonDiff {
  readonly changes: readonly JsonChange[]
  readonly unused: readonly {readonly name: string}[]
  readonly gaps: readonly {readonly message: string}[]
}

const EFFECTS: Readonly<Record<string, string>> = {yes: 'breaking', no: 'compatible', unknown: 'review'}

async function diff(older: string, newer: string): Promise<JsonDiff> {
  const cwd = folder({'old.graphql': older, 'new.graphql': newer})
  const ran = await tenure(['diff', 'old.graphql', 'new.graphql', '--format', 'json', '--verbose'], {cwd})
  expect(ran.err).toBe('')
  return JSON.parse(ran.out) as JsonDiff
}

/** Compares two schemas, and returns each change with its effect. */
async function compare(older: string, newer: string): Promise<string[]> {
  const {changes} = await diff(older, newer)
  return changes.map(({kind, subject, breaks}) => `${kind} ${subject} ${EFFECTS[breaks]}`).toSorted()
}

const LIBRARY = `type Query {
  loans(first: Int): [Loan!]
  item: Item
  found: Found
}
type Mutation {
  lend(input: LendInput!): Loan
}
input LendInput {
  book: ID!
  reader: ID
  state: State
  shelf: ShelfInput
}
input ShelfInput {
  place: String
}
interface Item {
  id: ID!
}
type Loan implements Item {
  id: ID!
  book: Book!
  due: Int
  state: State!
  mood: Mood
}
type Book implements Item {
  id: ID!
  title: String
}
union Found = Loan | Book
union Lent = Loan
enum State {
  LENT
  BACK
}
enum Mood {
  GOOD
  BAD
}
type Unused {
  id: ID!
}
`

/** The library with each first text of a pair in place of the second. */
const change = (...[from, to]: readonly [from: string, to: string]): string => {
  expect(LIBRARY).toContain(from)
  return LIBRARY.replace(from, to)
}

describe('a change in the position where it is', () => {
  test.each<readonly [name: string, from: string, to: string, changes: readonly string[]]>(
    sample([
      ['a field less', '  due: Int\n', '', ['field-removed Loan.due breaking']],
      ['a field more', '  due: Int\n', '  due: Int\n  since: Int\n', ['field-added Loan.since compatible']],
      ['a result can be null', 'book: Book!', 'book: Book', ['null-allowed Loan.book breaking']],
      ['a result is never null', 'due: Int', 'due: Int!', ['null-refused Loan.due compatible']],
      ['an item can be null', '[Loan!]', '[Loan]', ['null-allowed Query.loans breaking']],
      ['a list in place of one', 'due: Int', 'due: [Int]', ['type-changed Loan.due breaking']],
      ['another type', 'due: Int', 'due: Float', ['type-changed Loan.due breaking']],
      ['a narrower type', 'item: Item', 'item: Loan', ['type-changed Query.item breaking']],
      ['an argument more', '(first: Int)', '(first: Int, after: ID)', ['argument-added Query.loans(after) compatible']],
      [
        'a required argument more',
        '(first: Int)',
        '(first: Int, after: ID!)',
        ['required-argument-added Query.loans(after) breaking']
      ],
      [
        'an argument that excludes null and has a default',
        '(first: Int)',
        '(first: Int, after: ID! = "a")',
        ['argument-added Query.loans(after) compatible']
      ],
      ['an argument less', '(first: Int)', '', ['argument-removed Query.loans(first) breaking']],
      ['an argument is required', 'first: Int', 'first: Int!', ['argument-required Query.loans(first) breaking']],
      ['an argument takes a list', 'first: Int', 'first: [Int]', ['type-changed Query.loans(first) breaking']],
      ['an argument has a default', 'first: Int', 'first: Int = 10', ['default-added Query.loans(first) compatible']],
      ['an input field is required', 'reader: ID\n', 'reader: ID!\n', ['field-required LendInput.reader breaking']],
      ['an input field is optional', 'book: ID!', 'book: ID', ['field-optional LendInput.book compatible']],
      ['an input field less', '  reader: ID\n', '', ['field-removed LendInput.reader breaking']],
      [
        'an input field more',
        '  reader: ID\n',
        '  reader: ID\n  days: Int\n',
        ['field-added LendInput.days compatible']
      ],
      [
        'a required input field more',
        '  reader: ID\n',
        '  reader: ID\n  days: Int!\n',
        ['required-field-added LendInput.days breaking']
      ],
      [
        'an input field inside another',
        '  place: String\n',
        '  place: Int\n',
        ['type-changed ShelfInput.place breaking']
      ],
      ['a value more, sent and returned', '  BACK\n', '  BACK\n  LOST\n', ['value-added State.LOST review']],
      ['a value less', '  BACK\n', '', ['enum-value-removed State.BACK breaking']],
      ['a value less that is only returned', '  BAD\n', '', ['enum-value-removed Mood.BAD review']],
      ['a type of a union less', 'Loan | Book', 'Loan', ['union-member-removed type Found breaking']],
      ['a type of a union more', 'Loan | Book', 'Loan | Book | Unused', ['union-member-added type Found review']],
      ['an interface less', 'Book implements Item', 'Book', ['interface-removed type Book breaking']],
      ['another kind', 'interface Item {', 'type Item {', ['type-kind-changed type Item breaking']],
      ['a type that no operation reaches', 'type Unused {', 'type Unused {\n  name: String', []]
    ])
  )('%s', async (_, from, to, changes) => {
    const found = await compare(LIBRARY, change(from, to))
    expect(found.filter(each => !/^type-kind|^interface/.test(changes[0] ?? '') || changes.includes(each))).toEqual(
      changes
    )
  })

  test('a default that changes needs review, also of an input field', async () => {
    const [old, fresh] = [10, 20].map(days => change('  reader: ID\n', `  reader: ID\n  days: Int = ${days}\n`))
    expect(await compare(old ?? '', fresh ?? '')).toEqual(['input-default-changed LendInput.days review'])
  })

  test('a value more is compatible where it is only sent', async () => {
    const older = 'type Query {\n  loans(order: Order): [ID!]\n}\nenum Order {\n  UP\n}\n'
    expect(await compare(older, older.replace('UP', 'UP\n  DOWN'))).toEqual(['value-added Order.DOWN compatible'])
  })

  test('types that no operation reaches are listed and not compared', async () => {
    const {unused, changes} = await diff(LIBRARY, change('type Unused {\n  id: ID!\n}\n', ''))
    expect(changes).toEqual([])
    expect(unused.map(({name}) => name)).toEqual(['Unused'])
  })

  const FOUND = `type Query {
  book: Book
  item: Item
}
interface Item {
  id: ID!
}
type Book {
  id: ID!
}
type Fee implements Item {
  id: ID!
}
type Map {
  id: ID!
  scale: Int
}
union Found = Book | Map
union Paid = Fee
union Drawn = Map | Plan
union Planned = Plan
type Plan {
  id: ID!
}
`
  test.each<readonly [name: string, from: string, to: string, changes: readonly string[]]>(
    sample([
      ['is removed', 'union Found = Book | Map\n', '', ['type-removed type Found breaking']],
      [
        'is removed, of types that an interface leads to',
        'union Paid = Fee\n',
        '',
        ['type-removed type Paid breaking']
      ],
      [
        'is removed, of types that another union leads to',
        'union Planned = Plan\n',
        '',
        ['type-removed type Planned breaking']
      ],
      ['has a type less', 'Book | Map', 'Book', ['union-member-removed type Found breaking']],
      ['has a type more', 'Book | Map', 'Book | Map | Fee', ['union-member-added type Found review']],
      [
        'becomes an interface',
        'union Paid = Fee',
        'interface Paid {\n  id: ID!\n}',
        ['type-kind-changed type Paid breaking']
      ],
      ['leads to a type with a field less', '  scale: Int\n', '', ['field-removed Map.scale breaking']]
    ])
  )('a union that no field returns %s', async (_, from, to, changes) => {
    const newer = FOUND.replace(from, to)
    expect(newer).not.toBe(FOUND)
    expect(await compare(FOUND, newer)).toEqual(changes)
  })

  const ROOMS = `type Query {
  room: RoomOrErrors
  holds: [Named]
}
type Mutation {
  hold: HoldOrErrors
}
union RoomOrErrors = Room | Errors
union HoldOrErrors = Hold | Errors
union Never = Errors | Lost
interface Named {
  name: String
}
type Room {
  id: ID
}
type Errors {
  id: ID
}
type Lost {
  id: ID
  at: String
}
type Hold implements Named {
  name: String
  items: [Item]
}
type Item {
  size: Int
}
`
  test.each<readonly [name: string, from: string, affected: readonly string[], example: string]>([
    [
      'what returns a type, not what shares a member with it',
      '  size: Int\n',
      ['Query.holds', 'Mutation.hold'],
      '{ holds { ... on Hold { items { size } } } }'
    ],
    [
      'what returns an interface, or what implements it',
      '  name: String\n',
      ['Query.holds', 'Mutation.hold'],
      '{ holds { name } }'
    ],
    [
      'a shared member where nothing else leads to a type',
      '  at: String\n',
      ['Query.room', 'Query.holds', 'Mutation.hold'],
      '{ room { ... on Errors { ... on Never { ... on Lost { at } } } } }'
    ]
  ])('a change affects %s', async (_, from, affected, example) => {
    const {changes} = compareSchemas(ROOMS, ROOMS.replace(from, ''))
    expect(changes[0]?.reaches.map(({operation}) => operation.target.text)).toEqual(affected)
    expect(changes[0]?.proofs.response).toMatchObject({witness: example})
  })

  test('a union none of whose types is reached is unused', async () => {
    const older = 'type Query {\n  id: ID\n}\ntype Book {\n  id: ID\n}\nunion Found = Book\n'
    const {unused, changes} = await diff(older, older.replace('union Found = Book\n', ''))
    expect([changes, unused.map(({name}) => name)]).toEqual([[], ['Found']])
  })

  test('what a federated graph hides or takes from elsewhere is read as it means', async () => {
    const graph = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
type Query {
  loans: [Loan!] @shareable
}
type Loan @key(fields: "id") {
  id: ID!
  reader: ID @external
  shelf: String @tag(name: "place")
}
`
    expect(await compare(graph, graph.replace('  reader: ID @external\n', ''))).toEqual([])
    expect(await compare(graph, graph.replace('@tag(name: "place")', '@inaccessible'))).toEqual([
      'field-removed Loan.shelf breaking'
    ])
    expect(await compare(graph, graph.replace(' @shareable', ''))).toEqual([])
  })

  const HIDDEN = ['field-removed Loan.due breaking']
  const EXTERNAL = ['external-added Loan.due review']
  const FEDERATION = 'url: "https://specs.apollo.dev/federation/v2.3"'
  const HIDING = 'url: "https://specs.apollo.dev/inaccessible/v0.2"'
  const LINKS = '@link(url: "https://specs.apollo.dev/link/v1.0")'
  test.each<readonly [name: string, links: string, directive: string, changes: readonly string[]]>(
    sample([
      [
        'the prefix of its specification',
        `@link(${FEDERATION}, import: ["@key"])`,
        '@federation__inaccessible',
        HIDDEN
      ],
      ['a prefix of the schema', `@link(${FEDERATION}, as: "fed", import: ["@key"])`, '@fed__inaccessible', HIDDEN],
      [
        'a name that it is imported as',
        `@link(${FEDERATION}, import: ["@key", {name: "@inaccessible", as: "@hidden"}])`,
        '@hidden',
        HIDDEN
      ],
      [
        'the name of its specification here',
        `${LINKS} @link(${HIDING}, as: "hidden", for: SECURITY)`,
        '@hidden',
        HIDDEN
      ],
      [
        'a name that is imported of its specification',
        `${LINKS} @link(${HIDING}, import: [{name: "@inaccessible", as: "@hidden"}])`,
        '@hidden',
        HIDDEN
      ],
      [
        'a name by @core',
        '@core(feature: "https://specs.apollo.dev/inaccessible/v0.1", as: "hidden")',
        '@hidden',
        HIDDEN
      ],
      [
        'a name by a link with another name',
        `@from(url: "https://specs.apollo.dev/link/v1.0", as: "from") @from(${HIDING}, as: "hidden")`,
        '@hidden',
        HIDDEN
      ],
      ['a prefix, of another service', `@link(${FEDERATION}, as: "fed")`, '@fed__external', EXTERNAL],
      [
        'a name, of another service',
        `@link(${FEDERATION}, import: [{name: "@external", as: "@ext"}])`,
        '@ext',
        EXTERNAL
      ],
      [
        'a name that another specification defines',
        `@link(${FEDERATION}, import: ["@key"]) @link(url: "https://library.example/vault/v1.0", import: ["@inaccessible"])`,
        '@inaccessible',
        []
      ],
      ['a name that nothing links to', `@link(${FEDERATION}, import: ["@key"])`, '@hidden', []]
    ])
  )('a directive of federation is known by %s', async (_, links, directive, changes) => {
    const graph = `extend schema ${links}\ntype Query {\n  loan: Loan\n}\ntype Loan {\n  id: ID!\n  due: String\n}\n`
    expect(await compare(graph, graph.replace('due: String', `due: String ${directive}`))).toEqual(changes)
  })

  test('the machinery of federation is left out, whatever it is called', async () => {
    const graph =
      'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", as: "fed", import: [{name: "@key", as: "@by"}, {name: "FieldSet", as: "Keys"}])\ntype Query {\n  id: ID\n}\ntype Loan @by(fields: "id") {\n  id: ID\n  due: String\n}\n'
    const defined = `${graph}directive @by(fields: Keys!) on OBJECT\ndirective @fed__tag(name: String) on OBJECT\nscalar Keys\nscalar fed__Scope\n`
    expect([await compare(defined, graph), await compare(graph, defined)]).toEqual([[], []])
    expect(await compare(graph, graph.replace('  due: String\n', ''))).toEqual(['field-removed Loan.due breaking'])
  })

  /** What libraries add to the schema of each service of a federated graph. */
  const MACHINERY = `scalar _Any
scalar federation__FieldSet
scalar link__Import
enum link__Purpose {
  SECURITY
}
union _Entity = Loan
type _Service {
  sdl: String
}
extend type Query {
  _entities(representations: [_Any!]!): [_Entity]!
  _service: _Service!
}
directive @key(fields: federation__FieldSet!, resolvable: Boolean = true) repeatable on OBJECT | INTERFACE
directive @link(url: String, as: String, for: link__Purpose, import: [link__Import]) repeatable on SCHEMA
directive @federation__requires(fields: federation__FieldSet!) on FIELD_DEFINITION
`
  test.each([
    ['with queries', 'type Query {\n  loans: [ID!]\n}\n'],
    ['without queries', '']
  ])('what federation adds to each schema is no part of it, %s', async (_, query) => {
    const loan = 'type Loan @key(fields: "id") {\n  id: ID!\n  due: Int\n}\n'
    const [bare, printed] = [`${query}${loan}`, `${query}${loan}${MACHINERY}`]
    for (const [older, newer] of [
      [bare, printed],
      [printed, bare]
    ] as const)
      expect(await diff(older, newer)).toMatchObject({changes: [], unused: [], gaps: []})
    // A result of an introspection query has no `@key`.
    const entity = printed.replace(' @key(fields: "id")', '')
    const without = (text: string): string => text.replace('  due: Int\n', '')
    for (const text of [bare, printed, entity])
      expect(await compare(text, without(text))).toEqual(['field-removed Loan.due breaking'])
  })

  test('what federation adds to a whole graph is no part of it', async () => {
    const links = ['link/v1.0', 'join/v0.3'].map(each => `@link(url: "https://specs.apollo.dev/${each}")`).join(' ')
    const graph = `schema ${links} {
  query: Query
}
directive @join__type(graph: join__Graph!) repeatable on OBJECT
enum join__Graph {
  LOANS
}
type Query @join__type(graph: LOANS) {
  loans: [ID!]
}
`
    const newer = graph.replace('  LOANS\n', '  LENDING\n').replace('graph: LOANS', 'graph: LENDING')
    expect(await diff(graph, newer)).toMatchObject({changes: [], unused: [], gaps: []})
  })

  test('names like those of federation are parts of other schemas', async () => {
    const own = `type Query {
  _service: String
  _entities: [Loan]
  shelf: link__Shelf
}
type link__Shelf {
  id: ID
  place: ID
}
type Loan {
  id: ID
}
`
    expect(await compare(own, own.replace('  _service: String\n', '').replace('  place: ID\n', ''))).toEqual([
      'field-removed Query._service breaking',
      'field-removed link__Shelf.place breaking'
    ])
    const federated = `${own}type Fee @key(fields: "id") {\n  id: ID\n}\n`
    expect(await compare(federated, federated.replace('  place: ID\n', ''))).toEqual([
      'field-removed link__Shelf.place breaking'
    ])
  })

  test('extensions belong to their types', async () => {
    expect(await compare(LIBRARY, `${change('  due: Int\n', '')}extend type Loan {\n  due: Int\n}\n`)).toEqual([])
  })
})

describe('the example of a break', () => {
  test.each(
    sample([
      ['a field', '  due: Int\n', '', '{ loans { due } }'],
      ['an argument', '(first: Int)', '', '{ loans(first: null) { __typename } }'],
      ['a required argument', 'first: Int', 'first: Int!', '{ loans { __typename } }'],
      ['an input field', '  reader: ID\n', '', 'mutation { lend(input: {book: "1", reader: null}) { __typename } }'],
      [
        'a required input field',
        'reader: ID\n',
        'reader: ID!\n',
        'mutation { lend(input: {book: "1"}) { __typename } }'
      ],
      ['a value', '  BACK\n', '', 'mutation { lend(input: {book: "1", state: BACK}) { __typename } }'],
      ['a union', 'Loan | Book', 'Book', '{ found { ... on Loan { __typename } } }'],
      ['a union that no field returns', 'union Lent = Loan\n', '', '{ loans { ... on Lent { __typename } } }'],
      ['an interface', 'Book implements Item', 'Book', '{ item { ... on Book { __typename } } }']
    ])
  )('%s is a document that only the older schema accepts', async (_, from, to, witness) => {
    const newer = change(from, to)
    const {changes} = await diff(LIBRARY, newer)
    const proofs = changes.flatMap(({proofs = {}}) => Object.values(proofs))
    expect(proofs).toContainEqual({is: 'breaks', witness, at: '', isDocument: true})
    expect(validate(buildSchema(LIBRARY), parse(witness))).toEqual([])
    expect(validate(buildSchema(newer), parse(witness))).not.toEqual([])
  })

  const SPEED = `type Query {
  speed: Float
  ship(id: ID): Ship
  find(by: By, kind: Kind): [Found!]
}
type Ship {
  load: Float
  name: String
}
type Boat {
  load: String
  name: String
}
union Found = Ship | Boat
input By {
  name: String
  load: Float
}
enum Kind {
  SAIL
  STEAM
}
`
  test.each<
    readonly [name: string, edits: readonly (readonly [from: string, to: string])[], changes: readonly string[]]
  >(
    sample([
      [
        'a required argument of the same field',
        [['speed: Float', 'speed(day: Int!): Int']],
        ['required-argument-added Query.speed(day) breaking: { speed }', 'type-changed Query.speed review']
      ],
      [
        'a required argument on the way',
        [
          ['ship(id: ID)', 'ship(id: ID!)'],
          ['  load: Float\n', '  load: Int\n']
        ],
        ['argument-required Query.ship(id) breaking: { ship { __typename } }', 'type-changed Ship.load review']
      ],
      [
        'a removed field on the way, which has no other one',
        [
          ['  ship(id: ID): Ship\n', ''],
          ['union Found = Ship | Boat', 'union Found = Boat'],
          ['  name: String\n', '']
        ],
        [
          'field-removed Query.ship breaking: { ship { __typename } }',
          'field-removed Ship.name breaking',
          'union-member-removed type Found breaking: { find { ... on Ship { __typename } } }'
        ]
      ],
      [
        'a removed value in the same argument',
        [
          ['  SAIL\n  STEAM\n', '  STEAM\n'],
          ['find(by: By, kind: Kind)', 'find(by: By)']
        ],
        [
          'argument-removed Query.find(kind) breaking: { find(kind: null) { __typename } }',
          'enum-value-removed Kind.SAIL breaking'
        ]
      ],
      [
        'another required input field',
        [['  name: String\n  load: Float\n}\nenum', '  name: String!\n}\nenum']],
        [
          'field-removed By.load breaking: { find(by: {name: "a", load: null}) { __typename } }',
          'field-required By.name breaking: { find(by: {}) { __typename } }'
        ]
      ]
    ])
  )('is not borrowed from %s', async (_, edits, expected) => {
    const newer = edits.reduce((text, [from, to]) => text.replace(from, to), SPEED)
    const {changes} = await diff(SPEED, newer)
    const found = changes.map(({kind, subject, breaks, proofs = {}}) => {
      const witness = Object.values(proofs).flatMap(proof => (proof.isDocument ? `: ${proof.witness}` : []))
      return `${kind} ${subject} ${EFFECTS[breaks]}${witness}`
    })
    expect(found.toSorted()).toEqual(expected)
  })

  test('is a value that the older schema excludes, where documents stay valid', async () => {
    const cwd = folder({'old.graphql': LIBRARY, 'new.graphql': change('book: Book!', 'book: Book')})
    const ran = await tenure(['diff', 'old.graphql', 'new.graphql'], {cwd})
    expect(ran.out).toContain('Example: `Query.loans` can now return `"book": null` in an item.')
  })

  test('is in the sentence', async () => {
    const cwd = folder({'old.graphql': LIBRARY, 'new.graphql': change('  due: Int\n', '')})
    const ran = await tenure(['diff', 'old.graphql', 'new.graphql'], {cwd})
    expect(ran.out).toContain('Example: `{ loans { due } }` was valid and is now rejected.')
  })
})

const mark = (reason: string): string => change('  due: Int\n', `  due: Int @deprecated(reason: "${reason}")\n`)

describe('a deprecation', () => {
  test.each(
    sample([
      ['Removal on 2027-07-01 UTC.', '2027-07-01'],
      ['This field will be removed after 2027-07-31.', '2027-07-31'],
      ['Will be removed in 2027-04', '2027-04'],
      ['This field will be removed in 4.0.', '4.0'],
      ['Deprecated, and removed in GitLab 20.1', '20.1'],
      ['Will be removed on July 1, 2027', '2027-07-01']
    ])
  )('states its end in its reason: %s', async (reason, sunset) => {
    const cwd = folder({'old.graphql': LIBRARY, 'new.graphql': mark(reason)})
    const ran = await tenure(['diff', 'old.graphql', 'new.graphql', '--verbose', '--policy', 'github-graphql'], {cwd})
    expect(ran.out).toContain('`Loan.due` is now deprecated')
    expect(ran.out).toContain(sunset)
  })

  test('has no other end with other words, and another one with another date', async () => {
    const older = mark('Removal on 2027-07-01 UTC.')
    expect(await compare(older, mark('It goes. Removal on 2027-07-01.'))).toEqual([
      'documentation-changed Loan.due compatible'
    ])
    expect(await compare(older, mark('Removal on 2027-10-01 UTC.'))).toContain('sunset-moved-later Loan.due compatible')
    expect(await compare(older, LIBRARY)).toEqual(['deprecation-withdrawn Loan.due compatible'])
  })

  test('is not withdrawn when another field takes the name', async () => {
    const changes = await compare(mark('Removal on 2027-07-01 UTC.'), change('  due: Int\n', '  due: String\n'))
    expect(changes).toEqual(['field-added Loan.due compatible', 'field-removed Loan.due breaking'])
  })

  test('of all members is that of their type', async () => {
    const older = change('mood: Mood', 'mood: Mood @deprecated(reason: "Removal on 2027-07-01 UTC.")')
    expect(await compare(LIBRARY, older)).toContain('type-deprecated type Mood compatible')
  })
})

test('a root type is that of the schema, not of a type', async () => {
  const roots = (...names: readonly string[]): string =>
    `schema {\n${names.join('\n')}\n}\n${names.map(name => `type ${name.replace(/.*: /, '')} {\n  id: ID\n}\n`).join('')}`
  const cwd = folder({
    'old.graphql': roots('query: Root', 'mutation: Change', 'subscription: Sub'),
    'new.graphql': `${roots('query: Query', 'mutation: Mutation')}type Sub {\n  id: ID\n}\n`
  })
  const {out} = await tenure(['diff', 'old.graphql', 'new.graphql'], {cwd})
  for (const sentence of [
    'The query type changed from `Root` to `Query`.',
    'The mutation type changed from `Change` to `Mutation`.',
    'The schema no longer has a subscription type (was `Sub`).'
  ])
    expect(out).toContain(sentence)
})

describe('a schema that graphql-js refuses', () => {
  test('with commas between interfaces and comments as descriptions is read', async () => {
    const text = (title: string) =>
      `# ${title}\ntype Query {\n  item: Item\n}\ninterface Item {\n  id: ID\n}\ninterface Node {\n  id: ID\n}\ntype Loan implements Item, Node {\n  id: ID\n}\n`
    const {changes, gaps} = await diff(text('All'), text('All queries'))
    expect(changes.map(({kind, subject}) => `${kind} ${subject}`)).toEqual(['documentation-changed type Query'])
    expect(gaps.map(({message}) => message)).toContain(
      'Interfaces with commas between them are read as before June 2018. Write `&` between them.'
    )
  })

  test('with a field defined twice is read with a warning', async () => {
    const {gaps} = await diff(LIBRARY, change('  due: Int\n', '  due: Int\n  due: Int\n'))
    expect(gaps.map(({message}) => message)).toEqual(['`Loan.due` is defined twice. The last definition is read.'])
  })

  test('with types that nothing defines is read with a warning', async () => {
    const text = (type: string) =>
      `type Query implements Item {\n  loan: Loan\n  due: ${type}\n  found: Found\n}\nunion Found = Loan | Fee\ntype Loan {\n  id: ID\n}\n`
    const {changes, gaps} = await diff(text('Day'), text('Int'))
    expect(changes.map(({kind, subject}) => `${kind} ${subject}`)).toEqual(['type-changed Query.due'])
    for (const message of [
      "The type `Item` isn't defined, so it is left out.",
      "The type `Fee` isn't defined, so it is left out.",
      "The type `Day` isn't defined. It is read as a scalar."
    ])
      expect(gaps.map(each => each.message)).toContain(message)
  })

  test('for its depth is refused without a stack trace', async () => {
    const deep = `type Query {\n  loans: ${'['.repeat(50_000)}ID${']'.repeat(50_000)}\n}\n`
    const ran = await tenure(['diff', 'deep.graphql', 'deep.graphql'], {cwd: folder({'deep.graphql': deep})})
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('deep.graphql: The schema is nested too deeply to be read.')
  })

  test('for its syntax is refused with the place', async () => {
    const cwd = folder({'old.graphql': LIBRARY, 'new.graphql': 'type Query {\n  loans: [ID\n}\n'})
    const ran = await tenure(['diff', 'old.graphql', 'new.graphql'], {cwd})
    expect(ran.code).toBe(2)
    expect(ran.err).toContain("new.graphql:3:1: The schema isn't valid GraphQL")
  })

  test('and another language on the other side', async () => {
    const cwd = folder({
      'old.graphql': LIBRARY,
      'new.yaml': 'openapi: 3.0.0\ninfo: {title: A, version: "1"}\npaths: {}\n'
    })
    const ran = await tenure(['diff', 'old.graphql', 'new.yaml'], {cwd})
    expect(ran).toMatchObject({code: 2, err: expect.stringContaining('Name two of one kind')})
  })
})

const MARKED = mark('Use `since` instead. Removal on 2026-01-01 UTC.').replace('  mood', '  since: Int\n  mood')
const ENDED = change('  due: Int\n', '  since: Int\n')
const CONFIG = 'format: 1\nspec: schema.graphql\nhistory: history.yaml\npolicy: github-graphql\n'
const HISTORY = `format: 1
service: Loans
releases:
  - release: '1.1'
    date: 2025-03-01
    changes:
      - {deprecated: Loan.due, sunset: 2026-01-01, replacement: Loan.since}
      - added: Loan.since
  - release: '1.0'
    date: 2025-01-01
    changes:
      - added: Query.loans
`

test('a change that removes a field is held against the notice', async () => {
  const cwd = await repositoryOf({
    main: [['2025-03-01', {'tenure.yaml': CONFIG, 'schema.graphql': MARKED, 'history.yaml': HISTORY}]],
    branch: [['2025-04-01', {'schema.graphql': ENDED}]]
  })
  const early = await tenure(['check', '--as-of', '2025-04-01'], {cwd})
  expect(early.code).toBe(1)
  expect(early.out).toContain('`Loan.due`')
  const late = await tenure(['check', '--as-of', '2026-01-01'], {cwd})
  expect(late.code).toBe(0)
  const recorded = await tenure(['record', '--release', '2.0', '--date', '2026-01-01', '--base', 'main'], {cwd})
  expect(recorded).toMatchObject({code: 0, err: ''})
  expect(readFileSync(`${cwd}/history.yaml`, 'utf8')).toContain('removed: Loan.due')
})

test('a deleted schema removes all its types', async () => {
  const cwd = await repositoryOf({
    main: [['2025-03-01', {'tenure.yaml': CONFIG, 'schema.graphql': LIBRARY, 'history.yaml': HISTORY}]],
    branch: [['2025-04-01', {'schema.graphql': DELETED}]]
  })
  const checked = await tenure(['check', '--as-of', '2025-05-01'], {cwd})
  expect(checked).toMatchObject({code: 1, err: ''})
  expect(checked.out).toContain('`Query`')
})

const releases = {
  '1.0.graphql': LIBRARY,
  '1.1.graphql': MARKED,
  '2.0.graphql': ENDED,
  'releases.json': JSON.stringify({
    service: 'Loans',
    releases: [
      {version: '1.0', date: '2025-01-01', file: '1.0.graphql'},
      {version: '1.1', date: '2025-03-01', file: '1.1.graphql'},
      {version: '2.0', date: '2025-07-01', file: '2.0.graphql'}
    ]
  })
}

test.each([
  ['a file', 'schema.graphql'],
  ['a folder', 'schema']
])('the first deprecation of a schema in %s is held against the notice', async (_, spec) => {
  const cwd = folder({
    'tenure.yaml': `format: 1\nspec: ${spec}\npolicy: github-graphql\n`,
    [spec === 'schema' ? 'schema/loans.graphql' : spec]: LIBRARY
  })
  const early = await tenure(['deprecate', 'Loan.due', '--sunset', '2026-12-05', '--as-of', '2026-11-20'], {cwd})
  expect({code: early.code, err: early.err}).toEqual({
    code: 2,
    err: expect.stringContaining(
      '`Loan.due` has its sunset on 2026-12-05. The policy allows it on or after 2027-04-01.'
    )
  })
  const other = await tenure(['deprecate', 'Loan.due', '--sunset', '2027-12-01', '--as-of', '2026-11-20'], {cwd})
  expect(other.err).toContain('The policy allows that only on January 1, April 1, July 1, or October 1.')
})

test.each(
  sample([
    ['audit . --policy github-graphql', '`Loan.due` was removed'],
    ['changelog .', 'Removed `Loan.due`, deprecated since 1.1. Use `Loan.since` instead.'],
    ['notes 2.0', 'Loan.due</code>'],
    ['notes 1.1', 'is now deprecated'],
    ['upgrade 1.0 2.0', '`Loan.since`']
  ])
)('commands on releases read schemas: %s', async (line, text) => {
  const ran = await tenure([...line.split(' '), '--as-of', '2026-03-01'], {cwd: folder(releases)})
  expect(ran.code).toBeLessThan(2)
  expect(ran.out).toContain(text)
})

test.each(
  sample([
    [['due', 'Loan.due'], '2026-01-01'],
    [['due', '--within', '2 years'], 'Loan.due'],
    [
      ['deprecate', 'Query.loans', '--sunset', '2027-01-01', '--dry-run'],
      '@deprecated(reason: "Removal on 2027-01-01.")'
    ],
    [['deprecate', 'Query.loans', '--dry-run'], 'In the schema, after `Query.loans`:']
  ])
)('commands on a history know what is in a schema: %j', async (args, text) => {
  const cwd = folder({'history.yaml': HISTORY, 'schema.graphql': MARKED, 'tenure.yaml': CONFIG})
  const ran = await tenure([...args, '--as-of', '2025-06-01'], {cwd})
  expect(ran.out).toContain(text)
})

test('init finds schemas next to an OpenAPI description', async () => {
  const openapi =
    'openapi: 3.0.0\ninfo: {title: Fees, version: "1"}\npaths: {/fees: {get: {responses: {200: {description: Fees}}}}}\n'
  const cwd = folder({
    'src/schema.graphql': LIBRARY,
    'web/loans.graphql':
      'query Loans($type: Kind) {\n  loans(\n    type: $type\n  ) {\n    type\n    id\n    input @skip(if: true)\n  }\n}\n',
    'openapi.yaml': openapi
  })
  const ran = await tenure(['init', '--dry-run'], {cwd})
  expect(ran.out).not.toContain('web/')
  for (const path of ['src/schema.graphql', 'openapi.yaml']) expect(ran.out).toContain(`spec: ${path}`)
})

test('init leaves out the other files of a schema in several files', async () => {
  const cwd = folder({'schema/schema.graphql': LIBRARY, 'schema/fees.graphql': 'type Fee {\n  id: ID!\n}\n'})
  const ran = await tenure(['init', '--dry-run'], {cwd})
  expect(ran.out).toContain('spec: schema/schema.graphql')
})

test('the site draws fields by their names', async () => {
  const cwd = folder(releases)
  const context = {...CONTEXT, ...openWorkspace(cwd, {})}
  const session = await openSource({source: '.', 'as-of': '2025-12-01'}, context)
  const page = renderSite(siteOf(session, {}, context), {script: '', style: ''})
  expect(page).toContain('Loan.due')
  expect(page).toContain('Query.loans')
})

test.each(examplesOf('graphql'))('the example of `%s` shows that kind', async (kind, example) => {
  const {old, new: newer} = splitExample(example)
  const kinds = (await compare(old, newer)).map(each => each.split(' ')[0])
  expect(kinds).toContain(kind)
})

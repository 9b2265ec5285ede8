import type {ChangeExplanation} from '../openapi/catalog/example.ts'
import type {GRAPHQL_KINDS} from './kinds.ts'

/** A schema in which a query returns loans, with more definitions. */
const loansExample = (more: string): string => `type Query {
  loans: [Loan!]
}
type Loan {
  id: ID!
}
${more}
`

/** Explanation of each kind of change that only schemas of GraphQL have. */
export const GRAPHQL_CHANGES = {
  'type-added': {
    title: 'Type added',
    means: 'The schema defines another type.',
    example: loansExample('# new\ntype Shelf {\n  id: ID!\n}\n# both')
  },
  'type-deprecated': {
    title: 'Type with only deprecated members',
    means:
      'All members of the type are deprecated now, or all members that lead to it. A type has no mark of its own, so this is its announcement.',
    example: `type Query {
  # old
  loan: Loan
  # new
  loan: Loan @deprecated(reason: "Removal on 2027-04-01.")
  # both
  shelves: [ID!]
}
type Loan {
  id: ID!
  due: String
}
`
  },
  'type-removed': {
    title: 'Type removed',
    means: 'Documents that name the type are rejected. Its fields and values are gone with it.',
    example: `type Query {
  shelves: [ID!]
  # old
  loan: Loan
}
type Loan {
  id: ID!
  # both
}
`
  },
  'type-kind-changed': {
    title: 'Kind of type changed',
    means: 'The type is an object and was an interface, for instance. Its members are not compared.',
    example: `type Query {
  loan: Loan
}
# old
type Loan {
# new
interface Loan {
# both
  id: ID!
}
`
  },
  'argument-added': {
    title: 'Argument added',
    means: 'A field has a new argument that clients can leave out.',
    example: 'type Query {\n  # old\n  loans: [ID!]\n  # new\n  loans(first: Int): [ID!]\n  # both\n}\n'
  },
  'required-argument-added': {
    title: 'Required argument added',
    means: 'A field has a new argument that clients must send: its type excludes null, and it has no default.',
    example: 'type Query {\n  # old\n  loans: [ID!]\n  # new\n  loans(first: Int!): [ID!]\n  # both\n}\n'
  },
  'argument-removed': {
    title: 'Argument removed',
    means: 'Documents with the argument are rejected.',
    example: 'type Query {\n  # old\n  loans(first: Int): [ID!]\n  # new\n  loans: [ID!]\n  # both\n}\n'
  },
  'argument-required': {
    title: 'Argument now required',
    means: 'Clients could leave the argument out and now must send it.',
    example: 'type Query {\n  # old\n  loans(first: Int): [ID!]\n  # new\n  loans(first: Int!): [ID!]\n  # both\n}\n'
  },
  'argument-optional': {
    title: 'Argument now optional',
    means: 'Clients had to send the argument and can now leave it out.',
    example: 'type Query {\n  # old\n  loans(first: Int!): [ID!]\n  # new\n  loans(first: Int): [ID!]\n  # both\n}\n'
  },
  'input-default-changed': {
    title: 'Default changed',
    means: 'What the service does without the argument or input field can be something else.',
    example:
      'type Query {\n  # old\n  loans(first: Int = 10): [ID!]\n  # new\n  loans(first: Int = 50): [ID!]\n  # both\n}\n'
  },
  'enum-value-removed': {
    title: 'Enum value removed',
    means: 'Documents and variables with the value are rejected, and responses no longer contain it.',
    example: 'type Query {\n  loans(state: State): [ID!]\n}\nenum State {\n  LENT\n  # old\n  LOST\n  # both\n}\n'
  },
  'union-member-added': {
    title: 'Type added to a union',
    means: 'A response can contain a type that clients may not handle.',
    example: `type Query {
  found: Found
}
# old
union Found = Book
# new
union Found = Book | Map
# both
type Book {
  id: ID!
}
type Map {
  id: ID!
}
`
  },
  'union-member-removed': {
    title: 'Type removed from a union',
    means: 'Documents that select the type in the union are rejected.',
    example: `type Query {
  found: Found
  map: Map
}
# old
union Found = Book | Map
# new
union Found = Book
# both
type Book {
  id: ID!
}
type Map {
  id: ID!
}
`
  },
  'interface-added': {
    title: 'Interface implemented',
    means: 'A field of the interface can return the type, which clients may not handle.',
    example: `type Query {
  item: Item
  book: Book
}
interface Item {
  id: ID!
}
# old
type Book {
# new
type Book implements Item {
# both
  id: ID!
}
`
  },
  'interface-removed': {
    title: 'Interface no longer implemented',
    means: 'Documents that select the type in a field of the interface are rejected.',
    example: `type Query {
  item: Item
  book: Book
}
interface Item {
  id: ID!
}
# old
type Book implements Item {
# new
type Book {
# both
  id: ID!
}
`
  },
  'external-added': {
    title: 'Field left to another service',
    means:
      'A service of a federated graph marks the field as `@external`: it refers to the field and no longer serves it.',
    example:
      'type Loan @key(fields: "id") {\n  id: ID!\n  # old\n  due: String\n  # new\n  due: String @external\n  # both\n}\n'
  },
  'scalar-specification-changed': {
    title: 'Another specification of a scalar',
    means: "Another `@specifiedBy` says which values the scalar has. Whether they differ isn't in the schema.",
    example: `type Query {
  due: Day
}
# old
scalar Day @specifiedBy(url: "https://library.example/day")
# new
scalar Day @specifiedBy(url: "https://library.example/instant")
`
  },
  'one-of-added': {
    title: 'Exactly one field required',
    means: 'The input type has `@oneOf` now: values with several fields, or with none, are rejected.',
    example: `type Query {
  book(by: By!): ID
}
# old
input By {
# new
input By @oneOf {
# both
  id: ID
  title: String
}
`
  },
  'one-of-removed': {
    title: 'Several fields allowed',
    means: 'The input type no longer has `@oneOf`.',
    example: `type Query {
  book(by: By!): ID
}
# old
input By @oneOf {
# new
input By {
# both
  id: ID
  title: String
}
`
  },
  'root-type-changed': {
    title: 'Root type changed',
    means: 'Queries, mutations, or subscriptions begin at another type, or there are none any longer.',
    example: `schema {
  # old
  query: Library
  # new
  query: Catalog
  # both
}
type Library {
  loans: [ID!]
}
type Catalog {
  books: [ID!]
}
`
  },
  'directive-added': {
    title: 'Directive added',
    means: 'The schema defines another directive.',
    example: loansExample('# new\ndirective @short on FIELD\n# both')
  },
  'directive-removed': {
    title: 'Directive removed',
    means: 'Documents with the directive are rejected. One that only schemas can have affects no client.',
    example: loansExample('# old\ndirective @short on FIELD\n# both')
  },
  'directive-narrowed': {
    title: 'Directive allows less',
    means: 'A directive lost a location, an argument, or `repeatable`, or requires an argument.',
    example: loansExample('# old\ndirective @short on FIELD | QUERY\n# new\ndirective @short on QUERY\n# both')
  },
  'directive-widened': {
    title: 'Directive allows more',
    means: 'A directive has another location or an optional argument, or can be repeated.',
    example: loansExample('# old\ndirective @short on QUERY\n# new\ndirective @short on FIELD | QUERY\n# both')
  }
} as const satisfies Record<keyof typeof GRAPHQL_KINDS, ChangeExplanation>

// The published cases of `diff` of graphql-inspector, rebuilt with loans.
import {type Case, FIRST_DEFAULT, judged, type Level, ONLY_IN_SCHEMAS, type Ours, UNSENT} from './cases.ts'

const UNSEEN: Ours = [
  'compatible',
  'Clients can’t see which directives a definition has, and graphql-js compares none.'
]
const TAG = 'directive @tag(name: String) repeatable on FIELD_DEFINITION\n'

const BREAKS_WITHOUT: Ours = ['breaking', 'Clients that leave the argument out, as they could, are rejected.']

/** Each place of a definition at which a directive can be, with `#` for the directive. */
const PLACES: Readonly<Record<string, string>> = {
  FIELD_DEFINITION: 'type Query { due: Int # }',
  UNION: 'type Book { title: String } type Film { title: String } union Found # = Book | Film',
  ENUM: 'enum State # { LENT BACK }',
  ENUM_VALUE: 'enum State { LENT BACK # }',
  INPUT_OBJECT: 'input Lending # { due: Int }',
  INPUT_FIELD_DEFINITION: 'input Lending { due: Int # }',
  SCALAR: 'scalar Day #',
  OBJECT: 'type Loan # { due: Int }',
  INTERFACE: 'interface Item # { due: Int }',
  ARGUMENT_DEFINITION: 'type Loan { due(of: Int #): Int }',
  SCHEMA: 'schema # { query: Loan } type Loan { due: Int }'
}

const uses = Object.entries(PLACES).flatMap(([place, text]): Case[] => {
  const schema = (use: string): string => `directive @shelf on ${place}\n${text.replace('#', use)}`
  return [
    judged(`a directive added at ${place}`, schema('<< => @shelf>>'), 'dangerous', UNSEEN),
    judged(`a directive removed at ${place}`, schema('<<@shelf =>>>'), 'dangerous', UNSEEN)
  ]
})

/** The same change at a field, at a field of an interface, and at an input field. */
const atEach = (name: string, change: string, theirs: Level, ours?: Ours): Case[] =>
  ['type Loan', 'interface Item', 'input Lending'].map(type =>
    judged(`${name} in ${type}`, `${type} { due: Int ${change} }`, theirs, ours)
  )

const DAYS = 'input Days { from: String! }\n'

const ONE_OF: Ours = ['compatible', 'The directive means something on input types alone.']

const MANY = `input Lending { "<<d => e>>" due: <<String = "1" => Int = 1>> <<day: String! => of: String!>> }
input Shelves { all: [String] = ["<<a => b>>"] other: [String] = ["b"] }
"<<Old => New>>"
type Query { "<<Old => New>>" due<<(of: String) =>>>: String! <<shelf: Shelf => shelf: Int!>> card: Card found: Found lend(a: Lending, b: Shelves): ID item: Item person: Person reader: Reader of: Days state(of: State): State<< gone: Gone =>>> }
<<type => input>> Shelf { title: String<< => !>> }
interface Item { id: Int! }
type Card << => implements Item>> { title<< => (of: Int)>>: String @deprecated(reason: "<<old => new>>") <<pages: Int! => id: Int!>> days(of: Int<< => = 10>>): String }
<< => type Film { id: Int! }>>
union Found = Card | <<Shelf => Film>>
interface Person { <<name: String => age: Int>> }
type Reader implements Item<< & Person =>>> { id: Int! name: String }
type Days { all("<<Old => New>>" of: Int on: String<< => !>>): String two(of: Int = <<1 => 2>>): String }
enum State { LENT << => "New">> BACK <<LOST => LATE>> OUT << => @deprecated>> IN @deprecated(reason: "<<old => new>>") }
<<type Gone { id: ID } =>>>
"<<Old => New>>"
directive @shelf("<<Old => New>>" of: <<Boolean => String>>! on: String!<< => = "a">><< at: Boolean! =>>>) on FIELD | <<FRAGMENT_SPREAD | INLINE_FRAGMENT => FIELD_DEFINITION>>
<<directive @out on FIELD => >>
<< => directive @in(of: String!) on FIELD>>
`

export const INSPECTOR: readonly Case[] = [
  // Arguments.
  judged(
    'an argument with a default added',
    'type Query { due<< => (of: Boolean! = true)>>: Int }',
    'dangerous',
    UNSENT
  ),
  judged('a default added', `${DAYS}type Loan { due(of: Days<< => = {from: "a"}>>): Int }`, 'dangerous', FIRST_DEFAULT),
  judged('a default changed', `${DAYS}type Loan { due(of: Days = {from: "<<a => b>>"}): Int }`, 'dangerous'),
  judged('another default of a text', 'type Query { due(of: String = "<<old => new>>"): Int }', 'dangerous'),
  judged('the same default', 'type Query { due(of: String = "same"): Int }', 'safe'),
  judged('a default of false removed', 'type Query { due(of: Boolean<< = false =>>>): Int }', 'dangerous'),
  judged('an argument of another type', 'type Loan { due(of: <<String => Int>>): Int }', 'breaking'),
  judged('an argument that excludes null', 'type Loan { due(of: String<< => !>>): Int }', 'breaking'),
  judged('an argument that can be null', 'type Loan { due(of: String<<! =>>>): Int }', 'safe'),
  judged('a required argument added', 'type Loan { due(of: Int<< => , day: String!>>): Int }', 'breaking'),
  judged('an optional argument added', 'type Loan { due(of: Int<< => , day: String>>): Int }', 'dangerous', UNSENT),
  judged('a required argument removed', 'type Loan { due(of: Int<<, day: String! =>>>): Int }', 'breaking'),
  judged('an optional argument removed', 'type Loan { due(of: Int<<, day: String =>>>): Int }', 'breaking'),
  // Enums.
  judged('an enum added', 'type Query { due: Int }<< => enum State { LENT BACK }>>', 'safe'),
  judged('a value added', 'enum State { LENT << => BACK>> }', 'dangerous'),
  judged('a value removed', 'enum State { LENT <<BACK =>>> }', 'breaking'),
  judged('a deprecated value removed', 'enum State { LENT <<BACK @deprecated(reason: "Use LENT") =>>> }', 'breaking'),
  judged('another description of an enum', '"<<Old => New>>" enum State { LENT }', 'safe'),
  judged('another reason of a value', 'enum State { LENT @deprecated(reason: "It’s <<old => new>>") BACK }', 'safe'),
  judged('a value deprecated', 'enum State { LENT << => @deprecated(reason: "Don’t use it")>> BACK }', 'safe'),
  judged('a value no longer deprecated', 'enum State { LENT <<@deprecated(reason: "Old") =>>> BACK }', 'safe'),
  // Input fields.
  judged('a required input field added', 'input Lending { due: Int << => day: String!>> }', 'breaking'),
  judged('an optional input field added', 'input Lending { due: Int << => day: String>> }', 'safe'),
  judged(
    'an input field with a default added',
    'input Lending { due: Int << => day: Int! = 1>> }',
    'dangerous',
    UNSENT
  ),
  judged('a changed default of an input field', 'input Lending { due: Int = <<1 => 2>> }', 'dangerous'),
  judged('an input type added', 'type Query { due: Int }<< => input Lending { due: String! }>>', 'safe'),
  judged('an input field removed', 'input Lending { due: Int <<day: String! =>>> }', 'breaking'),
  judged('a deprecated input field removed', 'input Lending { due: Int <<day: Int @deprecated =>>> }', 'breaking'),
  judged('input fields in another order', 'input Lending { <<due: Int day: Int => day: Int due: Int>> }', 'safe'),
  judged('an input field of another type', 'input Lending { due: <<String! => Int!>> }', 'breaking'),
  ...['String', '[String!]', 'Days', 'Day'].flatMap(type =>
    [
      [`${type}<< => !>>`, 'breaking'],
      [`${type}<<! =>>>`, 'safe']
    ].map(([change = '', level = '']) =>
      judged(`an input field: ${change}`, `scalar Day\n${DAYS}input Lending { due: ${change} }`, level as Level)
    )
  ),
  judged('items that exclude null', 'input Lending { due: [String<< => !>>]! }', 'breaking'),
  judged('items that can be null', 'input Lending { due: [String<<! =>>>]! }', 'safe'),
  judged('a default of a required input field added', 'input Lending { due: String! << => = "a">> }', 'dangerous', [
    'compatible',
    'Clients had to send a value, and still can.'
  ]),
  judged(
    'a default of an input field added',
    'input Lending { due: String << => = "a">> }',
    'dangerous',
    FIRST_DEFAULT
  ),
  judged(
    'a default that stands for a required value removed',
    'input Lending { due: String! <<= "a" =>>> }',
    'dangerous',
    BREAKS_WITHOUT
  ),
  judged('a default of an input field removed', 'input Lending { due: String <<= "a" =>>> }', 'dangerous'),
  // Object types and interfaces.
  judged('types added', 'type Loan { due: Int }<< => type Book { id: ID } type Mutation { lend: ID }>>', 'safe'),
  judged(
    'a new interface implemented',
    `interface Item { id: ID! }
<< => interface Paper implements Item { id: ID! pages: Int! }>>
type Loan implements Item<< => & Paper>> { id: ID! << => pages: Int!>> }`,
    'dangerous',
    ['compatible', 'No field returned the new interface, so no document meets it.']
  ),
  judged(
    'an interface removed',
    '<<interface Item { id: ID } =>>> type Loan <<implements Item =>>> { id: ID }',
    'breaking'
  ),
  judged('a field added', 'type Loan { due: Int << => day: Int!>> }', 'safe'),
  judged('a field added to an interface', 'interface Item { due: Int << => day: Int!>> }', 'safe'),
  judged('a field removed', 'type Loan { due: Int <<day: Int! =>>> }', 'breaking'),
  judged('a deprecated field removed', 'type Loan { due: Int <<day: Int! @deprecated =>>> }', 'breaking'),
  judged('a field removed from an interface', 'interface Item { due: Int <<day: Int! =>>> }', 'breaking'),
  judged('fields in another order', 'type Loan { <<due: Int day: Int => day: Int due: Int>> }', 'safe'),
  judged(
    'fields of an interface in another order',
    'interface Item { <<due: Int day: Int => day: Int due: Int>> }',
    'safe'
  ),
  ...['type Loan', 'interface Item'].flatMap(type => [
    judged(`another type in ${type}`, `${type} { due: <<String! => Int!>> }`, 'breaking'),
    judged(`never null in ${type}`, `${type} { due: String<< => !>> }`, 'safe'),
    judged(`can be null in ${type}`, `${type} { due: String<<! =>>> }`, 'breaking')
  ]),
  ...['Int', 'String', 'Shelf', 'Day'].flatMap(type => [
    judged(
      `a result of ${type} is never null`,
      `scalar Day\ntype Shelf { id: ID }\ntype Loan { of: ${type}<< => !>> }`,
      'safe'
    ),
    judged(
      `a result of ${type} can be null`,
      `scalar Day\ntype Shelf { id: ID }\ntype Loan { of: ${type}<<! =>>> }`,
      'breaking'
    )
  ]),
  ...[
    'type Loan { "<<Old => New>>" due: Int }',
    'interface Item { <<"Old" =>>> due: Int }',
    'input Lending { << => "New">> due: Int }'
  ].map(schema => judged('another description of a field', schema, 'safe')),
  ...atEach('deprecated', '<< => @deprecated(reason: "Old")>>', 'safe'),
  ...atEach('deprecated without a reason', '<< => @deprecated>>', 'safe'),
  ...atEach('no longer deprecated', '<<@deprecated(reason: "Old") =>>>', 'safe'),
  ...atEach('another reason', '@deprecated(reason: "<<Old => New>>")', 'safe'),
  // Unions.
  judged(
    'a type added to a union',
    'type Book { id: ID } << => type Film { id: ID }>> union Found = Book<< => | Film>>',
    'dangerous'
  ),
  judged(
    'a type removed from a union',
    'type Book { id: ID } <<type Film { id: ID } =>>> union Found = Book<< | Film =>>>',
    'breaking'
  ),
  judged(
    'types of a union in another order',
    'type Book { id: ID } type Film { id: ID } union Found = <<Book | Film => Film | Book>>',
    'safe'
  ),
  // The schema.
  judged('the same schema', 'type Book { id: ID } type Query { book: Book! }', 'safe'),
  judged(
    'a root type renamed',
    '<<type Query { due: Int } => type Root { due: Int } schema { query: Root }>>',
    'breaking'
  ),
  judged(
    'a field added, and one of another type',
    'type Query { due: <<String! => Int>> << => day: String>> }',
    'breaking'
  ),
  judged('many changes', MANY, 'breaking'),
  judged('another default of a list', 'interface Item { due(of: [String] = ["<<a => b>>"]): Int! }', 'dangerous'),
  judged('the same default of a list', 'interface Item { due(of: [String] = ["a"]): Int! }', 'safe'),
  judged(
    'the same default of an input type',
    'enum Order { UP } input By { first: Int! order: Order! } type Loan { all(by: By = {order: UP, first: 3}): Int }',
    'safe'
  ),
  judged('the same default of a list of values', 'enum Order { UP } input By { order: [Order] = [UP] }', 'safe'),
  judged(
    'another default of a list of values',
    'enum Order { UP DOWN } input By { order: [Order] = [<<UP => DOWN>>] }',
    'dangerous'
  ),
  judged('a directive that nothing defines', 'type Query { due: Int! @md day: Int! <<@md =>>> }', 'dangerous', UNSEEN),
  judged('a root type added', 'type Query { due: Int }<< => type Subscription { lent: Int }>>', 'safe'),
  judged('a first schema', '<< => type Query { due: Int } type Subscription { lent: Int }>>', 'safe'),
  judged('no schema any more', '<<type Query { due: Int } type Subscription { lent: Int } =>>>', 'breaking'),
  judged(
    'a directive added to a schema',
    `directive @shelf on SCHEMA\n<< => extend schema @shelf>>\ntype Query { due: Int }`,
    'dangerous',
    UNSEEN
  ),
  judged(
    'a directive removed from a schema',
    `directive @shelf on SCHEMA\n<<extend schema @shelf =>>>\ntype Query { due: Int }`,
    'dangerous',
    UNSEEN
  ),
  // Definitions of directives.
  judged('a directive added', '<< => directive @shelf on FIELD>>', 'safe'),
  judged('a directive removed', '<<directive @shelf on FIELD =>>>', 'breaking'),
  judged('another description of a directive', '"<<Old => New>>" directive @shelf on FIELD', 'safe'),
  judged('a location added', 'directive @shelf on FIELD<< => | ENUM_VALUE>>', 'safe'),
  judged('a location removed', 'directive @shelf on FIELD<< | ENUM_VALUE =>>>', 'breaking', ONLY_IN_SCHEMAS),
  judged('another default of an argument', 'directive @shelf(of: Int = <<1 => 2>>) on FIELD', 'dangerous'),
  judged('an optional argument of a directive added', 'directive @shelf<< => (of: String)>> on FIELD', 'safe'),
  judged('a required argument of a directive added', 'directive @shelf<< => (of: String!)>> on FIELD', 'breaking'),
  judged('an optional argument of a directive removed', 'directive @shelf<<(of: String) =>>> on FIELD', 'breaking'),
  judged('a required argument of a directive removed', 'directive @shelf<<(of: String!) =>>> on FIELD', 'breaking'),
  judged('an argument of a directive of another type', 'directive @shelf(of: <<String => Int>>) on FIELD', 'breaking'),
  judged('an argument of a directive can be null', 'directive @shelf(of: String<<! =>>>) on FIELD', 'safe'),
  judged('an argument of a directive excludes null', 'directive @shelf(of: String<< => !>>) on FIELD', 'breaking'),
  judged(
    'another default of a required argument',
    'directive @shelf(of: String! = "<<a => A>>") on FIELD',
    'dangerous'
  ),
  judged(
    'a default of an argument added',
    'directive @shelf(of: String<< => = "b">>) on FIELD',
    'dangerous',
    FIRST_DEFAULT
  ),
  judged('a default of a required argument added', 'directive @shelf(of: String!<< => = "c">>) on FIELD', 'dangerous', [
    'compatible',
    'Clients had to send a value, and still can.'
  ]),
  judged(
    'a default of a required argument removed',
    'directive @shelf(of: String!<< = "d" =>>>) on FIELD',
    'dangerous',
    BREAKS_WITHOUT
  ),
  judged('a default of an argument removed', 'directive @shelf(of: String<< = "e" =>>>) on FIELD', 'dangerous'),
  judged('a directive repeatable', 'directive @shelf << => repeatable>> on FIELD', 'safe'),
  judged('a directive no longer repeatable', 'directive @shelf <<repeatable =>>> on FIELD', 'dangerous', [
    'breaking',
    'A document that repeats it, as it could, is rejected.'
  ]),
  // Directives at definitions.
  ...uses,
  ...[
    '<< => @tag>>',
    '@tag << => @tag>>',
    '<< => @tag @tag(name: "b") @tag>>',
    '@tag(name: "a")<< => @tag(name: "b")>>',
    '@tag(name: "a") @tag(name: "<<c => b>>")',
    '@tag(name: "a")<< @tag(name: "b") =>>>',
    '<<@tag(name: "a") =>>> @tag(name: "b") <<@tag(name: "c") =>>>',
    '@tag <<@tag =>>>'
  ].map(change =>
    judged(`repeated directives: ${change}`, `${TAG}type Query { due: Int ${change} }`, 'dangerous', UNSEEN)
  ),
  judged('a directive at a field added', `<< => ${TAG}>>type Query { due: Int << => day: Int @tag>> }`, 'safe'),
  ...['FIELD_DEFINITION', 'UNION'].flatMap(place => {
    const schema = (use: string): string => `directive @oneOf on ${place}\n${PLACES[place]?.replace('#', use)}`
    return [
      judged(`@oneOf added at ${place}`, schema('<< => @oneOf>>'), 'breaking', ONE_OF),
      judged(`@oneOf removed at ${place}`, schema('<<@oneOf =>>>'), 'safe')
    ]
  }),
  // Its rules.
  judged(
    'a field removed of what is unreached',
    'type Query { due: Int } type Shelf { id: ID <<place: Int =>>> }',
    'safe'
  ),
  judged('an unreached type removed', 'type Query { due: Int }<< type Shelf { id: ID } =>>>', 'safe'),
  judged('an unreached scalar removed', 'type Query { due: Int }<< scalar Day =>>>', 'safe'),
  judged(
    'several changes at one type',
    'type Query { all: [User!] } enum Role { A B << => C>> } type User { id: ID! <<mail: Int! => place: Int>> role: Role<< => !>> }',
    'breaking'
  ),
  judged(
    'a type removed with the field that leads to it',
    'type Query { due: Int! <<loan: Loan! =>>> }<< type Loan { id: ID! } =>>>',
    'breaking'
  )
]

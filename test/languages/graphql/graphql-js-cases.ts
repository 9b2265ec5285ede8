// The published cases of `findBreakingChanges` and `findDangerousChanges` of graphql-js, rebuilt with loans.
import {type Case, judged, type Level, ONLY_IN_SCHEMAS, type Ours, UNSENT} from './cases.ts'

const BOOKS = 'type Book { title: String }\ntype Film { title: String }\n'

type Types = readonly [change: string, theirs: Level, ours?: Ours]

const FIELD_TYPES: readonly Types[] = [
  ['Book => Book', 'safe'],
  ['String => Boolean', 'breaking'],
  ['Book => Film', 'breaking'],
  ['String => [String]', 'breaking'],
  ['[String] => String', 'breaking'],
  ['Int => Int!', 'safe'],
  ['Int! => Int', 'breaking'],
  ['[Int]! => [Int]', 'breaking'],
  ['Int => [Int]!', 'breaking'],
  ['[Int] => [Int!]', 'safe'],
  ['[Int!] => [Int]', 'breaking'],
  ['[Int] => [[Int]]', 'breaking'],
  ['[[Int]] => [Int]', 'breaking'],
  ['Int! => [Int]!', 'breaking'],
  ['[Int] => [Int]!', 'safe'],
  ['[[Int!]!] => [[Int!]]', 'breaking']
]

const INPUT_TYPES: readonly Types[] = [
  ['String => Int', 'breaking'],
  ['[String] => String', 'breaking'],
  ['String! => String', 'safe'],
  ['String => String!', 'breaking'],
  ['[Int] => [Int]!', 'breaking'],
  ['[Int]! => [Int]', 'safe'],
  ['Int => [Int]!', 'breaking'],
  ['[Int] => [Int!]', 'breaking'],
  ['[Int!] => [Int]', 'safe'],
  ['[Int] => [[Int]]', 'breaking'],
  ['[[Int]] => [Int]', 'breaking'],
  ['Int! => [Int]!', 'breaking'],
  ['[[Int]!] => [[Int]]', 'safe'],
  ['[[Int]!] => [[Int!]!]', 'breaking']
]

const ARGUMENT_TYPES: readonly Types[] = [
  ...INPUT_TYPES,
  ['String => [String]', 'breaking'],
  ['String! => Int', 'breaking'],
  ['String! => Int!', 'breaking']
]

const DEFAULTS: readonly Types[] = [
  ['String = "due" => String', 'dangerous'],
  ['String = "due" => String = "Due"', 'dangerous'],
  ['[Int!] = [] => [Int!] = [7]', 'dangerous'],
  ['[[String]] = [["a", "b"], ["c"]] => [[String]] = [["b", "a"], ["d"]]', 'dangerous'],
  ['Shelves = {all: [{days: [1, 2]}]} => Shelves = {all: [{days: [2, 1]}]}', 'dangerous'],
  ['Shelves = {all: [{days: [1]}]} => Shelves = {all: [{days: [1]}]}', 'safe'],
  ['Days = {from: "a", until: "b", on: "c"} => Days = {on: "c", until: "b", from: "a"}', 'safe']
]

const DAYS = 'input Days { from: String until: String on: String }\n'
const SHELVES = `${DAYS}input Shelves { all: [Shelf] }\ninput Shelf { days: [Int] }\n`

const ALL_BREAKING = `<<directive @lent on FIELD_DEFINITION => >>
directive @of<<(name: String) =>>> on FIELD_DEFINITION
directive @on<< => (day: Boolean!)>> on FIELD_DEFINITION
directive @tag <<repeatable =>>> on FIELD_DEFINITION
directive @place on FIELD_DEFINITION<< | QUERY =>>>
type Loan { due(of: <<Float => String>>): String }
enum State { <<LENT => >> BACK LOST }
interface Item
type Fee <<implements Item =>>>
${BOOKS}
union Found = Book<< | Film =>>>
<<type => interface>> Reader
<<type Card => >>
interface Person { <<name: String => >> mail: <<String => Boolean>> }
`

const ALL_DANGEROUS = `enum State { LENT BACK<< => LOST>> }
type Loan { due(of: String = "<<day => Day>>"): String }
interface Item
type Fee<< => implements Item>>
${BOOKS}
union Found = Book<< => | Film>>
`

const inFields = ([change, ...levels]: Types): Case =>
  judged(`a field: ${change}`, `${BOOKS}interface Loan { due: <<${change}>> }`, ...levels)
const inInputs = ([change, ...levels]: Types): Case =>
  judged(`an input field: ${change}`, `input Lending { due: <<${change}>> }`, ...levels)
const inArguments = ([change, ...levels]: Types): Case =>
  judged(`an argument: ${change}`, `type Loan { due(of: <<${change}>>): String }`, ...levels)
const inDefaults = ([change, ...levels]: Types): Case =>
  judged(`a default: ${change}`, `${SHELVES}type Loan { due(of: <<${change}>>): String }`, ...levels)

export const GRAPHQL_JS: readonly Case[] = [
  judged('a type removed', `<<type Book => >>\ntype Film`, 'breaking'),
  judged('the same types', BOOKS, 'safe'),
  judged('a built-in scalar no longer used', 'type Query { pages: <<Float => String>> }', 'breaking'),
  judged('a scalar becomes an enum', '<<scalar => enum>> State', 'breaking'),
  judged(
    'an interface becomes a union',
    'type Book<< implements Item =>>> { id: ID } <<interface Item { id: ID } => union Item = Book>>',
    'breaking'
  ),
  judged('an object type becomes an input type', '<<type => input>> Loan', 'breaking'),
  judged('a field removed', 'interface Loan { due: Int <<day: String => >> }', 'breaking'),
  judged('a field added', 'interface Loan { due: Int << => day: String>> }', 'safe'),
  ...FIELD_TYPES.map(inFields),
  judged('an input field removed', 'input Lending { due: Int <<day: Boolean => >> }', 'breaking'),
  ...INPUT_TYPES.map(inInputs),
  judged('a required input field added', 'input Lending { due: Int << => day: Int!>> }', 'breaking'),
  judged('an optional input field added', 'input Lending { due: Int << => day: Boolean>> }', 'dangerous', UNSENT),
  judged(
    'an input field with a default added',
    'input Lending { due: Int << => day: Int! = 1>> }',
    'dangerous',
    UNSENT
  ),
  judged('a type removed from a union', `${BOOKS}union Found = Book <<| Film =>>>`, 'breaking'),
  judged('a type in a union replaced', `${BOOKS}type Card\nunion Found = Book | <<Film => Card>>`, 'breaking'),
  judged('a value removed', 'enum State { LENT <<BACK => >> LOST }', 'breaking'),
  judged('a value replaced', 'enum State { LENT <<BACK => LATE>> LOST }', 'breaking'),
  judged('an argument removed', 'type Loan { due<<(of: String) =>>>: String }', 'breaking'),
  judged(
    'arguments of an interface removed',
    'interface Loan { due<<(of: Boolean, day: String) =>>>: String }',
    'breaking'
  ),
  ...ARGUMENT_TYPES.map(inArguments),
  judged('a required argument added', 'type Loan { due(of: Int << => day: String!>>): Int }', 'breaking'),
  judged('an optional argument added', 'type Loan { due(of: Int << => day: String>>): Int }', 'dangerous', UNSENT),
  judged(
    'an argument with a default added',
    'type Loan { due(of: Int << => day: Int! = 0>>): Int }',
    'dangerous',
    UNSENT
  ),
  judged('the same arguments', `${DAYS}type Loan { due(of: Int!, days: Days): Int }`, 'safe'),
  judged('an interface removed from a type', 'interface Item\ntype Loan <<implements Item =>>>', 'breaking'),
  judged(
    'an interface removed from an interface',
    'interface Item\ninterface Paper <<implements Item =>>>',
    'breaking',
    ['review', 'No document is rejected: what implements both interfaces still matches.']
  ),
  judged(
    'interfaces in another order',
    'interface Item\ninterface Paper\ntype Loan implements <<Item & Paper => Paper & Item>>',
    'safe'
  ),
  judged('every break', ALL_BREAKING, 'breaking'),
  judged(
    'a directive removed',
    '<<directive @shelf on FIELD_DEFINITION => >> directive @of on FIELD',
    'breaking',
    ONLY_IN_SCHEMAS
  ),
  judged(
    'an argument of a directive removed',
    'directive @shelf<<(of: String) =>>> on FIELD_DEFINITION',
    'breaking',
    ONLY_IN_SCHEMAS
  ),
  judged(
    'arguments of a directive added',
    'directive @shelf<< => (of: String!, day: Int, days: Int! = 0)>> on FIELD_DEFINITION',
    'breaking',
    ONLY_IN_SCHEMAS
  ),
  judged(
    'a directive no longer repeatable',
    'directive @shelf <<repeatable =>>> on OBJECT',
    'breaking',
    ONLY_IN_SCHEMAS
  ),
  judged('a location of a directive removed', 'directive @shelf on FIELD_DEFINITION<< | QUERY =>>>', 'breaking'),
  ...DEFAULTS.map(inDefaults),
  judged(
    'fields of a default in another order of definition',
    `input Days { <<from: Int until: Int => until: Int from: Int>> }
type Loan { due(of: Days = {from: 1, until: 2}): Int }`,
    'safe'
  ),
  judged('a value added', 'enum State { LENT << => BACK>> }', 'dangerous'),
  judged('an interface added to a type', 'interface Item\ntype Loan << => implements Item>>', 'dangerous'),
  judged('an interface added to an interface', 'interface Item\ninterface Paper << => implements Item>>', 'dangerous'),
  judged('a type added to a union', `${BOOKS}union Found = Book << => | Film>>`, 'dangerous'),
  judged('every dangerous change', ALL_DANGEROUS, 'dangerous')
]

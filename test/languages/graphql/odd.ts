// Odd texts that real schemas have, or that are taken for schemas.

const repeat = (count: number, write: (at: number) => string): string =>
  Array.from({length: count}, (_, at) => write(at)).join('\n')
const ITEMS = 'interface A { id: ID }\ninterface B { id: ID }'

/** By what is odd: the text, and its warnings, or the place at which it is refused. */
export const ODD: Readonly<Record<string, readonly [text: string, ...answer: string[]]>> = {
  // Before June 2018.
  'interfaces with commas': [`type Query implements A, B { id: ID }\n${ITEMS}`, '1:26 commas'],
  'interfaces with spaces': [`type Query implements A B { id: ID }\n${ITEMS}`, '1:25 commas'],
  'interfaces on lines of their own': [`type Query implements\n  A,\n  # why\n  B\n{ id: ID }\n${ITEMS}`, '4:3 commas'],
  'interfaces without fields': [`type Query { id: ID }\ntype Loan implements A, B\n${ITEMS}`, '2:25 commas'],
  'interfaces with both': [
    `type Query implements A & B, C { id: ID }\n${ITEMS}\ninterface C { id: ID }`,
    '1:30 commas'
  ],
  'interfaces of an extension': [
    `type Query { id: ID }\nextend type Query implements A, B { due: Int }\n${ITEMS}`,
    '2:33 commas'
  ],
  'interfaces after &': [`type Query implements & A & B { id: ID }\n${ITEMS}`],
  'empty braces': [
    'type Query { id: ID }\ntype Empty {}\ninput I {\n}\nenum E {}\ninterface F { # none\n}',
    '2:12 braces'
  ],
  'empty parentheses': ['type Query { id(): ID }', '1:16 braces'],
  'a comment as description': [
    `# All.\ntype Query implements A, B { id: ID }\n${ITEMS}`,
    '2:26 commas',
    '1:1 comments'
  ],
  // Bytes.
  'a byte order mark': ['\uFEFFtype Query { id: ID }'],
  'carriage returns': ['type Query {\r\n  id: ID\r\n}\r\n"""\r\nA day\r\n"""\r\nscalar Day\r\n'],
  'carriage returns alone': ['type Query {\r  id: ID\r}\r# All.\rscalar Day\r'],
  'a long description': [`"""\n${'x '.repeat(100_000)}\n"""\ntype Query { id: ID }`],
  'escapes in block strings': [
    'type Query {\n  """ a \\""" b \\n \\u0000 """\n  id(of: String = """x\\"""y"""): ID\n}'
  ],
  'escapes in strings': ['type Query { "\\u{1F600} \\uD83D\\uDE00 \\" \\\\ \\/" id: ID }'],
  'an escape that nothing is': ['type Query { "\\x" id: ID }', 'refused 1:15'],
  'a string without end': ['type Query { """ id: ID }', 'refused 1:26'],
  'a null character': ['type Query { id: ID }\u0000', 'refused 1:22'],
  'a no-break space': ['type Query {\u00a0id: ID }', 'refused 1:13'],
  'a line of many number signs': [`${'#'.repeat(200)}\ntype Query { id: ID }`],
  'comments alone': [`${'#'.repeat(200)}\n# Nothing.\n`],
  'many blank lines': [`${'\n'.repeat(100_000)}type Query { id: ID }`],
  'an empty file': [''],
  commas: ['type Query {,,, a: Int,, b: Int,}'],
  semicolons: ['type Query { a: Int; b: Int }', 'refused 1:20'],
  // Other files.
  'a query': ['query A { id }\nfragment F on Query { id }', '1:1 ignored', '2:1 ignored'],
  'JSON of another kind': ['{"a": 1}', 'refused'],
  YAML: ['openapi: 3.0.0\npaths: {}\n', 'refused 1:1'],
  'conflict markers': ['type Query {\n<<<<<<< HEAD\n  a: Int\n=======\n  b: Int\n>>>>>>> x\n}', 'refused 2:1'],
  'a program': ['export const typeDefs = gql`\n  type Query { id: ID }\n`', 'refused 1:1'],
  'a template': ['type Query {\n  $fields\n}', 'refused 2:3'],
  // Federated graphs and directives.
  'a subgraph of version 1': [
    'extend type Query { me: User }\nextend type User @key(fields: "id") { id: ID! @external loans: [Loan] }\ntype Loan { id: ID }'
  ],
  'entities of version 1': ['type Query { _entities(representations: [_Any!]!): [_Entity]! _service: _Service! }'],
  'a subgraph of version 2': [
    'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", {name: "@shareable", as: "@s"}])\ntype Query { a: A @s }\ntype A @key(fields: "id", resolvable: false) @key(fields: "b { c }") { id: ID b: B }\ntype B { c: ID @override(from: "x") @requires(fields: "y") @tag(name: "t") }\ntype M @interfaceObject @key(fields: "id") { id: ID }'
  ],
  'a supergraph': [
    'schema @link(url: "https://specs.apollo.dev/join/v0.3", for: EXECUTION) { query: Query }\ntype Query @join__type(graph: A) { id: ID @join__field(graph: A) }\nscalar join__FieldSet\nenum join__Graph { A @join__graph(name: "a", url: "b") }\ndirective @join__type(graph: join__Graph!, key: join__FieldSet) repeatable on OBJECT'
  ],
  '@defer and @stream': [
    'directive @defer(if: Boolean, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT\ndirective @stream(initialCount: Int = 0) on FIELD\ntype Query { id: ID }'
  ],
  'directives that nothing defines': [
    'type Query @a(x: [1, {b: C}]) @a { id(x: Int @z): ID @b }\nenum E @e { A @f }\nunion U @u = Query'
  ],
  'a variable in a schema': ['type Query { a(x: Int = $b): ID }', 'refused 1:25'],
  'another location': ['directive @d on FIELD | NOWHERE\ntype Query { id: ID }', 'refused 1:25'],
  'arguments of deprecations': [
    'type Query { a: Int @deprecated(reason: null) b: Int @deprecated(reason: 5) c: Int @deprecated(other: "x") d: Int @deprecated @deprecated(reason: "y") }\nscalar Day @specifiedBy(url: 5)\nscalar Time @specifiedBy'
  ],
  'all hidden': ['type Query @inaccessible { a: Int }'],
  // Names.
  'scalars that nothing defines': ['type Query { at: DateTime by(of: JSON): ID }', '1:14 scalar', '1:30 scalar'],
  'names that begin with two underscores': [
    'type Query { __a: __T __typename: String }\ntype __T { __b: ID }\nenum __E { __X }\ndirective @__d on FIELD'
  ],
  'names of object prototypes': [
    'enum E { constructor toString __proto__ }\ntype Query { e(x: E): E constructor: Int toString: constructor __proto__(valueOf: hasOwnProperty): Int }\ninput hasOwnProperty { __proto__: Int }\ntype constructor { __proto__: ID }'
  ],
  'names of keywords': [
    'type type { type: type input(input: input): enum on: on }\ninput input { on: Int query: Int }\nenum enum { type }\ntype on { on: on }\nschema { query: type }'
  ],
  'an enum of reserved names': ['enum E { true A }\ntype Query { e: E }', 'refused 1:10'],
  // What contradicts itself.
  'definitions twice': [
    'type Query { a: Int a(x: Int): String }\ntype Query { b: Int }\nenum E { A A }\nunion U = Query | Query\ndirective @d on FIELD\ndirective @d(x: Int) on QUERY',
    '1:21 twice',
    '2:6 twice',
    '3:12 twice'
  ],
  'one name of several kinds': [
    'type Query { a: A }\ntype A { a: Int }\ninput A { a: Int }\nscalar A',
    '3:7 twice',
    '4:8 twice'
  ],
  'extensions of another kind': [
    'type Query { a: A }\ntype A { a: Int }\nextend input A { b: Int }\nextend enum A { X }\nextend union A = Query'
  ],
  'extensions alone': [
    'extend type Query { id: A }\nextend interface A { id: ID }\nextend union B = Query\nextend enum C { A }\nextend scalar D @x'
  ],
  'interfaces of each other': [
    'interface A implements B { id: ID }\ninterface B implements A { id: ID }\ntype Query implements A & B { a: A }'
  ],
  'what implements itself': ['type Query implements Query { id: ID }\ninterface A implements A { id: ID }'],
  'unions of each other': ['type Query { u: U }\nunion U = V | Query\nunion V = U'],
  'a union of a scalar': ['type Query { u: U }\nunion U = String | Missing', '2:11 left out', '2:20 left out'],
  'an input type that nothing satisfies': ['type Query { a(x: A!): ID }\ninput A { b: B! }\ninput B { a: A! n: Int }'],
  'a default of itself': ['type Query { a(x: A = {}): ID }\ninput A { a: A = {} }'],
  'defaults of other types': [
    'type Query { a(x: Int = "a", y: E = Z, z: I = {q: 1}, v: Int! = null): ID }\nenum E { A }\ninput I { a: Int! }'
  ],
  'positions mixed up': ['type Query { a: A b(u: U, q: Query): ID }\ninput A { a: Int }\nunion U = Query'],
  'a root type that is an input type': ['schema { query: A }\ninput A { a: Int }'],
  'a root type that nothing defines': ['schema { query: A mutation: B }\ntype B { a: Int }', '1:17 left out'],
  'one type for all operations': ['schema { query: A mutation: A subscription: A }\ntype A { a: Int }'],
  'schema twice': ['schema { query: A }\nschema { query: B }\ntype A { a: Int }\ntype B { a: Int }'],
  'empty schema': ['type Query { id: ID }\nschema {}', 'refused 2:9'],
  // Sizes.
  'many lists': [`type Query { a: ${'['.repeat(60)}Int${']'.repeat(60)} }`],
  'a default of many lists': [
    `type Query { a(x: J = ${'['.repeat(20_000)}${']'.repeat(20_000)}): ID }\nscalar J`,
    'refused'
  ],
  'many fields': [`type Query {\n${repeat(300, at => `f${at}: Int`)}\n}`],
  'a long way to a type': [
    `type Query { a: T0 }\n${repeat(150, at => `type T${at} { n: T${at + 1} }`)}\ntype T150 { id: ID }`
  ],
  'input types in each other': [
    `type Query { a(x: T0): ID }\n${repeat(150, at => `input T${at} { n: T${at + 1}! }`)}\ninput T150 { id: ID }`
  ]
}

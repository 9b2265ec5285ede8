// The result of an introspection query is read as the schema that it stands for.
import {
  buildSchema,
  getIntrospectionQuery,
  graphqlSync,
  type IntrospectionOptions,
  type IntrospectionQuery
} from 'graphql'
import {describe, expect, test} from 'vitest'
import {folder, tenure} from '../cli/run.ts'
import {repositoryOf} from '../gate/scenario.ts'

const LIBRARY = `"""What is lent"""
directive @shelved(at: String) on FIELD_DEFINITION
directive @loud repeatable on FIELD
scalar Day
type Query {
  "All loans"
  loans(first: Int = 10, order: Order = {up: true, by: "due"}, old: ID @deprecated(reason: "Use \`first\` instead.")): [Loan!] @shelved(at: "A")
  found: Found
}
type Loan implements Item {
  id: ID!
  due: Day @deprecated
  shelf: String @deprecated(reason: "Use \`place\` instead. Removal on 2027-07-01.")
  place: String
  state: State
}
interface Item {
  id: ID!
}
type Book implements Item {
  id: ID!
}
union Found = Loan | Book
enum State {
  LENT
  BACK @deprecated(reason: "No longer supported")
}
input Order {
  up: Boolean = true
  by: String = """due"""
  weight: Float = 1.0
  past: Int @deprecated(reason: "Gone.")
}
`
/** What the definition language alone can say. */
const OPTIONS: IntrospectionOptions = {inputValueDeprecation: true, directiveIsRepeatable: true}

function introspect(sdl: string, options: IntrospectionOptions = OPTIONS): string {
  const {data} = graphqlSync({schema: buildSchema(sdl), source: getIntrospectionQuery(options)})
  return JSON.stringify({data: data as unknown as IntrospectionQuery}, null, 2)
}

const diff = (cwd: string, older: string, newer: string, ...more: readonly string[]) =>
  tenure(['diff', older, newer, '--all', ...more], {cwd})

describe('compared with the definitions that it was made from', () => {
  test.each<[string, IntrospectionOptions]>([
    ['asked for everything', OPTIONS],
    ['asked by default, without the deprecation of arguments', {}],
    ['asked without descriptions', {descriptions: false}]
  ])('%s, nothing changed in either direction', async (_, options) => {
    const cwd = folder({'library.graphql': LIBRARY, 'library.json': introspect(LIBRARY, options)})
    for (const [older, newer] of [
      ['library.graphql', 'library.json'],
      ['library.json', 'library.graphql']
    ] as const) {
      const ran = await diff(cwd, older, newer)
      expect(ran).toMatchObject({code: 0, err: '', out: expect.stringContaining('No changes')})
    }
  })

  test('with and without `data` around it', async () => {
    const {data} = JSON.parse(introspect(LIBRARY)) as {data: unknown}
    const cwd = folder({'library.graphql': LIBRARY, 'library.json': JSON.stringify(data)})
    expect(await diff(cwd, 'library.graphql', 'library.json')).toMatchObject({code: 0})
  })

  test('what changed has its place in the JSON', async () => {
    const newer = LIBRARY.replace('  place: String\n', '').replace('first: Int = 10', 'first: Int = 20')
    const cwd = folder({'old.json': introspect(LIBRARY), 'new.json': introspect(newer)})
    const ran = await diff(cwd, 'old.json', 'new.json', '--format', 'json')
    const {changes} = JSON.parse(ran.out) as {
      changes: {kind: string; subject: string; places: {old?: {line: number}}}[]
    }
    expect(changes.map(({kind, subject}) => `${kind} ${subject}`).toSorted()).toEqual([
      'field-removed Loan.place',
      'input-default-changed Query.loans(first)',
      'replacement-changed Loan.shelf'
    ])
    const removed = changes.find(({kind}) => kind === 'field-removed')
    expect(introspect(LIBRARY).split('\n')[(removed?.places.old?.line ?? 0) - 1]).toContain('"name": "place"')
  })

  test('a deprecation is announced as in the definitions', async () => {
    const before = LIBRARY.replace(/ @deprecated\(reason: "Use `place`[^)]*\)/, '')
    const cwd = folder({'old.json': introspect(before), 'new.json': introspect(LIBRARY)})
    const ran = await diff(cwd, 'old.json', 'new.json')
    expect(ran.out).toContain('`Loan.shelf`')
    expect(ran.out).toContain('2027-07-01')
  })
})

describe('a broken one is refused with its place', () => {
  const whole = introspect(LIBRARY)
  test.each<[string, string, string | RegExp]>([
    ['cut off', whole.slice(0, 400), /broken\.json:\d+:\d+: /],
    [
      'with a type that is cut off',
      whole.replace(/"ofType": \{[^{}]*\}/, '"ofType": null'),
      /broken\.json:\d+:\d+: .*cut off/
    ],
    [
      'without types',
      '{\n  "data": {"__schema": {\n    "types": null}}\n}\n',
      "broken.json:3:5: `types` isn't a list."
    ],
    [
      'with a text as a flag',
      whole.replace('"isDeprecated": false', '"isDeprecated": "true"'),
      '`isDeprecated` is neither `true` nor `false`'
    ],
    ['of an unknown kind', whole.replaceAll('"kind": "ENUM"', '"kind": "LIST_OF"'), 'has no `kind` of GraphQL']
  ])('%s', async (_, text, message) => {
    const cwd = folder({'library.graphql': LIBRARY, 'broken.json': text})
    const ran = await diff(cwd, 'library.graphql', 'broken.json')
    expect(ran.code).toBe(2)
    expect(ran.err).toMatch(message)
    expect(ran.err).not.toContain('    at ')
  })
})

describe('init', () => {
  const init = async (files: Readonly<Record<string, string>>): Promise<string> =>
    (await tenure(['init', '--dry-run'], {cwd: folder(files)})).out

  test('finds it', async () => {
    expect(await init({'api/introspection.json': introspect(LIBRARY)})).toContain('spec: api/introspection.json')
  })

  test('prefers the definitions of the same schema', async () => {
    const out = await init({'schema.json': introspect(LIBRARY), 'graph/library.graphql': LIBRARY})
    expect(out).toContain('spec: graph/library.graphql')
    expect(out).not.toContain('spec: schema.json')
  })

  test('keeps another schema', async () => {
    const fees = 'type Query {\n  fees: [Fee]\n}\ntype Fee {\n  id: ID\n}\nscalar Money\n'
    const out = await init({'schema.json': introspect(LIBRARY), 'graph/fees.graphql': fees})
    for (const path of ['schema.json', 'graph/fees.graphql']) expect(out).toContain(`spec: ${path}`)
  })
})

describe('a line of the history that comes with the change', () => {
  const POLICY = `format: 1
name: library
stabilities: [trial, lasting]
defaultStability: lasting
guarantees: {trial: none, lasting: {notice: 3 months, breaking: forbidden}}
`
  const lineOf = (line: string): string =>
    `service: library\nreleases:\n  - release: next\n    changes:\n      - ${line}\n`

  test.each([
    ['a removed field', 'removed: Loan.place', '  place: String\n', ''],
    ['a changed field', 'changed: Loan.place', 'place: String', 'place: Int'],
    ['a removed value', 'removed: State.LENT', '  LENT\n', ''],
    ['a removed argument', 'removed: Query.loans(first)', 'first: Int = 10, ', ''],
    ['a removed input field', 'removed: Order.weight', '  weight: Float = 1.0\n', ''],
    ['a removed type', 'removed: type Book', /type Book .*\n.*\n}\n/, '']
  ])("doesn't make the stability unknown: %s", async (_, line, from, to) => {
    const changed = LIBRARY.replace(from, to).replace(
      '= Loan | Book',
      line.includes('Book') ? '= Loan' : '= Loan | Book'
    )
    for (const [spec, read] of [
      ['library.graphql', (sdl: string) => sdl],
      ['library.json', introspect]
    ] as const) {
      const config = `format: 1\nspec: ${spec}\npolicy: policy.yaml\n`
      const cwd = await repositoryOf({
        main: [['2025-06-01', {'tenure.yaml': config, 'policy.yaml': POLICY, [spec]: read(LIBRARY)}]],
        branch: [
          [
            '2026-01-04',
            {'tenure.yaml': `${config}history: history.yaml\n`, 'history.yaml': lineOf(line), [spec]: read(changed)}
          ]
        ]
      })
      const ran = await tenure(['check', '--as-of', '2026-01-05'], {cwd})
      expect(ran.code).toBe(1)
      expect(ran.out).not.toContain('stability is unknown')
    }
  })
})

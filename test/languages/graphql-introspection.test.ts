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
import {DELETED, repositoryOf} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

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

/** The deprecated argument and the deprecated input field. */
const DEPRECATED_INPUTS = /, old: ID @deprecated\([^)]*\)| {2}past: .*\n/g

function introspect(sdl: string, options: IntrospectionOptions = OPTIONS): string {
  const {data} = graphqlSync({schema: buildSchema(sdl), source: getIntrospectionQuery(options)})
  return JSON.stringify({data: data as unknown as IntrospectionQuery}, null, 2)
}

const diff = (cwd: string, older: string, newer: string, ...more: readonly string[]) =>
  tenure(['diff', older, newer, '--verbose', ...more], {cwd})

describe('compared with the definitions that it was made from', () => {
  test.each<[string, IntrospectionOptions, string]>([
    ['asked for everything', OPTIONS, LIBRARY],
    [
      'asked by default, without the deprecation of arguments',
      {},
      LIBRARY.replaceAll(DEPRECATED_INPUTS, '').replace(' repeatable', '')
    ],
    ['asked without descriptions', {...OPTIONS, descriptions: false}, LIBRARY]
  ])('%s, nothing changed in either direction', async (_, options, text) => {
    const cwd = folder({'library.graphql': text, 'library.json': introspect(text, options)})
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

describe('what the query left out is named, and not compared', () => {
  const UNASKED = introspect(LIBRARY, {})
  const NAMED =
    "The introspection query doesn't ask for deprecated arguments and input fields, so it isn't known whether the API still has `Query.loans(old)` and `Order.past`. Query `args(includeDeprecated: true)` and `inputFields(includeDeprecated: true)`, each with `isDeprecated`."

  test.each([
    ['the definitions', 'old.graphql', LIBRARY],
    ['a result that has them', 'old.json', introspect(LIBRARY)]
  ])('deprecated arguments and input fields, after %s', async (_, name, text) => {
    const cwd = folder({[name]: text, 'new.json': UNASKED})
    const ran = await diff(cwd, name, 'new.json', '--fail-on=undetermined')
    expect(ran).toMatchObject({code: 3, out: expect.stringContaining('(new.json)')})
    expect(ran.out).toContain(NAMED)
    expect(ran.out.split('\n')[0]).not.toContain('✔')
  })

  test('nothing, if the older result left it out, too, or if what had it is gone', async () => {
    const shorter = introspect(LIBRARY.replace(/ {2}loans\(.*\n/, '').replace(/input Order {[^}]*}\n/, ''), {})
    const cwd = folder({
      'old.json': UNASKED,
      'new.json': UNASKED,
      'old.graphql': LIBRARY.replace(' repeatable', ''),
      'shorter.json': shorter
    })
    expect(await diff(cwd, 'old.json', 'new.json', '--fail-on=undetermined')).toMatchObject({code: 0})
    expect((await diff(cwd, 'old.graphql', 'shorter.json')).out).not.toContain('introspection query')
  })

  test('whatever the order of the keys, what it has is compared', async () => {
    const reorder = (text: string): string =>
      JSON.stringify(JSON.parse(text), (_, value: unknown) =>
        value !== null && typeof value === 'object' && 'isDeprecated' in value && 'defaultValue' in value
          ? Object.fromEntries(Object.entries(value).toSorted())
          : value
      )
    const cwd = folder({
      'old.json': reorder(introspect(LIBRARY)),
      'new.json': reorder(introspect(LIBRARY.replaceAll(DEPRECATED_INPUTS, '')))
    })
    const {out} = await diff(cwd, 'old.json', 'new.json')
    expect(out).toContain('Removed the argument `Query.loans(old)`')
    expect(out).not.toContain('introspection query')
  })

  test('exactly one field, for which the older query did not ask', async () => {
    const free = 'type Query {\n  loans(by: By): [ID!]\n}\ninput By {\n  id: ID\n  shelf: ID\n}\n'
    const one = free.replace('By {', 'By @oneOf {')
    const cwd = folder({
      'old.json': introspect(free),
      'new.graphql': one,
      'asked.json': introspect(free, {...OPTIONS, oneOf: true})
    })
    const ran = await diff(cwd, 'old.json', 'new.graphql', '--fail-on=undetermined')
    expect(ran.code).toBe(3)
    expect(ran.out).toContain(
      "The older introspection query doesn't ask for `isOneOf`, so it isn't known whether `By` accepted several of its fields."
    )
    expect((await diff(cwd, 'asked.json', 'new.graphql')).out).toContain('`By` now takes exactly one of its fields')
  })

  test('what can be repeated', async () => {
    const text = LIBRARY.replaceAll(DEPRECATED_INPUTS, '')
    const cwd = folder({'old.graphql': text, 'new.json': introspect(text, {})})
    expect((await diff(cwd, 'old.graphql', 'new.json', '--fail-on=undetermined')).out).toContain(
      "The introspection query doesn't ask for `isRepeatable`, so it isn't known whether documents can still repeat `@loud`."
    )
  })

  test('by the gate, and a removal afterwards is found', async () => {
    const without = LIBRARY.replaceAll(DEPRECATED_INPUTS, '')
    const config = 'format: 1\nspec: [api/*]\npolicy: github-graphql\n'
    const cwd = await repositoryOf({
      main: [['2025-06-01', {'tenure.yaml': config, 'api/library.graphql': LIBRARY}]],
      branch: [['2026-01-04', {'api/library.graphql': DELETED, 'api/library.json': UNASKED}]]
    })
    const ran = await tenure(['check', '--as-of', '2026-01-05'], {cwd})
    expect(ran.code).toBe(2)
    expect(ran.out + ran.err).toContain('`Query.loans(old)` and `Order.past`')
    const releases = folder({'1.0.graphql': LIBRARY, '1.1.json': UNASKED, '1.2.graphql': without})
    const {out} = await tenure(['audit', '.', '--policy', 'github-graphql', '--as-of', '2026-01-05'], {cwd: releases})
    expect(out).toContain('`Query.loans(old)`')
  })

  test('another specification of a scalar', async () => {
    const [old, fresh] = ['day', 'instant'].map(each =>
      introspect(LIBRARY.replace('scalar Day', `scalar Day @specifiedBy(url: "https://library.example/${each}")`), {
        ...OPTIONS,
        specifiedByUrl: true
      })
    )
    const cwd = folder({'old.json': old ?? '', 'new.json': fresh ?? ''})
    expect((await diff(cwd, 'old.json', 'new.json')).out).toContain('https://library.example/instant')
  })
})

describe('a broken one is refused with its place', () => {
  const whole = introspect(LIBRARY)
  test.each<[string, string, string | RegExp]>(
    sample([
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
    ])
  )('%s', async (_, text, message) => {
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

  test.each(
    sample([
      ['a removed field', 'removed: Loan.place', '  place: String\n', ''],
      ['a changed field', 'changed: Loan.place', 'place: String', 'place: Int'],
      ['a removed value', 'removed: State.LENT', '  LENT\n', ''],
      ['a removed argument', 'removed: Query.loans(first)', 'first: Int = 10, ', ''],
      ['a removed input field', 'removed: Order.weight', '  weight: Float = 1.0\n', ''],
      ['a removed type', 'removed: type Book', /type Book .*\n.*\n}\n/, '']
    ])
  )("doesn't make the stability unknown: %s", async (_, line, from, to) => {
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

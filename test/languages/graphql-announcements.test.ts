// The list of announcements of a schema: what it announces, since when, against whom, and what is wrong with it.

import {describe, expect, test} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {git, repositoryOf} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

const SCHEMA = `type Query {
  loans(first: Int, shelf: String): [Loan!]
  oldLoans: OldLoans
}
type Mutation {
  lend(input: LendInput!): Loan
}
input LendInput {
  book: ID!
  shelf: String
  desk: String
}
type Loan {
  id: ID!
  state: State
  due: String @deprecated(reason: "Use \`dueDate\` instead. Removal on 2026-01-01.")
  dueDate: String
}
type OldLoans {
  id: ID!
  all: [Loan!]
}
enum State {
  LENT
  LOST
}
scalar Weight
`
const CONFIG = 'format: 1\nspec: schema.graphql\npolicy: github-graphql\nannouncements: upcoming_changes.yml\n'

interface Entry {
  readonly location: string
  readonly description?: string
  readonly date?: string
}

const listOf = (...entries: readonly Entry[]): string =>
  `---\n${JSON.stringify({upcoming_changes: entries.map(each => ({date: '2026-01-01', criticality: 'breaking', ...each}))}, undefined, 2)}\n`

const without = (...lines: readonly string[]): string =>
  lines.reduce((text, line) => {
    expect(text).toContain(line)
    return text.replace(line, '')
  }, SCHEMA)

/** Checks a change of the library's schema after months with a list of announcements. */
async function check(list: string, branch: Readonly<Record<string, string>>, asOf = '2026-01-05') {
  const cwd = await repositoryOf({
    main: [
      ['2025-03-01', {'tenure.yaml': CONFIG, 'schema.graphql': SCHEMA, 'upcoming_changes.yml': listOf()}],
      ['2025-06-01', {'upcoming_changes.yml': list}]
    ],
    branch: [['2026-01-04', branch]]
  })
  return tenure(['check', '--as-of', asOf], {cwd})
}

describe('what a list announces', () => {
  test.each(
    sample([
      ['an input field', 'LendInput.shelf', '  shelf: String\n', '`LendInput.shelf`'],
      ['an argument', 'Query.loans.shelf', ', shelf: String', '`Query.loans(shelf)`'],
      ['an argument in brackets', 'Query.loans(shelf:)', ', shelf: String', '`Query.loans(shelf)`'],
      ['an enum value', 'State.LOST', '  LOST\n', '`State.LOST`'],
      ['a type that no operation reaches', 'Weight', 'scalar Weight\n', 'Type `Weight`'],
      ['a field without a mark', 'Loan.state', '  state: State\n', '`Loan.state`']
    ])
  )('can be removed after its notice: %s', async (_, location, line, name) => {
    const list = listOf({location, description: 'It will be removed.'})
    const late = await check(list, {'schema.graphql': without(line)})
    expect(late).toMatchObject({code: 0, err: ''})
    expect(late.out).toContain(`✔ ${name} was removed after its sunset on 2026-01-01`)
    const early = await check(list, {'schema.graphql': without(line)}, '2025-07-01')
    expect(early.code).toBe(1)
    expect(early.out).toContain('after its deprecation on 2025-06-01')
  })

  test('is a whole type with the field that leads to it', async () => {
    const list = listOf({location: 'OldLoans'}, {location: 'Query.oldLoans', description: 'It will be removed.'})
    const type = 'type OldLoans {\n  id: ID!\n  all: [Loan!]\n}\n'
    const ran = await check(list, {'schema.graphql': without('  oldLoans: OldLoans\n', type)})
    expect(ran).toMatchObject({code: 0, err: ''})
    expect(ran.out).toContain('2 removed')
  })

  test('has the replacement of its description', async () => {
    const list = listOf({location: 'LendInput.shelf', description: '`shelf` will be removed. Use `desk` instead.'})
    const ran = await check(list, {'schema.graphql': without('  shelf: String\n')})
    expect(ran.out).toContain('replaced by `LendInput.desk`')
  })

  test('is no removal if the text announces another change', async () => {
    const list = listOf({location: 'Loan.state', description: 'Type for `state` will change from `State` to `Int`.'})
    const ran = await check(list, {'schema.graphql': without('  state: State\n')})
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('without notice')
  })

  test.each(
    sample([
      ['2025-12-31T22:00:00-05:00', '2026-01-01'],
      ['2026-01-01T00:00:00+00:00', '2026-01-01'],
      ['2026-01-01T00:00:00.000Z', '2026-01-01'],
      ['2026-01-01', '2026-01-01']
    ])
  )('takes effect on a day in UTC: %s', async (date, day) => {
    const ran = await check(listOf({location: 'State.LOST', date}), {'schema.graphql': without('  LOST\n')})
    expect(ran.out).toContain(`after its sunset on ${day}`)
  })

  test('is taken back with its entry', async () => {
    const ran = await check(listOf({location: 'State.LOST'}), {'upcoming_changes.yml': listOf()}, '2025-12-01')
    expect(ran.out).toContain('`State.LOST` is no longer deprecated')
  })
})

describe('the gate', () => {
  test('takes no list on the word of the change', async () => {
    const list = listOf({location: 'State.LOST', date: '2026-04-01'})
    const early = listOf({location: 'State.LOST', date: '2025-10-01'})
    const others = {'other.yml': early, 'tenure.yaml': CONFIG.replace('upcoming_changes', 'other')}
    for (const brought of [{'upcoming_changes.yml': early}, others]) {
      const ran = await check(list, {...brought, 'schema.graphql': without('  LOST\n')})
      expect(ran.code).toBe(1)
      expect(ran.out).toContain('before its sunset on 2026-04-01')
    }
    const fresh = listOf({location: 'State.LOST', date: '2025-10-01'})
    const ran = await check(listOf(), {'upcoming_changes.yml': fresh, 'schema.graphql': without('  LOST\n')})
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('without notice')
  })

  test('holds a new entry against the notice', async () => {
    const ran = await check(listOf(), {'upcoming_changes.yml': listOf({location: 'State.LOST', date: '2026-02-01'})})
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('`State.LOST` has its sunset on 2026-02-01. The policy allows it on or after 2026-07-01.')
  })

  test('lets the list and its key go when the schema says it all', async () => {
    const cwd = await repositoryOf({
      main: [['2025-03-01', {'tenure.yaml': CONFIG, 'schema.graphql': SCHEMA, 'upcoming_changes.yml': listOf()}]],
      branch: [['2025-04-01', {'tenure.yaml': CONFIG.replace(/announcements.*\n/, ''), 'upcoming_changes.yml': ''}]]
    })
    expect(await tenure(['check', '--as-of', '2025-04-02'], {cwd})).toMatchObject({code: 0, err: ''})
  })
})

describe('a list and its schema', () => {
  test('disagree: the later day counts, and both are named', async () => {
    const list = listOf({location: 'Loan.due', date: '2026-04-01'})
    const ran = await check(list, {'schema.graphql': without('  state: State\n').replace(/ {2}due: .*\n/, '')})
    expect(ran.out).toContain(
      'The schema announces the removal of `Loan.due` for 2026-01-01, and the list of announcements for 2026-04-01. The later one counts (2026-04-01).'
    )
    expect(ran.out).toContain(
      '`Loan.due` is removed in the next release (2026-01-05), before its sunset on 2026-04-01.'
    )
  })

  test('two entries of one subject count with the later day, and are named', async () => {
    const list = listOf({location: 'State.LOST'}, {location: 'State.LOST', date: '2026-04-01'})
    const ran = await check(list, {'schema.graphql': without('  state: State\n')})
    expect(ran.out).toContain(
      'The list of announcements names `State.LOST` twice, for 2026-01-01 and for 2026-04-01. The later one counts (2026-04-01).'
    )
  })

  test('agree about a month and one of its days', async () => {
    const cwd = folder({
      'tenure.yaml': CONFIG,
      'schema.graphql': SCHEMA.replace('Removal on 2026-01-01', 'Removal in 2026-04'),
      'upcoming_changes.yml': listOf({location: 'Loan.due', date: '2026-04-01'})
    })
    const ran = await tenure(['diff', 'schema.graphql', 'schema.graphql'], {cwd})
    expect(ran.out).not.toContain('list of announcements')
  })

  test('name what the schema lacks with what may be meant, once it was added', async () => {
    const typo = listOf({location: 'Loan.stat'}, {location: 'Lon'}, {location: 'Query.loans.shelv'})
    const ran = await check(listOf(), {'upcoming_changes.yml': typo}, '2025-09-01')
    expect(ran).toMatchObject({code: 0, err: ''})
    expect(ran.out).toContain(
      "The list of announcements names what the schema doesn't have: `Loan.stat` (did you mean `Loan.state`?), `Lon` (did you mean `Loan`?), `Query.loans.shelv` (did you mean `Query.loans(shelf)`?)."
    )
    const known = await check(typo, {'schema.graphql': SCHEMA.replace('desk: String', 'desk: ID')}, '2025-09-01')
    expect(known.out).not.toContain('Loan.stat')
    const gone = await check(listOf({location: 'State.LOST'}), {'schema.graphql': without('  LOST\n')})
    expect(gone.out).not.toContain("doesn't have")
  })
})

test.each(
  sample([
    ['changes: []\n', 'A list of announcements has the key `upcoming_changes`, which is a list.'],
    ['upcoming_changes:\n  - Loan.state\n', 'upcoming_changes.yml:2:5: An announcement has `location` and `date`.'],
    ['upcoming_changes:\n  - date: 2026-01-01\n', 'upcoming_changes.yml:2:5: An announcement has a `location`'],
    ['upcoming_changes:\n  - {location: State.LOST}\n', "`date` of `State.LOST` isn't a day."],
    ['upcoming_changes:\n  - {location: State.LOST, date: 2026-02-30}\n', "`date` of `State.LOST` isn't a day."],
    ['upcoming_changes:\n  - {location: a.b.c.d, date: 2026-02-03}\n', "`a.b.c.d` isn't a location."],
    ['upcoming_changes:\n  - [\n', 'upcoming_changes.yml:3:1: Invalid YAML']
  ])
)('a malformed list stops with its place: %j', async (list, message) => {
  const ran = await check(listOf(), {'upcoming_changes.yml': list})
  expect(ran).toMatchObject({code: 2, out: ''})
  expect(ran.err).toContain(message)
})

test('a list that is missing, or for a description of another language, is refused with the place', async () => {
  const missing = folder({'tenure.yaml': CONFIG, 'schema.graphql': SCHEMA})
  const ran = await tenure(['check'], {cwd: missing})
  expect(ran.code).toBe(2)
  expect(ran.err).toContain('tenure.yaml:4:16: There is no file `upcoming_changes.yml`.')
  const other = folder({
    'tenure.yaml': CONFIG.replace('schema.graphql', 'openapi.yaml'),
    'openapi.yaml': 'openapi: 3.1.0\ninfo: {title: Library, version: 1.0.0}\npaths: {}\n',
    'upcoming_changes.yml': listOf()
  })
  const refused = await tenure(['diff', 'openapi.yaml', 'openapi.yaml'], {cwd: other})
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('`announcements` is only for GraphQL schemas.')
})

const RELEASES = {
  '2025-01-01': [SCHEMA, listOf()],
  '2025-06-01': [
    SCHEMA,
    listOf({location: 'LendInput.shelf', description: '`shelf` will be removed. Use `desk` instead.'})
  ],
  '2026-01-05': [without('  shelf: String\n'), listOf()]
} as const

test.each([
  ['releases/*.graphql', 'releases/*.upcoming.yml', 'NAME.upcoming.yml'],
  ['releases', 'releases/*.upcoming.yml', 'NAME.upcoming.yml'],
  ['releases/*/schema.graphql', 'releases/*/upcoming.yml', 'NAME/upcoming.yml']
])('a folder of releases has a list for each: %s', async (spec, announcements, name) => {
  const isFlat = !name.includes('/')
  const files = Object.entries(RELEASES).flatMap(([release, [schema, list]]) => [
    [`releases/${release}${isFlat ? '' : '/schema'}.graphql`, schema],
    [`releases/${name.replace('NAME', release)}`, list]
  ])
  const cwd = folder({
    ...Object.fromEntries(files),
    'tenure.yaml': `format: 1\nspec: '${spec}'\nannouncements: '${announcements}'\npolicy: github-graphql\n`
  })
  const source = spec.includes('*') ? ['--spec', spec] : ['releases']
  const ran = await tenure(['audit', ...source, '--as-of', '2026-02-01'], {cwd})
  expect(ran.err).toBe('')
  expect(ran.out).toContain('✔ `LendInput.shelf` was removed after its sunset on 2026-01-01')
})

test('each tag of a repository has its own list, which all commands know', async () => {
  const days = ['2025-01-01', '2025-06-01', '2026-01-05']
  const cwd = await repositoryOf({
    main: Object.values(RELEASES).map(([schema, list], at) => [
      days[at] ?? '',
      {'tenure.yaml': CONFIG, 'schema.graphql': schema, 'upcoming_changes.yml': list}
    ])
  })
  for (const [at, name] of ['1.0', '1.1', '2.0'].entries()) await git(cwd, ['tag', `v${name}`, `main~${2 - at}`])
  const expected = [
    [['audit'], '✔ `LendInput.shelf` was removed after its sunset on 2026-01-01'],
    [
      ['notes', 'v1.1'],
      '`LendInput.shelf` is now deprecated (used by `Mutation.lend`); support ends on January 1, 2026. Use `LendInput.desk` instead.'
    ],
    [['upgrade', 'v1.0', 'v1.1'], '`LendInput.desk`'],
    [['diff', 'v1.0:schema.graphql', 'v1.1:schema.graphql'], '`LendInput.shelf` is now deprecated'],
    [['record', '--all', '--dry-run'], 'sunset: 2026-01-01']
  ] as const
  for (const [args, text] of expected)
    expect((await tenure([...args, '--as-of', '2026-02-01'], {cwd})).out).toContain(text)
})

test('a kept result belongs to a list', async () => {
  const kept = new Map<string, Uint8Array>()
  const cache = {
    get: (key: string) => kept.get(key),
    put: (key: string, bytes: Uint8Array) => void kept.set(key, bytes)
  }
  const cwd = folder({'old.graphql': SCHEMA, 'new.graphql': SCHEMA, 'new.yml': listOf()})
  const lists = [undefined, listOf({location: 'State.LOST'}), listOf({location: 'Loan.dueDate'}), undefined]
  const outputs: string[] = []
  for (const list of lists) {
    const key = list === undefined ? '' : "announcements: '*.yml'\n"
    write(cwd, {'tenure.yaml': `format: 1\nspec: '*.graphql'\n${key}`, 'new.yml': list ?? listOf()})
    outputs.push((await tenure(['diff', 'old.graphql', 'new.graphql'], {cwd, cache})).out)
  }
  expect(outputs.map(each => /`([\w.]+)` is now deprecated/.exec(each)?.[1])).toEqual([
    undefined,
    'State.LOST',
    'Loan.dueDate',
    undefined
  ])
})

test.each([
  ['a set of files', 'lending/schema/**/*.graphqls', 'lending/upcoming.json'],
  ['a folder', 'lending/schema', 'lending/upcoming.json'],
  ['a file of one of several APIs', 'lending/schema/all.graphqls', 'upcoming.json']
])('a list can be outside of the folder of the schema: %s', async (_, spec, list) => {
  const paths = {'lending/schema/all.graphqls': SCHEMA, [list]: JSON.stringify({upcoming_changes: []})}
  const entry = {location: 'LendInput.shelf', description: 'It will be removed.', date: '2026-01-01'}
  const api = `{name: lending, spec: '${spec}', announcements: ${list}, policy: github-graphql}`
  const cwd = await repositoryOf({
    main: [
      ['2025-03-01', {'tenure.yaml': `format: 1\napis:\n  - ${api}\n`, ...paths}],
      ['2025-06-01', {[list]: JSON.stringify({upcoming_changes: [entry]})}]
    ],
    branch: [['2026-01-04', {'lending/schema/all.graphqls': without('  shelf: String\n')}]]
  })
  const ran = await tenure(['check', '--as-of', '2026-01-05'], {cwd})
  expect(ran).toMatchObject({code: 0, err: ''})
  expect(ran.out).toContain('✔ `LendInput.shelf` was removed after its sunset on 2026-01-01')
})

test('a type that keeps its ID alone after an announced removal is not taken back', async () => {
  const was = SCHEMA.replace('  state: State\n', '')
    .replace(/ {2}dueDate: .*\n/, '')
    .replace(/ @deprecated\(.*\)/, '')
  const entry = {location: 'Loan.due', description: '`due` will be removed.'}
  const cwd = await repositoryOf({
    main: [['2025-03-01', {'tenure.yaml': CONFIG, 'schema.graphql': was, 'upcoming_changes.yml': listOf(entry)}]],
    branch: [['2026-01-04', {'schema.graphql': was.replace(/ {2}due: .*\n/, '')}]]
  })
  const ran = await tenure(['check', '--as-of', '2026-01-05'], {cwd})
  expect(ran).toMatchObject({code: 0, err: ''})
  expect(ran.out).not.toContain('no longer deprecated')
})

import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {folder, REPOSITORY, tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'

const DAY = ['--as-of', '2026-01-01']
const fixture = (path: string): string => readFileSync(join(REPOSITORY, 'fixtures', path), 'utf8')

const SCHEMA = fixture('graphql/2.0.graphql')
const TOOLS = fixture('mcp-tools/2.0.json')
const LOANS = fixture('custom-resources/2.0.yaml')

/** A history that says only that these were added, and what happened next. */
const history = (policy: string, added: readonly string[], ...next: readonly string[]): string =>
  [
    `format: 1\nservice: Loans\npolicy: ${policy}\nreleases:`,
    '  - release: "1.0"\n    date: 2025-01-10\n    changes:',
    ...added.map(each => `      - added: ${each}`),
    ...(next.length > 0 ? ['  - release: "1.1"\n    date: 2025-07-01\n    changes:'] : []),
    ...next.map(each => `      - ${each}`)
  ].join('\n')

const config = (spec: string, policy: string): string => `format: 1\nspec: ${spec}\npolicy: ${policy}\n`

const GRAPH = {
  'schema.graphql': SCHEMA,
  'tenure.yaml': config('schema.graphql', 'github-graphql'),
  'history.yaml': history('github-graphql', ['Query.loans', 'type Book'])
}
const AGENTS = {
  'tools.json': TOOLS,
  'tenure.yaml': config('tools.json', 'mcp-tools'),
  'history.yaml': history('mcp-tools', ['tool lend_book'])
}
const CLUSTER = {
  'loans.yaml': LOANS,
  'tenure.yaml': config('loans.yaml', 'kubernetes'),
  'history.yaml': history('kubernetes', ['library.example/v1 Loan'])
}

describe('a part that the description lacks is refused', () => {
  test.each(
    sample([
      [GRAPH, 'Query.loans', ['--parameter', 'first'], 'Did you mean `Query.loans(first)`?'],
      [GRAPH, 'Query.loans', ['--field', 'nothing'], "`Query.loans (field nothing)` isn't in `schema.graphql`."],
      [GRAPH, 'type Book', ['--field', 'place'], 'Did you mean `Book.place`?'],
      [AGENTS, 'tool lend_book', ['--field', 'dayz'], 'Did you mean `days`?'],
      [CLUSTER, 'library.example/v1 Loan', ['--field', 'spec.dayz'], 'Did you mean `days`?']
    ])
  )('%#', async (files, subject, part, text) => {
    for (const command of [['due'], ['deprecate', '--dry-run']]) {
      const ran = await tenure([...command, subject, ...part, ...DAY], {cwd: folder(files)})
      expect(ran).toMatchObject({code: 2, err: expect.stringContaining(text)})
    }
  })

  test('and one that it has is not', async () => {
    const ran = await tenure(['due', 'tool lend_book', '--field', 'days', ...DAY], {cwd: folder(AGENTS)})
    expect(ran).toMatchObject({
      code: 0,
      out: expect.stringContaining('Field `days` of tool `lend_book` can be removed')
    })
  })
})

describe('what has no version has the default stability', () => {
  test.each([
    ['tool get_loan', 'mcp-tools', {}],
    ['type Loan', 'github-graphql', {}],
    [
      'Loan.shelf',
      'github-graphql',
      {'schema.graphql': SCHEMA, 'tenure.yaml': config('schema.graphql', 'github-graphql')}
    ]
  ])('%s', async (subject, policy, files) => {
    const cwd = folder({'history.yaml': history(policy, [subject], `removed: ${subject}`), ...files})
    const {out} = await tenure(['audit', 'history.yaml', ...DAY], {cwd})
    expect(out).toContain('was removed in 1.1 (2025-07-01) without notice.')
  })

  test('but not a field that can be that of several endpoints', async () => {
    const cwd = folder({'history.yaml': history('github-graphql', ['Loan.shelf'], 'removed: Loan.shelf')})
    const {out} = await tenure(['audit', 'history.yaml', ...DAY], {cwd})
    expect(out).toContain('Its stability is unknown')
  })
})

test('a prefix of resources is deprecated as resources are', async () => {
  const {out} = await tenure(['deprecate', '/library.example/v1/**', '--dry-run', ...DAY], {cwd: folder(CLUSTER)})
  expect(out).toContain('deprecationWarning: "library.example/v1 is deprecated."')
  expect(out).not.toContain('In every response')
})

test('APIs without a title have the names that the config file gives them', async () => {
  const cwd = folder({
    'schema.graphql': SCHEMA,
    'releases/2025-01-10.json': TOOLS,
    'releases/2025-07-01.json': TOOLS,
    'tenure.yaml': 'format: 1\napis:\n  - {name: lending, spec: schema.graphql}\n  - {name: agents, spec: releases}\n'
  })
  await tenure(['record', '--release', '1.0', '--api', 'lending', ...DAY], {cwd})
  for (const name of ['lending', 'agents']) {
    const {out} = await tenure(['changelog', '--api', name, ...DAY], {cwd})
    expect(out).toContain(`# ${name}: change history`)
  }
})

test.each([GRAPH, AGENTS, CLUSTER])('usages finds nothing without endpoints, and says so: %#', async files => {
  const cwd = folder({...files, 'client/loans.ts': "fetch('/graphql', {body: '{ loans { shelf } }'})\n"})
  const ran = await tenure(['usages', 'client', ...DAY], {cwd})
  expect(ran).toMatchObject({code: 2, err: expect.stringContaining('`history.yaml` has no endpoints')})
})

describe('a description in another language replaces the one before', () => {
  const OPENAPI = fixture('lending-library/api-3.0.yaml')
  const cases = [
    ['openapi.yaml', OPENAPI, 'schema.graphql', SCHEMA, '`POST /v1/tokens/legacy`'],
    ['schema.graphql', SCHEMA, 'tools.json', TOOLS, '`Query`'],
    ['tools.json', TOOLS, 'loans.yaml', LOANS, 'tools (`find_loans` and `lend_book`)'],
    ['loans.yaml', LOANS, 'openapi.yaml', OPENAPI, '`library.example/v1 Loan`']
  ] as const

  test.each(sample(cases))('in the gate: %s', async (older, was, newer, is, text) => {
    const cwd = folder({[older]: was, [newer]: is})
    const {code, out} = await tenure(['check', '--spec', newer, '--base', older, ...DAY], {cwd})
    expect({code, out}).toEqual({code: 1, out: expect.stringMatching(/removed in the next release|are removed \(ga\)/)})
    expect(out).toContain(text)
  })

  test.each(sample(cases))('in the past: %s', async (older, was, newer, is) => {
    const releases = [older, newer].map((file, at) => ({version: `${at + 1}.0`, date: `2025-0${at + 1}-01`, file}))
    const cwd = folder({[older]: was, [newer]: is, 'releases.json': JSON.stringify({releases})})
    const {judgments} = JSON.parse((await tenure(['audit', '.', '--format', 'json', ...DAY], {cwd})).out)
    expect(judgments.filter(({event}: {event: string}) => event === 'removed')).not.toEqual([])
    expect((await tenure(['notes', '2.0', ...DAY], {cwd})).out).toContain('Removed')
  })
})

test('init gives each API the usual policy of its language', async () => {
  const files = {'crd/loans.yaml': LOANS, 'schema.graphql': SCHEMA, 'agents/tools.json': TOOLS}
  const cwd = folder(files)
  const {out} = await tenure(['init'], {cwd})
  expect(out).toContain(
    'for agents, loans, and schema, with the policies mcp-tools, kubernetes, and thirteen-months (each the usual one'
  )
  const written = readFileSync(join(cwd, 'tenure.yaml'), 'utf8')
  for (const each of ['crd/loans.yaml\n    policy: kubernetes', 'tools.json\n    policy: mcp-tools'])
    expect(written).toContain(each)
  const named = await tenure(['init', '--policy', 'stripe', '--dry-run'], {cwd: folder(files)})
  expect(named.out).not.toContain('kubernetes')
})

test.each([
  ['github-graphql', 'Fix it before you merge.'],
  ['gitlab-graphql', 'Fix or waive it before you merge.']
])('a waiver is suggested only where the policy knows reasons for one: %s', async (policy, text) => {
  const cwd = folder({'old.graphql': SCHEMA, 'schema.graphql': SCHEMA.replace('  place: String\n', '')})
  const args = ['check', '--spec', 'schema.graphql', '--base', 'old.graphql', '--policy', policy]
  expect((await tenure([...args, ...DAY], {cwd})).out).toContain(text)
})

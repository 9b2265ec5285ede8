// What a folder stands for: the files of one description, or a description for each release.

import {describe, expect, test} from 'vitest'
import {folder, tenure} from '../cli/run.ts'
import {DELETED, type Files, repositoryOf, type State} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

const LOANS = 'type Query {\n  loans: [Loan!]\n}\ntype Loan {\n  id: ID!\n  due: Int\n}\n'
const LESS = LOANS.replace('  due: Int\n', '')
const BOOKS = 'extend type Query {\n  books: [Book!]\n}\ntype Book {\n  id: ID!\n}\n'
const MORE = 'extend type Query {\n  fees: Int\n}\n'
const SCHEMA = {'schema/loans.graphql': LOANS, 'schema/books.graphql': BOOKS}
const OPENAPI = 'openapi: 3.0.0\ninfo: {title: Loans, version: "1"}\npaths: {}\n'

const toolOf = (name: string, argument: string): string =>
  `${JSON.stringify({name, inputSchema: {type: 'object', properties: {[argument]: {type: 'string'}}}})}\n`
const crdOf = (kind: string, field: string): string => {
  const plural = `${kind.toLowerCase()}s`
  const schema = {type: 'object', properties: {spec: {type: 'object', properties: {[field]: {type: 'string'}}}}}
  const versions = [{name: 'v1', served: true, storage: true, schema: {openAPIV3Schema: schema}}]
  const spec = {group: 'library.example', names: {kind, plural}, scope: 'Namespaced', versions}
  const metadata = {name: `${plural}.library.example`}
  return JSON.stringify({apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata, spec})
}

async function check(branch: Files, main: Files = SCHEMA, spec = 'schema', policy = 'github-graphql') {
  const config = `format: 1\nspec: ${spec}\npolicy: ${policy}\n`
  const commits: State[] = [['2025-03-01', {'tenure.yaml': config, ...main}]]
  const cwd = await repositoryOf({main: commits, branch: [['2025-04-01', branch]]})
  const ran = await tenure(['check', '--as-of', '2025-12-01'], {cwd})
  return {...ran, text: ran.out + ran.err}
}

describe('a file with the name of a release in a folder of one description', () => {
  test.each(
    sample([
      'schema/1.0.graphql',
      'schema/v2.graphql',
      'schema/2026-01-01.graphql',
      'schema/loans-2.graphql',
      'schema/1.0/more.graphql',
      'schema/2026-01-01/a/more.graphql'
    ])
  )('%s hides no removal', async path => {
    const broken = {'schema/loans.graphql': LESS}
    for (const spec of ['schema', ...(path.split('/').length === 2 ? ['schema/*.graphql'] : [])]) {
      const ran = await check({[path]: MORE, ...broken}, SCHEMA, spec)
      expect(ran.text).toContain('`Loan.due` is removed')
      expect(ran.code).toBe(1)
      const later = await check(broken, {...SCHEMA, [path]: MORE}, spec)
      expect(later.text).toContain('`Loan.due` is removed')
      expect(later.code).toBe(1)
      const honest = await check({[path]: MORE}, SCHEMA, spec)
      expect(honest).toMatchObject({code: 0, err: ''})
      expect(honest.out).not.toContain('nothing was compared')
      expect(honest.out).toContain('`Query.fees`')
    }
  })

  test.each<[string, Files, Files, string, string]>([
    [
      'tools',
      {'tools/lend.json': toolOf('lend', 'book'), 'tools/find.json': toolOf('find', 'title')},
      {'tools/lend.json': toolOf('lend', 'loan'), 'tools/v1.json': toolOf('renew', 'loan')},
      'mcp-tools',
      '`book` of tool `lend`'
    ],
    [
      'bases',
      {'bases/loans.yaml': crdOf('Loan', 'due'), 'bases/books.yaml': crdOf('Book', 'title')},
      {'bases/loans.yaml': crdOf('Loan', 'from'), 'bases/v1.yaml': crdOf('Fee', 'amount')},
      'kubernetes',
      'due'
    ]
  ])('hides no removal in `%s`', async (spec, main, branch, policy, text) => {
    const ran = await check(branch, main, spec, policy)
    expect(ran.text).toContain(text)
    expect(ran.code).toBe(1)
  })

  test('hides none if it is in another language, or takes the place of the files', async () => {
    const api = await check({'schema/1.0.yaml': OPENAPI, 'schema/loans.graphql': LESS})
    expect(api.text).toContain('`Loan')
    expect(api.code).toBe(1)
    const gone = {'schema/loans.graphql': DELETED, 'schema/books.graphql': DELETED}
    const ran = await check({...gone, 'schema/2.0.graphql': LESS + BOOKS})
    expect(ran.text).toContain('`Loan.due` is removed')
    expect(ran.code).toBe(1)
    const same = await check({...gone, 'schema/2.0.graphql': LOANS + BOOKS})
    expect(same).toMatchObject({code: 0, out: expect.stringContaining('no API changes')})
  })
})

describe('a folder of releases', () => {
  const RELEASES = {'schema/1.0.graphql': LOANS, 'schema/1.1.graphql': LOANS + BOOKS}

  test('stays one if a file without a release is added to them, or that is an error', async () => {
    const ran = await check({'schema/more.graphql': MORE, 'schema/1.1.graphql': LESS + BOOKS}, RELEASES)
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('`schema` has files with the names of releases, and others: `schema/more.graphql`')
    expect(ran.err).toContain('write `schema/**`')
    const cwd = folder({...RELEASES, 'schema/more.graphql': MORE})
    for (const args of [
      ['audit', '--spec', 'schema'],
      ['init', '--dry-run', '--spec', 'schema']
    ]) {
      const each = await tenure([...args], {cwd})
      expect(each.code).toBe(2)
      expect(each.err).toContain('`schema` has files with the names of releases')
    }
    const repair = await check(
      {'tenure.yaml': 'format: 1\nspec: schema/**\npolicy: github-graphql\n'},
      {...SCHEMA, 'schema/v2.graphql': MORE, 'schema/v3.graphql': 'extend type Query {\n  more: Int\n}\n'}
    )
    expect(repair).toMatchObject({code: 0, err: ''})
  })

  test('that becomes the files of one description is compared with the newest release', async () => {
    const gone = {'schema/1.0.graphql': DELETED, 'schema/1.1.graphql': DELETED}
    const ran = await check({...gone, 'schema/loans.graphql': LESS, 'schema/books.graphql': BOOKS}, RELEASES)
    expect(ran.text).toContain('`Loan.due` is removed')
    expect(ran.code).toBe(1)
    expect(await check({...gone, ...SCHEMA}, RELEASES)).toMatchObject({code: 0})
  })

  test('of OpenAPI can have a schema in their folder', async () => {
    const ran = await check(
      {'schema/more.graphql': LOANS, 'schema/1.1.yaml': OPENAPI},
      {'schema/1.0.yaml': OPENAPI, 'schema/0.9.yaml': OPENAPI},
      'schema',
      'kubernetes'
    )
    expect(ran).toMatchObject({code: 0, out: expect.stringContaining('`schema/1.1.yaml`')})
  })
})

describe('a folder of one description that no longer is one', () => {
  test.each<[string, Files, number, string]>([
    ['another language', {'schema/openapi.yaml': OPENAPI}, 2, 'are in two languages'],
    [
      'documents only',
      {'schema/loans.graphql': 'query Loans {\n  loans {\n    id\n  }\n}\n', 'schema/books.graphql': DELETED},
      2,
      'No file of `schema/**` is an API description'
    ]
  ])('fails with %s', async (_, branch, code, text) => {
    const ran = await check(branch)
    expect(ran.text).toContain(text)
    expect(ran.code).toBe(code)
  })
})

describe('another pattern or list for the files of one description', () => {
  const FEES = 'extend type Query {\n  fees: [Fee!]\n}\ntype Fee {\n  id: ID!\n}\nextend type Loan {\n  fee: Fee\n}\n'
  const MAIN = {...SCHEMA, 'schema/fees/fees.graphql': FEES}
  const configOf = (spec: string): string => `format: 1\nspec: ${spec}\npolicy: github-graphql\n`

  test.each<[string, string, readonly string[]]>(
    sample([
      ['schema', '"schema/*.graphql"', ['`Query.fees`', '`Loan.fee`', '`Fee`']],
      ['schema/**/*.graphql', '[schema/loans.graphql, schema/books.graphql]', ['`Query.fees`', '`Loan.fee`', '`Fee`']],
      ['[schema/loans.graphql, schema/fees]', 'schema/loans.graphql', ['`Query.fees`', '`Loan.fee`', '`Fee`']],
      ['schema/**', '[schema/loans.graphql, schema/fees/fees.graphql]', ['`Query.books`', '`Book`']]
    ])
  )('from %s to %s removes only what it leaves out', async (was, is, texts) => {
    const files: Files[] = [{}, ...(is.includes('fees') ? [] : [{'schema/fees/fees.graphql': DELETED}])]
    for (const deleted of files) {
      const ran = await check({'tenure.yaml': configOf(is), ...deleted}, MAIN, was)
      for (const text of texts) expect(ran.text).toContain(text)
      expect(ran.text).not.toMatch(/`(?:Query\.loans|Loan|Loan\.due)` is removed/)
      expect(ran.text).toContain('except what')
      expect(ran.code).toBe(1)
    }
  })

  test.each([
    ['"schema/*.graphql"', 'schema'],
    ['schema/loans.graphql', 'schema/**/*.graphql'],
    ['[schema/loans.graphql, schema/books.graphql]', '"schema/**"']
  ])('from %s to %s removes nothing', async (was, is) => {
    expect(await check({'tenure.yaml': configOf(is)}, MAIN, was)).toMatchObject({code: 0, err: ''})
  })

  test('that names fewer and breaks one of them reports both', async () => {
    const config = configOf('"schema/*.graphql"')
    const ran = await check({'tenure.yaml': config, 'schema/loans.graphql': LESS}, MAIN, 'schema')
    expect(ran.text).toContain('`Loan.due` is removed')
    expect(ran.text).toContain('`Query.fees`')
    expect(ran.code).toBe(1)
  })

  test('is judged by the policy of the files in the target, whatever its name is', async () => {
    const policyOf = (name: string, notice: string): string =>
      `format: 1\nname: ${name}\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: ${notice}}}\n`
    const apis = (name: string, spec: string, policy: string): string =>
      `format: 1\napis:\n  - {name: ${name}, spec: "${spec}", policy: ${policy}}\n  - {name: tools, spec: tools.json}\n`
    const main = {
      ...MAIN,
      'strict.yaml': policyOf('Strict', '36 months'),
      'mild.yaml': policyOf('Mild', 'none'),
      'tools.json': `{"tools": [${toolOf('lend', 'book')}]}`,
      'tenure.yaml': apis('schema', 'schema', 'strict.yaml')
    }
    for (const spec of ['schema/loans.graphql', 'schema/{loans,books}.graphql']) {
      const ran = await check({'tenure.yaml': apis('fresh', spec, 'mild.yaml'), 'schema/loans.graphql': LESS}, main)
      expect(ran.out).toContain('`Loan.due` is removed in the next release (2025-12-01) without notice')
      expect(ran.out.match(/The policy requires 36 months/g)?.length).toBeGreaterThan(1)
    }
  })

  test('keeps the custom resources that it still names', async () => {
    const main = {'bases/loans.yaml': crdOf('Loan', 'due'), 'bases/books.yaml': crdOf('Book', 'title')}
    const config = 'format: 1\nspec: bases/loans.yaml\npolicy: kubernetes\n'
    const ran = await check({'tenure.yaml': config, 'bases/books.yaml': DELETED}, main, 'bases', 'kubernetes')
    expect(ran.text).toContain('`library.example/v1 Book` is removed')
    expect(ran.text).not.toContain('Loan')
  })

  test.each([
    ['[schema/**, "!schema/fees/**"]', 'tenure.yaml:2:19: `!schema/fees/**` can’t leave out files'],
    ['"!schema/fees/**"', 'tenure.yaml:2:7: `!schema/fees/**` can’t leave out files']
  ])('leaves out no files: %s', async (spec, text) => {
    const ran = await check({'tenure.yaml': configOf(spec)}, MAIN)
    expect(ran.err).toContain(text.replace('’', "'"))
    expect(ran.code).toBe(2)
  })
})

describe('a description whose files moved on the target', () => {
  const MARKED = LOANS.replace('due: Int', 'due: Int @deprecated(reason: "Use the id.")')
  const ONE = {'schema.graphql': MARKED + BOOKS}
  const MOVED = {'graph/loans.graphql': MARKED, 'graph/books.graphql': BOOKS}
  const policy = `format: 1\nname: Library\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: 3 months}}\n`
  const configOf = (spec: string): string => `format: 1\nspec: ${spec}\npolicy: policy.yaml\n`
  const without = (files: Files): Files => Object.fromEntries(Object.keys(files).map(path => [path, DELETED]))
  const marked = {...SCHEMA, 'schema/loans.graphql': MARKED}

  test.each<[string, string, Files, string, Files]>(
    sample([
      ['to another folder', 'schema', marked, 'graph', MOVED],
      ['by a pattern to another folder', 'schema/**/*.graphql', marked, 'graph/**/*.graphql', MOVED],
      ['into one file', 'schema', marked, 'schema.graphql', ONE],
      ['from one file', 'schema.graphql', ONE, 'schema/**/*.graphql', marked]
    ])
  )('%s keeps its history', async (_, was, before, is, after) => {
    for (const [day, code] of [
      ['2025-02-01', 0],
      ['2025-10-15', 1]
    ] as const) {
      const unmarked = Object.fromEntries(
        Object.entries(before).map(([path, text]) => [path, text.replace(MARKED, LOANS)])
      )
      const main: State[] = [
        ['2025-01-01', {'tenure.yaml': configOf(was), 'policy.yaml': policy, ...unmarked}],
        [day, before],
        ['2025-11-01', {...without(before), 'tenure.yaml': configOf(is), ...after}]
      ]
      const branch = Object.fromEntries(
        Object.entries(after).map(([path, text]) => [path, String(text).replace(MARKED, LESS)])
      )
      const cwd = await repositoryOf({main, branch: [['2025-12-01', branch]]})
      const ran = await tenure(['check', '--as-of', '2025-12-01'], {cwd})
      expect(ran.out).not.toContain('undetermined')
      expect(ran.out).toContain(
        code === 0 ? 'No policy violations' : '1 month and 16 days after its deprecation on 2025-10-15'
      )
      expect(ran.code).toBe(code)
    }
  })
})

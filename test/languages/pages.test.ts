// Pages and reports on schemas, tools, and custom resources use the words of their readers.
import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'
import {folder, tenure} from '../cli/run.ts'
import {repositoryOf} from '../gate/scenario.ts'

const DATES = ['2025-01-01', '2025-03-01', '2025-07-01']

/** A folder with releases 1.0, 1.1, and so on, in files of the given extension. */
function releases(extension: string, ...texts: readonly string[]): string {
  const named = texts.map((text, at) => [`1.${at}.${extension}`, text] as const)
  const listed = named.map(([file], at) => ({version: `1.${at}`, date: DATES[at], file}))
  return folder({
    ...Object.fromEntries(named),
    'releases.json': JSON.stringify({releases: listed})
  })
}

async function print(cwd: string, line: string): Promise<string> {
  const ran = await tenure(line.split(' '), {cwd})
  expect(ran.code).toBeLessThan(2)
  return ran.out
}

const toolList = (...names: readonly string[]): string =>
  JSON.stringify({tools: names.map(name => ({name, inputSchema: {type: 'object', properties: {}}}))})

test('a noun that several names share comes once', async () => {
  const cwd = releases('json', toolList('lend', 'renew', 'return_copy'), toolList('a', 'b', 'c', 'd', 'e'))
  const notes = await print(cwd, 'notes 1.1')
  expect(notes).toContain('Removed the tools `lend`, `renew`, and `return_copy`.')
  expect(notes).toContain('Added the tools <code>a</code>, <code>b</code>, <code>c</code>, and 2 more.')
  expect(notes).toContain('All: `a`, `b`, `c`, `d`, `e`.')
  expect(await print(cwd, 'notes 1.0')).toContain('<summary>All tools</summary>\n\n- `lend`, `renew`, `return_copy`\n')
  expect(await print(cwd, 'upgrade 1.0 1.1')).toContain('Stop calling the tools `lend`, `renew`, and `return_copy`;')
})

test('a fourth name is no longer than what says that there is one more', async () => {
  const cwd = releases('json', toolList('lend'), toolList('lend', 'a', 'b', 'c', 'd'))
  expect(await print(cwd, 'notes 1.1')).toContain('- Added the tools `a`, `b`, `c`, and `d`.')
})

test('tools take arguments, several have descriptions, and their names are listed once', async () => {
  const tools = (text: string, ...more: readonly string[]): string =>
    JSON.stringify({
      tools: ['lend', 'renew', 'sort', 'tidy', 'weigh'].map(name => {
        const filter = {type: 'object', properties: Object.fromEntries(more.map(each => [each, {type: 'string'}]))}
        const properties = {[`of_${name}`]: {type: 'string', description: text}, filter}
        const added = Object.fromEntries(more.map(each => [each, {type: 'string'}]))
        return {name, description: text, inputSchema: {type: 'object', properties: {...properties, ...added}}}
      })
    })
  const cwd = releases('json', tools('Before.'), tools('After.', 'shelf'))
  const notes = await print(cwd, 'notes 1.1')
  expect(notes).toMatch(/tools .*: added the optional argument <code>shelf<\/code>/)
  expect(notes).toMatch(/added the optional field <code>filter\.shelf<\/code>/)
  expect(notes).toMatch(/The descriptions of the tools /)
  const [, all = ''] = /<summary>The descriptions of <code>of_(.*?)<\/details>/s.exec(notes) ?? []
  expect(all).toContain('All: `of_lend` of the tool `lend`, ')
  expect(all).not.toContain('Affected')
  expect(notes).not.toContain('`tool lend`')
})

test('a finding about parts of one tool names it by its noun', async () => {
  const withInput = (...names: readonly string[]): string =>
    JSON.stringify({
      tools: [
        {
          name: 'lend',
          inputSchema: {type: 'object', properties: Object.fromEntries(names.map(name => [name, {type: 'string'}]))}
        }
      ]
    })
  const cwd = releases('json', withInput('book', 'desk', 'page'), withInput('book'))
  expect(await print(cwd, 'audit .')).toContain('Fields `desk` and `page` of the tool `lend` were removed')
})

/** A schema in which each of five root fields leads to all types. */
const graph = (shelf: string): string => `type Query {
  loan: Loan
  book: Book
  reader: Reader
  copy: Copy
  branch: Branch
}
interface Named { name: String }
interface Owned { owner: String }
type Loan${shelf} { book: Book reader: Reader name: String owner: String }
type Book { copy: Copy }
type Reader { loan: Loan }
type Copy { branch: Branch }
type Branch { reader: Reader }
`

test('a change in a graph names no operations if many lead to it', async () => {
  const cwd = releases('graphql', graph(' implements Named & Owned'), graph(''))
  const sentence = '`Loan` no longer implements `Named` and `Owned`.'
  expect(await print(cwd, 'changelog .')).toContain(`- ${sentence}\n`)
  const notes = await print(cwd, 'notes 1.1')
  expect(notes).toContain('<summary><code>Loan</code> no longer implements <code>Named</code> and <code>Owned</code>.')
  expect(notes).not.toContain('Affected')
  expect(await print(cwd, 'diff 1.0.graphql 1.1.graphql')).not.toContain('Affected')
})

/** A definition of loans with the given versions: `v1`, or `v1 deprecated`, or `v1 unserved`. */
const definition = (...versions: readonly string[]): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: loans.library.example}
spec:
  group: library.example
  scope: Namespaced
  names: {kind: Loan, plural: loans}
  versions:
${versions
  .map(version => {
    const [name, mark] = version.split(' ')
    const more = mark === 'deprecated' ? ', deprecated: true' : ''
    return `    - {name: ${name}, served: ${mark !== 'unserved'}, storage: ${version === versions[0]}${more}, schema: {openAPIV3Schema: {type: object}}}\n`
  })
  .join('')}`

const tableOf = (page: string, heading: string): string[] =>
  (page.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ')[0]?.match(/^\| `.*$/gm) ?? []

test('the history page lists what clients call, and has no empty sections', async () => {
  const tools = await print(releases('json', toolList('lend', 'renew'), toolList('find', 'lend')), 'changelog .')
  expect(tableOf(tools, 'Tools')).toEqual([
    '| `find` | 1.1            |       |',
    '| `lend` | 1.0 or earlier |       |'
  ])
  const schema = (more: string, shelf = ''): string =>
    `type Query { loan(due: Int @deprecated): Loan } type Mutation { lend: Loan ${more} } type Loan { id: ID ${shelf} }\n`
  const fields = await print(
    releases('graphql', schema('', 'shelf: String @deprecated'), schema('renew(day: Int): Loan', 'due: String')),
    'changelog .'
  )
  expect(fields).toContain('with 2 root fields.')
  expect(tableOf(fields, 'Root fields').map(row => row.split('|')[1]?.trim())).toEqual([
    '`Mutation.lend`',
    '`Mutation.renew`',
    '`Query.loan`'
  ])
  const resources = await print(
    releases('yaml', definition('v1', 'v1beta1'), definition('v1', 'v1beta1 deprecated', 'v1alpha1 unserved')),
    'changelog .'
  )
  expect(tableOf(resources, 'Resources').map(row => row.split('|')[1]?.trim())).toEqual([
    '`library.example/v1 Loan`',
    '`library.example/v1beta1 Loan`'
  ])
  for (const page of [tools, fields, resources]) expect(page).not.toMatch(/endpoint|Resources and fields|parameter/i)
})

test('the table of a page is read back', async () => {
  const page = await print(releases('json', toolList('lend'), toolList('find', 'lend')), 'changelog .')
  const history = await print(folder({'page.md': page}), 'record --import page.md')
  expect(history).toContain('- added: tool lend\n')
  expect(history).toContain('- added: tool find\n')
  expect(history).not.toContain('Name')
})

test.each([
  [{'tools.json': toolList('lend')}, "Deprecate a tool: `tenure deprecate 'tool NAME'`", 'mcp-tools (a suggestion,'],
  [{'schema.graphql': graph('')}, "Deprecate a field: `tenure deprecate 'Type.field'`", 'thirteen-months.'],
  [
    {'crd.yaml': definition('v1')},
    "Deprecate a version: `tenure deprecate 'GROUP/VERSION KIND'`",
    'kubernetes (the usual one for custom resources)'
  ]
])('init fits what it finds: %#', async (files, tip, policy) => {
  const out = await print(folder(files), 'init --dry-run')
  expect(out).toContain(tip)
  expect(out).toContain(`with the policy ${policy}`)
})

test('init writes the policy that is named, or that the folder has', async () => {
  const tools = {'tools.json': toolList('lend')}
  expect(await print(folder(tools), 'init --dry-run --policy stripe')).toContain('with the policy stripe.')
  const own = folder({
    ...tools,
    'policy.yaml':
      'format: 1\nname: ours\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: 1 month}}\n'
  })
  expect(await print(own, 'init --dry-run')).toContain('with the policy policy.yaml.')
})

test('examples and counts have the words of a call and of a resource', async () => {
  const withInput = (...required: readonly string[]): string =>
    JSON.stringify({
      tools: [{name: 'lend', inputSchema: {type: 'object', properties: {book: {type: 'string'}}, required}}]
    })
  const called = await print(releases('json', withInput(), withInput('book')), 'notes 1.1')
  expect(called).toContain('Example: a call without `book` was accepted and is now rejected.')
  const withSpec = (more: string): string =>
    definition('v1').replace('{type: object}', `{type: object, properties: {spec: {type: object}}${more}}`)
  const kept = await print(releases('yaml', withSpec(''), withSpec(', required: [spec]')), 'notes 1.1')
  expect(kept).toContain('Example: a resource without `spec` was accepted and is now rejected.')
})

test('notes name a version that is listed and not served', async () => {
  const cwd = releases(
    'yaml',
    definition('v1'),
    definition('v1', 'v1beta1 unserved', 'v1alpha1 unserved'),
    definition('v1')
  )
  expect(await print(cwd, 'notes 1.1')).toContain(
    '`Loan` (`v1alpha1` and `v1beta1`) of `library.example` are now listed, but not served.'
  )
  expect(await print(cwd, 'notes 1.2')).toContain('are no longer listed (not served before).')
})

test('a policy in a history says only what the language has', async () => {
  const cwd = releases('json', toolList('lend'), toolList('lend', 'renew'))
  const page = await print(cwd, 'changelog . --policy mcp-tools')
  expect(page).toContain('- `tool-description-changed` needs review.')
  expect(page).toContain('Without a version marker, the stability is `ga`.')
  const kubernetes = await print(cwd, 'changelog . --policy kubernetes')
  expect(kubernetes).toContain('At least 9 months or 3 releases of notice before support ends, whichever is longer.')
})

test.each([
  ['json', [toolList('lend', 'renew'), toolList('lend')], 'tool', '2 tools, 2 releases'],
  [
    'graphql',
    [graph(''), graph('').replace('book: Book reader', 'reader')],
    'root field',
    '5 root fields, 1 other subject'
  ],
  [
    'yaml',
    [definition('v1beta1'), definition('v1', 'v1beta1', 'v1alpha1 unserved')],
    'resource',
    '2 resources, 2 releases'
  ]
])('the site and the picture count what clients call: %s', async (extension, texts, noun, scope) => {
  const cwd = releases(extension, ...texts)
  await print(cwd, 'site . --output page.html')
  await print(cwd, 'site . --output picture.svg')
  const [page, picture] = ['page.html', 'picture.svg'].map(name =>
    readFileSync(`${cwd}/${name}`, 'utf8').replace(/<(script|style)[\s\S]*?<\/\1>|#\/endpoint\//g, '')
  )
  for (const text of [page, picture]) {
    expect(text).toContain(`: ${noun} timeline</title>`)
    expect(text).toContain(scope)
    expect(text).not.toMatch(/endpoint|operation/i)
  }
})

test('advice on a schema has no words of HTTP, and knows that a history lists no fields', async () => {
  const schema = (due: string): string => `type Query { loan: Loan } type Loan { since: String ${due}}\n`
  const config = 'format: 1\nspec: schema.graphql\npolicy: github-graphql\n'
  const released = 'format: 1\nservice: Loans\nreleases:\n  - release: "1.0"\n    date: 2025-01-01\n    changes:\n'
  const cwd = await repositoryOf({
    main: [
      [
        '2025-03-01',
        {
          'tenure.yaml': config,
          'schema.graphql': schema('due: String @deprecated(reason: "Removal on 2025-07-01.")'),
          'history.yaml': `${released}      - deprecated: Loan.due\n        replacement: Loan.since\n        sunset: 2025-07-01\n        via: mail\n        announced: 2025-01-01\n`
        }
      ]
    ],
    branch: [['2025-07-01', {'schema.graphql': schema('')}]]
  })
  expect(await print(cwd, 'check --as-of 2025-07-01')).not.toContain("isn't in the history")
  const marks = await print(cwd, 'deprecate Query.loan --replacement none --sunset 2099-01-01 --dry-run')
  expect(marks).toContain('@deprecated(reason: "No replacement. Removal on 2099-01-01.")')
  const bare = await print(folder({'history.yaml': `${released}      - removed: Loan.due\n`}), 'audit .')
  expect(bare).not.toContain('GET /')
})

test('a tool that replaces another one is named in a sentence', async () => {
  const marked = JSON.stringify({
    tools: [
      {name: 'lend', inputSchema: {type: 'object'}, _meta: {deprecated: true, replacedBy: 'lend_copy'}},
      {name: 'lend_copy', inputSchema: {type: 'object'}}
    ]
  })
  const cwd = releases('json', marked, toolList('lend_copy'))
  expect(await print(cwd, 'notes 1.1')).toContain('Use the tool `lend_copy` instead.')
  expect(await print(cwd, 'upgrade 1.0 1.1')).toContain('Replace the tool `lend` with the tool `lend_copy`')
})

test('what a candidate brought is in its final release, for those who skip it', async () => {
  const versions = ['1.0', '2.0-rc.1', '2.0', '3.0-rc.1']
  const lists = [toolList('lend'), toolList('lend', 'renew'), toolList('lend', 'renew'), toolList('renew')]
  const cwd = folder({
    ...Object.fromEntries(versions.map((version, at) => [`${version}.json`, lists[at] ?? ''])),
    'releases.json': JSON.stringify({
      releases: versions.map((version, at) => ({version, date: `2025-0${at + 1}-01`, file: `${version}.json`}))
    })
  })
  expect(await print(cwd, 'notes 1.0..3.0-rc.1')).toContain('- Added the tool `renew` (2.0).')
  const guide = await print(cwd, 'upgrade 1.0 3.0-rc.1')
  expect(guide).toContain('in 3.0-rc.1)')
  expect(guide).not.toContain('2.0-rc.1')
})

// Pages and reports on schemas, tools, and custom resources use the words of their readers.
import {expect, test} from 'vitest'
import {folder, tenure} from '../cli/run.ts'

const DATES = ['2025-01-01', '2025-03-01', '2025-07-01']

/** A folder with releases 1.0, 1.1, and so on, in files of the given extension. */
function releases(extension: string, ...texts: readonly string[]): string {
  const named = texts.map((text, at) => [`1.${at}.${extension}`, text] as const)
  const listed = named.map(([file], at) => ({version: `1.${at}`, date: DATES[at], file}))
  return folder({
    ...Object.fromEntries(named),
    'releases.json': JSON.stringify({service: 'Lending Library', releases: listed})
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
  const cwd = releases('json', toolList('lend', 'renew', 'return_copy'), toolList('a', 'b', 'c', 'd'))
  const notes = await print(cwd, 'notes 1.1')
  expect(notes).toContain('Removed the tools `lend`, `renew`, and `return_copy`.')
  expect(notes).toContain('Added the tools <code>a</code>, <code>b</code>, <code>c</code>, and 1 more.')
  expect(notes).toContain('All: `a`, `b`, `c`, `d`.')
  expect(await print(cwd, 'notes 1.0')).toContain('<summary>All tools</summary>\n\n- `lend`, `renew`, `return_copy`\n')
  expect(await print(cwd, 'upgrade 1.0 1.1')).toContain('Stop calling the tools `lend`, `renew`, and `return_copy`;')
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

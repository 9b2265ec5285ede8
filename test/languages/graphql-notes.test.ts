// Release notes of schemas: what a line names, which replacement it proposes, and in which order lines come.
import {expect, test} from 'vitest'
import {folder, tenure} from '../cli/run.ts'

const range = (count: number): number[] => Array.from({length: count}, (_, at) => at + 1)

const schemaOf = (query: string, types: string): string => `type Query {
  loans(first: Int): [Loan!]
  mine(first: Int): [Loan!]
  late(first: Int): [Loan!]
  lost(first: Int): [Loan!]
${query}
}
type Loan {
  id: ID!
  dueDate: String
  shelves: [ID!]
${types}
`

/** The notes of the last of some releases, a month apart. */
async function notesOf(...schemas: readonly string[]): Promise<string> {
  const days = range(schemas.length).map(month => `2026-0${month}-15`)
  const releases = schemas.map((_, at) => ({version: `${at + 1}.0`, date: days[at], file: `${at + 1}.0.graphql`}))
  const files = schemas.map((text, at) => [`${at + 1}.0.graphql`, text])
  const cwd = folder({...Object.fromEntries(files), 'releases.json': JSON.stringify({service: 'Library', releases})})
  const ran = await tenure(['notes', `${schemas.length}.0`, '.', '--as-of', '2026-09-01'], {cwd})
  return ran.out.replace(/<\/?code>/g, '`')
}

const EMPTY = schemaOf('', '}')

test('fields with different replacements have a line each, and those with the same share it', async () => {
  const was = schemaOf('', '  due: String\n  back: String\n  shelf: ID\n  desk: ID\n  old: Int\n}')
  const is = schemaOf(
    '',
    `  due: String @deprecated(reason: "Use \`dueDate\` instead. Removal on 2026-07-01.")
  back: String @deprecated(reason: "Use \`dueDate\` instead. Removal on 2026-10-01.")
  shelf: ID @deprecated(reason: "Use \`shelves\` instead. Removal on 2026-07-01.")
  desk: ID @deprecated(reason: "Use \`shelves\` instead. Removal on 2026-07-01.")
  old: Int @deprecated(reason: "Removal on 2026-07-01.")\n}`
  )
  const notes = await notesOf(was, is)
  expect(notes).toContain('`Loan.due` is now deprecated; support ends on July 1, 2026. Use `Loan.dueDate` instead.')
  expect(notes).toContain('`Loan.back` is now deprecated; support ends on October 1, 2026. Use `Loan.dueDate` instead.')
  expect(notes).toMatch(/`desk` and `shelf` .*support ends on July 1, 2026\. Use `(?:Loan\.)?shelves` instead\./)
  expect(notes).toContain('`Loan.old` is now deprecated; support ends on July 1, 2026.')
})

test('replacements of the same name in each type share a sentence', async () => {
  const types = (mark: string): string =>
    `  shelf: ID${mark}\n}\ntype Copy {\n  id: ID\n  shelf: ID${mark}\n  shelves: [ID!]\n}`
  const notes = await notesOf(
    schemaOf('  copies: [Copy]', types('')),
    schemaOf('  copies: [Copy]', types(' @deprecated(reason: "Use `shelves` instead. Removal on 2026-07-01.")'))
  )
  expect(notes).toContain(
    '`shelf` of `Loan` and `Copy` is now deprecated; support ends on July 1, 2026. Use `shelves` instead.'
  )
})

test('a type that goes is named with nothing that goes along, and not by what leads to it', async () => {
  const desk = 'type Desk {\n  id: ID! @deprecated\n  place: String @deprecated\n}'
  const query = '  desk: Desk @deprecated'
  const notes = await notesOf(schemaOf(query, `  desk: Desk @deprecated\n}\n${desk}`), EMPTY)
  expect(notes).toContain('Removed the type `Desk`')
  expect(notes).toContain('Removed `Query.desk`')
  expect(notes).not.toContain('Desk.place')
  const order = 'enum Order {\n  DUE\n}'
  const args = (schema: string): string => schema.replaceAll('first: Int', 'first: Int, by: Order')
  const removed = await notesOf(args(schemaOf('', `}\n${order}`)), EMPTY)
  expect(removed).toContain('Removed the type `Order`')
  expect(removed).not.toMatch(/Removed `Query\.(?:loans|mine|late|lost)`/)
})

test('a type that comes stands below what clients call, without its deprecated fields', async () => {
  const desk = 'type Desk {\n  id: ID!\n  place: String @deprecated(reason: "Use `Loan.id` instead.")\n}'
  const notes = await notesOf(EMPTY, schemaOf('  desk: Desk', `}\n${desk}`))
  expect(notes).toContain('Added the type `Desk`.')
  expect(notes).not.toContain('Added `Desk.place`')
  expect(notes.indexOf('Added `Query.desk`')).toBeLessThan(notes.indexOf('Added the type `Desk`'))
})

test('all fields that a line is about are listed', async () => {
  const fields = range(6).map(at => `  shelf${at}: ID`)
  const notes = await notesOf(EMPTY, schemaOf(fields.join('\n'), '}'))
  for (const at of range(6)) expect(notes).toContain(`Query.shelf${at}`)
})

test('a sunset before the release is in the past tense', async () => {
  const is = schemaOf('', '  due: String @deprecated(reason: "Removal on 2025-07-01.")\n}')
  expect(await notesOf(EMPTY, is)).toContain('support ended on July 1, 2025')
})

test('lines above the limit have no areas, because fields have no paths', async () => {
  const types = range(20).map(at => `  new${at}(a: Int): ID`)
  const more = range(20).map(at => `  new${at}(a: Int, b${at}: Int): ID\n  is${at}: Int`)
  const notes = await notesOf(schemaOf('', `${types.join('\n')}\n}`), schemaOf('', `${more.join('\n')}\n}`))
  expect(notes).not.toContain('Several areas')
})

test('a line begins with what changed, and names the operations that lead to it after that', async () => {
  const query = (more: string): string => `  find(by: Find): Loan\n  seek(by: Int${more}): Loan`
  const input = (more: string): string => `}\ninput Find {\n  shelf: ID\n${more}}`
  const was = schemaOf(query(''), input(''))
  const is = schemaOf(query(', at: Int'), input('  day: String\n'))
  const notes = await notesOf(was, is)
  expect(notes).toContain('- Added the optional field `Find.day` (used by `Query.find`).')
  expect(notes).toContain('- Added the optional argument `Query.seek(at)`.')
})

test('new root fields come before the fields of types', async () => {
  const notes = await notesOf(EMPTY, schemaOf('  shelf: ID', '  shelf: ID\n}'))
  expect(notes.indexOf('`Query.shelf`')).toBeLessThan(notes.indexOf('`Loan.shelf`'))
  expect(notes).toContain('`Query.shelf`')
})

test('several types that lose their sunset have none, and not another one', async () => {
  const types = ['Desk', 'Hall'].map(name => `type ${name} {\n  id: ID!\n}`).join('\n')
  const schema = (reason: string): string => {
    const mark = `@deprecated(reason: "${reason}")`
    return schemaOf(`  desk: Desk ${mark}\n  hall: Hall ${mark}`, `}\n${types}`)
  }
  const notes = await notesOf(schema('Removal on 2027-07-01.'), schema('Not needed.'))
  expect(notes).toContain('The types `Desk` and `Hall` no longer have a sunset date (was `2027-07-01`).')
})

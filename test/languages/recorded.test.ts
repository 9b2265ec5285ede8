import {cpSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {folder, REPOSITORY, tenure} from '../cli/run.ts'

const DAY = ['--as-of', '2026-11-20']

/** Descriptions of a language, each a release, and the policy that the example is about. */
const EXAMPLES = [
  ['graphql', 'github-graphql'],
  ['mcp-tools', 'mcp-tools'],
  ['custom-resources', 'kubernetes']
] as const

/** The places in files, how the releases were read, and what recording itself adds. */
const OWN_LINE = /^(?:Checked|These |Because of|## About|Since 2026-11-20)|\d+:\d+ |^ +(?:Was|announced) |^\d+ releases/

/** What a report says, without what only one way to read the releases has. */
const answers = (out: string): string[] => out.split('\n').filter(line => line !== '' && !OWN_LINE.test(line))

/** A folder with the releases of an example as `releases/`, and what was recorded from them. */
async function recorded(name: string, policy: string): Promise<string> {
  const cwd = folder({})
  cpSync(join(REPOSITORY, 'fixtures', name), join(cwd, 'releases'), {recursive: true})
  const ran = await tenure(['record', '--all', '--spec', 'releases', '--policy', policy, ...DAY], {cwd})
  expect(ran.code).toBe(0)
  expect(readdirSync(cwd)).toContain('api-history')
  return cwd
}

test.each(EXAMPLES)('a recorded history knows as much as the descriptions: %s', async (name, policy) => {
  const cwd = await recorded(name, policy)
  for (const command of ['audit .', 'changelog .', 'notes 1.1', 'notes 2.0', 'upgrade 1.0 2.0']) {
    const [described, written] = await Promise.all(
      ['releases', 'api-history'].map(async source => {
        const ran = await tenure([...command.split(' '), '--policy', policy, ...DAY], {cwd: join(cwd, source)})
        return answers(ran.out)
      })
    )
    expect(described).not.toEqual([])
    expect(written).toEqual(described)
  }
})

test('a recorded history of a schema asks for the marks that a schema has', async () => {
  const schema = (mark: string): string =>
    `type Query {\n  loan: Loan\n}\ntype Loan {\n  id: ID\n  shelf: String${mark}\n  place: String\n}\n`
  const cwd = folder({
    'releases/1.0.graphql': schema(''),
    'releases/1.1.graphql': schema(' @deprecated(reason: "Shelves move.")')
  })
  await tenure(['record', '--all', '--spec', 'releases', ...DAY], {cwd})
  const {out} = await tenure(['audit', 'api-history', ...DAY], {cwd})
  expect(out).toContain('Add `@deprecated(reason: "… Use SUBJECT instead.")`')
  expect(out).not.toContain('x-')
})

import {expect, it} from 'vitest'
import {expectRefusal, folder, tenure} from '../run.ts'

const cwd = folder({})
const explain = async (key: string): Promise<string> => (await tenure(['explain', key], {cwd})).out

it('explains a key of a file by its meaning, its values, where it can be, and an example', async () => {
  expect(await explain('enforceFrom')).toBe(`\`enforceFrom\` and \`apis[].enforceFrom\` in tenure.yaml
  The day from which violations fail \`check\`; before it, they are only reported. \`now\`: at once, despite a later default.
  Value: \`now\` or a day: \`2026-03-02\`
  Example: enforceFrom: 2027-01-31
`)
})

it.each([
  ['waiverReasons', '`waiverReasons` and `revisions[].waiverReasons` in the policy\n'],
  ['minimum', '`waiverReasons.NAME.minimum`'],
  ['adopted', 'an object with `day` and `approver`\n  Example: adopted: {day: 2026-03-01'],
  ['owners', 'Example: owners: [{subject: /v1/fees/**'],
  ['complete', 'in the history\n'],
  ['tenure.yaml', '  enforceFrom    The day from which violations fail `check`; before it, they are only reported.\n'],
  ['policy', 'Keys of the policy:\n'],
  ['policy', 'Presets, which are explained by their names:\n  '],
  [
    'stripe',
    '# The preset `stripe`. To change parts of it, write `extends: stripe` and these parts into a policy file.\nformat: 1\n'
  ],
  ['history', 'Keys of the history:\n']
])('explains `%s`', async (key, text) => {
  expect(await explain(key)).toContain(text)
})

it('names the list of keys for a word that nothing has, and for an unknown key', async () => {
  const unknown = await tenure(['explain', 'foo'], {cwd})
  expectRefusal(unknown)
  expect(unknown.err).toContain('There is no rule, kind of change, key, or preset `foo`.')
  expect(unknown.err).toContain('`tenure explain tenure.yaml`')
  const path = folder({'tenure.yaml': 'zzzzzz: 1\n', 'openapi.yaml': ''})
  expect((await tenure(['check'], {cwd: path})).err).toMatch(
    /, and \d+ more\. `tenure explain tenure\.yaml` lists all\.\n/
  )
})

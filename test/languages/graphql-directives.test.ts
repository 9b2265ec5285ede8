// Directives that a policy names: what they state about fields, arguments, values, and types, and whose policy decides.
import {describe, expect, test} from 'vitest'
import {folder, tenure} from '../cli/run.ts'
import {repositoryOf} from '../gate/scenario.ts'

const POLICY = `format: 1
extends: github-graphql
labels:
  - {value: tryout, stability: preview}
marks:
  - {directive: '@endsOn(day)', states: sunset}
  - {directive: '@tellsSince(day)', states: since}
  - {directive: '@goes', states: deprecation}
  - {directive: '@insteadUse(field)', states: replacement}
  - {directive: '@beta', states: stability, value: preview}
  - {directive: '@stability(level)', states: stability}
`
const CONFIG = 'format: 1\nspec: schema.graphql\npolicy: policy.yaml\n'
const END = '@endsOn(day: "2026-01-01")'

const schemaOf = (member: string, more = ''): string => `type Query {
  loans(first: Int): [Loan!]
  lend(input: LendInput): State
}
type Loan {
  id: ID!
  dueDate: String
${member}
}
input LendInput {
  book: ID
}
enum State {
  LENT
}
${more}
`

/** Checks a change of a library's schema whose policy names directives. */
async function check(was: string, is: string, asOf = '2026-01-05', files: Readonly<Record<string, string>> = {}) {
  const cwd = await repositoryOf({
    main: [['2025-06-01', {'tenure.yaml': CONFIG, 'policy.yaml': POLICY, 'schema.graphql': was}]],
    branch: [['2026-01-04', {'schema.graphql': is, ...files}]]
  })
  return tenure(['check', '--as-of', asOf], {cwd})
}

describe('a directive that the policy names', () => {
  test.each([
    ['a field', schemaOf(`  due: String ${END}`), schemaOf(''), '`Loan.due`'],
    ['an argument', schemaOf(`  due(as: Int ${END}): Int`), schemaOf('  due: Int'), '`Loan.due(as)`'],
    ['a type', schemaOf('', `type Desk ${END} {\n  id: ID!\n}`), schemaOf(''), 'Type `Desk`'],
    [
      'an extension of a type',
      schemaOf('', `type Desk {\n  id: ID!\n}\nextend type Desk ${END}`),
      schemaOf(''),
      'Type `Desk`'
    ],
    [
      'an input field',
      schemaOf('').replace('book: ID', `book: ID\n  desk: ID ${END}`),
      schemaOf(''),
      '`LendInput.desk`'
    ],
    ['a value', schemaOf('').replace('LENT', `LENT\n  LOST ${END}`), schemaOf(''), '`State.LOST`']
  ])('states the sunset of %s', async (_, was, is, name) => {
    const late = await check(was, is)
    expect(late).toMatchObject({code: 0, err: ''})
    expect(late.out).toContain(`✔ ${name} was removed after its sunset on 2026-01-01`)
    expect((await check(was, is, '2025-07-01')).code).toBe(1)
  })

  test('states a day, a deprecation, and a replacement', async () => {
    const was = schemaOf('  due: String @goes @tellsSince(day: "2025-02-03T10:00:00Z") @insteadUse(field: "dueDate")')
    const ran = await check(was, schemaOf(''), '2026-01-01')
    expect(ran.out).toContain('✔ `Loan.due` is removed')
    expect(ran.out).toContain('replaced by `Loan.dueDate`')
    expect(ran.out).toContain('between 2025-02-03 and')
  })

  test('comes before the words of a reason', async () => {
    const was = schemaOf(`  due: String @deprecated(reason: "Removal on 2027-01-01. Use \`dueDate\` instead.") ${END}`)
    const ran = await check(was, schemaOf(''))
    expect(ran.out).toContain('replaced by `Loan.dueDate`')
    expect(ran.out).toContain('after its sunset on 2026-01-01')
  })

  test.each([
    ['of its own', schemaOf('  due: String @beta')],
    ['by a word', schemaOf('  due: String @stability(level: TRYOUT)')],
    ['of its type', schemaOf('  due: String').replace('type Loan', 'type Loan @stability(level: "preview")')]
  ])('states a stability: %s', async (_, was) => {
    const ran = await check(was, was.replace(/\n {2}due:.*/, ''))
    expect(ran).toMatchObject({code: 0, err: ''})
    expect(ran.out).toContain('`preview`')
    const files = {'policy.yaml': POLICY, 'tenure.yaml': CONFIG, 'old.graphql': was, 'new.graphql': schemaOf('')}
    const compared = await tenure(['diff', 'old.graphql', 'new.graphql'], {cwd: folder(files)})
    expect(compared.out).toContain('The policy guarantees nothing for `preview`.')
  })

  test('states another stability, which is a change', async () => {
    const files = {
      ...{'policy.yaml': POLICY, 'tenure.yaml': CONFIG},
      ...{'old.graphql': schemaOf('  due: String @beta'), 'new.graphql': schemaOf('  due: String')}
    }
    const ran = await tenure(['diff', 'old.graphql', 'new.graphql', '--all'], {cwd: folder(files)})
    expect(ran.out).toMatch(/stability of `Loan\.due`|`Loan\.due`.*stability/)
  })

  test('means nothing without the policy, nor by the word of the change', async () => {
    const marked = schemaOf(`  due: String ${END}`)
    const policy = POLICY.replace('@endsOn(day)', '@other(day)')
    const files = {'tenure.yaml': CONFIG, 'policy.yaml': policy, 'schema.graphql': marked}
    const cwd = await repositoryOf({
      main: [['2025-06-01', files]],
      branch: [['2026-01-04', {'schema.graphql': schemaOf(''), 'policy.yaml': POLICY}]]
    })
    const ran = await tenure(['check', '--as-of', '2026-01-05'], {cwd})
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('without notice')
  })
})

test.each([
  ['{directive: endsOn, states: sunset}', "`endsOn` isn't a directive."],
  ["{directive: '@endsOn', states: sunset}", '`sunset` comes from an argument.'],
  ["{directive: '@beta', states: stability}", 'A stability comes from an argument'],
  ["{directive: '@level(is)', states: stability, value: beta}", 'A stability comes from an argument'],
  ["{directive: '@goes', states: end}", '`end`']
])('an entry that can state nothing is refused with its place: %s', async (entry, message) => {
  const files = {
    'tenure.yaml': CONFIG,
    'schema.graphql': schemaOf(''),
    'policy.yaml': `format: 1\nextends: github-graphql\nmarks:\n  - ${entry}\n`
  }
  const ran = await tenure(['diff', 'schema.graphql', 'schema.graphql'], {cwd: folder(files)})
  expect(ran.code).toBe(2)
  expect(ran.err).toContain('policy.yaml:4:')
  expect(ran.err).toContain(message)
})

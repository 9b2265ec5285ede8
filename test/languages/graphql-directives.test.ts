// Directives that a policy names: what they state about fields, arguments, values, and types, and whose policy decides.

import {describe, expect, test} from 'vitest'
import {folder, tenure} from '../cli/run.ts'
import {repositoryOf} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

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
  test.each(
    sample([
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
    ])
  )('states the sunset of %s', async (_, was, is, name) => {
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
    const ran = await tenure(['diff', 'old.graphql', 'new.graphql', '--verbose'], {cwd: folder(files)})
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

describe('the beginning of a description that the policy names', () => {
  const TEXTS = `format: 1
name: library
stabilities: [internal, alpha, ga]
defaultStability: ga
guarantees: {internal: none, alpha: none, ga: {notice: 3 months, breaking: forbidden}}
marks:
  - {text: '[Internal]', states: stability, value: internal}
  - {text: '[ALPHA]', states: stability, value: alpha}
  - {text: '[RETIRED]', states: deprecation}
`
  const compare = async (was: string, is: string, ...more: readonly string[]) => {
    const files = {'policy.yaml': TEXTS, 'tenure.yaml': CONFIG, 'old.graphql': was, 'new.graphql': is}
    return tenure(['diff', 'old.graphql', 'new.graphql', '--fail-on=violation', ...more], {cwd: folder(files)})
  }
  const desk = (description: string): string => `type Desk {\n  id: ID!\n  ${description}\n  place: String\n}`
  const withDesk = (description: string): string =>
    schemaOf('', desk(description)).replace('lend(', 'desk: Desk\n  lend(')

  test.each(
    sample([
      ['a field', withDesk('"[Internal] Where it is"'), '  "[Internal] Where it is"\n  place: String\n', 'internal'],
      [
        'a field, in a block',
        withDesk('"""\n  [alpha]: where it is\n  """'),
        '  """\n  [alpha]: where it is\n  """\n  place: String\n',
        'alpha'
      ],
      [
        'a field, after another word',
        withDesk('"[Desks] [ALPHA] Where"'),
        '  "[Desks] [ALPHA] Where"\n  place: String\n',
        'alpha'
      ],
      ['an argument', schemaOf('  due("[ALPHA]" as: Int): Int'), '("[ALPHA]" as: Int)', 'alpha'],
      ['a value', schemaOf('').replace('LENT', 'LENT\n  "[Internal]" LOST'), '  "[Internal]" LOST\n', 'internal'],
      [
        'an input field',
        schemaOf('').replace('book: ID', 'book: ID\n  "[ALPHA]" at: ID'),
        '  "[ALPHA]" at: ID\n',
        'alpha'
      ],
      [
        'a type and its fields',
        withDesk('').replace('type Desk', '"[Internal]" type Desk'),
        '  place: String\n',
        'internal'
      ]
    ])
  )('states the stability of %s', async (_, was, removed, stability) => {
    expect(was).toContain(removed)
    const ran = await compare(was, was.replace(removed, ''))
    expect(ran).toMatchObject({code: 0, err: ''})
    expect(ran.out).toContain(`The policy guarantees nothing for \`${stability}\`.`)
  })

  test('states nothing elsewhere in the text, nor without the policy', async () => {
    const was = withDesk('"Where it is [Internal]"')
    const without = withDesk('').replace('  place: String\n', '')
    expect((await compare(was, without)).code).toBe(1)
    const files = {
      'old.graphql': withDesk('"[Internal]"'),
      'new.graphql': withDesk('').replace('  place: String\n', '')
    }
    const ran = await tenure(['diff', 'old.graphql', 'new.graphql', '--fail-on=violation'], {cwd: folder(files)})
    expect(ran.code).toBe(1)
  })

  test('lowers a stability by a change', async () => {
    const ran = await compare(withDesk(''), withDesk('"[ALPHA] Where"'))
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('`Desk.place`')
  })

  test('states a deprecation, and the text says the rest', async () => {
    const ran = await compare(
      withDesk('"Where"'),
      withDesk('"[RETIRED] Use `id` instead. Removal on 2027-06-01."'),
      '--verbose'
    )
    expect(ran.out).toContain('`Desk.place` is now deprecated')
    expect(ran.out).toContain('2027-06-01')
  })
})

test.each(
  sample([
    ['{directive: endsOn, states: sunset}', "`endsOn` isn't a directive."],
    ["{directive: '@endsOn', states: sunset}", '`sunset` comes from an argument.'],
    ["{directive: '@beta', states: stability}", 'A stability comes from an argument'],
    ["{directive: '@level(is)', states: stability, value: beta}", 'A stability comes from an argument'],
    ["{directive: '@goes', states: end}", '`end`']
  ])
)('an entry that can state nothing is refused with its place: %s', async (entry, message) => {
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

describe('a stability that a change states', () => {
  const STABLE = `format: 1
name: library
stabilities: [trial, lasting]
defaultStability: lasting
guarantees: {trial: none, lasting: {notice: 3 months, breaking: forbidden}}
marks:
  - {directive: '@tier(is)', states: stability}
`
  const SCHEMA = `type Query { loans(first: Int, state: State): [Loan!]! }
type Loan { id: ID!, due: String, state: State! }
enum State { LENT BACK }
input LendInput { book: ID!, days: Int = 3 }
type Mutation { lend(input: LendInput!): Loan }
`
  const TRIAL = '@tier(is: "trial")'

  interface Case {
    readonly steps: readonly (readonly [from: string, to: string])[]
    readonly policy?: string
    readonly files?: Readonly<Record<string, string>>
    readonly start?: string
  }

  /** Merges each step but the last, and checks the last. */
  async function checkSteps({steps, policy = STABLE, files = {}, start = SCHEMA}: Case) {
    const states = [start]
    for (const [from, to] of steps) states.push((states.at(-1) ?? '').replace(from, to))
    const cwd = await repositoryOf({
      main: states
        .slice(0, -1)
        .map((schema, at) => [
          `2025-0${at + 1}-01`,
          {'tenure.yaml': CONFIG, 'policy.yaml': policy, 'schema.graphql': schema}
        ]),
      branch: [['2026-01-04', {'schema.graphql': states.at(-1) ?? '', ...files}]]
    })
    return tenure(['check', '--as-of', '2026-01-05'], {cwd})
  }

  test.each(
    sample([
      ['a field', 'due: String', `due: Int ${TRIAL}`],
      ['a type', 'type Loan { id: ID!, due: String', `type Loan ${TRIAL} { id: ID!, due: Int`],
      ['an argument', 'first: Int', `first: String ${TRIAL}`],
      ['a required argument', 'state: State)', `state: State! ${TRIAL})`],
      ['an input field', 'days: Int = 3', `days: Int! ${TRIAL}`],
      ['an input type', 'LendInput { book: ID!', `LendInput ${TRIAL} { book: ID!, desk: ID!`],
      ['a new argument of a field', 'due: String', `due(as: Int! ${TRIAL}): String`],
      ['a new required argument', 'first: Int', `first: Int, desk: ID! ${TRIAL}`],
      ['a new required input field', 'book: ID!', `book: ID!, desk: ID! ${TRIAL}`],
      ['a new value', 'BACK', `BACK LOST ${TRIAL}`]
    ])
  )('allows no break of its own: %s', async (_, from, to) => {
    const policy = `${STABLE}compatibility: {value-added: {response: breaking}}\n`
    const ran = await checkSteps({steps: [[from, to]], policy})
    expect(ran.code).toBe(1)
    expect(ran.out).toContain("Breaking changes aren't allowed for `lasting`")
  })

  test.each(
    sample([
      ['a field', 'due: String', `due: String ${TRIAL}`],
      ['a type', 'type Loan', `type Loan ${TRIAL}`],
      ['an argument', 'first: Int', `first: Int ${TRIAL}`],
      ['a value', 'BACK', `BACK ${TRIAL}`],
      ['an input field', 'days: Int = 3', `days: Int = 3 ${TRIAL}`],
      ['an input type', 'input LendInput', `input LendInput ${TRIAL}`],
      ['a field of a root type', '[Loan!]!', `[Loan!]! ${TRIAL}`]
    ])
  )('is no lower than before: %s', async (_, from, to) => {
    const ran = await checkSteps({steps: [[from, to]]})
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('stability')
  })

  test('binds what a later change removes', async () => {
    const marked = `due: String ${TRIAL}`
    const ran = await checkSteps({
      steps: [
        ['due: String', marked],
        [marked, '']
      ]
    })
    expect(ran.code).toBe(1)
  })

  test('counts whatever lines come with it', async () => {
    for (const line of ['changed: Loan.due', 'added: Loan.due']) {
      const history = `service: library\nreleases:\n  - release: next\n    changes:\n      - ${line}\n        stability: trial\n`
      const ran = await checkSteps({
        steps: [['due: String', `due: Int ${TRIAL}`]],
        files: {'tenure.yaml': `${CONFIG}history: history.yaml\n`, 'history.yaml': history}
      })
      expect(ran.code).toBe(1)
    }
  })

  test('is no lower when the mark of a higher one is removed', async () => {
    const ran = await checkSteps({
      policy: STABLE.replace('defaultStability: lasting', 'defaultStability: trial'),
      start: SCHEMA.replace('due: String', 'due: String @tier(is: "lasting")'),
      steps: [[' @tier(is: "lasting")', '']]
    })
    expect(ran.code).toBe(1)
  })

  test.each(
    sample([
      ['a new field', 'due: String', `due: String, desk: ID ${TRIAL}`],
      ['a new optional argument', 'first: Int', `first: Int, desk: ID ${TRIAL}`],
      ['a higher one', 'due: String', 'due: String @tier(is: "lasting")'],
      ['a new type', 'enum State', `type Desk ${TRIAL} { id: ID! }\nenum State`]
    ])
  )('is free for %s', async (_, from, to) => {
    expect(await checkSteps({steps: [[from, to]]})).toMatchObject({code: 0})
  })

  test.each(
    sample([
      ['a field', 'desk: ID', '', 'due: String', 'due: String, desk: ID'],
      ['a value', 'LOST', '', 'BACK', 'BACK LOST'],
      ['an argument', 'desk: ID', '', 'first: Int', 'first: Int, desk: ID'],
      ['a required argument of it', 'desk: ID', 'desk(as: Int!): ID', 'due: String', 'due: String, desk: ID']
    ])
  )('of %s counts from its first day', async (_, member, replaced, from, to) => {
    const ran = await checkSteps({
      start: SCHEMA.replace(from, `${to} ${TRIAL}`),
      steps: [[`${member} ${TRIAL}`, replaced && `${replaced} ${TRIAL}`]]
    })
    expect(ran).toMatchObject({code: 0, err: ''})
    expect(ran.out).toContain('trial')
  })
})

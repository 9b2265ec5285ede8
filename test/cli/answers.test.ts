import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, it} from 'vitest'
import {rules} from '../../rules/index.ts'
import {CHANGE_KINDS} from '../../src/languages/kinds.ts'
import {sample} from '../tier.ts'
import {LIBRARY, TODAY, WITH_VIOLATION} from './library.ts'
import {folder, REPOSITORY, tenure} from './run.ts'

// JSON output must match its published schema.

const ajv = new Ajv2020({strict: false, allErrors: true})
const schemas = new Map(
  ['when', 'due', 'deprecate', 'rules', 'explain'].map(name => [
    name,
    ajv.compile(JSON.parse(readFileSync(join(REPOSITORY, 'schemas', `${name}.schema.json`), 'utf8')))
  ])
)

const PLUGIN = `import {defineRule} from 'tenure/rule'
export default defineRule({
  id: 'no-ping', since: '1.0.0', level: 'error', watches: 'event', extra: {of: 'its author'},
  summary: 'Nothing is called ping.', why: 'It says nothing.', options: {word: 'ping', most: 3, loud: true},
  messages: {verb: 'Unexpected \`{subject}\`, expected another name'},
  *check() {},
  examples: [{title: 'A ping', kind: 'quiet', history: 'service: a', messages: [], extra: 1}]
})
`

const cwd = folder({
  'history.yaml': LIBRARY,
  'broken.yaml': WITH_VIOLATION,
  'undated.yaml': LIBRARY.replaceAll(/^ {4}date: .*\n/gm, ''),
  'next.yaml': `${LIBRARY}  - release: next\n    changes: [{deprecated: GET /v1/loans, sunset: 2027-06-01}]\n`,
  'quarters.yaml': 'extends: thirteen-months\nguarantees: {ga: {endWindow: quarter-start}}\n',
  'never.yaml': 'extends: thirteen-months\nguarantees: {ga: {endWindow: never}}\n',
  'plugged.yaml': 'format: 1\nhistory: history.yaml\nplugins: [no-ping.mjs]\n',
  'no-ping.mjs': PLUGIN
})

/** Commands with another name than their schema. */
const COMMANDS: Readonly<Record<string, string>> = {when: 'due', rules: 'explain'}

async function expectValid(name: string, ...args: string[]): Promise<void> {
  const {code, out, err} = await tenure([COMMANDS[name] ?? name, ...args, '--format', 'json'], {cwd})
  expect({code, err}, args.join(' ')).toEqual({code: 0, err: ''})
  const validate = schemas.get(name)
  expect(validate?.(JSON.parse(out)), `${args.join(' ')}\n${out}\n${JSON.stringify(validate?.errors)}`).toBe(true)
}

describe.concurrent('JSON output matches its published schema', () => {
  it.each<[string, string[]]>(
    sample([
      ['an active endpoint', ['GET /v1/loans']],
      ['a field', ['GET /v1/loans', '--field', 'due', '--in', 'response']],
      ['a beta endpoint', ['GET /v1-beta/wishes']],
      ['a deprecated endpoint', ['GET /v1/shelves']],
      ['a removed endpoint', ['GET /v1/loans', '--history', 'broken.yaml']],
      ['an endpoint with an undetermined date', ['GET /v1/fees', '--history', 'undated.yaml']],
      ['a policy with fixed days for the end of support', ['GET /v1/fees', '--policy', 'quarters.yaml']],
      ['a policy without an end of support', ['GET /v1/fees', '--policy', 'never.yaml']],
      ['the deadline for an end of support', ['GET /v1/loans', '--end', '2027-04-01']],
      [
        "the deadline for a day that the policy doesn't allow",
        ['GET /v1/loans', '--end', '2027-04-02', '--policy', 'quarters.yaml']
      ],
      [
        'the deadline under a policy without an end of support',
        ['GET /v1/loans', '--end', '2027-04-02', '--policy', 'never.yaml']
      ],
      ['the deadline for a deprecated endpoint', ['GET /v1/shelves', '--end', '2026-05-01']],
      ['the deadline for a beta endpoint', ['GET /v1-beta/wishes', '--end', '2026-05-01']]
    ])
  )('when: %s', (_, args) => expectValid('when', '--as-of', TODAY, ...args))

  it.each(sample(['kubernetes', 'azure', 'github-graphql', 'stripe']))('when: policy %s', async policy => {
    for (const subject of ['GET /v1/loans', 'GET /v1/shelves', 'GET /v1-beta/wishes']) {
      await expectValid('when', '--as-of', TODAY, subject, '--policy', policy)
      await expectValid('when', '--as-of', TODAY, subject, '--policy', policy, '--end', '2028-01-01')
    }
  })

  it.each(sample(['history.yaml', 'broken.yaml', 'undated.yaml', 'next.yaml']))('due: %s', async history => {
    for (const day of [TODAY, '2026-05-02', '2027-05-02'])
      await expectValid('due', '--as-of', day, '--history', history, '--within', '1y')
  })

  it('deprecate: with and without options', async () => {
    const args = ['GET /v1/loans', '--as-of', TODAY, '--dry-run']
    await expectValid('deprecate', ...args)
    await expectValid('deprecate', ...args, '--replacement', 'GET /v1/branches')
    await expectValid('deprecate', ...args, '--replacement', 'none', '--sunset', '2028-01-01')
    await expectValid('deprecate', ...args, '--field', 'due', '--in', 'response', '--replacement', 'dueDate')
    // This endpoint is already deprecated.
    await expectValid('deprecate', 'GET /v1/shelves', '--as-of', TODAY)
    const cwdOfCopy = folder({'history.yaml': LIBRARY})
    const {out} = await tenure(['deprecate', 'GET /v1/loans', '--as-of', TODAY, '--format', 'json'], {cwd: cwdOfCopy})
    expect(JSON.parse(out)).toHaveProperty('wrote')
    expect(schemas.get('deprecate')?.(JSON.parse(out))).toBe(true)
  })

  it('rules and explain, also for plugins', async () => {
    await expectValid('rules')
    await expectValid('rules', '--config', 'plugged.yaml', '--plugins')
    await expectValid('explain', 'no-ping', '--config', 'plugged.yaml', '--plugins')
    for (const {id} of rules) await expectValid('explain', id)
    for (const kind of CHANGE_KINDS) await expectValid('explain', kind)
  })
})

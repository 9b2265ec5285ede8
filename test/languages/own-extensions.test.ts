import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'

const MARKS = [
  '{extension: x-acme-deprecated-on, states: since}',
  '{extension: x-acme-retires, states: sunset}',
  '{extension: x-acme-use, states: replacement}',
  '{extension: x-acme-level, states: stability}',
  '{extension: x-acme-preview, states: stability, value: beta}',
  '{extension: x-acme-old, states: deprecation}'
]
const policy = (marks: readonly string[] = MARKS): string =>
  `format: 1\nname: ours\nextends: thirteen-months\nmarks:\n${marks.map(each => `  - ${each}\n`).join('')}`

const describeApi = (boats: string, docks = '{responses: {"200": {description: OK}}}', info = ''): string =>
  `openapi: 3.0.3\ninfo: {title: Harbor, version: "1"}\n${info}paths:\n${boats === '' ? '' : `  /boats: {get: ${boats}}\n`}  /docks: {get: ${docks}}\n`

const boats = (marks: string): string => `{${marks}, responses: {"200": {description: OK}}}`

async function diff(old: string, newer: string, marks?: readonly string[]) {
  const cwd = folder({'old.yaml': old, 'new.yaml': newer, 'policy.yaml': policy(marks)})
  const args = ['diff', 'old.yaml', 'new.yaml', '--policy', 'policy.yaml', '--as-of', '2026-11-28', '--format', 'json']
  const {out, err} = await tenure(args, {cwd})
  expect(err).toBe('')
  return (JSON.parse(out).changes as {kind: string; verdict: string; message: string}[]).map(
    ({kind, verdict}) => `${kind} ${verdict}`
  )
}

const DATES = 'x-acme-deprecated-on: "2025-01-01", x-acme-retires: "2026-07-01"'

describe('extensions that a policy names', () => {
  it.each<[string, string, string[]]>(
    sample([
      ['a deprecation and a sunset in time', boats(DATES), ['operation-removed compliant']],
      [
        'a deprecation that is too young',
        boats(DATES.replace('2025-01-01', '2026-01-01')),
        ['operation-removed violation']
      ],
      ['a sunset alone', boats('x-acme-retires: "2026-07-01"'), ['operation-removed undetermined']],
      ['a beta, by its value', boats('x-acme-level: beta'), ['operation-removed exempt']],
      ['a beta, by its presence', boats('x-acme-preview: true'), ['operation-removed exempt']],
      ['nothing', boats('x-other: true'), ['operation-removed violation']]
    ])
  )('state %s', async (_, operation, changes) => {
    expect(await diff(describeApi(operation), describeApi(''))).toEqual(changes)
  })

  it('count in parameters and fields, and not as names of properties', async () => {
    const operation = (mark: string, name: string): string =>
      `{parameters: [{name: size, in: query, schema: {type: string}${mark}}], responses: {"200": {description: OK, content: {application/json: {schema: {type: object, properties: {${name}: {type: string}}}}}}}}`
    const old = describeApi(operation(`, ${DATES}`, 'x-acme-retires'))
    const without = describeApi(operation('', 'x-acme-retires').replace(/parameters: \[.*?\], /, ''))
    expect(await diff(old, without)).toEqual(['parameter-removed compliant'])
  })

  it('are no silence where the notice starts with a successor', async () => {
    const marks = 'x-snyk-api-stability: ga, x-snyk-deprecated-on: "2025-01-01"'
    const cwd = folder({'old.yaml': describeApi(boats(marks)), 'new.yaml': describeApi('')})
    const {out} = await tenure(['diff', 'old.yaml', 'new.yaml', '--policy', 'snyk', '--as-of', '2026-11-28'], {cwd})
    expect(out).toContain('The notice was too short (the policy requires 180 days).')
  })

  it('announce what the newer description deprecates', async () => {
    const kinds = await diff(
      describeApi(boats('x-a: 1')),
      describeApi(boats(`x-a: 1, ${DATES}, x-acme-use: GET /docks`))
    )
    expect(kinds.map(each => each.split(' ')[0]).toSorted()).toEqual(['replacement-changed', 'sunset-set'])
  })

  it.each<[string, string, string]>([
    [
      'another date of removal',
      'deprecated: true, x-deprecated-since: "2026-06-01", x-removal-date: "2026-07-01", x-acme-retires: "2027-12-31"',
      'violation'
    ],
    [
      'another day of deprecation',
      'deprecated: true, x-deprecated-at: "2026-06-01", x-sunset: "2026-07-01", x-acme-deprecated-on: "2020-01-01"',
      'violation'
    ],
    ['a flag of beta', 'x-beta: true, x-acme-level: ga', 'exempt'],
    ['a denied mark', 'deprecated: false, x-acme-old: true', 'violation']
  ])('give way to the usual key: %s', async (_, marks, verdict) => {
    expect(await diff(describeApi(boats(marks)), describeApi(''))).toEqual([`operation-removed ${verdict}`])
  })

  it.each([
    ['{extension: acme-retires, states: sunset}', /`acme-retires` isn't an extension/],
    ['{extension: x-acme-retires, text: Old, states: sunset}', /Write one of them/],
    ['{extension: x-acme-retires, states: sunset, value: beta}', /`value` is only for/]
  ])('are refused: %s', async (mark, message) => {
    const cwd = folder({'a.yaml': describeApi(''), 'policy.yaml': policy([mark])})
    const result = await tenure(['diff', 'a.yaml', 'a.yaml', '--policy', 'policy.yaml'], {cwd})
    expectRefusal(result)
    expect(result.err).toMatch(message)
  })
})

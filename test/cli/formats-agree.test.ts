import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {repositoryOf, TODAY} from '../gate/scenario.ts'
import {tenure} from './run.ts'

const HEAD = 'openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths:\n'
const LOANS =
  '  /v1/loans: {get: {responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Loan"}}}}}}}\n'
const loan = (...states: readonly string[]): string =>
  `components: {schemas: {Loan: {type: object, properties: {state: {type: string, enum: [${states.join(', ')}]}}}}}\n`
const HISTORY = `format: 1
service: Lending Library API
releases:
  - {release: "1.0", date: 2025-01-15, changes: [{added: GET /v1/loans}, {added: GET /v1/fines}]}
`

/** A report in each format about a removal, two new enum values, and an unresolved reference. */
async function reports() {
  const cwd = await repositoryOf({
    main: [
      [
        '2025-02-01',
        {
          'history.yaml': HISTORY,
          'tenure.yaml':
            'format: 1\nhistory: history.yaml\nspec: openapi.yaml\npolicy: thirteen-months\nrules: {unrecorded-change: warning}\n',
          'openapi.yaml': `${HEAD}${LOANS}  /v1/fines: {get: {responses: {"200": {description: OK}}}}\n${loan('open')}`
        }
      ]
    ],
    branch: [
      [
        TODAY,
        {
          'openapi.yaml': `${HEAD}${LOANS}  /v1/lost: {get: {responses: {"200": {$ref: gone.yaml}}}}\n${loan('open', 'lost', 'due')}`
        }
      ]
    ]
  })
  const formats = ['stylish=a.log', 'json=all.json', 'markdown=a.md', 'github=a.txt', 'gitlab=a.json', 'sarif=a.sarif']
  const {code} = await tenure(['check', '--as-of', TODAY, '--format', formats.join(',')], {cwd})
  expect(code).toBe(2)
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
  return {
    stylish: read('a.log'),
    markdown: read('a.md'),
    github: read('a.txt'),
    gitlab: read('a.json'),
    sarif: read('a.sarif'),
    json: read('all.json')
  }
}

describe('a report in every format', () => {
  it('has the place of an unresolved reference and the reasons of a finding', async () => {
    const {markdown, github, gitlab, sarif} = await reports()
    const [, line, column] = /\(`openapi\.yaml:(\d+):(\d+)`\)/.exec(markdown) ?? []
    expect(github).toContain(`::error file=openapi.yaml,line=${line},col=${column},title=tenure::Not all of`)
    const issues: Record<string, unknown>[] = JSON.parse(gitlab)
    expect(issues).toContainEqual(
      expect.objectContaining({
        check_name: 'not-read',
        location: {path: 'openapi.yaml', lines: {begin: Number(line)}}
      })
    )
    const [{invocations}] = JSON.parse(sarif).runs
    const region = {startLine: Number(line), startColumn: Number(column)}
    expect(invocations[0].toolExecutionNotifications[0]).toMatchObject({
      level: 'error',
      locations: [{physicalLocation: {artifactLocation: {uri: 'openapi.yaml'}, region}}]
    })
    const reason = "but the history doesn't list that."
    const removals = issues.filter(({check_name: name}) => name === 'unannounced-removal')
    expect(removals.map(({description}) => String(description).includes(reason))).toEqual([true])
    for (const text of [markdown, github, sarif]) expect(text).toContain(reason)
  })

  it('has the former place of a removed endpoint', async () => {
    const {stylish, markdown, github, sarif, json} = await reports()
    const finding = JSON.parse(json).findings.find(({rule}: {rule: string}) => rule === 'unannounced-removal')
    const [{text, place}] = finding.evidence
    expect(text).toBe('Was')
    const at = `${place.source}:${place.line}:${place.column}`
    expect(place.source).toMatch(/^[\da-f]+:openapi\.yaml$/)
    // The former place is its only place, so it is printed once.
    expect(stylish.split(at)).toHaveLength(2)
    expect(stylish).toContain(`Was at ${at}  unannounced-removal`)
    expect(markdown).toContain(`Was at \`${at}\``)
    for (const text of [github, sarif]) expect(text).toContain(`Was at ${at}`)
  })

  it('has no former place for an added value', async () => {
    const {markdown, github, gitlab, sarif, json} = await reports()
    const {findings} = JSON.parse(json) as {findings: {rule: string; evidence: {text: string}[]}[]}
    const evidenceTexts = findings.map(({rule, evidence}) => [rule, ...evidence.map(({text}) => text)])
    expect(evidenceTexts).toContainEqual(['ga-breaking-change'])
    expect(evidenceTexts.flat().filter(each => each === 'Was')).toHaveLength(1)
    for (const text of [markdown, github]) expect(text.match(/Was at/g)).toHaveLength(1)
    const results: unknown[] = JSON.parse(sarif).runs[0].results
    const issues: unknown[] = JSON.parse(gitlab)
    expect(results.filter(each => JSON.stringify(each).includes('Was at'))).toHaveLength(1)
    expect(issues.filter(each => JSON.stringify(each).includes('Was at')).length).toBeLessThan(2)
  })

  it('groups values that were added together', async () => {
    const {markdown} = await reports()
    expect(markdown).toContain('can now return `lost` or `due`')
    expect(markdown).toContain('{added: Loan.state, value: EACH, kind: value-added, breaking: false}')
    expect(markdown).not.toContain('value: lost, kind')
  })
})

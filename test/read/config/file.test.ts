import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {InputError} from '../../../src/model/input-error.ts'
import {formatSubject} from '../../../src/model/subject/subject.ts'
import {narrowConfig, readConfig} from '../../../src/read/config/file.ts'
import {folder} from '../../cli/run.ts'

const RULES = [{id: 'notice-too-short'}, {id: 'marker-form', options: {limit: 3}}]

const read = (text: string) =>
  readConfig(join(folder({'tenure.yaml': text}), 'tenure.yaml'), () => ({rules: RULES, isComplete: true}))

function problemsOf(text: string): string[] {
  try {
    read(text)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return error.problems.map(({message, place}) => `${place?.line}:${place?.column} ${message}`)
  }
  return []
}

describe('tenure.yaml', () => {
  it('says where the record of one API is', () => {
    const {
      history,
      spec,
      policy,
      rendered,
      apis,
      folder: at
    } = read('format: 1\nhistory: .\nspec: api.yaml\npolicy: zalando\nrendered: [CHANGES.md]\n')
    expect({history, policy, apis}).toEqual({history: at, policy: 'zalando', apis: []})
    expect(spec).toMatch(/api\.yaml$/)
    expect(rendered).toMatchObject([{path: expect.stringMatching(/CHANGES\.md$/), place: {line: 5, column: 12}}])
  })

  it('says where the records of several APIs are', () => {
    const config = read(
      'apis:\n  - {name: loans, spec: l.yaml}\n  - {name: fees, spec: f.yaml, policy: zalando, rendered: [F.md]}\n'
    )
    const [loans, fees] = config.apis
    if (!loans || !fees) throw new Error('Unexpected lack of APIs')
    expect(narrowConfig(config, loans)).toMatchObject({apis: [], pointer: '/apis/0', rendered: []})
    expect(narrowConfig(config, loans).policy).toBeUndefined()
    expect(narrowConfig(config, fees)).toMatchObject({policy: 'zalando', rendered: [{place: {line: 3}}]})
  })

  it('has exceptions for a subject, a part of it, a rule or a kind of change', () => {
    const {waivers} = read(`waivers:
  - {subject: GET /v1/loans, field: due, in: response, reason: security, rule: notice-too-short}
  - {subject: /v1/**, reason: legal, kind: value-added, until: 2027-01-31}
`)
    expect(waivers.map(({subject, rule, kind}) => ({subject: formatSubject(subject), rule, kind}))).toEqual([
      {subject: 'GET /v1/loans (field due, in response)', rule: 'notice-too-short', kind: undefined},
      {subject: '/v1/**', rule: undefined, kind: 'value-added'}
    ])
  })

  it('hands its plugins to who knows the rules, by their paths from here', () => {
    const asked: string[] = []
    const path = join(folder({'tenure.yaml': 'plugins: [./rules/own.ts]\nrules: {own: off}\n'}), 'tenure.yaml')
    const {rules} = readConfig(path, plugins => {
      asked.push(...plugins.map(each => each.path))
      return {rules: [...RULES, {id: 'own'}], isComplete: true}
    })
    expect(asked).toEqual([expect.stringMatching(/rules\/own\.ts$/)])
    expect(rules).toEqual({own: {level: 'off'}})
  })

  it.each([
    [
      'history: h.yaml\napis: [{name: loans, spec: l.yaml}]\n',
      ['1:1 Unexpected `history` beside `apis`, expected it in the API that it belongs to']
    ],
    [
      'apis: [{name: a, spec: l.yaml}, {name: a, spec: f.yaml}]\n',
      ['1:40 Unexpected second API `a`, expected each name once']
    ],
    ['apis: []\n', ['1:7 Unexpected empty `apis`, expected at least one']],
    ['apis: [{name: loans}]\n', ['1:8 Unexpected lack of `spec`, expected a text']],
    ['plugins: own.ts\n', ['1:10 Unexpected `own.ts` for `plugins`, expected a list']],
    ['rendered: []\n', ['1:11 Unexpected empty `rendered`, expected at least one']],
    [
      'rules: {notice-to-short: off}\n',
      [
        '1:9 Unexpected rule `notice-to-short`, expected one that `tenure rules` lists (did you mean `notice-too-short`?)'
      ]
    ],
    [
      'waivers:\n  - {subject: GET /v1/loans, reason: legal, rule: marker-from}\n',
      ['2:51 Unexpected rule `marker-from`, expected one that `tenure rules` lists (did you mean `marker-form`?)']
    ],
    [
      'waivers:\n  - {subject: GET /v1/loans, reason: legal, rule: marker-form, kind: value-added}\n',
      ['2:64 Unexpected `kind` beside `rule` in one waiver, expected one of them']
    ],
    [
      'waivers:\n  - {subject: GET /v1/loans, reason: legal, about: maxLength}\n',
      ['2:45 Unexpected `about` without `kind` in a waiver, expected the kind of change that it is about']
    ],
    ['waivers:\n  - {reason: legal, rule: marker-form}\n', ['2:5 Unexpected lack of `subject`, expected a text']]
  ])('%s is refused', (text, said) => {
    expect(problemsOf(text)).toEqual(said)
  })

  it('tells a kind that is none', () => {
    const [said] = problemsOf('waivers:\n  - {subject: GET /v1/loans, reason: legal, kind: value-aded}\n')
    expect(said).toMatch(
      /^2:51 Unexpected `value-aded` for `kind`, expected one of .*\(did you mean `value-added`\?\)$/
    )
  })
})

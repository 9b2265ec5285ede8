import {dirname, join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {narrowConfig, readConfig} from '../../../src/inputs/config/file.ts'
import {InputError} from '../../../src/model/input-error.ts'
import {formatSubject} from '../../../src/model/subject/subject.ts'
import {folder} from '../../cli/run.ts'
import {HERE} from '../../here.ts'
import {sample} from '../../tier.ts'

const RULES = [
  {id: 'notice-too-short', policyKey: 'notice'},
  {id: 'marker-form', options: {limit: 3}}
]

const read = (text: string) =>
  readConfig(HERE.files, join(folder({'tenure.yaml': text}), 'tenure.yaml'), () => ({rules: RULES, isComplete: true}))

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
  it('contains the paths of a single API', () => {
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

  it('contains the paths of several APIs', () => {
    const config = read(
      'apis:\n  - {name: loans, spec: l.yaml}\n  - {name: fees, spec: f.yaml, policy: zalando, rendered: [F.md]}\n'
    )
    const [loans, fees] = config.apis
    if (!loans || !fees) throw new Error('Unexpected lack of APIs')
    expect(narrowConfig(config, loans)).toMatchObject({apis: [], pointer: '/apis/0', rendered: []})
    expect(narrowConfig(config, loans).policy).toBeUndefined()
    expect(narrowConfig(config, fees)).toMatchObject({policy: 'zalando', rendered: [{place: {line: 3}}]})
  })

  it('contains what finds APIs, the policy of those that have none, and what is elsewhere', () => {
    const files = {
      'a/api.yaml': '',
      'b/api.yaml': '',
      'b/history.yaml': '',
      'c/api.yaml': '',
      'tenure.yaml': `policy: zalando
apis:
  - {glob: '*/api.yaml', owner: team}
  - {name: own, spec: c/api.yaml, policy: stripe}
  - {name: ledger, source: ../ledger, tags: v*, group: money}
  - {backstage: 'catalog/**'}
`
    }
    const path = join(folder(files), 'tenure.yaml')
    const {apis, elsewhere} = readConfig(HERE.files, path, () => ({rules: RULES, isComplete: true}))
    expect(apis).toMatchObject([
      {name: 'a', policy: 'zalando', policyPlace: {pointer: '/policy'}, owner: 'team'},
      {name: 'b', history: join(dirname(path), 'b/history.yaml'), pointer: '/apis/0'},
      {name: 'own', policy: 'stripe', policyPlace: {pointer: '/apis/1/policy'}}
    ])
    expect(elsewhere).toMatchObject([
      {kind: 'source', name: 'ledger', source: '../ledger', tags: 'v*', group: 'money', place: {line: 5}},
      {kind: 'backstage', name: 'catalog/**'}
    ])
  })

  it('names the missing file of an API that a pattern finds by its name', () => {
    const text = "apis:\n  - {glob: '*/api.yaml'}\n  - {name: fees, spec: fees/apy.yaml}\n"
    const path = join(folder({'fees/api.yaml': '', 'tenure.yaml': text}), 'tenure.yaml')
    const readIt = () => readConfig(HERE.files, path, () => ({rules: RULES, isComplete: true}))
    expect(readIt).toThrow(/^There is no file `fees\/apy\.yaml`\. Correct the path\.$/)
  })

  it('is rejected for entries of `apis` that name no API, or have keys that cannot be combined', () => {
    const list = `apis:
  - {owner: team}
  - {name: a, glob: '*/api.yaml'}
  - {glob: '*/api.yaml', history: h.yaml}
  - {name: b, spec: b.yaml, source: ../b, rendered: [a.md]}
  - {name: d}
  - {name: c, source: ../c, enforceFrom: now}
  - {jobs: more.ndjson, owner: team}
  - {backstage: '**', tags: [v*, w*]}
`
    expect(problemsOf(list)).toEqual([
      '2:5 This entry names no API. Write a `name`, or a `glob`, `backstage`, or `jobs` that finds APIs.',
      "3:15 `glob` can't be combined with `name`. Make two entries.",
      "4:26 An entry with `glob` can't have `history`. Remove it.",
      "5:43 An entry with `source` can't have `rendered`. Remove it.",
      '6:6 `d` has no `spec`. Add it (`none` for a history alone), or a `source`.',
      "7:29 An entry with `source` can't have `enforceFrom`. Remove it.",
      "8:25 An entry with `jobs` can't have `owner`. Remove it.",
      '9:23 With `backstage`, `tags` is one text. Write one.'
    ])
    const twice = 'apis:\n  - {name: a, spec: a.yaml}\n  - {name: a, source: ../a}\n'
    expect(problemsOf(twice)).toEqual([
      expect.stringMatching(/^3:12 API `a` is listed twice, first at .*:2\. Give each/)
    ])
    expect(problemsOf("apis:\n  - {glob: 'services/*'}\n")).toEqual([
      '2:12 `services/*` matches no file. Correct it, or remove the entry.'
    ])
  })

  it('contains defaults for all APIs, each with the place where it is written', () => {
    const config = read(
      `policy: zalando
base: last.yaml
tags: v*
enforceFrom: 2027-01-31
failOn: never
adopted: {day: 2026-03-02, approver: ada}
generate: node openapi.js
owners: [{tag: x, owners: ada}]
apis:
  - {name: loans, spec: l.json}
  - {name: fees, spec: f.json, policy: snyk, base: target, enforceFrom: now, owners: [{tag: y, owners: zoe}]}
`
    )
    const [loans, fees] = config.apis.map(api => narrowConfig(config, api))
    expect(loans).toMatchObject({
      ...{policy: 'zalando', tags: ['v*'], enforceFrom: '2027-01-31', failOn: 'never', adopted: {approver: 'ada'}},
      ...{policyPlace: {pointer: '/policy'}, base: {place: {line: 2}}, generate: {place: {line: 7}}},
      owners: [{tag: 'x'}]
    })
    expect(fees).toMatchObject({
      ...{policy: 'snyk', tags: ['v*'], enforceFrom: 'now', failOn: 'never', adopted: {approver: 'ada'}},
      ...{
        policyPlace: {pointer: '/apis/1/policy'},
        base: {path: 'target', place: {line: 11}},
        generate: {place: {line: 7}}
      },
      owners: [{tag: 'x'}, {tag: 'y'}]
    })
  })

  it('contains waivers for a subject, a part of it, a rule, or a kind of change', () => {
    const {waivers} = read(`waivers:
  - {subject: GET /v1/loans, field: due, in: response, reason: security, rule: notice-too-short}
  - {subject: /v1/**, reason: legal, kind: value-added, until: 2027-01-31}
`)
    expect(waivers.map(({subject, rule, kind}) => ({subject: formatSubject(subject), rule, kind}))).toEqual([
      {subject: 'GET /v1/loans (field due, in response)', rule: 'notice-too-short', kind: undefined},
      {subject: '/v1/**', rule: undefined, kind: 'value-added'}
    ])
  })

  it('has rules that are checked against those of its plugins', () => {
    const pluginPaths: string[] = []
    const path = join(folder({'tenure.yaml': 'plugins: [./rules/own.ts]\nrules: {own: off}\n'}), 'tenure.yaml')
    const {rules} = readConfig(HERE.files, path, plugins => {
      pluginPaths.push(...plugins.map(each => each.path))
      return {rules: [...RULES, {id: 'own'}], isComplete: true}
    })
    expect(pluginPaths).toEqual([expect.stringMatching(/rules\/own\.ts$/)])
    expect(rules).toEqual({own: {level: 'off'}})
  })

  it.each(
    sample([
      [
        'history: h.yaml\napis: [{name: loans, spec: l.yaml}]\n',
        ["1:1 `history` can't be a default for all `apis`. Move it to the API that it is for."]
      ],
      [
        'apis: [{name: a, spec: l.yaml}, {name: a, spec: f.yaml}]\n',
        [expect.stringMatching(/^1:40 API `a` is listed twice, first at .*:1\. Give each its own name\.$/)]
      ],
      [
        'apis:\n  - {name: a, spec: l.yaml}\n  - {name: b, spec: ./l.yaml}\n',
        ['3:21 `l.yaml` is the `spec` of API `a`, too. Give each API its own, or list the API once.']
      ],
      [
        'apis: [{name: a, spec: none, history: h}, {name: b, spec: none, history: h}]\n',
        ['1:74 `h` is the `history` of API `a`, too. Give each API its own, or list the API once.']
      ],
      [
        'generate: node openapi.js\napis: [{name: a, spec: a.json}, {name: b, spec: none}]\n',
        [
          '1:1 `generate` writes the API description that `spec` names, and none is named. Move `generate` to the APIs that need it.'
        ]
      ],
      [
        'guarantees: {}\nnotice: 3 months\nservice: x\nname: y\n',
        [
          "1:1 `guarantees` isn't a key of this file. It belongs in the policy. Move it there.",
          "2:1 `notice` isn't a key of this file. It belongs in the policy, at a stability of `guarantees`. Move it there.",
          "3:1 `service` isn't a key of this file. It belongs in the history. Move it there.",
          "4:1 `name` isn't a key of this file. It belongs at an API of `apis` in `tenure.yaml`. Move it there."
        ]
      ],
      [
        'apis: [{name: a, spec: a.json, newWaivers: accept}]\n',
        ["1:32 `newWaivers` isn't a key of an API. It belongs at the top of `tenure.yaml`. Move it there."]
      ],
      ['apis: []\n', ['1:7 `apis` is empty. It needs at least one item.']],
      ['apis: [{name: loans}]\n', ['1:9 `loans` has no `spec`. Add it (`none` for a history alone), or a `source`.']],
      ['plugins: own.ts\n', ['1:10 `plugins` is `own.ts`. It must be a list.']],
      ['rendered: []\n', ['1:11 `rendered` is empty. It needs at least one item.']],
      [
        'rules: {notice-to-short: off}\n',
        ['1:9 There is no rule `notice-to-short`. Did you mean `notice-too-short`? `tenure explain` lists all.']
      ],
      ...['off', 'info', '{level: warning}'].map((level): [string, string[]] => [
        `rules: {notice-too-short: ${level}}\n`,
        [
          `1:9 \`notice-too-short\` reports what the policy demands, so its level can't be \`${/[a-z]+(?=\}?$)/.exec(level)?.[0]}\`: that's the policy's job. Change \`notice\` in the policy, or remove this line.`
        ]
      ]),
      [
        'waivers:\n  - {subject: GET /v1/loans, reason: legal, rule: marker-from}\n',
        ['2:51 There is no rule `marker-from`. Did you mean `marker-form`? `tenure explain` lists all.']
      ],
      [
        'waivers:\n  - {subject: GET /v1/loans, reason: legal, rule: marker-form, kind: value-added}\n',
        ['2:64 A waiver has either `kind` or `rule`. Remove one of them.']
      ],
      [
        'waivers:\n  - {subject: GET /v1/loans, reason: legal, about: maxLength}\n',
        ['2:45 `about` needs `kind`, the kind of change that it is about.']
      ],
      ['waivers:\n  - {reason: legal, rule: marker-form}\n', ['2:5 `subject` is missing. It must be a string.']]
    ])
  )('is rejected with the place of the mistake: %s', (text, messages) => {
    expect(problemsOf(text)).toEqual(messages)
  })

  it('is rejected with a suggestion if a kind of change is misspelled', () => {
    const [message] = problemsOf('waivers:\n  - {subject: GET /v1/loans, reason: legal, kind: value-aded}\n')
    expect(message).toMatch(/^2:51 `kind` is `value-aded`\. Did you mean `value-added`\?$/)
  })
})

import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, tenure} from './run.ts'

const HISTORY = `service: Loans
releases:
  - release: "1.0"
    date: 2024-01-10
    changes:
<<<<<<< HEAD
      - {deprecated: GET /v1/loans, sunset: 2026-01-10}
=======
      - {deprecated: GET /v1/fees, sunset: 2026-01-10}
>>>>>>> fees
`
const YAML = `openapi: 3.0.0
info: {title: Loans, version: '1.0'}
paths:
<<<<<<< HEAD
  /v1/loans: {}
=======
  /v1/fees: {}
>>>>>>> fees
`
const JSON_TEXT =
  '{"openapi": "3.0.0",\n<<<<<<< HEAD\n"paths": {}\n=======\n"paths": {"/v1/fees": {}}\n>>>>>>> fees\n}\n'
const CONFLICT = 'The file has merge conflict markers. Resolve the conflict, then run the command again.\n'

describe.concurrent('merge conflict markers are reported', () => {
  it.each([
    ['a history', {'history.yaml': HISTORY}, ['audit'], 'history.yaml:6:1'],
    [
      'a history with Windows line breaks',
      {'history.yaml': HISTORY.replaceAll('\n', '\r\n')},
      ['audit'],
      'history.yaml:6:1'
    ],
    [
      'a history with incompletely removed markers',
      {'history.yaml': HISTORY.replace(/[<>]{7} .*\n/g, '')},
      ['audit'],
      'history.yaml:7:1'
    ],
    [
      'a policy',
      {
        'policy.yaml': 'policy: own\n<<<<<<< HEAD\ntimezone: UTC\n=======\n>>>>>>> b\n',
        'history.yaml': 'service: Loans\nreleases: []\n'
      },
      ['audit', '--policy', 'policy.yaml'],
      'policy.yaml:2:1'
    ],
    [
      'a config file',
      {'tenure.yaml': 'policy: thirteen-months\n<<<<<<< HEAD\nspec: a.yaml\n=======\nspec: b.yaml\n>>>>>>> b\n'},
      ['check'],
      'tenure.yaml:2:1'
    ],
    ['a description in YAML', {'a.yaml': YAML}, ['diff', 'a.yaml', 'a.yaml'], 'a.yaml:4:1'],
    ['a description in JSON', {'a.json': JSON_TEXT}, ['diff', 'a.json', 'a.json'], 'a.json:2:1']
  ] as const)('in %s', async (_, files, args, place) => {
    const result = await tenure(args, {cwd: folder(files)})
    expectRefusal(result)
    expect(result.err).toContain(`${place}: ${CONFLICT}`)
    expect(result.err).not.toContain('Invalid')
  })
})

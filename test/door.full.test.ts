import {Ajv2020} from 'ajv/dist/2020.js'
import ts from 'typescript'
import {describe, expect, it} from 'vitest'
import * as door from '../src/index.ts'
import {
  between,
  type Change,
  compare,
  type JudgedChange,
  judgeChanges,
  readDescription,
  readDescriptionText,
  readPolicy,
  type Snapshot,
  type Validate
} from '../src/index.ts'
import {packageFolder} from '../src/read/files/installed-packages.ts'

/** What a user of the library hands in. */
const validate: Validate = (schema, value) =>
  new Ajv2020({strict: false, validateFormats: false}).validate(schema as object, value)

const loans = (title: string): string => `
openapi: 3.1.0
info: {title: Lending Library API, version: '1.0'}
paths:
  /v1/loans:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties: {title: ${title}}
      responses:
        '201': {description: Lent}
`
const inMemory = (title: string, source: string): Snapshot => readDescriptionText(loans(title), source).snapshot

const fixture = (name: string) => readDescription(packageFolder(`fixtures/lending-library/${name}`))

function diff(older: Snapshot, newer: Snapshot): JudgedChange[] {
  const {policy} = readPolicy('policy.yaml', packageFolder('fixtures/lending-library'))
  return judgeChanges(compare(older, newer, validate), {policy, asOf: '2026-11-20', ...between(older, newer)})
}

describe('the public door', () => {
  it('has types that need no others, as of Node', () => {
    const doors = ['index', 'rule'].map(name => packageFolder(`dist/types/src/${name}.d.ts`))
    const program = ts.createProgram(doors, {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      types: [],
      strict: true,
      noEmit: true
    })
    const faults = ts.getPreEmitDiagnostics(program)
    expect(faults.map(({messageText}) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  })

  it('is this wide', () => {
    expect(Object.keys(door).sort()).toEqual([
      'InputError',
      'assemble',
      'between',
      'compare',
      'earliestLawfulEnd',
      'endpointVersion',
      'judgeAll',
      'judgeChanges',
      'latestLawfulAnnouncement',
      'lint',
      'located',
      'partAsMarkdown',
      'presets',
      'readDescription',
      'readDescriptionText',
      'readHistory',
      'readHistoryText',
      'readPolicy',
      'readPolicyText',
      'readyFor',
      'renderNotes',
      'rules'
    ])
  })

  it('compares two descriptions in memory, each break with a witness', () => {
    const older = inMemory('{type: string, maxLength: 200}', 'old.yaml')
    const newer = inMemory('{type: string, maxLength: 5}', 'new.yaml')
    const [judged, ...others] = diff(older, newer)
    expect(others).toEqual([])
    expect(judged).toMatchObject({verdict: 'broken', effects: {request: 'breaking'}})
    const change: Change | undefined = judged?.change
    expect(change).toMatchObject({kind: 'constraint-tightened', about: 'maxLength', old: 200, new: 5})
    expect(change?.proofs.request).toMatchObject({is: 'breaks', witness: expect.stringMatching(/^.{6,200}$/)})
  })

  it('finds nothing between a description and itself', () => {
    const same = inMemory('{type: string}', 'loans.yaml')
    expect(diff(same, inMemory('{type: string}', 'loans.yaml'))).toEqual([])
  })

  it('says what of a text cannot be followed', () => {
    const {snapshot} = readDescriptionText(loans("{$ref: 'titles.yaml'}"), 'loans.yaml')
    expect(snapshot.gaps).toMatchObject([{place: {source: 'loans.yaml'}}])
    expect(snapshot.gaps[0]?.message).toContain('titles.yaml')
  })

  it('compares two files, and knows the lines', () => {
    const [older, newer] = [fixture('api-3.0.yaml'), fixture('api-3.1.yaml')]
    const judged = diff(older.snapshot, newer.snapshot)
    const of = (verdict: string) => judged.filter(each => each.verdict === verdict)
    // As `diff.txt` beside them counts them, with the changes of documentation.
    expect([of('broken'), of('undetermined'), of('exempt'), of('kept')].map(each => each.length)).toEqual([5, 1, 1, 7])
    const [gone] = of('broken').flatMap(({change: {kind, where}}) =>
      kind === 'operation-removed' && where.old ? [where.old] : []
    )
    expect(older.locate(gone ? [gone] : [])).toMatchObject([{pointer: '/paths/~1v1~1tokens~1legacy/post', line: 53}])
  })
})

import {join} from 'node:path'
import process from 'node:process'
import {Ajv2020} from 'ajv/dist/2020.js'
import ts from 'typescript'
import {describe, expect, it} from 'vitest'
import * as door from '../src/index.ts'
import {
  anyFailing,
  audit,
  between,
  type Change,
  changelog,
  check,
  compare,
  diff,
  InputError,
  type JudgedChange,
  judgeChanges,
  readDescription,
  readDescriptionText,
  readPolicy,
  type Snapshot,
  type Validate
} from '../src/index.ts'
import {packageFolder} from '../src/stores/files/installed-packages.ts'
import {folder, tenure} from './cli/run.ts'
import {git, repositoryOf} from './gate/scenario.ts'

/** A program of a user of the library. */
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

function judge(older: Snapshot, newer: Snapshot): JudgedChange[] {
  const {policy} = readPolicy('policy.yaml', packageFolder('fixtures/lending-library'))
  return judgeChanges(compare(older, newer, validate), {policy, asOf: '2026-11-20', ...between(older, newer)})
}

const EXAMPLE = `
import {anyFailing, audit, changelog, check, diff, format, InputError, type AuditRequest, type ChangelogRequest, type CheckRequest, type DiffReport, type DiffRequest, type ExplainedDiff, type Report, type ReportFormat, type Surroundings} from 'tenure'

const where: Surroundings = {env: {CI: 'true'}, today: timezone => (timezone === 'UTC' ? '2026-11-20' : '2026-11-21')}
const audited: AuditRequest = {source: 'specs', since: '2025', asOf: '2026-11-20'}
const checked: CheckRequest = {base: 'origin/main'}
const compared: DiffRequest = {old: 'main:openapi.yaml', new: 'openapi.yaml', kind: 'field-removed'}
const written: ChangelogRequest = {template: 'keep-a-changelog', asOf: undefined}
export async function judge(): Promise<readonly string[]> {
  try {
    const report: Report = await audit(audited, where)
    const reports: readonly Report[] = await check(checked)
    const explained: ExplainedDiff = await diff(compared)
    const changes: DiffReport = explained
    const form: ReportFormat = 'markdown'
    const text: string = await changelog(written)
    const first = changes.judged[0]?.change.where.new?.line ?? report.findings[0]?.place.line ?? 0
    return [text, await format(changes, form), ...explained.judged.map(each => each.message), report.summary.violation.toFixed(), first.toFixed(), ...reports.filter(anyFailing).map(each => each.service)]
  } catch (error) {
    if (error instanceof InputError) return error.problems.map(({message, place}) => message + (place?.source ?? ''))
    throw error
  }
}
`

/**
 * The errors of the compiler in these files, in a program without other types. Missing files are those of the package.
 */
function faultsOf(names: readonly string[], text?: string): string[] {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true
  }
  const host = ts.createCompilerHost(options)
  const {fileExists, readFile, getSourceFile} = host
  const isGiven = (name: string): boolean => text !== undefined && names.includes(name)
  host.fileExists = name => isGiven(name) || fileExists(name)
  host.readFile = name => (isGiven(name) ? text : readFile(name))
  host.getSourceFile = (name, version, ...others) =>
    isGiven(name) ? ts.createSourceFile(name, text ?? '', version) : getSourceFile(name, version, ...others)
  return ts
    .getPreEmitDiagnostics(ts.createProgram(names, options, host))
    .map(({messageText}) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('the library API', () => {
  it("has types that don't need others, such as those of Node.js", () => {
    const doors = ['index', 'rule'].map(name => packageFolder(`dist/types/src/${name}.d.ts`))
    expect(faultsOf(doors)).toEqual([])
  })

  it('has types that a program can write out', () => {
    expect(faultsOf([packageFolder('example.mts')], EXAMPLE)).toEqual([])
  })

  it('exports exactly these names', () => {
    expect(Object.keys(door).sort()).toEqual([
      'InputError',
      'anyFailing',
      'assemble',
      'audit',
      'between',
      'changelog',
      'check',
      'compare',
      'diff',
      'earliestEndOfSupport',
      'endpointVersion',
      'format',
      'judgeAll',
      'judgeChanges',
      'latestAnnouncement',
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

  it('compares two API descriptions in memory, with a counterexample for each breaking change', () => {
    const older = inMemory('{type: string, maxLength: 200}', 'old.yaml')
    const newer = inMemory('{type: string, maxLength: 5}', 'new.yaml')
    const [judged, ...others] = judge(older, newer)
    expect(others).toEqual([])
    expect(judged).toMatchObject({verdict: 'violation', effects: {request: 'breaking'}})
    const change: Change | undefined = judged?.change
    expect(change).toMatchObject({kind: 'constraint-tightened', about: 'maxLength', old: 200, new: 5})
    expect(change?.proofs.request).toMatchObject({is: 'breaks', witness: expect.stringMatching(/^.{6,200}$/)})
  })

  it('finds no changes between a description and itself', () => {
    const same = inMemory('{type: string}', 'loans.yaml')
    expect(judge(same, inMemory('{type: string}', 'loans.yaml'))).toEqual([])
  })

  it("reports references in a text that can't be followed", () => {
    const {snapshot} = readDescriptionText(loans("{$ref: 'titles.yaml'}"), 'loans.yaml')
    expect(snapshot.gaps).toMatchObject([{place: {source: 'loans.yaml'}}])
    expect(snapshot.gaps[0]?.message).toContain('titles.yaml')
  })

  it('compares two files, with line numbers', () => {
    const [older, newer] = [fixture('api-3.0.yaml'), fixture('api-3.1.yaml')]
    const judged = judge(older.snapshot, newer.snapshot)
    const of = (verdict: string) => judged.filter(each => each.verdict === verdict)
    // As counted in `diff.txt` next to them, including documentation changes.
    expect([of('violation'), of('undetermined'), of('exempt'), of('compliant')].map(each => each.length)).toEqual([
      5, 1, 1, 7
    ])
    const [removed] = of('violation').flatMap(({change: {kind, where}}) =>
      kind === 'operation-removed' && where.old ? [where.old] : []
    )
    expect(older.locate(removed ? [removed] : [])).toMatchObject([
      {pointer: '/paths/~1v1~1tokens~1legacy/post', line: 53}
    ])
  })
})

describe('a command called from a program', () => {
  const asOf = '2026-11-20'
  const library = packageFolder('fixtures/lending-library')
  const [older, newer] = ['api-3.0.yaml', 'api-3.1.yaml'].map(name => join(library, name)) as [string, string]
  const printed = async (...args: readonly string[]) => {
    const {out} = await tenure([...args, '--as-of', asOf], {cwd: library})
    return out
  }

  it('audits a history', async () => {
    const report = await audit({source: library, asOf})
    expect(report).toMatchObject({command: 'audit', asOf, assumed: false, source: {kind: 'history'}})
    const output = JSON.parse(await printed('audit', library, '--format', 'json'))
    const {summary, findings} = report
    expect(summary).toMatchObject(output.summary)
    const all = findings.flatMap(each => [each, ...each.reasons])
    expect(all.map(({message}) => message)).toEqual(output.findings.map((each: {message: string}) => each.message))
    const part = await audit({source: library, asOf, since: '3.1', stability: 'ga'})
    expect(part.judgments.length).toBeLessThan(report.judgments.length)
  })

  it('compares two descriptions', async () => {
    const report = await diff({old: older, new: newer, asOf}, {cwd: library})
    expect(report.summary).toEqual(JSON.parse(await printed('diff', older, newer, '--format', 'json')).summary)
    const some = await diff({old: older, new: newer, asOf, kind: 'operation-removed'})
    expect(new Set(some.judged.map(({change}) => change.kind))).toEqual(new Set(['operation-removed']))
    expect(some.unfiltered).toBeGreaterThan(some.judged.length)
  })

  it('writes a history', async () => {
    expect(await changelog({source: library, asOf})).toBe(await printed('changelog', library))
    const form = {template: 'keep-a-changelog'}
    expect(await changelog({source: library, asOf, ...form})).toBe(
      await printed('changelog', library, '--template', form.template)
    )
  })

  it('checks one file against another', async () => {
    const reports = await check({base: older, spec: newer, asOf, policy: 'thirteen-months'})
    expect(reports).toMatchObject([{command: 'check', asOf, source: {kind: 'description', path: newer}}])
    expect(reports.map(anyFailing)).toEqual([true])
  })

  it('checks each of several APIs, or rejects all', async () => {
    const api = (title: string) => `openapi: 3.1.0\ninfo: {title: ${title}, version: '1'}\npaths: {}\n`
    const config = 'format: 1\napis:\n  - {name: loans, spec: loans.yaml}\n  - {name: readers, spec: readers.yaml}\n'
    const files = {'tenure.yaml': config, 'loans.yaml': api('Loans'), 'readers.yaml': api('Readers')}
    const cwd = await repositoryOf({main: [['2025-01-01', files]]})
    const reports = await check({asOf}, {cwd: cwd})
    expect(reports.map(each => each.api)).toEqual(['loans', 'readers'])
    await git(cwd, ['rm', '-q', 'readers.yaml'])
    await expect(check({asOf, base: 'nowhere'}, {cwd: cwd})).rejects.toBeInstanceOf(InputError)
  })

  it("doesn't run the plugins that a target lists, and reports that", async () => {
    const files = {'tenure.yaml': 'format: 1\nplugins: [own.mjs]\n', 'own.mjs': '', 'openapi.yaml': loans('{}')}
    const cwd = await repositoryOf({main: [['2025-01-01', files]]})
    await expect(check({asOf}, {cwd: cwd})).rejects.toThrow('`own.mjs`')
  })

  it("reports what can't be read", async () => {
    const cwd = folder()
    const calls = [
      audit({source: 'nowhere'}, {cwd}),
      audit({source: library, asOf: '2026-02-30'}, {cwd}),
      check({}, {cwd}),
      diff({old: 'old.yaml', new: 'new.yaml'}, {cwd}),
      changelog({source: library, part: 'nothing'}, {cwd}),
      changelog({history: 'nowhere.yaml'}, {cwd})
    ]
    for (const {status} of await Promise.allSettled(calls)) expect(status).toBe('rejected')
    for (const call of calls) await expect(call).rejects.toBeInstanceOf(InputError)
  })

  it('takes the date, environment variables, and standard error as options, and leaves the process unchanged', async () => {
    const before = {...process.env}
    let err = ''
    const surroundings = {
      today: () => '2025-05-05',
      env: {},
      err(text: string) {
        err += text
      }
    }
    const specs = folder({'1.0.yaml': loans('{}'), '1.1.yaml': loans('{type: string}')})
    const reports = await Promise.all([
      audit({source: library}, surroundings),
      audit({source: library, asOf: '2025-05-06'}, surroundings)
    ])
    expect(reports.map(each => each.asOf)).toEqual(['2025-05-05', '2025-05-06'])
    await changelog({source: specs}, surroundings)
    expect(err).toContain(specs)
    expect(process.env).toEqual(before)
  })
})

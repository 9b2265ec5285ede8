import ts from 'typescript'
import {describe, expect, it} from 'vitest'
import * as door from '../src/index.ts'
import {packageFolder} from '../src/stores/files/installed-packages.ts'

/** A program of a user of the library. */
const EXAMPLE = `
import {audit, changelog, check, diff, due, exitCode, explain, format, InputError, nextVersion, notes, reportsOf, upgrade, usages} from 'tenure'
import type {ApiReports, AuditRequest, Change, CheckRequest, DiffReport, DiffRequest, DueReport, EarliestEnd, Explanation, Finding, InputProblem, Judgment, NextVersion, ReleaseNotes, Report, ReportFormat, RuleList, Surroundings, UpgradeGuide} from 'tenure'

const where: Surroundings = {env: {CI: 'true'}, today: timezone => (timezone === 'UTC' ? '2026-11-20' : '2026-11-21')}
const audited: AuditRequest = {source: 'specs', since: '2025', asOf: '2026-11-20', failOn: undefined}
const checked: CheckRequest = {base: 'origin/main', policy: {name: 'own.yaml', text: 'extends: kubernetes'}}
const compared: DiffRequest = {old: {openapi: '3.1.0', paths: {}}, new: 'openapi.yaml', kind: 'field-removed'}
const own: ReportFormat = 'sarif'
const say = ({message}: Finding | Judgment | Change): string => message
export async function judge(): Promise<readonly string[]> {
  try {
    const all: Report | ApiReports<Report> = await audit(audited, where)
    const one: Report = await audit({api: 'loans'})
    const reports: readonly Report[] = [...reportsOf(all), ...reportsOf(await check(checked)), one]
    const comparison: DiffReport = await diff(compared)
    const text: string = await diff({...compared, format: own})
    const end: EarliestEnd = await due({endpoint: 'GET /v1/loans'})
    const removals: readonly DueReport[] = reportsOf(await due())
    const version: NextVersion = await nextVersion({api: 'loans'})
    const news: readonly ReleaseNotes[] = [...reportsOf(await notes({release: '1.1'})), ...reportsOf(await changelog())]
    const guide: UpgradeGuide = await upgrade({from: '1.0', to: '1.1'})
    const known: RuleList = await explain()
    const kind: Explanation = await explain({id: 'value-added'})
    const calls = reportsOf(await usages({dir: 'src'})).flatMap(({usage}) => usage?.endpoints ?? [])
    const line = comparison.changes[0]?.places.new?.line ?? one.findings[0]?.place.line ?? exitCode(comparison)
    const texts = [text, await format(comparison, own), version.needs.next, kind, end, guide.later, known.length, calls.length]
    return [
      ...texts.map(String),
      line.toFixed(),
      ...removals.flatMap(({due}) => due.map(each => each.text)),
      ...news.flatMap(({releases}) => releases.flatMap(({groups}) => groups.flatMap(({lines}) => lines.map(each => each.text)))),
      ...reports.flatMap(({judgments, findings}) => [...judgments, ...findings].map(say)),
      ...comparison.changes.map(say)
    ]
  } catch (error) {
    if (error instanceof InputError) return error.problems.map(({message, place}: InputProblem) => message + (place?.source ?? ''))
    throw error
  }
}
// @ts-expect-error The newer description is missing.
export const incomplete = diff({old: 'openapi.yaml'})
// @ts-expect-error There is no such option.
export const unknown = audit({sorce: 'specs'})
// @ts-expect-error A configuration can have several APIs.
export const single = audit().then(({findings}) => findings)
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
    noUncheckedIndexedAccess: true,
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

it('is an ES module at its path in a built checkout', async () => {
  const [byPath, byName] = await Promise.all(['index.js', 'index.cjs'].map(name => import(`../dist/${name}`)))
  const names = Object.keys(door).toSorted()
  expect(names.map(name => [name, typeof byPath[name]])).toEqual(names.map(name => [name, typeof byName[name]]))
  expect(Object.keys(byPath).toSorted()).toEqual(expect.arrayContaining(names))
})

describe('the library API', () => {
  it("has types that don't need others, such as those of Node.js", () => {
    const doors = ['src/index', 'src/rule', 'packages/http/src/http'].map(name =>
      packageFolder(`dist/types/${name}.d.ts`)
    )
    expect(faultsOf(doors)).toEqual([])
  })

  it('has types that a program can write out', () => {
    expect(faultsOf([packageFolder('example.mts')], EXAMPLE)).toEqual([])
  })

  it('exports exactly these names', () => {
    expect(Object.keys(door).sort()).toEqual([
      'InputError',
      'audit',
      'changelog',
      'check',
      'diff',
      'due',
      'exitCode',
      'explain',
      'format',
      'nextVersion',
      'notes',
      'reportsOf',
      'upgrade',
      'usages'
    ])
  })
})

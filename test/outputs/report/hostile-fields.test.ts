// Every field of a report that the types leave to any text can hold one of a stranger. The types are walked, so that a
// new field is among them.

import ts from 'typescript'
import {describe, expect, it} from 'vitest'
import {REPORT_FORMATS, REPORTERS} from '../../../src/outputs/report/formats.ts'
import type {Report} from '../../../src/outputs/report/report.ts'
import {packageFolder} from '../../../src/stores/files/installed-packages.ts'
import {sample} from '../../tier.ts'
import {diffReport} from './diff-reports.ts'
import {reportOf} from './judgments.ts'
import {mixed} from './made-reports.ts'
import {commandsIn} from './workflow-commands.ts'

const HOSTILE = 'a\n::error file=x::hacked\r\n##[error]hacked\u001b[5m\u001b[2J\u202e\u2028'

const FILE = packageFolder('src/outputs/report/report.ts')
const program = ts.createProgram([FILE], {
  ...{
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext
  },
  ...{strict: true, noEmit: true, allowImportingTsExtensions: true, resolveJsonModule: true, types: []}
})
const checker = program.getTypeChecker()

function typeOfReport(): ts.Type {
  const file = program.getSourceFile(FILE)
  const declared = file?.statements.find(each => ts.isInterfaceDeclaration(each) && each.name.text === 'Report')
  if (!declared) throw new Error('The report has no type')
  return checker.getTypeAtLocation(declared)
}

type Path = readonly (string | number)[]

/** Lists the texts in a value whose type allows any text, one for each field of each type. */
function listTexts(value: unknown, type: ts.Type): Path[] {
  const found = new Map<string, Path>()
  const visit = (part: unknown, types: readonly ts.Type[], path: Path): void => {
    const each = types.flatMap(one => (one.isUnion() ? one.types : [one]))
    if (typeof part === 'string') {
      // Days are checked where they are read, and kinds of changes are words of the code.
      const isFree =
        each.some(({flags}) => flags & ts.TypeFlags.String) &&
        path.at(-1) !== 'kind' &&
        !/^\d{4}-\d{2}(-\d{2})?$/.test(part)
      if (isFree) found.set(path.map(key => (typeof key === 'number' ? '*' : key)).join('.'), path)
    } else if (Array.isArray(part)) {
      const items = each.flatMap(one => checker.getIndexTypeOfType(one, ts.IndexKind.Number) ?? [])
      for (const [index, item] of part.entries()) visit(item, items, [...path, index])
    } else if (typeof part === 'object' && part !== null && !(part instanceof Map) && !(part instanceof Set)) {
      for (const [key, item] of Object.entries(part)) {
        const own = each.flatMap(one => {
          const symbol = one.getProperty(key)
          return symbol
            ? [checker.getTypeOfSymbol(symbol)]
            : (checker.getIndexTypeOfType(one, ts.IndexKind.String) ?? [])
        })
        visit(item, own, [...path, key])
      }
    }
  }
  visit(value, [type], [])
  return [...found.values()]
}

/** The value with another text at a path, in each item of the lists on the way. */
function replaceAt<Value>(value: Value, [key, ...rest]: Path, by: string): Value {
  if (key === undefined) return (typeof value === 'string' ? by : value) as Value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => replaceAt(item, rest, by)) as Value
  return key in value ? {...value, [key]: replaceAt(value[key as keyof Value], rest, by)} : value
}

const SUBJECT = mixed().judgments[0]?.subject
if (!SUBJECT) throw new Error('The report has no judgment')
const OWNERS = [{owners: ['@library/api', '@ada'], count: 2}]

const FULL = mixed({
  findings: mixed().findings.map(each => ({...each, owners: OWNERS, details: ['Seen by readers.'], releases: ['1.0']})),
  source: {
    kind: 'history',
    path: 'history.yaml',
    partial: true,
    unread: 'openapi.yaml',
    unreadAt: {source: 'openapi.yaml'}
  },
  uncompared: {text: 'Nothing was compared.', isUnsure: true},
  newWaivers: {
    ...{added: 1, ignored: 1},
    list: [{subject: SUBJECT, reason: 'security', counts: false, owners: OWNERS}]
  },
  revisions: {base: {name: 'main', commit: 'a1b2c3d', reason: 'the newest'}, target: {name: 'main', commit: 'a1b2c3d'}},
  ...{spec: 'openapi.yaml', api: 'lending', releases: ['1.0', '1.1'], root: 'services/loans'}
})

const REPORTS: readonly [string, Report][] = [
  ['a check', FULL],
  ['an audit', {...FULL, command: 'audit'}],
  [
    'a partial source of releases',
    mixed({source: {...FULL.source, unreadReleases: {names: ['1.0'], of: 3, isWhole: true}}})
  ],
  ['a comparison', {...reportOf([], [], {command: 'diff'}), diff: diffReport()}]
]

describe.each(sample(REPORTS))('the fields of %s', (_, report) => {
  const paths = listTexts(report, typeOfReport())

  it('are found', () => expect(paths.length).toBeGreaterThan(10))

  it.each(
    sample(
      REPORT_FORMATS.flatMap(format => [
        [format, false] as const,
        ...(format === 'stylish' ? [[format, true] as const] : [])
      ])
    )
  )('are harmless in the format %s (with colors: %s)', async (format, color) => {
    const reporter = await REPORTERS[format]()
    const write = async (each: Report): Promise<string> => reporter.write(each, {color})
    const commands = commandsIn(await write(report)).map(({name}) => name)
    const harmful: string[] = []
    for (const path of paths) {
      const output = await write(replaceAt(report, path, HOSTILE))
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
      const text = color ? output.replace(/\u001b\[(?!5m)\d{1,2}m/g, '') : output
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
      const acts = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u202a-\u202e]/.test(text)
      const runs = commandsIn(text).some(({data}) => data.startsWith('hacked'))
      if (acts || runs || commandsIn(text).length > commands.length) harmful.push(path.join('.'))
    }
    expect(harmful).toEqual([])
  })
})

import {afterAll, expect, it} from 'vitest'
import {describeCompletions} from '../../../src/cli/completion/completion-data.ts'
import {REPORT_FORMATS, REPORTERS} from '../../../src/outputs/report/formats.ts'
import type {Reporter} from '../../../src/outputs/report/reporter.ts'
import {folder, tenure} from '../../cli/run.ts'

// A new format needs one file and one line in the list of formats.

/** One line for each finding: its level, rule, and place. */
const lines: Reporter = {
  write: result =>
    'problems' in result
      ? result.problems.map(({message}) => `error ${message}\n`).join('')
      : result.findings.map(({level, rule, place: {source, line}}) => `${level} ${rule} ${source}:${line}\n`).join(''),
  combine: parts => parts.map(({name}) => `${name}\n`).join('')
}

Object.assign(REPORTERS, {lines: async () => lines})
;(REPORT_FORMATS as string[]).push('lines')

afterAll(() => {
  Reflect.deleteProperty(REPORTERS, 'lines')
  REPORT_FORMATS.pop()
})

const LIBRARY = (status: string) => `openapi: 3.1.0
info: {title: Library, version: '1'}
paths:
  /v1/loans:
    get:
      responses:
        '200':
          description: Loans
          content:
            application/json:
              schema: {type: object, properties: {${status}: {type: string}}}
`
const cwd = folder({
  'old.yaml': LIBRARY('status'),
  'new.yaml': LIBRARY('state'),
  'client.ts': "await fetch('/v1/loans')"
})

it('a new format works in check, audit, usages, and diff', async () => {
  const diff = await tenure(['diff', 'old.yaml', 'new.yaml', '--format', 'lines'], {cwd})
  expect(diff).toEqual({code: 0, err: '', out: 'error field-removed new.yaml:11\n'})
  const check = await tenure(['check', '--base', 'old.yaml', '--spec', 'new.yaml', '--format', 'lines'], {cwd})
  expect(check).toMatchObject({code: 1, out: expect.stringMatching(/^error \S+ new\.yaml:11\n/)})
  const unread = await tenure(['check', '--base', 'old.yaml', '--spec', 'no.yaml', '--format', 'lines'], {cwd})
  expect(unread).toMatchObject({code: 2, out: expect.stringMatching(/^error There is no file `no\.yaml`/)})
  const history = {'history.yaml': 'format: 1\nservice: library\nreleases:\n  - release: "1"\n    date: 2020-01-01\n'}
  const audit = await tenure(['audit', '--format', 'lines'], {cwd: folder(history)})
  expect(audit).toMatchObject({code: 0, err: ''})
  const usages = await tenure(['usages', '--history', 'old.yaml', '--format', 'lines'], {cwd})
  expect(usages).toMatchObject({code: 0, err: '', out: ''})
})

it('a new format writes the reports of several APIs as one', async () => {
  const config = 'format: 1\napis:\n  - {name: loans, spec: a.yaml}\n  - {name: fees, spec: b.yaml}\n'
  const several = folder({'tenure.yaml': config, 'a.yaml': LIBRARY('status'), 'b.yaml': LIBRARY('status')})
  const {out} = await tenure(['check', '--format', 'lines'], {cwd: several})
  expect(out).toBe('loans\nfees\n')
})

it('a new format is part of the shell completion', async () => {
  const commands = await describeCompletions()
  for (const name of ['check', 'audit', 'usages', 'diff'])
    expect(
      commands.find(each => each.name === name)?.options.find(each => each.name === 'format')?.values?.words,
      name
    ).toContain('lines')
})

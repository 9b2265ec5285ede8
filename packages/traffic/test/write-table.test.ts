import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, pathsIn} from '../../../test/cli/run.ts'
import {finishDraft, readTableTexts, writeTable} from '../src/table/write-table.ts'
import {contextIn} from './import-here.ts'

const DAY = 'days/2026-11-01.calls.csv'
const plan = (written: readonly object[], removed: readonly string[] = []): string => JSON.stringify({written, removed})

describe('the files of a table', () => {
  it('are all written, or deleted', () => {
    const cwd = folder()
    const context = contextIn(cwd)
    writeTable(
      context,
      'table',
      new Map([
        ['table.json', '{}\n'],
        [DAY, 'a\n']
      ])
    )
    writeTable(
      context,
      'table',
      new Map([
        ['imports.csv', 'b\n'],
        [DAY, undefined]
      ])
    )
    expect([...readTableTexts(context.files, 'table')]).toEqual([
      ['table.json', '{}\n'],
      ['imports.csv', 'b\n']
    ])
    expect(pathsIn(join(cwd, 'table'))).toEqual(['days', 'imports.csv', 'table.json'])
  })

  it('are completed after an interruption, if all of them were drafted', () => {
    const drafted = folder({
      '.draft/0': 'new\n',
      '.draft/plan.json': plan([{path: DAY, name: '0'}], ['imports.csv']),
      'imports.csv': 'old\n'
    })
    finishDraft(contextIn(drafted), '.')
    expect([...readTableTexts(contextIn(drafted).files, '.')]).toEqual([[DAY, 'new\n']])
    const half = folder({'.draft/0': 'new\n', 'imports.csv': 'old\n'})
    finishDraft(contextIn(half), '.')
    expect(pathsIn(half)).toEqual(['imports.csv'])
  })

  it.each([
    ['another file', plan([{path: '../tenure.yaml', name: '0'}])],
    ['a draft elsewhere', plan([{path: DAY, name: '../0'}])],
    ['another file to delete', plan([], ['days/../../tenure.yaml'])],
    ['no JSON', '{']
  ])('are left alone if the draft names %s', (_, text) => {
    const cwd = folder({'tenure.yaml': '', 'table/.draft/plan.json': text})
    expect(() => finishDraft(contextIn(cwd), 'table')).toThrow("isn't the plan of an interrupted import")
    expect(existsSync(join(cwd, 'tenure.yaml'))).toBe(true)
  })
})

import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, it} from 'vitest'
import {ciFormats} from '../../src/cli/options/ci-formats.ts'
import {printReport} from '../../src/cli/print.ts'
import type {Context} from '../../src/context/context.ts'
import {loadReporters, parseFormats} from '../../src/outputs/report/formats.ts'
import {CONTEXT} from '../here.ts'
import {mixed} from '../outputs/report/made-reports.ts'
import {sample} from '../tier.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenure-print-'))
afterAll(() => rmSync(folder, {recursive: true}))

it('one report is printed, and the others are written to files without colors', async () => {
  const printed: string[] = []
  const context: Context = {
    ...CONTEXT,
    out: text => void printed.push(text),
    color: true
  }
  const [text, log] = [join(folder, 'check.txt'), join(folder, 'check.sarif')]
  const targets = await loadReporters(parseFormats(['stylish', `stylish=${text}`, `sarif=${log}`]))
  await printReport(mixed(), targets, context)
  expect(printed.join('')).toContain('✖ 3 violations')
  expect(readFileSync(text, 'utf8')).not.toContain('\u001b')
  expect(JSON.parse(readFileSync(log, 'utf8')).version).toBe('2.1.0')
  expect(readFileSync(text, 'utf8').length).toBeLessThanOrEqual(printed.join('').length)
})

it.each(
  sample([
    [{}, [{format: 'stylish'}]],
    [{GITHUB_ACTIONS: 'true'}, [{format: 'github'}]],
    [{GITLAB_CI: 'true'}, [{format: 'stylish'}, {format: 'gitlab', file: 'gl-code-quality-report.json'}]],
    [{GITHUB_ACTIONS: '', GITLAB_CI: undefined}, [{format: 'stylish'}]]
  ])
)('in the environment %o the default reports are %o', (environment, formats) => {
  expect(ciFormats(environment)).toEqual(formats)
})

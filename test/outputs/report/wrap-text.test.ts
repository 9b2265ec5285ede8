import {expect, test} from 'vitest'
import {wrapText} from '../../../src/outputs/report/wrap-text.ts'

test('lines wrap at spaces, aligned with the text of the first line', () => {
  const line = '  ✖ `GET /v1/loans` was removed in 2.0 (2025-06-01) without notice. The policy requires 13 months.'
  expect(wrapText(`${line}\n`, 50)).toBe(
    [
      '  ✖ `GET /v1/loans` was removed in 2.0',
      '    (2025-06-01) without notice. The policy',
      '    requires 13 months.',
      ''
    ].join('\n')
  )
})

test("color codes don't count, and code lines and long words are not split", () => {
  const red = `\u001b[31m${'word '.repeat(8).trim()}\u001b[39m`
  expect(wrapText(red, 40)).toBe(red)
  const code = `    > 12 |   description: ${'x '.repeat(40)}`
  expect(wrapText(code, 40)).toBe(code)
  const path = `    ${'p'.repeat(60)}  rule`
  expect(wrapText(path, 40)).toBe(path)
})

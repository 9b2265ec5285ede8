import {expect, test} from 'vitest'
import {plainText} from '../../../src/outputs/report/sanitize-text.ts'
import {sample} from '../../tier.ts'

test.each(
  sample([
    ['a\nb\r\u001b[2J', 'a\\nb\\u000d\\u001b[2J'],
    ['\u202egnp.exe', '\\u202egnp.exe'],
    ['::error::a', '\\u003a:error::a'],
    ['  \t::error::a', '  \t\\u003a:error::a'],
    ['a ##[error]b', 'a #\\u0023[error]b'],
    ['##vso[task.complete]', '#\\u0023vso[task.complete]'],
    ['###[group]', '##\\u0023[group]']
  ])
)('text that a terminal or CI system could execute is escaped: %j is printed as %s', (text, printed) => {
  expect(plainText(text)).toBe(printed)
})

// Texts that look like commands and are not.
test.each(sample(['std::vector of a', '## Heading', 'a: b', ':a', 'C# [1]', '/v1/**', 'ü 日本語 🔴']))(
  'harmless text is unchanged: %s',
  text => {
    expect(plainText(text)).toBe(text)
  }
)

import {describe, expect, test} from 'vitest'
import {fillManagedSections, unifiedDiff} from '../../../../packages/pages/src/markdown/managed-sections.ts'
import {InputError} from '../../../../src/model/input-error.ts'
import {sample} from '../../../tier.ts'

const fill = (text: string): string => fillManagedSections(text, 'README.md', part => `The ${part}.\n\nMore.\n`)

const problemsOf = (text: string): string[] => {
  try {
    fill(text)
  } catch (error) {
    if (error instanceof InputError) return error.problems.map(({message, place}) => `${place?.line ?? ''} ${message}`)
  }
  return []
}

describe('managed sections', () => {
  test('are filled, without changing any other byte', () => {
    const before =
      '\ufeff# Library\t \n\n<!-- tenure endpoints -->\nold\n<!-- /tenure -->\n  tail  \n\n\n<!--tenure all-->\n<!-- /tenure --> \nno newline at the end'
    expect(fill(before)).toBe(
      '\ufeff# Library\t \n\n<!-- tenure endpoints -->\n\nThe endpoints.\n\nMore.\n\n<!-- /tenure -->\n  tail  \n\n\n<!--tenure all-->\n\nThe all.\n\nMore.\n\n<!-- /tenure --> \nno newline at the end'
    )
  })

  test('stay the same when filled twice', () => {
    const once = fill('<!-- tenure all -->\n<!-- /tenure -->')
    expect(fill(once)).toBe(once)
  })

  test('have CRLF in a file with CRLF', () => {
    expect(fill('a\r\n<!-- tenure all -->\r\n<!-- /tenure -->\r\n')).toBe(
      'a\r\n<!-- tenure all -->\r\n\r\nThe all.\r\n\r\nMore.\r\n\r\n<!-- /tenure -->\r\n'
    )
  })

  test('may start on the first line, after a byte order mark', () => {
    expect(fill('\ufeff<!-- tenure all -->\n<!-- /tenure -->')).toContain('The all.')
  })

  test('are not recognized in fenced code', () => {
    const code = '```md\n<!-- tenure all -->\n```\n~~~~\n<!-- /tenure -->\n~~~\n~~~~\n'
    expect(fill(`${code}<!-- tenure all -->\n<!-- /tenure -->\n`).startsWith(code)).toBe(true)
    expect(problemsOf(code)).toHaveLength(1)
  })

  test.each(
    sample([
      [
        'an unknown part',
        '<!-- tenure endpoint -->\n<!-- /tenure -->',
        /^1 There is no part `endpoint`\. Did you mean `endpoints`\?/
      ],
      ['no end', 'a\n<!-- tenure all -->\n', /^2 This managed section has no end/],
      ['no beginning', 'a\n\n<!-- /tenure -->\n', /^3 A managed section ends here but never began/],
      [
        'a zone in a zone',
        '<!-- tenure all -->\n<!-- tenure policy -->\n<!-- /tenure -->',
        /^2 The managed section `policy` begins inside the one of line 1/
      ],
      ['no section', 'a\n', /these two lines where the change history belongs:$/]
    ])
  )('are rejected: %s', (_, text, message) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(message)])
  })
})

test('a difference is printed as a unified diff', () => {
  expect(unifiedDiff('README.md', 'a\nb\n', 'a\nc\n')).toContain('-b\n+c\n')
  expect(unifiedDiff('README.md', 'a\n', 'a\n')).toBe('')
})

import {InputError} from '@tenure/core/model/input-error'
import {markdown} from '@tenure/core/outputs/report/formats/markdown'
import type {Report} from '@tenure/core/outputs/report/report'
import {sumUpApis} from '@tenure/core/outputs/report/several-apis'
import {describe, expect, it} from 'vitest'
import {tenure} from '../../../test/cli/run.ts'
import {repositoryOf, spec, TODAY} from '../../../test/gate/scenario.ts'
import {checkOf, HOSTILE, many, mixed} from '../../../test/outputs/report/made-reports.ts'
import {sample} from '../../../test/tier.ts'
import {approveComment} from '../src/untrusted-comment.ts'

const MARKER = '<!-- tenure check -->'
const rebuild = (text: string, note?: string): string => approveComment(`${MARKER}\n\n${text}\n`, note)
describe('a comment that `check` wrote', () => {
  it.each<[string, Report]>(
    sample([
      ['mixed findings', mixed()],
      ['many findings', checkOf(many(300))],
      ...Object.entries(HOSTILE).map(
        ([name, text]) => [`a hostile name: ${name}`, checkOf([text])] as [string, Report]
      ),
      ['all hostile names', checkOf(Object.values(HOSTILE))]
    ])
  )('is posted unchanged: %s', async (_, report) => {
    const output = await markdown.write(report, {color: false})
    expect(approveComment(output, undefined)).toBe(output)
  })

  it('is posted unchanged: several APIs, one of them unreadable', async () => {
    const problems = Object.values(HOSTILE).map(name => ({
      message: `\`${name}\` is no path. ${name}`,
      place: {source: `${name}.yaml`, line: 1, column: 2}
    }))
    const parts = [mixed({api: 'lending'}), {api: 'a `b` @c', problems}, checkOf([], {api: 'quiet'})]
    const named = parts.map(result => ({name: result.api ?? '', result}))
    expect(sumUpApis(named).quiet).toEqual(['quiet'])
    const output = await markdown.combine(named, {color: false})
    expect(approveComment(output, undefined)).toBe(output)
  })

  it('is posted unchanged: paths with special characters', async () => {
    const names = [
      '/v1/{id}',
      '/v1/a|b',
      '/v1/`x`',
      '/v1/@admin',
      '/v1/<img src=x>',
      '/v1/**bold**',
      '/v1/#12',
      '/v1/a\\b'
    ]
    const path = (name: string): string => `${JSON.stringify(name)}: {get: {responses: {"200": {description: OK}}}}`
    const cwd = await repositoryOf({
      main: [['2025-01-10', {'openapi.yaml': spec(...names.map(path), path('/v1/kept'))}]],
      branch: [[TODAY, {'openapi.yaml': spec(path('/v1/kept'))}]]
    })
    const {out, code} = await tenure(['check', '--format', 'markdown', '--as-of', TODAY], {cwd})
    expect(code).toBe(1)
    expect(out).toContain('<details>')
    expect(approveComment(out, undefined)).toBe(out)
  })

  it.each(['', ' lending', ' services%2Floans%20a-%2Db'])('keeps the marker of its check: %j', key => {
    const marker = `<!-- tenure check${key} -->`
    expect(approveComment(`${marker}\n\n## Fine\n`, 'Of a fork.')).toBe(`${marker}\n\nOf a fork.\n\n## Fine\n`)
  })
})

describe('a comment that `check` never writes', () => {
  it.each(
    sample([
      ['a script', '<script>alert(1)</script>'],
      ['an image', '![x](https://evil.example/x.png)'],
      ['an image as HTML', '<img src="https://evil.example/x.png">'],
      ['inline HTML', 'Fine <b>really</b>'],
      ['a comment', '<!-- hidden -->'],
      ['another marker', '<!-- coverage -->'],
      ['a link', '[Approve](https://evil.example)'],
      ['a link by reference', '[Approve][1]\n\n[1]: https://evil.example'],
      ['a bare address', 'See https://evil.example/login'],
      ['an address without a scheme', 'See www.evil.example'],
      ['an address in brackets', '<https://evil.example>'],
      ['a mail address', 'Write to admin@evil.example'],
      ['emphasis', '**APPROVED**'],
      ['a quote', '> Approved by the security team'],
      ['an alert', '> [!NOTE]\n> Approved'],
      ['a code block', '```\nx\n```'],
      ['an indented code block', '    x'],
      ['a rule', '---'],
      ['a footnote', 'Fine[^1]\n\n[^1]: Not fine'],
      ['strikethrough', '~~1 violation~~'],
      ['a details section of its own', '<details open><summary>How to fix</summary>\n\nx\n\n</details>'],
      ['a summary of its own', '<details>\n<summary>Click here</summary>\n\nx\n\n</details>'],
      [
        'sections in each other',
        '<details>\n<summary>How to fix</summary>\n\n<details>\n<summary>How to fix</summary>\n\nx\n\n</details>\n\n</details>'
      ],
      ['a section without its end', '<details>\n<summary>How to fix</summary>\n\nx'],
      ['an end without its section', 'x\n\n</details>'],
      ['HTML after a section', '<details>\n<summary>How to fix</summary>\n<script>\n\nx\n\n</details>'],
      ['a table in a list', '- | a |\n  | - |\n  | b |'],
      ['much emphasis, which would take minutes to parse', '*a'.repeat(30_000)],
      ['many quotes', `${'>'.repeat(9)} x`],
      ['many lists', `${'- '.repeat(9)}x`]
    ])
  )('is rejected: %s', (_, text) => {
    expect(() => rebuild(text)).toThrow(InputError)
    expect(() => rebuild(text)).toThrow(
      /^The artifact's comment .*, so this version of `tenure check` didn't write it\. It isn't posted\.$/
    )
  })

  it.each(
    sample([
      '',
      'x',
      '# Fine',
      '<!-- tenure check --',
      '<!-- tenure check a--b -->',
      '<!-- tenure check --><script>',
      '{"format": 1}'
    ])
  )('is rejected for its first line: %j', text =>
    expect(() => approveComment(`${text}\n\nFine\n`, undefined)).toThrow('has no marker of `tenure check`')
  )

  const COMMIT = '4f2a9c1b7d3e5f60718293a4b5c6d7e8f9a0b1c2'
  it.each(
    sample([
      'Thanks @maintainer',
      'Thanks &#64;maintainer',
      'Thanks &#x40;maintainer',
      'Thanks \\@maintainer',
      'Fixes #12',
      'Fixes library/lending#12',
      'Fixes GH-12',
      'Fixes LOAN-12',
      `Review ${COMMIT} first`,
      `Review (${COMMIT.slice(0, 7)}) first`,
      `Review ${COMMIT.slice(0, 7).toUpperCase()}, then merge`,
      `Review maintainer@${COMMIT}`,
      `Review library/lending@${COMMIT}`,
      'Review 1234567',
      'It was effaced',
      'See library.example',
      'See mailto:a',
      'steam://run',
      'GHSA-jfhm-5ghh-2f97',
      'Done :tada:',
      'Done $x$',
      '/merge',
      'a\u202eb'
    ])
  )('is rejected: a text that GitHub could render as a link, mention, or command: %s', text => {
    for (const [before, after] of [
      ['', ''],
      ['## ', ''],
      ['- ', ''],
      ['- Fine\n\n  ', ''],
      ['| | Change |\n| - | - |\n| ❌ | ', ' |'],
      ['<details>\n<summary>How to fix</summary>\n\n', '\n\n</details>']
    ]) {
      expect(rebuild(`${before}Fine${after}`)).toBe(`${MARKER}\n\n${before}Fine${after}\n`)
      expect(() => rebuild(`${before}${text}${after}`)).toThrow(InputError)
      const coded = `${before}\`${text}\`${after}`
      if (!/\u202e|\\/.test(text)) expect(rebuild(coded)).toBe(`${MARKER}\n\n${coded}\n`)
    }
  })

  it.each(
    sample([
      '# Fine',
      '### Fine',
      '1. Fine',
      '- [x] Fine',
      '- a\n  - b',
      'Two\nlines',
      'Fine  ',
      ' Fine',
      'Fine\\',
      'Fine `'
    ])
  )('is rejected: other Markdown than the report has: %j', text => expect(() => rebuild(text)).toThrow(InputError))

  it.each(
    sample([
      'a\n=\n',
      'a\n-\n',
      '> > > > > a\n\n',
      '- - - - - a\n',
      '  - a\n',
      '[a](',
      '![',
      '*a _b ',
      '**',
      '<a ',
      '<!--',
      '|a',
      '| a |\n',
      '|a|\n|-|\n',
      '`',
      '\\`',
      '&#x',
      '[^1]: a\n\n',
      '~~a',
      '```\n',
      '@a ',
      'a.b/',
      ' ',
      '\t'
    ])
  )('is rejected quickly although it takes long to parse: %j, repeated', text => {
    expect(() => rebuild(text.repeat(40_000 / text.length))).toThrow(InputError)
  })
})

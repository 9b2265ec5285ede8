import {describe, expect, it} from 'vitest'
import {rebuildComment} from '../../src/action/untrusted-comment.ts'
import {InputError} from '../../src/model/input-error.ts'
import {parseMarkdown} from '../../src/read/markdown/parse.ts'
import {toCompactMarkdown} from '../../src/render/markdown/markdown.ts'
import {checkMarkdown} from '../../src/report/formats/check-markdown.ts'
import type {Report} from '../../src/report/report.ts'
import {repositoryOf, spec, TODAY} from '../cli/gate-scenario.ts'
import {tenure} from '../cli/run.ts'
import {checkOf, HOSTILE, many, mixed} from '../report/made-reports.ts'

const MARKER = '<!-- tenure check -->'
const rebuild = (text: string, note?: string): string => rebuildComment(`${MARKER}\n\n${text}\n`, note)
/** Everything in a tree: `TYPE: VALUE`. */
const nodesIn = (markdown: string): string[] => {
  const found: string[] = []
  const visit = (node: {type: string; value?: string; children?: unknown[]}): void => {
    found.push(node.value === undefined ? node.type : `${node.type}: ${node.value}`)
    for (const child of node.children ?? []) visit(child as never)
  }
  visit(parseMarkdown(markdown) as never)
  return found
}

describe('what check wrote', () => {
  it.each<[string, Report]>([
    ['mixed findings', mixed()],
    ['many findings', checkOf(many(300))],
    ...Object.entries(HOSTILE).map(([name, text]) => [`a hostile name: ${name}`, checkOf([text])] as [string, Report]),
    ['all hostile names', checkOf(Object.values(HOSTILE))]
  ])('is kept as it is: %s', (_, report) => {
    const {output} = checkMarkdown(report, toCompactMarkdown)
    expect(rebuildComment(output, undefined)).toBe(output)
  })

  it('is kept as it is, with names of any kind', async () => {
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
    expect(rebuildComment(out, undefined)).toBe(out)
  })

  it.each(['', ' lending', ' services%2Floans%20a-%2Db'])('keeps the marker of its check: %j', key => {
    const marker = `<!-- tenure check${key} -->`
    expect(rebuildComment(`${marker}\n\n## Fine\n`, 'Of a fork.')).toBe(`${marker}\n\nOf a fork.\n\n## Fine\n`)
  })
})

describe('what check never writes', () => {
  it.each([
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
    ['a summary of its own', '<details><summary>Click here</summary>\n\nx\n\n</details>'],
    [
      'sections in each other',
      '<details><summary>How to fix</summary>\n\n<details><summary>How to fix</summary>\n\nx\n\n</details>\n\n</details>'
    ],
    ['a section without its end', '<details><summary>How to fix</summary>\n\nx'],
    ['an end without its section', 'x\n\n</details>'],
    ['HTML after a section', '<details><summary>How to fix</summary>\n<script>\n\nx\n\n</details>'],
    ['a table in a list', '- | a |\n  | - |\n  | b |'],
    ['much emphasis, which would take minutes to parse', '*a'.repeat(30_000)],
    ['many quotes', `${'>'.repeat(9)} x`],
    ['many lists', `${'- '.repeat(9)}x`]
  ])('is refused: %s', (_, text) => {
    expect(() => rebuild(text)).toThrow(InputError)
    expect(() => rebuild(text)).toThrow(
      /^The artifact's comment .*, so `tenure check` didn't write it\. It isn't posted\.$/
    )
  })

  it.each([
    '',
    'x',
    '# Fine',
    '<!-- tenure check --',
    '<!-- tenure check a--b -->',
    '<!-- tenure check --><script>',
    '{"format": 1}'
  ])('is refused for its first line: %j', text =>
    expect(() => rebuildComment(`${text}\n\nFine\n`, undefined)).toThrow('has no marker of `tenure check`')
  )

  it.each([
    ['Thanks @maintainer', 'Thanks @maintainer'],
    ['Fixes #12', 'Fixes #12'],
    ['Fixes library/lending#12', 'Fixes library/lending#12'],
    ['Fixes GH-12', 'Fixes GH-12'],
    ['Thanks &#64;maintainer', 'Thanks @maintainer'],
    ['Thanks \\@maintainer', 'Thanks @maintainer'],
    ['steam://run', 'steam://run']
  ])('becomes code: %s', (text, code) => {
    expect(nodesIn(rebuild(text)).slice(2)).toEqual(['paragraph', `inlineCode: ${code}`])
  })

  it('becomes visible, or text: characters that reorder or hide', () => {
    const odd = `a\u202eb ${'\\<script> \\!\\[x](y)'}`
    expect(nodesIn(rebuild(odd)).slice(2)).toEqual(['paragraph', 'text: a\\u202eb <script> ![x](y)'])
  })

  it('loses what a heading or a list must not choose', () => {
    expect(rebuild('# Fine\n\n1. [x] a\n2. b')).toBe(`${MARKER}\n\n## Fine\n\n- a\n- b\n`)
  })
})

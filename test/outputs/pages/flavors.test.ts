import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import {unified} from 'unified'
import {describe, expect, test} from 'vitest'
import {renderLifecycle} from '../../../packages/pages/src/history-page/subject-life.ts'
import {fillTemplate} from '../../../packages/pages/src/markdown/template.ts'
import {createTemplateContext} from '../../../packages/pages/src/release-notes/context.ts'
import {findEntry, githubHistory, githubNotes} from '../../../packages/pages/src/release-notes/github.ts'
import {renderChangelog} from '../../../packages/pages/src/release-notes/keep-a-changelog.ts'
import {createUpgradeGuide} from '../../../packages/pages/src/upgrade-guide/guide.ts'
import {upgradeMarkdown} from '../../../packages/pages/src/upgrade-guide/markdown.ts'
import {judgeAll} from '../../../src/lint.ts'
import type {History} from '../../../src/model/lifecycle/history.ts'
import type {TimelineEntry} from '../../../src/model/time/timeline.ts'
import {type ChangesOfRelease, changesOfRelease} from '../../../src/outputs/changes/changes-of-release.ts'
import {createHistoryPage, type HistoryPage} from '../../../src/outputs/changes/page-data.ts'
import {readFreeFormHeading} from '../../../src/text/release-headings.ts'
import {historyOf, policyOf} from '../../reading.ts'
import {sample} from '../../tier.ts'

const LIBRARY = `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/shelves}]}
  - {on: 2024-05-01, via: a mail, changes: [{deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2025-09-01}]}
  - release: "2.0"
    date: 2025-06-01
    changes:
      - {added: GET /v2/loans}
      - {changed: GET /v1/shelves, breaking: true, note: Ask @librarian.}
      - {deprecated: GET /v1/shelves}
  - {release: next, changes: [{removed: GET /v1/loans}]}
`

const pageIn = (history: History, assumed = false): HistoryPage => {
  const policy = policyOf(undefined)
  return createHistoryPage(history, judgeAll(history, policy), policy, assumed)
}
const all = (page: HistoryPage): ChangesOfRelease[] =>
  page.history.timeline.entries.toReversed().map(entry => changesOfRelease(entry, page))
const page = pageIn(historyOf(LIBRARY, '2025-07-01'))

/** An API description with an operation that returns a loan. */
const spec = (loan: string, more = ''): string => `openapi: 3.0.3
info: {title: Lending Library API, version: "1"}
paths:
  /v1/loans:
    get: {responses: {"200": {description: fine, content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}}}
  /v1/loans/latest:
    get: {responses: {"200": {description: fine, content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}}}
${more}components:
  schemas:
    Loan: {type: object, properties: {${loan}}}
`
const pageOf = (older: string, newer: string): HistoryPage =>
  pageIn(
    historyOf(
      'service: Lending Library API\nreleases: [{release: "1.0"}, {release: "1.1"}]\n',
      '2025-07-01',
      {},
      {'1.0': older, '1.1': newer}
    ),
    true
  )
const notesOf = (of: HistoryPage, release = '1.1'): string =>
  githubNotes(changesOfRelease(findEntry(of.history, release), of), of)

describe('release notes for GitHub', () => {
  test('list breaking changes and deprecations, and mention no one', () => {
    expect(
      notesOf(page, '2.0')
    ).toBe(`Released on June 1, 2025: 1 breaking change, 1 deprecation, and 1 addition since 1.0.

### Breaking changes

- \`GET /v1/shelves\` was changed. Ask \`@librarian\`.

### Deprecated

- \`GET /v1/shelves\` was deprecated. It can be removed on or after July 1, 2026.

### Added

- \`GET /v2/loans\` was added.
`)
  })

  test('have one line for a root cause, with its counterexample and affected operations', () => {
    const notes = notesOf(
      pageOf(
        spec('state: {type: string, enum: [LENT]}, note: {type: string}'),
        spec('state: {type: string, enum: [LENT, LOST]}, note: {type: integer}')
      )
    )
    expect(notes.match(/^- /gm)).toHaveLength(2)
    expect(notes).toContain(
      '- <details>\n  <summary><code>GET /v1/loans</code> and <code>GET /v1/loans/latest</code>: the type of <code>Loan.note</code> changed from <code>string</code> to <code>integer</code>.</summary>'
    )
    expect(notes).toContain('Example: `GET /v1/loans` can now return `"note": 0`.')
    expect(notes).toMatch(
      /### Might affect you\n\n.*\n\n- `GET \/v1\/loans` and `GET \/v1\/loans\/latest`: `Loan.state` can now return `LOST`\./
    )
  })

  test('have one line for several fields that became optional', () => {
    const loan = 'state: {type: string}, note: {type: string}'
    const specOf = (required: string): string => spec(loan).replace('{type: object, ', `{type: object, ${required}`)
    const notes = notesOf(pageOf(specOf('required: [state, note], '), specOf('')))
    expect(notes.match(/^- /gm)).toHaveLength(1)
    expect(notes).toContain('<code>note</code> and <code>state</code> of <code>Loan</code> can now be missing.')
    expect(notes.match(/Example: `GET \/v1\/loans` can now omit `(?:note|state)`/g)).toHaveLength(2)
  })

  test('name some operations without a common prefix, and count the others', () => {
    const paths = ['plugins', 'copies', 'fees', 'notes', 'shelves']
    const specOf = (more: string): string =>
      `openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths:\n${paths.map(path => `  /${path}: {get: {${more}responses: {"200": {description: fine}}}}\n`).join('')}`
    const filter = 'parameters: [{name: filters, in: query, schema: {type: string}}], '
    expect(notesOf(pageOf(specOf(''), specOf(filter)))).toContain(
      '<code>GET /copies</code>, <code>GET /fees</code>, <code>GET /notes</code>, and 2 more operations: added the optional query parameter <code>filters</code>.'
    )
  })

  test('name some operations without a path, and count the others', () => {
    const hooks = ['copyLent', 'copyLost', 'loanEnded', 'loanOverdue', 'shelfMoved']
    const specOf = (more: string): string =>
      `openapi: 3.1.0\ninfo: {title: Lending Library API, version: "1"}\npaths: {}\n${more}`
    const webhooks = hooks.map(name => `  ${name}: {post: {responses: {"200": {description: fine}}}}\n`).join('')
    expect(notesOf(pageOf(specOf(''), specOf(`webhooks:\n${webhooks}`)))).toContain(
      'Added the webhooks <code>copyLent</code>, <code>copyLost</code>, <code>loanEnded</code>, and 2 more.'
    )
  })

  test('have a heading for each release of the whole history', () => {
    expect(githubHistory(all(page), page).match(/^## .*/gm)).toEqual([
      '## Next release',
      '## 2.0 (2025-06-01)',
      '## On 2024-05-01',
      '## 1.0 (2024-01-10)'
    ])
  })
})

test('a note ends before the next sentence starts', () => {
  const noted = pageIn(
    historyOf(
      `service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/shelves}]}
  - release: "1.1"
    date: 2025-01-10
    changes: [{changed: GET /v1/loans, breaking: true, note: first}, {deprecated: GET /v1/shelves, note: 'by \`POST\`'}]
`,
      '2025-07-01'
    )
  )
  const [older, newer] = noted.history.timeline.entries as [TimelineEntry, TimelineEntry]
  const events = noted.history.events.filter(({entry}) => entry === newer.index)
  expect(upgradeMarkdown(createUpgradeGuide(older, newer, events, noted), noted)).toContain('Adapt your client')
  expect(notesOf(noted)).toContain('Note: by `POST`. It can be removed on or after')
  expect(notesOf(noted)).toMatch(/Note: first$/m)
})

test('one name in several places counts once in the upgrade guide', () => {
  const specOf = (more: string): string =>
    `openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths:\n${['copies', 'loans', 'shelves']
      .map(
        path =>
          `  /${path}: {get: {responses: {"200": {description: fine, content: {application/json: {schema: {type: object, properties: {name: {type: string}${more}}}}}}}}}\n`
      )
      .join('')}`
  const upgraded = (removedField: string): string => {
    const of = pageOf(specOf(removedField), specOf(''))
    const [older, newer] = of.history.timeline.entries as [TimelineEntry, TimelineEntry]
    const events = of.history.events.filter(({entry}) => entry === newer.index)
    return upgradeMarkdown(createUpgradeGuide(older, newer, events, of), of)
  }
  expect(upgraded(', code: {type: string}')).toMatch(
    /Stop reading the removed field\. .*: removed `code` from the `200` response \(in 1\.1\)\./
  )
  expect(upgraded(', code: {type: string}, days: {type: integer}')).toContain(
    'Stop reading the removed fields. `GET /copies`, `GET /loans`, and `GET /shelves`: removed `code` and `days`'
  )
})

describe('the format Keep a Changelog', () => {
  test('has its categories, ISO dates, and Unreleased, and lists statements with the next release', () => {
    expect(renderChangelog(all(page), page)).toBe(`# Lending Library API: changelog

All notable changes to this API are documented in this file. The format is based on [Keep a Changelog](https://keepachangelog.com/en/1.1.0/).

## Unreleased

### Removed

- \`GET /v1/loans\` was removed. Use \`GET /v2/loans\`. Deprecated since May 1, 2024.

## 2.0 - 2025-06-01

### Added

- \`GET /v2/loans\` was added.

### Changed

- Breaking: \`GET /v1/shelves\` was changed. Ask \`@librarian\`.

### Deprecated

- \`GET /v1/shelves\` was deprecated. It can be removed on or after July 1, 2026.
- \`GET /v1/loans\` was deprecated, to be unsupported from September 1, 2025. Use \`GET /v2/loans\`. Announced on May 1, 2024, *a mail*.

## 1.0 - 2024-01-10

### Added

- \`GET /v1/loans\` was added.
- \`GET /v1/shelves\` was added.
`)
  })

  test('links releases to comparisons, with headings that an import can read', () => {
    const text = renderChangelog(all(page), page, {compare: 'https://forge.example/compare/{from}...{to}'})
    expect(text).toContain('## [2.0] - 2025-06-01')
    expect(text).toContain('[Unreleased]: https://forge.example/compare/2.0...HEAD')
    expect(text).toContain('[2.0]: https://forge.example/compare/1.0...2.0')
    const headings = [...text.matchAll(/^## (.*)/gm)].map(([, heading = '']) => readFreeFormHeading(heading)?.entry)
    expect(headings).toEqual([
      {kind: 'release', name: 'next'},
      {kind: 'release', name: '2.0', date: '2025-06-01'},
      {kind: 'release', name: '1.0', date: '2024-01-10'}
    ])
  })
})

describe('the page of one endpoint', () => {
  test('shows its state and events, with the evidence', () => {
    const lifecycle = page.history.bySubject.get('GET /v1/loans')
    if (!lifecycle) throw new Error('Unexpected lack of a life')
    const text = renderLifecycle(lifecycle, page, place => ({...place, line: 3, column: 7}))
    expect(text).toMatch(/\| State +\| served, removal planned +\|/)
    expect(text).toMatch(/\| Deprecated +\| 2024-05-01, announced in \*a mail\* +\|/)
    expect(text).toMatch(/\| Sunset +\| 2025-09-01 +\|/)
    expect(text).toMatch(/\| Earliest end of support +\| 2026-07-01 \(policy: thirteen-months\) +\|/)
    expect(text).toMatch(/\| Replacement +\| `GET \/v2\/loans` +\|/)
    expect(text).toContain('- `GET /v2/loans`, served')
    expect(text.match(/^### .*/gm)).toEqual(['### 1.0 (2024-01-10)', '### On 2024-05-01', '### Next release'])
    expect(text).toContain('- `GET /v1/loans` was added. – `history.yaml:3:7`')
  })

  const renderEndpoint = (name: string, releases: string): string => {
    const of = pageIn(historyOf(`service: Lending Library API\nreleases:\n${releases}`, '2025-07-01'))
    const lifecycle = of.history.bySubject.get(name)
    if (!lifecycle) throw new Error('Unexpected lack of a life')
    return renderLifecycle(lifecycle, of, place => place)
  }

  test('shows since when it exists, and when it was removed', () => {
    const text = renderEndpoint(
      'GET /v1/loans',
      `
  - {release: "1.0", date: 2023-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-01-10, changes: [{removed: GET /v1/loans}]}
  - {release: "1.2", date: 2024-02-10, changes: [{restored: GET /v1/loans}]}
`
    )
    expect(text).toMatch(/\| Introduced +\| 1\.0 \(2023-01-10\) +\|/)
    expect(text).toMatch(/\| Not served +\| removed in 1\.1 \(2024-01-10\), restored in 1\.2 \(2024-02-10\) +\|/)
    expect(text).toMatch(/\| State +\| served +\|/)
  })

  test('shows the earliest end of support without an announcement, and what it depends on', () => {
    const releases = '  - {release: "1.0", date: 2023-01-10, changes: [{added: GET /v1/loans}]}\n'
    expect(renderEndpoint('GET /v1/loans', releases)).toContain(' 13 months after its deprecation (policy: ')
    const successor = '  - {release: next, date: 2026-03-02, changes: [{added: GET /v2/loans}]}\n'
    expect(renderEndpoint('GET /v1/loans', releases + successor)).toContain(
      ' 13 months after its deprecation, but not before 2027-04-02 (policy: '
    )
  })
})

interface Node {
  readonly type: string
  readonly value?: string
  readonly url?: string
  readonly children?: readonly Node[]
}
const nodesIn = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(nodesIn)]

describe('hostile texts are harmless', () => {
  const evil = '<script>alert(1)</script> [x](javascript:y) *b* `c` | \u202egnp.exe\u202c @all {{ 7 }}'
  const key = JSON.stringify(evil)
  const of = pageOf(
    spec('a: {type: string}'),
    spec(
      `a: {type: string, enum: [${key}]}, ${key}: {type: string}`,
      `  ${JSON.stringify(`/v1/<script>/${evil}`)}:\n    get: {responses: {"200": {description: fine}}}\n`
    )
  )
  const news = all(of)
  const context = createTemplateContext(news, of, {kind: 'folder', path: '.', partial: false})
  const LIQUID =
    '{% for r in releases %}{% for g in r.groups %}{% for l in g.lines %}* {{ l.markdown }} {{ l.text }} {{ l.subjects[0] }} {{ l.new }}\n{% endfor %}{% endfor %}{% endfor %}'
  const HTML = LIQUID.replace('l.markdown', 'l.html')
  const pages: readonly [string, string][] = [
    ['release notes for GitHub', githubHistory(news, of)],
    ['a changelog', renderChangelog(news, of)],
    ['a Markdown template', fillTemplate(LIQUID, 'a.md.liquid', context)],
    [
      'the page of an endpoint',
      of.history.lifecycles.map(lifecycle => renderLifecycle(lifecycle, of, place => place)).join('\n')
    ]
  ]

  test.each(sample(pages))('in %s', (_, text) => {
    expect(text).toContain('script')
    const nodes = nodesIn(unified().use(remarkParse).use(remarkGfm).parse(text))
    expect(nodes.filter(node => node.type === 'link' && !/^https:\/\/keepachangelog/.test(String(node.url)))).toEqual(
      []
    )
    for (const {value = ''} of nodes.filter(({type}) => type === 'html'))
      expect(value.replace(/<\/?(?:details|summary|code|em)>/g, '')).not.toContain('<')
    expect(nodes.some(({type}) => type === 'strong')).toBe(false)
    expect(text).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
    expect(text).toContain('\\u202e')
  })

  test('in an HTML template', () => {
    const text = fillTemplate(HTML, 'a.html', context)
    expect(text).not.toContain('<script')
    expect(text).toContain('&lt;script&gt;')
    expect(text).toContain('<code>')
    expect(text).not.toMatch(/[\u202a-\u202e]/)
  })
})

describe('a template', () => {
  const context = createTemplateContext(all(page), page, {kind: 'history', path: 'history.yaml', partial: false})

  test('inserts safe values unchanged, and escapes all others', () => {
    const text =
      '# {{ service }}\n{% for release in releases limit: 1 %}{% for group in release.groups %}{{ group.title }}: {% for line in group.lines %}{{ line.markdown }}{% endfor %}{% endfor %}{% endfor %}\n'
    expect(fillTemplate(text, 'notes.md', context)).toBe(
      '# Lending Library API\nRemoved: `GET /v1/loans` was removed. Use `GET /v2/loans`. Deprecated since 2024-05-01.\n'
    )
    expect(fillTemplate('{{ a }} {{ a | raw }}', 'notes.md', {a: '*x* <b>'})).toBe('\\*x\\* \\<b> *x* <b>')
    expect(fillTemplate('{{ a | code }}', 'notes.md', {a: 'x`y'})).toBe('``x`y``')
    expect(fillTemplate('{{ a | code }}', 'notes.html', {a: '<b>'})).toBe('<code>&lt;b&gt;</code>')
    expect(fillTemplate('{{ a }}', 'notes.html', {a: '*x* <b>'})).toBe('*x* &lt;b&gt;')
  })

  test('can link to what the configuration has URLs for', () => {
    const added = '  /v1/late_fees:\n    get: {responses: {"200": {description: fine}}}\n'
    const of = pageOf(spec('a: {type: string}'), spec('a: {type: integer}', added))
    const source = {kind: 'folder', path: '.', partial: false}
    const links = {
      compare: 'https://x.example/{from}..{to}',
      docs: 'https://docs.example/{method}_/{path}',
      link: 'https://x.example/a-b/{file}#L{line}',
      locate: (place: {readonly source: string}) => ({...place, line: 7})
    }
    const text =
      '{% for r in releases limit: 1 %}[c]({{ r.compare }})\n{% for g in r.groups %}{% for l in g.lines %}[d]({{ l.docs }}) [p]({{ l.place }})\n{% endfor %}{% endfor %}{% endfor %}'
    const urlsIn = (context: object): (string | undefined)[] =>
      nodesIn(
        unified()
          .use(remarkParse)
          .parse(fillTemplate(text, 'notes.md', context))
      )
        .filter(({type}) => type === 'link')
        .map(({url}) => url)
    expect(urlsIn(createTemplateContext(all(of), of, source, links))).toEqual([
      'https://x.example/1.0..1.1',
      // Several endpoints return the type.
      ...['', 'https://x.example/a-b/1.1.yaml#L7'],
      ...['https://docs.example/get_/v1/late_fees', 'https://x.example/a-b/1.1.yaml#L7']
    ])
    expect(new Set(urlsIn(createTemplateContext(all(of), of, source)))).toEqual(new Set(['']))
  })

  test.each(
    sample([
      [
        '{{ "now" | date: "%Y" }}',
        "The filter `date` isn't available, because its output depends on the machine or the day."
      ],
      [
        '{{ releases | sample }}',
        "The filter `sample` isn't available, because its output depends on the machine or the day."
      ],
      ['line\n{% for %}', 'Invalid Liquid template: '],
      ['{{ a | nonsense }}', 'nonsense'],
      ["{% include '/etc/passwd' %}", 'Invalid Liquid template: ']
    ])
  )('is rejected with the place of the mistake: %j', (text, message) => {
    let refused: unknown
    try {
      fillTemplate(text, 'notes.md', context)
    } catch (error) {
      refused = error
    }
    expect(refused).toMatchObject({name: 'InputError', message: expect.stringContaining(message)})
    expect(refused).toMatchObject({problems: [{place: {source: 'notes.md', line: text.startsWith('line') ? 2 : 1}}]})
  })
})

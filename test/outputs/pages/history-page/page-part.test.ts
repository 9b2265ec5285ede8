import {describe, expect, test} from 'vitest'
import {parseBlocks} from '../../../../packages/import/src/blocks.ts'
import {importMarkdown} from '../../../../packages/import/src/import.ts'
import {partAsMarkdown} from '../../../../packages/pages/src/history-page/page-part.ts'
import {PART_NAMES, type PartName} from '../../../../packages/pages/src/markdown/part-names.ts'
import {assemble} from '../../../../src/history/assemble.ts'
import {readPolicy} from '../../../../src/inputs/config/policy-file.ts'
import {readHistory} from '../../../../src/inputs/history/file.ts'
import {judgeAll} from '../../../../src/lint.ts'
import {InputError} from '../../../../src/model/input-error.ts'
import {readEntryName} from '../../../../src/text/release-headings.ts'
import {HERE} from '../../../here.ts'
import {historyOf as seenHistory} from '../../../history/observed.ts'
import {historyOf, LATER, policyOf} from '../../../reading.ts'
import {renderNotes} from '../render-notes.ts'

const LIBRARY = `
service: Lending Library API
about: Lends books.
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans, note: Lists loans.}, {added: "GET /v1/shelves"}]}
  - {release: "1.1", date: 2024-03}
  - {on: 2024-05-01, via: "mail, https://status.library.example/41", changes: [{deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2025-09-01}]}
  - release: "2.0"
    date: 2025-06-01
    note: The big one.
    changes:
      - {added: GET /v2/loans}
      - {changed: GET /v2/loans, note: sorted}
      - {changed: GET /v1/shelves, breaking: true, note: Answers are paged.}
      - {removed: GET /v1/shelves, announced: never}
  - {release: next, changes: [{removed: GET /v1/loans}]}
`

const part = (name: PartName, text = LIBRARY, asOf = '2025-07-01'): string => {
  const history = historyOf(text, asOf)
  const policy = policyOf(undefined)
  return partAsMarkdown(name, history, judgeAll(history, policy), policy)
}

const notes = (release: string): string => {
  const history = historyOf(LIBRARY, '2025-07-01')
  const policy = policyOf(undefined)
  return renderNotes(history, judgeAll(history, policy), policy, release)
}

describe('the part of a page', () => {
  test('lists endpoints', () => {
    expect(part('endpoints')).toBe(`| Method | Path        | Since | Sunset     | Notes        |
| ------ | ----------- | ----- | ---------- | ------------ |
| GET    | \`/v1/loans\` | 1.0   | 2025-09-01 | Lists loans. |
| GET    | \`/v2/loans\` | 2.0   |            |              |
`)
  })

  test('has no column without content, and no note twice', () => {
    const rule = 'Releases that are not listed have no changes.'
    const text = `service: Lending Library API
notes: [${rule}]
releases: [{release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}]
`
    const page = part('all', text)
    expect(page.split(rule)).toHaveLength(2)
    expect(part('releases', text)).toContain(`Newest first. ${rule}`)
    expect(page).toContain('| Method | Path        | Since |\n')
    expect(importMarkdown(page, 'page.md', '2026-03-02').history).toMatchObject({notes: [rule]})
  })

  test('has one line for adjacent releases without changes, which an import reads', () => {
    const text = `service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}]}
  - {release: "1.1", date: 2024-02-10}
  - {release: "Spring, and more", date: 2024-03-10}
  - {release: 2024-04-10}
  - {release: "1.4", note: "No changes: 1.3."}
  - {release: "1.5"}
  - {release: next}
`
    const page = part('all', text)
    const releases = page.slice(page.indexOf('### Next release'), page.indexOf('### 1.0'))
    expect(releases).toBe(`### Next release

No changes.

### 1.5

No changes.

### 1.4

Note: No changes: 1.3.

### Releases 1.1 to 2024-04-10

No changes: \`2024-04-10\`, \`Spring, and more\` (2024-03-10), 1.1 (2024-02-10).

`)
    expect(page).toContain('[`Spring, and more`](#releases-11-to-2024-04-10)')
    const {history, remarks} = importMarkdown(page, 'page.md', '2026-03-02')
    const read = (history as {releases: {release: string; date?: string}[]}).releases
    expect(read.map(({release, date}) => [release, date])).toEqual([
      ['1.0', '2024-01-10'],
      ['1.1', '2024-02-10'],
      ['Spring, and more', '2024-03-10'],
      ['2024-04-10', undefined],
      ['1.4', undefined],
      ['1.5', undefined],
      ['next', undefined]
    ])
    expect(remarks.filter(({kind}) => kind === 'unread')).toEqual([])
  })

  test('lists a restored endpoint with all its dates', () => {
    const text = part(
      'endpoints',
      `
service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans, note: Lists loans.}]}
  - {release: "1.1", date: 2024-03-10, changes: [{removed: GET /v1/loans}]}
  - {release: "1.2", date: 2024-04-10, changes: [{restored: GET /v1/loans}]}
`
    )
    expect(text).toContain('| 1.0, removed in 1.1, restored in 1.2 | Lists loans. |')
    expect(readEntryName('1.0, removed in 1.1, restored in 1.2')).toEqual({kind: 'release', name: '1.0'})
    expect(readEntryName('1.0 or earlier, removed in 1.1, restored in 1.2')).toEqual({kind: 'release', name: '1.0'})
  })

  test('lists removed endpoints', () => {
    expect(part('removed')).toBe(`| Removed           | Release | Replacement | Announced | Verdict   |
| ----------------- | ------- | ----------- | --------- | --------- |
| \`GET /v1/shelves\` | 2.0     | not named   | never     | violation |
`)
  })

  test('lists pending deprecations', () => {
    expect(
      part('pending')
    ).toBe(`| Deprecated      | Since         | Sunset     | Earliest end of support | Replacement     |
| --------------- | ------------- | ---------- | ----------------------- | --------------- |
| \`GET /v1/loans\` | On 2024-05-01 | 2025-09-01 | 2026-07-01              | \`GET /v2/loans\` |
`)
  })

  test('lists releases, newest first, including those without changes', () => {
    expect(part('releases')).toBe(`Newest first.

Jump to: [Next release](#next-release) · [2.0](#20-2025-06-01) · [On 2024-05-01](#on-2024-05-01) · [1.1](#11-2024-03) · [1.0](#10-2024-01-10)

### Next release

#### Removed

- Breaking: \`GET /v1/loans\` was removed.

### 2.0 (2025-06-01)

The big one.

- \`GET /v2/loans\` was added.
- \`GET /v2/loans\` was changed. Note: sorted
- Breaking: \`GET /v1/shelves\` was changed. Answers are paged.
- Breaking: \`GET /v1/shelves\` was removed. Never announced.

### On 2024-05-01

Announced via *mail, [https://status.library.example/41](https://status.library.example/41)*.

#### Deprecated

- \`GET /v1/loans\` was deprecated, to be unsupported from 2025-09-01. Use \`GET /v2/loans\`.

### 1.1 (2024-03)

No changes.

### 1.0 (2024-01-10)

#### Added

- \`GET /v1/loans\` was added. Lists loans.
- \`GET /v1/shelves\` was added.
`)
  })

  test.each(PART_NAMES)('`%s` is a sentence or nothing for an empty history', name => {
    expect(part(name, 'service: Empty\nreleases: []\n')).toMatch(/^$|\.\n/)
  })

  test('has no trailing spaces and is the same twice', () => {
    expect(part('all')).not.toMatch(/[ \t]\n/)
    expect(part('all')).toBe(part('all'))
  })

  test('lists the revisions of a policy with their starts, the newest one first', () => {
    const {declared} = readHistory(HERE.files, 'fixtures/model-testing-service/history.yaml')
    const history = assemble(declared, {asOf: LATER})
    const {policy} = readPolicy(HERE.files, 'fixtures/model-testing-service/policy.yaml')
    const page = partAsMarkdown('policy', history, judgeAll(history, policy), policy)
    const current = page.indexOf('### `13 months` (since an unknown date)')
    expect(current).toBeGreaterThan(0)
    expect(page.indexOf('### `6 months` (since an unknown date)')).toBeGreaterThan(current)
    expect(page).toContain('At least 13 months of notice before support ends')
    expect(page).toContain('`v1/integrations`, `v1/projects`')
  })
})

test('field changes of API descriptions are listed, and tables do not claim that there are none', () => {
  const schema = {$ref: '#/components/schemas/Loan'}
  const paths = {
    '/v1/loans': {get: {responses: {200: {description: 'fine', content: {'application/json': {schema}}}}}}
  }
  const loan = (properties: object) => ({components: {schemas: {Loan: {type: 'object', properties}}}})
  const shelf = {type: 'string', deprecated: true}
  const history = seenHistory([
    ['1.0', '2024-01-10', paths, loan({shelf})],
    ['2.0', '2025-01-10', paths, loan({})]
  ])
  const policy = policyOf(undefined)
  const parts = (name: PartName) => partAsMarkdown(name, history, judgeAll(history, policy), policy)
  expect(parts('releases')).toContain('`GET /v1/loans`: removed `Loan.shelf`, deprecated since 1.0 or earlier.')
  expect(parts('removed')).toBe('Only fields and other parts have been removed. They are listed with their releases.\n')
  expect(parts('resources')).toBe('Fields are listed with the releases that changed them.\n')
})

test('tables state that parts from API descriptions are listed elsewhere', () => {
  const parameters = [{name: 'shelf', in: 'query', schema: {type: 'string'}}]
  const loans = (more: object) => ({'/v1/loans': {get: {responses: {200: {description: 'fine'}}, ...more}}})
  const copies = {'/v1/copies': {get: {responses: {200: {description: 'fine'}}}}}
  const history = seenHistory([
    ['1.0', '2024-01-10', {...loans({parameters}), ...copies}],
    ['2.0', '2025-01-10', loans({})]
  ])
  const policy = policyOf(undefined)
  const parts = (name: PartName) => partAsMarkdown(name, history, judgeAll(history, policy), policy)
  expect(parts('removed')).toMatch(
    /`GET \/v1\/copies`[\s\S]*\n\nRemoved fields and other parts are listed with their releases\.\n$/
  )
  expect(parts('resources')).toBe('Fields are listed with the releases that changed them.\n')
})

describe('a long history', () => {
  const line = (at: number): string => `{added: GET /v1/loans/${at}}`
  const lines = (from: number, count: number): string =>
    Array.from({length: count}, (_, at) => line(from + at)).join(', ')
  const text = `
service: Lending Library API
releases:
  - {release: "1.0", date: 2021-01-10, changes: [${lines(0, 50)}]}
  - {release: "1.1", changes: [${lines(50, 9)}]}
  - {release: "2.0", date: 2022-04-01, changes: [${lines(60, 5)}]}
  - {release: "3.0", date: 2023-01-10, changes: [{removed: GET /v1/loans/0}]}
  - {release: "4.0", date: 2024-12-01, changes: [{removed: GET /v1/loans/1}]}
`

  test('shows the releases of the last two years, and collapses the others by year', () => {
    const page = part('releases', text)
    const [open = '', ...years] = page.split('<details>\n<summary>202')
    expect(open.match(/^### .*/gm)).toEqual(['### 4.0 (2024-12-01)', '### 3.0 (2023-01-10)'])
    expect(years.map(each => each.split('\n')[0])).toEqual([
      '2: 2 releases, 14 changes</summary>',
      '1: 1 release, 50 changes</summary>'
    ])
    expect(page.match(/<summary>.*/g)).toContain('<summary>20 more</summary>')
  })

  test('shows all releases if the old ones have few changes', () => {
    expect(part('releases', text.replace(lines(0, 50), line(0)))).not.toContain('<details>')
  })

  test('is imported completely, with its collapsed releases', () => {
    const {history} = importMarkdown(part('all', text), 'page.md', '2026-03-02')
    const releases = history.releases as unknown as readonly {readonly changes: readonly unknown[]}[]
    const count = releases.map(({changes}) => changes.length)
    expect(count).toEqual([50, 9, 5, 1, 1])
  })
})

test('a page without a declared policy has no verdicts', () => {
  const history = historyOf(LIBRARY, '2025-07-01')
  const policy = policyOf(undefined)
  const parts = (name: PartName) => partAsMarkdown(name, history, judgeAll(history, policy), policy, true)
  expect(parts('removed')).not.toContain('violation')
  expect(parts('pending')).not.toContain('Earliest')
  expect(parts('policy')).toBe('No policy is declared.\n')
  expect(parts('all')).not.toContain('thirteen-months')
})

test('a rename is breaking unless it states otherwise', () => {
  const text = (claim: string) => `
service: Lending Library API
releases: [{release: "1.0", changes: [{renamed: Loan.place, to: Loan.room${claim}}]}]
`
  expect(part('releases', text(''))).toContain('#### Changed\n\n- Breaking: `Loan.place` was renamed')
  expect(part('releases', text(', breaking: true'))).toContain('- Breaking: `Loan.place` was renamed')
  expect(part('releases', text(', breaking: false'))).toContain('- Non-breaking: `Loan.place` was renamed')
})

describe('hostile texts are harmless:', () => {
  const text = 'a | b <script>alert(1)</script> *x* [y](z) {q} <!-- /tenure --> `co|de`'
  const page = part(
    'all',
    `service: "<b>"
about: ${JSON.stringify(`${text}\n<!-- tenure all -->`)}
notes: [${JSON.stringify(text)}]
subjects: [{subject: Loan.shelf, type: ${JSON.stringify(text)}, note: ${JSON.stringify(`${text}\n# second`)}}]
releases:
  - {release: "<i>", note: ${JSON.stringify(text)}, changes: [{added: "GET /v1/a|b", note: ${JSON.stringify(text)}}]}
`
  )

  test('they create no HTML, link, or managed section', () => {
    expect(parseBlocks(page).filter(({kind}) => kind === 'zone' || kind === 'other')).toEqual([])
    expect(page).not.toMatch(/(^|[^\\])<script/m)
    expect(page).not.toMatch(/^<!--/m)
  })

  test('they do not change the columns of tables', () => {
    const tables = parseBlocks(page).filter(block => block.kind === 'table')
    expect(tables.length).toBeGreaterThan(1)
    for (const {head, rows} of tables) for (const {cells} of rows) expect(cells).toHaveLength(head.length)
  })
})

describe('the notes of a release', () => {
  test('list breaking changes first, then removals, deprecations, additions, and changes', () => {
    expect(notes('v2.0')).toBe(`Released on June 1, 2025: 2 breaking changes, 1 addition, and 1 other change since 1.1.

The big one.

### Breaking changes

#### Removed

- \`GET /v1/shelves\` was removed without prior notice.

#### Changed

- \`GET /v1/shelves\` was changed. Answers are paged.

### Added

- \`GET /v2/loans\` was added.

### Changed

- \`GET /v2/loans\` was changed. Note: sorted
`)
  })

  test('exist for a release without changes, and for the next one', () => {
    expect(notes('1.1')).toBe('Released in March 2024.\n\nNo changes.\n')
    const speed = `service: Lending Library API\nreleases: [{release: "1.0", note: Speed only.}]\n`
    expect(part('releases', speed)).toBe('Newest first.\n\n### 1.0\n\nSpeed only.\n')
    const history = historyOf(speed, '2025-07-01')
    expect(renderNotes(history, [], policyOf(undefined), '1.0')).toBe('Speed only.\n')
    expect(notes('next')).toContain('### Breaking changes\n\n- `GET /v1/loans` is removed.')
    const open = historyOf(
      speed.replace('releases:', 'complete: 2030-01-01\nreleases:').replace('note: Speed only.', 'date: 2024-03-01')
    )
    expect(renderNotes(open, [], policyOf(undefined), '1.0')).toBe(
      'Released on March 1, 2024.\n\nNo changes are recorded.\n'
    )
  })

  test('are rejected for an unknown release', () => {
    expect(() => notes('9.9')).toThrow(InputError)
    expect(() => notes('9.9')).toThrow('There is no release `9.9`.')
  })
})

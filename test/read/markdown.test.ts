import {describe, expect, test} from 'vitest'
import {readHistoryText} from '../../src/read/history-file.ts'
import {importMarkdown} from '../../src/read/markdown.ts'

const linesOf = (markdown: string) => {
  const {history, remarks, yaml} = importMarkdown(markdown, 'CHANGELOG.md')
  // What is written can be read.
  readHistoryText(yaml, 'imported.yaml')
  return {releases: history.releases, history, told: remarks.map(({line, kind, text}) => `${line} ${kind}: ${text}`)}
}

describe('changelogs of the customary form', () => {
  const {releases, history, told} = linesOf(`# Changelog

All notable changes.

## [Unreleased]

### Deprecated

- \`GET /v1/loans\` in favour of \`GET /v2/loans\`

## [1.2.0] - 2024-01-05

### Removed

- \`GET /v1/shelves\`, \`POST /v1/shelves\`: nobody used them
- some dead code

### Fixed

- \`GET /v1/loans\`: answers are sorted

## [1.1.0] - 2023-06-01

### Added

- GET /v1/loans (#12)
`)

  test('are put in order, oldest first', () => {
    expect(releases).toEqual([
      {release: '1.1.0', date: '2023-06-01', changes: [{added: 'GET /v1/loans', note: 'GET /v1/loans (#12)'}]},
      {
        release: '1.2.0',
        date: '2024-01-05',
        note: 'some dead code',
        changes: [
          {removed: 'GET /v1/shelves', note: '`GET /v1/shelves`, `POST /v1/shelves`: nobody used them'},
          {removed: 'POST /v1/shelves', note: '`GET /v1/shelves`, `POST /v1/shelves`: nobody used them'},
          {changed: 'GET /v1/loans', note: '`GET /v1/loans`: answers are sorted'}
        ]
      },
      {release: 'next', changes: [{deprecated: 'GET /v1/loans', replacement: 'GET /v2/loans'}]}
    ])
  })

  test('lose no line', () => {
    expect(history.notes).toEqual(['All notable changes.'])
    expect(told).toEqual(['3 note: All notable changes.', '16 note: some dead code'])
  })
})

describe('tables', () => {
  test('with columns of other names', () => {
    const {releases, history} = linesOf(`# Library: release notes

| Version | Date | Changes |
|---|---|---|
| v2 | 2025-01-01 | \`GET /v1/loans\` was removed. Use \`GET /v2/loans\`. Sorry for that. |
| v1 | 2024-01-01 | No changes |

| HTTP method | Endpoint | Introduced in | Description | Owner |
|---|---|---|---|---|
| GET, POST | /v2/loans | v2 | Loans. | desk |
| | broken | | | |
`)
    expect(releases).toEqual([
      {release: 'v1', date: '2024-01-01'},
      {
        release: 'v2',
        date: '2025-01-01',
        note: 'Sorry for that.',
        changes: [
          {removed: 'GET /v1/loans', replacement: 'GET /v2/loans'},
          {added: 'GET /v2/loans', note: 'Loans.'},
          {added: 'POST /v2/loans', note: 'Loans.'}
        ]
      }
    ])
    expect(history.service).toBe('Library')
    expect(history.notes).toEqual(['GET, POST | /v2/loans | v2 | Loans. | desk (Owner: desk)', ' | broken |  |  | '])
  })

  test('of deprecations', () => {
    const {releases} = linesOf(`
| Deprecated | Since | Ends | Earliest lawful end | Replacement |
|---|---|---|---|---|
| \`GET /v1/loans\` | 2.0 | 2026-12-20 | 2026-12-20 | \`GET /v2/loans\` |
`)
    expect(releases).toEqual([
      {release: '2.0', changes: [{deprecated: 'GET /v1/loans', replacement: 'GET /v2/loans', sunset: '2026-12-20'}]}
    ])
  })

  test('of other things are kept row by row', () => {
    expect(linesOf('| Colour | Mood |\n|---|---|\n| red | angry |\n').history.notes).toEqual(['red | angry'])
  })
})

describe('what is no fact', () => {
  test('is told with its line: front matter, code, HTML, definitions', () => {
    const {told} = linesOf(
      '---\ntitle: x\n---\n\n# A\n\n```\nGET /v1/loans was removed.\n```\n\n<div>x</div>\n\n[a]: https://a.example\n'
    )
    expect(told).toEqual([
      '1 unread: ---\ntitle: x\n---',
      '7 unread: GET /v1/loans was removed.',
      '11 unread: <div>x</div>',
      '13 unread: [a]: https://a.example'
    ])
  })

  test('a document without a title is called by its file', () => {
    expect(linesOf('').history.service).toBe('CHANGELOG')
  })

  test('keys that a verb does not take are kept as words', () => {
    expect(linesOf('## 1.0\n\n- `GET /v1/loans` was added. Use `GET /v2/loans`.\n').releases).toEqual([
      {release: '1.0', changes: [{added: 'GET /v1/loans', note: 'Use `GET /v2/loans`.'}]}
    ])
  })
})

import {readHistoryText} from '@tenure/core/inputs/history/file'
import {describe, expect, test} from 'vitest'
import {sample} from '../../../test/tier.ts'
import {importMarkdown} from '../src/import.ts'

const importText = (markdown: string) => {
  const {history, remarks, yaml} = importMarkdown(markdown, 'CHANGELOG.md', '2026-03-02')
  // The history that is written must be readable.
  readHistoryText(yaml, 'imported.yaml')
  return {
    releases: history.releases,
    history,
    remarkLines: remarks.map(({line, kind, text}) => `${line} ${kind}: ${text}`)
  }
}

describe('a changelog in the Keep a Changelog format', () => {
  const {releases, history, remarkLines} = importText(`# Changelog

All notable changes.

## [Unreleased]

### Deprecated

- \`GET /v1/loans\` in favour of \`GET /v2/loans\`

## [1.2.0] - 2024-01-05

### Removed

- \`GET /v1/shelves\`, \`POST /v1/shelves\`: no one used them
- some dead code

### Fixed

- \`GET /v1/loans\`: answers are sorted

## [1.1.0] - 2023-06-01

### Added

- GET /v1/loans (#12)
`)

  test('has its releases sorted, oldest first', () => {
    expect(releases).toEqual([
      {release: '1.1.0', date: '2023-06-01', changes: [{added: 'GET /v1/loans', note: 'GET /v1/loans (#12)'}]},
      {
        release: '1.2.0',
        date: '2024-01-05',
        changes: [
          {removed: 'GET /v1/shelves', note: '`GET /v1/shelves`, `POST /v1/shelves`: no one used them'},
          {removed: 'POST /v1/shelves', note: '`GET /v1/shelves`, `POST /v1/shelves`: no one used them'},
          {changed: 'GET /v1/loans', note: '`GET /v1/loans`: answers are sorted'}
        ],
        markdown: '### Removed\n\n- some dead code'
      },
      {release: 'next', changes: [{deprecated: 'GET /v1/loans', replacement: 'GET /v2/loans'}]}
    ])
  })

  test('has its other lines kept as notes', () => {
    expect(history.notes).toEqual(['All notable changes.'])
    expect(remarkLines).toEqual(['3 note: All notable changes.', '16 note: some dead code'])
  })

  test('has a heading that marks all changes below it as breaking', () => {
    const {releases} = importText(
      '# Changes\n\n## 2.0\n\n### Breaking changes\n\n- `GET /v1/loans` was changed. Sorted.\n'
    )
    expect(releases).toEqual([{release: '2.0', changes: [{changed: 'GET /v1/loans', breaking: true, note: 'Sorted.'}]}])
  })
})

describe('a table', () => {
  test('of releases and one of endpoints are read, with free column names', () => {
    const {releases, history} = importText(`# Library: release notes

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
        changes: [
          {removed: 'GET /v1/loans', replacement: 'GET /v2/loans'},
          {added: 'GET /v2/loans', note: 'Loans.'},
          {added: 'POST /v2/loans', note: 'Loans.'}
        ],
        markdown: '`GET /v1/loans` was removed. Use `GET /v2/loans`. Sorry for that.'
      }
    ])
    expect(history.service).toBe('Library')
    expect(history.notes).toEqual(['GET, POST | /v2/loans | v2 | Loans. | desk (Owner: desk)', ' | broken |  |  | '])
  })

  test('of deprecations is read', () => {
    const {releases} = importText(`
| Deprecated | Since | Ends | Earliest end of support | Replacement |
|---|---|---|---|---|
| \`GET /v1/loans\` | 2.0 | 2026-12-20 | 2026-12-20 | \`GET /v2/loans\` |
`)
    expect(releases).toEqual([
      {release: '2.0', changes: [{deprecated: 'GET /v1/loans', replacement: 'GET /v2/loans', sunset: '2026-12-20'}]}
    ])
  })

  test('about anything else is kept as notes, row by row', () => {
    expect(importText('| Color | Mood |\n|---|---|\n| red | angry |\n').history.notes).toEqual(['red | angry'])
  })
})

describe('a change history that tenure rendered', () => {
  const page = (lines: string): string => `# Library: change history

## Endpoints

| Method | Path        | Since | Notes |
| ------ | ----------- | ----- | ----- |
| GET    | \`/v2/loans\` | 1.1   |       |

## Removed

| Removed         | Release | Replacement     | Announced    | Promise                   |
| --------------- | ------- | --------------- | ------------ | ------------------------- |
| \`GET /v1/loans\` | 1.1     | \`GET /v2/loans\` | not recorded | exempt by policy (\`beta\`) |

## Changes by release

Newest first.

### 1.1 (2024-01-05)

${lines}
`

  test('adds nothing from tables that repeat the releases', () => {
    const {releases} = importText(page('- `GET /v2/loans` was added.'))
    expect(releases).toEqual([{release: '1.1', date: '2024-01-05', changes: [{added: 'GET /v2/loans'}]}])
  })

  test('adds endpoints from its tables if a release only counts them', () => {
    const {releases} = importText(page('#### Removed\n\n- 2 operations of `/v1/**` are gone.'))
    expect(releases).toEqual([
      {
        release: '1.1',
        date: '2024-01-05',
        note: '2 operations of `/v1/**` are gone.',
        changes: [{added: 'GET /v2/loans'}, {removed: 'GET /v1/loans', replacement: 'GET /v2/loans'}]
      }
    ])
  })
})

describe('a name in code', () => {
  test.each(
    sample(['*.aci', 'README.md', 'clientv3.Lease.TimeToLive', '--color', 'password.max_breaches', 'Client.close()'])
  )('%s is not taken for an endpoint', name => {
    for (const group of ['Added', 'Changed', 'Fixed', 'Removed']) {
      const {releases} = importText(`## 2.0\n\n### ${group}\n\n- \`${name}\`: better\n`)
      expect(releases).toEqual([{release: '2.0', markdown: `### ${group}\n\n- \`${name}\`: better`}])
    }
  })

  test('with a typo is not taken for another endpoint', () => {
    const item = '* `GET /loans/{id}` now returns a `Due` field.\n'
    const {releases} = importText(`## 2.0\n\n${item.repeat(4)}* \`GET /loan/{id}\` now returns a \`Fee\` field.\n`)
    expect(releases).toMatchObject([{markdown: '* `GET /loan/{id}` now returns a `Fee` field.'}])
  })

  test('becomes a path as API descriptions write it', () => {
    const {releases} = importText(`## 2.0

- Added \`GET /a/(id or name)/b?size=1\`
- Added \`GET /a/<id>\`
- Added \`GET /a/:id/c\`
- Added \`GET /a/{id:.*}/d\`
- \`GET /a/\` now returns a \`Due\` field
- \`GET /a\` now returns a \`Fee\` field
`)
    expect(releases).toMatchObject([
      {
        changes: [
          {added: 'GET /a/{id}/b'},
          {added: 'GET /a/{id}'},
          {added: 'GET /a/{id}/c'},
          {added: 'GET /a/{id}/d'},
          {added: 'GET /a', field: 'Due', in: 'response'},
          {added: 'GET /a', field: 'Fee', in: 'response'}
        ]
      }
    ])
  })
})

describe('a text without a fact', () => {
  test('is reported with its line if it is front matter, code, or HTML', () => {
    const {remarkLines} = importText(
      '---\ntitle: x\n---\n\n# A\n\n```\nGET /v1/loans was removed.\n```\n\n<div>x</div>\n\n[a]: https://a.example\n'
    )
    expect(remarkLines).toEqual([
      '1 unread: ---\ntitle: x\n---',
      '7 unread: GET /v1/loans was removed.',
      '11 unread: <div>x</div>'
    ])
  })

  test('and without a title gives the service the name of the file', () => {
    expect(importText('').history.service).toBe('CHANGELOG')
  })

  test('that follows a change is kept as its note', () => {
    expect(importText('## 1.0\n\n- `GET /v1/loans` was added. Use `GET /v2/loans`.\n').releases).toEqual([
      {release: '1.0', changes: [{added: 'GET /v1/loans', note: 'Use `GET /v2/loans`.'}]}
    ])
  })
})

describe('a sentence that limits or negates a change', () => {
  test.each(
    sample([
      'GET /v1/b was removed from the documentation.',
      'GET /v1/b was removed from the beta program but stays in GA.',
      'GET /v1/c was removed and then restored.',
      'GET /v1/d was deprecated by mistake; it is not deprecated.',
      'GET /v1/f was renamed to GET /v1/g in the docs only.',
      'GET /v1/l was removed from the SDK only.',
      'Removed GET /v1/l from the SDK only.',
      'GET /v1/l was removed, with the exception of the beta program.',
      '~~GET /v1/g was removed.~~',
      '~~All went. GET /v1/g was removed. Sorry.~~'
    ])
  )('is kept as text: %s', sentence => {
    for (const [before, mark] of [
      ['', ''],
      ['', '- '],
      ['### Removed\n\n', '- ']
    ]) {
      const {releases, remarkLines} = importText(`# A\n\n## 2.0\n\n${before}${mark}${sentence}\n`)
      expect(releases).toEqual([{release: '2.0', markdown: `${before}${mark}${sentence}`}])
      expect(remarkLines).toEqual([`${before === '' ? 5 : 7} note: ${sentence}`])
    }
  })

  test('is read if a known clause follows the comma', () => {
    expect(
      importText(`## 2.0

- GET /v1/a was removed, with all its parameters.
- GET /v1/b was deprecated, to be unsupported from 2.4 onwards.
- GET /v1/c was renamed to GET /v1/d, and stays until 2.4.
- GET /v1/e was removed, use GET /v1/f.
`).releases
    ).toEqual([
      {
        release: '2.0',
        changes: [
          {removed: 'GET /v1/a', note: 'GET /v1/a was removed, with all its parameters.'},
          {
            deprecated: 'GET /v1/b',
            sunset: '2.4',
            note: 'GET /v1/b was deprecated, to be unsupported from 2.4 onwards.'
          },
          {renamed: 'GET /v1/c', to: 'GET /v1/d', oldUntil: '2.4'},
          {removed: 'GET /v1/e', replacement: 'GET /v1/f'}
        ]
      }
    ])
  })

  test('is kept as a note if its table row is struck out', () => {
    const {releases, history} = importText(
      '| Removed | Release |\n|---|---|\n| ~~GET /v1/a~~ | ~~2.0~~ |\n| GET /v1/b | 2.0 |\n'
    )
    expect(releases).toEqual([{release: '2.0', changes: [{removed: 'GET /v1/b'}]}])
    expect(history.notes).toEqual(['~~GET /v1/a~~ | ~~2.0~~'])
  })
})

describe('the heading of a release', () => {
  test.each(
    sample([
      ['2.1.0 (2024-06-03)', '2.1.0', '2024-06-03'],
      ['Release 3.2, 5 March 2024', '3.2', '2024-03-05'],
      ['Release 3.1 (March 2023)', '3.1', '2023-03'],
      ['Version 2.9 - January 5, 2021', '2.9', '2021-01-05'],
      ['Version 2.0 vom 01.03.2024', '2.0', '2024-03-01'],
      ['Version 1.9 vom 3. Februar 2023', '1.9', '2023-02-03'],
      ['05.03.2022', '05.03.2022', '2022-03-05'],
      ['5. März 2022', '5. März 2022', '2022-03-05'],
      ['[1.2.0] - 2024-01-05', '1.2.0', '2024-01-05'],
      ['[1.2.0](https://a.example/c...d) (2024-01-05)', '1.2.0', '2024-01-05'],
      ['v3.0.0 / 2023-04-01', 'v3.0.0', '2023-04-01'],
      ['2.0 GA', '2.0 GA', undefined],
      ['2.0 (beta), Dec 1st, 2023', '2.0 beta', '2023-12-01'],
      ['3.0-rc.1 – 13/04/2024', '3.0-rc.1', '2024-04-13'],
      ['2024.1.5', '2024.1.5', undefined],
      ['v1.41 API changes', 'v1.41', undefined]
    ])
  )('gives its name and date: %s', (heading, release, date) => {
    for (const mark of ['#', '##']) {
      const {releases, remarkLines, history} = importText(`${mark} ${heading}\n\nGET /v1/a was removed.\n`)
      expect(releases).toEqual([{release, ...(date ? {date} : {}), changes: [{removed: 'GET /v1/a'}]}])
      expect(remarkLines).toEqual([])
      expect(history.service).toBe('CHANGELOG')
    }
  })

  test.each(
    sample([
      ['2.0 (03/04/2024)', '2.0', '03/04/2024'],
      ['2.0 - 31.02.2024', '2.0', '31.02.2024'],
      ['03/04/2024', '03/04/2024', '03/04/2024'],
      ['[2.0] [YANKED]', '2.0', '[YANKED]']
    ])
  )('is reported if a part of it cannot be read: %s', (heading, release, unread) => {
    const {releases, remarkLines} = importText(`## ${heading}\n`)
    expect(releases).toEqual([{release}])
    expect(remarkLines).toEqual([`1 unread: ${unread} (in ${heading})`])
  })

  test('can have level 1, above groups and versions of lower levels', () => {
    const {releases, history} = importText(`# 2.1.0 (2024-06-03)

## Removed

- GET /v1/a

# 2.0.0

## 2.0.1

- GET /v1/b was removed.
`)
    expect(history.service).toBe('CHANGELOG')
    expect(releases).toEqual([
      {release: '2.0.1', changes: [{removed: 'GET /v1/b'}]},
      {release: '2.0.0'},
      {release: '2.1.0', date: '2024-06-03', changes: [{removed: 'GET /v1/a'}]}
    ])
  })

  test('can be a day, by which releases are sorted', () => {
    expect(importText('## 05.03.2022\n\n## 01.04.2022\n').releases).toEqual([
      {release: '05.03.2022', date: '2022-03-05'},
      {release: '01.04.2022', date: '2022-04-01'}
    ])
  })

  test('has no other words: changes below such a heading are reported as lacking a release', () => {
    const text =
      '## Release 2.0 of the app\n\nGET /v1/a was removed.\n\n- GET /v1/b was removed.\n\n## Removed\n\n- GET /v1/c\n'
    const {releases, history, remarkLines} = importText(text)
    expect(releases).toEqual([])
    expect(history.notes).toEqual(['GET /v1/a was removed.', 'GET /v1/b was removed.', 'GET /v1/c'])
    expect(remarkLines.filter(each => each.includes('note'))).toEqual([
      '3 note: change without a release: GET /v1/a was removed.',
      '5 note: change without a release: GET /v1/b was removed.',
      '9 note: change without a release: GET /v1/c'
    ])
    expect(importMarkdown(text, 'a.md', '2026-03-02').remarks.filter(({lacks}) => lacks === 'release')).toHaveLength(3)
  })
})

describe('a table with other column names', () => {
  const changesIn = (head: string, row: string) =>
    importText(`${head}\n${head.replace(/[^|]+/g, '---')}\n${row}\n`).releases
  const removed = [{release: '2.0', changes: [{removed: 'GET /v1/a', replacement: 'GET /v2/a'}]}]

  test.each(
    sample([
      ['| Endpoint | Removed in | Use instead |', '| GET /v1/a | 2.0 | GET /v2/a |'],
      ['| Removed endpoint | Removed in release | Replaced by |', '| GET /v1/a | 2.0 | GET /v2/a |'],
      ['| Path | Removed | Alternative |', '| `GET /v1/a` | 2.0 | `GET /v2/a` |'],
      ['| Method | Path | Removed in | Replacement |', '| GET | /v1/a | 2.0 | GET /v2/a |'],
      ['| Endpunkt | Entfernt in | Ersatz |', '| GET /v1/a | 2.0 | GET /v2/a |']
    ])
  )('is read as removals: %s', (head, row) => {
    expect(changesIn(head, row)).toEqual(removed)
  })

  test('is read as deprecations', () => {
    expect(
      changesIn('| Endpoint | Deprecated in | Sunset | Replacement |', '| GET /v1/a | 2.0 | 1 March 2027 | GET /v2/a |')
    ).toEqual([{release: '2.0', changes: [{deprecated: 'GET /v1/a', replacement: 'GET /v2/a', sunset: '2027-03-01'}]}])
  })

  test('is read as additions and removals', () => {
    const rows = '| GET | /v1/a | 1.0 | 2.0 |\n| GET | /v1/b | 1.0 | |'
    expect(changesIn('| Method | Path | Since | Removed in |', rows)).toEqual([
      {release: '1.0', changes: [{added: 'GET /v1/a'}, {added: 'GET /v1/b'}]},
      {release: '2.0', changes: [{removed: 'GET /v1/a'}]}
    ])
  })

  test.each(
    sample([
      ['entfernt', {changes: [{removed: 'GET /v1/a'}]}],
      ['Removed. Use GET /v2/a.', {changes: [{removed: 'GET /v1/a', replacement: 'GET /v2/a'}]}],
      ['Removed from the SDK only.', {markdown: 'GET /v1/a: Removed from the SDK only.'}],
      ['liefert mehr', {markdown: 'GET /v1/a: liefert mehr'}]
    ])
  )('is read as changes: %s', (change, expected) => {
    expect(
      changesIn('| Version | Datum | Endpunkt | Änderung |', `| 2.0 | 05.03.2022 | GET /v1/a | ${change} |`)
    ).toEqual([{release: '2.0', date: '2022-03-05', ...expected}])
  })

  test('is reported for rows whose release cannot be read', () => {
    const {remarkLines, history} = importText(`| Endpoint | Removed in |
|---|---|
| GET /v1/a | soon |
| GET /v1/b | 2.0 (03/04/2024) |
`)
    expect(history.notes).toEqual(['GET /v1/a | soon'])
    expect(history.releases).toEqual([{release: '2.0', changes: [{removed: 'GET /v1/b'}]}])
    expect(remarkLines).toEqual([
      '3 note: change without a release: GET /v1/a | soon',
      '4 unread: 03/04/2024 (in 2.0 (03/04/2024))'
    ])
  })
})

test('a history file that names a field as a subject gets an error with the right syntax', () => {
  const text = 'service: A\nreleases:\n  - release: 1.0\n    changes:\n      - {renamed: GET /v1/a, field: x, to: y}\n'
  expect(() => readHistoryText(text, 'h.yaml')).toThrow('For a field of the same subject, write `to: {field: y}`.')
})

// Changelogs in other styles: the text above a line says what it is about, and uncertain changes stay text.

import {assemble} from '@tenure/core/history/assemble'
import {readHistoryText} from '@tenure/core/inputs/history/file'
import {judgeAll} from '@tenure/core/lint'
import {partAsMarkdown} from '@tenure/pages/history-page/page-part'
import {describe, expect, test} from 'vitest'
import {LATER, policyOf} from '../../../test/reading.ts'
import {sample} from '../../../test/tier.ts'
import {importMarkdown} from '../src/import.ts'
import {describeEvent} from './import-line.ts'

function read(document: string) {
  const {yaml} = importMarkdown(document, 'CHANGELOG.md', '2026-03-02')
  const {declared} = readHistoryText(yaml, 'history.yaml')
  return {
    events: declared.events.flatMap(event => describeEvent(event) ?? []),
    text: declared.entries.map(({markdown}) => markdown ?? '').join('\n'),
    entries: declared.entries.map(({name, date}) => [name, date]),
    declared
  }
}
const readLines = (lines: string) => read(`# Changelog\n\n## 2.0 (2026-03-02)\n\n${lines}\n`)

test.each<[string, string[]]>(
  sample([
    ['Dropped `GET /v1/loans`', ['removed GET /v1/loans']],
    ['`GET /v1/loans` has been dropped', ['removed GET /v1/loans']],
    ['`GET /v1/loans` was retired', ['removed GET /v1/loans']],
    ['`GET /v1/loans` added', ['added GET /v1/loans']],
    ['`GET /v1/loans` updated', ['changed GET /v1/loans']],
    ['Replaced `GET /v1/loans` with `GET /v2/loans`', ['removed GET /v1/loans, use GET /v2/loans']],
    ['`GET /v1/loans` was replaced by `GET /v2/loans`.', ['removed GET /v1/loans, use GET /v2/loans']],
    ['Deprecated: `GET /v1/loans` is replaced by `GET /v2/loans`.', ['deprecated GET /v1/loans, use GET /v2/loans']],
    ['Changed `GET /v1/loans` to `GET /v1/lendings`', ['renamed GET /v1/loans, to GET /v1/lendings']],
    ['Moved `GET /v1/loans` to `GET /v1/lendings`', ['renamed GET /v1/loans, to GET /v1/lendings']],
    ['`GET /v1/loans` -> `GET /v1/lendings`', ['renamed GET /v1/loans, to GET /v1/lendings']],
    ['The `GET /v1/loans` endpoint has moved to `GET /v1/lendings`', ['renamed GET /v1/loans, to GET /v1/lendings']],
    ['The `/v1/loans/` endpoint has moved to `/v1/lendings/`', ['renamed /v1/loans/**, to /v1/lendings/**']],
    ['The `/v1/loans/<id>/` endpoint was removed', ['removed /v1/loans/{id}/**']],
    [`Removed \`GET /v1/loans/\${loanId}\``, ['removed GET /v1/loans/{loanId}']],
    ['Removed these endpoints:\n    - `/v1/loans/<id>/fees/`', ['removed /v1/loans/{id}/fees/**']],
    ['The page on `/v1/loans/<id>/` was removed', []],
    ['The loans endpoint was removed', []],
    ['`Loan`\n    - Added the read-only `copies` list', ['added Loan.copies']],
    ['`Loan`\n    - Added the optional `reader` foreign key to Reader', ['added Loan.reader']],
    ['`Loan`\n    - Added the `shelf` relation to Shelf', ['added Loan.shelf']],
    ['`Loan`\n    - Added the `shelf` relation to `Shelf`', []],
    ['Renamed `Loan.due` → `Loan.due_date`', ['renamed Loan.due, to Loan.due_date']],
    ['`Loan.due` => `Loan.due_date`', ['renamed Loan.due, to Loan.due_date']],
    ['Replaced `Loan.due` with `Loan.due_date`', ['removed Loan.due, use Loan.due_date']],
    ['Replaced `due` with `due_date` in `POST /v1/loans`', []],
    [
      'Replaced the `due` field with `due_date` in `POST /v1/loans`',
      ['removed POST /v1/loans (field due), use POST /v1/loans (field due_date)']
    ],
    ['Changed the `due` field of `POST /v1/loans` from string to date', ['changed POST /v1/loans (field due)']],
    ['ADDED `due_date` to `Loan`', ['added Loan.due_date']],
    ['Removed `Loan.due`', ['removed Loan.due']],
    ['`GET & PUT /v1/loans` added', ['added GET /v1/loans', 'added PUT /v1/loans']],
    ['`GET /v1/loans` will be removed after 2026-12-31.', ['deprecated GET /v1/loans, sunset 2026-12-31']],
    ['`GET /v1/loans` will be removed on 31.12.2026', ['deprecated GET /v1/loans, sunset 2026-12-31']],
    ['`GET /v1/loans` will be removed on 2026.12.31.', ['deprecated GET /v1/loans, sunset 2026-12-31']],
    ['`GET /v1/loans` will be removed on January 31, 2027.', ['deprecated GET /v1/loans, sunset 2027-01-31']],
    ['`GET /v1/loans` will be removed in 3.0', ['deprecated GET /v1/loans, sunset 3.0']],
    ['`GET /v1/loans` will be removed after 3.0', ['deprecated GET /v1/loans']],
    ['Deprecated `GET /v1/loans`. It is supported until 2026-12-31.', ['deprecated GET /v1/loans, sunset 2026-12-31']],
    [
      'The `due` field of `POST /v1/loans` will be removed after 2026-12-31',
      ['deprecated POST /v1/loans (field due), sunset 2026-12-31']
    ],
    ['`Loan.due` will be removed on 2026-12-31', ['deprecated Loan.due, sunset 2026-12-31']],
    ['Added `due_date` property to `Loan` model by @desk in https://library.example/pull/12', ['added Loan.due_date']],
    ['Added `due_date` property to `Loan` model [#12](https://library.example/12)', ['added Loan.due_date']],
    [
      'Removed the deprecated `GET /v1/a`, `PUT /v1/a`, and `DELETE /v1/a` endpoints. Use loans.',
      ['removed GET /v1/a', 'removed PUT /v1/a', 'removed DELETE /v1/a']
    ],
    ['Deprecated `GET /v1/loans` - please use the new endpoints instead', ['deprecated GET /v1/loans']],
    ['Added `since` as an optional query parameter to `GET /v1/loans`', ['added GET /v1/loans (parameter since)']],
    ['Removed `due` from `PUT /v1/loans` request body.', ['removed PUT /v1/loans (field due, in request)']],
    ['Adds `fee` and `due` properties to `Loan` to support fines', ['added Loan.fee', 'added Loan.due']],
    ['Added model `LoanItem`', ['added LoanItem.*']],
    // Uncertain changes.
    ['`GET /v1/loans` will be removed for guests', []],
    ['`GET /v1/loans` will be removed from the docs', []],
    ['`GET /v1/loans` will be removed on Windows', []],
    ['Replaced `GET /v1/loans` with `GET /v2/loans` in the examples', []],
    ['Dropped `GET /v1/loans` support in the SDK', []],
    ['`open` -> `closed`', []],
    ['Changed `20` to `50`', []],
    ['Replaced `lodash` with `ramda`', []],
    ['Removed `some.module`', []],
    ['Added `zstd` to Alpine', []],
    ['Added `x-owner` to `Loan`', []],
    ['Added `Shelf` components', []]
  ])
)('the line "%s" becomes the right changes', (line, events) => expect(readLines(`- ${line}`).events).toEqual(events))

describe('the text above a line', () => {
  test('can be an endpoint that the change is about', () => {
    const lines =
      '- `GET /v1/loans`:\n  - Added query parameter `since`\n  - removed the `due` field\n- `POST /v1/loans`\n  - sorted nicely'
    expect(readLines(lines)).toMatchObject({
      events: ['added GET /v1/loans (parameter since)', 'removed GET /v1/loans (field due)'],
      text: '- `POST /v1/loans`\n  - sorted nicely'
    })
  })

  test('can be a resource with its module', () => {
    const lines = `* desk.Loan
    * Added the optional \`due_date\` field
    * \`due\` has been renamed to \`due_on\`
    * \`fee\` renamed to \`fees\` and is now a list
    * The \`copies\` field has been changed from an integer to a decimal
    * \`shelf\` has been removed
    * Faster sorting`
    expect(readLines(lines)).toMatchObject({
      events: [
        'added desk.Loan.due_date',
        'renamed desk.Loan.due, to desk.Loan.due_on',
        'renamed desk.Loan.fee, to desk.Loan.fees',
        'changed desk.Loan.copies',
        'removed desk.Loan.shelf'
      ],
      text: '* desk.Loan\n    * Faster sorting'
    })
  })

  test('can be a heading with an endpoint or an object', () => {
    const lines = '### `GET /v1/loans`\n\n- Added `Due` to the response\n\n### Loan object\n\n- Added `due_date` field'
    expect(readLines(lines).events).toEqual(['added GET /v1/loans (field Due)', 'added Loan.due_date'])
  })

  test.each(
    sample([
      [
        '- Added the following endpoints:\n  - `GET /v1/a`\n  - `GET /v1/b` - lists b',
        ['added GET /v1/a', 'added GET /v1/b']
      ],
      ['- Added desk endpoints in early access:\n  - `GET /v1/a`', ['added GET /v1/a']],
      ['Removed endpoints:\n\n- `GET /v1/a`', ['removed GET /v1/a']],
      ['The following endpoints are deprecated:\n\n- `GET /v1/a`', ['deprecated GET /v1/a']],
      ['- Marked the following endpoints as deprecated\n  - `GET /v1/a`', ['deprecated GET /v1/a']],
      [
        'Added these fields to `POST /v1/a`:\n\n- `due` - when it ends\n- `fee`',
        ['added POST /v1/a (field due)', 'added POST /v1/a (field fee)']
      ],
      ['- **Removed**\n  - `GET /v1/a`', ['removed GET /v1/a']],
      ['**Removed**\n\n- `GET /v1/a`\n\n**Desk**\n\n- `GET /v1/b`', ['removed GET /v1/a']],
      ['### ⚠️ Breaking\n\n- Removed `GET /v1/a`', ['removed GET /v1/a']],
      ['### Removals\n\n- `GET /v1/a`', ['removed GET /v1/a']],
      ['### Modifications\n\n- `GET /v1/a`: sorted', ['changed GET /v1/a']],
      [
        '- Added desk endpoints.\n- `GET /v1/a`\n- `PUT /v1/a`\n- dust\n- `GET /v1/b`',
        ['added GET /v1/a', 'added PUT /v1/a']
      ],
      ['- Adds models:\n  - `LoanItem`\n  - `Fee` child of `Loan`', ['added LoanItem.*', 'added Fee.*']],
      ['- Added the following endpoints:\n  - `/v1/a`\n  - `GET /v1/b?all=1`', ['added /v1/a/**']],
      [
        '* desk.Loan\n    * Removed the following fields (these moved):\n        * `due`\n        * `fee` - no fines\n    * Added the read-only `count` integer field',
        ['removed desk.Loan.due', 'removed desk.Loan.fee', 'added desk.Loan.count']
      ],
      // The endpoints themselves don't change.
      ['- Fixed the desk endpoints.\n- `GET /v1/a`', []],
      ['- Added rate limits to the following endpoints:\n  - `GET /v1/a`', []],
      ['- Added examples for these endpoints:\n  - `GET /v1/a`', []],
      ['- Removed the `X-Beta` header requirement of the following endpoints:\n  - `GET /v1/a`', []],
      ['- Fixed the documentation of these endpoints:\n  - `GET /v1/a`', []],
      ['- Library:\n  - Added `due` field', []]
    ])
  )('decides what the line is about: %s', (lines, events) => expect(readLines(lines).events).toEqual(events))

  test('is added to the change as a note if it says more', () => {
    const {declared} = readLines('- Added desk endpoints in early access:\n  - `GET /v1/a`')
    expect(declared.events[0]?.note).toBe('Added desk endpoints in early access')
  })
})

test('a table of endpoints with a column of changes is read', () => {
  const {events, text} = readLines(
    '| Endpoint | Reader | Desk |\n|---|---|---|\n| [#1](https://a.example/1) / [#2](https://a.example/2) `GET /v1/a` added | | |\n| `GET /v1/b` deprecated | | |\n| `loan EVENT` added | | |'
  )
  expect(events).toEqual(['added GET /v1/a', 'deprecated GET /v1/b'])
  expect(text).toBe('| Endpoint | Reader | Desk |\n|---|---|---|\n| `loan EVENT` added | | |')
})

test.each(
  sample([
    ['1.4.0 (2026.01.31)', '1.4.0', '2026-01-31'],
    ['2026.01.31', '2026.01.31', '2026-01-31'],
    ['31.01.2026', '31.01.2026', '2026-01-31'],
    ['2026.1.3', '2026.1.3', undefined],
    ['[2026-04-14] Version 2.6.7', '2.6.7', '2026-04-14'],
    ['2026-04-14: v2.6', 'v2.6', '2026-04-14'],
    ['Development Version', 'next', undefined]
  ])
)('the heading "%s" gives the name and date of a release', (heading, name, date) => {
  expect(read(`# Changelog\n\n## ${heading}\n\n- Added \`GET /v1/a\`\n`).entries).toEqual([[name, date]])
})

test('the page of an incomplete history says "none recorded" instead of "none"', () => {
  const {declared} = readLines('- Deprecated `GET /v1/a`\n- Nicer covers')
  const history = assemble(declared, {asOf: LATER})
  const policy = policyOf(undefined)
  const page = partAsMarkdown('all', history, judgeAll(history, policy), policy)
  expect(page).toContain('## Removed\n\nNone recorded.\n')
  expect(page).toMatch(/\| `GET \/v1\/a` +\| 2\.0 +\| none recorded \|/)
  expect(page).not.toMatch(/Nothing (?:has been removed|is known to be missing)|No deprecation is pending/)
  const {yaml} = importMarkdown(page, 'CHANGELOG.md', '2026-03-02')
  expect(readHistoryText(yaml, 'history.yaml').declared.events.map(({kind, sunset}) => [kind, sunset])).toEqual([
    ['deprecated', undefined]
  ])
})

test('a page about custom resources is read back whole', () => {
  const text = `service: Loans
releases:
  - release: '2.0'
    date: 2025-06-01
    changes:
      - deprecated: library.example/v1beta1 Loan
  - release: '1.0'
    date: 2025-01-01
    changes:
      - added: library.example/v1 Loan
      - added: library.example/v1beta1 Loan
`
  const {declared} = readHistoryText(text, 'history.yaml')
  const policy = policyOf(undefined)
  const page = partAsMarkdown('all', assemble(declared, {asOf: LATER}), [], policy)
  expect(page).toContain('## Resources\n')
  const {yaml, remarks} = importMarkdown(page, 'CHANGELOG.md', '2026-03-02')
  expect(remarks.filter(({kind}) => kind === 'unread')).toEqual([])
  const describeEvents = (of: typeof declared): string[] =>
    of.events.flatMap(each => describeEvent(each) ?? []).toSorted()
  expect(describeEvents(readHistoryText(yaml, 'history.yaml').declared)).toEqual(describeEvents(declared))
})

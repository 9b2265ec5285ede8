// Text that states no API change stays Markdown below its release, exactly as written.

import {assemble} from '@tenure/core/history/assemble'
import {readHistoryText} from '@tenure/core/inputs/history/file'
import {judgeAll} from '@tenure/core/lint'
import {changesOfRelease} from '@tenure/core/outputs/changes/changes-of-release'
import {createHistoryPage} from '@tenure/core/outputs/changes/page-data'
import {partAsMarkdown} from '@tenure/pages/history-page/page-part'
import {renderChangelog} from '@tenure/pages/release-notes/keep-a-changelog'
import {describe, expect, test} from 'vitest'
import {renderNotes} from '../../../test/outputs/pages/render-notes.ts'
import {LATER, policyOf} from '../../../test/reading.ts'
import {sample} from '../../../test/tier.ts'
import {importMarkdown} from '../src/import.ts'

const policy = policyOf(undefined)

/** The Markdown of each release, by its name. */
function markdownOf(document: string): Record<string, string | undefined> {
  const {yaml} = importMarkdown(document, 'CHANGELOG.md', '2026-03-02')
  const {declared} = readHistoryText(yaml, 'history.yaml')
  return Object.fromEntries(declared.entries.map(({name, markdown}) => [name, markdown]))
}

function historyFrom(yaml: string) {
  const history = assemble(readHistoryText(yaml, 'history.yaml').declared, {asOf: LATER})
  return {history, judgments: judgeAll(history, policy)}
}

const markdownOfRelease = (lines: string): string | undefined =>
  markdownOf(`# Changelog\n\n## 2.0 (2026-03-02)\n\n${lines}\n`)['2.0']

describe('text without an API change is kept as written', () => {
  test.each(
    sample([
      ['a paragraph with links', 'Read the [guide](https://library.example/guide "Guide"), *please*.'],
      ['code', '```sh\n# not a heading\ncurl https://library.example | jq .\n\n\ndone\n```'],
      ['a quote', '> All shelves moved.\n>\n> Sorry.'],
      ['a table of something else', '| Color | Mood |\n|:-----:|------|\n| red   | `angry` |'],
      ['an ordered list', '1. Stop the desk\n2. Start the desk'],
      ['nested items', '* Faster search\n    * twice as fast\n\n      in `large` libraries\n    * and smaller'],
      ['HTML', '<details><summary>All</summary>\n\n- one\n\n</details>'],
      ['a picture', '![shelves](shelves.png)'],
      ['a list of tasks', '- [ ] sort\n- [x] dust']
    ])
  )('if it is %s', (_, markdown) => expect(markdownOfRelease(markdown)).toBe(markdown))

  test('with the definitions of its links', () => {
    const document = `## 2.0\n\n- See [the guide][guide] and [#12].\n\n## 1.0\n\n- Added \`GET /v1/loans\`\n\n[guide]: https://library.example/guide "Guide"\n[#12]: https://library.example/12\n[2.0]: https://library.example/2.0\n`
    expect(markdownOf(document)).toEqual({
      '1.0': undefined,
      '2.0':
        '- See [the guide][guide] and [#12].\n\n[guide]: https://library.example/guide "Guide"\n[#12]: https://library.example/12'
    })
  })

  test('with the headings above it, and without changes next to it', () => {
    expect(
      markdownOfRelease(`### Fixed

- Sorting by title
- \`GET /v1/loans\` was removed.

#### Search

- Fewer typos

### Added

- \`GET /v2/loans\``)
    ).toBe('### Fixed\n\n- Sorting by title\n\n#### Search\n\n- Fewer typos')
  })

  test('with the list item above it', () => {
    expect(
      markdownOfRelease('- Loans:\n  - Added `GET /v2/loans`\n  - Nicer covers\n- Desk:\n  - Added `GET /v2/desks`')
    ).toBe('- Loans:\n  - Nicer covers\n- Desk:')
  })

  test('with the whole item if a change has more than text', () => {
    const item = '- Removed `GET /v1/loans`\n\n  ```sh\n  curl /v2/loans\n  ```'
    expect(markdownOfRelease(item)).toBe(item)
    const {history} = importMarkdown(`## 2.0\n\n${item}\n`, 'CHANGELOG.md', '2026-03-02')
    expect(history.releases).toMatchObject([{changes: [{removed: 'GET /v1/loans'}]}])
  })

  test('if it is a table row, without rows that state a change', () => {
    expect(
      markdownOfRelease('| Endpoint | Removed in |\n|---|---|\n| GET /v1/a | 2.0 |\n| the old [desk](desk.md) | 2.0 |')
    ).toBe('| Endpoint | Removed in |\n|---|---|\n| the old [desk](desk.md) | 2.0 |')
  })

  test('if it is a cell in a table of releases', () => {
    const table =
      '| Version | Date | Changes |\n|---|---|---|\n| 2.0 | 2026-03-02 | See [the `guide`](a.md#b). |\n| 1.0 | 2025-03-02 | GET /v1/a was added. |'
    expect(markdownOf(table)).toEqual({'1.0': undefined, '2.0': 'See [the `guide`](a.md#b).'})
  })

  test('with Windows line endings converted', () => {
    expect(markdownOf('## 2.0\r\n\r\n- Faster\r\n  - twice\r\n')['2.0']).toBe('- Faster\n  - twice')
  })
})

test.each(sample(['None', 'None.', '_None._', '- None.', '- N/A', 'No changes.', 'No API changes', '- –', 'Nothing.']))(
  'the text "%s" counts as empty',
  placeholder => {
    const {history, remarks} = importMarkdown(`## 2.0\n\n### Removed\n\n${placeholder}\n`, 'CHANGELOG.md', '2026-03-02')
    expect(history.releases).toEqual([{release: '2.0'}])
    expect(remarks).toEqual([])
  }
)

describe('kept text is rendered', () => {
  const TEXT = '### Fixed\n\n- A [link](https://library.example/?a=b&c=d) *and* `{code}`\n\n```sh\n### none\n```'
  const {yaml} = importMarkdown(
    `## 2.0 (2026-03-02)\n\n- Added \`GET /v2/loans\`\n\n${TEXT}\n`,
    'CHANGELOG.md',
    '2026-03-02'
  )
  const {history, judgments} = historyFrom(yaml)
  const renderedAt = (depth: number): string =>
    `${'#'.repeat(depth)} Other notes\n\n${TEXT.replace('### Fixed', `${'#'.repeat(depth + 1)} Fixed`)}`

  test('in the change history, the notes, and the changelog', () => {
    const page = createHistoryPage(history, judgments, policy, true)
    const [entry] = history.timeline.entries
    expect(partAsMarkdown('all', history, judgments, policy)).toContain(renderedAt(4))
    expect(renderNotes(history, judgments, policy, '2.0')).toContain(renderedAt(3))
    expect(entry && renderChangelog([changesOfRelease(entry, page)], page)).toContain(renderedAt(3))
  })

  test('instead of a claim that nothing changed', () => {
    const {yaml: withoutChanges} = importMarkdown('## 2.0 (2026-03-02)\n\n- Faster\n', 'CHANGELOG.md', '2026-03-02')
    const {history, judgments} = historyFrom(withoutChanges)
    expect(renderNotes(history, judgments, policy, '2.0')).not.toContain('No changes')
    expect(partAsMarkdown('releases', history, judgments, policy)).not.toContain('No changes')
  })

  const pageWith = (markdown: string): string => {
    const historyText = `service: Lending Library API\nreleases:\n  - release: "2.0"\n    markdown: ${JSON.stringify(markdown)}\n`
    const {history, judgments} = historyFrom(historyText)
    return partAsMarkdown('all', history, judgments, policy)
  }

  test.each(sample(['```sh\ncurl', '<!-- open', '<details>', 'a\n\n</details>', '<script>']))(
    'as plain text if it would hide the rest of the page: %j',
    markdown => {
      const page = pageWith(markdown)
      expect(page).toContain('\n## Policy\n')
      expect(page).not.toMatch(/^(?:```|<)(?!table)/m)
    }
  )

  test.each(
    sample(['::error::x', '  ::set-output name=a::b', 'a ##[error]', '<!-- tenure all -->', '<!-- /tenure -->'])
  )('without commands of CI systems and markers of managed sections: %j', markdown => {
    const page = pageWith(markdown)
    expect(page).not.toMatch(/^\s*::/m)
    expect(page).not.toContain('##[')
    expect(page).not.toMatch(/<!--\s*\/?tenure/)
  })
})

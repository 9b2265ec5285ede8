// The start of a page: the latest release with its changes, the next ends of support, and overdue endpoints.
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import {unified} from 'unified'
import {describe, expect, test} from 'vitest'
import {importMarkdown} from '../../../../packages/import/src/import.ts'
import {partAsMarkdown, releasesAsMarkdown} from '../../../../packages/pages/src/history-page/page-part.ts'
import type {PartName} from '../../../../packages/pages/src/markdown/part-names.ts'
import {judgeAll} from '../../../../src/lint.ts'
import {createHistoryPage} from '../../../../src/outputs/changes/page-data.ts'
import {historyOf, policyOf} from '../../../reading.ts'

const AS_OF = '2026-09-01'
const page = (releases: string, part: PartName = 'all', more = '', asOf = AS_OF): string => {
  const history = historyOf(`service: Lending Library API\n${more}releases:\n${releases}`, asOf)
  const policy = policyOf(undefined)
  return partAsMarkdown(part, history, judgeAll(history, policy), policy)
}
const news = (releases: string, more = ''): string => {
  const [, section = ''] = /^## What's new\n\n(.*?)(?=^## )/ms.exec(page(releases, 'all', more)) ?? []
  return section.trimEnd()
}

const FIRST = `  - {release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/fees}, {added: GET /v2/loans}]}
`

describe("the section `What's new`", () => {
  test('is below the title, with the latest release, the next ends of support, and what to do', () => {
    const text =
      page(`${FIRST}  - {release: "1.1", date: 2025-03-01, changes: [{deprecated: GET /v1/fees, sunset: 2026-05-01}]}
  - release: "1.2"
    date: 2026-06-01
    changes:
      - {added: GET /v2/fees}
      - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2027-12-31}
  - {release: next, changes: [{removed: GET /v2/fees, replacement: GET /v2/loans}, {added: GET /v3/fees}]}
`)
    expect(text.slice(0, text.indexOf('## Pending'))).toBe(`# Lending Library API: change history

## What's new

**Latest release: [1.2 (2026-06-01)](#12-2026-06-01)**

- \`GET /v1/loans\` is deprecated; support ends on 2027-12-31. Use \`GET /v2/loans\`.
- \`GET /v2/fees\` was added.

**Next end of support**

- Next release: \`GET /v2/fees\`. Use \`GET /v2/loans\`.
- 2027-12-31: \`GET /v1/loans\`. Use \`GET /v2/loans\`.

**What to do now**

- Stop using \`GET /v1/fees\`: the sunset was 2026-05-01.

`)
  })

  test.each([
    ['', 'no date announced', 'nothing'],
    ['complete: 2030-01-01\n', 'no date recorded', 'nothing recorded']
  ])('states that no support ends, and that there is nothing to do (%j)', (more, next, tasks) => {
    expect(news(FIRST, more)).toBe(
      `**Latest release: [1.0 (2024-01-10)](#10-2024-01-10)**\n\n- \`GET /v1/loans\` was added.\n- \`GET /v1/fees\` was added.\n- \`GET /v2/loans\` was added.\n\n**Next end of support**: ${next}.\n\n**What to do now**: ${tasks}.`
    )
  })

  test('is uncertain if a part could not be read', () => {
    const text = news(`${FIRST}  - {release: "1.1", date: 2025-03-01, partial: true}\n`)
    expect(text).toContain('Part of its description could not be read. More might have changed.')
    expect(text).toContain('**Next end of support**: no date known.\n\n**What to do now**: nothing known.')
    expect(text).not.toContain('No changes')
  })

  test('begins with the breaking changes of the latest release, and links the rest of what is past its sunset', () => {
    const paths = Array.from({length: 8}, (_, at) => `GET /v1/rooms/${at}`)
    const text = news(`${FIRST}  - release: "1.1"
    date: 2025-03-01
    changes: [${paths.map(path => `{deprecated: ${path}, sunset: 2026-01-31, replacement: GET /v2/loans}`).join(', ')}]
  - {release: "2.0", date: 2025-05-01, changes: [{removed: GET /v1/fees}]}
`)
    const past = 'the sunset was 2026-01-31.'
    expect(text.split('**What to do now**\n\n')[1]?.split('\n')).toEqual([
      '- Adapt to [the breaking changes of 2.0](#20-2025-05-01).',
      ...paths.slice(0, 5).map(path => `- Replace \`${path}\` with \`GET /v2/loans\`: ${past}`),
      '- Stop using [3 more past their sunset](#past-sunset-not-recorded-as-removed).'
    ])
  })

  test('counts deprecations without a date', () => {
    const text = `${FIRST}  - {release: "1.1", date: 2025-03-01, changes: [{deprecated: GET /v1/fees}, {deprecated: GET /v1/loans}]}\n`
    expect(news(text)).toContain(
      '**Next end of support**: no date announced.\n\n**What to do now**\n\n- Plan for [2 deprecations without a sunset](#pending-deprecations).'
    )
  })

  test('includes statements since the release, and no release candidates', () => {
    const text = news(`${FIRST}  - {release: "2.0", date: 2026-01-10, note: Speed only.}
  - {on: 2026-03-01, via: the library's mail, changes: [{deprecated: GET /v1/fees, sunset: 2027-06-01}]}
  - {release: 2.1.0-rc.1, date: 2026-04-01, changes: [{added: GET /v3/loans}]}
  - {release: "3.0", date: 2027-02-01, changes: [{removed: GET /v1/loans}]}
`)
    expect(text).toBe(`**[On 2026-03-01](#on-2026-03-01)**

Announced via *the library's mail*.

- \`GET /v1/fees\` is deprecated; support ends on 2027-06-01.

**Latest release: [2.0 (2026-01-10)](#20-2026-01-10)**

Speed only.

**Next end of support**

- 3.0 (2027-02-01): \`GET /v1/loans\`.
- 2027-06-01: \`GET /v1/fees\`.

**What to do now**: nothing.`)
  })

  test('does not name the approver of a waiver', () => {
    const text = `${FIRST}  - release: "2.0"
    date: 2026-01-10
    changes:
      - removed: GET /v1/fees
        announced: never
        waiver: {reason: security, approver: head@library.example, approved: 2026-01-01, note: The keys had leaked.}
`
    expect(news(text)).toContain('- Breaking: `GET /v1/fees` was removed without prior notice.')
    expect(news(text)).not.toContain('head')
    // No part of a public page names it.
    expect(page(text)).not.toMatch(/head@|2026-01-01/)
    expect(page(text)).toContain('Waived for `security`, because')
  })

  const many = (count: number): string =>
    `${FIRST}  - release: "2.0"\n    date: 2026-01-10\n    changes:\n${Array.from({length: count}, (_, at) => `      - {changed: GET /v1/loans, note: Change ${at}.}\n`).join('')}`

  test('is short, and links to the rest', () => {
    expect(news(many(11)).match(/^- .*/gm)).toHaveLength(11)
    expect(news(many(60)).match(/^- .*/gm)?.slice(-2)).toEqual([
      '- `GET /v1/loans` was changed. Change 9.',
      '- [50 more](#20-2026-01-10)'
    ])
  })

  test('shows the rest if it is the only part of the page', () => {
    const alone = page(many(60), 'news')
    expect(alone).not.toContain('](#')
    expect(alone).toContain('**Latest release: 2.0 (2026-01-10)**\n')
    expect(alone).toContain('<summary>50 more</summary>\n\n- `GET /v1/loans` was changed. Change 10.')
  })

  test('does not change from day to day', () => {
    const text = `${FIRST}  - {release: next, changes: [{removed: GET /v1/fees}]}\n`
    expect(page(text, 'all', '', '2027-03-01')).toBe(page(text, 'all', '', '2026-02-01'))
  })
})

interface AnyNode {
  readonly type: string
  readonly url?: string
  readonly value?: string
  readonly children?: readonly AnyNode[]
}

const plainText = ({value = '', children = []}: AnyNode): string => value + children.map(plainText).join('')

/** The anchors of all headings as GitHub creates them, and the links to them. */
function anchorsAndLinks(markdown: string): {anchors: string[]; links: string[]} {
  const counts = new Map<string, number>()
  const [anchors, links]: [string[], string[]] = [[], []]
  const visit = (node: AnyNode): void => {
    if (node.type === 'link' && node.url?.startsWith('#')) links.push(node.url.slice(1))
    if (node.type === 'heading') {
      const anchor = plainText(node)
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
        .replace(/ /g, '-')
      const count = counts.get(anchor) ?? 0
      counts.set(anchor, count + 1)
      anchors.push(count === 0 ? anchor : `${anchor}-${count}`)
    }
    for (const child of node.children ?? []) visit(child)
  }
  visit(unified().use(remarkParse).use(remarkGfm).parse(markdown) as AnyNode)
  return {anchors, links}
}

describe('the list of releases', () => {
  const releases = (count: number): string =>
    Array.from({length: count}, (_, at) => {
      const day = `${2010 + Math.floor(at / 16)}-${String(1 + (at % 16 < 12 ? at % 12 : 11)).padStart(2, '0')}-15`
      return `  - {release: "1.${at}", date: ${day}, changes: [{added: GET /v1/rooms/${at}}]}\n`
    }).join('')

  test('links to the heading of each release, newest first', () => {
    const text = page(
      `${FIRST}  - {release: "1.1"}\n  - {on: 2024-05-01, via: mail}\n  - {release: next}\n`,
      'releases'
    )
    expect(text).toContain(
      'Newest first.\n\nJump to: [Next release](#next-release) · [On 2024-05-01](#on-2024-05-01) · [1.1](#11) · [1.0](#10-2024-01-10)\n'
    )
  })

  test('is left out if the page is short', () => {
    expect(page(releases(2))).not.toContain('Jump to')
    expect(page(releases(3))).toContain('Jump to')
  })

  test('is collapsed, with a line for each year, if there are many releases', () => {
    const text = page(releases(200), 'releases')
    const [, list = ''] = /<summary>Jump to a release<\/summary>\n\n(.*?)\n\n<\/details>/s.exec(text) ?? []
    const lines = list.split('\n')
    expect(lines.map(line => line.slice(0, 8))).toEqual(Array.from({length: 13}, (_, at) => `- ${2022 - at}: `))
    expect(list.match(/\]\(#/g)).toHaveLength(200)
  })

  test.each([
    ['few releases', releases(8)],
    ['many releases', releases(60)],
    [
      'releases whose anchors are alike',
      `  - {release: "1.0", changes: [{added: GET /v1/loans}]}
  - {release: "10", markdown: "### 10\\n\\nRemoved\\n-------\\n\\nWords."}
  - {release: "1-0 beta", changes: [{added: GET /v1/fees}]}
  - {release: Added, changes: [{added: GET /v2/fees}]}
  - {release: "What's new", changes: [{added: GET /v3/fees}]}
`
    ]
  ])('has no broken links in a page of %s', (_, text) => {
    for (const part of ['all', 'releases'] as const) {
      const {anchors, links} = anchorsAndLinks(page(text, part))
      expect(links.length).toBeGreaterThan(4)
      expect(links.filter(each => !anchors.includes(each))).toEqual([])
      expect(new Set(anchors).size).toBe(anchors.length)
    }
    // Each release has its own anchor.
    const {links} = anchorsAndLinks(page(text, 'releases'))
    expect(new Set(links).size).toBe(links.length)
  })

  test('stays the same when a release is added', () => {
    const before = anchorsAndLinks(page(releases(30), 'releases')).links
    expect(anchorsAndLinks(page(releases(31), 'releases')).links.slice(1)).toEqual(before)
  })

  test('is above the newest releases, too', () => {
    const history = historyOf(`service: Lending Library API\nreleases:\n${releases(30)}`, AS_OF)
    const policy = policyOf(undefined)
    const text = releasesAsMarkdown(createHistoryPage(history, [], policy), history.timeline.entries.slice(-4))
    const {anchors, links} = anchorsAndLinks(text)
    expect(links).toHaveLength(4)
    expect(anchors).toEqual(expect.arrayContaining(links))
  })
})

describe('importing a page', () => {
  const text = `${FIRST}  - {release: "1.1", date: 2025-03-01, changes: [{deprecated: GET /v1/fees, sunset: 2026-05-01}]}
  - {release: "2.0", date: 2026-06-01, note: Speed only.}
`
  const read = (markdown: string) => importMarkdown(markdown, 'page.md', '2026-03-02')

  test.each([
    ['a whole page', page(text)],
    ['a managed section', `# Library\n\n<!-- tenure all -->\n\n${page(text)}\n<!-- /tenure -->\n`],
    [
      'two managed sections',
      `# Library\n\n## New\n\n<!-- tenure news -->\n\n${page(text, 'news')}\n<!-- /tenure -->\n\n## Changes\n\n<!-- tenure releases -->\n\n${page(text, 'releases')}\n<!-- /tenure -->\n`
    ]
  ])('adds each change once, and no notes for repetitions: %s', (_, markdown) => {
    const {history} = read(markdown)
    const {releases, notes = []} = history as unknown as {
      releases: {release: string; changes?: unknown[]}[]
      notes?: string[]
    }
    expect(releases.map(({release, changes = []}) => [release, changes.length])).toEqual([
      ['1.0', 3],
      ['1.1', 1],
      ['2.0', 0]
    ])
    expect(notes.filter(note => /Jump|Latest|What to do|support/.test(note))).toEqual([])
  })

  test("reads a heading `What's new` by other people", () => {
    const {history} = read(
      "# Changes\n\n## What's new\n\n- The reading room is open.\n\n## 1.0\n\n- Added `GET /v1/loans`.\n"
    )
    expect(JSON.stringify(history)).toContain('The reading room is open.')
  })
})

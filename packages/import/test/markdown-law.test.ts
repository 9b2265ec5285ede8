// An import of a rendered change history restores every fact that the page shows.

import {assemble} from '@tenure/core/history/assemble'
import {readHistory, readHistoryText} from '@tenure/core/inputs/history/file'
import {type HistoryContent, writeHistory} from '@tenure/core/inputs/history/write'
import {judgeAll} from '@tenure/core/lint'
import type {DeclaredHistory} from '@tenure/core/model/lifecycle/history'
import {createHistoryPage} from '@tenure/core/outputs/changes/page-data'
import {tidyText} from '@tenure/core/phrases/text-pieces'
import {pageAsMarkdown} from '@tenure/pages/history-page/page-part'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {HERE} from '../../../test/here.ts'
import {LATER, policyOf} from '../../../test/reading.ts'
import {tries} from '../../../test/tier.ts'
import {importMarkdown} from '../src/import.ts'

const policy = policyOf(undefined)

function importRendered(
  declared: DeclaredHistory,
  asOf = LATER
): {page: string; restored: DeclaredHistory; remarks: readonly unknown[]} {
  const history = assemble(declared, {asOf})
  const page = pageAsMarkdown('all', {
    ...createHistoryPage(history, judgeAll(history, policy), policy),
    isInternal: true
  })
  const {yaml, remarks} = importMarkdown(page, 'CHANGELOG.md', '2026-03-02')
  return {page, restored: readHistoryText(yaml, 'imported.yaml').declared, remarks}
}

/**
 * The facts that a page can show of a history: without places, with trimmed texts, with facts and the subjects of a
 * release in any order, and without the claim that a removal is breaking, since all are.
 */
function facts(declared: DeclaredHistory) {
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string') return tidyText(value)
    if (Array.isArray(value)) return value.map(plain)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, inner]) => key !== 'place' && key !== 'id' && inner !== undefined)
        .map(([key, inner]) => [key, plain(inner)])
    )
  }
  const statedFacts = new Set(
    declared.facts.filter(each => each.note ?? each.type ?? each.stability).map(each => JSON.stringify(plain(each)))
  )
  return {
    about: plain(declared.about),
    entries: plain(declared.entries),
    events: plain(inPageOrder(declared.events)),
    facts: [...statedFacts].sort()
  }
}

const inPageOrder = (events: DeclaredHistory['events']) =>
  events
    .map(({breaking, ...event}) => (breaking === true && event.kind === 'removed' ? event : {...event, breaking}))
    .map(event => ({event, key: JSON.stringify([event.subject.target, event.subject.part])}))
    .toSorted((a, b) => a.event.entry - b.event.entry || (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
    .map(({event}) => event)

const word = fc.stringMatching(/^[a-z][a-z_]{0,7}$/)
const marker = fc.constantFrom('v1', 'v2', 'v1-beta')
const path = fc
  .tuple(
    marker,
    fc.array(
      fc.oneof(
        word,
        word.map(name => `{${name}}`)
      ),
      {minLength: 1, maxLength: 3}
    )
  )
  .map(([version, rest]) => `/${[version, ...rest].join('/')}`)
const endpoint = fc.tuple(fc.constantFrom('GET', 'POST', 'DELETE'), path).map(each => each.join(' '))
const target = fc.oneof(
  {weight: 4, arbitrary: endpoint},
  path.map(each => `${each}/**`),
  word.map(name => `operation ${name}`),
  fc.tuple(word, word).map(each => each.join('.'))
)

/** Texts by other people: Markdown, HTML, tenure's own markers, and its own sentences. */
const hostileText = fc.constantFrom(
  '|',
  '`',
  '``',
  '*',
  '**x**',
  '_',
  '__y__',
  '<script>alert(1)</script>',
  '<b>',
  '{}',
  '[a](b)',
  '![i](j)',
  '\\',
  '\\|',
  '#',
  '- ',
  '1. ',
  '+ ',
  '> ',
  '&amp;',
  '&',
  '~~',
  ':',
  '---',
  '<!-- tenure all -->',
  '<!-- /tenure -->',
  '\n',
  '\n\n',
  'Use `GET /v1/x`.',
  'Note: ',
  'Never announced.',
  '`GET /v1/x` was removed.',
  'No changes.',
  'Type: *x*.',
  'https://a.example/b?c=d&e=f',
  'www.a.example',
  'a@b.example',
  '```',
  '`code | x`',
  '"',
  "'",
  'é',
  '日本',
  '😀',
  'Announced via *x*.',
  ' ',
  '  ',
  '\t',
  '|---|',
  '<br>',
  '!',
  '[^1]',
  '[x]',
  'http://x',
  '.',
  'breaking',
  'Areas:',
  '\u00a0'
)
const free = fc
  .oneof(
    {weight: 2, arbitrary: fc.lorem({maxCount: 2, mode: 'sentences'})},
    fc
      .array(fc.oneof(hostileText, word, fc.string({maxLength: 4})), {minLength: 1, maxLength: 6})
      .map(each => each.join(' ')),
    fc
      .array(fc.oneof(hostileText, fc.string({unit: 'grapheme', maxLength: 3})), {minLength: 1, maxLength: 6})
      .map(each => each.join(''))
  )
  .filter(text => tidyText(text) !== '' && /\S/.test(tidyText(text)))

/** Markdown below a release, as an import preserves it. */
const block = fc.constantFrom(
  'See the [guide](https://a.example/b?c=d "Guide") and *mind* the **rules**.',
  '- one\n- two\n  - three\n\n  more of `two`',
  '1. first\n2. second',
  "```sh\n# no heading\ncurl -H 'a: b' https://a.example | jq .\n\n\ndone\n```",
  '~~~\n- `GET /v1/a` was removed.\n~~~',
  '> quoted\n> twice',
  '### Fixed',
  '#### Deeper',
  '| a | b |\n| - | - |\n| `c` | d \\| e |',
  '<details><summary>More</summary>\n\n- inner\n\n</details>',
  '<!-- a comment -->',
  '* `GET /v1/a` was removed.',
  'No changes.',
  '    indented code',
  'See [ref].\n\n[ref]: https://a.example/ref',
  'A [bare] word and a footnote[^1].\n\n[^1]: Of it.',
  '![picture](https://a.example/p.png)',
  '---',
  'Line one  \nline two\\\nline three'
)
const markdown = fc.array(block, {minLength: 1, maxLength: 4}).map(blocks => blocks.join('\n\n'))

const part = fc.oneof(
  {weight: 3, arbitrary: fc.constant({})},
  fc.record({field: word, in: fc.constantFrom('request', 'response')}, {requiredKeys: ['field']}),
  fc.record({parameter: word}),
  fc.record({header: word, in: fc.constantFrom('request', 'response')}),
  fc.record({field: word, value: word})
)
const day = fc.constantFrom('2024-02-29', '2025-12-31', '2026-03', '2027')
const moment = fc.oneof(day, fc.constantFrom('2.0 GA', '2.10', 'next', 'Dover sole', '3.0-rc.1', '2026'))
const other = fc.oneof(target, fc.record({subject: target, field: word}), fc.record({field: word}))
const waiver = fc.record(
  {reason: word, approver: free, approved: day, until: day, note: free, evidence: free},
  {requiredKeys: ['reason']}
)
const ends = {
  announced: fc.oneof(fc.constant('never'), moment),
  via: free,
  met: fc.dictionary(word, free, {minKeys: 1, maxKeys: 2, noNullPrototype: true}),
  waiver,
  note: free
}

const line = (
  verb: string,
  keys: Record<string, fc.Arbitrary<unknown>>,
  needed: string[] = []
): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(target, verb === 'promoted' ? fc.constant({}) : part, fc.record(keys, {requiredKeys: needed as never[]}))
    .map(([subject, narrowed, rest]) => ({[verb]: subject, ...narrowed, ...(rest as object)}))

const change = fc.oneof(
  line('added', {
    type: free,
    required: fc.boolean(),
    breaking: fc.boolean(),
    kind: fc.constantFrom('field-added', 'renamed'),
    about: free,
    stability: word,
    existing: fc.constant(true),
    waiver,
    note: free
  }),
  line('changed', {
    breaking: fc.boolean(),
    kind: fc.constantFrom('type-changed', 'moved'),
    about: free,
    type: free,
    stability: word,
    ...ends
  }),
  line('deprecated', {
    replacement: fc.oneof(other, fc.constant('none')),
    sunset: moment,
    except: fc.array(target, {minLength: 1, maxLength: 3}),
    announced: moment,
    stability: word,
    existing: fc.constant(true),
    via: free,
    note: free
  }),
  line('rescheduled', {sunset: fc.oneof(moment, fc.constant('never')), stability: word, via: free, note: free}, [
    'sunset'
  ]),
  line('withdrawn', {stability: word, via: free, note: free}),
  line('promoted', {to: target, oldUntil: moment, stability: word, ...ends}, ['to']),
  line('renamed', {to: other, oldUntil: moment, breaking: fc.boolean(), ...ends}, ['to']),
  line('removed', {
    replacement: fc.oneof(other, fc.constant('none')),
    breaking: fc.boolean(),
    stability: word,
    except: fc.array(target, {minLength: 1, maxLength: 3}),
    ...ends
  }),
  line('restored', {via: free, note: free})
)
const name = fc.oneof(
  fc.tuple(fc.nat(9), fc.nat(12)).map(each => each.join('.')),
  fc.constantFrom(
    '2.0 GA',
    'v3',
    'Dover sole',
    '2026-01-01',
    '3.1 (2026-03-02)',
    'On 2026-01-01',
    'next',
    'Next release',
    '<b>',
    '1.0 (x)',
    '05.03.2022',
    'March 2024',
    '03/04/2024'
  )
)
const release = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        release: name,
        date: day,
        existing: fc.constant(true),
        partial: fc.constant(true),
        note: free,
        changes: fc.array(change, {maxLength: 5}),
        markdown
      },
      {requiredKeys: ['release']}
    )
  },
  fc.record(
    {on: day, via: free, note: free, changes: fc.array(change, {maxLength: 3}), markdown},
    {requiredKeys: ['on']}
  )
)
/** Adds `after` with the release before to every third line that can have it. */
function withAfter(content: HistoryContent): HistoryContent {
  const releases = content.releases as readonly {readonly release?: string; readonly changes?: readonly object[]}[]
  const releasesWithAfter = releases.map((each, index) => {
    const after = releases[index - 1]?.release
    if (after === undefined || !each.changes) return each
    const changes = each.changes.map((line, at) =>
      at % 3 > 0 || 'existing' in line || ['renamed', 'promoted', 'restored'].some(verb => verb in line)
        ? line
        : {...line, after}
    )
    return {...each, changes}
  })
  return {...content, releases: releasesWithAfter as unknown as HistoryContent['releases'] & object}
}

const oneLine = free.map(text => text.replace(/\s+/g, ' ').trim()).filter(Boolean)
const history = fc
  .record(
    {
      service: oneLine,
      complete: fc.constant('2025-01-10'),
      server: fc.webUrl(),
      about: free,
      areas: fc.array(free, {minLength: 1, maxLength: 3}),
      notes: fc.uniqueArray(free, {minLength: 1, maxLength: 3}),
      unknown: fc.array(fc.record({topic: free, note: free}, {requiredKeys: ['topic']}), {minLength: 1, maxLength: 3}),
      subjects: fc.array(
        fc
          .tuple(target, part, fc.record({type: free, stability: word, note: free}, {requiredKeys: []}))
          .map(([subject, narrowed, rest]) => ({subject, ...narrowed, ...rest})),
        {maxLength: 4}
      ),
      releases: fc.uniqueArray(release, {
        maxLength: 5,
        selector: each => ('release' in each ? each.release.toLowerCase().replace(/^v(?=\d)/, '') : {})
      })
    },
    {requiredKeys: ['service', 'releases']}
  )
  .map(each => withAfter(each as HistoryContent))

describe('importing a rendered change history restores', () => {
  test('all facts of any history', () => {
    fc.assert(
      fc.property(history, content => {
        const {declared} = readHistoryText(writeHistory(content), 'history.yaml')
        const {restored, page} = importRendered(declared)
        try {
          expect(facts(restored)).toEqual(facts(declared))
        } catch (error) {
          throw new Error(`${error instanceof Error ? error.message : error}\n${page}`)
        }
      }),
      {numRuns: tries(200)}
    )
  })

  test('the changes of a final release without repeating its candidates', () => {
    const line = (path: string) => ({added: `GET /v1/${path}`})
    const {declared} = readHistoryText(
      writeHistory({
        service: 'Lending Library API',
        releases: [
          {release: '1.0', date: '2025-01-10', changes: [line('loans')]},
          {release: '1.1-rc1', date: '2025-02-10', changes: [line('copies')]},
          {release: '1.1', date: '2025-03-10', changes: [line('shelves')]},
          {release: '1.2', date: '2025-04-10', changes: [line('branches')]}
        ]
      }),
      'history.yaml'
    )
    const {restored, page} = importRendered(declared)
    expect(page.split('## Changes by release')[1]?.match(/GET \/v1\/copies/g)).toHaveLength(2)
    expect(facts(restored)).toEqual(facts(declared))
  })

  test('all facts of the model testing service', () => {
    const {declared} = readHistory(HERE.files, 'fixtures/model-testing-service/history.yaml')
    expect(facts(importRendered(declared).restored)).toEqual(facts(declared))
  })
})

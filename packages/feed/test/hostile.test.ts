import {codePiece, freeTextPiece, notePieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {tries} from '../../../test/tier.ts'
import type {FeedEntry} from '../src/feed-entry.ts'
import {writeAtom} from '../src/formats/atom.ts'
import type {FeedDocument} from '../src/formats/feed-text.ts'
import {writeCalendar} from '../src/formats/icalendar.ts'
import {jsonFeed} from '../src/formats/json-feed.ts'
import {readAtom, readCalendar, readJsonFeed} from './read-feeds.ts'

// What people wrote is data in each format, whatever it is.

const HOSTILE = [
  '<script>alert(1)</script>',
  ']]>',
  '<![CDATA[',
  '&lt;&amp;&#0;',
  '\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:x',
  '\nATTACH:file:///etc/passwd',
  'a,b;c\\,d\\n:"^n',
  '\u202e\u2066\u200b\ufeff',
  '\u0000\u0008\u001b[2J\u007f\u0085\u2028\u2029\ufffe\ufdd0',
  '\ud800',
  'é'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(40),
  'x'.repeat(300),
  '--><!--',
  '__proto__'
]

const anyText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({unit: 'binary', maxLength: 120}),
  fc
    .array(fc.constantFrom(...HOSTILE, ',', ';', '\\', '\n', '\r', ' ', 'ß'), {maxLength: 8})
    .map(parts => parts.join(''))
)

const words = (text: string): readonly TextPiece[] => [
  'Name ',
  codePiece(text),
  ' is deprecated. ',
  ...notePieces(text)
]

const feedWith = (name: string, note: string): FeedDocument => {
  const entry: FeedEntry = {
    id: '0a754881-56b2-8341-8a0e-0d3365bb2d2f',
    kind: 'deprecation',
    status: 'deprecated',
    name: [codePiece(name)],
    subject: `x${name}`,
    replacement: `x${note}`,
    sunset: `x${note}`,
    title: words(name),
    paragraphs: [words(name), [freeTextPiece(note)]],
    published: '2026-01-02',
    updated: '2026-01-03',
    event: {day: '2026-12-31', updated: '2026-01-03', revision: 1, isCancelled: false}
  }
  return {apis: [{service: `API ${name}`, timezone: 'UTC', entries: [entry]}], owner: `owner ${note}`}
}

/** The text of HTML that has only our own elements. */
function textOfHtml(html: string): string {
  const text = html.replace(/<\/?(?:p|code|em)>/g, '')
  expect(text).not.toMatch(/[<>]/)
  return text
    .replace(/&(lt|gt|quot|#39);/g, (_, name: string) => ({lt: '<', gt: '>', quot: '"', '#39': "'"})[name] ?? '')
    .replaceAll('&amp;', '&')
}

const INVISIBLE = /(?![\t\n\u061c\u200c-\u200f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/u
/** Parsers may collapse or cut blanks. */
const withoutBlanks = (text: string): string => text.replace(/\s+/g, '')

describe('hostile texts in feeds', () => {
  it('are data of one entry in Atom and JSON', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (name, note) => {
        const feed = feedWith(name, note)
        const atom = await readAtom(writeAtom(feed))
        const items = readJsonFeed(JSON.stringify(jsonFeed(feed)))
        expect([atom.length, items.length]).toEqual([1, 1])
        const [entry, item] = [atom[0], items[0]]
        expect(entry?.id).toBe(item?.id)
        expect(withoutBlanks(entry?.title ?? '')).toBe(withoutBlanks(item?.title ?? ''))
        expect(withoutBlanks(textOfHtml(entry?.html ?? ''))).toBe(withoutBlanks(item?.content_text ?? ''))
        expect(entry?.html.replace(/\s+/g, ' ')).toBe(item?.content_html.trim().replace(/\s+/g, ' '))
        for (const text of [entry?.title, entry?.html, item?.content_text]) expect(text).not.toMatch(INVISIBLE)
      }),
      {numRuns: tries(240)}
    )
  })

  it('are data of one event in a calendar', () => {
    fc.assert(
      fc.property(anyText, anyText, (name, note) => {
        const feed = feedWith(name, note)
        const events = readCalendar(writeCalendar(feed))
        expect(events).toHaveLength(1)
        const [item] = readJsonFeed(JSON.stringify(jsonFeed(feed)))
        expect(events[0]?.description).toBe(item?.content_text)
        expect(events[0]?.summary).toMatch(/^Sunset: .*\(API.*\)$/s)
        expect(events[0]?.summary).not.toMatch(/[\n\r]/)
        expect(events[0]?.categories).toHaveLength(1)
        expect(events[0]?.description).not.toMatch(INVISIBLE)
      }),
      {numRuns: tries(6000)}
    )
  })

  it('can’t be told from our readers’ mistakes: they refuse feeds with missing parts', async () => {
    const xml = writeAtom(feedWith('a', 'b'))
    for (const part of [/ *<updated>.*\n/, / *<title>.*\n/, / *<id>.*\n/, / *<author>.*\n/, 'T00:00:00Z'])
      await expect(readAtom(xml.replace(part, ''))).rejects.toThrow()
    const calendar = writeCalendar(feedWith('a', 'b'))
    for (const part of [/UID:.*\r\n/, /DTSTAMP:.*\r\n/, /\r\n/, ';VALUE=DATE'])
      expect(() => readCalendar(calendar.replace(part, ''))).toThrow()
  })
})

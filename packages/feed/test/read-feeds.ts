import {readFileSync} from 'node:fs'
import {Ajv2020} from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import {parseAtomFeed} from 'feedsmith'
import ICAL from 'ical.js'
import {expect} from 'vitest'
import {validateXML} from 'xmllint-wasm'

// Reads feeds with the parsers of others, after it checked what their specifications ask.

const ATOM_SCHEMA = readFileSync(new URL('atom.rng', import.meta.url), 'utf8')

/** An entry of a feed, as its reader gets it. */
export interface ReadEntry {
  readonly id: string
  readonly title: string
  readonly html: string
  readonly published: string
  readonly updated: string
  readonly link?: string | undefined
  readonly author: string
  readonly tag: string
}

/** Expects a valid Atom feed, and returns its entries. */
export async function readAtom(xml: string): Promise<ReadEntry[]> {
  const {errors} = await validateXML({
    xml: [{fileName: 'feed.xml', contents: xml}],
    schema: [{fileName: 'atom.rng', contents: ATOM_SCHEMA}],
    extension: 'relaxng'
  })
  expect(errors.map(({rawMessage}) => rawMessage)).toEqual([])
  const {entries = []} = parseAtomFeed(xml)
  return entries.map(({id = '', title, content, published = '', updated = '', links, authors, categories}) => ({
    id,
    title: title?.value ?? '',
    html: content?.value ?? '',
    published,
    updated,
    link: links?.[0]?.href,
    author: authors?.[0]?.name ?? '',
    tag: categories?.[0]?.term ?? ''
  }))
}

const ajv = new Ajv2020({allErrors: true})
addFormats.default(ajv)
const text = {type: 'string', minLength: 1} as const
const url = {type: 'string', format: 'uri'} as const
const date = {type: 'string', format: 'date-time'} as const

/** JSON Feed 1.1, without what our feeds don't have. */
const isJsonFeed = ajv.compile({
  type: 'object',
  required: ['version', 'title', 'items'],
  additionalProperties: false,
  properties: {
    version: {const: 'https://jsonfeed.org/version/1.1'},
    title: text,
    home_page_url: url,
    feed_url: url,
    items: {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'object',
        required: ['id', 'content_html'],
        additionalProperties: false,
        properties: {
          id: url,
          url,
          title: text,
          content_html: text,
          content_text: text,
          date_published: date,
          date_modified: date,
          authors: {type: 'array', minItems: 1, items: {type: 'object', required: ['name'], properties: {name: text}}},
          tags: {type: 'array', items: text},
          _tenure: {
            type: 'object',
            required: ['api', 'subject', 'status'],
            additionalProperties: false,
            properties: {api: text, subject: text, status: text, sunset: text, replacement: text}
          }
        }
      }
    }
  }
})

export interface ReadItem {
  readonly id: string
  readonly title: string
  readonly content_text: string
  readonly content_html: string
  readonly date_published: string
  readonly date_modified: string
  readonly url?: string
  readonly _tenure: Readonly<Record<'api' | 'subject' | 'status' | 'sunset' | 'replacement', string>>
}

/** Expects a valid JSON Feed, and returns its items. */
export function readJsonFeed(json: string): ReadItem[] {
  const feed = JSON.parse(json)
  expect(isJsonFeed(feed), ajv.errorsText(isJsonFeed.errors)).toBe(true)
  return feed.items
}

/** An event of a calendar, as its reader gets it. */
export interface ReadEvent {
  readonly uid: string
  readonly day: string
  readonly summary: string
  readonly description: string
  readonly sequence: number
  readonly status: string
  readonly stamp: string
  readonly categories: readonly string[]
  readonly url?: string | undefined
}

const EVENT_PROPERTIES = [
  ...['uid', 'dtstamp', 'last-modified', 'sequence', 'dtstart', 'summary', 'description', 'categories'],
  ...['status', 'transp']
]

/** Expects a valid calendar, and returns its events. */
export function readCalendar(text: string): ReadEvent[] {
  const lines = text.split('\r\n')
  expect(lines.pop()).toBe('')
  for (const line of lines) {
    expect(line).not.toMatch(/[\n\r]/)
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    // A folded line that divides a character isn't UTF-8.
    expect(Buffer.from(line).toString()).toBe(line)
  }
  // The parser accepts texts in which these characters aren't escaped.
  for (const [, value] of text.replaceAll('\r\n ', '').matchAll(/^(?:NAME|SUMMARY|DESCRIPTION|CATEGORIES):(.*)$/gm))
    expect(value).toMatch(/^(?:[^\\;,]|\\[\\;,n])*$/)
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.name).toBe('vcalendar')
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('prodid')).toBeTruthy()
  const components = calendar.getAllSubcomponents()
  expect(components.length).toBeGreaterThan(0)
  const events = components.filter(({name}) => name === 'vevent')
  return events.map((component): ReadEvent => {
    const names = component.getAllProperties().map(({name}) => name)
    expect(names.filter(name => name !== 'url').toSorted()).toEqual(EVENT_PROPERTIES.toSorted())
    const event = new ICAL.Event(component)
    expect(event.startDate.isDate).toBe(true)
    const textOf = (name: string): string => String(component.getFirstPropertyValue(name))
    return {
      uid: event.uid,
      day: event.startDate.toString(),
      summary: event.summary,
      description: event.description,
      sequence: event.sequence,
      status: textOf('status'),
      stamp: textOf('dtstamp'),
      categories: component.getFirstProperty('categories')?.getValues() ?? [],
      url: component.hasProperty('url') ? textOf('url') : undefined
    }
  })
}

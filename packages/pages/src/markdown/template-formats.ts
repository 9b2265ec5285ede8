import {findJsonSyntaxError} from '@tenure/core/documents/json/json-syntax-error'
import {inputError} from '@tenure/core/model/input-error'
import {toMarkdown} from '@tenure/core/outputs/markdown/markdown'
import {csvRow} from '@tenure/core/outputs/report/rows'
import {plainText} from '@tenure/core/outputs/report/sanitize-text'
import {escapeHtml, jsonText} from '@tenure/core/phrases/escape'
import {tidyText} from '@tenure/core/phrases/text-pieces'
import {suggestChoices} from '@tenure/core/text/format-choices'

/** How a template writes what people wrote, in one output format. */
export interface TemplateFormat {
  /** The key of the texts of the context that are already safe in this format. */
  readonly safe?: 'markdown' | 'html'
  /** Escapes a value where it is inserted. Without it, `finish` inserts the values. */
  readonly escape?: (value: unknown) => string
  readonly code: (name: string) => string
  /** Replaces the places of values, which depend on the text around them. */
  readonly finish?: (text: string, values: readonly unknown[], source: string) => string
}

/** Text that is already safe in the output and isn't escaped again. */
export class SafeText {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

const ONE_LINE = /\s*\n\s*/g

/** A value of the context as text. Objects are JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' && !(value instanceof SafeText) ? jsonText(value) : String(value)
}

/** A value as text on one line, with invisible characters escaped. */
const plainLine = (value: unknown): string => tidyText(textOf(value)).replace(ONE_LINE, ' ')

/** Text on one line of at most so many characters, with `…` where it was cut. Whole characters stay. */
export function cutText(value: unknown, most = Number.POSITIVE_INFINITY): string {
  const line = plainLine(value)
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, Math.max(0, most - 1)).join('')}…`
}

const MRKDWN: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;'}

/** Text for Slack, which reads `<…>` as links and mentions. At most so many characters with the escapes. */
export function escapeMrkdwn(value: unknown, most = Number.POSITIVE_INFINITY): string {
  const characters = [...plainLine(value)].map(each => MRKDWN[each] ?? each)
  const whole = characters.join('')
  if (whole.length <= most) return whole
  let text = ''
  for (const each of characters) {
    if (text.length + each.length >= most) break
    text += each
  }
  return `${text}…`
}

const markdownOf = (type: 'text' | 'inlineCode', value: string): string =>
  value === '' ? '' : toMarkdown([{type: 'paragraph', children: [{type, value}]}]).trimEnd()

const codeSpan = (name: string): string => markdownOf('inlineCode', plainLine(name))
const codeElement = (name: string): string => (name === '' ? '' : `<code>${escapeHtml(plainLine(name))}</code>`)

/** The place of a value in a filled template: noncharacters, which no text contains, around its number. */
const PLACE = {start: '\ufdd0', end: '\ufdd1'} as const
export const markValue = (index: number): string => `${PLACE.start}${index}${PLACE.end}`
export const withoutMarks = (text: string): string => text.replace(/[\ufdd0\ufdd1]/g, '')

/** A character of JSON that matters to where a value stands, or the place of a value. */
const JSON_PARTS = /\\.|"|,(?=\s*[\]}])|\ufdd0(\d+)\ufdd1/gs

/** Inserts values in JSON: text inside of quotes, otherwise whole values. A comma before a closing bracket is left out. */
function finishJson(text: string, values: readonly unknown[], source: string): string {
  let isText = false
  const json = text.replace(JSON_PARTS, (part, at: string | undefined) => {
    if (part === '"') isText = !isText
    if (part === ',' && !isText) return ''
    if (at === undefined) return part
    const value = values[Number(at)]
    return isText ? jsonText(textOf(value)).slice(1, -1) : jsonText(value ?? null)
  })
  const mistake = findJsonSyntaxError(json)
  if (!mistake) return `${json.trim()}\n`
  const {offset, message} = mistake
  const line = json.slice(0, offset).split('\n').length
  const near = json.slice(Math.max(json.lastIndexOf('\n', offset - 1) + 1, offset - 40), offset + 20)
  throw inputError(`${message} It's in line ${line} of the filled template, at \`${near.split('\n')[0]?.trim()}\`.`, {
    source
  })
}

/** A character of CSV that matters, the place of a value, or other text. */
const CSV_PARTS = /"|,|\r?\n|\ufdd0(\d+)\ufdd1|[^",\r\n\ufdd0]+|./gs

/** Inserts values in CSV. Each cell is quoted as needed, whatever quotes the template has. Empty lines are left out. */
function finishCsv(text: string, values: readonly unknown[]): string {
  const rows: string[][] = []
  let row = ['']
  let isQuoted = false
  let last = ''
  const add = (more: string): void => void row.push(`${row.pop() ?? ''}${more}`)
  for (const [part, at] of `${text}\n`.matchAll(CSV_PARTS)) {
    if (at !== undefined) add(textOf(values[Number(at)]))
    else if (part === '"') {
      // Two quotes inside of a quoted cell are one.
      if (!isQuoted && last === '"') add('"')
      isQuoted = !isQuoted
    } else if (isQuoted || !/^(?:,|\r?\n)$/.test(part)) add(part)
    else if (part === ',') row.push('')
    else {
      if (row.some(cell => cell.trim() !== '')) rows.push(row)
      row = ['']
    }
    last = part
  }
  return rows.map(csvRow).join('')
}

const escapeElement = (value: unknown): string => escapeHtml(textOf(value))

/** The output formats of templates, by the ends of their names before `.liquid`. */
const FORMATS = {
  markdown: {safe: 'markdown', escape: value => markdownOf('text', plainLine(value)), code: codeSpan},
  html: {safe: 'html', escape: escapeElement, code: codeElement},
  json: {finish: finishJson, code: codeSpan},
  csv: {finish: finishCsv, code: codeSpan},
  plain: {escape: value => plainText(plainLine(value).replaceAll('\t', ' ')), code: codeSpan},
  xml: {escape: escapeElement, code: escapeElement}
} as const satisfies Record<string, TemplateFormat>

const BY_END: Readonly<Record<string, keyof typeof FORMATS>> = {
  ...{'': 'markdown', md: 'markdown', markdown: 'markdown', htm: 'html', html: 'html'},
  ...{json: 'json', csv: 'csv', txt: 'plain', text: 'plain', xml: 'xml', svg: 'xml', atom: 'xml', rss: 'xml'}
}

/** The first line of a template that names its format: `{% comment %} format: json {% endcomment %}`. */
const STATED = /^\s*\{%-?\s*(?:comment\s*-?%\}|#)\s*format:\s*(\w*)/

/** The format that the first line of a template states, otherwise that of its name before `.liquid`. */
export function templateFormat(text: string, name: string): TemplateFormat {
  const file = name.replace(/^.*[/\\]/, '').replace(/\.(?:liquid|template|tmpl)$/i, '')
  const end = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  const stated = STATED.exec(text)?.[1]
  if (stated !== undefined) {
    const known = Object.entries(FORMATS).find(([format]) => format === stated)
    if (known) return known[1]
    const choices = suggestChoices(stated, Object.keys(FORMATS), 'Formats')
    throw inputError(`There is no template format \`${stated}\`.${choices}`, {source: name, line: 1})
  }
  const format = Object.hasOwn(BY_END, end) ? BY_END[end] : undefined
  if (format) return FORMATS[format]
  throw inputError(
    `The format of \`.${end}\` isn't known, so its values can't be escaped. Write one of ${Object.keys(FORMATS).join(', ')} in its first line.`,
    {source: name},
    '{% comment %} format: plain {% endcomment %}'
  )
}

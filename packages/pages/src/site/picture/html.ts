import {escapeHtml, jsonText} from '@tenure/core/phrases/escape'

/** Safe HTML or SVG. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | undefined | false | readonly Value[]

/** Template tag that escapes all values except markup. */
export function markup(parts: readonly string[], ...values: readonly Value[]): Markup {
  let text = parts[0] ?? ''
  for (const [index, value] of values.entries()) text += toText(value) + (parts[index + 1] ?? '')
  return new Markup(text)
}

function toText(value: Value): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  if (value instanceof Markup) return value.text
  return value.map(toText).join('')
}

/** Prevents line breaks inside dates. */
export const unbrokenDates = (text: string): Markup =>
  markup`${text.split(/(\d{4}-\d{2}-\d{2})/).map((part, at) => (at % 2 === 0 ? part : markup`<span class="day">${part}</span>`))}`

/** JSON for a `<script>` element: `<` is escaped, so that no text can close it. */
export const embedJson = (data: unknown): Markup => new Markup(jsonText(data).replaceAll('<', '\\u003c'))

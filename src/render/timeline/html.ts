import {escapeHtml, jsonText} from '../../text/escape.ts'

/** HTML or SVG that is safe to write down. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | undefined | false | readonly Value[]

/** What is written between the tags of a template is text, whatever it holds, unless it is markup already. */
export function markup(parts: readonly string[], ...values: readonly Value[]): Markup {
  let text = parts[0] ?? ''
  for (const [index, value] of values.entries()) text += written(value) + (parts[index + 1] ?? '')
  return new Markup(text)
}

function written(value: Value): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  if (value instanceof Markup) return value.text
  return value.map(written).join('')
}

/** Data in a page, which no text in it can end. */
export const embedded = (data: unknown): Markup => new Markup(jsonText(data).replaceAll('<', '\\u003c'))

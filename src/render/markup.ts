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
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  if (value instanceof Markup) return value.text
  return value.map(written).join('')
}

const ESCAPES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'}

const escaped = (text: string): string => shown(text).replace(/[&<>"']/g, character => ESCAPES[character] ?? character)

/**
 * Marks that turn the direction of what follows, hide, or are no text at all, by their code: no name can pass for
 * another. The marks that languages need to be written right stay as they are.
 */
export const shown = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  )

/** Data in a page, which no text in it can end. */
export const embedded = (data: unknown): Markup =>
  new Markup(
    JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  )

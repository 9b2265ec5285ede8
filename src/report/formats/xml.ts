/** Element with text or children. */
export interface XmlElement {
  readonly name: string
  readonly attributes?: string
  readonly children?: readonly XmlElement[]
  readonly text?: string
}

/** XML 1.0 §2.2 forbids these characters, even when escaped. */
const FORBIDDEN_CHARACTERS = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  // A literal `]]>` is forbidden outside of CDATA sections.
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;'
}

const escapeText = (text: string, what: RegExp): string =>
  text.replace(FORBIDDEN_CHARACTERS, '\ufffd').replace(what, character => ENTITIES[character] ?? character)

/** Attributes as text, with whitespace escaped because parsers normalize it (§3.3.3). */
export const attributes = (values: Readonly<Record<string, string | number | boolean>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeText(String(value), /[&<>"\t\n\r]/g)}"`)
    .join('')

/** Document text, one element per line. */
export const xmlDocument = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(root, '')}\n`

function elementText({name, attributes: attributeText = '', children = [], text}: XmlElement, indent: string): string {
  const open = `${indent}<${name}${attributeText}`
  if (text !== undefined && text !== '') return `${open}>${escapeText(text, /[&<>\r]/g)}</${name}>`
  if (children.length === 0) return `${open}/>`
  return `${open}>\n${children.map(child => elementText(child, `${indent}  `)).join('\n')}\n${indent}</${name}>`
}

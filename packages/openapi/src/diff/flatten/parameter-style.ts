import {isRecord, own} from '@tenure/json-schema/json'

/** How values are written in a URL, a header, or a form, where all of them are text. */
export interface WireFormat {
  /** The delimiter between the items of a list; missing if each item is sent by itself. */
  readonly delimiter?: string
  /** The formats of single form fields, by name, where they differ from the default. */
  readonly fields?: Readonly<Record<string, WireFormat>>
  /** The media types of a value that is bytes as a whole. A schema that adds or drops one of these says nothing new. */
  readonly bytes?: readonly string[]
  /** Whether it's the value of a parameter, or a part of one. */
  readonly isParameter?: true
  /** Whether it's an item of a list, so that a list in its place has no defined form. */
  readonly isItem?: true
  /** Whether the value is XML, where scalar values are text, and a text and an object can be the same element. */
  readonly isMarkup?: true
}

export const TEXT_FORMAT: WireFormat = {}
export const PARAMETER_FORMAT: WireFormat = {isParameter: true}
export const XML_FORMAT: WireFormat = {isMarkup: true}

const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t']
])

/**
 * The delimiter of a list in a style, or of the outer list if lists are nested; `undefined` if each item is sent by
 * itself.
 */
export function delimiterOf(style: string, isExploded: boolean): string | undefined {
  if (style === 'simple') return ','
  if (style === 'label') return isExploded ? '.' : ','
  return isExploded ? undefined : (DELIMITERS.get(style.replace(/ of .*$/, '')) ?? ',')
}

/** The delimiter of a list in a form field, by the field's encoding; `undefined` if each item is sent by itself. */
export function delimiterOfEncoding(encoding: unknown): string | undefined {
  const [style, explode] = ['style', 'explode'].map(key => (isRecord(encoding) ? own(encoding, key) : undefined))
  const known = typeof style === 'string' ? style : 'form'
  return delimiterOf(known, typeof explode === 'boolean' ? explode : known === 'form')
}

/** How a value one step further down is written. The items of a list stand by themselves once the list is split. */
export function wireFormatBelow(wireFormat: WireFormat, step: string): WireFormat {
  if (step === '' || wireFormat.isMarkup) return wireFormat
  const name = step.startsWith('.') ? step.slice(1) : ''
  const field = Object.hasOwn(wireFormat.fields ?? {}, name) ? wireFormat.fields?.[name] : undefined
  const text = wireFormat.isParameter ? PARAMETER_FORMAT : TEXT_FORMAT
  return field ?? (step === '[]' ? {...text, isItem: true} : text)
}

/** A key that is the same for values that are written in the same way. */
export const wireFormatKey = (wireFormat: WireFormat | undefined): string =>
  wireFormat ? JSON.stringify(wireFormat) : 'json'

const COLLECTION_FORMATS: Readonly<Record<string, string>> = {
  spaceDelimited: 'ssv',
  tabDelimited: 'tsv',
  pipeDelimited: 'pipes'
}

/** The `collectionFormat` that stands for a style in Swagger 2.0: `multi` for `form, exploded`. */
export function collectionFormatOf(style: string): string {
  const [name = '', ...inner] = style.split(' of ')
  const plain = /^(?:form|simple|plain)$/.test(name) ? 'csv' : name
  return [COLLECTION_FORMATS[name] ?? (name.endsWith(', exploded') ? 'multi' : plain), ...inner].join(' of ')
}

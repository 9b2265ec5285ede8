import {isRecord, own} from '../../schema/json.ts'

/** How values stand in a URL, a header or a form: all of them are text there. */
export interface Wire {
  /** What divides the items of a list; left out, where each stands by itself. */
  readonly delimiter?: string
  /** The same of the fields of a form, of which more is known than that they are texts. */
  readonly fields?: Readonly<Record<string, Wire>>
  /** It is bytes as a whole, of these media types: to say so once more, or no longer, says nothing. */
  readonly bytes?: readonly string[]
  /** It is XML: plain values are texts there, and a text and an object may be written as the same element. */
  readonly isMarkup?: true
}

export const ON_WIRE: Wire = {}
export const AS_MARKUP: Wire = {isMarkup: true}

const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t']
])

/** What divides the items of a list that is written in this style; of lists in a list, the outer one. */
export function delimiterOf(style: string, isExploded: boolean): string | undefined {
  if (style === 'simple') return ','
  if (style === 'label') return isExploded ? '.' : ','
  return isExploded ? undefined : (DELIMITERS.get(style.replace(/ of .*$/, '')) ?? ',')
}

/** The same of a field of a form, by its encoding. */
export function delimiterIn(encoding: unknown): string | undefined {
  const [style, explode] = ['style', 'explode'].map(key => (isRecord(encoding) ? own(encoding, key) : undefined))
  const known = typeof style === 'string' ? style : 'form'
  return delimiterOf(known, typeof explode === 'boolean' ? explode : known === 'form')
}

/** What a value one step further down is written like: the items of a list stand by themselves once it is divided. */
export function wireBelow(wire: Wire, step: string): Wire {
  if (step === '' || wire.isMarkup) return wire
  const name = step.startsWith('.') ? step.slice(1) : ''
  return (Object.hasOwn(wire.fields ?? {}, name) ? wire.fields?.[name] : undefined) ?? ON_WIRE
}

/** The same for all that are written alike. */
export const keyOfWire = (wire: Wire | undefined): string => (wire ? JSON.stringify(wire) : 'json')

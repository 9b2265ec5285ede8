import type {Content, Header} from '../../model/api/snapshot.ts'
import {type Stop, type Two, tell, type Walk} from '../context.ts'
import {announcedIn} from '../lifecycle-marks.ts'
import {partsOf} from './form-parts.ts'
import {compareValues} from './parameters.ts'

/** Compares the headers of a response, or of a form part. */
export function compareHeaders(context: Walk, stop: Stop, {older, newer}: Two<readonly Header[]>): void {
  const key = ({name}: Header): string => name.toLowerCase()
  const was = new Map(older.map(each => [key(each), each]))
  const is = new Map(newer.map(each => [key(each), each]))
  const kinds = KINDS[stop.side]
  const stopOf = ({name}: Header): Stop => ({
    ...stop,
    part: `${stop.part} header ${name}`,
    narrowed: {header: name, in: stop.side}
  })
  for (const [name, header] of was) {
    const other = is.get(name)
    if (!other) {
      tell(context, stopOf(header), {
        kind: kinds.gone,
        about: header.name,
        old: header.place,
        ...announcedIn(header.life)
      })
      continue
    }
    if (header.isUnread || other.isUnread) continue
    const here = stopOf(other)
    if (header.required !== other.required) {
      const kind = other.required ? kinds.required : kinds.optional
      tell(context, here, {kind, about: header.name, old: header.place, new: other.place})
    }
    compareValues(context, here, {older: header, newer: other})
  }
  for (const [name, header] of is) {
    if (was.has(name)) continue
    const kind = header.required ? kinds.needed : kinds.added
    tell(context, stopOf(header), {kind, about: header.name, new: header.place})
  }
}

/** The kinds of change. The sender must send a required header, so in a request it's reported like a parameter. */
const KINDS = {
  request: {
    gone: 'parameter-removed',
    added: 'parameter-added',
    needed: 'required-parameter-added',
    required: 'parameter-required',
    optional: 'parameter-optional'
  },
  response: {
    gone: 'header-removed',
    added: 'header-added',
    needed: 'header-added',
    required: 'header-required',
    optional: 'header-optional'
  }
} as const

/** Compares the headers of form parts, which only multipart forms have. */
export function comparePartHeaders(context: Walk, stop: Stop, {older, newer}: Two<Content>): void {
  if (![older, newer].every(({type}) => type.startsWith('multipart/'))) return
  if (!older.encoding && !newer.encoding) return
  for (const {name, older: was, newer: is} of partsOf({older, newer})) {
    const headers = {older: was.encoding?.headers ?? [], newer: is.encoding?.headers ?? []}
    compareHeaders(context, {...stop, part: `${stop.part} part ${name}`}, headers)
  }
}

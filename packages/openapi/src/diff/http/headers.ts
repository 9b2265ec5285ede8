import type {Content, Header} from '../../snapshot.ts'
import {type DiffContext, type OlderNewer, reportChange, type Stop} from '../context.ts'
import {pairFormParts} from './form-parts.ts'
import {announcedEndIn, compareParameterValues} from './parameters.ts'

/** Compares the headers of a response, or of a form part. */
export function compareHeaders(context: DiffContext, site: Stop, {older, newer}: OlderNewer<readonly Header[]>): void {
  const key = ({name}: Header): string => name.toLowerCase()
  const was = new Map(older.map(each => [key(each), each]))
  const is = new Map(newer.map(each => [key(each), each]))
  const kinds = KINDS[site.side]
  const stopOf = ({name}: Header): Stop => ({
    ...site,
    part: `${site.part} header ${name}`,
    narrowed: {header: name, in: site.side}
  })
  for (const [name, header] of was) {
    const other = is.get(name)
    if (!other) {
      reportChange(context, stopOf(header), {
        kind: kinds.removed,
        about: header.name,
        old: header.place,
        ...announcedEndIn(context, header)
      })
      continue
    }
    if (header.isUnread || other.isUnread) continue
    const here = stopOf(other)
    if (header.required !== other.required) {
      const kind = other.required ? kinds.required : kinds.optional
      reportChange(context, here, {kind, about: header.name, old: header.place, new: other.place})
    }
    compareParameterValues(context, here, {older: header, newer: other})
  }
  for (const [name, header] of is) {
    if (was.has(name)) continue
    const kind = header.required ? kinds.needed : kinds.added
    reportChange(context, stopOf(header), {kind, about: header.name, new: header.place})
  }
}

/** The kinds of change. The sender must send a required header, so in a request it's reported like a parameter. */
const KINDS = {
  request: {
    removed: 'parameter-removed',
    added: 'parameter-added',
    needed: 'required-parameter-added',
    required: 'parameter-required',
    optional: 'parameter-optional'
  },
  response: {
    removed: 'header-removed',
    added: 'header-added',
    needed: 'header-added',
    required: 'header-required',
    optional: 'header-optional'
  }
} as const

/** Compares the headers of form parts, which only multipart forms have. */
export function comparePartHeaders(context: DiffContext, site: Stop, {older, newer}: OlderNewer<Content>): void {
  if (![older, newer].every(({type}) => type.startsWith('multipart/'))) return
  if (!older.encoding && !newer.encoding) return
  for (const {name, older: was, newer: is} of pairFormParts({older, newer})) {
    const headers = {older: was.encoding?.headers ?? [], newer: is.encoding?.headers ?? []}
    compareHeaders(context, {...site, part: `${site.part} part ${name}`}, headers)
  }
}

import type {FileExports} from './exports.ts'
import {asClient} from './values/libraries.ts'
import type {ClassDef, StaticValue} from './values/value.ts'

// Decides which files aren't parsed: those without addresses that import nothing with addresses.

/** The start of an address, or a name of something that sends requests. */
const ADDRESS_HINT =
  /["'`}]\/[^>/*]|https?:|\b(?:fetch|axios|ky|got|undici|request|supertest|superagent|agent|openapi|ajax|jQuery|XMLHttpRequest|sendBeacon|EventSource|createClient|baseU[Rr][LlIi]|basePath|prefixUrl)\b|\$\.|\.(?:GET|POST|PUT|PATCH|DELETE|href|location)\b|\$(?:fetch|api|get|post|put|patch|delete)\b|node:http|["']https?["']/

export const mentionsAddress = (text: string): boolean => ADDRESS_HINT.test(text)

const IMPORTED = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(["'])([^"'\n]+)\1/g

/** Module specifiers in a text. A false match only leads to more parsing. */
export const findImports = (text: string): string[] => [...text.matchAll(IMPORTED)].map(match => match[2] ?? '')

/** Values nested beyond this depth are assumed to hold an address. */
const MAX_DEPTH = 6

/** Whether an export of a file might be part of an address, or sends requests that depend on its arguments. */
export const exportsAddress = ({names}: FileExports): boolean =>
  [...names.values()].some(each => holdsAddress(each.get(), 0))

function holdsAddress(value: StaticValue, depth: number): boolean {
  if (depth > MAX_DEPTH) return true
  const inner = (each: StaticValue): boolean => holdsAddress(each, depth + 1)
  switch (value.kind) {
    case 'text':
      return value.pieces.some(piece => typeof piece === 'string' && piece.includes('/'))
    case 'client':
      return true
    case 'package':
      return asClient(value) !== undefined
    case 'choice':
      return value.options.some(inner)
    case 'list':
      return value.items.some(inner)
    case 'record':
      return value.spread.length > 0 || [...value.entries.values()].some(each => inner(each.get()))
    case 'function':
      return value.def.sites.get().length > 0 || inner(value.def.returns.get())
    case 'class':
    case 'instance':
      return classHoldsAddress(value.def, depth + 1)
    // A value that depends only on arguments adds nothing.
    default:
      return false
  }
}

const classHoldsAddress = ({members, statics, base}: ClassDef, depth: number): boolean =>
  [...members.values()].some(({value}) => holdsAddress(value.get(), depth)) ||
  [...statics.values()].some(value => holdsAddress(value.get(), depth)) ||
  holdsAddress(base.get(), depth)

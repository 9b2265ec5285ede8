import type {Operation} from '../model/snapshot.ts'
import type {Direction, Part} from '../model/subject.ts'
import {isRecord} from '../schema/json.ts'
import {child, type Node, nodeOf} from '../schema/node.ts'
import {isForm} from './contents.ts'
import type {Stop} from './ledger.ts'
import {holdsNames} from './prose.ts'
import type {Two, Walk} from './walk.ts'

/** A schema in an operation that refers to something that differs. */
interface Place {
  readonly steps: readonly (string | number)[]
  readonly side: 'in' | 'out'
  readonly part: string
  readonly narrowed?: Part
  readonly wire: boolean
}

/**
 * Of operations that are the same word for word only what they refer to can differ. Where that is schemas alone they are
 * compared in their places, and nothing else need be read: of a large API that is most of what one change reaches.
 * False, where more than schemas differs: then nothing was compared.
 */
export function compareReferred(walk: Walk, two: Two<Operation>, stop: (side: Direction) => Stop): boolean {
  if (walk.newer.format === 'swagger-2.0' || walk.older.format === 'swagger-2.0') return false
  const [from, to] = [nodeOf(two.older.from), nodeOf(two.newer.from)]
  const places = placesIn(two.newer.raws, (raw, key) =>
    walk.dirt.isCleanInside(raw, from, to, key !== undefined && holdsNames(key))
  )
  if (!places) return false
  for (const {steps, side, part, narrowed, wire} of places) {
    const [older, newer] = [from, to].map(node => child(node, ...steps)) as [Node, Node]
    const pair = walk.pairs.of(older, newer, wire)
    const here = stop(side === 'in' ? 'request' : 'response')
    if (pair) walk.ledger.meet({...here, part, ...(narrowed ? {narrowed} : {})}, pair)
  }
  return true
}

/** `key`: what it stands under. */
type IsClean = (raw: unknown, key?: string) => boolean

function placesIn([raw, ofPath]: readonly unknown[], isClean: IsClean): Place[] | undefined {
  if (!isRecord(raw) || !isClean(ofPath)) return undefined
  const {parameters, requestBody, responses, ...rest} = raw
  if (!Object.entries(rest).every(([key, value]) => isClean(value, key))) return undefined
  const places: Place[] = []
  for (const [at, parameter] of (Array.isArray(parameters) ? parameters : []).entries()) {
    if (isClean(parameter)) continue
    if (!isPlain(parameter, ['schema'], isClean) || typeof parameter.name !== 'string') return undefined
    // Some headers are no parameters: those who read all know which.
    if (parameter.in === 'header' && !/^x-/i.test(parameter.name)) return undefined
    const {name, in: where} = parameter
    const isHeader = where === 'header'
    places.push({
      steps: ['parameters', at, 'schema'],
      side: 'in',
      part: isHeader ? `header ${name}` : `${String(where)} parameter ${name}`,
      narrowed: isHeader ? {header: name, in: 'request'} : {parameter: name, in: 'request'},
      wire: true
    })
  }
  if (!isClean(requestBody)) {
    const contents = contentsIn(requestBody, ['requestBody'], 'body', 'in', isClean)
    if (!contents) return undefined
    places.push(...contents)
  }
  for (const [status, response] of Object.entries(isRecord(responses) ? responses : {})) {
    if (isClean(response)) continue
    const named = status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase()
    const contents = contentsIn(response, ['responses', status], `response ${named}`, 'out', isClean)
    if (!contents) return undefined
    places.push(...contents)
  }
  return places
}

function contentsIn(
  raw: unknown,
  steps: readonly string[],
  part: string,
  side: Place['side'],
  isClean: IsClean
): Place[] | undefined {
  if (!isPlain(raw, ['content'], isClean) || !isRecord(raw.content)) return undefined
  const places: Place[] = []
  for (const [type, content] of Object.entries(raw.content)) {
    if (isClean(content)) continue
    // A media type that is written in another way than plainly is for those who know all ways.
    if (!isPlain(content, ['schema'], isClean) || !/^[\w.+-]+\/[\w.+*-]+$/.test(type)) return undefined
    const name = type.toLowerCase()
    places.push({steps: [...steps, 'content', type, 'schema'], side, part: `${part} ${name}`, wire: isForm(name)})
  }
  return places
}

/** An object that is no reference, of which nothing but these keys leads to a difference. */
function isPlain(raw: unknown, keys: readonly string[], isClean: IsClean): raw is Readonly<Record<string, unknown>> {
  if (!isRecord(raw) || Object.hasOwn(raw, '$ref')) return false
  return Object.entries(raw).every(([key, value]) => keys.includes(key) || isClean(value, key))
}

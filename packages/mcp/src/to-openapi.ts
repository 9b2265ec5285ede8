import {beginsWith} from '@tenure/core/languages/begins-with'
import type {DescribedLifecycle} from '@tenure/core/model/api/release-diff'
import {isRecord, own, setOwn} from '@tenure/core/model/json'
import {normalizeDay} from '@tenure/core/model/time/normalize-day'
import type {ConvertedOperation} from '@tenure/openapi/converted'
import {pathPointer} from '@tenure/openapi/converted'
import {type MarkContext, type MarkedText, readMarkedText} from './descriptions.ts'
import {toolTarget} from './language.ts'
import type {Tool} from './tools.ts'

const INPUT = '/put/requestBody/content/application~1json/schema'
const OUTPUT = '/put/responses/200/content/application~1json/schema'

/** Converts a tool to an operation: clients send what `inputSchema` allows, and receive what `outputSchema` allows. */
export function convertTool(tool: Tool, context: MarkContext): ConvertedOperation {
  const {name, inputSchema, outputSchema, source, pointer} = tool
  const path = `/${encodeURIComponent(name)}`
  const json = (schema: unknown, at: string) => ({
    content: {'application/json': {schema: moveReferences(schema, `#${encodeURI(pathPointer(path))}${at}`)}}
  })
  return {
    target: toolTarget(name),
    path,
    source,
    operation: {
      ...marksOf(tool, context),
      requestBody: {required: true, ...json(inputSchema ?? {type: 'object'}, INPUT)},
      responses: {200: {description: '', ...(outputSchema === undefined ? {} : json(outputSchema, OUTPUT))}}
    },
    pointers: [
      ['', pointer],
      [INPUT, `${pointer}/inputSchema`],
      [OUTPUT, `${pointer}/outputSchema`]
    ]
  }
}

/**
 * References begin at the root of their schema, which is inside the converted document. An argument whose description
 * begins with a mark is deprecated.
 */
function moveReferences(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map(each => moveReferences(each, base))
  if (!isRecord(value)) return value
  const moved: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const isReference = key === '$ref' && typeof inner === 'string' && /^#(?:\/|$)/.test(inner)
    setOwn(moved, key, isReference ? `${base}${inner.slice(1)}` : moveReferences(inner, base))
  }
  const said = typeof value.description === 'string' ? readMarkedText(value.description, {}) : undefined
  if (said?.isDeprecated && value.deprecated !== false) Object.assign(moved, {deprecated: true, description: said.text})
  return moved
}

const MOVED = /^#\/paths\/[^/]+\/put\/(?:requestBody|responses\/200)\/content\/application~1json\/schema/

/** Returns a value with references as they are written in the file. */
export function restoreReferences(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(MOVED, '#')
  if (Array.isArray(value)) return value.map(restoreReferences)
  if (!isRecord(value)) return value
  const restored: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) setOwn(restored, key, restoreReferences(inner))
  return restored
}

/**
 * The life of a tool: from what a policy names, from `_meta`, whose keys can have a prefix (`example.com/sunset`), or
 * else from how its description begins (`[DEPRECATED] Use find_loans instead.`, `[beta]`).
 */
function marksOf(tool: Tool, context: MarkContext): object {
  const marked = readToolText(tool, context)
  const stated = listMeta(tool)
  const named = readNamed(tool, context)
  const textOf = (...names: readonly string[]): string | undefined =>
    names.map(name => stated.get(name)).find(each => typeof each === 'string' && each !== '') as string | undefined
  const deprecated = stated.get('deprecated')
  const isDeprecated = named.deprecated === true || marked.isDeprecated || (deprecated ?? false) !== false
  const said = isDeprecated ? marked : undefined
  const since = named.since ?? textOf('deprecated', 'deprecatedsince') ?? said?.since
  const sunset = named.sunset ?? textOf('sunset', 'removalday', 'removedon') ?? said?.sunset
  const replacement = named.replacement ?? textOf('replacedby', 'replacement') ?? said?.replacement
  const stability = named.stability ?? textOf('stability', 'stage') ?? marked.stability
  return {
    ...(isDeprecated ? {deprecated: true} : {}),
    ...(isDeprecated && since !== undefined && /\d/.test(since) ? {'x-deprecated-since': since} : {}),
    ...(sunset === undefined ? {} : {'x-sunset': sunset}),
    ...(replacement === undefined
      ? {}
      : {'x-replaced-by': replacement.startsWith('tool ') ? replacement : `tool ${replacement}`}),
    ...(stability === undefined ? {} : {'x-stability-level': stability.toLowerCase()})
  }
}

/** The values in `_meta`, by their keys without prefixes, dashes, and capitals. */
const listMeta = ({meta}: Tool): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(meta).map(([key, value]) => [key.replace(/^.*\//, '').replaceAll(/[-_]/g, '').toLowerCase(), value])
  )

/** The description without its marks. If `_meta` denies the deprecation, its mark is no more than a text. */
export function readToolText(tool: Tool, context: MarkContext): MarkedText {
  const stated = listMeta(tool).get('deprecated')
  const marked = readMarkedText(tool.description, context)
  const isDenied = stated === false || stated === null
  return isDenied ? {...marked, isDeprecated: false, text: tool.description.replaceAll(/\s+/g, ' ').trim()} : marked
}

/** What the marks that a policy names state on a tool. */
function readNamed({meta, description}: Tool, {marks = []}: MarkContext): DescribedLifecycle {
  const named: {-readonly [Key in keyof DescribedLifecycle]: DescribedLifecycle[Key]} = {}
  for (const {meta: key, text, states, value} of marks) {
    const written = key === undefined ? undefined : own(meta, key)
    const isOn =
      text === undefined
        ? written !== undefined && written !== null && written !== false
        : beginsWith(description, text)
    if (!isOn) continue
    if (states === 'stability' || states === 'replacement') {
      const word = value ?? (typeof written === 'string' ? written : undefined)
      if (word !== undefined) named[states] ??= word
    } else {
      named.deprecated = true
      if (states !== 'deprecation' && typeof written === 'string') named[states] ??= normalizeDay(written)
    }
  }
  return named
}

import {type InputError, inputError} from '../model/input-error.ts'
import {isRecord, own} from '../model/json.ts'
import type {SourceLocation} from '../model/location.ts'

// Formats of API descriptions that can't be read. Errors name them, because people may expect them to work.

/** Patterns for the start of texts that are neither JSON nor YAML, or that YAML would read as something else. */
const TEXTS: readonly (readonly [name: string, start: RegExp])[] = [
  ['RAML', /^\uFEFF?#%RAML\b/],
  ['Protocol Buffers', /^\s*(?:\/\/[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*syntax\s*=\s*["']proto[23]["']/],
  ['API Blueprint', /^\uFEFF?FORMAT:\s*1A\b/],
  ['WSDL', /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:\w+:)?definitions[\s>]/],
  ['WADL', /^\s*(?:<\?xml[^>]*>\s*)?<(?:\w+:)?application[^>]+wadl/],
  [
    'GraphQL',
    /^\s*(?:#[^\n]*\n\s*|"""[\s\S]*?"""\s*)*(?:extend\s+)?(?:type|schema|interface|input|enum|union|scalar|directive)\b[^:\n]*(?:\{|=|\bon\b|$)/
  ]
]

const EXTENSIONS: readonly (readonly [name: string, end: RegExp])[] = [
  ['GraphQL', /\.(?:graphqls?|gql)$/i],
  ['RAML', /\.raml$/i],
  ['Protocol Buffers', /\.proto$/i],
  ['API Blueprint', /\.apib$/i]
]

/** The number of characters that are searched, because formats start with a signature. */
const LONGEST_START = 4000

/** Throws an `InputError` if a text is in the language of another kind of API description. */
export function refuseOtherLanguage(text: string, source: string): void {
  const start = text.slice(0, LONGEST_START)
  if (/^\s*["']?(?:openapi|swagger)["']?\s*:/m.test(start)) return
  const [name] = EXTENSIONS.find(([, end]) => end.test(source)) ?? TEXTS.find(([, begin]) => begin.test(start)) ?? []
  if (name === 'GraphQL')
    throw inputError('This is a GraphQL schema. Give its file the ending `.graphql`.', {source}, 'schema.graphql')
  if (name !== undefined) throw otherFormatError(name, {source})
}

const has = (value: unknown, key: string): boolean => isRecord(value) && own(value, key) !== undefined

const inside = (value: unknown, key: string): unknown => (isRecord(value) ? own(value, key) : undefined)

/** The result of an introspection query in a file whose name isn't that of one. */
const INTROSPECTION = 'a GraphQL schema'

/** The name of the format of a JSON or YAML document that isn't OpenAPI. `undefined` if it's none of the known ones. */
export function nameOtherFormat(root: unknown): string | undefined {
  const version = (key: string): string => {
    const written = inside(root, key)
    return typeof written === 'string' || typeof written === 'number' ? ` ${written}` : ''
  }
  if (has(root, 'asyncapi')) return `AsyncAPI${version('asyncapi')}`
  if (has(root, 'arazzo')) return `Arazzo${version('arazzo')}`
  if (has(root, 'overlay') && has(root, 'actions')) return `OpenAPI Overlay${version('overlay')}`
  if (has(root, 'openrpc')) return `OpenRPC${version('openrpc')}`
  if (has(root, 'smithy')) return `Smithy${version('smithy')}`
  const info = inside(root, 'info')
  const isPostman =
    has(info, '_postman_id') || /getpostman\.com|postman\.com\/.*collection/.test(String(inside(info, 'schema')))
  if (isPostman || has(inside(root, 'collection'), 'item')) return 'a Postman collection'
  if (has(root, '__schema') || has(inside(root, 'data'), '__schema')) return INTROSPECTION
  if (String(inside(root, '_type')) === 'export' && has(root, 'resources')) return 'an Insomnia export'
  if (has(inside(root, 'log'), 'entries')) return 'a HAR file'
  const isAnswer = isRecord(root) && Object.keys(root).every(key => /^(?:data|errors|extensions)$/.test(key))
  if (isAnswer && (has(root, 'errors') || has(root, 'data'))) return 'an answer to a GraphQL query without a schema'
  return nameToolFormat(root)
}

/** The name of a format that is about tools for models, but isn't their list as a server answers it. */
function nameToolFormat(root: unknown): string | undefined {
  const isBundle = ['mcpb_version', 'dxt_version', 'manifest_version'].some(key => has(root, key))
  if (isBundle && has(root, 'server')) return 'the manifest of an MCP bundle, without schemas of its tools'
  if (/modelcontextprotocol.*server\.schema/.test(String(inside(root, '$schema'))))
    return 'an entry of the MCP registry'
  if (isRpcError(root)) return 'an error of JSON-RPC'
  if (Array.isArray(root) && root.some(isRpcError)) return 'a list of answers with an error of JSON-RPC'
  if (Array.isArray(root) && root.some(each => Array.isArray(inside(inside(each, 'result') ?? each, 'tools'))))
    return 'a list of answers that has one without tools'
  if (has(root, 'jsonrpc')) return 'an answer of JSON-RPC without a list of tools'
  if (isRecord(root) && Object.hasOwn(root, 'tools') && !Array.isArray(root.tools))
    return 'a file whose `tools` are no list'
  const misnamed = isRecord(root) ? Object.keys(root).find(key => key !== 'tools' && isToolList(root[key])) : undefined
  if (misnamed !== undefined) return `a list of tools under \`${misnamed}\`, not \`tools\``
  const list = inside(root, 'tools') ?? root
  const [first] = Array.isArray(list) ? list : []
  const isFunction =
    has(inside(first, 'function'), 'name') || (inside(first, 'type') === 'function' && has(first, 'name'))
  return isFunction || has(first, 'input_schema') ? 'a list of functions in the form of a model API' : undefined
}

const isRpcError = (value: unknown): boolean =>
  has(value, 'error') && (has(value, 'jsonrpc') || has(inside(value, 'error'), 'code'))

const isToolList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(each => has(each, 'inputSchema'))

/** What can be read instead, for messages. */
export const READABLE =
  'an OpenAPI or Swagger description, a GraphQL schema, definitions of custom resources, or a list of MCP tools'

/** Error that calls a format by its name, and says what to do. */
export const otherFormatError = (name: string, place: SourceLocation): InputError =>
  name === INTROSPECTION
    ? inputError(
        'This is a GraphQL schema from an introspection query. Give its file the ending `.json`.',
        place,
        'schema.json'
      )
    : inputError(`This is ${name}, which can't be read. Name ${READABLE}.`, place)

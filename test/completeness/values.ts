// Two values for each keyword: generated from its meta-schema, or written by hand if a generated one would be meaningless.

import {isRecord} from '../../packages/json-schema/src/json.ts'
import {applicableTo, entriesOf, fits, itemsOf, keywordsOf, type MetaSchema, type Raw} from './meta-schemas.ts'

const TEXT: Raw = {type: 'string'}
const COUNT: Raw = {type: 'integer'}
const OK: Raw = {'200': {description: 'Fine'}}
const BOOK: Raw = {type: 'object', properties: {title: TEXT}}
const PARAMETER: Raw = {name: 'shelf', in: 'query', schema: TEXT}
const OLD_PARAMETER: Raw = {name: 'shelf', in: 'query', type: 'string'}
/** References to schemas of different types. */
const REFERENCES = ['#/components/schemas/Count', '#/components/schemas/Title']

/** Handwritten values. A keyword takes the first two that its meta-schema accepts. */
const WRITTEN: {readonly [Keyword in string]?: readonly unknown[]} = {
  openapi: ['3.0.1', '3.0.2', '3.1.1', '3.1.2', '3.2.1', '3.2.2'],
  jsonSchemaDialect: ['https://json-schema.org/draft/2020-12/schema', 'https://spec.openapis.org/oas/3.1/dialect/base'],
  $schema: ['https://json-schema.org/draft/2020-12/schema', 'https://spec.openapis.org/oas/3.1/dialect/base'],
  $defs: [{Spare: TEXT}, {Spare: COUNT}],
  definitions: [{Spare: TEXT}, {Spare: COUNT}],
  $vocabulary: [{'https://json-schema.org/draft/2020-12/vocab/core': true}, {}],
  basePath: ['/v2', '/v3'],
  url: ['https://north.library.example/v2', 'https://south.library.example/v3'],
  schemes: [['http'], ['https', 'wss']],
  consumes: [['text/csv'], ['text/html']],
  produces: [['text/csv'], ['text/html']],
  security: [[{card: []}], [{basic: []}]],
  contentType: ['text/csv', 'text/html'],
  servers: [[{url: 'https://north.library.example/v2'}], [{url: 'https://south.library.example/v3'}]],
  server: [{url: 'https://north.library.example/v2'}, {url: 'https://south.library.example/v3'}],
  tags: [[{name: 'shelves'}], [{name: 'desks'}], ['shelves'], ['desks']],
  parameters: [
    [PARAMETER],
    [{...PARAMETER, schema: COUNT}],
    [OLD_PARAMETER],
    [{...OLD_PARAMETER, type: 'integer'}],
    {loanId: 'red'},
    {loanId: 'blue'}
  ],
  requestBody: [{content: {'application/json': {schema: TEXT}}}, {content: {'application/json': {schema: COUNT}}}],
  responses: [
    OK,
    {'200': {description: 'Fine', content: {'application/json': {schema: TEXT}}}},
    {'204': {description: 'Taken'}}
  ],
  content: [{'application/json': {schema: TEXT}}, {'application/json': {schema: COUNT}}],
  headers: [{'X-Shelf': {schema: TEXT}}, {'X-Shelf': {schema: COUNT}}, {'X-Shelf': TEXT}, {'X-Shelf': COUNT}],
  encoding: [{title: {contentType: 'text/csv'}}, {title: {contentType: 'text/html'}}],
  callbacks: [
    {lost: {'{$request.query.url}': {post: {responses: OK}}}},
    {lost: {'{$request.query.url}': {put: {responses: OK}}}}
  ],
  webhooks: [{lost: {post: {responses: OK}}}, {lost: {put: {responses: OK}}}],
  links: [{next: {operationId: 'getLoan'}}, {next: {operationId: 'makeLoan'}}],
  scheme: ['digest', 'bearer'],
  in: ['query', 'header', 'cookie'],
  style: ['deepObject', 'pipeDelimited', 'matrix', 'label', 'form', 'simple', 'cookie'],
  type: [TEXT.type, COUNT.type, 'http', 'apiKey'],
  format: ['date', 'uuid'],
  schema: [TEXT, COUNT],
  itemSchema: [TEXT, COUNT],
  multipleOf: [2, 3],
  maximum: [20, 10],
  minimum: [1, 2],
  exclusiveMaximum: [true, false, 20, 10],
  exclusiveMinimum: [true, false, 1, 2],
  maxLength: [20, 10],
  minLength: [1, 2],
  pattern: ['^a', '^b'],
  maxItems: [20, 10],
  minItems: [1, 2],
  maxContains: [5, 3],
  minContains: [2, 3],
  maxProperties: [20, 10],
  minProperties: [1, 2],
  required: [['title'], ['days'], true, false],
  dependentRequired: [{title: ['days']}, {title: ['desk']}],
  dependentSchemas: [{title: {required: ['days']}}, {title: {required: ['desk']}}],
  dependencies: [{title: ['days']}, {title: ['desk']}],
  prefixItems: [[TEXT], [COUNT]],
  items: [TEXT, COUNT],
  contains: [{enum: ['red']}, {enum: ['blue']}],
  additionalProperties: [TEXT, COUNT],
  properties: [{desk: TEXT}, {desk: COUNT}],
  patternProperties: [{'^d': TEXT}, {'^d': COUNT}],
  propertyNames: [{maxLength: 20}, {maxLength: 10}],
  unevaluatedItems: [TEXT, COUNT],
  unevaluatedProperties: [TEXT, COUNT],
  allOf: [[{...BOOK, required: ['title']}], [{...BOOK, required: ['desk']}]],
  anyOf: [[TEXT, BOOK], [TEXT]],
  oneOf: [[TEXT, BOOK], [TEXT]],
  if: [{required: ['title']}, {required: ['desk']}],
  contentMediaType: ['application/json', 'text/csv'],
  contentEncoding: ['base64', 'base16'],
  contentSchema: [TEXT, COUNT],
  discriminator: [{propertyName: 'kind'}, {propertyName: 'desk'}, 'kind', 'desk'],
  propertyName: ['desk', 'days'],
  defaultMapping: ['Loan', 'Visit'],
  xml: [{name: 'red'}, {name: 'blue'}],
  uniqueItems: [true, false]
}

/** Values of each type. */
const TYPED: {readonly [Type in string]?: readonly [unknown, unknown]} = {
  string: ['red', 'blue'],
  integer: [3, 4],
  number: [1.5, 2.5],
  boolean: [true, false],
  array: [['red'], ['blue']],
  object: [{title: 'red'}, {title: 'blue'}]
}

const typedValues = ({type, $ref}: Raw): readonly [unknown, unknown] =>
  TYPED[String([type].flat()[0])] ?? (String($ref).endsWith('Count') ? [3, 4] : ['red', 'blue'])

/** Handwritten values of keywords, which may depend on the type of the schema. */
function writtenFor(place: Raw, keyword: string): readonly unknown[] {
  const [one, other] = typedValues(place)
  switch (keyword) {
    case 'const':
    case 'default':
    case 'example':
      return [one, other]
    case 'enum':
      return [[one, other], [one]]
    case 'examples':
      return [
        [one],
        [other],
        {first: {value: one}},
        {first: {value: other}},
        {'application/json': one},
        {'application/json': other}
      ]
    case '$ref':
    case '$dynamicRef':
      return place.type === 'integer' ? REFERENCES.toReversed() : REFERENCES
    case 'not':
      return [{enum: [one]}, {enum: [other]}]
    case 'then':
    case 'else':
      return [{enum: [one]}, {enum: [other]}]
    default:
      return WRITTEN[keyword] ?? []
  }
}

const key = (value: unknown): string => JSON.stringify(value)

/** Up to two values that a keyword may have, besides its current one. */
export function valuesFor(place: Raw, keyword: string, metas: readonly MetaSchema[]): unknown[] {
  const accepts = (value: unknown): boolean =>
    value !== undefined && key(value) !== key(place[keyword]) && metas.every(meta => fits(meta, value))
  const enumerated = metas.flatMap(meta => applicableTo(meta, undefined)).flatMap(({raw}) => (raw as Raw).enum ?? [])
  const written = writtenFor(place, keyword).filter(accepts)
  const found = written.length > 0 ? written : [...enumerated, ...madeFor(metas)].filter(accepts)
  return [...new Map(found.map(value => [key(value), value])).values()].slice(0, 2)
}

const WRONG: readonly unknown[] = ['yes', ['yes'], {yes: 'yes'}, 1, true]

/** Up to two values of types that a keyword can't have, besides a number where a text belongs, which is read as one. */
export function mistypedFor(right: unknown, metas: readonly MetaSchema[]): unknown[] {
  const samples = [right, ...madeFor(metas).filter(value => metas.every(meta => fits(meta, value)))]
  const types = new Set(samples.map(typeOf))
  return WRONG.filter(
    value =>
      !types.has(typeOf(value)) &&
      !(typeof value === 'number' && types.has('string')) &&
      !metas.every(meta => fits(meta, value))
  ).slice(0, 2)
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

const made = new WeakMap<object, unknown[]>()

/** Values generated from meta-schemas alone. */
export function madeFor(metas: readonly MetaSchema[], depth = 0): unknown[] {
  const raw = metas.length === 1 && depth === 0 ? metas[0]?.raw : undefined
  if (!isRecord(raw)) return makeFor(metas, depth)
  const known = made.get(raw) ?? makeFor(metas, depth)
  made.set(raw, known)
  return known
}

function makeFor(metas: readonly MetaSchema[], depth: number): unknown[] {
  const scalars = ['red', 'blue', true, false, 1, 2]
  if (depth > 4) return scalars
  const items = metas.flatMap(meta => itemsOf(applicableTo(meta, [])))
  const lists = items.length > 0 ? madeFor(items, depth + 1).filter(each => items.every(meta => fits(meta, each))) : []
  const all = metas.flatMap(meta => applicableTo(meta, {}))
  const keywords = keywordsOf(all)
  const required = all.flatMap(({raw}) => ((raw as Raw).required as string[] | undefined) ?? [])
  const sampleOf = (name: string, at: number): unknown => {
    const below = keywords.get(name) ?? []
    const known = (WRITTEN[name] ?? []).filter(each => below.every(meta => fits(meta, each)))
    const fresh = madeFor(below, depth + 1).filter(each => below.every(meta => fits(meta, each)))
    return known[at] ?? fresh[at] ?? known[0] ?? fresh[0]
  }
  const objects = [0, 1].map(at => Object.fromEntries(required.map(name => [name, sampleOf(name, at)])))
  const optional = [...keywords.keys()].find(
    name => !required.includes(name) && name !== '$ref' && !name.startsWith('x-')
  )
  const extended = optional === undefined ? [] : [{...objects[0], [optional]: sampleOf(optional, 0)}]
  const entries = entriesOf(all, 'added')
  const maps =
    entries.length > 0
      ? madeFor(entries, depth + 1)
          .filter(each => entries.every(meta => fits(meta, each)))
          .map(value => ({added: value}))
      : []
  return [...scalars, ...lists.map(each => [each]), ...maps, ...objects, ...extended].filter(
    each => !isRecord(each) || depth === 0 || Object.values(each).every(value => value !== undefined)
  )
}

import {join} from 'node:path'
import {dump, load} from 'js-yaml'
import {beforeAll, describe, expect, test} from 'vitest'
import type {OpenapiKind} from '../../packages/openapi/src/kinds/kinds.ts'
import {renderSite} from '../../packages/pages/src/site/page/page.ts'
import {renderPicture} from '../../packages/pages/src/site/picture/picture.ts'
import {siteOf} from '../../packages/pages/src/site/write-site.ts'
import {openSource} from '../../src/app/session/open-source.ts'
import {holdResults, NO_CACHE} from '../../src/stores/cache.ts'
import {type CommandResult, folder, type RunOptions, tenure} from '../cli/run.ts'
import {CONTEXT} from '../here.ts'
import {OPENAPI_CATALOG, splitExample} from '../kind-catalog.ts'
import {sample} from '../tier.ts'

// No command may fail with an internal error, whatever changed. The catalog has an example of each kind of change in a
// description; each is moved to every place where a schema can be.

type Json = {[key: string]: unknown}

const KINDS = Object.keys(OPENAPI_CATALOG) as readonly OpenapiKind[]

/** A description with an operation that returns a loan with this schema. */
const loan = (schema: Json): Json => ({
  openapi: '3.1.0',
  info: {title: 'Lending Library API', version: '1.0'},
  paths: {
    '/v1/loans': {get: {responses: {200: {description: 'OK', content: {'application/json': {schema}}}}}}
  }
})
const fields = (...names: readonly string[]): Json => ({
  type: 'object',
  properties: {copy: {type: 'string'}, ...Object.fromEntries(names.map(name => [name, {type: 'string'}]))}
})

/** Pairs of descriptions by what changes. */
const PAIRS: ReadonlyMap<string, readonly [Json, Json]> = new Map([
  ...KINDS.flatMap((kind): [string, [Json, Json]][] => {
    const {example} = OPENAPI_CATALOG[kind]
    if (example === undefined) return []
    const {old, new: newer} = splitExample(example)
    return [[kind, [load(old) as Json, load(newer) as Json]]]
  }),
  ['renamed', [loan(fields('lentAt')), loan(fields('lent_at'))]],
  ['a possible renaming', [loan(fields('dueDay')), loan(fields('dueDate'))]],
  [
    'a map',
    [
      loan({type: 'object', additionalProperties: fields('due')}),
      loan({type: 'object', additionalProperties: fields()})
    ]
  ],
  [
    'dependent required fields',
    [
      loan({...fields('due', 'fee'), dependentRequired: {due: ['copy']}}),
      loan({...fields('due', 'fee'), dependentRequired: {due: ['copy'], fee: ['copy', 'due']}})
    ]
  ],
  ['one dependent required field', [loan(fields('due')), loan({...fields('due'), dependentRequired: {due: ['copy']}})]],
  ['property names', [loan(fields('due')), loan({...fields('due'), propertyNames: {maxLength: 4}})]],
  ['first items', [loan({type: 'array', prefixItems: [fields('due')]}), loan({type: 'array', prefixItems: [fields()]})]]
] as const)

/** Places to which schemas of bodies are moved. */
const PLACES = {
  inline: schema => schema,
  'a component': (schema, name, schemas) => {
    schemas[name] = schema
    return {$ref: `#/components/schemas/${name}`}
  },
  'a field': schema => ({type: 'object', properties: {part: schema}}),
  'a list': schema => ({type: 'array', items: schema}),
  'a map': schema => ({type: 'object', additionalProperties: schema}),
  'an alternative': schema => ({oneOf: [schema, {type: 'boolean'}]}),
  'a part of all': schema => ({allOf: [schema, {type: 'object', properties: {id: {type: 'string'}}}]})
} as const satisfies Record<string, (schema: Json, name: string, schemas: Json) => Json>
type Place = keyof typeof PLACES
const ALL_PLACES = Object.keys(PLACES) as Place[]

/** The description with its body schemas moved, and with an operation that accepts and returns each of them. */
function moved(description: Json, place: Place): Description {
  const copy = structuredClone(description) as Description
  const schemas: Json = {}
  const movedSchemas: Json[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const {schema} = value as Json
    if (schema && 'schema' in value && !('in' in value) && !('name' in value)) {
      const movedSchema = PLACES[place](
        schema as Json,
        `Part${ALL_PLACES.indexOf(place)}${movedSchemas.length}`,
        schemas
      )
      movedSchemas.push(movedSchema)
      Object.assign(value, {schema: movedSchema})
      return
    }
    for (const inner of Object.values(value)) visit(inner)
  }
  if (!('swagger' in copy)) visit(copy.paths)
  for (const [at, schema] of movedSchemas.entries()) {
    const content = {'application/json': {schema}}
    copy.paths = {
      ...copy.paths,
      [`/v1/echo${at}`]: {post: {requestBody: {content}, responses: {200: {description: 'OK', content}}}}
    }
  }
  if (Object.keys(schemas).length > 0) {
    copy.components = {...copy.components, schemas: {...copy.components?.schemas, ...schemas}}
  }
  return copy
}

interface Description extends Json {
  paths?: Json
  components?: {schemas?: Json}
}

/** The description with all its operations once per place, under separate paths. */
function movedEverywhere(description: Json): Description {
  const byPlace = ALL_PLACES.map((place, at) => {
    const {paths = {}, components} = moved(description, place)
    const pathsOfPlace = Object.entries(paths).map(
      ([path, item]) => [`/place${at}${path}`, withOwnId(item, at)] as const
    )
    return {paths: Object.fromEntries(pathsOfPlace), schemas: components?.schemas}
  })
  const schemas = Object.assign({}, ...byPlace.map(each => each.schemas))
  return {
    ...description,
    paths: Object.assign({}, ...byPlace.map(each => each.paths)),
    ...(Object.keys(schemas).length > 0 ? {components: {...(description as Description).components, schemas}} : {})
  }
}

/** The path item with operation IDs that are unique to the place. */
const withOwnId = (item: unknown, at: number): Json =>
  JSON.parse(JSON.stringify(item), (key, value) => (key === 'operationId' ? `${value}${at}` : value))

const yamlOf = (description: Json): string => dump(description, {noRefs: true})

const FORMATS = ['json', 'markdown', 'github', 'gitlab', 'sarif', 'junit']

/** Fails with the output of the command if it exited with an internal error. */
function expectNoInternalError({code, out, err}: CommandResult, args: readonly string[]): void {
  expect([0, 1, 3], `tenure ${args.join(' ')}\n${err}${out.slice(0, 500)}`).toContain(code)
  expect(out + err).not.toMatch(/Cannot read propert|is not a function|undefined is not|\bNaN\b|\[object Object\]/)
}
async function expectSuccess(options: RunOptions, ...args: readonly string[]): Promise<void> {
  expectNoInternalError(await tenure([...args, '--as-of', '2026-03-02'], options), args)
}
/** A folder whose descriptions are compared once for all commands. */
const cachedFolder = (files: Readonly<Record<string, string>>): RunOptions => ({
  cwd: folder(files),
  cache: holdResults(NO_CACHE)
})

describe('check and diff succeed for each change', () => {
  const pairs = [...PAIRS].flatMap(([name, pair]) => [
    ['alone', name, pair.map(each => moved(each, 'inline'))] as const,
    // If this fails, the error names the command, and leaving out places finds the right one.
    ['in each place', name, pair.map(movedEverywhere)] as const
  ])

  test.each(sample(pairs))('%s: %s', async (_, __, [older = {}, newer = {}]) => {
    const commandOptions = cachedFolder({'old.yaml': yamlOf(older), 'new.yaml': yamlOf(newer)})
    for (const format of ['stylish', 'json', 'markdown']) {
      await expectSuccess(commandOptions, 'diff', 'old.yaml', 'new.yaml', '--verbose', '--format', format)
    }
    const formats = ['stylish', ...FORMATS.map(format => `${format}=${format}.txt`)].join(',')
    const args = [
      '--base',
      'old.yaml',
      '--spec',
      'new.yaml',
      '--verbose',
      '--fail-on=undetermined',
      '--format',
      formats
    ]
    await expectSuccess(commandOptions, 'check', ...args)
  })
})

/** Releases with each pair in turn, three days apart. */
function releasesOf(places: readonly Place[]): Record<string, string> {
  const descriptions = [...PAIRS.values()].flatMap((pair, at) =>
    pair.map(description => yamlOf(moved(description, places[at % places.length] as Place)))
  )
  const releases = descriptions.map((_, at) => ({
    version: `1.${at}`,
    date: new Date(Date.UTC(2021, 0, 1 + 3 * at)).toISOString().slice(0, 10),
    file: `${at}.yaml`
  }))
  return {
    'specs/releases.json': JSON.stringify({releases}),
    ...Object.fromEntries(descriptions.map((text, at) => [`specs/${at}.yaml`, text])),
    'openapi.yaml': descriptions.at(-1) ?? '',
    'tenure.yaml': 'format: 1\nspec: openapi.yaml\nhistory: api-history\n'
  }
}
const LAST = `1.${2 * PAIRS.size - 1}`

/** Commands that read descriptions or a history; an empty text stands for the source. */
const READING: readonly (readonly string[])[] = [
  ...['stylish', 'json', 'markdown'].map(format => [
    'audit',
    '',
    '--format',
    format,
    '--verbose',
    '--fail-on=undetermined'
  ]),
  ...['page', 'keep-a-changelog', 'github'].map(flavor => ['changelog', '', '--template', flavor]),
  ['changelog', '', '--format', 'json'],
  ...['github', 'keep-a-changelog'].map(flavor => ['notes', `1.0..${LAST}`, '', '--template', flavor, '--internal']),
  ['notes', LAST, ''],
  ['notes', LAST, '', '--format', 'json'],
  ...['markdown', 'json'].map(format => ['upgrade', '1.0', LAST, '', '--format', format])
]
const withSource = (args: readonly string[], source: string): string[] =>
  args.flatMap(each => (each !== '' ? [each] : source === '' ? [] : [source]))

// Each change is compared in each place above; here, the places take turns.
describe.each([['inline'] as const, ALL_PLACES])('a history of all changes in %s', (...places) => {
  let commandOptions: RunOptions
  beforeAll(async () => {
    commandOptions = cachedFolder(releasesOf(places))
    // Recorded before any command reads it.
    await expectSuccess(commandOptions, 'record', 'specs', '--all', '--output', 'api-history')
  })

  // The recorded history reads like its source (test/laws/recorded-history.test.ts), so one of them is enough.
  test.each(READING)('%s succeeds', async (...args) => {
    for (const source of places.length > 1 ? ['specs', ''] : [''])
      await expectSuccess(commandOptions, ...withSource(args, source))
  })

  test('the site and the picture contain no undefined values', async () => {
    const options = {source: join(commandOptions.cwd ?? '', 'specs'), policy: 'thirteen-months', 'as-of': '2026-03-02'}
    const context = {...CONTEXT, cache: () => commandOptions.cache ?? NO_CACHE}
    const site = siteOf(await openSource(options, context), {internal: true}, context)
    for (const rendered of [renderSite(site, {script: '', style: ''}), renderPicture(site, 24, '')])
      expect(rendered).not.toMatch(/\bundefined\b|\bNaN\b|\[object Object\]/)
  })

  test('due, when, check, record, and deprecate succeed', async () => {
    // Endpoints have the same output wherever their schemas are.
    for (const format of places.length > 1 ? ['stylish', 'json'] : []) {
      await expectSuccess(commandOptions, 'due', '--within', '10y', '--format', format)
      await expectSuccess(commandOptions, 'due', 'GET /v1/loans', '--format', format)
    }
    const formats = ['stylish', ...FORMATS.map(format => `${format}=${format}.txt`)].join(',')
    await expectSuccess(commandOptions, 'check', '--base', 'specs/0.yaml', '--format', formats)
    await expectSuccess(commandOptions, 'record', '--release', '2.0', '--base', 'specs/0.yaml', '--dry-run')
    await expectSuccess(commandOptions, 'deprecate', 'GET /v1/loans', '--replacement', 'none', '--dry-run')
  })
})

test('all commands succeed for a history of declared changes of each kind', async () => {
  const lines = KINDS.flatMap(kind =>
    [undefined, true, false].map(breaking => ({
      changed: 'GET /v1/loans',
      kind,
      ...(breaking === undefined ? {} : {breaking})
    }))
  )
  const statedHistory = cachedFolder({
    'history.yaml': dump({
      format: 1,
      service: 'Lending Library API',
      releases: [
        {release: '1.0', date: '2025-01-01', changes: [{added: 'GET /v1/loans'}]},
        {release: LAST, date: '2025-06-01', changes: lines},
        {release: 'next', changes: lines}
      ]
    })
  })
  for (const args of READING) await expectSuccess(statedHistory, ...withSource(args, ''))
  await expectSuccess(statedHistory, 'notes', 'next')
})

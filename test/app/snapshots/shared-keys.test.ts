// Comparisons are kept by a key. Two that differ in anything the answer depends on must not share one: with one cache for
// all of them, each answer is the same as without a cache.
import {beforeAll, describe, expect, test} from 'vitest'
import {readyFor} from '../../../src/descriptions/readers.ts'
import {createTextFileTree, type ReadingChoice} from '../../../src/documents/file-tree.ts'
import type {SourceRevision} from '../../../src/inputs/sources/source.ts'
import type {ReleaseDiff} from '../../../src/model/api/release-diff.ts'
import {subjectKey} from '../../../src/model/subject/subject.ts'
import {ContentIds} from '../../../src/observations/content-ids.ts'
import {ReleaseDiffs} from '../../../src/observations/release-diffs.ts'
import {type Cache, NO_CACHE} from '../../../src/stores/cache.ts'

/** A cache in memory that refuses a second result for a key. */
function createStrictCache(): Cache {
  const kept = new Map<string, Uint8Array>()
  return {
    get: key => kept.get(key),
    put(key, bytes) {
      const known = kept.get(key)
      if (known) expect(Buffer.from(bytes).equals(known), 'two results have one key').toBe(true)
      kept.set(key, bytes)
    }
  }
}

/** A state of a description, and how it is read. */
interface State {
  readonly is: string
  readonly path: string
  readonly files: Readonly<Record<string, string>>
  readonly reading?: ReadingChoice
}

const openapi = (...paths: readonly string[]): string =>
  `openapi: 3.0.3\ninfo: {title: Library, version: '1.0'}\npaths:\n${paths.map(path => `  ${path}\n`).join('')}`
const get = (path: string, keys = ''): string => `${path}: {get: {${keys}responses: {'200': {description: All}}}}`
const LOANS = openapi(get('/v1/loans'))
const REFERRING = openapi(
  "/v1/loans: {get: {responses: {'200': {description: All, content: {application/json: {schema: {$ref: loan.yaml}}}}}}}"
)
const SCHEMA =
  'type Query { "Beta: the loans" loans: String @ends(on: "2027-05-01") shelf: String copies: String }\ndirective @ends(on: String) on FIELD_DEFINITION\n'
const listing = (location: string, date: string): string =>
  `upcoming_changes:\n- {location: ${location}, description: It will be removed., date: '${date}'}\n`

const OPENAPI: readonly State[] = [
  {is: 'an API', path: 'openapi.yaml', files: {'openapi.yaml': LOANS}},
  {is: 'the same with another endpoint', path: 'openapi.yaml', files: {'openapi.yaml': openapi(get('/v1/copies'))}},
  {
    is: 'the same with both',
    path: 'openapi.yaml',
    files: {'openapi.yaml': openapi(get('/v1/loans'), get('/v1/copies'))}
  },
  {
    is: 'the same with a mark',
    path: 'openapi.yaml',
    files: {'openapi.yaml': openapi(get('/v1/loans', 'deprecated: true, '))}
  },
  {
    is: 'a reference to a text',
    path: 'openapi.yaml',
    files: {'openapi.yaml': REFERRING, 'loan.yaml': '{type: string}'}
  },
  {
    is: 'a reference to a number',
    path: 'openapi.yaml',
    files: {'openapi.yaml': REFERRING, 'loan.yaml': '{type: integer}'}
  }
]
const WITH_LIST = {announcements: 'upcoming.yml'}
const GRAPHQL: readonly State[] = [
  {is: 'a schema', path: 'schema.graphql', files: {'schema.graphql': SCHEMA}},
  {
    is: 'the same with a list of announcements',
    path: 'schema.graphql',
    files: {'schema.graphql': SCHEMA, 'upcoming.yml': listing('Query.shelf', '2027-07-01')},
    reading: WITH_LIST
  },
  {
    is: 'the same with another day in the list',
    path: 'schema.graphql',
    files: {'schema.graphql': SCHEMA, 'upcoming.yml': listing('Query.shelf', '2027-08-01')},
    reading: WITH_LIST
  },
  {
    is: 'the same with a list at another path',
    path: 'schema.graphql',
    files: {
      'schema.graphql': SCHEMA,
      'upcoming.yml': listing('Query.shelf', '2027-07-01'),
      'others.yml': listing('Query.copies', '2027-07-01')
    },
    reading: {announcements: 'others.yml'}
  },
  {
    is: 'the same with a directive that states a sunset',
    path: 'schema.graphql',
    files: {'schema.graphql': SCHEMA},
    reading: {marks: [{directive: '@ends(on)', states: 'sunset'}]}
  },
  {
    is: 'the same with a beginning that states a stability',
    path: 'schema.graphql',
    files: {'schema.graphql': SCHEMA},
    reading: {marks: [{text: 'Beta:', states: 'stability', value: 'beta'}]}
  }
]

const toRevision = ({path, files}: State): SourceRevision => {
  const tree = createTextFileTree(path, new Map(Object.entries(files)))
  return {tree: () => tree}
}

/** A comparison of two states, or one state alone. Both are read as the newer one says. */
interface Comparison {
  readonly now: State
  readonly base?: State
}

const pairs = (states: readonly State[]): Comparison[] =>
  states.flatMap(now => [{now}, ...states.filter(base => base !== now).map(base => ({now, base}))])

function compare({now, base}: Comparison, cache: Cache): ReleaseDiff {
  const diffs = new ReleaseDiffs(new ContentIds(cache, now.reading))
  if (!base) return diffs.observe(toRevision(now))
  const older = toRevision(base)
  return diffs.observe(toRevision(now), {revision: older, observed: diffs.describeAlone(older)})
}

const nameOf = ({now, base}: Comparison): string => (base ? `${now.is}, compared with ${base.is}` : now.is)

beforeAll(() => readyFor(['openapi.yaml', 'schema.graphql']))

describe.each([
  ['OpenAPI', OPENAPI],
  ['GraphQL', GRAPHQL]
] as const)('with one cache for all comparisons of %s', (_, states) => {
  const all = pairs(states)

  test('each has the answer that it has without a cache, in any order', () => {
    const alone = all.map(each => compare(each, NO_CACHE))
    for (const order of [all, all.toReversed()]) {
      const cache = createStrictCache()
      for (const each of order) expect(compare(each, cache), nameOf(each)).toEqual(alone[all.indexOf(each)])
      // Everything is known by now.
      for (const each of order) expect(compare(each, cache), nameOf(each)).toEqual(alone[all.indexOf(each)])
    }
  })

  test('any two states have different answers, so that a shared key would be seen', () => {
    const answers = states.map(now =>
      JSON.stringify([undefined, ...states].map(base => compare(base ? {now, base} : {now}, NO_CACHE)))
    )
    expect(new Set(answers).size).toBe(states.length)
  })
})

test('the places of some operations are not those of others', () => {
  const text = openapi(get('/v1/loans'), get('/v1/copies'), get('/v1/shelves'))
  const revision = toRevision({is: '', path: 'openapi.yaml', files: {'openapi.yaml': text}})
  const cache = createStrictCache()
  const linesOf = (paths: readonly string[], by: Cache): (number | undefined)[] => {
    const diffs = new ReleaseDiffs(new ContentIds(by))
    const {arrivals} = diffs.observe(revision)
    const chosen = paths.flatMap(path => arrivals.filter(({subject}) => subjectKey(subject) === `GET ${path}`))
    return diffs.withLocations(revision, chosen).map(({place}) => place.line)
  }
  for (const paths of [['/v1/loans'], ['/v1/copies'], ['/v1/copies', '/v1/loans'], ['/v1/loans', '/v1/shelves']]) {
    const lines = linesOf(paths, NO_CACHE)
    expect(lines).toHaveLength(paths.length)
    expect(linesOf(paths, cache), paths.join()).toEqual(lines)
    expect(linesOf(paths, cache), paths.join()).toEqual(lines)
  }
})

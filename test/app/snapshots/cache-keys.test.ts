// Two inputs share a key of the cache only if they have the same answer.
import {describe, expect, it} from 'vitest'
import type {FileTree, ReadingChoice} from '../../../src/documents/file-tree.ts'
import type {SourceRevision} from '../../../src/inputs/sources/source.ts'
import {ContentIds} from '../../../src/observations/content-ids.ts'
import {ReleaseDiffs} from '../../../src/observations/release-diffs.ts'
import {type Cache, digest, NO_CACHE} from '../../../src/stores/cache.ts'
import {subjectOf} from '../../changes.ts'
import {tenure} from '../../cli/run.ts'
import {get, repositoryOf, spec} from '../../gate/scenario.ts'
import {policyOf} from '../../reading.ts'

/** A description with the files that it names, and how they are read. */
interface Variant {
  readonly path: string
  readonly files: Readonly<Record<string, string>>
  readonly reading?: ReadingChoice
}

const describeApi = (...marked: readonly string[]): string =>
  JSON.stringify(
    {
      openapi: '3.0.3',
      info: {title: 'Lending Library API', version: '1'},
      paths: Object.fromEntries(
        ['loans', 'shelves'].map(name => [
          `/v1/${name}`,
          {
            get: {
              ...(marked.includes(name) ? {deprecated: true, 'x-sunset': '2027-01-01', 'x-stability': 'beta'} : {}),
              responses: {
                200: {description: 'All', content: {'application/json': {schema: {$ref: 'parts.json#/Loan'}}}}
              }
            }
          }
        ])
      )
    },
    undefined,
    1
  )
const describeLoan = (type: string, more: object = {}): string =>
  JSON.stringify({Loan: {type: 'object', properties: {due: {type, ...more}}}})

const SCHEMA = 'directive @old on FIELD_DEFINITION\ntype Query {\n  loans: String\n  shelves: String @old\n}\n'
const listOf = (location: string): string =>
  `upcoming_changes:\n  - {location: ${location}, description: Gone, date: '2027-01-01', criticality: breaking}\n`
const {marks} = policyOf(
  'stabilities: [ga]\nguarantees: {ga: {notice: 1 month}}\nmarks: [{directive: "@old", states: deprecation}]\n'
)

const TEXT = describeLoan('string')
const OPENAPI: readonly Variant[] = [
  {path: 'openapi.json', files: {'openapi.json': describeApi(), 'parts.json': TEXT}},
  {path: 'openapi.json', files: {'openapi.json': describeApi('shelves'), 'parts.json': TEXT}},
  {path: 'openapi.json', files: {'openapi.json': describeApi('loans', 'shelves'), 'parts.json': TEXT}},
  {path: 'openapi.json', files: {'openapi.json': describeApi(), 'parts.json': describeLoan('integer')}},
  {
    path: 'openapi.json',
    files: {'openapi.json': describeApi(), 'parts.json': describeLoan('string', {deprecated: true})}
  },
  {path: 'openapi.json', files: {'openapi.json': describeApi()}},
  {
    path: 'api/openapi.json',
    files: {'api/openapi.json': describeApi(), 'api/parts.json': TEXT, 'parts.json': describeLoan('integer')}
  },
  {path: 'openapi.yaml', files: {'openapi.yaml': describeApi('shelves'), 'parts.json': TEXT}}
]
const [list, other] = [{announcements: 'list.yml'}, {announcements: 'other.yml'}]
const LISTS = {'list.yml': listOf('Query.loans'), 'other.yml': listOf('Query.shelves')}
const GRAPHQL: readonly Variant[] = [
  {path: 'schema.yaml', files: {'schema.yaml': SCHEMA}},
  {path: 'schema.graphql', files: {'schema.graphql': SCHEMA}},
  {path: 'schema.graphql', files: {'schema.graphql': SCHEMA}, reading: {...(marks ? {marks} : {})}},
  {path: 'schema.graphql', files: {'schema.graphql': SCHEMA, ...LISTS}, reading: list},
  {path: 'schema.graphql', files: {'schema.graphql': SCHEMA, ...LISTS}, reading: other},
  {path: 'schema.graphql', files: {'schema.graphql': SCHEMA, 'list.yml': listOf('Query.shelves')}, reading: list},
  {path: 'schema.graphql', files: {'schema.graphql': SCHEMA}, reading: list}
]

function revisionOf({path, files}: Variant, at: number): SourceRevision {
  const tree: FileTree = {
    path,
    sourceOf: each => `${at}/${each}`,
    read: each => Buffer.from(files[each] ?? ''),
    real: each => each,
    id: each => (files[each] === undefined ? undefined : digest(files[each]))
  }
  return {tree: () => tree, commit: {id: `c${at}`, day: `2026-01-0${at + 1}`}}
}

type Ask = (diffs: ReleaseDiffs, revision: SourceRevision, older: SourceRevision) => unknown

const [LOANS, SHELVES] = ['GET /v1/loans', 'GET /v1/shelves'].map(each => subjectOf(each)) as [
  ReturnType<typeof subjectOf>,
  ReturnType<typeof subjectOf>
]
const DUE = subjectOf('Loan.due')
const operation = (subject: typeof LOANS) => ({
  subject,
  place: {source: 'openapi.json', pointer: `/paths/~1v1~1${subject.target.text.slice('GET /v1/'.length)}/get`},
  described: {}
})

/** Everything that is asked of a revision, or of two. */
const QUESTIONS: readonly (readonly [name: string, ask: Ask])[] = [
  [
    'a comparison',
    (diffs, revision, older) => diffs.observe(revision, {revision: older, observed: diffs.observe(older)})
  ],
  ['a description', (diffs, revision) => diffs.observe(revision)],
  ['a short description', (diffs, revision) => diffs.describeAlone(revision)],
  ['the marked parts', (diffs, revision) => diffs.listPartMarks(revision)],
  ['a place', (diffs, revision) => diffs.withLocations(revision, [operation(LOANS)])],
  ['another place', (diffs, revision) => diffs.withLocations(revision, [operation(SHELVES)])],
  ['two places', (diffs, revision) => diffs.withLocations(revision, [operation(LOANS), operation(SHELVES)])],
  ['a stability', (diffs, revision) => diffs.statedStability(revision, SHELVES)],
  ['the first marks', (diffs, revision, older) => diffs.markedSince([LOANS, SHELVES, DUE], () => [older, revision])],
  ['the first commits', (diffs, revision, older) => diffs.containedSince([operation(LOANS)], () => [older, revision])],
  ['the files', (diffs, revision) => [diffs.listGaps(revision), diffs.pathsOf(revision)]]
]

function answer(cache: Cache, [ask, variant, older]: readonly [Ask, number, number], all: readonly Variant[]): unknown {
  const [one, two] = [all[variant], all[older]]
  if (!one || !two) throw new Error('Expected a variant')
  const diffs = new ReleaseDiffs(new ContentIds(cache, one.reading ?? {}))
  try {
    return ask(diffs, revisionOf(one, variant), revisionOf(two, older))
  } catch (error) {
    return String(error)
  }
}

const createCache = (): Cache => {
  const entries = new Map<string, Uint8Array>()
  return {get: key => entries.get(key), put: (key, bytes) => void entries.set(key, bytes)}
}

describe.each([
  ['OpenAPI', OPENAPI],
  ['GraphQL', GRAPHQL]
])('with one cache for %s', (language, all) => {
  const asked = all.flatMap((_, variant) =>
    all.flatMap((__, older) => QUESTIONS.map(([, ask]) => [ask, variant, older] as const))
  )
  const expected = asked.map(each => answer(NO_CACHE, each, all))

  it.each([
    ['in order', asked.map((_, at) => at)],
    ['the last one first', asked.map((_, at) => asked.length - 1 - at)]
  ])('each question has the answer that it has without: %s', (_, order) => {
    const cache = createCache()
    // Each is asked twice, so that its answer comes from the cache, too.
    for (const at of [...order, ...order]) {
      const each = asked[at]
      if (each)
        expect(
          answer(cache, each, all),
          `${QUESTIONS.find(([, ask]) => ask === each[0])?.[0]} ${each[1]} ${each[2]}`
        ).toEqual(expected[at])
    }
  })

  it('the answers differ', () => {
    const comparisons = asked.flatMap(([ask, variant, older], at) =>
      ask === QUESTIONS[0]?.[1] && variant !== older ? [JSON.stringify(expected[at])] : []
    )
    expect(new Set(comparisons).size, language).toBeGreaterThan(all.length)
  })
})

describe('`check` with one cache for two bases', () => {
  it('judges each as it does without one', async () => {
    const [one, two] = ['due: {type: string}', 'due: {type: integer}'].map(each => spec(get('/v1/loans', '', each)))
    const main = [
      ['2025-01-10', {'openapi.yaml': one ?? ''}],
      ['2025-02-10', {'openapi.yaml': two ?? ''}]
    ] as const
    const cwd = await repositoryOf({main, branch: [['2026-03-02', {'tenure.yaml': 'format: 1\nspec: openapi.yaml\n'}]]})
    const check = async (base: string, cache: Cache) => {
      const {code, out, err} = await tenure(['check', '--base', base, '--as-of', '2026-03-02', '--format', 'json'], {
        cwd,
        cache
      })
      return {code, out: out + err}
    }
    const [first, second] = [await check('main~1', NO_CACHE), await check('main', NO_CACHE)]
    expect([first.code, second.code], first.out).toEqual([1, 0])
    for (const bases of [
      ['main~1', 'main', 'main~1'],
      ['main', 'main~1', 'main']
    ]) {
      const cache = createCache()
      for (const base of bases) expect(await check(base, cache)).toEqual(base === 'main~1' ? first : second)
    }
  })
})

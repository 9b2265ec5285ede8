import {describe, expect, test} from 'vitest'
import {judgeAll} from '../../../src/lint.ts'
import {subjectKey} from '../../../src/model/subject/subject.ts'
import {ContentIds} from '../../../src/observations/content-ids.ts'
import {observeSource} from '../../../src/observations/observe.ts'
import type {Cache} from '../../../src/stores/cache.ts'
import {policyOf} from '../../reading.ts'
import {get, historyOf, linesOf, observe, type Release, sourceOf} from '../observed.ts'

const LOANS = {'/v1/loans': get()}
const BOTH = {'/v1/loans': get(), '/v1/shelves': get()}

const verdicts = (releases: readonly Release[], policy?: string, asOf?: string): string[] =>
  judgeAll(historyOf(releases, asOf), policyOf(policy)).map(({verdict, subject, missing}) =>
    [verdict, subjectKey(subject), ...missing.map(({fact}) => fact)].join(' ')
  )

describe('a history from API descriptions', () => {
  test('has everything in the first release introduced by then, and later changes with their release', () => {
    const releases: Release[] = [
      ['2.0', '2024-01-10', LOANS],
      ['2.1', '2024-06-10', BOTH],
      ['2.2', '2025-01-10', {'/v1/shelves': get()}]
    ]
    expect(linesOf(historyOf(releases))).toEqual([
      '2.0 introduced GET /v1/loans by then',
      '2.1 introduced GET /v1/shelves',
      '2.2 removed GET /v1/loans'
    ])
  })

  test('has lifecycles of parameters, fields, and values', () => {
    const operationWith = (schema: object) =>
      get({responses: {200: {description: 'fine', content: {'application/json': {schema}}}}})
    const loan = (properties: object) => ({components: {schemas: {Loan: {type: 'object', properties}}}})
    const paths = {'/v1/loans': operationWith({$ref: '#/components/schemas/Loan'})}
    const text = {type: 'string'}
    const releases: Release[] = [
      ['2.0', '2024-01-10', paths, loan({due: text, state: {type: 'string', enum: ['out', 'in']}})],
      [
        '2.1',
        '2024-06-10',
        paths,
        loan({
          title: text,
          due: {...text, deprecated: true, 'x-sunset': '2025-07-10'},
          state: {type: 'string', enum: ['out', 'in', 'lost']}
        })
      ],
      ['2.2', '2025-07-10', paths, loan({title: text, state: {type: 'string', enum: ['out', 'in', 'lost']}})]
    ]
    expect(linesOf(historyOf(releases))).toEqual([
      '2.0 introduced GET /v1/loans by then',
      '2.1 introduced Loan.title',
      '2.1 deprecated Loan.due',
      '2.1 rescheduled Loan.due',
      '2.1 introduced Loan.state (value lost)',
      '2.2 removed Loan.due'
    ])
    const mark = historyOf(releases).events.find(({kind}) => kind === 'deprecated')
    expect(mark?.sunset?.stated).toBe('2025-07-10')
    // Announced in 2.1 and removed after thirteen months, judged by the stability of the operation that returns it.
    expect(verdicts(releases)).toContain('compliant Loan.due')
  })

  test('ignores a deprecation that was withdrawn with its sunset', () => {
    const releases: Release[] = [
      ['2.0', '2023-01-01', BOTH],
      ['2.1', '2023-02-01', {...LOANS, '/v1/shelves': get({deprecated: true, 'x-sunset': '2024-03-10'})}],
      ['2.2', '2023-03-01', BOTH],
      ['2.3', '2024-08-01', LOANS]
    ]
    expect(linesOf(historyOf(releases)).slice(-2)).toEqual([
      '2.2 withdrawn GET /v1/shelves',
      '2.3 removed GET /v1/shelves'
    ])
    expect(verdicts(releases)).toEqual(['violation GET /v1/shelves'])
  })

  test('has the deprecations, sunsets, and stabilities of the descriptions', () => {
    const releases: Release[] = [
      ['2.0', '2024-01-10', {'/v1/loans': get({'x-stability-level': 'beta'}), '/v1/shelves': get({deprecated: true})}],
      [
        '2.1',
        '2024-06-10',
        {
          '/v1/loans': get({'x-stability-level': 'beta', deprecated: true, 'x-sunset': '2025-01-01'}),
          '/v1/shelves': get()
        }
      ],
      ['2.2', '2025-02-10', {'/v1/shelves': get()}]
    ]
    const history = historyOf(releases)
    expect(linesOf(history)).toEqual([
      '2.0 introduced GET /v1/loans by then',
      '2.0 introduced GET /v1/shelves by then',
      '2.0 deprecated GET /v1/shelves by then',
      '2.1 deprecated GET /v1/loans',
      '2.1 rescheduled GET /v1/loans',
      '2.1 withdrawn GET /v1/shelves',
      '2.2 removed GET /v1/loans'
    ])
    expect(history.complete).toBe(true)
    expect(verdicts(releases)).toEqual(['exempt GET /v1/loans'])
  })

  test('uses a dropped stability extension until the release that drops it', () => {
    const shelves = {'/v1/shelves': get({deprecated: true})}
    const page = {name: 'page', in: 'query', schema: {type: 'integer'}}
    const releases: Release[] = [
      ['2.0', '2024-01-10', {'/loans': get({'x-stability-level': 'beta', parameters: [page]}), ...shelves}],
      ['2.1', '2024-06-10', {'/loans': get(), ...shelves}],
      ['2.2', '2025-02-10', shelves]
    ]
    expect(verdicts(releases)).toEqual(['exempt GET /loans#parameter=page&request', 'violation GET /loans'])
  })

  test('reports no moved sunset when a deprecation was announced between two releases', () => {
    const mark = {deprecated: true, 'x-deprecated-since': '2023-10-12', 'x-sunset': '2025-04-12'}
    const eventsOf = (third: object): string[] =>
      judgeAll(
        historyOf([
          ['1.0', '2023-01-19', BOTH],
          ['2.0', '2024-02-22', {...LOANS, '/v1/shelves': get(mark)}],
          ['3.0', '2025-01-12', {...LOANS, '/v1/shelves': get(third)}]
        ]),
        policyOf(undefined)
      ).map(({subject, event}) => `${event.kind} ${subjectKey(subject)}`)
    expect(eventsOf(mark)).toEqual(['deprecated GET /v1/shelves'])
    expect(eventsOf({...mark, 'x-sunset': '2025-06-12'})).toEqual(['rescheduled GET /v1/shelves'])
  })

  test('names no replacement that is removed in the same release', () => {
    const at = (...versions: string[]) => Object.fromEntries(versions.map(each => [`/apis/${each}/pods`, get()]))
    const replaced = (...remaining: string[]) =>
      judgeAll(
        historyOf([
          ['1.17', '2019-12-07', at('v1beta1', 'v1beta2', 'v1')],
          ['1.18', '2020-03-25', {...at(...remaining), '/apis/v1/nodes': get()}]
        ]),
        policyOf('kubernetes')
      ).flatMap(({subject, replacement}) =>
        subjectKey(subject).includes('v1beta1') ? [replacement && subjectKey(replacement)] : []
      )
    expect(replaced('v1')).toEqual(['GET /apis/v1/pods'])
    expect(replaced('v1', 'v1beta2')).toEqual(['GET /apis/v1beta2/pods'])
    expect(replaced()).toEqual([undefined])
  })

  test('leaves missing announcements undetermined if nothing is ever deprecated', () => {
    const removalReleases: Release[] = [
      ['2.0', '2024-01-10', BOTH],
      ['2.1', '2024-06-10', LOANS]
    ]
    expect(verdicts(removalReleases)).toEqual(['undetermined GET /v1/shelves announcement'])
    const marking: Release[] = [
      ['1.9', '2023-01-10', {...BOTH, '/v1/readers': get({deprecated: true})}],
      ...removalReleases.slice(1)
    ]
    expect(verdicts(marking)).toContain('violation GET /v1/shelves')
  })

  test('counts a deprecation of the first release from that release at the latest', () => {
    const query = (parameters: object[]) => ({'/v1/loans': get({parameters})})
    const page = {name: 'page', in: 'query', schema: {type: 'integer'}, deprecated: true}
    const releases: Release[] = [
      ['2.0', '2024-01-10', query([page])],
      ['2.1', '2025-06-10', query([])]
    ]
    expect(linesOf(historyOf(releases))).toEqual([
      '2.0 introduced GET /v1/loans by then',
      '2.0 deprecated GET /v1/loans (parameter page, in request) by then',
      '2.1 removed GET /v1/loans (parameter page, in request)'
    ])
    expect(verdicts(releases)).toEqual(['compliant GET /v1/loans#parameter=page&request'])
  })
})

describe('on release branches', () => {
  const releases: Release[] = [
    ['2.0.0', '2024-01-10', BOTH],
    ['2.0.6', '2025-01-10', {'/v1/shelves': get(), '/v1/readers': get()}],
    ['2.1.0', '2024-06-10', BOTH],
    ['2.2.0', '2025-06-10', {...BOTH, '/v1/readers': get()}]
  ]

  test('compares a patch with its own line, and ends nothing on the newer lines', () => {
    const observed = observe(releases)
    expect(observed.map(({against}) => against)).toEqual([undefined, 0, 0, 2])
    expect(linesOf(historyOf(releases))).toEqual([
      '2.0.0 introduced GET /v1/loans by then',
      '2.0.0 introduced GET /v1/shelves by then',
      '2.0.6 changed GET /v1/loans aside',
      '2.0.6 introduced GET /v1/readers aside',
      '2.2.0 introduced GET /v1/readers'
    ])
    // For clients on that line, the removal is a breaking change nevertheless.
    expect(verdicts(releases)).toEqual(['violation GET /v1/loans'])
  })
})

describe("an API description that can't be read", () => {
  test('makes the change after it date from either release, and is reported', () => {
    const releases: Release[] = [
      ['2.0', '2024-01-10', BOTH],
      ['2.1', '2024-06-10', undefined],
      ['2.2', '2025-01-10', LOANS]
    ]
    const {leftOut, releases: observed} = observeSource(sourceOf(releases), {
      ids: new ContentIds()
    })
    expect(leftOut).toEqual([
      {
        name: '2.1',
        why: expect.stringContaining('Invalid YAML: '),
        place: expect.objectContaining({source: '2.1.json', line: 1})
      }
    ])
    expect(observed[2]?.against).toBe(0)
    const history = historyOf(releases)
    expect(linesOf(history)).toContain('2.2 removed GET /v1/shelves after 2.0')
    const end = history.bySubject.get('GET /v1/shelves')?.tenures.at(-1)?.end
    expect(end?.moment).toEqual({
      when: {earliest: '2024-01-10', latest: '2025-01-10'},
      stated: 'release 2.2 or earlier'
    })
  })
})

describe('the cache of comparisons', () => {
  const memory = (): Cache & {readonly entries: Map<string, Uint8Array>} => {
    const entries = new Map<string, Uint8Array>()
    return {entries, get: key => entries.get(key), put: (key, bytes) => void entries.set(key, bytes)}
  }
  const releases: Release[] = [
    ['2.0', '2024-01-10', BOTH],
    ['2.1', '2024-06-10', BOTH],
    ['2.2', '2025-01-10', {'/v1/loans': get({deprecated: true, 'x-sunset': '2026-02-10'})}],
    ['2.3', '2026-03-10', {'/v2/loans': get()}]
  ]

  test('reads the same bytes once, and nothing in a second run', () => {
    const cache = memory()
    const first = observeSource(sourceOf(releases), {ids: new ContentIds(cache)})
    // 2.1 has the bytes of 2.0.
    expect([first.read, first.remembered]).toEqual([3, 0])
    // A file whose ID git knows isn't even read.
    const unreadable = sourceOf(releases)
    const withoutContent = unreadable.releases.map(release => {
      const read = (): Buffer => {
        throw new Error(`Unexpected reading of ${release.name}`)
      }
      return {...release, tree: () => ({...release.tree(), read})}
    })
    const second = observeSource({...unreadable, releases: withoutContent}, {ids: new ContentIds(cache)})
    expect([second.read, second.remembered]).toEqual([0, 3])
    expect(second.releases).toEqual(first.releases)
  })

  test('compares only the new release', () => {
    const cache = memory()
    observeSource(sourceOf(releases.slice(0, -1)), {ids: new ContentIds(cache)})
    const {read, remembered} = observeSource(sourceOf(releases), {ids: new ContentIds(cache)})
    expect([read, remembered]).toEqual([2, 2])
  })

  test('ignores entries that are cut short or written by other code', () => {
    const cache = memory()
    observeSource(sourceOf(releases), {ids: new ContentIds(cache)})
    for (const key of cache.entries.keys()) cache.entries.set(key, Buffer.from('{"changes": 1'))
    const {read, releases: observed} = observeSource(sourceOf(releases), {ids: new ContentIds(cache)})
    expect(read).toBe(3)
    expect(observed.map(({observed}) => observed?.changes.length)).toEqual([0, 0, 3, 2])
  })
})

test('a release that repeats the description before it has no changes', () => {
  const named = (name: string, schemas: object): readonly [object, object] => [
    {[`/v1/loans/{${name}}`]: get()},
    {components: {schemas}}
  ]
  const [, step, again] = observe([
    ['2.0', '2024-01-01', ...named('id', {Loan: {type: 'object'}})],
    ['2.1', '2024-06-01', ...named('loanId', {Copy: {type: 'object'}})],
    ['2.2', '2025-01-01', ...named('loanId', {Copy: {type: 'object'}})]
  ])
  expect(step?.observed).toMatchObject({
    gone: ['Loan'],
    come: ['Copy'],
    respelt: [{target: {path: '/v1/loans/{loanId}'}}]
  })
  for (const key of ['gone', 'come', 'respelt']) expect(again?.observed).not.toHaveProperty(key)
})

describe('a field with one name in two responses', () => {
  const X = {type: 'string'}
  const MARKED = {...X, deprecated: true}
  type Pair = [one: object | undefined, other: object | undefined]
  const withField = (...[one, other]: Pair): object => {
    const response = (x: object | undefined): object => ({
      description: 'fine',
      content: {'application/json': {schema: {type: 'object', properties: {id: X, ...(x ? {x} : {})}}}}
    })
    return {'/v1/loans': {get: {responses: {200: response(one), 404: response(other)}}}}
  }
  test.each<[string, Pair, Pair, Pair, string[]]>([
    ['an unmarked one', [MARKED, X], [MARKED, X], [MARKED, undefined], []],
    ['one that was marked later', [MARKED, X], [MARKED, MARKED], [MARKED, undefined], ['release 1.2']],
    ['one that was marked first', [MARKED, X], [MARKED, MARKED], [undefined, MARKED], ['release 1.1']],
    ['both', [MARKED, X], [MARKED, MARKED], [undefined, undefined], ['release 1.2']]
  ])('is removed with the notice of its own mark: %s', (_, second, third, fourth, expected) => {
    const history = historyOf([
      ['1.0', '2024-01-01', withField(X, X)],
      ['1.1', '2024-02-01', withField(...second)],
      ['1.2', '2025-02-01', withField(...third)],
      ['2.0', '2025-06-01', withField(...fourth)]
    ])
    const [tenure] = history.bySubject.get('GET /v1/loans#field=x&response')?.tenures ?? []
    expect(tenure?.end?.event.kind).toBe('removed')
    expect(tenure?.announcements.map(({moment}) => moment.stated)).toEqual(expected)
  })
})

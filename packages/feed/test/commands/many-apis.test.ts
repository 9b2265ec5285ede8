import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../../../../test/cli/run.ts'
import {sample} from '../../../../test/tier.ts'
import {type ReadEvent, readAtom, readCalendar, readJsonFeed} from '../read-feeds.ts'

// A repository with 30 APIs of 6 owners. What each feed must tell is known from how the histories are made.

const AS_OF = '2026-06-30'
const OWNERS = ['payments', 'search', 'loans', 'identity', 'shipping', 'reports']

/** What happened to an endpoint. Each kind of life has one deprecation, if it has any. */
type Life =
  | 'served'
  | 'deprecated'
  | 'moved'
  | 'withdrawn'
  | 'removed'
  | 'early'
  | 'unannounced'
  | 'overdue'
  | 'planned'
const KINDS_OF_LIFE: readonly Life[] = [
  ...(['served', 'deprecated', 'moved', 'withdrawn', 'removed', 'early', 'unannounced', 'overdue', 'planned'] as const)
]

interface Endpoint {
  readonly api: string
  readonly owner: string
  readonly name: string
  readonly life: Life
  /** Two digits that make its days different from those of others. */
  readonly at: string
}

/** A known sequence that looks like chance. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield Math.floor(state / 65_536)
  }
}

function makeEndpoints(): Endpoint[] {
  const next = numbers(67)
  const pick = (most: number): number => (next.next().value as number) % most
  return Array.from({length: 30}, (_, index) => {
    const api = `api-${String(index).padStart(2, '0')}`
    const ofApi = OWNERS[index % OWNERS.length] as string
    return Array.from({length: 2 + pick(8)}, (__, place): Endpoint => {
      // What is below `/v1/shared` belongs to the owner of the API after it.
      const isShared = pick(5) === 0
      const owner = isShared ? (OWNERS[(index + 1) % OWNERS.length] as string) : ofApi
      const name = `GET /v1/${isShared ? 'shared/' : ''}part-${place}`
      return {api, owner, name, life: KINDS_OF_LIFE[pick(KINDS_OF_LIFE.length)] as Life, at: String(10 + pick(18))}
    })
  }).flat()
}

const ENDPOINTS = makeEndpoints()
const APIS = [...new Set(ENDPOINTS.map(({api}) => api))]

/** The lines of the releases 1.0 to 1.3, of `on:`, and of `next`. */
const LINES: Readonly<Record<Life, (endpoint: Endpoint) => readonly (readonly [release: number, line: string])[]>> = {
  served: () => [],
  deprecated: ({name, at}) => [[1, `{deprecated: ${name}, sunset: 2027-03-${at}}`]],
  moved: ({name, at}) => [
    [1, `{deprecated: ${name}, sunset: 2026-12-${at}, replacement: GET /v2/parts}`],
    [2, `{rescheduled: ${name}, sunset: 2027-05-${at}}`]
  ],
  withdrawn: ({name, at}) => [
    [1, `{deprecated: ${name}, sunset: 2027-06-${at}}`],
    [2, `{withdrawn: ${name}}`]
  ],
  removed: ({name, at}) => [
    [1, `{deprecated: ${name}, sunset: 2026-01-${at}}`],
    [3, `{removed: ${name}}`]
  ],
  early: ({name, at}) => [
    [1, `{deprecated: ${name}, sunset: 2027-08-${at}}`],
    [3, `{removed: ${name}}`]
  ],
  unannounced: ({name}) => [[3, `{removed: ${name}, announced: never}`]],
  overdue: ({name, at}) => [[1, `{deprecated: ${name}, sunset: 2026-02-${at}}`]],
  planned: ({name}) => [[4, `{removed: ${name}}`]]
}
const RELEASES = [
  '"1.0", date: 2025-01-02',
  '"1.1", date: 2025-02-03',
  '"1.2", date: 2025-03-04',
  '"1.3", date: 2026-04-05',
  'next'
]

function historyOf(api: string): string {
  const own = ENDPOINTS.filter(each => each.api === api)
  const lines = [
    ...own.map(({name}) => [0, `{added: ${name}}`] as const),
    ...own.flatMap(endpoint => LINES[endpoint.life](endpoint))
  ]
  const releases = RELEASES.map((name, at) => {
    const changes = lines.flatMap(([release, line]) => (release === at ? [line] : []))
    return `  - {release: ${name}, changes: [${changes.join(', ')}]}`
  })
  // Every second title is that of the API before.
  const title = `Service ${Math.floor(APIS.indexOf(api) / 2)}`
  return `service: ${title}\nreleases:\n${releases.join('\n')}\n`
}

/** The events that a calendar must have for an endpoint: what, its day, how often it changed, and its status. */
const EVENTS: Readonly<Record<Life, (at: string) => readonly string[]>> = {
  served: () => [],
  deprecated: at => [`Sunset 2027-03-${at} 0 CONFIRMED`],
  moved: at => [`Sunset 2027-05-${at} 1 CONFIRMED`],
  withdrawn: at => [`Sunset 2027-06-${at} 1 CANCELLED`],
  removed: at => [`Sunset 2026-01-${at} 0 CONFIRMED`, 'Removed 2026-04-05 0 CONFIRMED'],
  early: at => [`Sunset 2027-08-${at} 1 CANCELLED`, 'Removed 2026-04-05 0 CONFIRMED'],
  unannounced: () => ['Removed 2026-04-05 0 CONFIRMED'],
  overdue: at => [`Sunset 2026-02-${at} 0 CONFIRMED`],
  planned: () => []
}

/** The status and the last day of each entry that a feed must have for an endpoint. */
const ENTRIES: Readonly<Record<Life, (at: string) => readonly string[]>> = {
  served: () => [],
  deprecated: () => ['deprecated 2025-02-03'],
  moved: () => ['deprecated 2025-03-04'],
  withdrawn: () => ['withdrawn 2025-03-04'],
  removed: () => ['deprecated 2025-02-03', 'removed 2026-04-05'],
  early: () => ['deprecated 2025-02-03', 'removed 2026-04-05'],
  unannounced: () => ['removed 2026-04-05'],
  overdue: at => ['deprecated 2025-02-03', `sunset 2026-02-${at}`],
  planned: () => []
}

const titleOf = (api: string): string => `Service ${Math.floor(APIS.indexOf(api) / 2)} (${api})`

function makeRepository(): string {
  const apis = APIS.map((name, index) => {
    const [owner, other] = [index, index + 1].map(each => OWNERS[each % OWNERS.length])
    return `  - {name: ${name}, history: ${name}/history.yaml, spec: none, owner: ${owner}, owners: [{subject: /v1/shared/**, owners: ${other}}]}`
  })
  return folder({
    'tenure.yaml': `format: 1\napis:\n${apis.join('\n')}\n`,
    ...Object.fromEntries(APIS.map(api => [`${api}/history.yaml`, historyOf(api)]))
  })
}

const repository = makeRepository()

async function feed(cwd: string, ...args: string[]): Promise<string> {
  const {code, out, err} = await tenure(['feed', '--as-of', AS_OF, ...args], {cwd})
  expect({code, err}).toEqual({code: 0, err: ''})
  return out
}

const sayEvent = ({summary, day, sequence, status}: ReadEvent): string =>
  `${summary.replace(/^(\w+): (.*)$/, `$2: $1 ${day}`)} ${sequence} ${status}`

const expectedEvents = (endpoints: readonly Endpoint[]): string[] =>
  endpoints
    .flatMap(({api, name, life, at}) => EVENTS[life](at).map(event => `${name} (${titleOf(api)}): ${event}`))
    .toSorted()

const expectedEntries = (endpoints: readonly Endpoint[]): string[] =>
  endpoints
    .flatMap(({api, name, life, at}) => ENTRIES[life](at).map(entry => `${titleOf(api)}: ${name} ${entry}`))
    .toSorted()

describe.concurrent('the feed of 30 APIs', () => {
  it('has the events of all APIs', async () => {
    const events = readCalendar(await feed(repository, '--format', 'ical'))
    expect(events.map(sayEvent).toSorted()).toEqual(expectedEvents(ENDPOINTS))
    expect(new Set(events.map(({uid}) => uid)).size).toBe(events.length)
    for (const {categories, summary} of events) expect(summary).toContain(`(${categories[0]})`)
  })

  it('has the entries of all APIs, each with its API', async () => {
    const items = readJsonFeed(await feed(repository, '--format', 'json'))
    const entries = items.map(({date_modified: updated, _tenure: {api, subject, status}}) => {
      return `${api}: ${subject} ${status} ${updated.slice(0, 10)}`
    })
    expect(entries.toSorted()).toEqual(expectedEntries(ENDPOINTS))
    const atom = await readAtom(await feed(repository))
    expect(atom.map(({id, author}) => [id, author])).toEqual(items.map(({id, _tenure: {api}}) => [id, api]))
    for (const {author, title} of atom)
      expect(title).toMatch(new RegExp(`^${author.replace(/[()]/g, '\\$&')}: GET /v1/`))
  })

  it.each(sample(OWNERS))('has only what %s owns', async owner => {
    const own = ENDPOINTS.filter(each => each.owner === owner)
    const events = readCalendar(await feed(repository, '--format', 'ical', '--owner', owner))
    const names = (all: readonly string[]) => all.map(each => each.replace(/ \(Service[^:]*:/, ':')).toSorted()
    expect(names(events.map(sayEvent))).toEqual(names(expectedEvents(own)))
    const items = readJsonFeed(await feed(repository, '--format', 'json', '--owner', owner))
    expect(items).toHaveLength(expectedEntries(own).length)
  })

  it('keeps the identifiers of an entry in the feed of its API and of its owner', async () => {
    const idsOf = async (...args: string[]) =>
      readCalendar(await feed(repository, '--format', 'ical', ...args)).map(({uid}) => uid)
    const all = new Set(await idsOf())
    for (const args of [
      ['--api', 'api-07'],
      ['--owner', 'search']
    ]) {
      const ids = await idsOf(...args)
      expect(ids.length).toBeGreaterThan(0)
      expect(ids.filter(id => !all.has(id))).toEqual([])
    }
  })

  it('refuses an owner that nothing belongs to', async () => {
    const {code, err} = await tenure(['feed', '--owner', 'serch'], {cwd: repository})
    expect({code, err}).toEqual({code: 2, err: expect.stringContaining('Did you mean `search`?')})
  })

  it('tells the other APIs if one can’t be read, and where that is', async () => {
    const cwd = makeRepository()
    write(cwd, {'api-03/history.yaml': 'service: Broken\nreleases:\n  - {release: "1.0", changed: []}\n'})
    const args = ['feed', '--as-of', AS_OF, '--format', 'ical']
    const {code, out, err} = await tenure(args, {cwd})
    expect(code).toBe(2)
    expect(err).toMatch(/^api-03: api-03\/history\.yaml:3:\d+: /m)
    const events = readCalendar(out)
    const names = (all: readonly string[]) => all.map(each => each.replace(/ \(Service[^:]*:/, ':')).toSorted()
    expect(names(events.map(sayEvent))).toEqual(names(expectedEvents(ENDPOINTS.filter(({api}) => api !== 'api-03'))))
    // A file that is published isn't replaced by a part.
    const written = await tenure([...args, '--output', 'all.ics'], {cwd})
    expect([written.code, existsSync(join(cwd, 'all.ics'))]).toEqual([2, false])
  })
})

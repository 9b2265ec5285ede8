import {judgeAll} from '@tenure/core/lint'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {historyOf, policyOf} from '../../../test/reading.ts'
import {AXIS_WIDTHS, type Axis, boxOf, createAxis, yearBox} from '../src/site/picture/axis.ts'
import {groupByPath, groupLifecycles} from '../src/site/picture/groups.ts'
import {mergeRows} from '../src/site/picture/merge-rows.ts'
import {layOutTimeline, type SiteRow} from '../src/site/picture/page-rows.ts'
import {shortenPath} from '../src/site/picture/picture.ts'
import type {TimelineLife} from '../src/site/picture/rows.ts'
import {type DrawnLife, drawLife} from '../src/site/picture/spans.ts'
import {createBand, SPAN_KINDS} from '../src/site/picture/svg.ts'

const policy = policyOf(undefined)

interface Layout {
  readonly lifecycles: readonly TimelineLife[]
  readonly axis: Axis
  readonly rows: readonly SiteRow[]
  readonly of: (name: string) => {readonly lifecycle: TimelineLife; readonly drawn: DrawnLife}
}

function layOut(releases: string, asOf = '2026-06-01'): Layout {
  const history = historyOf(`service: Lending Library API\nreleases:\n${releases}`, asOf)
  const {lives: lifecycles, axis, rows} = layOutTimeline(history, policy, judgeAll(history, policy))
  return {
    lifecycles,
    axis,
    rows,
    of: name => {
      const lifecycle = lifecycles.find(each => each.name === name)
      if (!lifecycle)
        throw new Error(`Unexpected lack of ${name}, expected one of ${lifecycles.map(each => each.name)}`)
      return {lifecycle, drawn: drawLife(lifecycle, axis, policy, history)}
    }
  }
}

/** The stages of a lifecycle, such as `live0 1.0–2.0`. */
function stagesOf({drawn: {spans}}: {readonly drawn: DrawnLife}, {axis}: Layout): string[] {
  const nameAt = (x: number): string =>
    x === axis.latest
      ? 'newest'
      : (axis.ticks.find(tick => tick.x === x)?.entry.name ?? (x === 0 ? 'before' : x > axis.latest ? 'ahead' : '?'))
  return spans.map(
    ({stage, rank, from, to, ahead}) => `${stage}${rank ?? '?'}${ahead ? '+' : ''} ${nameAt(from)}–${nameAt(to)}`
  )
}

const LIBRARY = `
  - {release: "1.0", date: 2022-01-10, changes: [{added: GET /v1/loans}, {added: GET /v1/shelves}, {added: GET /v1-beta/wishes}, {added: GET /v1/fees}]}
  - {release: "1.1", date: 2023-03-01, changes: [{deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2026-12-01}, {deprecated: GET /v1/fees, sunset: 2025-06-01}]}
  - {release: "2.0", date: 2024-06-01, changes: [{added: GET /v2/loans}, {removed: GET /v1/shelves}, {removed: GET /v1-beta/wishes}]}
  - {release: "2.1", date: 2025-09-01, changes: [{restored: GET /v1/shelves}]}
  - {release: next, changes: [{added: GET /v2/rooms}]}
`

describe('the bar of a lifecycle', () => {
  const library = layOut(LIBRARY)

  test('goes from introduction through deprecation to sunset', () => {
    const loans = library.of('GET /v1/loans')
    expect(loans.lifecycle.state).toBe('deprecated')
    expect(stagesOf(loans, library)).toEqual(['live0 1.0–1.1', 'deprecated0 1.1–newest', 'deprecated0+ newest–ahead'])
    expect(loans.drawn.marks.map(({kind}) => kind)).toEqual(['sunset', 'earliest-end'])
  })

  test('continues as overdue after its sunset if no removal is recorded', () => {
    const fees = library.of('GET /v1/fees')
    expect(fees.lifecycle.state).toBe('overdue')
    const stages = stagesOf(fees, library)
    expect(stages.slice(0, 2)).toEqual(['live0 1.0–1.1', 'deprecated0 1.1–?'])
    expect(stages[2]).toBe('overdue0 ?–newest')
  })

  test('ends at a removal, which has its verdict, and starts again when restored', () => {
    const shelves = library.of('GET /v1/shelves')
    expect(shelves.lifecycle.state).toBe('live')
    expect(stagesOf(shelves, library).slice(0, 2)).toEqual(['live0 1.0–2.0', 'live0 2.1–newest'])
    expect(shelves.drawn.marks.slice(0, 2)).toEqual([
      {kind: 'removed', x: expect.any(Number), verdict: 'violation'},
      {kind: 'restored', x: expect.any(Number)}
    ])
    expect(library.of('GET /v1-beta/wishes').drawn.marks).toContainEqual(
      expect.objectContaining({kind: 'removed', verdict: 'exempt'})
    )
  })

  test('is in the future for an unreleased endpoint', () => {
    const rooms = library.of('GET /v2/rooms')
    expect(rooms.lifecycle.state).toBe('coming')
    expect(rooms.drawn.spans.every(({ahead}) => ahead)).toBe(true)
  })

  test('shows the stability of the endpoint', () => {
    expect(stagesOf(library.of('GET /v1-beta/wishes'), library)).toEqual(['live1 1.0–2.0'])
  })

  test('is next to the other versions of the same endpoint', () => {
    const names = library.lifecycles.map(({name}) => name)
    expect(names.indexOf('GET /v2/loans')).toBe(names.indexOf('GET /v1/loans') + 1)
  })

  test('starts before the first release if the introduction is not recorded', () => {
    const layout = layOut('  - {release: "1.0", date: 2022-01-10, changes: [{deprecated: GET /v1/loans}]}')
    expect(stagesOf(layout.of('GET /v1/loans'), layout)[0]).toMatch(/^live0 before–1\.0$/)
    expect(layout.of('GET /v1/loans').drawn.isOlder).toBe(true)
  })
})

describe('the axis', () => {
  test('places releases evenly if none has a date, and marks that', () => {
    const {axis} = layOut('  - {release: "1.0"}\n  - {release: "1.1"}\n  - {release: "1.2"}')
    const [first = 0, second = 0, third = 0] = axis.ticks.map(({x}) => x)
    expect(axis.isDated).toBe(false)
    expect(second - first).toBeCloseTo(third - second, 3)
    expect(axis.years).toEqual([])
  })

  test("has the same places on every day, the newest release's after all others", () => {
    const dates = '  - {release: "1.0", date: 2010-01-01}\n  - {release: "1.1", date: 2011-01-01}'
    const {axis} = layOut(dates)
    const places = ({ticks, years, days}: Axis) => ({ticks: ticks.map(({x}) => x), years, days})
    expect(places(layOut(dates, '2031-03-01').axis)).toEqual(places(axis))
    expect(axis.latest).toBeGreaterThan(axis.ticks.at(-1)?.x ?? 1)
  })

  test('labels a year at its end to the left of the line', () => {
    const released = '  - {release: "1.0", date: 2020-01-10}\n  - {release: "1.1", date: 2023-01-03}'
    const {axis} = layOut(released, '2023-01-20')
    const last = axis.years.at(-1)
    expect(last).toMatchObject({name: '2023', fits: 0})
    const [from, to] = yearBox({name: '2023', x: 0, ...last}, 400)
    expect(to).toBeLessThan((last?.x ?? 0) * 400)
    expect(from).toBeGreaterThan(0)
  })

  test('labels the first and the last release, without overlapping names', () => {
    const releases = Array.from(
      {length: 80},
      (_, at) =>
        `  - {release: "${1 + Math.floor(at / 10)}.${at % 10}", date: 20${String(10 + Math.floor(at / 12))}-${String((at % 12) + 1).padStart(2, '0')}-01}`
    )
    const {axis} = layOut(releases.join('\n'), '2017-01-01')
    expect(axis.ticks.at(0)?.fits).toBe(0)
    expect(axis.ticks.at(-1)?.fits).toBe(0)
    for (const [width, pixels] of AXIS_WIDTHS.entries()) {
      const places = axis.ticks.filter(({fits}) => fits !== undefined && fits <= width).map(({x}) => x * pixels)
      for (const [at, place] of places.slice(1).entries()) expect(place - (places[at] ?? 0)).toBeGreaterThan(15)
    }
  })

  test('has no overlapping labels of years or releases at any width', () => {
    const day = fc.integer({min: 0, max: 4000}).map(days => new Date(Date.UTC(2012, 0, 1) + days * 86_400_000))
    const iso = (date: Date): string => date.toISOString().slice(0, 10)
    fc.assert(
      fc.property(fc.array(day, {minLength: 2, maxLength: 40}), day, fc.boolean(), (days, asOf, isNamedByDay) => {
        const ordered = [...new Set(days.map(iso))].toSorted()
        const releaseLines = ordered.map(
          (date, at) => `  - {release: "${isNamedByDay ? date : `1.${at}`}", date: ${date}}`
        )
        const today = [iso(asOf), ordered.at(-1) ?? ''].toSorted().at(-1) ?? ''
        const axis = createAxis(historyOf(`service: s\nreleases:\n${releaseLines.join('\n')}`, today).timeline, [])
        for (const [width, pixels] of AXIS_WIDTHS.entries()) {
          const visible = <Each extends {readonly fits?: number}>(all: readonly Each[]): Each[] =>
            all.filter(({fits}) => fits !== undefined && fits <= width)
          const releases = visible(axis.ticks).map(({entry: {name}, x}) => boxOf({name, x}, pixels))
          const years = visible(axis.years).map(each => yearBox(each, pixels))
          for (const boxes of [releases, years]) {
            const sorted = boxes.toSorted(([a], [b]) => a - b)
            for (const [at, [from]] of sorted.slice(1).entries()) expect(from).toBeGreaterThan(sorted[at]?.[1] ?? 0)
          }
        }
      }),
      {numRuns: 60}
    )
  })

  test('labels every release of a short history', () => {
    const releases = Array.from({length: 6}, (_, at) => `  - {release: "2.${at}"}`)
    const {axis} = layOut(releases.join('\n'))
    expect(axis.ticks.map(({fits}) => fits !== undefined && (AXIS_WIDTHS[fits] ?? 0) <= 400)).toEqual(
      Array(6).fill(true)
    )
  })

  test('contains all moments, in order of time', () => {
    const day = fc
      .integer({min: 0, max: 6000})
      .map(days => new Date(Date.UTC(2010, 0, 1) + days * 86_400_000).toISOString().slice(0, 10))
    fc.assert(
      fc.property(
        fc.array(fc.option(day, {nil: undefined}), {minLength: 1, maxLength: 12}),
        day,
        day,
        (dates, asOf, sunset) => {
          const ordered = dates.filter(date => date !== undefined).toSorted()
          const releaseLines = dates.map(
            (date, at) => `  - {release: "1.${at}"${date === undefined ? '' : `, date: ${ordered.shift()}`}}`
          )
          const history = historyOf(`service: s\nreleases:\n${releaseLines.join('\n')}`, asOf)
          const axis = createAxis(history.timeline, [sunset])
          const places = [axis.latest, axis.ofDay(sunset), ...axis.ticks.map(({x}) => x)]
          for (const place of places) expect(place >= 0 && place <= 1).toBe(true)
          const datedPlaces = axis.ticks.filter(({entry}) => entry.date !== undefined).map(({x}) => x)
          expect(datedPlaces).toEqual(datedPlaces.toSorted((a, b) => a - b))
        }
      )
    )
  })
})

describe('grouped lifecycles', () => {
  const span = fc
    .record({
      from: fc.integer({min: 0, max: 90}),
      length: fc.integer({min: 1, max: 10}),
      stage: fc.constantFrom('live', 'deprecated', 'overdue'),
      rank: fc.integer({min: 0, max: 5})
    })
    .map(({from, length, stage, rank}) => ({from: from / 100, to: (from + length) / 100, stage, rank}) as const)

  test('have a band that is as high as their number at each place', () => {
    fc.assert(
      fc.property(fc.array(span, {maxLength: 20}), fc.integer({min: 0, max: 99}), (spans, at) => {
        const place = at / 100 + 0.005
        const {steps, most} = createBand(spans.map(each => [each]))
        const step = steps.find(({from, to}) => from < place && place < to)
        const height = [...(step?.counts.values() ?? [])].reduce((sum, each) => sum + each, 0)
        expect(height).toBe(spans.filter(({from, to}) => from < place && place < to).length)
        expect(height).toBeLessThanOrEqual(most)
        for (const {counts} of steps) for (const kind of counts.keys()) expect(SPAN_KINDS).toContain(kind)
      })
    )
  })

  const paths = fc.array(
    fc.tuple(
      fc.constantFrom('GET', 'POST'),
      fc.constantFrom('v1', 'v2', 'v2-beta'),
      fc.array(fc.constantFrom('loans', 'shelves', '{id}', 'copies'), {minLength: 1, maxLength: 3}),
      fc.integer({min: 0, max: 30})
    ),
    {minLength: 1, maxLength: 60}
  )
  const libraryOf = (all: readonly (readonly [string, string, readonly string[], number])[]): Layout => {
    const lines = new Set(
      all.map(
        ([method, version, segments, number]) => `{added: "${method} /${version}/${segments.join('/')}/${number}"}`
      )
    )
    const text = `  - {release: "1.0", date: 2022-01-10, changes: [${[...lines].join(', ')}]}`
    return layOut(text, '2024-01-01')
  }

  test('appear in exactly one group, however they are grouped', () => {
    fc.assert(
      fc.property(paths, all => {
        const {lifecycles} = libraryOf(all)
        const names = lifecycles.map(({name}) => name).toSorted()
        for (const groups of [
          groupLifecycles(lifecycles, 'path'),
          groupLifecycles(lifecycles, 'version'),
          groupLifecycles(lifecycles, 'tag'),
          groupByPath(lifecycles, 4)
        ]) {
          expect(groups.flatMap(group => group.lives.map(({name}) => name)).toSorted()).toEqual(names)
          expect(new Set(groups.map(({name}) => name)).size).toBe(groups.length)
        }
      }),
      {numRuns: 40}
    )
  })

  test('fit into the allowed number of rows of a picture, without leaving any out', () => {
    fc.assert(
      fc.property(paths, fc.integer({min: 1, max: 20}), (all, most) => {
        const {rows} = libraryOf(all)
        const folding = mergeRows(rows, most)
        expect(folding.rows.length).toBeLessThanOrEqual(most)
        const mergedRows = folding.rows.flatMap(each => each.rows.map(({index}) => index)).toSorted((a, b) => a - b)
        expect(mergedRows).toEqual(rows.map(({index}) => index))
        expect(folding.note === undefined).toBe(rows.length <= most)
      }),
      {numRuns: 60}
    )
  })
})

describe('a name in the picture', () => {
  test('is cut at slashes, and keeps the segments that distinguish it', () => {
    expect(shortenPath('GET /v1/loans', 20)).toBe('GET /v1/loans')
    expect(shortenPath('POST /v1/shelves/{shelfId}/copies/{copyId}/loans', 36)).toBe('POST /v1/…/copies/{copyId}/loans')
    expect(shortenPath('POST /v1/shelves/{shelfId}/copies/{copyId}/loans', 30)).toBe('POST /v1/shelves/…/loans')
  })

  test('never ends inside a word, and has no empty braces', () => {
    const segment: fc.Arbitrary<string> = fc.constantFrom(
      'v1',
      'loans',
      'shelves',
      'copies',
      '{loanId}',
      '{shelf_id.uuid}'
    )
    fc.assert(
      fc.property(fc.array(segment, {minLength: 1, maxLength: 8}), fc.integer({min: 24, max: 60}), (segments, most) => {
        const short = shortenPath(`GET /${segments.join('/')}`, most)
        expect(short.length).toBeLessThanOrEqual(most)
        const remaining = short
          .replace(/^GET /, '')
          .split('/')
          .filter(each => each !== '' && each !== '…')
        expect(remaining.filter(each => !segments.includes(each))).toEqual([])
      })
    )
  })
})

import {groupBy} from '@tenure/core/model/group-by'
import {formatCount} from '@tenure/core/text/format-values'
import {groupByPath, groupByVersion, hasPath, UNVERSIONED} from './groups.ts'
import type {SiteRow} from './page-rows.ts'
import {nounOfRows} from './rows.ts'

/** A row of the picture, for one or several lifecycles. */
export interface PictureRow {
  readonly label: string
  readonly rows: readonly [SiteRow, ...SiteRow[]]
  /** Whether all lifecycles are equal, so that the row shows a bar instead of a band. */
  readonly isAlike: boolean
}

export interface MergedRows {
  readonly rows: readonly PictureRow[]
  /** Explains the rows if they combine lifecycles. */
  readonly note?: string
}

interface Area {
  readonly name: string
  readonly rows: readonly SiteRow[]
}

/** Explains rows that combine lifecycles by their paths, or by their groups if they have none. */
function explain(rows: readonly SiteRow[], whose: 'one version of all' | 'all'): string {
  const noun = nounOfRows(rows.map(({life}) => life))
  const where = rows.some(({life}) => hasPath(life)) ? 'under a path' : 'of a group'
  return `A row shows ${whose} ${noun}s ${where}; its height is the number of ${noun}s.`
}

/**
 * Combines rows so that there are at most `most`: not at all if they fit, otherwise in the way that leaves the most
 * rows.
 */
export function mergeRows(rows: readonly SiteRow[], most: number): MergedRows {
  if (rows.length <= most) return {rows: rows.map(row => ({label: row.life.name, rows: [row], isAlike: true}))}
  const methods: MergedRows = {rows: mergeMethods(rows), note: 'Methods of one path with equal lifecycles share a row.'}
  if (methods.rows.length <= most) return methods
  // Ways to combine rows by parts of their paths, with ever more path segments.
  const cuts = [2, 4, 8, 16, 32, 64].map(part => areasOf(rows, Math.ceil(rows.length / part)))
  const ways = [
    ...cuts.map(
      (areas): MergedRows => ({
        rows: areas.flatMap(({name, rows: each}) => pictureRow(name, each)),
        note: explain(rows, 'all')
      })
    ),
    ...cuts.map((areas): MergedRows => ({rows: areas.flatMap(versionsOf), note: explain(rows, 'one version of all')}))
  ].filter(way => way.rows.length <= most)
  const [first, ...others] = ways
  if (first) return others.reduce((best, way) => (way.rows.length > best.rows.length ? way : best), first)
  return keepLargest(cuts[0] ?? [], most, explain(rows, 'all'))
}

function areasOf(rows: readonly SiteRow[], most: number): Area[] {
  const byLife = new Map(rows.map(row => [row.life, row]))
  const lives = rows.map(({life}) => life)
  return groupByPath(lives, most).map(group => ({
    name: group.name,
    rows: group.lives.flatMap(life => byLife.get(life) ?? [])
  }))
}

function versionsOf({name, rows}: Area): PictureRow[] {
  const byLife = new Map(rows.map(row => [row.life, row]))
  return groupByVersion(rows.map(({life}) => life)).flatMap(({name: version, lives}) =>
    pictureRow(
      version === UNVERSIONED ? name : `${name} ${version}`,
      lives.flatMap(life => byLife.get(life) ?? [])
    )
  )
}

function keepLargest(areas: readonly Area[], most: number, note: string): MergedRows {
  const bySize = areas.toSorted((a, b) => b.rows.length - a.rows.length)
  const kept = new Set(bySize.slice(0, most - 1))
  const rest = bySize.slice(most - 1)
  const others = pictureRow(
    `and ${formatCount(rest.length, 'more group')}`,
    rest.flatMap(({rows}) => rows)
  )
  return {
    rows: [...areas.filter(area => kept.has(area)).flatMap(({name, rows}) => pictureRow(name, rows)), ...others],
    note: `${note} The smallest groups share a row.`
  }
}

/** A row for several lifecycles; with a single one, its label is the name of that one. Empty if there are none. */
function pictureRow(label: string, rows: readonly SiteRow[]): PictureRow[] {
  const [first, ...others] = rows
  if (!first) return []
  return [
    {label: others.length === 0 ? first.life.name : label, rows: [first, ...others], isAlike: others.length === 0}
  ]
}

/** Combines methods of a path that have equal lifecycles. */
function mergeMethods(rows: readonly SiteRow[]): PictureRow[] {
  const pathOf = ({life: {name}}: SiteRow): string => name.replace(/^[A-Z]+ /, '')
  const groups = groupBy(rows, row => JSON.stringify([pathOf(row), row.drawn.spans, row.drawn.marks]))
  return [...groups.values()].map((alike): PictureRow => {
    const [first] = alike
    const methods = alike.map(({life: {name}}) => name.split(' ')[0])
    const label = alike.length === 1 ? first.life.name : `${methods.join(' ')} ${pathOf(first)}`
    return {label, rows: alike, isAlike: true}
  })
}

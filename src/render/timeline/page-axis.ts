import type {Day} from '../../model/time/date-range.ts'
import type {TimelineEntry} from '../../model/time/timeline.ts'
import type {Axis} from './axis.ts'
import {type Markup, markup} from './html.ts'
import {formatPercent} from './svg.ts'

const LONGEST = 14
/**
 * Distance from the ends of the axis, as a share, within which labels stand beside their line rather than centered over
 * it.
 */
const EDGE = 0.05

export const abbreviateReleaseName = (name: string): string =>
  name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name
export const textAnchor = (x: number): string => (x < EDGE ? 'start' : x > 1 - EDGE ? 'end' : 'middle')

/** Axis labels for years and releases. CSS hides those without room, since the width is unknown. */
export function axisHead(axis: Axis, asOf: Day): Markup {
  const label = (name: string, x: number, y: number, className: string): Markup =>
    markup`<text class="${className}" x="${formatPercent(x)}" y="${y}" text-anchor="${textAnchor(x)}">${name}</text>`
  return markup`<div class="scale"><svg class="bar names" aria-hidden="true">${axis.years.map(({name, x, fits}) =>
    fits === undefined ? [] : [label(name, x, 12, `year fit-${fits}`)]
  )}${axis.ticks.map(({entry, x, fits}) => (fits === undefined ? [] : [label(abbreviateReleaseName(entry.name), x, 46, `fit-${fits}`)]))}${axis.breaks.map(
    x => label('//', x, 46, 'break')
  )}${label(`today ${asOf}`, axis.today, 29, 'now')}</svg></div>`
}

/** Label shown when the pointer is near a release. */
const lineLabel = ({name, date}: TimelineEntry): string =>
  date === undefined || date === name ? name : `${name}, ${date}`

/** Vertical lines behind the rows, for each release and today. */
export function axisLines(axis: Axis): Markup {
  const lines = axis.ticks.map(
    ({entry, x}) =>
      markup`<line class="${entry.pending ? 'pending' : entry.kind}" data-name="${lineLabel(entry)}" x1="${formatPercent(x)}" x2="${formatPercent(x)}" y2="100%"/>`
  )
  const breaks = axis.breaks.map(
    x => markup`<rect class="silence" x="${formatPercent(x - 0.003)}" width="${formatPercent(0.006)}" height="100%"/>`
  )
  return markup`<svg class="lines" aria-hidden="true">${breaks}${lines}<line class="today" x1="${formatPercent(axis.today)}" x2="${formatPercent(axis.today)}" y2="100%"/></svg>`
}

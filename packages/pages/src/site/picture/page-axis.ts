import type {TimelineEntry} from '@tenure/core/model/time/timeline'
import {type Axis, LONGEST_LABEL, textAnchor, yearLabelPlace} from './axis.ts'
import {type Markup, markup} from './html.ts'
import {formatPercent} from './svg.ts'

export const abbreviateReleaseName = (name: string): string =>
  name.length > LONGEST_LABEL ? `${name.slice(0, LONGEST_LABEL - 1)}…` : name

/**
 * Number of releases up to which each has a line through all rows. With more, the lines would be too dense, so only
 * years have lines and releases have ticks.
 */
const MOST_RELEASE_LINES = 16

/** Whether releases have lines through all rows. They always do on an axis without dates, which has no years. */
export const hasReleaseLines = ({ticks, isDated}: Axis): boolean => !isDated || ticks.length <= MOST_RELEASE_LINES

/** Axis labels for years and releases. CSS hides those without room, since the width is unknown. */
export function axisHead(axis: Axis): Markup {
  const label = (name: string, x: number, y: number, className: string): Markup =>
    markup`<text class="${className}" x="${formatPercent(x)}" y="${y}" text-anchor="${textAnchor(x, name)}">${name}</text>`
  const line = (x: number, from: number, to: number, className: string): Markup =>
    markup`<line class="${className}" x1="${formatPercent(x)}" x2="${formatPercent(x)}" y1="${from}" y2="${to}"/>`
  return markup`<div class="scale"><svg class="bar names" aria-hidden="true">${axis.years.map(({x}) =>
    line(x, 2, 16, 'year')
  )}${axis.ticks.map(({x}) => line(x, 48, 52, 'tick'))}${axis.years.map(yearLabel)}${axis.ticks.map(({entry, x, fits}) => (fits === undefined ? [] : [label(abbreviateReleaseName(entry.name), x, 44, `fit-${fits}`)]))}<text class="now" y="29"></text></svg></div>`
}

/** Label of a year next to its line. Missing if there's room for it at no width. */
function yearLabel(year: Axis['years'][number]): Markup[] {
  const {name, x, fits} = year
  if (fits === undefined) return []
  const {anchor, shift} = yearLabelPlace(year)
  return [
    markup`<text class="year fit-${fits}" x="${formatPercent(x)}" dx="${shift}" y="12" text-anchor="${anchor}">${name}</text>`
  ]
}

/** Label shown when the pointer is near a release. */
const lineLabel = ({name, date}: TimelineEntry): string =>
  date === undefined || date === name ? name : `${name}, ${date}`

/** Vertical lines behind the rows, for each year and release. The browser places the line of its day. */
export function axisLines(axis: Axis): Markup {
  const years = axis.years.map(
    ({x}) => markup`<line class="year" x1="${formatPercent(x)}" x2="${formatPercent(x)}" y2="100%"/>`
  )
  const hasLines = hasReleaseLines(axis)
  const lines = axis.ticks.map(
    ({entry, x}) =>
      markup`<line class="${hasLines ? (entry.pending ? 'pending' : entry.kind) : 'unseen'}" data-name="${lineLabel(entry)}" x1="${formatPercent(x)}" x2="${formatPercent(x)}" y2="100%"/>`
  )
  return markup`<svg class="lines" aria-hidden="true">${years}${lines}<line class="today" data-days="${JSON.stringify(axis.days)}" visibility="hidden" y2="100%"/></svg>`
}

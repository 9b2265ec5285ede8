import {formatCount, pluralizeVerdict} from '../../text/format-values.ts'
import {AXIS_WIDTHS, type Axis} from './axis.ts'
import {type Markup, markup} from './html.ts'
import {legendItems, legendMarks} from './legend.ts'
import {mergeRows, type PictureRow} from './merge-rows.ts'
import {abbreviateReleaseName, textAnchor} from './page-axis.ts'
import {formatScope, layOutTimeline, type SiteRow, VERDICT_SIGNS} from './page-rows.ts'
import {WORST_FIRST, worstVerdict} from './rows.ts'
import {
  bandShapes,
  createBand,
  type DrawingFrame,
  futureSunsets,
  lifeShapes,
  markShape,
  SVG_DEFINITIONS
} from './svg.ts'
import type {SiteInput} from './verdict-text.ts'

// Width of the text column of a README on GitHub. The picture isn't scaled there, so that text is 11 pixels high.
const WIDTH = 860
const LEFT = 312
const RIGHT = 14
const SPAN = WIDTH - LEFT - RIGHT
const TOP = 108
const ROW = 21
/** Width of a monospaced letter, in pixels. */
const LETTER = 6.63
const LABEL = Math.floor((LEFT - 74) / LETTER)

const roundToTenth = (number: number): number => Math.round(number * 10) / 10

/** Renders the timeline as an SVG picture without scripts, for light and dark mode. */
export function renderPicture(site: SiteInput, most: number, style: string): string {
  const {history, policy} = site
  const {axis, rows: all} = layOutTimeline(
    history,
    policy,
    site.verdicts.map(({judgement}) => judgement)
  )
  const {rows, says} = mergeRows(all, most)
  const bottom = TOP + rows.length * ROW
  const legend = legendLines(all, rows, axis, site, bottom + 24)
  const height = legend.bottom + (says === undefined ? 8 : 26)
  const {timeline, about} = history
  const scope = `${formatScope(all, history)}, as of ${timeline.asOf}`
  const note =
    says === undefined ? undefined : `${all.length} lives are folded into ${formatCount(rows.length, 'row')}. ${says}`
  const verdicts = WORST_FIRST.flatMap(verdict =>
    site.counts[verdict] > 0 ? [`${site.counts[verdict]} ${pluralizeVerdict(verdict, site.counts[verdict])}`] : []
  )
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${about.service}: the life of its endpoints</title>
<desc id="description">${scope}. Ends and breaks: ${verdicts.join(', ') || 'none'}. ${note}</desc>
<style>${style}</style>
${SVG_DEFINITIONS}
<rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
<text class="title" x="16" y="30">${about.service}</text>
<text class="quiet" x="16" y="49">${scope}</text>
${tallies(site)}
${axisShapes(axis, timeline.asOf, bottom)}
${rows.map((row, at) => rowShapes(row, TOP + at * ROW, axis))}
${legend.shapes}
${note === undefined ? undefined : markup`<text class="quiet" x="16" y="${legend.bottom + 10}">${note}</text>`}
</svg>
`.text
}

const place = (x: number): number => roundToTenth(LEFT + x * SPAN)

function tallies({counts}: SiteInput): Markup[] {
  let x = WIDTH - RIGHT
  return WORST_FIRST.toReversed().flatMap(verdict => {
    if (counts[verdict] === 0) return []
    const text = `${VERDICT_SIGNS[verdict]} ${counts[verdict]} ${pluralizeVerdict(verdict, counts[verdict])}`
    const at = x
    x -= text.length * 7 + 14
    return [markup`<text class="v-${verdict} tally" x="${roundToTenth(at)}" y="30" text-anchor="end">${text}</text>`]
  })
}

function axisShapes(axis: Axis, asOf: string, bottom: number): Markup {
  const widest = AXIS_WIDTHS.findLastIndex(width => width <= SPAN)
  const fitting = <Each extends {readonly fits?: number}>(each: readonly Each[]): Each[] =>
    each.filter(({fits}) => fits !== undefined && fits <= widest)
  const name = (text: string, x: number, y: number, className = 'quiet'): Markup =>
    markup`<text class="${className}" x="${place(x)}" y="${y}" text-anchor="${textAnchor(x)}">${text}</text>`
  return markup`${axis.ticks.map(
    ({entry, x}) =>
      markup`<line class="${entry.pending ? 'pending' : entry.kind}" x1="${place(x)}" x2="${place(x)}" y1="${TOP - 6}" y2="${bottom}"/>`
  )}
${fitting(axis.years).map(({name: year, x}) => name(year, x, TOP - 40))}${fitting(axis.ticks).map(({entry, x}) => name(abbreviateReleaseName(entry.name), x, TOP - 11))}${axis.breaks.map(x => name('//', x, TOP - 11))}
<line class="today" x1="${place(axis.today)}" x2="${place(axis.today)}" y1="${TOP - 6}" y2="${bottom}"/>${name(`today ${asOf}`, axis.today, TOP - 25, 'now')}${
    axis.isDated
      ? undefined
      : markup`<text class="quiet" x="16" y="${TOP - 11}">Releases in order: too few have a date</text>`
  }`
}

function rowShapes({label, rows, isAlike}: PictureRow, top: number, axis: Axis): Markup {
  const frame: DrawingFrame = {x: place, width: share => roundToTenth(share * SPAN), top: top + 4, height: ROW - 9}
  const verdict = worstVerdict(rows.flatMap(({life}) => life.judgements))
  const shapes = isAlike
    ? lifeShapes(rows[0].drawn, frame)
    : [
        ...bandShapes(createBand(rows.map(({drawn}) => drawn.spans)), {
          x: place,
          y: share => Math.round((top + 2 + (ROW - 4) * (1 - share)) * 100) / 100
        }),
        ...futureSunsets(
          rows.map(({drawn}) => drawn),
          axis
        ).map(mark => markShape(mark, place(mark.x), top + ROW / 2))
      ]
  return markup`<line class="between" x1="16" x2="${WIDTH - RIGHT}" y1="${top}" y2="${top}"/><text class="label" x="16" y="${top + 14.5}">${shortLabel(label)}</text>${
    rows.length > 1
      ? markup`<text class="quiet" x="${LEFT - 34}" y="${top + 14.5}" text-anchor="end">${rows.length}</text>`
      : undefined
  }${
    verdict
      ? markup`<text class="v-${verdict} tally" x="${LEFT - 22}" y="${top + 14.5}" text-anchor="middle">${VERDICT_SIGNS[verdict]}</text>`
      : undefined
  }${shapes}
`
}

/** Shortens a label in the middle, because the end of a path identifies it best. Parameter names are dropped first. */
function shortLabel(label: string): string {
  const letters = [...(label.length <= LABEL ? label : label.replace(/\{[^{}]*\}/g, '{}'))]
  if (letters.length <= LABEL) return letters.join('')
  const head = Math.floor(LABEL * 0.4)
  return `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (LABEL - head - 1)).join('')}`
}

/** Legend, wrapped into lines. */
function legendLines(
  all: readonly SiteRow[],
  rows: readonly PictureRow[],
  axis: Axis,
  {policy}: SiteInput,
  top: number
): {shapes: Markup; bottom: number} {
  let [x, y] = [16, top]
  const next = (width: number): number => {
    if (x + width > WIDTH - RIGHT) [x, y] = [16, y + 19]
    x += width
    return x - width
  }
  // Bands only show future sunsets, so other future marks need no legend.
  const single = rows.flatMap(row => (row.isAlike ? [row.rows[0]] : []))
  const isComing = rows.some(
    row =>
      !row.isAlike &&
      futureSunsets(
        row.rows.map(({drawn}) => drawn),
        axis
      ).length > 0
  )
  const kinds = legendItems(all, policy).filter(({kind}) => !kind.startsWith('ahead') || single.length > 0)
  const spans = kinds.map(({kind, says}) => {
    const at = roundToTenth(next(42 + says.length * 5.6))
    const isThin = kind.startsWith('ahead')
    return markup`<rect class="${kind}" x="${at}" y="${y - 9 + (isThin ? 3 : 0)}" width="20" height="${isThin ? 4 : 10}"/><text class="quiet" x="${at + 25}" y="${y}">${says}</text>`
  })
  const drawnMarks = legendMarks(isComing ? all : single).filter(({kind}) => single.length > 0 || kind === 'sunset')
  const marks = drawnMarks.map(({kind, says}) => {
    const at = roundToTenth(next(32 + says.length * 5.6))
    return markup`<use href="#m-${kind}" class="m-${kind}${kind === 'break' ? ' v-violation' : ''}" x="${at + 6}" y="${y - 4}"/><text class="quiet" x="${at + 16}" y="${y}">${says}</text>`
  })
  return {shapes: markup`${spans}${marks}`, bottom: y + 10}
}

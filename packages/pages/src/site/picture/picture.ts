import {formatCount, pluralizeVerdict} from '@tenure/core/text/format-values'
import {AXIS_WIDTHS, type Axis, textAnchor, yearLabelPlace} from './axis.ts'
import {type Markup, markup} from './html.ts'
import {legendItems, legendMarks, legendSigns, sampleOf} from './legend.ts'
import {mergeRows, type PictureRow} from './merge-rows.ts'
import {abbreviateReleaseName, hasReleaseLines} from './page-axis.ts'
import {formatScope, layOutTimeline, type SiteRow, sayNewestRelease, VERDICT_SIGNS} from './page-rows.ts'
import {nounOfCalled, WORST_FIRST, worstVerdict} from './rows.ts'
import {bandShapes, createBand, type DrawingFrame, groupMarks, lifeShapes, markShape, SVG_DEFINITIONS} from './svg.ts'
import type {SiteInput} from './verdict-text.ts'

// The width is that of the text column of a README on GitHub, in which the picture isn't scaled and its text is 11
// pixels high.
const WIDTH = 860
const RIGHT = 14
const TOP = 108
const ROW = 21
/** Width of a monospaced letter, in pixels. */
const LETTER = 6.63
/** Width of the columns with the number of endpoints and the sign of the verdict, in pixels. */
const COLUMNS = 58
/** Limits of the width of the name column, in pixels. */
const NARROWEST = 180
const WIDEST = 390

const roundToTenth = (number: number): number => Math.round(number * 10) / 10

/** Renders the timeline as an SVG picture without scripts, for light and dark mode. */
export function renderPicture(site: SiteInput, most: number, style: string): string {
  const {history, policy} = site
  const {axis, rows: all} = layOutTimeline(
    history,
    policy,
    site.verdicts.map(({judgment}) => judgment),
    site.isJudged
  )
  const {rows, note: merged} = mergeRows(all, most)
  const layout = createLayout(rows)
  const bottom = TOP + rows.length * ROW
  const legend = legendLines(all, rows, axis, site, bottom + 24)
  const height = legend.bottom + (merged === undefined ? 8 : 26)
  const {timeline, about} = history
  const newest = sayNewestRelease(timeline)
  const scope = `${formatScope(all, history)}${newest ? `, up to ${newest}` : ''}`
  const note =
    merged === undefined
      ? undefined
      : `${formatCount(all.length, 'lifecycle')} in ${formatCount(rows.length, 'row')}. ${merged}`
  const verdicts = WORST_FIRST.flatMap(verdict =>
    site.counts[verdict] > 0 ? [`${site.counts[verdict]} ${pluralizeVerdict(verdict, site.counts[verdict])}`] : []
  )
  const judged = site.isJudged ? ` ${policyText(site)}. Verdicts: ${verdicts.join(', ') || 'none'}.` : ''
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${about.service}: ${nounOfCalled(all.map(({life}) => life))} timeline</title>
<desc id="description">${scope}.${judged} ${note}</desc>
<style>${style}</style>
${SVG_DEFINITIONS}
<rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
<text class="title" x="16" y="30">${about.service}</text>
<text class="quiet" x="16" y="49">${scope}</text>
${site.isJudged ? tallies(site) : undefined}
${axisShapes(axis, bottom, layout)}
${rows.map((row, at) => rowShapes(row, TOP + at * ROW, axis, layout))}
${legend.shapes}
${note === undefined ? undefined : markup`<text class="quiet" x="16" y="${legend.bottom + 10}">${note}</text>`}
</svg>
`.text
}

/** Widths of the name column and of the axis, in pixels. */
interface PictureLayout {
  readonly left: number
  readonly span: number
  readonly place: (x: number) => number
}

/** The name column is as wide as the longest name, within limits. */
function createLayout(rows: readonly PictureRow[]): PictureLayout {
  const longest = Math.max(...rows.map(({label}) => label.length), 0)
  const names = Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(16 + longest * LETTER)))
  const left = names + COLUMNS
  const span = WIDTH - left - RIGHT
  return {left, span, place: x => roundToTenth(left + x * span)}
}

const policyText = ({policy}: SiteInput): string => `Policy: ${policy.title ?? policy.name}`

/** The counts of verdicts, with the policy that was applied. */
function tallies(site: SiteInput): Markup[] {
  const {counts} = site
  let x = WIDTH - RIGHT
  const policy = markup`<text class="quiet" x="${WIDTH - RIGHT}" y="49" text-anchor="end">${policyText(site)}</text>`
  const shapes = WORST_FIRST.toReversed().flatMap(verdict => {
    if (counts[verdict] === 0) return []
    const text = `${VERDICT_SIGNS[verdict]} ${counts[verdict]} ${pluralizeVerdict(verdict, counts[verdict])}`
    const at = x
    x -= text.length * 7 + 14
    return [markup`<text class="v-${verdict} tally" x="${roundToTenth(at)}" y="30" text-anchor="end">${text}</text>`]
  })
  return [...shapes, policy]
}

function axisShapes(axis: Axis, bottom: number, {span, place}: PictureLayout): Markup {
  const widest = AXIS_WIDTHS.findLastIndex(width => width <= span)
  const fitting = <Each extends {readonly fits?: number}>(each: readonly Each[]): Each[] =>
    each.filter(({fits}) => fits !== undefined && fits <= widest)
  const name = (text: string, x: number, y: number, className = 'quiet'): Markup =>
    markup`<text class="${className}" x="${place(x)}" y="${y}" text-anchor="${textAnchor(x, text)}">${text}</text>`
  const line = (x: number, from: number, to: number, className: string): Markup =>
    markup`<line class="${className}" x1="${place(x)}" x2="${place(x)}" y1="${from}" y2="${to}"/>`
  const hasLines = hasReleaseLines(axis)
  return markup`${axis.years.map(({x}) => [line(x, TOP - 50, TOP - 36, 'year'), line(x, TOP, bottom, 'year')])}${axis.ticks.map(
    ({entry, x}) =>
      line(
        x,
        TOP - 6,
        hasLines ? bottom : TOP - 1,
        hasLines && entry.pending ? 'pending' : hasLines ? entry.kind : 'tick'
      )
  )}
${fitting(axis.years).map(year => {
  const {anchor, shift} = yearLabelPlace(year)
  return markup`<text class="quiet" x="${place(year.x) + shift}" y="${TOP - 40}" text-anchor="${anchor}">${year.name}</text>`
})}${fitting(axis.ticks).map(({entry, x}) => name(abbreviateReleaseName(entry.name), x, TOP - 11))}
${axis.isDated ? undefined : markup`<text class="quiet" x="16" y="${TOP - 11}">Releases in order, undated</text>`}`
}

function rowShapes(
  {label, rows, isAlike}: PictureRow,
  top: number,
  axis: Axis,
  {left, span, place}: PictureLayout
): Markup {
  const frame: DrawingFrame = {x: place, width: share => roundToTenth(share * span), top: top + 4, height: ROW - 9}
  const verdict = worstVerdict(rows.flatMap(({life}) => life.judgments))
  const shapes = isAlike
    ? lifeShapes(rows[0].drawn, frame)
    : [
        ...bandShapes(createBand(rows.map(({drawn}) => drawn.spans)), {
          x: place,
          y: share => Math.round((top + 2 + (ROW - 4) * (1 - share)) * 100) / 100
        }),
        ...groupMarks(
          rows.map(({drawn}) => drawn),
          axis
        ).map(mark => markShape(mark, place(mark.x), top + ROW / 2))
      ]
  return markup`<line class="between" x1="16" x2="${WIDTH - RIGHT}" y1="${top}" y2="${top}"/><text class="label" x="16" y="${top + 14.5}">${shortenPath(label, Math.floor((left - COLUMNS - 16) / LETTER))}</text>${
    rows.length > 1
      ? markup`<text class="quiet" x="${left - 30}" y="${top + 14.5}" text-anchor="end">${rows.length}</text>`
      : undefined
  }${
    verdict
      ? markup`<text class="v-${verdict} tally" x="${left - 18}" y="${top + 14.5}" text-anchor="middle">${VERDICT_SIGNS[verdict]}</text>`
      : undefined
  }${shapes}
`
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
  /** Reserves room for a sample of a width and its text, and returns the position of the sample. */
  const next = (sample: number, text: string): number => {
    const width = sample + 6 + textWidth(text)
    if (x + width > WIDTH - RIGHT) [x, y] = [16, y + 19]
    const at = x
    x += width + 18
    return roundToTenth(at)
  }
  const label = (at: number, sample: number, text: string): Markup =>
    markup`<text class="quiet" x="${roundToTenth(at + sample + 6)}" y="${y}">${text}</text>`
  // Rows with a band show only some of the marks, and no future, so the legend needs less for them.
  const single = rows.flatMap(row => (row.isAlike ? [row.rows[0]] : []))
  const grouped = rows.flatMap(row =>
    row.isAlike
      ? []
      : groupMarks(
          row.rows.map(({drawn}) => drawn),
          axis
        ).map(({kind}) => kind)
  )
  const kinds = legendItems(all, policy).filter(
    ({kind}) => !(kind.startsWith('ahead') || kind === 'older') || single.length > 0
  )
  const spans = kinds.map(({kind, label: text}) => {
    const at = next(20, text)
    const [from, height] = sampleOf(kind)
    return markup`<rect class="${kind}" x="${at}" y="${y - 11 + from}" width="20" height="${Math.min(height, 10)}"/>${label(at, 20, text)}`
  })
  const singleKinds = new Set(legendMarks(single).map(({kind}) => kind))
  const marks = legendMarks(all)
    .filter(({kind}) => singleKinds.has(kind) || grouped.includes(kind))
    .map(({kind, label: text}) => {
      const at = next(12, text)
      return markup`<use href="#m-${kind}" class="m-${kind}${kind === 'break' ? ' v-violation' : ''}" x="${at + 6}" y="${y - 4}"/>${label(at, 12, text)}`
    })
  const signs = legendSigns(all, false).map(({sign, label: text, className}) => {
    const at = next(10, text)
    return markup`<text class="${className === '' ? 'quiet' : `${className} tally`}" x="${at}" y="${y}">${sign}</text>${label(at, 10, text)}`
  })
  return {shapes: markup`${spans}${marks}${signs}`, bottom: y + 10}
}

/** Widths of letters in a proportional font of 11 pixels, in pixels; other letters have the usual width. */
const NARROW = /[ijlt.,:;'|!()/]/
const WIDE = /[mwMW]/
const USUAL_WIDTH = 6.2

/** Estimated width of a text in the picture, in pixels. */
const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (NARROW.test(letter) ? 3.6 : WIDE.test(letter) ? 9.4 : USUAL_WIDTH), 0)

/**
 * Shortens a name such as `POST /v1/registry/{id}/model` to a number of letters by leaving out whole path segments in
 * one place. Of all ways to do so, it takes the one that keeps the most words, because parameters identify an endpoint
 * less. A last segment that is too long by itself is cut at its end.
 */
export function shortenPath(name: string, most: number): string {
  if (name.length <= most) return name
  const [, lead = '', path = name] = /^([A-Z ]+ )?(.*)$/s.exec(name) ?? []
  const segments = path.split('/')
  const weigh = (kept: readonly string[]): number =>
    kept.reduce((sum, each) => sum + (each.startsWith('{') ? 1 : each === '' ? 0 : 3), 0)
  let best = {text: '', weight: -1}
  for (let head = 0; head < segments.length; head++) {
    for (let tail = head + 1; tail < segments.length; tail++) {
      const kept = [...segments.slice(0, head), '…', ...segments.slice(tail)]
      const text = `${lead}${kept.join('/')}`
      const weight = weigh(kept)
      if (text.length <= most && weight > best.weight) best = {text, weight}
    }
  }
  return best.weight >= 0 ? best.text : `${[...`${lead}…/${segments.at(-1)}`].slice(0, most - 1).join('')}…`
}

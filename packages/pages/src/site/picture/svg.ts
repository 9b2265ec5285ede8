import type {Axis} from './axis.ts'
import {type Markup, markup} from './html.ts'
import type {DrawnLife, Span, TimelineMark} from './spans.ts'

/** Converts positions on the axis and shares of its width to the units of the drawing. */
export interface DrawingFrame {
  readonly x: (place: number) => string | number
  readonly width: (share: number) => string | number
  readonly top: number
  readonly height: number
}

/** A share as a percentage, with enough decimals to keep adjacent shapes apart. */
export const formatPercent = (share: number): string => `${Math.round(share * 100_000) / 1000}%`

/** A frame in percentages, for an unknown width. */
export const fluidFrame = (top: number, height: number): DrawingFrame => ({
  x: formatPercent,
  width: formatPercent,
  top,
  height
})

/** Bar and marks of one lifecycle. */
export function lifeShapes({spans, marks, isOlder}: DrawnLife, frame: DrawingFrame): Markup[] {
  const [first] = spans
  const middle = frame.top + frame.height / 2
  return [
    ...(isOlder && first && first.from > 0
      ? [
          markup`<rect class="older" x="${frame.x(0)}" width="${frame.width(first.from)}" y="${middle - 1}" height="2"/>`
        ]
      : []),
    ...spans.map(span => spanShape(span, frame)),
    ...marks.map(mark => markShape(mark, frame.x(mark.x), middle))
  ]
}

function spanShape(span: Span, {x, width, top, height}: DrawingFrame): Markup {
  const at = span.ahead ? top + height / 2 - 2 : top
  return markup`<rect class="${span.ahead ? `ahead ${spanKind(span)}` : spanKind(span)}" x="${x(span.from)}" width="${width(span.to - span.from)}" y="${at}" height="${span.ahead ? 4 : height}"/>`
}

/**
 * Marks of several lifecycles that share a band: future sunsets, and the removal of the last one if none is left. The
 * other marks would hide each other.
 */
export const groupMarks = (lives: readonly DrawnLife[], {latest}: Axis): TimelineMark[] => {
  const sunsets = lives.flatMap(({marks}) => marks.filter(({kind, x}) => kind === 'sunset' && x > latest))
  const until = Math.max(...lives.flatMap(({spans}) => spans.map(({to}) => to)), 0)
  const last = lives.flatMap(({marks}) => marks.filter(({kind, x}) => kind === 'removed' && x === until))
  return [
    ...new Map(sunsets.map(({x}) => [x, {kind: 'sunset', x} as const])).values(),
    ...(until < latest && last.length > 0 ? [{kind: 'removed', x: until} as const] : [])
  ]
}

export const markShape = ({kind, verdict, assumed}: TimelineMark, x: string | number, y: number): Markup =>
  markup`<use href="#m-${kind}" class="m-${kind}${verdict ? ` v-${verdict}` : ''}${assumed ? ' assumed' : ''}" x="${x}" y="${y}"/>`

/** Coordinates of a band. SVG paths don't support percentages. */
export interface BandFrame {
  readonly x: (place: number) => number
  /** Converts a share of the highest total, measured from the bottom. */
  readonly y: (share: number) => number
}

/** Stacked areas of a band, one path for each kind. */
export const bandShapes = (band: Band, frame: BandFrame): Markup[] =>
  outlinesOf(band, frame).map(
    ([kind, outline]) => markup`<path class="${kind}" vector-effect="non-scaling-stroke" d="${outline}"/>`
  )

const rounded = (share: number): number => Math.round(share * 100_000) / 100_000
const SHARES: BandFrame = {x: rounded, y: share => rounded(1 - share)}

/**
 * A band for an unknown width: one full-width bar for each kind, clipped to its outline. A bar for each step would
 * create hundreds of elements, which are restyled and moved whenever a group above opens.
 */
export const bandBars = (band: Band, {x, width, top, height}: DrawingFrame, id: string): Markup[] =>
  outlinesOf(band, SHARES).map(
    ([kind, outline]) =>
      markup`<clipPath id="${id}-${kind}" clipPathUnits="objectBoundingBox"><path d="${outline}"/></clipPath><rect class="${kind}" clip-path="url(#${id}-${kind})" x="${x(0)}" width="${width(1)}" y="${top}" height="${height}"/>`
  )

type Kind = (typeof SPAN_KINDS)[number]

const outlinesOf = (band: Band, frame: BandFrame): (readonly [Kind, string])[] =>
  SPAN_KINDS.flatMap(kind => {
    const outline = runsOf(kind, band)
      .map(run => outlineOf(run, frame))
      .join('')
    return outline === '' ? [] : [[kind, outline] as const]
  })

/** A rectangle of the stack, in shares of the whole. */
interface StackPart {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
}

/** The runs of steps, without gaps, in which there are subjects of a kind. */
function runsOf(kind: Kind, {steps, most}: Band): StackPart[][] {
  const runs: StackPart[][] = []
  for (const {from, to, counts} of steps) {
    const count = counts.get(kind) ?? 0
    if (count === 0) continue
    const below = SPAN_KINDS.slice(0, SPAN_KINDS.indexOf(kind)).reduce((sum, each) => sum + (counts.get(each) ?? 0), 0)
    const piece = {from, to, low: below / most, high: (below + count) / most}
    const last = runs.at(-1)
    if (last?.at(-1)?.to === from) last.push(piece)
    else runs.push([piece])
  }
  return runs
}

/** Outline of a run: along the upper edge, and back along the lower one. */
function outlineOf(run: readonly StackPart[], {x, y}: BandFrame): string {
  const upper = run.map(({to, high}) => `V${y(high)}H${x(to)}`)
  const lower = run.toReversed().map(({from, low}) => `V${y(low)}H${x(from)}`)
  return `M${x(run[0]?.from ?? 0)} ${y(run[0]?.low ?? 0)}${upper.join('')}${lower.join('')}z`
}

/**
 * Patterns and marks, defined once in a drawing. Shapes and patterns differ, so that color isn't needed to distinguish
 * them.
 */
export const SVG_DEFINITIONS = markup`<defs>
<pattern id="p-deprecated" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="d0" width="7" height="7"/><rect class="d1" width="2.5" height="7"/></pattern>
<pattern id="p-overdue" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="o0" width="6" height="6"/><rect class="o1" width="1" height="6"/></pattern>
<pattern id="p-beta" width="5" height="5" patternUnits="userSpaceOnUse"><rect class="b0" width="5" height="5"/><circle class="b1" cx="2.5" cy="2.5" r="1"/></pattern>
<pattern id="p-third" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect class="t0" width="6" height="6"/><rect class="t1" width="1" height="6"/></pattern>
<pattern id="p-unknown" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="u0" width="6" height="6"/><rect class="u1" y="2" width="6" height="1"/></pattern>
<path id="m-removed" d="M-4-4 4 4M4-4-4 4"/>
<path id="m-sunset" d="M-5-5.500h10L0 4z"/>
<path id="m-earliest-end" d="M0-4.500 4.500 0 0 4.500-4.500 0z"/>
<path id="m-restored" d="M-5 0h10M0-5v10"/>
<circle id="m-break" r="3"/>
</defs>`

/** Counts by kind for one interval of the axis. */
export interface BandStep {
  readonly from: number
  readonly to: number
  /** Number of subjects by `kindOf` of their span. */
  readonly counts: ReadonlyMap<string, number>
}

export interface Band {
  readonly steps: readonly BandStep[]
  /** Highest total at any time. */
  readonly most: number
}

/** Kind of a span: its stage and, for live spans, the rank of its stability. */
export const spanKind = ({stage, rank}: Pick<Span, 'stage' | 'rank'>): string =>
  stage === 'live' ? `live-${Math.min(rank ?? 3, 3)}` : stage

/** Stacking order, bottom first: the most stable kind is at the bottom. */
export const SPAN_KINDS = ['live-0', 'live-1', 'live-2', 'live-3', 'deprecated', 'overdue'] as const

/** Combines many lifecycles into a band of counts over time. Future spans are excluded. */
export function createBand(lives: readonly (readonly Span[])[]): Band {
  const spans = lives.flat().filter(({ahead, from, to}) => !ahead && to > from)
  const cuts = [...new Set(spans.flatMap(({from, to}) => [from, to]))].toSorted((a, b) => a - b)
  const places = new Map(cuts.map((x, at) => [x, at]))
  const changes = cuts.map(() => new Map<string, number>())
  const add = (x: number, kind: string, by: number): void => {
    const change = changes[places.get(x) ?? -1]
    change?.set(kind, (change.get(kind) ?? 0) + by)
  }
  for (const span of spans) {
    add(span.from, spanKind(span), 1)
    add(span.to, spanKind(span), -1)
  }
  const now = new Map<string, number>()
  const steps: BandStep[] = []
  for (const [at, from] of cuts.entries()) {
    for (const [kind, by] of changes[at] ?? []) now.set(kind, (now.get(kind) ?? 0) + by)
    const to = cuts[at + 1]
    const counts = new Map([...now].filter(([, count]) => count > 0))
    const last = steps.at(-1)
    if (to === undefined || counts.size === 0) continue
    if (last && last.to === from && isEqual(last.counts, counts)) steps[steps.length - 1] = {...last, to}
    else steps.push({from, to, counts})
  }
  const most = Math.max(0, ...steps.map(({counts}) => [...counts.values()].reduce((sum, each) => sum + each, 0)))
  return {steps, most}
}

const isEqual = (a: BandStep['counts'], b: BandStep['counts']): boolean =>
  a.size === b.size && [...a].every(([kind, count]) => b.get(kind) === count)

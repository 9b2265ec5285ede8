import type {Span} from './spans.ts'

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

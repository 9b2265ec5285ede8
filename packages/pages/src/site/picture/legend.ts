import type {Policy} from '@tenure/core/model/verdict/policy'
import {OVERDUE_SIGN} from './group-flags.ts'
import {type Markup, markup} from './html.ts'
import {type SiteRow, VERDICT_SIGNS} from './page-rows.ts'
import {nounOfCalled, WORST_FIRST} from './rows.ts'
import type {MarkKind} from './spans.ts'
import {spanKind} from './svg.ts'

const MARK_WORDS = {
  removed: 'removed',
  sunset: 'sunset',
  'earliest-end': 'earliest end of support',
  restored: 'restored',
  break: 'breaking change (violation)'
} as const satisfies Record<MarkKind, string>

interface LegendItem {
  readonly kind: string
  readonly label: string
}

/** Legend entries of the bars that are drawn. */
export function legendItems(rows: readonly SiteRow[], {stabilities}: Policy): LegendItem[] {
  const spans = rows.flatMap(({drawn}) => drawn.spans)
  const has = (kind: string): boolean => spans.some(span => spanKind(span) === kind && !span.ahead)
  const live = [...new Set(spans.flatMap(({stage, rank}) => (stage === 'live' ? [rank ?? -1] : [])))].toSorted(
    (a, b) => a - b
  )
  const byKind = new Map<string, string[]>()
  for (const rank of live) {
    const kind = spanKind({stage: 'live', ...(rank < 0 ? {} : {rank})})
    const name = rank < 0 ? 'stability unknown' : (stabilities[stabilities.length - 1 - rank] ?? '')
    byKind.set(kind, [...(byKind.get(kind) ?? []), name])
  }
  return [
    ...[...byKind].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([kind, names]) => ({kind, label: names.join(', ')})),
    ...(has('deprecated') ? [{kind: 'deprecated', label: 'deprecated'}] : []),
    ...(has('overdue') ? [{kind: 'overdue', label: 'served beyond its sunset'}] : []),
    ...(spans.some(({ahead}) => ahead) ? [{kind: 'ahead live-0', label: 'support that is still guaranteed'}] : []),
    ...(rows.some(
      ({
        drawn: {
          isOlder,
          spans: [first]
        }
      }) => isOlder && first && first.from > 0
    )
      ? [{kind: 'older', label: 'might be older'}]
      : [])
  ]
}

export const legendMarks = (rows: readonly SiteRow[]): {kind: MarkKind; label: string}[] => {
  const seen = new Set(rows.flatMap(({drawn}) => drawn.marks.map(({kind}) => kind)))
  return (Object.keys(MARK_WORDS) as MarkKind[]).flatMap(kind =>
    seen.has(kind) ? [{kind, label: MARK_WORDS[kind]}] : []
  )
}

/**
 * Legend entries of signs that are characters: of verdicts, and of endpoints past their sunset.
 */
export const legendSigns = (rows: readonly SiteRow[], hasOverdueSign: boolean): SignItem[] => [
  ...WORST_FIRST.flatMap(verdict =>
    rows.some(({life}) => life.verdict === verdict)
      ? [{sign: VERDICT_SIGNS[verdict], label: verdict, className: `v-${verdict}`}]
      : []
  ),
  ...(hasOverdueSign && rows.some(({life}) => life.state === 'overdue')
    ? [{sign: OVERDUE_SIGN, label: 'past its sunset', className: 'overdue-sign'}]
    : [])
]

interface SignItem {
  readonly sign: string
  readonly label: string
  readonly className: string
}

/** Vertical position and height of a bar's sample in a box of 14 pixels. */
const SAMPLES: Readonly<Record<string, readonly [y: number, height: number]>> = {ahead: [5, 4], older: [6, 2]}
export const sampleOf = (kind: string): readonly [y: number, height: number] =>
  SAMPLES[kind.split(' ')[0] ?? ''] ?? [1, 12]

export const legend = (rows: readonly SiteRow[], policy: Policy): Markup =>
  markup`<details class="key" open><summary>Key</summary><ul class="legend" role="list" aria-label="Key">${legendItems(
    rows,
    policy
  ).map(({kind, label}) => {
    const [y, height] = sampleOf(kind)
    return markup`<li><svg width="26" height="14" aria-hidden="true"><rect class="${kind}" x="1" y="${y}" width="24" height="${height}"/></svg>${label}</li>`
  })}${legendMarks(rows).map(
    ({kind, label}) =>
      markup`<li><svg width="14" height="14" aria-hidden="true"><use href="#m-${kind}" class="m-${kind}${kind === 'break' ? ' v-violation' : ''}" x="7" y="7"/></svg>${label}</li>`
  )}${legendSigns(rows, true).map(
    ({sign, label, className}) => markup`<li><i class="sign ${className}" aria-hidden="true">${sign}</i> ${label}</li>`
  )}${
    hasLineages(rows)
      ? markup`<li><svg width="10" height="14" aria-hidden="true"><line class="kin" x1="5" x2="5" y1="1" y2="13"/></svg>versions of one ${nounOfCalled(rows.map(({life}) => life))}</li>`
      : undefined
  }</ul></details>`

const hasLineages = (rows: readonly SiteRow[]): boolean =>
  new Set(rows.map(({life}) => life.lineage)).size < rows.length

import type {Policy} from '../../model/verdict/policy.ts'
import {type Markup, markup} from './html.ts'
import type {SiteRow} from './page-rows.ts'
import type {MarkKind} from './spans.ts'
import {spanKind} from './svg.ts'

const MARK_WORDS = {
  removed: 'removed',
  sunset: 'promised end',
  lawful: 'earliest lawful end',
  restored: 'restored',
  break: 'a change that broke the promise'
} as const satisfies Record<MarkKind, string>

/** Legend entries of the bars that are drawn. */
export function legendItems(rows: readonly SiteRow[], {stabilities}: Policy): {kind: string; says: string}[] {
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
    ...[...byKind].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([kind, names]) => ({kind, says: names.join(', ')})),
    ...(has('deprecated') ? [{kind: 'deprecated', says: 'end announced'}] : []),
    ...(has('overdue') ? [{kind: 'overdue', says: 'past its promised end'}] : []),
    ...(spans.some(({ahead}) => ahead) ? [{kind: 'ahead live-0', says: 'promised still'}] : [])
  ]
}

export const legendMarks = (rows: readonly SiteRow[]): {kind: MarkKind; says: string}[] => {
  const seen = new Set(rows.flatMap(({drawn}) => drawn.marks.map(({kind}) => kind)))
  return (Object.keys(MARK_WORDS) as MarkKind[]).flatMap(kind =>
    seen.has(kind) ? [{kind, says: MARK_WORDS[kind]}] : []
  )
}

export const legend = (rows: readonly SiteRow[], policy: Policy): Markup =>
  markup`<ul class="legend" role="list" aria-label="What is drawn">${legendItems(rows, policy).map(
    ({kind, says}) =>
      markup`<li><svg width="26" height="14" aria-hidden="true"><rect class="${kind}" x="1" y="${kind.startsWith('ahead') ? 5 : 1}" width="24" height="${kind.startsWith('ahead') ? 4 : 12}"/></svg>${says}</li>`
  )}${legendMarks(rows).map(
    ({kind, says}) =>
      markup`<li><svg width="14" height="14" aria-hidden="true"><use href="#m-${kind}" class="m-${kind}${kind === 'break' ? ' v-violation' : ''}" x="7" y="7"/></svg>${says}</li>`
  )}</ul>`

import type {ObservedRelease} from '../model/api/release-diff.ts'
import type {Absence} from '../model/lifecycle/history.ts'
import type {Draft} from './observed/events-from-changes.ts'

/**
 * Finds components with a deprecated part that were removed as a whole. The individual parts have no events, because
 * clients are informed about the removed operations. Removals on side branches don't count, because the main releases
 * go on.
 */
export function absencesIn(
  releases: readonly ObservedRelease[],
  events: readonly Draft[],
  trunk: ReadonlySet<number>
): Absence[] {
  const marked = new Set(
    events.flatMap(({kind, subject: {target}}) =>
      kind === 'deprecated' && target.kind === 'resource-field' ? [target.resource] : []
    )
  )
  const found: Absence[] = []
  const open = new Map<string, number>()
  for (const [entry, {observed}] of releases.entries()) {
    if (!observed || !trunk.has(entry)) continue
    for (const component of observed.come ?? []) {
      const from = open.get(component)
      if (from !== undefined) found.push({component, from, until: entry})
      open.delete(component)
    }
    for (const component of observed.gone ?? []) if (marked.has(component)) open.set(component, entry)
  }
  return [...found, ...[...open].map(([component, from]): Absence => ({component, from}))]
}

import type {ObservedRelease} from '../model/api/release-diff.ts'
import type {ComponentAbsence} from '../model/lifecycle/history.ts'
import type {EventDraft} from './observed/events-from-changes.ts'

/**
 * Finds components with a deprecated part that were removed as a whole. The individual parts have no events, because
 * clients are informed about the removed operations. Removals on side branches don't count, because the main releases
 * go on.
 */
export function findComponentAbsences(
  releases: readonly ObservedRelease[],
  events: readonly EventDraft[],
  trunk: ReadonlySet<number>
): ComponentAbsence[] {
  const marked = new Set(
    events.flatMap(({kind, subject: {target}}) =>
      kind === 'deprecated' && target.kind === 'resource-field' ? [target.resource] : []
    )
  )
  const found: ComponentAbsence[] = []
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
  return [...found, ...[...open].map(([component, from]): ComponentAbsence => ({component, from}))]
}

import {kindOf} from '../../languages/kinds.ts'
import type {Change} from '../../model/api/change.ts'
import {isMember, subjectKey} from '../../model/subject/subject.ts'
import type {DriftedRevision, Observed} from '../compare-with-base.ts'

// A change that alters a lock file can bring another version of what generates its description. The base is then
// generated twice, and what differs is the drift of the generator.

/**
 * Separates the drift of the generator from what a change does: what the drifted description shows compared with the base,
 * as `since` has it. Removed endpoints, announcements, and stabilities are no drift, because they are what is served and
 * announced, however the description is generated.
 */
export function separateDrift(observed: Observed, since: Observed, drifted: DriftedRevision): Observed {
  const {next} = observed
  if (!next) return observed
  const {base, older, diffs} = since
  const shown = diffs.observe(drifted.revision, {revision: base.revision, observed: older})
  const changes = shown.changes.filter(isOfGenerator)
  const known = new Map<string, Set<string>>()
  for (const change of changes)
    known.set(keyOf(change), new Set([...(known.get(keyOf(change)) ?? []), ...operationsOf(change)]))
  const isDrift = (change: Change): boolean => {
    const reached = known.get(keyOf(change))
    return reached !== undefined && operationsOf(change).every(each => reached.has(each))
  }
  return {
    ...observed,
    next: {...next, changes: next.changes.filter(change => !isDrift(change))},
    drift: {...drifted, base, older, observed: {...shown, changes, arrivals: [], marked: []}}
  }
}

function isOfGenerator({kind, subject}: Change): boolean {
  if (kind === 'stability-changed') return false
  const {event} = kindOf(kind)
  const isWhole = !subject.part && !isMember(subject.target)
  return event === undefined || event === 'introduced' || (event === 'removed' && !isWhole)
}

/** Key of a change that doesn't depend on where it is in the files, or on which operations it affects. */
const keyOf = ({where: _, reaches: __, ...change}: Change): string => JSON.stringify(change)

const operationsOf = ({reaches}: Change): string[] => reaches.map(({operation}) => subjectKey(operation))

import type {ReleaseDiff} from '../model/api/release-diff.ts'
import type {DeclaredHistory} from '../model/lifecycle/history.ts'
import type {Guarantee, Policy} from '../model/verdict/policy.ts'
import {formatLength, formatList} from '../text/format-values.ts'
import type {JudgingState, TargetState} from './read-rules.ts'

/** Remarks on what a new config file will require once it's merged. Empty if the target already has a readable one. */
export function firstAdoptionRemarks(
  target: TargetState | undefined,
  {config, judge: {policy}}: JudgingState
): string[] {
  if (target?.lacks !== undefined) {
    return [
      `What decides in ${target.label} can't be read (${target.lacks}), so this change is judged by the default policy, too.`
    ]
  }
  if (!target || target.isOwn || target.config || target.file || !config) return []
  const source = policy.source === policy.name ? '' : ` (\`${policy.source}\`)`
  return [
    `${target.label} has no configuration yet, so this change is judged by the default policy, too. Once it is merged, \`${policy.name}\`${source} requires ${requirementsOf(policy)}.`
  ]
}

/**
 * Empty history for an API without a history file. It counts as complete: the marks of the base description are the
 * only announcements. At the gate, a missing announcement can still be made.
 */
export const historyWithoutFile = (
  before: ReleaseDiff,
  next: ReleaseDiff | undefined,
  spec: string
): DeclaredHistory => ({
  about: {service: next?.title ?? before.title ?? spec, areas: [], notes: [], unknown: []},
  source: spec,
  complete: true,
  entries: [],
  events: [],
  facts: [],
  waivers: []
})

function requirementsOf({stabilities, revisions}: Policy): string {
  const guarantees = revisions.at(-1)?.guarantees ?? {}
  const all = stabilities.toReversed().flatMap(name => {
    const guarantee = guarantees[name]
    return guarantee ? [`${requirementOf(guarantee)} for \`${name}\``] : []
  })
  return all.join('; ')
}

function requirementOf({exempt, terms, endWindow: window, change}: Guarantee): string {
  if (exempt) return 'nothing'
  const parts = [
    ...terms.map(({aspect, length}) => `${formatLength(length)} of ${aspect}`),
    ...(window.kind === 'never' ? ['no removals'] : []),
    ...(change.kind === 'forbidden' ? ['no breaking changes'] : [])
  ]
  return parts.length === 0 ? 'nothing' : formatList(parts, 'and')
}

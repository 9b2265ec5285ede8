import {formatCount} from '@tenure/core/text/format-values'
import type {EndedLook} from './look-at-past.ts'
import type {PastPreview} from './past-preview.ts'

const SHOWN_POLICIES = 4

/** Lines that say how many past removals and breaking changes would violate the chosen policy, and others. */
export function describePast(preview: PastPreview): string[] {
  const {judged, chosen, remarks, others, releases, unstable, heldAs} = preview
  if (judged === 0) return describeRecording(preview)
  const {policy, violations, undetermined} = chosen
  const open = undetermined === 0 ? '' : `, and ${undetermined} ${undetermined === 1 ? 'is' : 'are'} undetermined`
  const few = others.slice(0, SHOWN_POLICIES).map(sayVerdicts)
  return [
    `Of ${formatCount(judged, 'past removal or breaking change', 'past removals and breaking changes')}, ${violations} would violate ${policy}${open}. The gate checks only new changes.`,
    ...remarks,
    ...(few.length === 0 ? [] : [`Violations under other policies that decide most of them: ${few.join(', ')}.`]),
    ...(unstable === 0 || heldAs === undefined
      ? []
      : [
          `${unstable} of ${formatCount(releases, 'release')} ${unstable === 1 ? 'is' : 'are'} 0.x or pre-releases. ${policy} treats them as \`${heldAs}\`; if you guarantee less, set \`defaultStability\` in a policy of your own.`
        ]),
    ...describeRecording(preview)
  ]
}

/** `stripe 3`, `zalando 3 (2 undetermined)`. */
const sayVerdicts = ({policy, violations, undetermined}: PastPreview['chosen']): string =>
  `${policy} ${violations}${undetermined === 0 ? '' : ` (${undetermined} undetermined)`}`

/** The line that says what recording the past adds, and where to begin if not all of it was read. */
function describeRecording({adds, since, releases}: PastPreview): string[] {
  if (adds === undefined) return []
  if (!since) return [`\`tenure record --all\` adds ${adds}.`]
  return [
    `There was time for the newest ${releases} of ${since.all} releases, from ${since.release} on. To record only these, which adds ${adds}: \`tenure record --all --since ${since.release}\``
  ]
}

/** The line for a look at the past that took too much time or memory. */
export const describeEnd = ({since, why}: EndedLook): string[] => [
  `The look at the past needed more than ${why}, so it ended.${since === undefined ? '' : ` To record only the newest releases: \`tenure record --all --since ${since}\``}`
]

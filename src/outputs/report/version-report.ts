import type {VersionClaim} from '../../model/time/version-claim.ts'
import type {VersionNeed} from '../../policy/needed-version.ts'
import {countVersionedChanges} from '../../text/version-sentences.ts'

/** The version of a change, and what it must be. */
export interface VersionReport {
  readonly claim: VersionClaim
  readonly need: VersionNeed
  /** Whether the policy has a rule on versions. */
  readonly isRequired: boolean
}

/** The versions, and what the changes need: `needs \`2.0.0\` or later for 2 breaking changes`. Empty if no policy asks. */
export function sayVersion(report: VersionReport | undefined): string[] {
  if (!report?.isRequired || report.need.unreadable !== undefined) return []
  const {claim, need} = report
  const {base, here = base} = claim
  return [`Version: ${[...new Set([base, here])].map(each => `\`${each}\``).join(' to ')}, ${sayNeed(need)}`]
}

/** `needs \`2.0.0\` or later for 1 breaking change`, with the range if something may be breaking. */
export function sayNeed({atLeast, atMost, because, unclear, next}: VersionNeed): string {
  const reason = because.length > 0 ? ` for ${countVersionedChanges(because)}` : ''
  const lowest = next ?? atLeast
  const least = lowest === undefined ? `needs a new name${reason}` : `needs \`${lowest}\` or later${reason}`
  if (unclear.length === 0) return least
  const most = atMost === undefined ? 'a new name' : `\`${atMost}\``
  return `${least}; ${most} if ${sayUnclear(unclear.map(({subject}) => subject))}`
}

const MAX_SUBJECTS = 2

/** `the change of \`GET /v1/loans\` is breaking`. */
function sayUnclear(subjects: readonly string[]): string {
  const names = [...new Set(subjects)].map(subject => `\`${subject}\``)
  const more = names.length - MAX_SUBJECTS
  const shown = names.slice(0, MAX_SUBJECTS).join(' or ')
  return `the change of ${shown}${more > 0 ? ` or ${more} more` : ''} is breaking`
}

/** The version as JSON has it. */
export const versionJson = ({claim, need}: VersionReport) => ({
  base: claim.base,
  here: claim.here,
  released: claim.released,
  scheme: need.scheme,
  needs: {
    step: need.step,
    next: need.next,
    atLeast: need.atLeast,
    atMost: need.atMost,
    because: need.because.map(({sentence}) => sentence),
    unclear: need.unclear.map(({sentence}) => sentence)
  },
  answer: need.answer
})

import {isChangeKind, kindOf} from '../languages/kinds.ts'
import {defined} from '../model/defined.ts'
import {formatSubject} from '../model/subject/subject.ts'
import type {Day} from '../model/time/date-range.ts'
import type {VersionClaim, VersionedChange, VersionedEffect} from '../model/time/version-claim.ts'
import type {JudgedChange} from '../model/verdict/judged-change.ts'
import type {Policy} from '../model/verdict/policy.ts'
import type {ListedChanges} from '../outputs/report/change-list.ts'
import type {VersionReport} from '../outputs/report/version-report.ts'
import {findNeededVersion} from '../policy/needed-version.ts'
import {judgedPieces} from '../text/changes/forward.ts'
import {formatPieces} from '../text/changes/sentences.ts'

/** The version that a claim needs, as reports show it. `undefined` if the version of the base isn't known. */
export function reportVersion(
  claim: VersionClaim | undefined,
  {versions}: Pick<Policy, 'versions'>,
  asOf: Day
): VersionReport | undefined {
  const need = claim && findNeededVersion(claim, versions, asOf)
  return need && defined({claim, need, isRequired: versions !== undefined})
}

const EFFECTS = {
  removed: 'breaking',
  inherited: 'breaking',
  unreleased: 'addition',
  breaking: 'breaking',
  unclear: 'unclear',
  deprecated: 'deprecation',
  rescheduled: 'deprecation',
  withdrawn: 'deprecation',
  added: 'addition',
  compatible: 'addition'
} as const satisfies Record<ListedChanges['effect'], VersionedEffect>

/** Changes under review as a version accounts for them. */
export const versionListedChanges = (changes: readonly ListedChanges[]): VersionedChange[] =>
  changes.map(({effect, kinds, sentence, subjects, place}) => ({
    effect: EFFECTS[effect],
    isRemoval: effect === 'removed' || kinds.some(isRemoval),
    sentence: formatPieces(sentence),
    subject: subjects[0] ?? '',
    place
  }))

/** Changes between two descriptions as a version accounts for them. */
export const versionJudgedChanges = (judged: readonly JudgedChange[]): VersionedChange[] =>
  judged.map(each => {
    const {change, breaks} = each
    return {
      effect: breaks === 'yes' ? 'breaking' : breaks === 'unknown' ? 'unclear' : effectOf(change.kind),
      isRemoval: isRemoval(change.kind),
      sentence: formatPieces(judgedPieces(each)),
      subject: formatSubject(change.subject),
      ...defined({place: change.where.new ?? change.where.old})
    }
  })

/** What may be in a part that couldn't be read. */
export const versionUnreadPart = (subject: string): VersionedChange => ({
  effect: 'unclear',
  isRemoval: false,
  sentence: 'A part could not be read.',
  subject
})

/** Whether a kind of change, or the verb of a line that names none, is a removal. */
const isRemoval = (kind: string): boolean =>
  kind === 'removed' || (isChangeKind(kind) && kindOf(kind).event === 'removed')

function effectOf(kind: string): VersionedEffect {
  if (kind === 'documentation-changed') return 'documentation'
  const {event} = kindOf(kind)
  return event === 'deprecated' || event === 'rescheduled' || event === 'withdrawn' ? 'deprecation' : 'addition'
}

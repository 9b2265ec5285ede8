import {CONFIG_NAME} from '../app/session/config-path.ts'
import {isServerCode} from '../languages/languages.ts'
import {defined} from '../model/defined.ts'
import {type Subject, subjectKey} from '../model/subject/subject.ts'
import {parseDateRange} from '../model/time/date-range.ts'
import type {Report, Uncompared} from '../outputs/report/report.ts'
import {isFileSet} from '../stores/file-set.ts'
import {formatSubjectPhrase} from '../text/finding-phrases.ts'
import {capitalize, formatFew} from '../text/format-values.ts'
import type {AssembledChange, RuledHistory} from './assemble-change.ts'
import type {TargetCommit} from './change.ts'
import {losesList, type Observed} from './compare-with-base.ts'
import {firstAdoptionRemarks} from './first-adoption.ts'
import {type JudgedGaps, openGapRemarks, warningRemarks} from './gaps/accepted-gaps.ts'
import {findWarnings, remarkableWarnings, sayComparison, sayOtherReleases} from './gaps/gate-gaps.ts'
import {sayDrift} from './generated/list-drift.ts'
import {claimRemarks, createDescriptionTest} from './owners/new-waivers.ts'
import {sayClaimedPast} from './past/claimed-past.ts'
import {stillComparedRemarks, whyUncompared} from './past/history-only.ts'
import type {ReleasedBase} from './release/released-base.ts'

/** Why nothing or only a part of the description was compared. `undefined` if all of it was. */
export function findUncompared(assembled: AssembledChange, gaps: JudgedGaps): Uncompared | undefined {
  const {located, observed} = assembled
  const nothing = whyUncompared(located.spec, observed)
  if (nothing) return nothing
  const {others = []} = located
  if (gaps.ofBase.length === 0 && others.length === 0) return undefined
  const text = compared(assembled, gaps)
  return {text: gaps.ofBase.length > 0 ? text : `${text} ${sayOtherReleases(others)}`, isUnsure: true, isPart: true}
}

function compared({located: {spec}, observed, released}: AssembledChange, {gaps, ofBase}: JudgedGaps): string {
  const {base, next, uncounted} = observed
  const own = next && {...next, changes: next.changes.filter(each => !uncounted?.inherited.includes(each))}
  const reason = released?.isAsked ? released.base?.reason : undefined
  return sayComparison(spec, own, {
    label: base.label,
    gaps,
    lacking: ofBase,
    reason,
    isRedated: findRedated(observed).length > 0
  })
}

/** Remarks on a change: what it was compared with, and what is unknown about it. */
export function gateRemarks(
  assembled: AssembledChange,
  gaps: JudgedGaps,
  {
    isProtected,
    uncompared,
    drift
  }: {
    readonly isProtected: boolean
    readonly uncompared: Uncompared | undefined
    readonly drift: Report['drift'] | undefined
  }
): string[] {
  const {located, rules, observed, own} = assembled
  const {spec, config} = located
  const {base, next} = observed
  return [
    ...editedBaseRemarks(assembled),
    ...deletionRemarks(assembled),
    uncompared?.text ?? compared(assembled, gaps),
    ...releaseRemarks(assembled),
    ...(drift ? [sayDrift(drift, spec)] : []),
    ...(assembled.releases?.remarks ?? []),
    ...(losesList(config, rules) && !located.unlisted ? [LOST_LIST] : []),
    ...stillComparedRemarks(config, spec, base),
    ...firstAdoptionRemarks(rules.target, rules.own),
    ...(rules.target ? claimRemarks(rules.target, rules.own) : []),
    ...claimedPastRemarks(assembled),
    ...redatedRemarks(observed),
    ...(isProtected || observed.lacking
      ? []
      : ['Not protected against changes to the policy and waivers: no other branch in git tells what they were.']),
    ...(own.record?.remark === undefined ? [] : [own.record.remark]),
    ...(own.cut
      ? [
          `${own.cut.unread === undefined ? 'It' : 'Partial: it'} isn't known since when clients could know what ends, because ${own.cut.why}.`
        ]
      : []),
    ...(own.isByCommits ? [BY_COMMITS] : []),
    ...openGapRemarks(gaps, base.label),
    ...gaps.remarks,
    ...warningRemarks(
      isServerCode(spec) || isFileSet(spec) ? findWarnings(next ?? own.before) : remarkableWarnings(own.before, next)
    )
  ]
}

const BY_COMMITS =
  'No release of this API is known, so each commit counts as one. Once there is a tag or a recorded release, a deprecation counts from the first release that has it. If each commit is deployed, write `base: target` in `tenure.yaml`.'

const LOST_LIST =
  'The configuration no longer names a list of announcements, so nothing is deprecated by a list once this is merged. If this was a mistake, restore `announcements`.'

/** Remark on an edit of the file that later changes are compared with. */
function editedBaseRemarks({released}: AssembledChange): string[] {
  if (!released?.coming?.isEdited) return []
  const {path, revision} = released.coming
  return [
    revision
      ? `This change edits \`${path}\`, with which later changes are compared. What it takes out there and keeps in the description counts as removed or changed.`
      : `\`${path}\`, which \`base\` names, is missing after this change, so later changes can't be compared.`
  ]
}

/** Remarks on the release that a change is compared with, and on what doesn't count against it. */
function releaseRemarks({released, observed: {uncounted}, own, rules}: AssembledChange): string[] {
  const coming = own.session.config?.base?.path
  const current = rules.target?.config?.base?.path
  const later = rules.target?.isOwn === false && current !== coming
  return [
    ...(later
      ? [
          coming === undefined
            ? `\`base: ${current}\` ends once this is merged.`
            : `\`base: ${coming}\` counts once it is merged.`
        ]
      : []),
    ...(released?.unknown === undefined
      ? []
      : [
          `It isn't known what was released (${released.unknown}), so everything that the branch has counts as released.`
        ]),
    ...(released?.isAsked && released.nothing
      ? [`Nothing was released yet (${released.nothing}), so nothing that clients use can break.`]
      : []),
    ...(released?.newer
      ? [`${capitalize(released.newer.label)} was made since this branch began. What it has counts as released, too.`]
      : []),
    ...(uncounted ? unreleasedRemarks(own, released) : [])
  ]
}

/** Names what no release has although the change removes or breaks it. */
function unreleasedRemarks(
  {session: {history, standing, kind: source}}: RuledHistory,
  released: ReleasedBase | undefined
): string[] {
  const broken = history.events.filter(
    ({id, kind, observed}) =>
      standing.get(id) === 'unreleased' &&
      (kind === 'removed' || observed?.proofs.request?.is === 'breaks' || observed?.proofs.response?.is === 'breaks')
  )
  if (broken.length === 0) return []
  const removed = broken.flatMap(({kind, subject}) => (kind === 'removed' ? [subject] : []))
  const names = [...new Set(removed.map(formatSubjectPhrase))]
  // Without a history, an older release can have had it.
  const isUnknown = source !== 'history' && released?.base !== undefined && !released.base.isOnly
  const wasReleased = isUnknown || removed.some(subject => isRecorded(history, subject))
  const what = names.length === 0 ? 'What this change breaks' : formatFew(names)
  const when = wasReleased
    ? `${names.length < 2 ? "isn't" : "aren't"} in ${released?.base?.label}`
    : `${names.length < 2 ? 'was' : 'were'} never released`
  const hint = released?.isAsked
    ? ''
    : ' If clients use what is only on the branch, write `base: target` in `tenure.yaml`.'
  return [`${what} ${when}, so no notice is needed.${hint}`]
}

/** Whether the history names a subject in a release. */
const isRecorded = ({events, timeline: {entries}}: RuledHistory['session']['history'], subject: Subject): boolean =>
  events.some(({entry, ...event}) => {
    const at = entries[entry]
    return at?.kind === 'release' && !at.pending && subjectKey(event.subject) === subjectKey(subject)
  })

function deletionRemarks({located, rules: {own}, observed: {lacking}}: AssembledChange): string[] {
  const {spec, isDeleted, unlisted, config} = located
  if (!isDeleted || lacking) return []
  // The own rules of an unlisted API are those of the target.
  const event =
    unlisted && own.config
      ? `\`${config?.source ?? CONFIG_NAME}\` no longer lists \`${spec}\``
      : `\`${spec}\` was deleted`
  const rest = unlisted?.rest?.path
  return [
    `${event}, so everything in it counts as removed${rest === undefined ? '' : `, except what \`${rest}\` has`}.`
  ]
}

/** Remark on announcements of the past that the target's descriptions don't show. */
function claimedPastRemarks({rules: {target, own}, circumstances: {asOf, described}}: AssembledChange): string[] {
  const {isDescribed} = createDescriptionTest(asOf, own, described)
  return target ? sayClaimedPast(target, own, asOf, isDescribed) : []
}

/** Remark on deprecations that the change dates earlier than the base did. */
function redatedRemarks(observed: Observed): string[] {
  const all = findRedated(observed).map(({subject, was, is}) => `${formatSubjectPhrase(subject)} from ${was} to ${is}`)
  if (all.length === 0) return []
  return [`The change dates deprecations back: ${formatFew(all)}. Only the day that was stated first counts.`]
}

/** The subjects whose deprecation the change dates earlier than the base, with both days. */
function findRedated({older, here, next, diffs}: Observed): {subject: Subject; was: string; is: string}[] {
  if (!next || older.arrivals.every(({described}) => described.since === undefined)) return []
  const now = diffs.sinceOf(here)
  return older.arrivals.flatMap(({subject, described: {since: was = ''}}) => {
    const is = now.get(subjectKey(subject)) ?? ''
    const [before, after] = [parseDateRange(was)?.earliest, parseDateRange(is)?.earliest]
    return before !== undefined && after !== undefined && after < before ? [{subject, was, is}] : []
  })
}

/** The revisions that decide on a change, for reports. */
export function nameRevisions(
  {observed: {base, lacking}, released}: AssembledChange,
  target: TargetCommit | undefined
): NonNullable<Report['revisions']> {
  const release = released?.isAsked ? defined({reason: released.base?.reason, unreleased: released.nothing}) : {}
  return {
    ...(lacking ? {} : {base: defined({name: base.label, commit: base.id, ...release})}),
    ...(target ? {target: {name: target.label, commit: target.id}} : {})
  }
}

import versionTooHigh from '../../../rules/version-too-high.ts'
import versionTooLow from '../../../rules/version-too-low.ts'
import type {Session} from '../../app/session/session.ts'
import {reportVersion, versionListedChanges, versionUnreadPart} from '../../app/version-report.ts'
import type {Config} from '../../inputs/config/file.ts'
import {lint} from '../../lint.ts'
import {defined} from '../../model/defined.ts'
import type {Finding} from '../../model/verdict/finding.ts'
import type {Judgment} from '../../model/verdict/judgment.ts'
import type {ListedChanges} from '../../outputs/report/change-list.ts'
import type {VersionReport} from '../../outputs/report/version-report.ts'
import type {GateSession} from '../gate.ts'
import {listChanges} from '../list-changes.ts'
import {claimVersion} from './version-claim.ts'

interface VersionedSession {
  readonly changes: readonly ListedChanges[]
  readonly judgments: readonly Judgment[]
  readonly settings: Config['rules']
  readonly isNew: (entry: number | undefined, event: number | undefined) => boolean
}

/** Judges the version that a change states by all changes since the last release. `undefined` if none is known. */
export function judgeVersion(
  session: Session & Partial<GateSession>,
  {changes, judgments, settings, isNew}: VersionedSession
): {readonly findings: readonly Finding[]; readonly versionReport?: VersionReport} | undefined {
  const {history, policy, stated, standing, partial, uncompared, path} = session
  if (!stated) return undefined
  // What no release has needs no version, and what the base has since the last one does.
  const sinceRelease = standing
    ? listChanges({...session, judgments}, ({entry, id}) => isNew(entry, id) && standing.get(id) !== 'unreleased')
    : changes
  const unread = partial || uncompared?.isPart ? [versionUnreadPart(path)] : []
  const claim = claimVersion(stated, policy, [...versionListedChanges(sinceRelease), ...unread])
  // A change that touches neither the API nor its version can't mend a step that its base forgot.
  const isOfBase = stated.isOfBase && changes.every(({effect}) => effect === 'inherited' || effect === 'unreleased')
  const {findings} = lint(defined({...history, version: claim}), policy, [versionTooHigh, versionTooLow], {
    settings,
    judgments
  })
  return {
    findings: isOfBase ? [] : findings,
    ...defined({versionReport: reportVersion(claim, policy, history.timeline.asOf)})
  }
}

import type {UnresolvedCall} from '../../../model/api/client-call.ts'
import {ownerNames} from '../../../model/approval.ts'
import type {Event} from '../../../model/lifecycle/event.ts'
import type {SourceLocation} from '../../../model/location.ts'
import type {Subject} from '../../../model/subject/subject.ts'
import type {Moment} from '../../../model/time/timeline.ts'
import type {Finding, FindingReason} from '../../../model/verdict/finding.ts'
import {entryOfEnd, type Judgment} from '../../../model/verdict/judgment.ts'
import type {PolicyRevision} from '../../../model/verdict/policy.ts'
import {daysUntil} from '../../../policy/end-status.ts'
import {formatPieces} from '../../../text/changes/sentences.ts'
import {affectedOperationNames} from '../../../text/changes/verdict-reasons.ts'
import {witnessesOf} from '../../../text/changes/witnesses.ts'
import {formatLength} from '../../../text/format-values.ts'
import {countByEffect, type ListedChanges} from '../change-list.ts'
import {changeLines, evidenceOf} from '../finding-evidence.ts'
import {findingsByJudgment, isFailing, type ListedFinding, listFindings} from '../findings.ts'
import {createGroup} from '../groups/group-findings.ts'
import {groupText} from '../groups/group-text.ts'
import {releasedEntry} from '../headline.ts'
import type {WrittenReport, WrittenSubject} from '../json-format.ts'
import {findingKey, groupByYear, type Report} from '../report.ts'
import {plainText} from '../sanitize-text.ts'
import type {UsageReport} from '../usage-report.ts'
import {versionJson} from '../version-report.ts'

export function findingsJson(report: Report): WrittenReport {
  const listed = listFindings(report)
  const judged = new Map(listed.map(({finding, judgment}) => [finding, judgment]))
  const failing = listed.filter(isFailing)
  const leads = findingsByJudgment(report.findings)
  return {
    format: 1,
    // A comparison has its own JSON.
    command: report.command as WrittenReport['command'],
    asOf: report.asOf,
    api: report.api,
    service: report.service,
    policy: {
      name: report.policy.name,
      source: report.policy.source,
      declared: !report.assumed,
      revisions: report.policy.revisions.map(revision => ({name: revision.name, start: startOf(revision)}))
    },
    source: {kind: report.source.kind, path: report.source.path, partial: report.source.partial},
    summary: report.summary,
    byYear: report.command === 'audit' ? groupByYear(report.judgments) : undefined,
    usage: report.usage && usageJson(report.usage, report.asOf),
    probe: report.probe?.endpoints,
    changes: report.changes && changesJson(report.changes),
    version: report.versionReport && versionJson(report.versionReport),
    judgments: report.judgments.map(judgment =>
      judgmentOf(judgment, leads.get(findingKey(judgment.event.id, judgment.subject)), report)
    ),
    findings: report.findings.flatMap(finding => findingsOf(finding, judged.get(finding), report)),
    baseline: baselineOf(report),
    newWaivers: report.newWaivers && newWaiversJson(report.newWaivers),
    acceptedGaps: report.acceptedGaps,
    failOn: report.failOn,
    enforceFrom: report.reportOnly?.enforceFrom,
    wouldFail: report.reportOnly && failing.map(each => wouldFailOf(each, report)),
    revisions: report.revisions,
    drift: report.drift && {alteredBy: report.drift.altered, ...changesJson(report.drift.list)},
    releases: report.releases,
    uncompared: report.uncompared,
    remarks: report.remarks
  }
}

/** A finding that would fail, with the release and the day since when it stands. */
function wouldFailOf({finding}: ListedFinding, report: Report): NonNullable<WrittenReport['wouldFail']>[number] {
  const came = releasedEntry(finding, report)
  return {rule: finding.rule, fingerprint: finding.fingerprint, since: came?.name, date: came?.date}
}

const newWaiversJson = ({list, ...counts}: NonNullable<Report['newWaivers']>): WrittenReport['newWaivers'] => ({
  ...counts,
  list: list.map(({subject, reason, counts: isCounted, owners, approvals}) => ({
    subject: writtenSubject(subject),
    reason,
    counts: isCounted,
    needs: owners?.map(({owners: names, count = 1}) => ({owners: names, count})),
    approvals: approvals?.map(({reviewer, commit, time, link}) => ({reviewer: reviewer.name, commit, time, link}))
  }))
})

const changesJson = (changes: readonly ListedChanges[]): NonNullable<WrittenReport['changes']> => ({
  counts: countByEffect(changes),
  list: changes.map(({effect, sentence, count, kinds, subjects, sunset, place}) => ({
    effect,
    text: formatPieces(sentence),
    count,
    kinds,
    subjects,
    sunset,
    place: placeJson(place)
  }))
})

function baselineOf({baseline, findings}: Report): WrittenReport['baseline'] {
  if (!baseline) return undefined
  const {source, unchanged, gone} = baseline
  return {source, new: findings.length - unchanged.size, unchanged: unchanged.size, gone}
}

function startOf({start}: PolicyRevision): string {
  if (start.kind === 'date') return start.stated
  return start.kind === 'release' ? `release ${start.name}` : start.kind
}

/** The sentence of a judgment: that of its finding, or why there is none. */
function messageOf(judgment: Report['judgments'][number], lead: Finding | undefined): string {
  const {headline, changes, why} = groupText(createGroup([{judgment, ...(lead ? {finding: lead} : {})}]))
  return plainText([headline, ...changes, ...why].join(' '))
}

function judgmentOf(
  judgment: Report['judgments'][number],
  lead: Finding | undefined,
  report: Report
): WrittenReport['judgments'][number] {
  const {timeline, command} = report
  const {subject, event, end, start, length, stability, exemptBy, replacement, waiver} = judgment
  const entry = entryOfEnd(judgment)
  const release = entry === undefined ? undefined : timeline.entries[entry]?.name
  return {
    ...subjectFields(subject),
    kind: judgment.kind,
    event: event.verb,
    change: event.change,
    reached: reachedBy(event),
    release,
    pending: judgment.pending,
    verdict: judgment.verdict,
    message: messageOf(judgment, lead),
    exemptBy,
    stability,
    clause: judgment.clause,
    start: start && {...momentJson(start), clock: start.clock},
    end: momentJson(end),
    required: length && formatLength(length),
    replacement: replacement && writtenSubject(replacement),
    replacementInferred: judgment.isInferred,
    waiver: waiver && {
      reason: waiver.waiver.reason,
      approver: waiver.waiver.approver,
      note: waiver.waiver.note,
      needed: waiver.needed,
      flaws: waiver.flaws
    },
    traffic: judgment.requirements.flatMap(({usage}) => usage?.found ?? [])[0],
    missing: judgment.missing,
    covers: judgment.covers.map(writtenSubject),
    ...(command === 'check' ? provenBy(judgment) : {}),
    place: placeJson(judgment.place)
  }
}

function provenBy(
  judgment: Judgment & {place: SourceLocation}
): Pick<WrittenReport['judgments'][number], 'text' | 'witnesses'> {
  const {verdict, event} = judgment
  const witnesses = verdict === 'violation' && event.observed ? witnessesOf(event.observed) : []
  const [text] = changeLines({judgment})
  return {
    text,
    witnesses: witnesses.length > 0 ? witnesses.map(({side, value, where}) => ({side, value, where})) : undefined
  }
}

const FIRST = 5

/** Operations affected by a change of a shared component. */
function reachedBy({observed}: Event): WrittenReport['judgments'][number]['reached'] {
  if (observed?.component === undefined) return undefined
  const operations = affectedOperationNames(observed.reaches)
  return {count: operations.length, first: operations.slice(0, FIRST)}
}

/** Finding, followed by each of its reasons as a separate finding. */
function findingsOf(
  finding: Finding,
  judgment: Report['judgments'][number] | undefined,
  report: Report
): WrittenReport['findings'][number][] {
  const evidence = evidenceOf({finding, ...(judgment ? {judgment} : {})}, report)
  const {reasons, fingerprint} = finding
  const {baseline} = report
  const lead = findingOf({...finding, evidence}, finding)
  const known = baseline?.unchanged.has(finding) ? ('unchanged' as const) : ('new' as const)
  return [
    {
      ...lead,
      baseline: baseline && known,
      reasons: reasons.map(({rule, fingerprint}) => ({rule, fingerprint}))
    },
    ...reasons.map(reason => ({...findingOf(reason, finding), reasons: [], reasonOf: fingerprint}))
  ]
}

/** Finding in JSON form. `about` provides the data that a reason shares with its finding. */
function findingOf(
  finding: FindingReason,
  about: Finding
): Omit<WrittenReport['findings'][number], 'reasons' | 'reasonOf'> {
  const {verdict, remedy} = finding
  const {subject, release, replacement, clause, covers, releases, direction} = about
  return {
    rule: finding.rule,
    level: finding.level,
    verdict,
    ...(subject && subjectFields(subject)),
    release,
    message: finding.message,
    place: placeJson(finding.place),
    replacement: replacement && writtenSubject(replacement),
    clause,
    missing: finding.missing,
    evidence: finding.evidence.map(({text, place}) => ({text, place: placeJson(place)})),
    covers: covers.map(writtenSubject),
    releases,
    direction,
    details: finding.details?.length ? finding.details : undefined,
    remedy,
    owners: about.owners && ownerNames(about.owners),
    url: finding.url,
    fingerprint: finding.fingerprint
  }
}

/** Subject as the keys of a history line. */
export const subjectFields = ({target, part}: Subject) => ({subject: target.text, ...part})

/** Subject as a single value: a string, or a map if it has parts. */
export const writtenSubject = (subject: Subject): WrittenSubject =>
  subject.part ? subjectFields(subject) : subject.target.text

export const placeJson = ({source, pointer, line, column}: SourceLocation) => ({source, pointer, line, column})

export const momentJson = ({stated, when}: Moment) => ({stated, ...when})

/** JSON output of `tenure usages`, without the findings. */
export function usageJson({folder, usage, endpoints}: UsageReport, asOf: string) {
  return {
    folder,
    files: usage.files,
    calls: {
      matched: usage.uses.length,
      open: usage.open.length,
      elsewhere: usage.others
    },
    endpoints: endpoints.map(({subject, leaving, replacement, uses}) => {
      const day = leaving.kind === 'ending' ? leaving.day : leaving.at.when.latest
      return {
        subject: writtenSubject(subject),
        state: leaving.kind === 'ended' ? ('ended' as const) : ('deprecated' as const),
        stated: leaving.at?.stated,
        day,
        daysLeft: day === undefined ? undefined : daysUntil(day, asOf),
        replacement: replacement && writtenSubject(replacement),
        uses: uses.map(({place, form, address}) => ({form, address, place: placeJson(place)}))
      }
    }),
    open: usage.open.map(({place, form, address, missing}: UnresolvedCall) => ({
      form,
      address,
      missing,
      place: placeJson(place)
    })),
    left: usage.left,
    skipped: usage.skipped
  }
}

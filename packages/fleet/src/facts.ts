import {dueOf} from '@tenure/core/app/due'
import type {ApiOwners} from '@tenure/core/app/owner-filter'
import type {Session} from '@tenure/core/app/session/session'
import {eventMoment} from '@tenure/core/history/announcements'
import {eventDetailOf} from '@tenure/core/languages/kinds'
import type {History} from '@tenure/core/model/lifecycle/history'
import {type Lifecycle, reachedEnd, type Tenure} from '@tenure/core/model/lifecycle/lifecycle'
import type {SourceLocation} from '@tenure/core/model/location'
import {formatSubject, type Subject, subjectKindOf} from '@tenure/core/model/subject/subject'
import type {Moment, Timeline} from '@tenure/core/model/time/timeline'
import type {UsageInWindow} from '@tenure/core/model/traffic'
import type {Finding, FindingReason} from '@tenure/core/model/verdict/finding'
import {entryOfEnd} from '@tenure/core/model/verdict/judgment'
import type {Report} from '@tenure/core/outputs/report/report'
import {formatLength} from '@tenure/core/text/format-values'
import {formatMissingFacts} from '@tenure/core/text/missing-facts'
import {type FactTables, type Row, TABLES, type TableName} from './tables.ts'

/** The keys of an API in the list that become facts. */
export interface ListedApi {
  readonly id: string
  readonly owner?: string | null | undefined
  readonly group?: string | null | undefined
  /** Folder, history, or repository. */
  readonly source?: string | undefined
}

/**
 * The rows about one API: the results of its audit, and the history that was audited, in their order. `owners` own parts of
 * it.
 */
export function createFacts(api: ListedApi, session: Session, report: Report, owners?: ApiOwners): FactTables {
  const {history} = session
  const {entries, asOf} = history.timeline
  const row: MakeRow = (table, values) => createRow(table, api.id, values)
  return {
    apis: [
      row('apis', {
        owner: api.owner,
        group_name: api.group,
        source: api.source,
        service: report.service,
        policy: report.policy.name,
        as_of: asOf,
        releases: entries.filter(({kind}) => kind === 'release').length,
        is_partial: report.source.partial,
        remarks: report.remarks.join('\n') || null
      })
    ],
    releases: entries.map(({index, name, kind, date, when, pending, partial, unread, place}) =>
      row('releases', {
        position: index,
        release: name,
        kind,
        stated: date,
        ...rangeOf('released', {when}),
        is_pending: pending,
        is_partial: partial === true || unread === true,
        is_unread: unread === true,
        ...placeOf(session.locate(place))
      })
    ),
    changes: changeRows(session, row),
    lifecycles: history.lifecycles.flatMap(lifecycle => lifecycleRows(lifecycle, session, row, owners)),
    judgments: judgmentRows(report, row),
    findings: report.findings.flatMap(finding => [
      findingRow(finding, finding, entries, row),
      ...finding.reasons.map(reason => findingRow(reason, finding, entries, row, finding.fingerprint))
    ])
  }
}

type Values<Name extends TableName> = {
  readonly [Column in Exclude<keyof (typeof TABLES)[Name], 'api'>]?: string | number | boolean | null | undefined
}
type MakeRow = <Name extends TableName>(table: Name, values: Values<Name>) => Row

/** Row with all columns of a table, in their order. */
export const createRow = <Name extends TableName>(table: Name, api: string, values: Values<Name>): Row => {
  const known: Readonly<Record<string, string | number | boolean | null | undefined>> = values
  const columns = Object.keys(TABLES[table]).filter(column => column !== 'api')
  return {api, ...Object.fromEntries(columns.map(column => [column, known[column] ?? null]))}
}

const subjectOf = (subject: Subject) => ({subject: formatSubject(subject), subject_kind: subjectKindOf(subject)})

const placeOf = ({source, line, column}: SourceLocation) => ({source, line, column})

const rangeOf = <What extends string>(what: What, moment: Pick<Moment, 'when'> | undefined) =>
  ({[`${what}_earliest`]: moment?.when.earliest, [`${what}_latest`]: moment?.when.latest}) as Readonly<
    Record<`${What}_earliest` | `${What}_latest`, string | undefined>
  >

function changeRows({history, locate}: Session, row: MakeRow): Row[] {
  const {timeline} = history
  const inOrder = history.events.toSorted((a, b) => a.entry - b.entry || a.id - b.id)
  return inOrder.map(event =>
    row('changes', {
      position: event.entry,
      release: timeline.entries[event.entry]?.name,
      ...rangeOf('happened', eventMoment(event, {timeline})),
      ...subjectOf(event.subject),
      event: event.kind,
      verb: event.verb,
      change_kind: event.change,
      detail: eventDetailOf(event),
      is_breaking: event.breaking,
      is_observed: event.seen === true,
      sunset_stated: event.sunset?.stated,
      replacement: event.replacement && formatSubject(event.replacement),
      ...placeOf(locate(event.place))
    })
  )
}

/**
 * A row for each period of support of a subject. Empty if the subject only changed, because then its periods aren't
 * known.
 */
function lifecycleRows(lifecycle: Lifecycle, session: Session, row: MakeRow, owners?: ApiOwners): Row[] {
  const {subject, tenures, statedStabilities} = lifecycle
  const {history} = session
  const nameOf = (moment: Moment | undefined): string | undefined =>
    moment?.entry === undefined ? undefined : history.timeline.entries[moment.entry]?.name
  return tenures.flatMap((tenure, period) => {
    const {introduced, announcements, sunset, endWithTarget} = tenure
    const [announced] = announcements
    const event = introduced?.event ?? announced?.event ?? tenure.end?.event
    const end = tenure.end ?? endWithTarget
    if (!event) return []
    const removed = end?.kind === 'removed' ? end.moment : end?.removal
    const isLatest = period === tenures.length - 1
    const [due] = isLatest ? dueOf(lifecycle, LAST_DAY, session) : []
    const naming = [tenure.end?.event, ...announcements.map(each => each.event).toReversed()]
    const replacement = naming.find(each => each?.replacement)?.replacement
    const usage = due && usageOf(lifecycle, history)
    return [
      row('lifecycles', {
        ...subjectOf(subject),
        period,
        stability: statedStabilities.at(-1)?.stability,
        introduced_release: nameOf(introduced?.moment),
        ...rangeOf('introduced', introduced?.moment),
        announced_release: nameOf(announced?.moment),
        ...rangeOf('announced', announced?.moment),
        ...rangeOf('sunset', sunset?.moment),
        removed_release: nameOf(removed),
        ...rangeOf('removed', removed),
        status: statusOf(tenure, history),
        due: due?.state,
        due_on: due?.day,
        replacement: replacement && formatSubject(replacement),
        due_owner: (due && owners?.of(subject).join(', ')) || undefined,
        callers: usage?.callers.length,
        calls: usage?.calls,
        covered: usage && Math.floor(usage.coverage * 100),
        ...placeOf(session.locate(event.place))
      })
    ]
  })
}

/** Who called a subject in the last days. `undefined` if that isn't known for any of them. */
function usageOf(lifecycle: Lifecycle, history: History): UsageInWindow | undefined {
  const {usage} = history.traffic?.recent(lifecycle, history) ?? {}
  return usage && usage.coverage > 0 ? usage : undefined
}

/**
 * The day up to which an announced removal counts as coming: every day in the future, because the reader of the facts
 * chooses how far to look ahead.
 */
const LAST_DAY = '9999-12-31'

function statusOf(tenure: Tenure, {timeline}: History): string {
  const {introduced, announcements} = tenure
  const isPending = (moment: Moment): boolean =>
    moment.entry !== undefined && timeline.entries[moment.entry]?.pending === true
  if (introduced && isPending(introduced.moment)) return 'coming'
  const end = reachedEnd(tenure)
  if (end) {
    const isRemoved = end.kind === 'removed' || (end.removal?.entry !== undefined && !isPending(end.removal))
    return isRemoved ? 'removed' : 'sunset'
  }
  return announcements.some(({moment}) => !isPending(moment)) ? 'deprecated' : 'available'
}

function judgmentRows({judgments, timeline}: Report, row: MakeRow): Row[] {
  return judgments.map(judgment => {
    const {event, announcement, length, replacement, clause, end} = judgment
    const position = entryOfEnd(judgment)
    const announced = announcement?.moment ?? (event.announced?.kind === 'at' ? event.announced.moment : undefined)
    return row('judgments', {
      position,
      release: position === undefined ? undefined : timeline.entries[position]?.name,
      ...rangeOf('ended', end),
      ...subjectOf(judgment.subject),
      kind: judgment.kind,
      event: event.verb,
      change_kind: event.change,
      verdict: judgment.verdict,
      exempt_by: judgment.exemptBy,
      stability: judgment.stability,
      policy_revision: clause.revision,
      clause: clause.pointer,
      required: length && formatLength(length),
      is_announced: announced !== undefined,
      ...rangeOf('announced', announced),
      missing: judgment.missing.map(each => formatMissingFacts([each], judgment)).join('; ') || null,
      covers: judgment.covers.length,
      replacement: replacement && formatSubject(replacement),
      ...placeOf(judgment.place)
    })
  })
}

/** Row of a finding, or of a reason that shares its subject and release. */
const findingRow = (
  {rule, level, verdict, message, remedy, fingerprint, place}: FindingReason,
  {entry = -1, release, subject}: Finding,
  entries: Timeline['entries'],
  row: MakeRow,
  reasonOf?: string
): Row =>
  row('findings', {
    // For an announced sunset, the release is that of the sunset, not of the announcement.
    position:
      entries[entry]?.name === release ? entries[entry]?.index : entries.find(({name}) => name === release)?.index,
    release,
    rule,
    level,
    verdict,
    ...(subject ? subjectOf(subject) : {}),
    message,
    remedy,
    fingerprint,
    reason_of: reasonOf,
    ...placeOf(place)
  })

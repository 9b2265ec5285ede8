import {countNoun, identityNoun} from '@tenure/core/languages/languages'
import type {Event} from '@tenure/core/model/lifecycle/event'
import {hasEnded, type Lifecycle, reachedEnd, type Tenure} from '@tenure/core/model/lifecycle/lifecycle'
import type {LocateSource, SourceLocation} from '@tenure/core/model/location'
import {formatSubject, lineageKey, type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import {type Moment, withoutAssumedDay} from '@tenure/core/model/time/timeline'
import {limitToSubjects} from '@tenure/core/outputs/changes/affected-operations'
import type {ChangeLine} from '@tenure/core/outputs/changes/change-line'
import {shortenComponentNames} from '@tenure/core/outputs/changes/changes-of-release'
import {groupChanges} from '@tenure/core/outputs/changes/group-changes'
import {
  areAllObserved,
  entryHeading,
  entryOf,
  existsAt,
  type HistoryPage,
  sinceTenure
} from '@tenure/core/outputs/changes/page-data'
import {mergeDeprecatedAdditions, releaseChanges} from '@tenure/core/outputs/changes/release-changes'
import {sayFirstEnd} from '@tenure/core/outputs/first-end'
import {toMarkdown} from '@tenure/core/outputs/markdown/markdown'
import {headingNode, listNode, paragraphNode, tableNode} from '@tenure/core/outputs/markdown/markdown-nodes'
import {codePiece, freeTextPiece, notePieces, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {earliestEndOfSupport} from '@tenure/core/policy/earliest-end-of-support'
import {possibleStabilities} from '@tenure/core/policy/notice/stability'
import {formatAtMoment, formatMoment} from '@tenure/core/text/format-values'
import {formatRemovedPeriods, NONE_RECORDED, OR_EARLIER, UNKNOWN_RELEASE} from '@tenure/core/text/page-strings'
import {entryHeadingPieces} from '@tenure/core/text/release-headings'
import {subjectPieces} from '@tenure/core/text/subject-phrase'
import type {RootContent} from 'mdast'
import {isPastSunset} from '../ends-of-support.ts'
import {findReplacement} from '../known-lifecycles.ts'
import {type ChangeListStyle, changeList} from '../release-notes/change-list.ts'
import {entryParagraphs} from '../release-notes/release-body.ts'

const STYLE: ChangeListStyle = {details: 'omitted', reach: false, pieces: pieces => pieces}

/**
 * Renders the lifecycle of one subject as Markdown: its state, and all its events, oldest first. With `locate`, each
 * change names its location in a file.
 */
export function renderLifecycle(lifecycle: Lifecycle, page: HistoryPage, locate?: LocateSource): string {
  const {timeline} = page.history
  const events = eventsAffecting(lifecycle, page)
  const entries = timeline.entries.filter(({index}) => events.some(({entry}) => entry === index))
  const kin = otherVersions(lifecycle, page)
  return toMarkdown([
    headingNode(1, ...subjectPieces(lifecycle.subject)),
    lifecycleTable(lifecycle, page),
    ...(kin.length === 0
      ? []
      : [paragraphNode(`Other versions of this ${countNoun([lifecycle.subject.target], 'endpoint')}:`), listNode(kin)]),
    headingNode(2, 'History'),
    ...(entries.length === 0 ? [paragraphNode('No changes are recorded.')] : []),
    ...entries.flatMap((entry): RootContent[] => {
      const own = events.filter(each => each.entry === entry.index)
      return [
        headingNode(3, ...entryHeadingPieces(entryHeading(entry))),
        ...entryParagraphs({...entry, note: ''}),
        ...entryChanges(own, lifecycle.subject, page, locate)
      ]
    })
  ])
}

/** Events of the subject, of prefixes that cover it, of its parts, of the schemas it uses, and of its former name. */
function eventsAffecting(life: Lifecycle, {history}: HistoryPage): Event[] {
  const {subject, events: own} = life
  const key = subjectKey(subject)
  const ids = new Set(own.map(({id}) => id))
  const reaches = (event: Event): boolean =>
    event.observed?.reaches.some(({operation}) => subjectKey({target: operation.target}) === key) ?? false
  const isPart = ({subject: {target, part}}: Event): boolean => part !== undefined && subjectKey({target}) === key
  // Observed changes of shared schemas before the subject was added or after it was removed don't affect it.
  const isUnrelated = (event: Event): boolean =>
    event.seen === true &&
    event.kind === 'changed' &&
    subjectKey({target: event.subject.target}) !== key &&
    !existsAt(life, event.entry)
  const isOldName = ({kind, counterpart, entry}: Event): boolean =>
    kind !== 'introduced' &&
    counterpart !== undefined &&
    subjectKey(counterpart) === key &&
    own.some(each => each.kind === 'introduced' && each.counterpart && each.entry === entry)
  return history.events.filter(
    event =>
      !isUnrelated(event) &&
      (ids.has(event.id) || isOldName(event) || (!subject.part && (isPart(event) || reaches(event))))
  )
}

function entryChanges(
  events: readonly Event[],
  subject: Subject,
  page: HistoryPage,
  locate: LocateSource | undefined
): RootContent[] {
  const news = mergeDeprecatedAdditions(releaseChanges(events, page)).map(each => limitToSubjects(each, [subject]))
  const lines = shortenComponentNames(groupChanges(news, page))
  const first = events.filter(
    event => areAllObserved([event]) && event.by !== undefined && event.by.after === undefined
  )
  const shown = first.length === 0 ? lines : lines.filter(({members: [{event}]}) => !first.includes(event))
  const there = first.some(({kind}) => kind === 'introduced')
  const marked = first.some(({kind}) => kind === 'deprecated')
  return [
    ...(there
      ? [paragraphNode(`It existed by then${marked ? ' and was deprecated' : ''}. Earlier descriptions were not read.`)]
      : []),
    ...changeList(
      shown.map(line => ({...(locate ? addLocation(line, locate) : line), group: 'breaking' as const})),
      STYLE
    )
  ]
}

/** Adds the source location to a line. */
function addLocation(line: ChangeLine, locate: LocateSource): ChangeLine {
  const [{event}] = line.members
  const {source, line: row, column} = locate(event.place) as SourceLocation
  const at = row === undefined ? source : `${source}:${row}:${column ?? 1}`
  const more = line.members.length > 1 ? ` and ${line.members.length - 1} more` : ''
  return {...line, pieces: [...line.pieces, ' – ', codePiece(at), more]}
}

/** The other versions of the same endpoint, each with its state. */
function otherVersions({subject}: Lifecycle, {history}: HistoryPage): TextPiece[][] {
  const lineage = subject.part ? undefined : lineageKey(subject.target)
  if (lineage === undefined) return []
  const others = history.lifecycles.filter(
    ({subject: other}) =>
      !other.part && lineageKey(other.target) === lineage && subjectKey(other) !== subjectKey(subject)
  )
  return others.map(({subject: other, tenures}): TextPiece[] => {
    const last = tenures.at(-1)
    const end = last && reachedEnd(last)
    return [
      codePiece(nameOf(other)),
      end ? `, ${isPastSunset(end) ? 'past its sunset' : 'removed'} ${atMoment(end.removal ?? end.moment)}` : ', served'
    ]
  })
}

const nameOf = (subject: Subject): string => formatSubject(subject)

/** Table with the state of a subject, its introduction, removed periods, and the dates of its latest tenure. */
function lifecycleTable(lifecycle: Lifecycle, page: HistoryPage): RootContent {
  const {history, policy} = page
  const tenure = lifecycle.tenures.at(-1)
  const first = sinceTenure(lifecycle)
  const stabilities = possibleStabilities(lifecycle.subject, policy, history)
  const rows: [string, TextPiece[]][] = [
    ['State', statePieces(tenure)],
    ['Stability', stabilities.flatMap((each, at): TextPiece[] => [...(at === 0 ? [] : [' or ']), codePiece(each)])],
    ['Introduced', first?.introduced ? introductionPieces(first.introduced) : [UNKNOWN_RELEASE]],
    ...removedPeriodRows(lifecycle),
    ...deprecationRows(tenure, page),
    ...supportRows(lifecycle, tenure, page),
    ...removalRows(lifecycle, tenure, page),
    ...replacementRows(lifecycle, tenure, page)
  ]
  return tableNode(
    ['', ''],
    rows.map(([name, pieces]) => [[name], pieces])
  )
}

const atMoment = (moment: Moment): string => formatAtMoment(withoutAssumedDay(moment))
const momentPieces = (moment: Moment): TextPiece[] => notePieces(formatMoment(withoutAssumedDay(moment)))

const introductionPieces = ({moment, event: {by}}: NonNullable<Tenure['introduced']>): TextPiece[] => [
  ...momentPieces(moment),
  ...(by && !moment.stated.endsWith(OR_EARLIER) ? [OR_EARLIER] : [])
]

/** Rows for periods between a removal and a restoration. */
const removedPeriodRows = ({tenures}: Lifecycle): [string, TextPiece[]][] =>
  tenures.flatMap(({end}, index): [string, TextPiece[]][] => {
    const back = tenures[index + 1]?.introduced?.moment
    return end && back
      ? [
          [
            'Not served',
            [formatRemovedPeriods([{removed: atMoment(end.removal ?? end.moment), restored: atMoment(back)}])]
          ]
        ]
      : []
  })

function statePieces(tenure: Tenure | undefined): TextPiece[] {
  if (!tenure) return [UNKNOWN_RELEASE]
  const reached = reachedEnd(tenure)
  if (reached) return [isPastSunset(reached) ? 'past its sunset' : 'removed']
  const {end, announcements} = tenure
  if (end) return ['served, removal planned']
  return [announcements.length > 0 ? 'deprecated, still served' : 'served']
}

function deprecationRows(tenure: Tenure | undefined, page: HistoryPage): [string, TextPiece[]][] {
  const [first] = tenure?.announcements ?? []
  if (!first)
    return tenure && hasEnded(tenure) ? [['Deprecated', [page.history.complete ? 'never' : NONE_RECORDED]]] : []
  const source = first.event.via ?? entryOf(page, first.event)?.via
  const via: TextPiece[] = source === undefined ? [] : [', announced in ', freeTextPiece(source)]
  return [['Deprecated', [...momentPieces(first.moment), ...via]]]
}

function supportRows(
  lifecycle: Lifecycle,
  tenure: Tenure | undefined,
  {history, policy, isPolicyAssumed: assumed}: HistoryPage
): [string, TextPiece[]][] {
  const sunset: [string, TextPiece[]][] = tenure?.sunset ? [['Sunset', momentPieces(tenure.sunset.moment)]] : []
  if (assumed || (tenure && hasEnded(tenure))) return sunset
  const earliest = sayFirstEnd(earliestEndOfSupport(lifecycle, policy, history), lifecycle)
  return [...sunset, ['Earliest end of support', notePieces(`${earliest} (policy: ${policy.name})`)]]
}

function removalRows(
  {subject}: Lifecycle,
  tenure: Tenure | undefined,
  {endJudgment: verdictOn, isPolicyAssumed}: HistoryPage
): [string, TextPiece[]][] {
  const end = tenure?.end
  if (!end) return []
  // The verdict on what isn't released yet is that of a release today.
  const verdict = isPolicyAssumed || end.moment.isOpen ? undefined : verdictOn(subject, end.event)?.verdict
  return [
    isPastSunset(end)
      ? ['Removed', ['not recorded']]
      : [end.pending ? 'To be removed' : 'Removed', momentPieces(end.removal ?? end.moment)],
    ...(verdict === undefined ? [] : [['Verdict', [verdict]] satisfies [string, TextPiece[]]])
  ]
}

function replacementRows(
  lifecycle: Lifecycle,
  tenure: Tenure | undefined,
  {endJudgment: verdictOn, history}: HistoryPage
): [string, TextPiece[]][] {
  const judged = tenure?.end && verdictOn(lifecycle.subject, tenure.end.event)
  const found = findReplacement(lifecycle, tenure, judged, history)
  return found
    ? [
        [
          'Replacement',
          [
            ...subjectPieces(found.subject),
            ...(found.isGuess ? [` (inferred from the ${identityNoun(found.subject.target)})`] : [])
          ]
        ]
      ]
    : []
}

import type {RootContent} from 'mdast'
import type {Lifecycle, Tenure} from '../../model/lifecycle/lifecycle.ts'
import type {Moment} from '../../model/time/timeline.ts'
import {earliestEndOfSupport} from '../../policy/earliest-end-of-support.ts'
import {missingConditions} from '../../policy/notice/end-of-support-constraint.ts'
import {possibleStabilities} from '../../policy/notice/stability.ts'
import {formatAtMoment, formatMissingFacts, formatMoment, formatNeededFacts} from '../../text/format-values.ts'
import {formatRemovedPeriods, OR_EARLIER} from '../../text/page-strings.ts'
import {subjectPieces} from '../../text/subject-phrase.ts'
import {codePiece, freeTextPiece, notePieces, type TextPiece} from '../../text/text-pieces.ts'
import {tableNode} from '../markdown/markdown-nodes.ts'
import {entryOf, type HistoryPage, sinceTenure} from '../page-data.ts'
import {findReplacement} from '../release-notes/replacement-text.ts'

/** Table with the state of a subject, its introduction, removed periods, and the dates of its latest tenure. */
export function lifecycleTable(lifecycle: Lifecycle, page: HistoryPage): RootContent {
  const {history, policy} = page
  const tenure = lifecycle.tenures.at(-1)
  const first = sinceTenure(lifecycle)
  const stabilities = possibleStabilities(lifecycle.subject, policy, history)
  const rows: [string, TextPiece[]][] = [
    ['State', statePieces(tenure)],
    ['Stability', stabilities.flatMap((each, at): TextPiece[] => [...(at === 0 ? [] : [' or ']), codePiece(each)])],
    ['Introduced', first?.introduced ? introductionPieces(first.introduced) : ['not known']],
    ...removedPeriodRows(lifecycle),
    ...deprecationRows(tenure, page),
    ...supportRows(lifecycle, tenure, page),
    ...removalRows(lifecycle, tenure, page),
    ...replacementRows(lifecycle, tenure, page)
  ]
  return tableNode(
    ['', ''],
    rows.map(([name, said]) => [[name], said])
  )
}

const momentPieces = (moment: Moment): TextPiece[] => [formatMoment(moment)]

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
            'Away',
            [formatRemovedPeriods([{gone: formatAtMoment(end.removal ?? end.moment), back: formatAtMoment(back)}])]
          ]
        ]
      : []
  })

function statePieces(tenure: Tenure | undefined): TextPiece[] {
  if (!tenure) return ['not known']
  const {end, announcements} = tenure
  if (end && !end.pending) return [end.kind === 'sunset' && !end.removal ? 'past its promised end' : 'removed']
  if (end) return ['served, its removal is coming']
  return [announcements.length > 0 ? 'served, and deprecated' : 'served']
}

function deprecationRows(tenure: Tenure | undefined, page: HistoryPage): [string, TextPiece[]][] {
  const [first] = tenure?.announcements ?? []
  if (!first) return tenure?.end && !tenure.end.pending ? [['Deprecated', ['never on record']]] : []
  const said = first.event.via ?? entryOf(page, first.event)?.via
  const via: TextPiece[] = said === undefined ? [] : [', said in ', freeTextPiece(said)]
  return [['Deprecated', [...momentPieces(first.moment), ...via]]]
}

function supportRows(
  lifecycle: Lifecycle,
  tenure: Tenure | undefined,
  {history, policy, isPolicyAssumed: assumed}: HistoryPage
): [string, TextPiece[]][] {
  const promised: [string, TextPiece[]][] = tenure?.sunset ? [['Promised end', momentPieces(tenure.sunset.moment)]] : []
  if (tenure?.end && !tenure.end.pending) return promised
  const {kind, day, earlier, missing, bounds} = earliestEndOfSupport(lifecycle, policy, history)
  const by = assumed ? ` (by ${policy.name}, for no policy is declared)` : ` (by ${policy.name})`
  const said = kind === 'any' ? 'any day' : kind === 'never' ? 'never' : (day ?? `needs ${formatMissingFacts(missing)}`)
  // The date depends on today only if the notice would start today.
  const decides = bounds.find(bound => bound.day === day)
  const clock = decides?.waitsFor ? 'its clock started' : 'it were announced'
  const now = decides?.assumed ? `, if ${clock} today, ${history.timeline.asOf}` : ''
  const doubt = earlier ? `; whether it may end earlier needs ${formatMissingFacts(earlier.missing)}` : ''
  const sure = earlier ? ' in any case' : ''
  const needed = formatNeededFacts(missingConditions(bounds))
  const text = kind === 'day' ? `${said}${sure}${now}${needed}${by}${doubt}` : `${said}${by}`
  return [...promised, ['Earliest lawful end', notePieces(text)]]
}

function removalRows(
  {subject}: Lifecycle,
  tenure: Tenure | undefined,
  {endJudgement: verdictOn}: HistoryPage
): [string, TextPiece[]][] {
  const end = tenure?.end
  if (!end) return []
  const verdict = verdictOn(subject, end.event)?.verdict
  const said = verdict === undefined ? [] : [`; the promise: ${verdict}`]
  return [[end.pending ? 'To be removed' : 'Ended', [...momentPieces(end.removal ?? end.moment), ...said]]]
}

function replacementRows(
  lifecycle: Lifecycle,
  tenure: Tenure | undefined,
  {endJudgement: verdictOn, history}: HistoryPage
): [string, TextPiece[]][] {
  const judged = tenure?.end && verdictOn(lifecycle.subject, tenure.end.event)
  const found = findReplacement(lifecycle, tenure, judged, history)
  return found
    ? [['Use instead', [...subjectPieces(found.subject), ...(found.isGuess ? [' (as its path suggests)'] : [])]]]
    : []
}

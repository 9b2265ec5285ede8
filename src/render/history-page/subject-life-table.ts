import type {RootContent} from 'mdast'
import type {Lifecycle, Tenure} from '../../model/lifecycle/lifecycle.ts'
import type {Moment} from '../../model/time/timeline.ts'
import {earliestLawfulEnd} from '../../policy/earliest-end-of-support.ts'
import {neededFor} from '../../policy/notice/end-of-support-constraint.ts'
import {possibleStabilities} from '../../policy/notice/stability.ts'
import {sayAt, sayMissing, sayMoment, sayNeeded} from '../../text/format-values.ts'
import {OR_EARLIER, sayTimesAway} from '../../text/page-strings.ts'
import {piecesOfSubject} from '../../text/subject-phrase.ts'
import {codeOf, freeOf, type Piece, piecesOfNote} from '../../text/text-pieces.ts'
import {table} from '../markdown/markdown-nodes.ts'
import {entryOf, firstTenure, type Page} from '../page-data.ts'
import {insteadIn} from '../release-notes/replacement-text.ts'

/** Table with the state of a subject, its introduction, removed periods, and the dates of its latest tenure. */
export function lifeTable(lifecycle: Lifecycle, page: Page): RootContent {
  const {history, policy} = page
  const tenure = lifecycle.tenures.at(-1)
  const first = firstTenure(lifecycle)
  const stabilities = possibleStabilities(lifecycle.subject, policy, history)
  const rows: [string, Piece[]][] = [
    ['State', statePieces(tenure)],
    ['Stability', stabilities.flatMap((each, at): Piece[] => [...(at === 0 ? [] : [' or ']), codeOf(each)])],
    ['Introduced', first?.introduced ? introductionPieces(first.introduced) : ['not known']],
    ...removedPeriodRows(lifecycle),
    ...deprecationRows(tenure, page),
    ...supportRows(lifecycle, tenure, page),
    ...removalRows(lifecycle, tenure, page),
    ...replacementRows(lifecycle, tenure, page)
  ]
  return table(
    ['', ''],
    rows.map(([name, said]) => [[name], said])
  )
}

const momentPieces = (moment: Moment): Piece[] => [sayMoment(moment)]

const introductionPieces = ({moment, event: {by}}: NonNullable<Tenure['introduced']>): Piece[] => [
  ...momentPieces(moment),
  ...(by && !moment.stated.endsWith(OR_EARLIER) ? [OR_EARLIER] : [])
]

/** Rows for periods between a removal and a restoration. */
const removedPeriodRows = ({tenures}: Lifecycle): [string, Piece[]][] =>
  tenures.flatMap(({end}, index): [string, Piece[]][] => {
    const back = tenures[index + 1]?.introduced?.moment
    return end && back ? [['Away', [sayTimesAway([{gone: sayAt(end.removal ?? end.moment), back: sayAt(back)}])]]] : []
  })

function statePieces(tenure: Tenure | undefined): Piece[] {
  if (!tenure) return ['not known']
  const {end, announcements: said} = tenure
  if (end && !end.pending) return [end.kind === 'sunset' && !end.removal ? 'past its promised end' : 'removed']
  if (end) return ['served, its removal is coming']
  return [said.length > 0 ? 'served, and deprecated' : 'served']
}

function deprecationRows(tenure: Tenure | undefined, page: Page): [string, Piece[]][] {
  const [first] = tenure?.announcements ?? []
  if (!first) return tenure?.end && !tenure.end.pending ? [['Deprecated', ['never on record']]] : []
  const said = first.event.via ?? entryOf(page, first.event)?.via
  const via: Piece[] = said === undefined ? [] : [', said in ', freeOf(said)]
  return [['Deprecated', [...momentPieces(first.moment), ...via]]]
}

function supportRows(
  lifecycle: Lifecycle,
  tenure: Tenure | undefined,
  {history, policy, assumed}: Page
): [string, Piece[]][] {
  const promised: [string, Piece[]][] = tenure?.sunset ? [['Promised end', momentPieces(tenure.sunset.moment)]] : []
  if (tenure?.end && !tenure.end.pending) return promised
  const {kind, day, earlier, missing, bounds} = earliestLawfulEnd(lifecycle, policy, history)
  const by = assumed ? ` (by ${policy.name}, for no policy is declared)` : ` (by ${policy.name})`
  const said = kind === 'any' ? 'any day' : kind === 'never' ? 'never' : (day ?? `needs ${sayMissing(missing)}`)
  // The date depends on today only if the notice would start today.
  const decides = bounds.find(bound => bound.day === day)
  const clock = decides?.waitsFor ? 'its clock started' : 'it were announced'
  const now = decides?.assumed ? `, if ${clock} today, ${history.timeline.asOf}` : ''
  const doubt = earlier ? `; whether it may end earlier needs ${sayMissing(earlier.missing)}` : ''
  const sure = earlier ? ' in any case' : ''
  const needed = sayNeeded(neededFor(bounds))
  const text = kind === 'day' ? `${said}${sure}${now}${needed}${by}${doubt}` : `${said}${by}`
  return [...promised, ['Earliest lawful end', piecesOfNote(text)]]
}

function removalRows({subject}: Lifecycle, tenure: Tenure | undefined, {verdictOn}: Page): [string, Piece[]][] {
  const end = tenure?.end
  if (!end) return []
  const verdict = verdictOn(subject, end.event)?.verdict
  const said = verdict === undefined ? [] : [`; the promise: ${verdict}`]
  return [[end.pending ? 'To be removed' : 'Ended', [...momentPieces(end.removal ?? end.moment), ...said]]]
}

function replacementRows(
  lifecycle: Lifecycle,
  tenure: Tenure | undefined,
  {verdictOn, history}: Page
): [string, Piece[]][] {
  const judged = tenure?.end && verdictOn(lifecycle.subject, tenure.end.event)
  const found = insteadIn(lifecycle, tenure, judged, history)
  return found
    ? [['Use instead', [...piecesOfSubject(found.subject), ...(found.isGuess ? [' (as its path suggests)'] : [])]]]
    : []
}

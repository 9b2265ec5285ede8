import {oldLocation} from '../../../languages/kinds.ts'
import type {Change} from '../../../model/api/change.ts'
import {defined} from '../../../model/defined.ts'
import type {Finding, Level} from '../../../model/verdict/finding.ts'
import type {JudgedChange} from '../../../model/verdict/judged-change.ts'
import {judgedPieces, judgedWitnesses} from '../../../text/changes/forward.ts'
import {formatPieces} from '../../../text/changes/sentences.ts'
import {affectedOperationNames, formatSplitVerdict, verdictReasons} from '../../../text/changes/verdict-reasons.ts'
import {capitalize, formatFew} from '../../../text/format-values.ts'
import {foldByCause, sayLikeIt} from '../../../text/problem-causes.ts'
import {
  type DiffReport,
  isBreaking,
  isNotAllowed,
  judgedFingerprint,
  missingParts,
  sayUndecided,
  sayUnusedComponents,
  sortChanges
} from '../diff-report.ts'
import {type Report, summarize} from '../report.ts'
import {sayPlace} from '../report-text.ts'

/**
 * Report of a comparison. Its findings are all changes that aren't compatible, made when a format asks for them. `more`
 * is what the comparison itself doesn't know.
 */
export function reportOfDiff(diff: DiffReport, more: Pick<Report, 'version'> = {}): Report {
  const {asOf, policy, assumed, new: newer} = diff
  const reported = diff.judged.filter(isReported)
  let findings: readonly Finding[] | undefined
  const [unread] = missingParts(diff)
  return {
    command: 'diff',
    asOf,
    policy,
    assumed,
    source: defined({
      kind: 'description',
      path: newer.source,
      partial: unread !== undefined,
      unread: unread?.place.source,
      unreadAt: unread?.place
    }),
    service: newer.title ?? newer.source,
    timeline: {entries: [], asOf},
    judgments: [],
    get findings() {
      findings ??= sortChanges(reported).map(each => findingOf(each, diff))
      return findings
    },
    summary: {...summarize([], []), notes: reported.length},
    remarks: [...diff.remarks, ...sayParts(diff)],
    ...more,
    diff
  }
}

/** Whether a change is a finding: it isn't compatible, or it breaks clients and is allowed. */
const isReported = (judged: JudgedChange): boolean => judged.verdict !== 'compliant' || isBreaking(judged)

/** Level of a change: errors are what fails `diff --fail-on violation`. */
const levelOf = (judged: JudgedChange): Level =>
  isNotAllowed(judged) ? 'error' : judged.verdict === 'undetermined' ? 'warning' : 'info'

function findingOf(judged: JudgedChange, diff: DiffReport): Finding {
  const {change, verdict, rulings} = judged
  const [lead] = rulings
  const {where} = change
  const message = formatPieces(judgedPieces(judged))
  const place = where.new ?? where.missingFrom ?? where.old ?? {source: diff.new.source}
  const old = oldLocation(change)
  const remedy = sayUndecided([judged], 'for all changes of this kind')
  return {
    rule: change.kind,
    level: levelOf(judged),
    verdict,
    message,
    details: [
      ...judgedWitnesses(judged).map(formatPieces),
      ...verdictReasons(judged).map(each => `${capitalize(each)}.`),
      ...sayAffected(change, message),
      ...[formatSplitVerdict(judged)].flatMap(each => (each === undefined ? [] : [`${capitalize(each)}.`]))
    ],
    ...defined({remedy}),
    place,
    missing: lead.missing,
    evidence: old && old !== place ? [{text: 'Was', place: old}] : [],
    fingerprint: judgedFingerprint(judged),
    subject: change.subject,
    clause: lead.clause,
    ...(judged.forward ? {direction: 'forward' as const} : {}),
    covers: [],
    reasons: []
  }
}

const MAX_OPERATIONS = 5

/** `Affected: `GET /v1/loans` and 3 more.` Empty if the sentence names them all. */
function sayAffected({reaches, component}: Change, sentence: string): string[] {
  const names = affectedOperationNames(reaches)
  if (names.length < 2 && component === undefined) return []
  if (names.every(name => sentence.includes(`\`${name}\``))) return []
  return [
    `Affected: ${formatFew(
      names.map(name => `\`${name}\``),
      MAX_OPERATIONS
    )}.`
  ]
}

/** Parts that couldn't be read, and changed components that no operation uses. */
const sayParts = (diff: DiffReport): string[] => {
  const unused = sayUnusedComponents(diff)
  return [
    ...foldByCause(missingParts(diff)).map(
      ({problem: {message, place}, others}) => `Not read: ${sayPlace(place)}: ${message}${sayLikeIt(others)}`
    ),
    ...(unused === undefined ? [] : [`${unused}.`])
  ]
}

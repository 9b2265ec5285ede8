import type {Change} from '../../model/api/change.ts'
import {type Direction, formatSubject, type Subject} from '../../model/subject/subject.ts'
import type {ChangeRuling, JudgedChange, VerdictBasis} from '../../model/verdict/judged-change.ts'
import type {Verdict} from '../../model/verdict/judgment.ts'
import {formatCount, formatLength, formatList} from '../format-values.ts'
import {formatMissingFacts} from '../missing-facts.ts'

const requiredLength = ({length}: ChangeRuling): string =>
  length === undefined ? '' : ` (the policy requires ${formatLength(length)})`
const forStability = ({stability}: ChangeRuling): string => (stability === undefined ? '' : ` for \`${stability}\``)

/** Picks the text for a violation, for an undetermined verdict, or for compliance. */
const byVerdict =
  (violation: string, open: string, compliant: string) =>
  (ruling: ChangeRuling): string =>
    `${ruling.verdict === 'violation' ? violation : ruling.verdict === 'compliant' ? compliant : open}${requiredLength(ruling)}`

/** A change can have several subjects, so no reason says `it`. */
const GROUNDS = {
  compatible: () => 'compatible by policy',
  proven: () => 'compatible: every value that was valid still is',
  'no-requirement': ruling => `the policy guarantees nothing${forStability(ruling)}`,
  allowed: ruling => `the policy allows breaking changes${forStability(ruling)}`,
  forbidden: ruling => `the policy doesn't allow breaking changes${forStability(ruling)}`,
  review: () => 'needs review: whether this breaks clients depends on how they use it',
  unproven: () => "whether it breaks clients isn't proven",
  unannounced: ruling => `no deprecation came first${requiredLength(ruling)}`,
  notice: byVerdict(
    'the notice was too short',
    "whether the notice was long enough isn't known",
    'the notice was long enough'
  ),
  lifetime: byVerdict(
    'the support was too short',
    "whether the support was long enough isn't known",
    'the support was long enough'
  ),
  overlap: byVerdict(
    'the successor was available for too short a time',
    "whether the successor was available long enough isn't known",
    'the successor was available long enough'
  ),
  sunset: byVerdict(
    'the removal comes before the sunset date',
    "whether the sunset date was reached isn't known",
    'the sunset date was reached'
  ),
  window: byVerdict(
    "the policy doesn't allow removals at that time",
    "whether the policy allows a removal at that time isn't known",
    'the policy allows removals at that time'
  ),
  condition: byVerdict(
    "a condition for the removal isn't met",
    "whether the condition for the removal is met isn't known",
    'the condition for the removal is met'
  ),
  successor: byVerdict('there is no successor', "whether there is a successor isn't known", 'there is a successor'),
  forward: byVerdict(
    'clients of the newer version must work with servers of the older one',
    "what servers of the older version do then isn't described",
    'clients of the newer version work with servers of the older one'
  ),
  open: () => 'what the policy requires depends on missing facts'
} as const satisfies Record<VerdictBasis, (ruling: ChangeRuling) => string>

const MOST_FACTS = 3

/** Reason for a verdict, and the missing facts that would decide it. `about` is the change that the sentence names. */
export function formatVerdictReason(ruling: ChangeRuling, about?: Pick<Change, 'subject'>): string {
  const isAsked = ruling.ground === 'review' || ruling.ground === 'unproven'
  const missing = ruling.missing.filter(({fact}) => !(isAsked && fact === 'breaking'))
  const said = missing.slice(0, MOST_FACTS).map(each => formatMissingFacts([each], about))
  const rest = missing.length - said.length
  const facts = rest > 0 ? `${said.join(', ')}, and ${rest} more` : formatMissingFacts(missing, about)
  return `${GROUNDS[ruling.ground](ruling)}${facts === '' ? '' : `; missing: ${facts}`}`
}

/** Reasons that aren't printed: a change that can't break clients needs no explanation. */
const HARMLESS: ReadonlySet<VerdictBasis> = new Set(['compatible', 'proven'])
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reasons for the verdict on a change, without duplicates. Also lists why a breaking change is allowed. */
export function verdictReasons({change, verdict, rulings}: JudgedChange): string[] {
  const {announced, proofs} = change
  // The sentence of a change that breaks new clients says why.
  const isSaid = ({ground}: ChangeRuling): boolean => ground === 'forward' && verdict === 'violation'
  const deciding = rulings.filter(each => each.verdict === verdict && !HARMLESS.has(each.ground) && !isSaid(each))
  const days = [
    ...(announced?.since !== undefined && DAY.test(announced.since) ? [`deprecated since \`${announced.since}\``] : []),
    ...(announced?.sunset !== undefined && DAY.test(announced.sunset) ? [`sunset \`${announced.sunset}\``] : [])
  ]
  const said = deciding.map(ruling => {
    const {ground, reaches} = ruling
    const more =
      ground === 'unproven'
        ? inconclusiveReasons({reaches, proofs})
        : verdict === 'compliant' && ground === 'notice'
          ? days
          : []
    const reason = formatVerdictReason(ruling, change)
    return more.length > 0 ? `${reason}: ${ground === 'unproven' ? formatList(more) : more.join(', ')}` : reason
  })
  return [...new Set(said)]
}

/** Reasons why the proof was inconclusive, on the sides that the change affects. */
export function inconclusiveReasons({reaches, proofs}: Pick<Change, 'reaches' | 'proofs'>): string[] {
  const sides = new Set<Direction>(reaches.length > 0 ? reaches.map(({side}) => side) : ['request', 'response'])
  const found = [...sides].map(side => proofs[side])
  return [...new Set(found.flatMap(proof => (proof?.is === 'undetermined' ? [proof.why] : [])))]
}

const VERDICTS = {
  violation: 'not allowed',
  undetermined: 'undetermined',
  exempt: 'exempt',
  compliant: 'allowed'
} as const satisfies Record<Verdict, string>

/** Word for a ruling on a change. What can't break clients is called compatible. */
const sayVerdict = ({verdict, ground}: ChangeRuling): string =>
  HARMLESS.has(ground) ? 'compatible' : VERDICTS[verdict]

/** The operations that a change affects, without duplicates, in order. */
export function affectedOperationNames(reaches: Change['reaches']): string[] {
  // Fast path: thousands of changes can affect the same thousand operations, which appear consecutively.
  const found = new Set<string>()
  let last: Subject | undefined
  for (const {operation} of reaches) {
    if (operation !== last) found.add(operationName(operation))
    last = operation
  }
  return [...found]
}

const names = new WeakMap<Subject, string>()

/** Name of an operation. Cached, because thousands of changes can affect the same operation. */
export function operationName(subject: Subject): string {
  let name = names.get(subject)
  if (name === undefined) {
    name = formatSubject(subject)
    names.set(subject, name)
  }
  return name
}

/**
 * `not allowed (ga) for 3 operations and exempt (beta) for 2`. `undefined` if all operations have the same ruling or
 * all are allowed.
 */
export function formatSplitVerdict({rulings}: JudgedChange): string | undefined {
  if (rulings.length < 2 || rulings.every(({verdict}) => verdict === 'compliant')) return undefined
  const parts = rulings.map((ruling, index) => {
    const {stability, reaches} = ruling
    const {length} = affectedOperationNames(reaches)
    const operations = index === 0 ? formatCount(length, 'operation') : String(length)
    // Prints what differs: the stability, or the side if the stability is the same.
    const isAlike = rulings.some(other => other !== ruling && other.stability === stability)
    const sides = new Set(reaches.map(({side}) => side))
    const where = isAlike && sides.size === 1 ? [`in the ${reaches[0]?.side}`] : []
    const details = [...(stability === undefined ? [] : [stability]), ...where].join(', ')
    return `${sayVerdict(ruling)}${details === '' ? '' : ` (${details})`} for ${operations}`
  })
  return formatList(parts, 'and')
}

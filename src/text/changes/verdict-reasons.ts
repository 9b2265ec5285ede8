import {type Change, PROPERTY_NAME_KINDS, type Proof} from '../../model/api/change.ts'
import {type Direction, formatSubject, type Subject} from '../../model/subject/subject.ts'
import type {ChangeRuling, JudgedChange, VerdictBasis} from '../../model/verdict/judged-change.ts'
import type {Verdict} from '../../model/verdict/judgement.ts'
import {formatCount, formatLength, formatList, formatMissingFacts} from '../format-values.ts'

const promisedLength = ({length}: ChangeRuling): string =>
  length === undefined ? '' : `, ${formatLength(length)} promised`
const toStability = ({stability}: ChangeRuling): string => (stability === undefined ? '' : ` to \`${stability}\``)

/** Picks the text for a violation, for an undetermined verdict, or for compliance. */
const byVerdict =
  (violation: string, open: string, compliant: string) =>
  (ruling: ChangeRuling): string =>
    `${ruling.verdict === 'violation' ? violation : ruling.verdict === 'compliant' ? compliant : open}${promisedLength(ruling)}`

const GROUNDS = {
  compatible: () => 'breaks nothing, as the policy sees it',
  proven: () => 'breaks nothing: whatever was fine still is',
  'no-requirement': ruling => `nothing is promised${toStability(ruling)}`,
  allowed: ruling => `breaking changes are allowed${toStability(ruling)}`,
  forbidden: ({stability}) =>
    `breaking changes are forbidden while it is supported${stability === undefined ? '' : ` (\`${stability}\`)`}`,
  review: () => 'only its author can say whether it breaks',
  unproven: () => 'whether it breaks could not be shown',
  unannounced: ruling => `its end was not announced${promisedLength(ruling)}`,
  notice: byVerdict(
    'the notice is too short',
    'whether the notice is long enough is not known',
    'its end was announced in time'
  ),
  lifetime: byVerdict(
    'it ends too early in its life',
    'whether it lived long enough is not known',
    'it lived as long as it had to'
  ),
  overlap: byVerdict(
    'it ends too soon after its successor came',
    'whether its successor was there long enough is not known',
    'its successor was there long enough'
  ),
  sunset: byVerdict('it ends before its sunset', 'whether its sunset has come is not known', 'its sunset has come'),
  window: byVerdict('the policy does not let it end then', 'whether it may end then is not known', 'it may end then'),
  gate: byVerdict(
    'a condition of its end is not met',
    'whether the condition of its end is met is not known',
    'the condition of its end is met'
  ),
  successor: byVerdict('it has no successor', 'whether it has a successor is not known', 'it has a successor'),
  open: () => 'what is promised depends on facts that are not known'
} as const satisfies Record<VerdictBasis, (ruling: ChangeRuling) => string>

const MOST_FACTS = 3

/** Reason for a verdict, and the missing facts that would decide it. */
export function formatVerdictReason(ruling: ChangeRuling): string {
  const isAsked = ruling.ground === 'review' || ruling.ground === 'unproven'
  const missing = ruling.missing.filter(({fact}) => !(isAsked && fact === 'breaking'))
  const said = missing.slice(0, MOST_FACTS).map(each => formatMissingFacts([each]))
  const rest = missing.length - said.length
  const facts = rest > 0 ? formatList([...said, `${rest} more`]) : formatMissingFacts(missing)
  return `${GROUNDS[ruling.ground](ruling)}${facts === '' ? '' : `; not known: ${facts}`}`
}

/** Reasons that aren't printed: a change that can't break clients needs no explanation. */
const HARMLESS: ReadonlySet<VerdictBasis> = new Set(['compatible', 'proven'])
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reasons for the verdict on a change, without duplicates. Also lists why a breaking change is allowed. */
export function verdictReasons({change: {announced, proofs}, verdict, rulings}: JudgedChange): string[] {
  const deciding = rulings.filter(each => each.verdict === verdict && !HARMLESS.has(each.ground))
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
    return more.length > 0 ? `${formatVerdictReason(ruling)} (${more.join(', ')})` : formatVerdictReason(ruling)
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
  violation: 'breaking',
  undetermined: 'undetermined',
  exempt: 'exempt',
  compliant: 'compatible'
} as const satisfies Record<Verdict, string>

/** Word for a verdict on a change; compliant changes are called compatible. */
const sayVerdict = (verdict: Verdict): string => VERDICTS[verdict]

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
 * `breaking (ga) for 3 operations and exempt (beta) for 2`. `undefined` if all operations have the same ruling or all
 * are compatible.
 */
export function formatSplitVerdict({rulings}: JudgedChange): string | undefined {
  if (rulings.length < 2 || rulings.every(({verdict}) => verdict === 'compliant')) return undefined
  const parts = rulings.map((ruling, index) => {
    const {verdict, stability, reaches} = ruling
    const {length} = affectedOperationNames(reaches)
    const operations = index === 0 ? formatCount(length, 'operation') : String(length)
    // Prints what differs: the stability, or the side if the stability is the same.
    const isAlike = rulings.some(other => other !== ruling && other.stability === stability)
    const sides = new Set(reaches.map(({side}) => side))
    const where = isAlike && sides.size === 1 ? [`in the ${reaches[0]?.side}`] : []
    const details = [...(stability === undefined ? [] : [stability]), ...where].join(', ')
    return `${sayVerdict(verdict)}${details === '' ? '' : ` (${details})`} for ${operations}`
  })
  return formatList(parts, 'and')
}

/** A counterexample: a value, and where an operation sends or receives it. */
export interface LocatedWitness {
  readonly side: Direction
  readonly value: unknown
  /** Location of the value: `response 200 application/json, [].status`. */
  readonly where: string
}

/** Counterexamples of a change, one for each side that breaks. */
export function witnessesOf(change: Change): LocatedWitness[] {
  return (['request', 'response'] as const).flatMap((side): LocatedWitness[] => {
    const proof: Proof | undefined = change.proofs[side]
    if (proof?.is !== 'breaks') return []
    const affected = change.reaches.filter(each => each.side === side)
    const reach = affected.find(({at}) => at !== undefined) ?? affected[0]
    const at =
      proof.at === ''
        ? containerPath(change, reach?.at ?? '')
        : joinPaths(parentPath(change, reach?.at ?? ''), proof.at)
    const operation = reach && change.component !== undefined ? formatSubject(reach.operation) : undefined
    const where = [operation, reach?.part, at].filter(each => each !== undefined && each !== '').join(', ')
    return [{side, value: proof.witness, where}]
  })
}

function containerPath({kind, about}: Change, path: string): string {
  if (!PROPERTY_NAME_KINDS.has(kind) || about === undefined) return path
  return path === about ? '' : path.endsWith(`.${about}`) ? path.slice(0, -about.length - 1) : path
}

/** The path above the change, up to the root of the component or operation. */
const parentPath = ({at}: Change, path: string): string =>
  path.endsWith(at) ? path.slice(0, path.length - at.length) : ''

function joinPaths(above: string, below: string): string {
  const path = above.replace(/\.$/, '')
  if (path === '' || below === '') return `${path}${below}`
  return below.startsWith('[') || below.startsWith('{') ? `${path}${below}` : `${path}.${below}`
}

export const WITNESS_WORDS = {
  request: 'was accepted, is refused now',
  response: 'could not be sent before, may be now'
} as const satisfies Record<Direction, string>

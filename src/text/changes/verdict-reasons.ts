import {type Change, NAMING_KINDS, type Proof} from '../../model/api/change.ts'
import {type Direction, formatSubject, type Subject} from '../../model/subject/subject.ts'
import type {Ground, JudgedChange, Ruling} from '../../model/verdict/judged-change.ts'
import type {Verdict} from '../../model/verdict/judgement.ts'
import {count, sayLength, sayList, sayMissing} from '../format-values.ts'

const promised = ({length}: Ruling): string => (length === undefined ? '' : `, ${sayLength(length)} promised`)
const to = ({stability}: Ruling): string => (stability === undefined ? '' : ` to \`${stability}\``)

/** Other words for what is broken, for what is not known to be, and for what is as promised. */
const either =
  (broken: string, open: string, kept: string) =>
  (ruling: Ruling): string =>
    `${ruling.verdict === 'broken' ? broken : ruling.verdict === 'kept' ? kept : open}${promised(ruling)}`

const GROUNDS = {
  tolerated: () => 'breaks nothing, as the policy sees it',
  proven: () => 'breaks nothing: whatever was fine still is',
  'nothing-promised': ruling => `nothing is promised${to(ruling)}`,
  allowed: ruling => `breaking changes are allowed${to(ruling)}`,
  forbidden: ({stability}) =>
    `breaking changes are forbidden while it is supported${stability === undefined ? '' : ` (\`${stability}\`)`}`,
  asked: () => 'only its author can say whether it breaks',
  unproven: () => 'whether it breaks could not be shown',
  unannounced: ruling => `its end was not announced${promised(ruling)}`,
  notice: either(
    'the notice is too short',
    'whether the notice is long enough is not known',
    'its end was announced in time'
  ),
  lifetime: either(
    'it ends too early in its life',
    'whether it lived long enough is not known',
    'it lived as long as it had to'
  ),
  overlap: either(
    'it ends too soon after its successor came',
    'whether its successor was there long enough is not known',
    'its successor was there long enough'
  ),
  sunset: either('it ends before its sunset', 'whether its sunset has come is not known', 'its sunset has come'),
  window: either('the policy does not let it end then', 'whether it may end then is not known', 'it may end then'),
  gate: either(
    'a condition of its end is not met',
    'whether the condition of its end is met is not known',
    'the condition of its end is met'
  ),
  successor: either('it has no successor', 'whether it has a successor is not known', 'it has a successor'),
  open: () => 'what is promised depends on facts that are not known'
} as const satisfies Record<Ground, (ruling: Ruling) => string>

const MOST_FACTS = 3

/** Why the verdict is as it is, and what would decide it. */
export function sayGround(ruling: Ruling): string {
  const isAsked = ruling.ground === 'asked' || ruling.ground === 'unproven'
  const missing = ruling.missing.filter(({fact}) => !(isAsked && fact === 'breaking'))
  const said = missing.slice(0, MOST_FACTS).map(each => sayMissing([each]))
  const rest = missing.length - said.length
  const facts = rest > 0 ? `${said.join(', ')} and ${rest} more` : sayMissing(missing)
  return `${GROUNDS[ruling.ground](ruling)}${facts === '' ? '' : `; not known: ${facts}`}`
}

/** Nobody is harmed: that needs no reason. */
const HARMLESS: ReadonlySet<Ground> = new Set(['tolerated', 'proven'])
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Why the verdict on a change is as it is, each reason once: of what breaks, and is allowed to, as well. */
export function groundsOf({change: {announced, proofs}, verdict, rulings}: JudgedChange): string[] {
  const led = rulings.filter(each => each.verdict === verdict && !HARMLESS.has(each.ground))
  const days = [
    ...(announced?.since !== undefined && DAY.test(announced.since) ? [`deprecated since \`${announced.since}\``] : []),
    ...(announced?.sunset !== undefined && DAY.test(announced.sunset) ? [`sunset \`${announced.sunset}\``] : [])
  ]
  const said = led.map(ruling => {
    const {ground, reaches} = ruling
    const more =
      ground === 'unproven' ? hindrancesOf({reaches, proofs}) : verdict === 'kept' && ground === 'notice' ? days : []
    return more.length > 0 ? `${sayGround(ruling)} (${more.join(', ')})` : sayGround(ruling)
  })
  return [...new Set(said)]
}

/** Why it could not be shown whether something breaks, on the sides that are met. */
export function hindrancesOf({reaches, proofs}: Pick<Change, 'reaches' | 'proofs'>): string[] {
  const sides = new Set<Direction>(reaches.length > 0 ? reaches.map(({side}) => side) : ['request', 'response'])
  const found = [...sides].map(side => proofs[side])
  return [...new Set(found.flatMap(proof => (proof?.is === 'undetermined' ? [proof.why] : [])))]
}

const VERDICTS = {
  broken: 'breaking',
  undetermined: 'undetermined',
  exempt: 'exempt',
  kept: 'compatible'
} as const satisfies Record<Verdict, string>

/** How a verdict on a change is said: what keeps the promise is compatible. */
const sayVerdict = (verdict: Verdict): string => VERDICTS[verdict]

/** The operations that meet a change, each once, in their order. */
export function operationsOf(reaches: Change['reaches']): string[] {
  // Thousands of changes may reach the same thousand operations, one after the other in many ways.
  const found = new Set<string>()
  let last: Subject | undefined
  for (const {operation} of reaches) {
    if (operation !== last) found.add(operationName(operation))
    last = operation
  }
  return [...found]
}

const names = new WeakMap<Subject, string>()

/** What an operation is called; made once for each, since thousands of changes may reach it. */
export function operationName(subject: Subject): string {
  let name = names.get(subject)
  if (name === undefined) {
    name = formatSubject(subject)
    names.set(subject, name)
  }
  return name
}

/** `breaking (ga) for 3 operations and exempt (beta) for 2`; nothing where all are judged alike, or are compatible. */
export function saySplit({rulings}: JudgedChange): string | undefined {
  if (rulings.length < 2 || rulings.every(({verdict}) => verdict === 'kept')) return undefined
  const parts = rulings.map((ruling, index) => {
    const {verdict, stability, reaches} = ruling
    const {length} = operationsOf(reaches)
    const whom = index === 0 ? count(length, 'operation') : String(length)
    // What differs is told: the stability, and where that is the same, the side.
    const isAlike = rulings.some(other => other !== ruling && other.stability === stability)
    const sides = new Set(reaches.map(({side}) => side))
    const where = isAlike && sides.size === 1 ? [`in the ${reaches[0]?.side}`] : []
    const told = [...(stability === undefined ? [] : [stability]), ...where].join(', ')
    return `${sayVerdict(verdict)}${told === '' ? '' : ` (${told})`} for ${whom}`
  })
  return sayList(parts, 'and')
}

/** A proof that something breaks: a value, and where an operation meets it. */
export interface Witness {
  readonly side: Direction
  readonly value: unknown
  /** `response 200 application/json, [].status`. */
  readonly where: string
}

/** The witnesses of a change, one for each side that breaks. */
export function witnessesOf(change: Change): Witness[] {
  return (['request', 'response'] as const).flatMap((side): Witness[] => {
    const proof: Proof | undefined = change.proofs[side]
    if (proof?.is !== 'breaks') return []
    const met = change.reaches.filter(each => each.side === side)
    const reach = met.find(({at}) => at !== undefined) ?? met[0]
    const at = proof.at === '' ? holderOf(change, reach?.at ?? '') : joined(aboveOf(change, reach?.at ?? ''), proof.at)
    const operation = reach && change.component !== undefined ? formatSubject(reach.operation) : undefined
    const where = [operation, reach?.part, at].filter(each => each !== undefined && each !== '').join(', ')
    return [{side, value: proof.witness, where}]
  })
}

function holderOf({kind, about}: Change, way: string): string {
  if (!NAMING_KINDS.has(kind) || about === undefined) return way
  return way === about ? '' : way.endsWith(`.${about}`) ? way.slice(0, -about.length - 1) : way
}

/** The way to the root of what the change lies in. */
const aboveOf = ({at}: Change, way: string): string => (way.endsWith(at) ? way.slice(0, way.length - at.length) : '')

function joined(above: string, below: string): string {
  const way = above.replace(/\.$/, '')
  if (way === '' || below === '') return `${way}${below}`
  return below.startsWith('[') || below.startsWith('{') ? `${way}${below}` : `${way}.${below}`
}

export const WITNESS_WORDS = {
  request: 'was accepted, is refused now',
  response: 'could not be sent before, may be now'
} as const satisfies Record<Direction, string>

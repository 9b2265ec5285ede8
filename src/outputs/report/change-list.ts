import type {SourceLocation} from '../../model/location.ts'
import type {Subject, Target} from '../../model/subject/subject.ts'
import type {TextPiece} from '../../phrases/text-pieces.ts'
import {formatPieces} from '../../text/changes/sentences.ts'
import {operationName} from '../../text/changes/verdict-reasons.ts'
import {formatCount} from '../../text/format-values.ts'

/** What a change does to the API, whatever the policy says of it, in the order of display. */
export const CHANGE_EFFECTS = [
  'removed',
  'breaking',
  'unclear',
  'deprecated',
  'rescheduled',
  'withdrawn',
  'added',
  'compatible',
  'unreleased',
  'inherited'
] as const
export type ChangeEffect = (typeof CHANGE_EFFECTS)[number]

/** A line of the list of changes: one cause, with all changes that have it. */
export interface ListedChanges {
  readonly effect: ChangeEffect
  readonly sentence: readonly TextPiece[]
  /** Number of changes. */
  readonly count: number
  /** Names of all subjects, if the sentence doesn't name them all. */
  readonly unnamed: readonly (readonly TextPiece[])[]
  /** All affected operations. */
  readonly operations: readonly Subject[]
  /** Whether the sentence doesn't name all affected operations. */
  readonly hidesOperations: boolean
  readonly kinds: readonly string[]
  readonly subjects: readonly string[]
  /** The sunset of an announcement, as stated, if all changes of the line have the same one. */
  readonly sunset?: string
  readonly place: SourceLocation
}

/** Number of changes with each effect, in the order of display. Effects that no change has are left out. */
export function countByEffect(lines: readonly ListedChanges[]): {readonly [Effect in ChangeEffect]?: number} {
  const counts = CHANGE_EFFECTS.map(
    effect => [effect, lines.reduce((sum, each) => sum + (each.effect === effect ? each.count : 0), 0)] as const
  )
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

/** `Changes: 1 removed, 2 deprecated (next sunset 2027-12-26), 3 compatible`; `undefined` if nothing changed. */
export function sayChanges(lines: readonly ListedChanges[] | undefined): string | undefined {
  return lines === undefined || lines.length === 0 ? undefined : `Changes: ${sayEffects(lines)}`
}

/** `1 removed, 3 compatible` */
export function sayEffects(lines: readonly ListedChanges[]): string {
  const counts = Object.entries(countByEffect(lines)) as [ChangeEffect, number][]
  return counts.map(([effect, count]) => `${WORDS[effect](count)}${saySunset(effect, lines)}`).join(', ')
}

const WORDS: Readonly<Record<ChangeEffect, (count: number) => string>> = {
  removed: count => `${count} removed`,
  breaking: count => `${count} breaking`,
  unclear: count => `${count} that may be breaking`,
  deprecated: count => `${count} deprecated`,
  rescheduled: count => formatCount(count, 'new sunset'),
  withdrawn: count => formatCount(count, 'deprecation withdrawn', 'deprecations withdrawn'),
  added: count => `${count} added`,
  compatible: count => `${count} compatible`,
  unreleased: count => `${count} unreleased`,
  inherited: count => `${count} already on the target branch`
}

/** The sunset of what is announced: the only one, or the first of several. */
function saySunset(effect: ChangeEffect, lines: readonly ListedChanges[]): string {
  if (effect !== 'deprecated' && effect !== 'rescheduled') return ''
  const sunsets = lines.flatMap(each => (each.effect === effect && each.sunset !== undefined ? [each.sunset] : []))
  const [first, ...others] = [...new Set(sunsets)].sort()
  if (first === undefined) return ''
  return others.length === 0 ? ` (sunset ${first})` : ` (next sunset ${first})`
}

/** Groups of the list, in the order of display. */
const LIST_GROUPS: readonly {readonly title: string; readonly effects: readonly ChangeEffect[]}[] = [
  {title: 'Breaking', effects: ['removed', 'breaking']},
  {title: 'May be breaking', effects: ['unclear']},
  {title: 'Deprecated', effects: ['deprecated', 'rescheduled', 'withdrawn']},
  {title: 'Added', effects: ['added']},
  {title: 'Compatible', effects: ['compatible']},
  {title: 'Breaking only what is unreleased', effects: ['unreleased']},
  {title: 'Breaking, but already on the target branch', effects: ['inherited']}
]

/** A group of the list of changes. */
export interface ChangeListGroup {
  readonly title: string
  readonly lines: readonly ListedChanges[]
}

/** Divides the list of changes into its groups, in the order of display. */
export const groupChangeList = (all: readonly ListedChanges[]): ChangeListGroup[] =>
  LIST_GROUPS.map(({title, effects}) => ({
    title,
    lines: all.filter(({effect}) => effects.includes(effect))
  })).filter(({lines}) => lines.length > 0)

/** Names that the sentence of a line doesn't have: of subjects, then of operations. */
export const namesOfLine = ({unnamed, hidesOperations, operations}: ListedChanges): string[] => [
  ...unnamed.map(formatPieces),
  ...(hidesOperations ? operations.map(each => `\`${operationName(each)}\``) : [])
]

/** The targets of a line, by which it's assigned to an area of the API. */
export const targetsOfLine = ({operations}: ListedChanges): Target[] => operations.map(({target}) => target)

import type {Change, ChangeKind} from '../../model/api/change.ts'
import {groupBy} from '../../model/group-by.ts'
import {formatSubject, formatTarget, type Subject} from '../../model/subject/subject.ts'
import type {Finding} from '../../model/verdict/finding.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'
import {changesPieces, formatPieces} from '../../text/changes/sentences.ts'
import {capitalizeFirst} from '../../text/text-pieces.ts'
import {changeLines, remediesOf} from '../finding-evidence.ts'

/** Kinds of change that an enumeration can have several of at one location. */
export const VALUE_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['value-added', 'value-removed'])

/** Judgement with the finding that explains it, and whether the baseline contains that finding. */
export interface EnumItem {
  readonly judgement?: Judgement
  readonly finding?: Finding
  readonly isKnown?: boolean
}

export type EnumGroup<Item> = readonly [Item, ...Item[]]

/**
 * Groups equally judged items about values of one enumeration. All other items form groups of one. A group takes the
 * position of its first item.
 */
export const groupByEnumeration = <Item extends EnumItem>(items: readonly Item[]): EnumGroup<Item>[] => [
  ...groupBy(items, item => enumerationOf(item) ?? item).values()
]

function enumerationOf({judgement, finding, isKnown}: EnumItem): string | undefined {
  const change = judgement?.event.observed
  if (!judgement || !change || !VALUE_KINDS.has(change.kind)) return undefined
  const {subject, verdict, exemptBy, kind, stability, clause, replacement, waiver, length, covers} = judgement
  if (covers.length > 0) return undefined
  const messages = [finding, ...(finding?.reasons ?? [])].map(
    each =>
      each && [
        each.rule,
        replaceNames(each.message, namesOfSubject(subject)),
        each.level,
        each.remedy && remedyOfEach(each.remedy)
      ]
  )
  return JSON.stringify([
    [change.kind, change.component, change.at, formatTarget(subject.target), {...subject.part, value: undefined}],
    [change.where.old, change.where.new],
    [verdict, exemptBy, kind, stability, clause, replacement, waiver, length, messages, isKnown]
  ])
}

/** Replaces the value in a command or history line with a placeholder for each value. */
const remedyOfEach = (remedy: string): string =>
  remedy
    .replace(/ --value[ =](?:'(?:[^']|'\\'')*'|\S+)/, ' --value EACH')
    .replace(/, value: (?:"(?:[^"\\]|\\.)*"|[^,}]+)/, ', value: EACH')

export const remediesOfGroup = ([{finding}, ...others]: EnumGroup<EnumItem>): string[] =>
  finding ? remediesOf(finding).map(each => (others.length > 0 ? remedyOfEach(each) : each)) : []

/** ` and 3 more values`, to append to the name of the first. */
export function sayOthers(items: EnumGroup<EnumItem>): string {
  const more = items.reduce((sum, {judgement}) => sum + 1 + (judgement?.event.observed?.others ?? 0), 0) - 1
  return more === 0 ? '' : ` and ${more} more value${more === 1 ? '' : 's'}`
}

/** Message of the first item, without the subject's name if it applies to several. */
export const messageOfGroup = ([{finding, judgement}, ...others]: EnumGroup<EnumItem>): string =>
  others.length === 0 || !finding || !judgement
    ? (finding?.message ?? '')
    : replaceNames(finding.message, namesOfSubject(judgement.subject))

/**
 * Lines that describe the difference: always for several values, otherwise only for observed changes that are judged
 * individually.
 */
export function differenceLines(items: EnumGroup<EnumItem>): string[] {
  if (items.length === 1) return changeLines(items[0])
  const [first, ...others] = items.flatMap(({judgement}) => judgement?.event.observed ?? [])
  return first ? [formatPieces(capitalizeFirst(changesPieces([first, ...others])))] : []
}

// Helpers that remove names from sentences, so that one sentence can describe several subjects.

export const inBackticks = (text: string): string => `\`${text}\``

/** Replaces names with "each", so that sentences that differ only in the subject's name become equal. */
export function replaceNames(sentence: string, names: readonly string[]): string {
  const longestFirst = names.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((text, name) => text.replaceAll(name, 'each'), sentence)
}

/** Names that a sentence about a change of a component may contain. Empty for other changes. */
export function namesOfChange({component, at, about}: Change): string[] {
  if (component === undefined) return []
  const fields = [at, about ?? ''].filter(Boolean)
  return [
    ...fields.flatMap(field => [
      `${inBackticks(field)} of ${inBackticks(component)}`,
      inBackticks(`${component}.${field}`)
    ]),
    inBackticks(component)
  ]
}

export const namesOfSubject = (subject: Subject): string[] => [
  inBackticks(formatSubject(subject)),
  inBackticks(formatTarget(subject.target))
]

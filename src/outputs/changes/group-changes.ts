import {holdsMembers} from '../../languages/languages.ts'
import {groupBy} from '../../model/group-by.ts'
import {isMember} from '../../model/subject/subject.ts'
import {flattenPieces, joinPieces, type TextPiece} from '../../phrases/text-pieces.ts'
import {statedText} from '../../text/statement.ts'
import {pathFamily} from '../../text/subject-groups.ts'
import {MOST_NAMED_OPERATIONS} from './affected-operations.ts'
import {type ChangeLine, declaredLine, replacementKey, wholeSubjectLine, wholeSubjectsLine} from './change-line.ts'
import {foldFacts, joinFactsOfField, type NonEmpty, type PhrasedChange} from './fold-facts.ts'
import type {HistoryPage} from './page-data.ts'
import {CHANGE_GROUPS, type ReleaseChange} from './release-changes.ts'
import {type SplitSentence, splitSentence} from './split-sentence.ts'

/**
 * Groups the changes of a release into lines, at most one for each root cause:
 *
 * 1. Declared changes keep their own words and line, except that many similar lines of one path family become one.
 * 2. Whole operations of a path family with the same change and dates become one line.
 * 3. Values that one location gains or loses become one line.
 * 4. Several facts about one field, the same change in several locations, and the same fact about fields of several
 *    components become one line.
 */
export function groupChanges(all: readonly ReleaseChange[], page: HistoryPage): ChangeLine[] {
  const [plain, written] = splitSimilar(all.filter(({event}) => !event.seen))
  const seen = all.filter(({event}) => event.seen)
  const isWhole = ({event: {subject, kind}}: ReleaseChange): boolean =>
    !subject.part && !isMember(subject.target) && kind !== 'changed'
  const wholes = groupBy(seen.filter(isWhole), wholeKey).values()
  const parts = groupBy(
    seen.filter(news => !isWhole(news)),
    ({group}) => group
  ).values()
  const lines = [
    ...written.map(news => declaredLine(news, page)),
    ...plain.map(each => wholeLine(each, page)),
    ...[...wholes].map(each => wholeLine(each, page)),
    ...[...parts].flatMap(each => partLines(each, page))
  ]
  return lines.toSorted(compareLines)
}

/** Sorts lines by group, then by importance. */
export const compareLines = (a: ChangeLine, b: ChangeLine): number =>
  CHANGE_GROUPS.indexOf(a.group) - CHANGE_GROUPS.indexOf(b.group) || importance(a) - importance(b)

/** Splits declared changes into groups of many similar ones without details, and all others. */
function splitSimilar(
  written: readonly ReleaseChange[]
): [readonly NonEmpty<ReleaseChange>[], readonly ReleaseChange[]] {
  const isSimple = ({event, also, arrival}: ReleaseChange): boolean =>
    !(
      also ||
      arrival ||
      event.note ||
      event.except ||
      event.waiver ||
      event.met ||
      event.announced ||
      event.stability
    ) &&
    !event.subject.part &&
    event.subject.target.path !== undefined &&
    (event.kind === 'removed' || event.kind === 'introduced' || event.kind === 'deprecated')
  const groups = [...groupBy(written.filter(isSimple), wholeKey).values()].filter(
    ({length}) => length > MOST_NAMED_OPERATIONS
  )
  const folded = new Set(groups.flat())
  return [groups, written.filter(news => !folded.has(news))]
}

/** Sort key: declared changes in history order, then whole operations, then by number of affected operations. */
function importance({members: [{event}], operations}: ChangeLine): number {
  if (!event.seen) return -2_000_000_000
  // What clients call comes before the types that only come with it.
  if (event.kind === 'introduced' && holdsMembers(event.subject.target)) return 1
  const {target, part} = event.subject
  // A field of a root type is what clients call.
  const isCalled = !isMember(target) || operations.some(each => each.target.text === target.text)
  const isWhole = !part && isCalled && event.kind !== 'changed'
  return (isWhole ? -1_000_000_000 : 0) - operations.length
}

/** Grouping key of whole operations: same path family, same removal or sunset, and same announcement. */
function wholeKey(news: ReleaseChange): string {
  const {event, also, group, judgment} = news
  const {target} = event.subject
  const replacement = event.replacement ?? judgment?.replacement
  return JSON.stringify([
    group,
    event.kind,
    target.path !== undefined ? pathFamily(target.path) : target.kind,
    event.sunset?.stated,
    also && [also.sunset?.stated],
    judgment?.announcement && statedText(judgment.announcement.moment),
    replacement?.target.path === undefined ? replacementKey(news) : pathFamily(replacement.target.path)
  ])
}

const wholeLine = (members: NonEmpty<ReleaseChange>, page: HistoryPage): ChangeLine =>
  members.length === 1 ? wholeSubjectLine(members[0], page) : wholeSubjectsLine(members, page)

function partLines(all: readonly ReleaseChange[], page: HistoryPage): ChangeLine[] {
  const phrased: PhrasedChange[] = []
  const lines: ChangeLine[] = []
  for (const news of all) {
    if (news.event.observed) phrased.push({news, phrase: splitSentence(news.event.observed)})
    else lines.push(wholeSubjectLine(news, page))
  }
  return [...lines, ...foldFacts(joinFactsOfField(combineValues(phrased)), page)]
}

/** Kinds of change that one location can have several times, each with its own value. */
const LISTED = /^(?:value|media-type|status|error-code|alternative)-(?:added|removed)$/
const isListed = ({change}: ReleaseChange['event']): boolean => LISTED.test(change ?? '')

/** Combines values that one location gains or loses. */
function combineValues(all: readonly PhrasedChange[]): NonEmpty<PhrasedChange>[] {
  const groups = groupBy(all, ({news: {event}, phrase}): string => {
    const {lead, noun, name, link, whose, predicate} = phrase
    const own = [event.kind, event.change, lead, noun, name, flattenPieces(link), whose]
    return JSON.stringify(
      isListed(event) ? [...own, predicate[0]] : [...own, flattenPieces(predicate), event.subject.part?.in]
    )
  })
  return [...groups.values()].map(([first, ...others]): NonEmpty<PhrasedChange> => {
    if (others.length === 0) return [first]
    const grouped = isListed(first.news.event)
      ? groupEnumValues([first, ...others].map(({phrase}) => phrase.predicate))
      : undefined
    if (!grouped) return [first, ...others]
    return [first, ...others].map(each => ({
      ...each,
      phrase: {...each.phrase, ...grouped}
    })) as unknown as NonEmpty<PhrasedChange>
  })
}

/** Maximum number of values in a line. Further values are only counted. */
const MOST_VALUES = 6

/** Predicates about values that are allowed or accepted together. */
const OF_ALL = / (?:now (?:accepts|allows|lists)|no longer lists) $/

const isName = (piece: TextPiece): boolean => typeof piece !== 'string'

/**
 * Combines predicates that differ in one value: ` now allows a and b`, ` can now return the error 400 or 409`.
 * `undefined` if they differ in more.
 */
function groupEnumValues(
  predicates: readonly (readonly TextPiece[])[]
): Pick<SplitSentence, 'predicate' | 'values'> | undefined {
  const [first] = predicates
  const at = first?.findIndex(isName) ?? -1
  if (!first || at < 0) return undefined
  const named = predicates.map(pieces => pieces[at])
  if (!named.every(each => each !== undefined && isName(each))) return undefined
  // Alternatives without a name of their own are called by their type.
  const values = [...new Map(named.map(each => [JSON.stringify(each), each])).values()]
  // The text after the value must be the same in all predicates.
  if (new Set(predicates.map(pieces => JSON.stringify(pieces.slice(at + 1)))).size > 1) return undefined
  const before = first.slice(0, at)
  const words = before.filter(each => typeof each === 'string').join('')
  const shown = values.length > MOST_VALUES ? values.slice(0, MOST_VALUES - 1) : values
  const rest = values.length - shown.length
  const items = shown.map((value): TextPiece[] => [value as TextPiece])
  const list = joinPieces(
    rest > 0 ? [...items, [`${rest} more`]] : items,
    OF_ALL.test(words) || rest > 0 ? 'and' : 'or'
  )
  const predicate = [words, ...list, ...first.slice(at + 1)]
  return rest > 0 ? {predicate, values: values.map((value): TextPiece[] => [value as TextPiece])} : {predicate}
}

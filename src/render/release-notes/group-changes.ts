import {groupBy} from '../../model/group-by.ts'
import {statedText} from '../../text/statement.ts'
import {pathFamily} from '../../text/subject-groups.ts'
import {capitalizeFirst, codePiece, flattenPieces, joinPieces, type TextPiece} from '../../text/text-pieces.ts'
import {compareText, type HistoryPage} from '../page-data.ts'
import {
  describeAffected,
  MOST_NAMED_OPERATIONS,
  pluralizeNoun,
  pluralizePredicate,
  sharingOperations,
  targetNames,
  unnamedOperations
} from './affected-operations.ts'
import {
  type ChangeLine,
  changeSentence,
  createChangeLine,
  declaredLine,
  endSentence,
  observedLine
} from './change-line.ts'
import {CHANGE_GROUPS, type ReleaseChange} from './release-changes.ts'
import {type SplitSentence, splitSentence} from './split-sentence.ts'

interface PhrasedChange {
  readonly news: ReleaseChange
  readonly phrase: SplitSentence
}

type NonEmpty<Item> = readonly [Item, ...Item[]]

/**
 * Groups the changes of a release into lines, at most one for each root cause:
 *
 * 1. Declared changes keep their own words and line, except that many similar lines of one path family become one.
 * 2. Whole operations of a path family with the same change and dates become one line.
 * 3. Values that one location gains or loses become one line.
 * 4. The same change in several locations, then several changes of one location, become one line.
 */
export function groupChanges(all: readonly ReleaseChange[], page: HistoryPage): ChangeLine[] {
  const [plain, written] = splitSimilar(all.filter(({event}) => !event.seen))
  const seen = all.filter(({event}) => event.seen)
  const isWhole = ({event: {subject, kind}}: ReleaseChange): boolean =>
    !subject.part && subject.target.kind !== 'resource-field' && kind !== 'changed'
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
  return lines.toSorted(
    (a, b) => CHANGE_GROUPS.indexOf(a.group) - CHANGE_GROUPS.indexOf(b.group) || importance(a) - importance(b)
  )
}

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
      event.gates ||
      event.announced ||
      event.stability
    ) &&
    !event.subject.part &&
    'path' in event.subject.target &&
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
  const isWhole = !event.subject.part && event.subject.target.kind !== 'resource-field' && event.kind !== 'changed'
  return (isWhole ? -1_000_000_000 : 0) - operations.length
}

/** Grouping key of whole operations: same path family, same removal or sunset, and same announcement. */
function wholeKey({event, also, group, judgement}: ReleaseChange): string {
  const {target} = event.subject
  const replacement = event.replacement ?? judgement?.replacement
  return JSON.stringify([
    group,
    event.kind,
    'path' in target ? pathFamily(target.path) : target.kind,
    event.sunset?.stated,
    also && [also.sunset?.stated],
    judgement?.announcement && statedText(judgement.announcement.moment),
    replacement && 'path' in replacement.target && pathFamily(replacement.target.path)
  ])
}

function wholeLine(members: NonEmpty<ReleaseChange>, page: HistoryPage): ChangeLine {
  const [first] = members
  if (members.length === 1) return observedLine(first, page)
  const predicate = pluralizePredicate(changeSentence(first).slice(-1))
  const targets = members.map(({event}) => event.subject.target)
  const affected = describeAffected(targets)
  const unnamed = targets.length > MOST_NAMED_OPERATIONS ? targetNames(targets) : []
  return createChangeLine(members, [...affected, ...predicate, ...endSentence(members, page)], unnamed)
}

function partLines(all: readonly ReleaseChange[], page: HistoryPage): ChangeLine[] {
  const phrased: PhrasedChange[] = []
  const lines: ChangeLine[] = []
  for (const news of all) {
    const phrase = news.event.observed && splitSentence(news.event.observed)
    if (phrase) phrased.push({news, phrase})
    else lines.push(observedLine(news, page))
  }
  const rest: NonEmpty<PhrasedChange>[] = []
  // The same change in several locations.
  const alone: NonEmpty<PhrasedChange>[] = []
  for (const same of groupBy(combineValues(phrased), each =>
    JSON.stringify([commonParts(each[0]), each[0].phrase.name])
  ).values()) {
    if (same.length >= MOST_NAMED_OPERATIONS) lines.push(ownersLine(same, page))
    else alone.push(...same)
  }
  // The same change in many subjects, with a value of its own.
  for (const same of groupBy(alone, each => JSON.stringify(commonParts(each[0]))).values()) {
    const [[{phrase}]] = same
    const isOwn = phrase.name !== undefined && phrase.predicate.some(piece => typeof piece !== 'string')
    if (isOwn && same.length > MOST_NAMED_OPERATIONS) lines.push(subjectsLine(same, page))
    else rest.push(...same)
  }
  // Several changes of one location.
  const byOwner = groupBy(rest, each =>
    JSON.stringify([commonParts(each[0]), each[0].phrase.whose, each[0].phrase.name === undefined ? '' : 'named'])
  )
  for (const same of byOwner.values()) {
    lines.push(same.length === 1 ? valuesLine(same[0], page) : ownerLine(same, page))
  }
  return lines
}

/** What sentences have in common, apart from name and owner. */
function commonParts({news: {event}, phrase: {lead, noun, link, predicate}}: PhrasedChange): unknown {
  return [event.kind, event.change, event.subject.part?.in, lead, noun, flattenPieces(link), flattenPieces(predicate)]
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
    const predicate = isListed(first.news.event)
      ? groupEnumValues([first, ...others].map(({phrase}) => phrase.predicate))
      : undefined
    if (!predicate) return [first, ...others]
    return [first, ...others].map(each => ({
      ...each,
      phrase: {...each.phrase, predicate}
    })) as unknown as NonEmpty<PhrasedChange>
  })
}

const changesIn = (groups: readonly NonEmpty<PhrasedChange>[]): NonEmpty<ReleaseChange> =>
  groups.flat().map(({news}) => news) as unknown as NonEmpty<ReleaseChange>

function valuesLine(all: NonEmpty<PhrasedChange>, page: HistoryPage): ChangeLine {
  const [{phrase, news}] = all
  const members = changesIn([all])
  if (all.length === 1) return observedLine(news, page)
  return createChangeLine(
    members,
    [...capitalizeFirst(joinPhrase(phrase)), ...endSentence(members, page)],
    unnamedIn(news)
  )
}

/** Operations that share the change, if the line doesn't name them all. */
const unnamedIn = ({event: {observed}}: ReleaseChange): TextPiece[][] => (observed ? unnamedOperations(observed) : [])

const joinPhrase = ({lead, noun, name, link, owner, predicate}: SplitSentence): TextPiece[] => [
  ...[lead, noun].filter(Boolean),
  ...(name === undefined ? [] : [codePiece(name)]),
  ...link,
  ...owner,
  ...predicate
]

/** One line for the same change in several owners: `startTime` of `Job`, `CronJob`, and 4 more is new. */
function ownersLine(groups: NonEmpty<NonEmpty<PhrasedChange>>, page: HistoryPage): ChangeLine {
  const members = changesIn(groups)
  const [[{phrase}]] = groups
  const {lead, noun, name, link, predicate} = phrase
  const owners = [
    ...new Map(
      groups.map(
        ([
          {
            phrase: {owner}
          }
        ]) => [flattenPieces(owner), owner]
      )
    ).values()
  ]
  const tied = members.map(({event}) => (event.observed ? sharingOperations(event.observed) : []))
  const targets = tied.flat()
  const isTied = tied.every(each => each.some(({kind}) => kind === 'endpoint'))
  const affected =
    isTied && (owners.length > MOST_NAMED_OPERATIONS || targets.length > members.length)
      ? describeAffected(targets)
      : joinPieces(
          owners.length > MOST_NAMED_OPERATIONS + 1
            ? [...owners.slice(0, MOST_NAMED_OPERATIONS), [`${owners.length - MOST_NAMED_OPERATIONS} more`]]
            : owners,
          'and'
        )
  const isSimple = name === undefined && lead === '' && noun === '' && link.length === 0
  const sentence = joinPhrase({
    ...phrase,
    owner: affected,
    predicate: isSimple ? pluralizePredicate(predicate) : predicate
  })
  const names = isTied ? targetNames(targets) : owners
  const unnamed = names.length <= MOST_NAMED_OPERATIONS + (isTied ? 0 : 1) ? [] : names
  return createChangeLine(members, [...capitalizeFirst(sentence), ...endSentence(members, page)], unnamed)
}

/**
 * One line for the same change in many subjects: the format of `a` of `Loan`, `b` of `Copy` and 21 more is now `date`.
 */
function subjectsLine(groups: NonEmpty<NonEmpty<PhrasedChange>>, page: HistoryPage): ChangeLine {
  const members = changesIn(groups)
  const things = groups.map(
    ([
      {
        phrase: {name = '', link, owner}
      }
    ]): TextPiece[] => [codePiece(name), ...link, ...owner]
  )
  const {lead, noun, predicate} = groups[0][0].phrase
  const shown = [...things.slice(0, MOST_NAMED_OPERATIONS), [`${things.length - MOST_NAMED_OPERATIONS} more`]]
  const sentence = [
    lead,
    pluralizeNoun(noun),
    ...joinPieces(shown, 'and'),
    ...(lead === '' ? pluralizePredicate(predicate) : predicate)
  ]
  return createChangeLine(
    members,
    [...capitalizeFirst(sentence.filter(piece => piece !== '')), ...endSentence(members, page)],
    things
  )
}

/** One line for the same change of several parts of one owner: `a`, `b`, and `c` of `Loan` are new. */
function ownerLine(groups: NonEmpty<NonEmpty<PhrasedChange>>, page: HistoryPage): ChangeLine {
  const members = changesIn(groups)
  const [[{phrase}]] = groups
  const {lead, noun, link, owner, predicate} = phrase
  const names = [...new Set(groups.flatMap(([each]) => each.phrase.name ?? []))].toSorted(compareText)
  if (names.length === 0)
    return createChangeLine(
      members,
      [...capitalizeFirst(joinPhrase(phrase)), ...endSentence(members, page)],
      unnamedIn(members[0])
    )
  const most = 5
  const shown = names
    .slice(0, names.length > most + 1 ? most : names.length)
    .map((name): TextPiece[] => [codePiece(name)])
  const rest = names.length - shown.length
  const sentence = [
    lead,
    names.length > 1 ? pluralizeNoun(noun) : noun,
    ...joinPieces(rest > 0 ? [...shown, [`${rest} more`]] : shown, 'and'),
    ...link,
    ...owner,
    ...(lead === '' && names.length > 1 ? pluralizePredicate(predicate) : predicate)
  ].filter(piece => piece !== '')
  const unnamed = rest > 0 ? names.map((name): TextPiece[] => [codePiece(name)]) : unnamedIn(members[0])
  return createChangeLine(members, [...capitalizeFirst(sentence), ...endSentence(members, page)], unnamed)
}

/** Values above this number are counted. */
const MOST_VALUES = 6

/** Phrase about `default`, which stands for everything that isn't listed. */
const OPEN = /^(.*)\b(?:an (error)|a (status)) (that is not listed \()$/
const OF_SEVERAL = / (?:has the new|no longer has the) value $/

const isName = (piece: TextPiece): boolean => typeof piece !== 'string'

/**
 * Combines predicates that differ in one value: ` has the new values a and b`, ` may now answer with the error 400 or
 * 409, or with one that is not listed (default)`. `undefined` if they differ in more.
 */
function groupEnumValues(predicates: readonly (readonly TextPiece[])[]): TextPiece[] | undefined {
  const isOpen = (pieces: readonly TextPiece[]): boolean =>
    pieces.some(each => typeof each === 'string' && OPEN.test(each))
  const [open] = predicates.filter(isOpen)
  const closed = predicates.filter(each => !isOpen(each))
  const [first] = closed
  if (!first || predicates.length - closed.length > 1) return undefined
  const at = first.findIndex(isName)
  const values = closed.map(pieces => pieces[at])
  if (at < 0 || !values.every(each => each !== undefined && isName(each))) return undefined
  // The text after the value must be the same in all predicates.
  if (new Set(closed.map(pieces => JSON.stringify(pieces.slice(at + 1)))).size > 1) return undefined
  const before = first.slice(0, at)
  const words = before.filter(each => typeof each === 'string').join('')
  const isPair = OF_SEVERAL.test(words)
  const shown = values.length > MOST_VALUES ? values.slice(0, MOST_VALUES - 1) : values
  const rest = values.length - shown.length
  const items = shown.map((value): TextPiece[] => [value as TextPiece])
  const list = rest > 0 ? joinPieces([...items, [`${rest} more`]], 'and') : joinPieces(items, isPair ? 'and' : 'or')
  return [
    isPair && values.length > 1 ? words.replace(/value $/, 'values ') : words,
    ...list,
    ...first.slice(at + 1),
    ...(open ? openPieces(open) : [])
  ]
}

function openPieces(open: readonly TextPiece[]): TextPiece[] {
  const at = open.findIndex(piece => typeof piece === 'string' && OPEN.test(piece))
  const [, , error, , words = ''] = OPEN.exec(String(open[at])) ?? []
  return [`, or with ${error ? 'one' : 'a status'} ${words}`, ...open.slice(at + 1)]
}

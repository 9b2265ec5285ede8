import {groupBy} from '../../model/group-by.ts'
import {formatTarget} from '../../model/subject/subject.ts'
import {statedText} from '../../text/statement.ts'
import {familyOf} from '../../text/subject-groups.ts'
import {capital, codeOf, flat, type Piece} from '../../text/text-pieces.ts'
import {byText, type Page} from '../page-data.ts'
import {FEW, listed, ownersOf, unnamedOf, whomOf} from './affected-operations.ts'
import {afterwards, lineOf, type NewsLine, seenLine, sentenceOf, writtenLine} from './change-line.ts'
import {valuesTogether} from './group-enum-values.ts'
import {nounOfSeveral, ofSeveral} from './pluralize.ts'
import {NEWS_GROUPS, type News} from './release-changes.ts'
import {type Phrase, phraseOf} from './split-sentence.ts'

interface PhrasedChange {
  readonly news: News
  readonly phrase: Phrase
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
export function foldNews(all: readonly News[], page: Page): NewsLine[] {
  const [plain, written] = splitSimilar(all.filter(({event}) => !event.seen))
  const seen = all.filter(({event}) => event.seen)
  const isWhole = ({event: {subject, kind}}: News): boolean =>
    !subject.part && subject.target.kind !== 'resource-field' && kind !== 'changed'
  const wholes = groupBy(seen.filter(isWhole), wholeKey).values()
  const parts = groupBy(
    seen.filter(news => !isWhole(news)),
    ({group}) => group
  ).values()
  const lines = [
    ...written.map(news => writtenLine(news, page)),
    ...plain.map(each => wholeLine(each, page)),
    ...[...wholes].flatMap(nonEmpty).map(each => wholeLine(each, page)),
    ...[...parts].flatMap(each => partLines(each, page))
  ]
  return lines.toSorted(
    (a, b) => NEWS_GROUPS.indexOf(a.group) - NEWS_GROUPS.indexOf(b.group) || importance(a) - importance(b)
  )
}

/** Splits declared changes into groups of many similar ones without details, and all others. */
function splitSimilar(written: readonly News[]): [readonly NonEmpty<News>[], readonly News[]] {
  const isSimple = ({event, also, arrival}: News): boolean =>
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
  const groups = [...groupBy(written.filter(isSimple), wholeKey).values()].filter(({length}) => length > FEW)
  const folded = new Set(groups.flat())
  return [groups.flatMap(nonEmpty), written.filter(news => !folded.has(news))]
}

/** Sort key: declared changes in history order, then whole operations, then by number of affected operations. */
function importance({members: [{event}], operations}: NewsLine): number {
  if (!event.seen) return -2_000_000_000
  const isWhole = !event.subject.part && event.subject.target.kind !== 'resource-field' && event.kind !== 'changed'
  return (isWhole ? -1_000_000_000 : 0) - operations.length
}

function nonEmpty<Item>([first, ...rest]: readonly Item[]): NonEmpty<Item>[] {
  return first === undefined ? [] : [[first, ...rest]]
}

/** Grouping key of whole operations: same path family, same removal or sunset, and same announcement. */
function wholeKey({event, also, group, judgement}: News): string {
  const {target} = event.subject
  const replacement = event.replacement ?? judgement?.replacement
  return JSON.stringify([
    group,
    event.kind,
    'path' in target ? familyOf(target.path) : target.kind,
    event.sunset?.stated,
    also && [also.sunset?.stated],
    judgement?.announcement && statedText(judgement.announcement.moment),
    replacement && 'path' in replacement.target && familyOf(replacement.target.path)
  ])
}

function wholeLine(members: NonEmpty<News>, page: Page): NewsLine {
  const [first] = members
  if (members.length === 1) return seenLine(first, page)
  const predicate = ofSeveral(sentenceOf(first).slice(-1))
  const targets = members.map(({event}) => event.subject.target)
  const affected = whomOf(targets)
  const unnamed = targets.length > FEW ? targets.map((target): Piece[] => [codeOf(formatTarget(target))]) : []
  return lineOf(members, [...affected, ...predicate, ...afterwards(members, page)], unnamed)
}

function partLines(all: readonly News[], page: Page): NewsLine[] {
  const phrased: PhrasedChange[] = []
  const lines: NewsLine[] = []
  for (const news of all) {
    const phrase = news.event.observed && phraseOf(news.event.observed)
    if (phrase) phrased.push({news, phrase})
    else lines.push(seenLine(news, page))
  }
  const rest: (readonly PhrasedChange[])[] = []
  // The same change in several locations.
  const alone: NonEmpty<PhrasedChange>[] = []
  for (const same of groupBy(combineValues(phrased), each =>
    JSON.stringify([commonParts(each[0]), each[0].phrase.name])
  ).values()) {
    if (same.length >= FEW) lines.push(ownersLine(same, page))
    else alone.push(...same)
  }
  // The same change in many subjects, with a value of its own.
  for (const same of groupBy(alone, each => JSON.stringify(commonParts(each[0]))).values()) {
    const {phrase} = (same[0] as NonEmpty<PhrasedChange>)[0]
    const isOwn = phrase.name !== undefined && phrase.predicate.some(piece => typeof piece !== 'string')
    if (isOwn && same.length > FEW) lines.push(subjectsLine(same, page))
    else rest.push(...same)
  }
  // Several changes of one location.
  const byOwner = groupBy(rest as NonEmpty<PhrasedChange>[], each =>
    JSON.stringify([commonParts(each[0]), each[0].phrase.whose, each[0].phrase.name === undefined ? '' : 'named'])
  )
  for (const same of byOwner.values()) {
    const [first, ...others] = same
    if (first) lines.push(others.length === 0 ? valuesLine(first, page) : ownerLine(same, page))
  }
  return lines
}

/** What sentences have in common, apart from name and owner. */
function commonParts({news: {event}, phrase: {lead, noun, link, predicate}}: PhrasedChange): unknown {
  return [event.kind, event.change, event.subject.part?.in, lead, noun, flat(link), flat(predicate)]
}

/** Kinds of change that one location can have several times, each with its own value. */
const LISTED = /^(?:value|media-type|status|error-code|alternative)-(?:added|removed)$/
const isListed = ({change}: News['event']): boolean => LISTED.test(change ?? '')

/** Combines values that one location gains or loses. */
function combineValues(all: readonly PhrasedChange[]): NonEmpty<PhrasedChange>[] {
  const groups = groupBy(all, ({news: {event}, phrase}): string => {
    const {lead, noun, name, link, whose, predicate} = phrase
    const own = [event.kind, event.change, lead, noun, name, flat(link), whose]
    return JSON.stringify(isListed(event) ? [...own, predicate[0]] : [...own, flat(predicate), event.subject.part?.in])
  })
  return [...groups.values()].flatMap(nonEmpty).map(([first, ...others]): NonEmpty<PhrasedChange> => {
    if (others.length === 0) return [first]
    const predicate = isListed(first.news.event)
      ? valuesTogether([first, ...others].map(({phrase}) => phrase.predicate))
      : undefined
    if (!predicate) return [first, ...others]
    return [first, ...others].map(each => ({
      ...each,
      phrase: {...each.phrase, predicate}
    })) as unknown as NonEmpty<PhrasedChange>
  })
}

const changesIn = (groups: readonly NonEmpty<PhrasedChange>[]): NonEmpty<News> =>
  groups.flat().map(({news}) => news) as unknown as NonEmpty<News>

function valuesLine(all: NonEmpty<PhrasedChange>, page: Page): NewsLine {
  const [{phrase, news}] = all
  const members = changesIn([all])
  if (all.length === 1) return seenLine(news, page)
  return lineOf(members, [...capital(joinPhrase(phrase)), ...afterwards(members, page)], unnamedIn(news))
}

/** Operations that share the change, if the line doesn't name them all. */
const unnamedIn = ({event: {observed}}: News): Piece[][] => (observed ? unnamedOf(observed) : [])

const joinPhrase = ({lead, noun, name, link, owner, predicate}: Phrase): Piece[] => [
  ...[lead, noun].filter(Boolean),
  ...(name === undefined ? [] : [codeOf(name)]),
  ...link,
  ...owner,
  ...predicate
]

/** One line for the same change in several owners: `startTime` of `Job`, `CronJob` and 4 more is new. */
function ownersLine(groups: readonly NonEmpty<PhrasedChange>[], page: Page): NewsLine {
  const members = changesIn(groups)
  const {lead, noun, name, link, predicate} = (groups[0] as NonEmpty<PhrasedChange>)[0].phrase
  const owners = [...new Map(groups.map(([{phrase}]) => [flat(phrase.owner), phrase.owner])).values()]
  const tied = members.map(({event}) => (event.observed ? ownersOf(event.observed) : []))
  const targets = tied.flat()
  const isTied = tied.every(each => each.some(({kind}) => kind === 'endpoint'))
  const affected =
    isTied && (owners.length > FEW || targets.length > members.length)
      ? whomOf(targets)
      : listed(owners.length > FEW + 1 ? [...owners.slice(0, FEW), [`${owners.length - FEW} more`]] : owners)
  const isSimple = name === undefined && lead === '' && noun === '' && link.length === 0
  const sentence = [
    ...[lead, noun].filter(Boolean),
    ...(name === undefined ? [] : [codeOf(name)]),
    ...link,
    ...affected,
    ...(isSimple ? ofSeveral(predicate) : predicate)
  ]
  const names = isTied ? targets.map((target): Piece[] => [codeOf(formatTarget(target))]) : owners
  const unnamed = names.length <= FEW + (isTied ? 0 : 1) ? [] : names
  return lineOf(members, [...capital(sentence), ...afterwards(members, page)], unnamed)
}

/**
 * One line for the same change in many subjects: the format of `a` of `Loan`, `b` of `Copy` and 21 more is now `date`.
 */
function subjectsLine(groups: readonly NonEmpty<PhrasedChange>[], page: Page): NewsLine {
  const members = changesIn(groups)
  const things = groups.map(
    ([
      {
        phrase: {name = '', link, owner}
      }
    ]): Piece[] => [codeOf(name), ...link, ...owner]
  )
  const {lead, noun, predicate} = (groups[0] as NonEmpty<PhrasedChange>)[0].phrase
  const shown = [...things.slice(0, FEW), [`${things.length - FEW} more`]]
  const sentence = [lead, nounOfSeveral(noun), ...listed(shown), ...(lead === '' ? ofSeveral(predicate) : predicate)]
  return lineOf(members, [...capital(sentence.filter(piece => piece !== '')), ...afterwards(members, page)], things)
}

/** One line for the same change of several parts of one owner: `a`, `b` and `c` of `Loan` are new. */
function ownerLine(groups: readonly NonEmpty<PhrasedChange>[], page: Page): NewsLine {
  const members = changesIn(groups)
  const {lead, noun, link, owner, predicate} = (groups[0] as NonEmpty<PhrasedChange>)[0].phrase
  const names = [...new Set(groups.flatMap(([{phrase}]) => phrase.name ?? []))].toSorted(byText)
  if (names.length === 0)
    return lineOf(
      members,
      [...capital(joinPhrase((groups[0] as NonEmpty<PhrasedChange>)[0].phrase)), ...afterwards(members, page)],
      unnamedIn(members[0])
    )
  const most = 5
  const shown = names.slice(0, names.length > most + 1 ? most : names.length).map((name): Piece[] => [codeOf(name)])
  const rest = names.length - shown.length
  const sentence = [
    lead,
    names.length > 1 ? nounOfSeveral(noun) : noun,
    ...listed(rest > 0 ? [...shown, [`${rest} more`]] : shown),
    ...link,
    ...owner,
    ...(lead === '' && names.length > 1 ? ofSeveral(predicate) : predicate)
  ].filter(piece => piece !== '')
  const unnamed = rest > 0 ? names.map((name): Piece[] => [codeOf(name)]) : unnamedIn(members[0])
  return lineOf(members, [...capital(sentence), ...afterwards(members, page)], unnamed)
}

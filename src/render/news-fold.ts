import {groupBy} from '../model/group.ts'
import {formatTarget, type Target, targetKey} from '../model/subject.ts'
import {capital, codeOf, flat, type Piece} from '../words/pieces.ts'
import {statedText} from '../words/said.ts'
import {count} from '../words/say.ts'
import {familyOf, sizedStemsOf} from '../words/stem.ts'
import {NEWS_GROUPS, type News} from './news.ts'
import {afterwards, lineOf, type NewsLine, seenLine, sentenceOf, writtenLine} from './news-line.ts'
import {nounOfSeveral, ofSeveral, type Phrase, phraseOf} from './news-phrase.ts'
import {byText, type Page} from './page.ts'

/** So few are named in the line. */
const FEW = 3

interface Phrased {
  readonly news: News
  readonly phrase: Phrase
}

type Several<Item> = readonly [Item, ...Item[]]

/**
 * The lines of one release, at most one for each root cause:
 *
 * 1. What people wrote is told in their words, a line each; of many lines that say the same of one family, one is made.
 * 2. Whole operations of one family of paths that share their fate are one line.
 * 3. Values that one place gains or loses are one line.
 * 4. The same change in several places, then several changes of one place, are one line.
 */
export function foldNews(all: readonly News[], page: Page): NewsLine[] {
  const [plain, written] = plainOnes(all.filter(({event}) => !event.seen))
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
    ...[...wholes].flatMap(several).map(each => wholeLine(each, page)),
    ...[...parts].flatMap(each => partLines(each, page))
  ]
  return lines.toSorted(
    (a, b) => NEWS_GROUPS.indexOf(a.group) - NEWS_GROUPS.indexOf(b.group) || importance(a) - importance(b)
  )
}

/** Lines of one family with nothing of their own to say, where they are many; and all others. */
function plainOnes(written: readonly News[]): [readonly Several<News>[], readonly News[]] {
  const isPlain = ({event, also, arrival}: News): boolean =>
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
  const groups = [...groupBy(written.filter(isPlain), wholeKey).values()].filter(({length}) => length > FEW)
  const folded = new Set(groups.flat())
  return [groups.flatMap(several), written.filter(news => !folded.has(news))]
}

/** Whole operations first, then what the most meet. What people wrote stays in their order. */
function importance({members: [{event}], operations}: NewsLine): number {
  if (!event.seen) return -2_000_000_000
  const isWhole = !event.subject.part && event.subject.target.kind !== 'resource-field' && event.kind !== 'changed'
  return (isWhole ? -1_000_000_000 : 0) - operations.length
}

function several<Item>([first, ...rest]: readonly Item[]): Several<Item>[] {
  return first === undefined ? [] : [[first, ...rest]]
}

/** Operations that may be told together: of one family, with the same end and the same announcement. */
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

function wholeLine(members: Several<News>, page: Page): NewsLine {
  const [first] = members
  if (members.length === 1) return seenLine(first, page)
  const predicate = ofSeveral(sentenceOf(first).slice(-1))
  const targets = members.map(({event}) => event.subject.target)
  const whom = whomOf(targets)
  const unnamed = targets.length > FEW ? targets.map((target): Piece[] => [codeOf(formatTarget(target))]) : []
  return lineOf(members, [...whom, ...predicate, ...afterwards(members, page)], unnamed)
}

/** A few by their names; of many the path that they share, and how many there are. */
function whomOf(targets: readonly Target[]): Piece[] {
  const all = [...new Map(targets.map(target => [targetKey(target), target])).values()]
  if (all.length <= FEW) return listed(all.map(target => [codeOf(formatTarget(target))]))
  if (!all.every(target => 'path' in target)) return [count(all.length, 'operation')]
  const stems = sizedStemsOf(all)
  const named = stems.slice(0, FEW)
  const shown = named.map(({stem}): Piece[] => [codeOf(stem)])
  const rest = stems.length - shown.length
  // What has no prefix in common is named, and not counted as part of what is named.
  if (!stems.some(({stem}) => stem.endsWith('/**'))) {
    const left = all.length - named.reduce((sum, {size}) => sum + size, 0)
    return listed(left > 0 ? [...shown, [`${left} more operation${left === 1 ? '' : 's'}`]] : shown)
  }
  const noun = all.every(({kind}) => kind === 'endpoint') ? 'operation' : 'path'
  return [`${count(all.length, noun)} of `, ...listed(rest > 0 ? [...shown, [`${rest} more`]] : shown)]
}

/** `a`, `b` and `c`. */
function listed(items: readonly (readonly Piece[])[]): Piece[] {
  return items.flatMap((item, index) => [
    ...(index === 0 ? [] : [index === items.length - 1 ? ' and ' : ', ']),
    ...item
  ])
}

function partLines(all: readonly News[], page: Page): NewsLine[] {
  const phrased: Phrased[] = []
  const lines: NewsLine[] = []
  for (const news of all) {
    const phrase = news.event.observed && phraseOf(news.event.observed)
    if (phrase) phrased.push({news, phrase})
    else lines.push(seenLine(news, page))
  }
  const rest: (readonly Phrased[])[] = []
  // The same in several places.
  const alone: Several<Phrased>[] = []
  for (const same of groupBy(byValue(phrased), each =>
    JSON.stringify([sameness(each[0]), each[0].phrase.name])
  ).values()) {
    if (same.length >= FEW) lines.push(acrossOwners(same, page))
    else alone.push(...same)
  }
  // The same, with a value of its own, of many things.
  for (const same of groupBy(alone, each => JSON.stringify(sameness(each[0]))).values()) {
    const {phrase} = (same[0] as Several<Phrased>)[0]
    const isOwn = phrase.name !== undefined && phrase.predicate.some(piece => typeof piece !== 'string')
    if (isOwn && same.length > FEW) lines.push(ofMany(same, page))
    else rest.push(...same)
  }
  // Several of one place.
  const byOwner = groupBy(rest as Several<Phrased>[], each =>
    JSON.stringify([sameness(each[0]), flat(each[0].phrase.owner), each[0].phrase.name === undefined ? '' : 'named'])
  )
  for (const same of byOwner.values()) {
    const [first, ...others] = same
    if (first) lines.push(others.length === 0 ? ofValues(first, page) : withinOwner(same, page))
  }
  return lines
}

/** What sentences share but the name and the owner. */
function sameness({news: {event}, phrase: {lead, noun, link, predicate}}: Phrased): unknown {
  return [event.kind, event.change, event.subject.part?.in, lead, noun, flat(link), flat(predicate)]
}

/** Kinds of which one place may have several at once, each with a value of its own. */
const LISTED = /^(?:value|media-type|status|error-code|alternative)-(?:added|removed)$/
const isListed = ({change}: News['event']): boolean => LISTED.test(change ?? '')

/** Values that one place gains or loses, together. */
function byValue(all: readonly Phrased[]): Several<Phrased>[] {
  const groups = groupBy(all, ({news: {event}, phrase}): string => {
    const {lead, noun, name, link, owner, predicate} = phrase
    const own = [event.kind, event.change, lead, noun, name, flat(link), flat(owner)]
    return JSON.stringify(isListed(event) ? [...own, predicate[0]] : [...own, flat(predicate), event.subject.part?.in])
  })
  return [...groups.values()].flatMap(several).map(([first, ...others]): Several<Phrased> => {
    if (others.length === 0) return [first]
    const values = [first, ...others].map(({phrase}) => phrase.predicate[1])
    if (!isListed(first.news.event) || values.includes(undefined)) return [first, ...others]
    const shown = values.length > 6 ? [...values.slice(0, 5), `${values.length - 5} more`] : values
    const link = shown.flatMap((value, index): Piece[] => [
      ...(index === 0 ? [] : [index < shown.length - 1 ? ', ' : values.length > 6 ? ' and ' : ' or ']),
      value as Piece
    ])
    const predicate = [...first.phrase.predicate.slice(0, 1), ...link, ...first.phrase.predicate.slice(2)]
    return [first, ...others].map(each => ({
      ...each,
      phrase: {...each.phrase, predicate}
    })) as unknown as Several<Phrased>
  })
}

const newsIn = (groups: readonly Several<Phrased>[]): Several<News> =>
  groups.flat().map(({news}) => news) as unknown as Several<News>

function ofValues(all: Several<Phrased>, page: Page): NewsLine {
  const [{phrase, news}] = all
  const members = newsIn([all])
  if (all.length === 1) return seenLine(news, page)
  return lineOf(members, [...capital(wholeOf(phrase)), ...afterwards(members, page)])
}

const wholeOf = ({lead, noun, name, link, owner, predicate}: Phrase): Piece[] => [
  ...[lead, noun].filter(Boolean),
  ...(name === undefined ? [] : [codeOf(name)]),
  ...link,
  ...owner,
  ...predicate
]

/** `startTime` of `Job`, `CronJob` and 4 more is new. */
function acrossOwners(groups: readonly Several<Phrased>[], page: Page): NewsLine {
  const members = newsIn(groups)
  const {lead, noun, name, link, predicate} = (groups[0] as Several<Phrased>)[0].phrase
  const owners = [...new Map(groups.map(([{phrase}]) => [flat(phrase.owner), phrase.owner])).values()]
  const targets = members.flatMap(({event}) =>
    event.observed?.component === undefined && event.subject.target.kind === 'endpoint' ? [event.subject.target] : []
  )
  const whom =
    targets.length === members.length && owners.length > FEW
      ? whomOf(targets)
      : listed(owners.length > FEW + 1 ? [...owners.slice(0, FEW), [`${owners.length - FEW} more`]] : owners)
  const isPlain = name === undefined && lead === '' && noun === '' && link.length === 0
  const said = [
    ...[lead, noun].filter(Boolean),
    ...(name === undefined ? [] : [codeOf(name)]),
    ...link,
    ...whom,
    ...(isPlain ? ofSeveral(predicate) : predicate)
  ]
  const unnamed = owners.length <= FEW + (targets.length < members.length ? 1 : 0) ? [] : owners
  return lineOf(members, [...capital(said), ...afterwards(members, page)], unnamed)
}

/** The format of `a` of `Loan`, `b` of `Copy` and 21 more is now `date`. */
function ofMany(groups: readonly Several<Phrased>[], page: Page): NewsLine {
  const members = newsIn(groups)
  const things = groups.map(
    ([
      {
        phrase: {name = '', link, owner}
      }
    ]): Piece[] => [codeOf(name), ...link, ...owner]
  )
  const {lead, noun, predicate} = (groups[0] as Several<Phrased>)[0].phrase
  const shown = [...things.slice(0, FEW), [`${things.length - FEW} more`]]
  const said = [lead, nounOfSeveral(noun), ...listed(shown), ...(lead === '' ? ofSeveral(predicate) : predicate)]
  return lineOf(members, [...capital(said.filter(piece => piece !== '')), ...afterwards(members, page)], things)
}

/** `a`, `b` and `c` of `Loan` are new. */
function withinOwner(groups: readonly Several<Phrased>[], page: Page): NewsLine {
  const members = newsIn(groups)
  const {lead, noun, link, owner, predicate} = (groups[0] as Several<Phrased>)[0].phrase
  const names = [...new Set(groups.flatMap(([{phrase}]) => phrase.name ?? []))].toSorted(byText)
  if (names.length === 0)
    return lineOf(members, [
      ...capital(wholeOf((groups[0] as Several<Phrased>)[0].phrase)),
      ...afterwards(members, page)
    ])
  const most = 5
  const shown = names.slice(0, names.length > most + 1 ? most : names.length).map((name): Piece[] => [codeOf(name)])
  const rest = names.length - shown.length
  const said = [
    lead,
    names.length > 1 ? nounOfSeveral(noun) : noun,
    ...listed(rest > 0 ? [...shown, [`${rest} more`]] : shown),
    ...link,
    ...owner,
    ...(lead === '' && names.length > 1 ? ofSeveral(predicate) : predicate)
  ].filter(piece => piece !== '')
  const unnamed = rest > 0 ? names.map((name): Piece[] => [codeOf(name)]) : []
  return lineOf(members, [...capital(said), ...afterwards(members, page)], unnamed)
}

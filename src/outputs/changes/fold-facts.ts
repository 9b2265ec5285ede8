import {groupBy} from '../../model/group-by.ts'
import {codePiece, flattenPieces, joinPieces, lengthOfPieces, type TextPiece} from '../../phrases/text-pieces.ts'
import {divideIntoRows} from '../../text/shared-lists.ts'
import {
  describeAffected,
  MOST_NAMED_OPERATIONS,
  pluralizeLead,
  pluralizeNoun,
  pluralizePredicate,
  sharingOperations
} from './affected-operations.ts'
import {type ChangeLine, partsLine, replacementKey} from './change-line.ts'
import {compareText, type HistoryPage} from './page-data.ts'
import type {ReleaseChange} from './release-changes.ts'
import type {SplitSentence} from './split-sentence.ts'

export type NonEmpty<Item> = readonly [Item, ...Item[]]

export interface PhrasedChange {
  readonly news: ReleaseChange
  readonly phrase: SplitSentence
}

/** Changes that one sentence describes: one location of one owner. */
type Facts = NonEmpty<PhrasedChange>

/** Facts of one name in several owners, or of several names in one owner. */
interface Block {
  readonly facts: NonEmpty<PhrasedChange>
  readonly names: readonly string[]
  readonly owners: NonEmpty<SplitSentence>
}

const asNonEmpty = <Item>(items: readonly Item[]): NonEmpty<Item> => items as unknown as NonEmpty<Item>

/** Joins different facts about one field: `due` can now be missing or `null`. */
export function joinFactsOfField(all: readonly Facts[]): Facts[] {
  const groups = groupBy(all, ([{phrase, news}]) =>
    JSON.stringify([
      phrase.noun,
      phrase.name,
      flattenPieces(phrase.link),
      phrase.whose,
      isAdditive(phrase),
      news.event.kind,
      // Facts about a whole operation can have many causes, so only those of one kind are joined.
      phrase.name ?? news.event.change
    ])
  )
  return [...groups.values()].flatMap((facts): readonly Facts[] => {
    const [[{phrase}]] = asNonEmpty(facts)
    if (facts.length === 1 || isAdditive(phrase)) return facts
    const joined = joinPredicates(facts.map(([each]) => each.phrase))
    return [asNonEmpty(facts.flat().map(each => ({...each, phrase: {...each.phrase, ...joined}})))]
  })
}

/** The words before a field that can be referred to as its own: `the maximum of ` → `its maximum`. */
const ITS = /^(?:the )?((?!values that ).*)$/s

/** The words before a field as its own: `the maximum length (5000) of ` → `its maximum length (5000)`. */
function asOwn(lead: readonly TextPiece[]): TextPiece[] | undefined {
  const [first, ...rest] = lead
  const last = lead.at(-1)
  const [, words] = typeof first === 'string' ? (ITS.exec(first) ?? []) : []
  if (words === undefined || typeof last !== 'string' || !last.endsWith(' of ')) return undefined
  const bare = (text: string): string => text.slice(0, -' of '.length)
  return rest.length === 0 ? [`its ${bare(words)}`] : [`its ${words}`, ...rest.slice(0, -1), bare(last)]
}

const CAN_NOW = ' can now be '
const startsWithCanNow = (piece: TextPiece | undefined): boolean =>
  typeof piece === 'string' && piece.startsWith(CAN_NOW)

/** Predicates for requests and responses that say the same of both, with one for both. */
const BOTH_SIDES: readonly (readonly [request: string, response: string, both: string])[] = [
  [' must now match the pattern ', ' now matches the pattern ', ' must now match the pattern '],
  [' must now be a multiple of ', ' now is a multiple of ', ' must now be a multiple of '],
  [' now accepts only ', ' now returns only ', ' now accepts and returns only ']
]

/** Joins a sentence about requests and one about responses that say the same. */
function joinSides(phrases: readonly SplitSentence[]): readonly SplitSentence[] {
  const sayOf = ({predicate}: SplitSentence, words: string): string | undefined =>
    predicate[0] === words ? JSON.stringify(predicate.slice(1)) : undefined
  return BOTH_SIDES.reduce((all, [request, response, both]) => {
    const ofRequest = all.find(each => sayOf(each, request) !== undefined)
    const said = ofRequest && sayOf(ofRequest, request)
    const ofResponse = said === undefined ? undefined : all.find(each => sayOf(each, response) === said)
    if (!ofResponse) return all
    return all.flatMap(each =>
      each === ofResponse
        ? []
        : each === ofRequest
          ? [{...each, predicate: [both, ...each.predicate.slice(1)]}]
          : [each]
    )
  }, phrases)
}

/** Joins sentences that only name different things with one verb: no longer implements `Named` and `Owned`. */
function shareVerbs(phrases: readonly SplitSentence[]): SplitSentence[] {
  const groups = groupBy(phrases.entries(), ([index, {lead, predicate}]) => {
    const [verb, name, ...more] = predicate
    const isOfName = typeof verb === 'string' && typeof name === 'object' && 'code' in name && more.length === 0
    return isOfName && lead.length === 0 && !startsWithCanNow(verb) ? verb : `${index}`
  })
  return [...groups.values()].map(same => {
    const [[, first], ...others] = asNonEmpty(same)
    const names = same.map(([, {predicate}]) => predicate.slice(1))
    return others.length === 0 ? first : {...first, predicate: [first.predicate[0] ?? '', ...joinPieces(names, 'and')]}
  })
}

/** Words before a field that share one predicate: the minimum of and the maximum of `due` were removed. */
interface SharedPredicate {
  readonly leads: NonEmpty<readonly TextPiece[]>
  readonly predicate: readonly TextPiece[]
}

/** Joins sentences that say the same of several facts about a field. */
function sharePredicates(phrases: readonly SplitSentence[]): SharedPredicate[] {
  const groups = groupBy(phrases.entries(), ([index, {lead, predicate}]) =>
    asOwn(lead) ? flattenPieces(predicate) : `${index}`
  )
  return [...groups.values()].map(same => {
    const [[, {predicate}], ...others] = asNonEmpty(same)
    return {
      leads: asNonEmpty(same.map(([, {lead}]) => lead)),
      predicate: others.length > 0 ? pluralizePredicate(predicate) : predicate
    }
  })
}

/** The words before a field for several facts: the minimum and the maximum of. */
function joinLeads(leads: NonEmpty<readonly TextPiece[]>): readonly TextPiece[] {
  if (leads.length === 1) return leads[0]
  const bare = leads.map(lead => [...lead.slice(0, -1), String(lead.at(-1)).slice(0, -' of '.length)])
  return [...joinPieces(bare, 'and'), ' of ']
}

const hasList = (predicate: readonly TextPiece[]): boolean =>
  predicate.some(piece => typeof piece === 'string' && /^,? (?:and|or) $/.test(piece))

/**
 * One predicate for several sentences about the same field. The sentences without words before the field come first.
 */
function joinPredicates(phrases: readonly SplitSentence[]): Pick<SplitSentence, 'lead' | 'predicate'> {
  const sorted = shareVerbs(joinSides(phrases)).toSorted((a, b) => a.lead.length - b.lead.length)
  const [first, ...others] = asNonEmpty(sharePredicates(sorted))
  let previous = first.predicate
  const rest = others.map(({leads, predicate}): TextPiece[] => {
    const [lead] = leads
    if (lead.length === 0) {
      const [verb, ...after] = predicate
      const isSame = startsWithCanNow(verb) && startsWithCanNow(previous[0])
      const shown = isSame ? [String(verb).slice(CAN_NOW.length), ...after] : predicate
      previous = predicate
      return trimStart(shown)
    }
    const own = leads.map(asOwn).filter(each => each !== undefined)
    return own.length > 0 ? [...joinPieces(own, 'and'), ...predicate] : trimStart([...lead, 'it', ...predicate])
  })
  const isChoice = others.every(({leads: [lead], predicate: [verb]}) => lead.length === 0 && startsWithCanNow(verb))
  const items = [first.predicate, ...rest].map(each => [...each].filter(piece => piece !== ''))
  const conjunction = isChoice && startsWithCanNow(first.predicate[0]) ? 'or' : 'and'
  // A clause of its own, and one after a list, is divided from the first by a comma.
  const isDivided =
    conjunction === 'and' && (others.some(({leads: [lead]}) => lead.length > 0) || hasList(first.predicate))
  const [only = [], second, ...more] = items
  const predicate =
    isDivided && second && more.length === 0 ? [...only, ', and ', ...second] : joinPieces(items, conjunction)
  return {lead: joinLeads(first.leads), predicate}
}

const trimStart = ([first, ...rest]: readonly TextPiece[]): TextPiece[] =>
  typeof first === 'string' ? [first.trimStart(), ...rest] : [...(first === undefined ? [] : [first]), ...rest]

/** Whether the sentence is about a part that was added or removed. Such parts have causes of their own. */
const isAdditive = ({lead, predicate}: SplitSentence): boolean =>
  /^(?:added|removed) $/.test(String(lead[0])) || predicate[0] === ' was added'

/** The key of the words that sentences have in common, apart from the name and the owner. */
const commonWords = ({news, phrase: {lead, noun, link, predicate}}: PhrasedChange): string =>
  JSON.stringify([
    news.event.kind,
    news.event.subject.part?.in,
    replacementKey(news),
    news.event.kind === 'deprecated' && news.event.sunset?.stated,
    flattenPieces(lead),
    noun,
    flattenPieces(link),
    flattenPieces(predicate)
  ])

const RESPONSE = ' response'

/** The index of the status in words such as ` in the 404 response of `; negative if they name none. */
const statusIndexOf = ({link}: SplitSentence): number =>
  link.findIndex((piece, at) => typeof piece === 'object' && link[at + 1] === RESPONSE)

/**
 * Joins the same fact about several responses of the same operations: the `400` and `404` responses of `GET /v1/loans`.
 */
function joinStatuses(all: readonly Facts[]): Facts[] {
  const groups = groupBy(all.entries(), ([index, [first]]) => {
    const {phrase} = first
    const at = statusIndexOf(phrase)
    if (at < 0) return `${index}`
    const words = commonWords({...first, phrase: {...phrase, link: phrase.link.toSpliced(at, 1)}})
    return JSON.stringify([words, phrase.name, phrase.whose])
  })
  return [...groups.values()].map(same => {
    const [first, ...others] = asNonEmpty(same.map(([, facts]) => facts))
    const [{phrase}] = first
    if (others.length === 0) return first
    const at = statusIndexOf(phrase)
    const statuses = [first, ...others].map(
      ([
        {
          phrase: {link}
        }
      ]) => [link[statusIndexOf({...phrase, link})] ?? '']
    )
    const link = [
      ...phrase.link.slice(0, at),
      ...joinPieces(statuses, 'and'),
      `${RESPONSE}s`,
      ...phrase.link.slice(at + 2)
    ]
    const isAboutAll = phrase.lead.length === 0 && phrase.name === undefined
    const predicate = isAboutAll ? pluralizePredicate(phrase.predicate) : phrase.predicate
    return asNonEmpty([first, ...others].flat().map(each => ({...each, phrase: {...each.phrase, link, predicate}})))
  })
}

/** Facts as lines: the same fact about one name in several owners, several names of one owner, or several fields. */
export function foldFacts(all: readonly Facts[], page: HistoryPage): ChangeLine[] {
  const byName = groupBy(joinStatuses(all), ([first]) => `${commonWords(first)} ${first.phrase.name}`)
  const named = [...byName.values()].map((facts): Block => {
    const owners = new Map(facts.map(([{phrase}]) => [phrase.whose, phrase]))
    return {
      facts: asNonEmpty(facts.flat()),
      names: facts[0]?.[0].phrase.name === undefined ? [] : [facts[0][0].phrase.name],
      owners: asNonEmpty([...owners.values()])
    }
  })
  const byOwners = groupBy(named, ({facts: [first], owners, names}) =>
    JSON.stringify([commonWords(first), owners.map(({whose}) => whose).toSorted(), names.length])
  )
  const blocks = [...byOwners.values()].map((same): Block => {
    const [first] = asNonEmpty(same)
    const names = [...new Set(same.flatMap(each => each.names))].toSorted(compareText)
    return {facts: asNonEmpty(same.flatMap(({facts}) => facts)), names, owners: first.owners}
  })
  // A fact that several fields share has one reason. Parts that were added or removed have reasons of their own.
  const hasOwnReason = ({facts: [{phrase}], names}: Block): boolean => isAdditive(phrase) || names.length === 0
  const byReason = groupBy(
    blocks.filter(each => !hasOwnReason(each)),
    ({facts: [first]}) => commonWords(first)
  )
  return [
    ...blocks.filter(hasOwnReason).map(each => blockLine(each, page)),
    ...[...byReason.values()].flatMap(same => {
      const [{facts}] = asNonEmpty(same)
      const isShared = facts[0].news.event.observed?.component !== undefined
      const isFolded = same.length > (isShared ? 1 : MOST_NAMED_OPERATIONS)
      return isFolded ? [subjectsLine(asNonEmpty(same), page)] : same.map(each => blockLine(each, page))
    })
  ]
}

const membersOf = (facts: NonEmpty<PhrasedChange>): NonEmpty<ReleaseChange> => asNonEmpty(facts.map(({news}) => news))

/** Maximum number of names in a line. Further names are only counted. */
const MOST_NAMES = 5

/** Maximum length of all names in a line. Further names are only counted. */
const LONGEST_NAMES = 200

/** Number of names that a line shows: all of them, the first `most`, or fewer if they are long. */
function countShown(names: readonly (readonly TextPiece[])[], most: number): number {
  const [first = []] = divideIntoRows(names, lengthOfPieces, LONGEST_NAMES)
  if (first.length === names.length && names.length <= most + 1) return names.length
  return Math.min(first.length, most)
}

/** A list of names, with the number of those that don't fit. */
function shownNames(names: readonly (readonly TextPiece[])[], most: number): TextPiece[] {
  const shown = countShown(names, most)
  if (shown === names.length) return joinPieces(names, 'and')
  return joinPieces([...names.slice(0, shown), [`${names.length - shown} more`]], 'and')
}

/** Line of the same fact about all names in all owners: added `a` and `b` to `Loan` and `Copy`. */
function blockLine({facts, names, owners}: Block, page: HistoryPage): ChangeLine {
  const [{phrase, news}] = facts
  const {lead, noun, link, joined, predicate} = phrase
  const isOne = owners.length === 1 && names.length < 2
  const isPlural =
    !noun.startsWith('each ') && (names.length > 1 || (names.length + link.length === 0 && owners.length > 1))
  const after = isPlural ? pluralizePredicate(predicate, lead.length > 0) : predicate
  const before = [
    ...(isPlural ? pluralizeLead(lead) : lead),
    ...(noun === '' ? [] : [names.length > 1 ? pluralizeNoun(noun) : noun])
  ]
  const members = membersOf(facts)
  if (isOne && joined !== undefined)
    return partsLine(
      members,
      {before: [...before, codePiece(joined)], link: [], owner: [], after},
      page,
      cutValues(facts)
    )
  const codes = names.map((name): TextPiece[] => [codePiece(name)])
  const tied = news.event.observed ? sharingOperations(news.event.observed) : []
  const ofOwners = owners.map(({owner}) => owner)
  const owner =
    tied.length > 0 && owners.length > 1
      ? describeAffected(members.flatMap(({event}) => (event.observed ? sharingOperations(event.observed) : [])))
      : shownNames(ofOwners, MOST_NAMED_OPERATIONS)
  const isCut =
    countShown(codes, MOST_NAMES) < names.length ||
    (tied.length === 0 && countShown(ofOwners, MOST_NAMED_OPERATIONS) < owners.length)
  const all = [...(isCut ? allNames(names, owners) : []), ...cutValues(facts)]
  return partsLine(members, {before: [...before, ...shownNames(codes, MOST_NAMES)], link, owner, after}, page, all)
}

/** Each name with each owner, once: `Loan.due`. */
function allNames(names: readonly string[], owners: NonEmpty<SplitSentence>): TextPiece[][] {
  const all = owners.flatMap(({owner, link}) =>
    names.length === 0 ? [[...owner]] : names.map((name): TextPiece[] => fieldName(name, link, owner))
  )
  return [...new Map(all.map(name => [flattenPieces(name), name])).values()]
}

/** A field with its component as one name, or the name alone if its owner isn't a component. */
function fieldName(name: string, link: readonly TextPiece[], owner: readonly TextPiece[]): TextPiece[] {
  const [only, ...others] = owner
  const isComponent = others.length === 0 && typeof only === 'object' && 'code' in only && !/[ /]/.test(only.code)
  const isInMap = link.length > 1
  if (isComponent && isInMap) return [codePiece(name), ...link, ...owner]
  return [codePiece(isComponent ? `${only.code}${name.startsWith('[') ? '' : '.'}${name}` : name)]
}

/** Line of the same fact about fields of several components: `Loan.due` and `Copy.shelf` can now be `null`. */
function subjectsLine(blocks: NonEmpty<Block>, page: HistoryPage): ChangeLine {
  const facts = asNonEmpty(blocks.flatMap(each => each.facts))
  const {lead, noun, link, predicate, joined} = facts[0].phrase
  const names =
    joined === undefined
      ? blocks.flatMap(({names: own, owners}) =>
          own.flatMap(name => owners.map(({owner}): TextPiece[] => [codePiece(name), ...link, ...owner]))
        )
      : blocks.flatMap(({names: own, owners}) => allNames(own, owners))
  const before = [
    ...pluralizeLead(lead),
    ...(noun === '' ? [] : [pluralizeNoun(noun)]),
    ...shownNames(names, MOST_NAMED_OPERATIONS)
  ]
  const after = noun.startsWith('each ') ? predicate : pluralizePredicate(predicate, lead.length > 0)
  const isCut = countShown(names, MOST_NAMED_OPERATIONS) < names.length
  const all = [...(isCut ? names : []), ...cutValues(facts)]
  return partsLine(membersOf(facts), {before, link: [], owner: [], after}, page, all)
}

/** Values that the predicate of a line doesn't name, each once. */
const cutValues = (facts: NonEmpty<PhrasedChange>): (readonly TextPiece[])[] => [
  ...new Map(
    facts.flatMap(({phrase: {values = []}}) => values.map(value => [flattenPieces(value), value] as const))
  ).values()
]

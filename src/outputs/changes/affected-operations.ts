import {countNoun, holdsMembers} from '../../languages/languages.ts'
import type {Change} from '../../model/api/change.ts'
import {
  isEndpoint,
  isMember,
  isPrefix,
  type Subject,
  subjectKey,
  type Target,
  targetKey
} from '../../model/subject/subject.ts'
import {sentencePieces} from '../../phrases/phrases.ts'
import {ownerPieces, targetListPieces} from '../../phrases/subject.ts'
import {codePiece, flattenPieces, joinPieces, type TextPiece} from '../../phrases/text-pieces.ts'
import {changeSentence} from '../../text/changes/sentences.ts'
import {formatCount} from '../../text/format-values.ts'
import {commonStemsWithSize, isWide, namesOfGroup} from '../../text/subject-groups.ts'
import type {ReleaseChange} from './release-changes.ts'

/** Maximum number of names in a line. */
export const MOST_NAMED_OPERATIONS = 3

/** The operations that share the changed part. Empty if the change is about a component, a type, or the whole API. */
export function sharingOperations({component, subject, reaches}: Change): Target[] {
  if (component !== undefined || isPrefix(subject.target) || holdsMembers(subject.target)) return []
  const all = reaches.map(({operation}) => operation.target)
  return [...new Map(all.map(target => [targetKey(target), target])).values()]
}

/** Names the owner of a change as its sentence does, or all operations that share the change. */
export function describeOwners(change: Change): TextPiece[] {
  const owners = sharingOperations(change)
  return owners.length > 1 ? describeAffected(owners) : ownerPieces(change)
}

export const affectedOperationsKey = (change: Change): string =>
  sharingOperations(change).length > 1
    ? sharingOperations(change).map(targetKey).toSorted().join('\n')
    : flattenPieces(ownerPieces(change))

/**
 * Removes the side (request or response) of a change if some of the operations that share it are affected on the other
 * side only.
 */
export function removeUncertainSide(change: Change): Change {
  const {subject, reaches} = change
  const side = subject.part?.in
  const sided = new Set(reaches.filter(each => each.side === side).map(({operation}) => targetKey(operation.target)))
  if (side === undefined || sharingOperations(change).every(target => sided.has(targetKey(target)))) return change
  const {in: _, ...part} = subject.part ?? {}
  return {...change, reaches, subject: {...subject, part}}
}

/** Sentence for a change that names the affected operations, as far as they fit in a line. */
export function describeChange(seen: Change): TextPiece[] {
  const change = removeUncertainSide(seen)
  const {lead, about, predicate} = changeSentence(change)
  const isOwn = flattenPieces(about.owner) === flattenPieces(ownerPieces(change))
  if (!isOwn || sharingOperations(change).length < 2) return sentencePieces({lead, about, predicate})
  const isPlural = lead.length === 0 && about.name === undefined && about.link.length === 0
  return sentencePieces({
    lead,
    about: {...about, owner: describeOwners(change)},
    predicate: isPlural ? pluralizePredicate(predicate) : predicate
  })
}

/**
 * Limits a change to some of the operations that it affects. Returns the change unmodified if it affects none or only
 * these.
 */
export function limitToSubjects(news: ReleaseChange, subjects: readonly Subject[]): ReleaseChange {
  const {observed} = news.event
  if (!observed || sharingOperations(observed).length === 0) return news
  const keys = new Set(subjects.map(({target}) => subjectKey({target})))
  const reaches = observed.reaches.filter(({operation: {target}}) => keys.has(subjectKey({target})))
  const [first] = reaches
  if (!first || reaches.length === observed.reaches.length) return news
  const of = (subject: Subject): Subject =>
    isEndpoint(subject.target) && !keys.has(subjectKey({target: subject.target}))
      ? {...subject, target: first.operation.target}
      : subject
  return {
    ...news,
    event: {
      ...news.event,
      subject: of(news.event.subject),
      observed: {...observed, reaches, subject: of(observed.subject)}
    }
  }
}

/**
 * Whether the affected operations tell clients more than the name of what changed. In a graph, where almost everything
 * leads to almost everything, only a few do.
 */
export const areTelling = (operations: readonly Subject[]): boolean =>
  operations.length <= MOST_NAMED_OPERATIONS || !operations.some(({target}) => isMember(target))

/** Whether a line names all of these subjects. A fourth name is no longer than what says that there is one more. */
export const areNamed = (targets: readonly Target[]): boolean =>
  targets.length <= MOST_NAMED_OPERATIONS + (targets.every(({path}) => path !== undefined) ? 0 : 1) ||
  namesOfGroup(targets) !== undefined

/** Names a few subjects; of more, their common paths and their number. */
export function describeAffected(targets: readonly Target[]): TextPiece[] {
  const all = [...new Map(targets.map(target => [targetKey(target), target])).values()]
  if (areNamed(all)) return namesOfGroup(all) ?? joinPieces(targetListPieces(all), 'and')
  // Subjects without a path have no common path.
  if (!all.every(target => target.path !== undefined)) {
    const names = targetListPieces(all)
    const left = all.length - MOST_NAMED_OPERATIONS
    // A noun before the names is that of all.
    const more =
      typeof names[0]?.[0] === 'string' ? `${left} more` : formatCount(left, `more ${countNoun(all, 'operation')}`)
    return joinPieces([...names.slice(0, MOST_NAMED_OPERATIONS), [more]], 'and')
  }
  const stems = commonStemsWithSize(all)
  const noun = countNoun(all, all.every(isEndpoint) ? 'operation' : 'path')
  const [only, ...others] = stems
  if (only?.stem === '/**' && others.length === 0) return [formatCount(all.length, noun)]
  const named = stems.slice(0, MOST_NAMED_OPERATIONS)
  const families = named.filter(({stem}) => isWide(stem))
  const singles = named.filter(each => !families.includes(each)).map(({stem}): TextPiece[] => [codePiece(stem)])
  const left = sumSizes(stems) - sumSizes(named)
  const rest = left > 0 ? [[formatCount(left, `more ${noun}`)]] : []
  if (families.length === 0) return joinPieces([...singles, ...rest], 'and')
  const inFamilies: TextPiece[] = [
    `${formatCount(sumSizes(families), noun)} of `,
    ...joinPieces(
      families.map(({stem}): TextPiece[] => [codePiece(stem)]),
      'and'
    )
  ]
  // The number counts the families alone, so names stand before it.
  return joinPieces([...singles, inFamilies, ...rest], 'and')
}

const sumSizes = (stems: readonly {readonly size: number}[]): number => stems.reduce((sum, {size}) => sum + size, 0)

const PLURALS: Readonly<Record<string, string>> = {
  is: 'are',
  has: 'have',
  was: 'were',
  needs: 'need',
  accepts: 'accept',
  allows: 'allow',
  authenticates: 'authenticate',
  behaves: 'behave',
  contains: 'contain',
  declares: 'declare',
  defaults: 'default',
  documents: 'document',
  implements: 'implement',
  lists: 'list',
  refers: 'refer',
  requires: 'require',
  restricts: 'restrict',
  returns: 'return',
  sends: 'send',
  takes: 'take'
}

/** Words that connect the clauses of a predicate or the names of a list. */
const LINKS: ReadonlySet<TextPiece | undefined> = new Set([', ', ' and ', ', and ', ' or ', ', or '])

/**
 * Turns a predicate into the plural: ` is now required and its type changed` → ` are now required and the type of each
 * changed`. With `hasLead`, the first verb is about the words before the names: the default of `due` and `since`.
 */
export function pluralizePredicate(predicate: readonly TextPiece[], hasLead = false): TextPiece[] {
  let isOfEach = false
  return predicate.map((piece, at): TextPiece => {
    if (typeof piece !== 'string') return piece
    const isClause = at === 0 || LINKS.has(predicate[at - 1])
    if (isClause && at > 0 && piece.startsWith('its ')) {
      isOfEach = piece.endsWith(' (')
      return `the ${piece.slice('its '.length)}${isOfEach ? '' : ' of each'}`
    }
    if (isOfEach && piece.startsWith(')')) {
      isOfEach = false
      return `) of each${piece.slice(1)}`
    }
    return !isClause || (hasLead && at === 0) ? piece : pluralizeClause(piece)
  })
}

function pluralizeClause(words: string): string {
  const verb = /^( ?(?:no longer |now (?:also )?)?)([a-z]+)\b/.exec(words)
  const many = PLURALS[verb?.[2] ?? '']
  const plural = many === undefined || !verb ? words : `${verb[1]}${many}${words.slice(verb[0].length)}`
  return plural.replace(/\bits\b/, 'their')
}

/** Turns a noun into the plural: `query parameter ` → `query parameters `. */
export const pluralizeNoun = (noun: string): string =>
  noun.startsWith('each ') ? noun : noun.replace(/(\w) $/, '$1s ')

/** Turns the words before names into the plural, if each has its own: `the descriptions of `. Others share a value. */
export const pluralizeLead = (lead: readonly TextPiece[]): readonly TextPiece[] =>
  lead.map(piece => (piece === 'the description of ' ? 'the descriptions of ' : piece))

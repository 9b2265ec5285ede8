import type {Change} from '../../model/api/change.ts'
import {formatTarget, type Subject, subjectKey, type Target, targetKey} from '../../model/subject/subject.ts'
import {piecesOfChange} from '../../text/changes/sentences.ts'
import {ownerPieces} from '../../text/changes/subject.ts'
import {count} from '../../text/format-values.ts'
import {sizedStemsOf} from '../../text/subject-groups.ts'
import {codeOf, flat, type Piece} from '../../text/text-pieces.ts'
import {ofSeveral} from './pluralize.ts'
import type {News} from './release-changes.ts'

/** Maximum number of names in a line. */
export const FEW = 3

/** The operations that share the changed part. Empty if the change is about a component or the whole API. */
export function ownersOf({component, subject, reaches}: Change): Target[] {
  if (component !== undefined || subject.target.kind === 'prefix') return []
  const all = reaches.map(({operation}) => operation.target)
  return [...new Map(all.map(target => [targetKey(target), target])).values()]
}

/** Names the owner of a change as its sentence does, or all operations that share the change. */
export function whosePieces(change: Change): Piece[] {
  const owners = ownersOf(change)
  return owners.length > 1 ? whomOf(owners) : ownerPieces(change)
}

export const keyOfOwners = (change: Change): string =>
  ownersOf(change).length > 1 ? ownersOf(change).map(targetKey).toSorted().join('\n') : flat(ownerPieces(change))

/**
 * Removes the side (request or response) of a change if some of the operations that share it are affected on the other
 * side only.
 */
export function asAllMeetIt(change: Change): Change {
  const {subject, reaches} = change
  const side = subject.part?.in
  const sided = new Set(reaches.filter(each => each.side === side).map(({operation}) => targetKey(operation.target)))
  if (side === undefined || ownersOf(change).every(target => sided.has(targetKey(target)))) return change
  const {in: _, ...part} = subject.part ?? {}
  return {...change, reaches, subject: {...subject, part}}
}

/** Sentence for a change that names the affected operations, as far as they fit in a line. */
export function sentenceOfChange(seen: Change): Piece[] {
  const change = asAllMeetIt(seen)
  const sentence = piecesOfChange(change)
  if (ownersOf(change).length < 2) return sentence
  const owner = ownerPieces(change)
  const at = sentence.findIndex((_, start) => flat(sentence.slice(start, start + owner.length)) === flat(owner))
  if (at < 0) return sentence
  const rest = sentence.slice(at + owner.length)
  return [...sentence.slice(0, at), ...whosePieces(change), ...(at === 0 ? ofSeveral(rest) : rest)]
}

/** Operations that the line of the change doesn't name. */
export function unnamedOf(change: Change): Piece[][] {
  const owners = ownersOf(change)
  return owners.length > FEW ? owners.map(target => [codeOf(formatTarget(target))]) : []
}

/**
 * Limits a change to some of the operations that it affects. Returns the change unmodified if it affects none or only
 * these.
 */
export function metIn(news: News, subjects: readonly Subject[]): News {
  const {observed} = news.event
  if (!observed || ownersOf(observed).length === 0) return news
  const keys = new Set(subjects.map(({target}) => subjectKey({target})))
  const reaches = observed.reaches.filter(({operation: {target}}) => keys.has(subjectKey({target})))
  const [first] = reaches
  if (!first || reaches.length === observed.reaches.length) return news
  const of = (subject: Subject): Subject =>
    subject.target.kind === 'endpoint' && !keys.has(subjectKey({target: subject.target}))
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

/** Names a few subjects; of more, their common paths and their number. */
export function whomOf(targets: readonly Target[]): Piece[] {
  const all = [...new Map(targets.map(target => [targetKey(target), target])).values()]
  if (all.length <= FEW) return listed(all.map(target => [codeOf(formatTarget(target))]))
  // Subjects without a path have no common path.
  if (!all.every(target => 'path' in target)) {
    const names = all.slice(0, FEW).map((target): Piece[] => [codeOf(formatTarget(target))])
    return listed([...names, [count(all.length - FEW, 'more operation')]])
  }
  const stems = sizedStemsOf(all)
  const named = stems.slice(0, FEW)
  const shown = named.map(({stem}): Piece[] => [codeOf(stem)])
  const rest = stems.length - shown.length
  // Single paths are named, and the rest is counted.
  if (!stems.some(({stem}) => stem.endsWith('/**'))) {
    const left = all.length - named.reduce((sum, {size}) => sum + size, 0)
    return listed(left > 0 ? [...shown, [`${left} more operation${left === 1 ? '' : 's'}`]] : shown)
  }
  const noun = all.every(({kind}) => kind === 'endpoint') ? 'operation' : 'path'
  return [`${count(all.length, noun)} of `, ...listed(rest > 0 ? [...shown, [`${rest} more`]] : shown)]
}

/** Joins items: `a`, `b` and `c`. */
export function listed(items: readonly (readonly Piece[])[]): Piece[] {
  return items.flatMap((item, index) => [
    ...(index === 0 ? [] : [index === items.length - 1 ? ' and ' : ', ']),
    ...item
  ])
}

import type {AffectedOperation, Change} from '@tenure/core/model/api/change'
import {groupByEach} from '@tenure/core/model/group-by'
import {isTypo} from '@tenure/core/model/subject/closest-word'
import {formatSubject} from '@tenure/core/model/subject/subject'
import type {OpenapiKind} from '../kinds/kinds.ts'

/** Kinds of removal, with the kinds of addition that can be the other half of a rename. */
const ADDITIONS: {readonly [Kind in OpenapiKind]?: ReadonlySet<OpenapiKind>} = {
  'field-removed': new Set(['field-added', 'required-field-added']),
  'parameter-removed': new Set(['parameter-added', 'required-parameter-added'])
}

/**
 * Adds to each removed field or parameter the name of a similar one added in the same place. Only the author knows
 * whether it was renamed, so the change stays a removal.
 */
export function addPossibleRenames(changes: readonly Change[]): Change[] {
  const added = groupByEach(
    changes.filter(({kind}) => kind.endsWith('-added')),
    change => new Set(placesOf(change))
  )
  if (added.size === 0) return [...changes]
  let steps = 0
  return changes.map(change => {
    const kinds: ReadonlySet<string> | undefined = ADDITIONS[change.kind as OpenapiKind]
    if (!kinds) return change
    if (steps > MAX_STEPS) return change
    const candidates = new Set(placesOf(change).flatMap(key => added.get(key) ?? []))
    steps += candidates.size
    const name = nameOf(change)
    const similar = [...candidates].find(each => kinds.has(each.kind) && areSimilar(name, nameOf(each)))
    return similar ? {...change, possibleName: nameOf(similar)} : change
  })
}

/**
 * The maximum number of pairs of names that are compared. Beyond it, removals only lack the hint at a possible rename.
 */
const MAX_STEPS = 500_000

/** The name of a field or parameter. Empty if it has none. */
function nameOf({about, at, subject: {part}}: Change): string {
  return about ?? part?.parameter ?? at.split('.').at(-1) ?? ''
}

/** Keys of the objects and operations that hold a field or parameter. */
function placesOf(change: Change): string[] {
  const own = `${change.component ?? formatSubject({target: change.subject.target})} ${parentOf(change.at, change)}`
  return [own, ...change.reaches.flatMap(reach => placeOf(reach, change) ?? [])]
}

function placeOf({operation, side, part = '', at}: AffectedOperation, change: Change): string | undefined {
  if (at === undefined) return undefined
  const place = part.replace(/ parameter .*$/s, ' parameter')
  return `${formatSubject(operation)} ${side} ${place} ${parentOf(at, change)}`
}

const parentOf = (path: string, {about}: Change): string =>
  about !== undefined && (path === about || path.endsWith(`.${about}`)) ? path.slice(0, -about.length) : path

/**
 * Whether two names differ by a letter, or one has few words more than the other: `display_name`,
 * `invoice_display_name`.
 */
function areSimilar(one: string, other: string): boolean {
  if (one === '' || other === '' || one === other) return false
  if (isTypo(one, other)) return true
  const [few = [], many = []] = [wordsIn(one), wordsIn(other)].toSorted((a, b) => a.length - b.length)
  return few.length * 2 > many.length && few.length < many.length && few.every(word => many.includes(word))
}

const wordsIn = (name: string): string[] =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

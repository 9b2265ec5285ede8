import {languages} from '#tenure/languages'
import type {Change, ChangeKind} from '../model/api/change.ts'
import {defined} from '../model/defined.ts'
import type {Event} from '../model/lifecycle/event.ts'
import type {SourceLocation} from '../model/location.ts'
import type {Direction} from '../model/subject/subject.ts'
import {COMMON_KINDS} from './common-kinds.ts'
import type {KindOfChange} from './language.ts'

// The kinds of change of all languages.

interface KnownKind extends KindOfChange {
  /** Where it can be observed: in requests, in responses, or in both. */
  readonly sides: readonly Direction[]
  /** Where it removes something that can be deprecated first: in requests, in responses, or in both. */
  readonly endsOn: readonly Direction[]
}

const WRITTEN = [COMMON_KINDS, ...languages.map(({kinds}) => kinds)].flatMap(kinds =>
  Object.entries<KindOfChange>(kinds)
)

/** The kinds that another one names as its opposite. */
const OPPOSITES = new Map(WRITTEN.flatMap(([name, {opposite}]) => (opposite === undefined ? [] : [[opposite, name]])))

const toKnownKind = (name: ChangeKind, kind: KindOfChange): KnownKind => {
  const sides = Object.keys(kind.effects) as Direction[]
  const endsOn = kind.event === 'removed' ? sides.filter(side => kind.effects[side] === 'breaking') : []
  return {...kind, ...defined({opposite: kind.opposite ?? OPPOSITES.get(name)}), sides, endsOn}
}

const KINDS: ReadonlyMap<ChangeKind, KnownKind> = new Map(
  WRITTEN.map(([name, kind]) => [name, toKnownKind(name, kind)])
)

/** The names of all kinds. A name means one kind, whatever the language, because policies and histories state names. */
export const CHANGE_KINDS = [...KINDS.keys()] as [ChangeKind, ...ChangeKind[]]

export const isChangeKind = (text: string): text is ChangeKind => KINDS.has(text)

export function kindOf(name: ChangeKind): KnownKind {
  const kind = KINDS.get(name)
  if (!kind) throw new Error(`No language has the kind of change \`${name}\`.`)
  return kind
}

/**
 * The kind by which a change counts in requests or in responses, which can be another one than its own (`countsAs`).
 */
export const effectiveKindOf = (change: Change, side: Direction): ChangeKind =>
  kindOf(change.kind).countsAs?.(change, side) ?? change.kind

/**
 * Location of the changed part in the older snapshot, or `undefined` if the part is new. For a new part, `where.old` is
 * the location of its parent.
 */
export const oldLocation = ({kind, old, where}: Change): SourceLocation | undefined =>
  kindOf(kind).adds !== undefined && old === undefined ? undefined : where.old

/**
 * The detail that a change is about beyond its subject: the part of the operation, the path in it, and the keyword or
 * name. `undefined` if the subject says it all.
 */
export function changeDetailOf({
  kind,
  subject: {part = {}},
  component,
  at,
  about,
  reaches
}: Change): string | undefined {
  const {field, parameter, header, value} = part
  // The operations that use a shared component aren't a detail of the change, and a parameter is already named.
  const isNamed = component !== undefined || parameter !== undefined
  const parts = isNamed ? [] : [...new Set(reaches.flatMap(each => each.part ?? []))].sort()
  const namedParts = parts.filter(each => !IMPLIED_PARTS.has(each))
  const place = component !== undefined || at === field || at === parameter ? '' : at
  const isImplied =
    [parameter, value].includes(about) ||
    header?.toLowerCase() === about?.toLowerCase() ||
    (kindOf(kind).isAboutName && [at, field].some(each => each?.split('.').at(-1) === about)) ||
    (namedParts.length > 0 && namedParts.every(each => each.endsWith(` ${about}`)))
  const words = [namedParts.join(', '), place, isImplied ? '' : (about ?? '')].filter(each => each !== '')
  return words.length === 0 ? undefined : words.join(' ')
}

/** Parts that the kind of change already names. */
const IMPLIED_PARTS: ReadonlySet<string> = new Set(['body', 'security', 'servers'])

/** The detail of an event: from the observed change, otherwise from the declared line. */
export const eventDetailOf = ({observed, about}: Pick<Event, 'observed' | 'about'>): string | undefined =>
  (observed && changeDetailOf(observed)) ?? about

import {kindOf} from '@tenure/core/languages/kinds'
import {isRecord, own} from '@tenure/json-schema/json'
import {isEqual} from '@tenure/json-schema/json-equality'
import type {OpenapiKind} from '../../kinds/kinds.ts'
import type {Snapshot} from '../../snapshot.ts'
import {ambiguousNamesOf, type ComponentLocation, locateInComponent} from './schema-location.ts'
import type {ProvableFact} from './schema-pairs.ts'

/** Kinds of change that belong to the place that refers to a component. All others belong to the component. */
const REFERENCE_KINDS: ReadonlySet<OpenapiKind> = new Set(['null-allowed', 'null-refused'])

/** Kinds that belong to a component only if one side of it lacks the field or value. */
const ADDED_KINDS: ReadonlySet<OpenapiKind> = new Set(['field-added', 'required-field-added', 'value-added'])
const REMOVED_KINDS: ReadonlySet<OpenapiKind> = new Set(['field-removed', 'value-removed'])

interface Snapshots {
  readonly older: Snapshot
  readonly newer: Snapshot
}

/**
 * The location that a fact belongs to. If a component is compared with another one, such as a `Loan` response that was
 * a `Status`, and doesn't differ in that itself, the fact belongs to the place that refers to it. `undefined` if that
 * place isn't in a component.
 */
export function findChangedPlace(
  fact: ProvableFact,
  lead: ComponentLocation | undefined,
  both: Snapshots
): ComponentLocation | undefined {
  const {kind, about, pair} = fact
  if (!lead?.keys) return lead
  const [was, is] = [
    locateInComponent({node: pair.older, steps: []}, both.older, ambiguousNamesOf(both)),
    locateInComponent({node: pair.newer, steps: []}, both.newer, ambiguousNamesOf(both))
  ]
  const isOfItself = was.component === lead.component && is.component === lead.component
  const isOthers =
    isUnchanged(lead, both) ||
    isOnOtherSide(fact, lead, both) ||
    (REFERENCE_KINDS.has(kind) && isReplacement(lead, [was, is], both))
  if (isOfItself || !isOthers) return lead
  const name = kindOf(kind).isAboutName && about !== undefined ? `.${about}` : ''
  const isWhole = was.at === '' && is.at === '' && was.component !== is.component
  // A place inside a component contains the reference; a whole component is its target.
  const places = [is, was].toSorted((a, b) => Number(a.at === '') - Number(b.at === ''))
  const owner = places.find(
    each =>
      each.keys &&
      each.component !== lead.component &&
      isOnBoth(each, both) &&
      !isUnchanged(each, both) &&
      !(isWhole && (ADDED_KINDS.has(kind) || REMOVED_KINDS.has(kind)))
  )
  return owner && {...owner, at: `${owner.at}${name}`.replace(/^\./, '')}
}

function isUnchanged(place: ComponentLocation, {older, newer}: Snapshots): boolean {
  const before = valueAt(place, older)
  return before !== undefined && isEqual(before, valueAt(place, newer))
}

/** Whether the component itself had an added field or value before, or still has a removed one. */
function isOnOtherSide({kind, was, is}: ProvableFact, lead: ComponentLocation, both: Snapshots): boolean {
  const isAdded = ADDED_KINDS.has(kind)
  if (!isAdded && !REMOVED_KINDS.has(kind)) return false
  const other = isAdded ? both.older : both.newer
  if (kind !== 'value-added' && kind !== 'value-removed') return valueAt(lead, other) !== undefined
  const keys = lead.keys ?? []
  const values = valueAt({...lead, keys: keys.slice(0, keys.lastIndexOf('enum') + 1)}, other)
  return Array.isArray(values) && values.some(each => isEqual(each, isAdded ? is : was))
}

/** Whether a component that only one side has replaces something that wasn't a component. */
const isReplacement = (lead: ComponentLocation, two: readonly ComponentLocation[], both: Snapshots): boolean =>
  lead.at === '' &&
  !isOnBoth(lead, both) &&
  two.some(({component, at}) => component !== lead.component && (component === undefined || at !== ''))

const isOnBoth = (place: ComponentLocation, both: Snapshots): boolean => {
  const root = {...place, keys: place.root ?? []}
  return [both.older, both.newer].every(snapshot => valueAt(root, snapshot) !== undefined)
}

/** The value at the same place of a snapshot. */
function valueAt({keys = [], file}: ComponentLocation, snapshot: Snapshot): unknown {
  const {address, lookup} = snapshot.schemaAt(snapshot.root, '')
  const document = file === undefined ? snapshot.root : lookup?.(new URL(file, address).href)
  return keys.reduce<unknown>(
    (held, key) => (isRecord(held) || Array.isArray(held) ? own(held, key) : undefined),
    document
  )
}

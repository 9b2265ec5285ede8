import {type ChangeKind, PROPERTY_NAME_KINDS} from '../../model/api/change.ts'
import type {Snapshot} from '../../model/api/snapshot.ts'
import {own} from '../../schema/json.ts'
import {isEqual} from '../json-equality.ts'
import {ambiguousNamesOf, type ComponentLocation, locateInComponent} from './schema-location.ts'
import type {ProvableFact} from './schema-pairs.ts'

/** Nullability belongs to the referencing place; every other property belongs to the component. */
const REFERENCE_KINDS: ReadonlySet<ChangeKind> = new Set(['null-allowed', 'null-refused'])

interface Snapshots {
  readonly older: Snapshot
  readonly newer: Snapshot
}

/**
 * The location that a fact belongs to. If a component is the same on both sides but is compared with another one, such
 * as a `Loan` response that was a `Status`, the fact belongs to the place that refers to it. `undefined` if that place
 * isn't in a component.
 */
export function findChangedPlace(
  {kind, about, pair}: ProvableFact,
  lead: ComponentLocation | undefined,
  both: Snapshots
): ComponentLocation | undefined {
  if (!lead?.keys) return lead
  const [was, is] = [
    locateInComponent({node: pair.older, steps: []}, both.older, ambiguousNamesOf(both)),
    locateInComponent({node: pair.newer, steps: []}, both.newer, ambiguousNamesOf(both))
  ]
  const isOfItself = was.component === lead.component && is.component === lead.component
  const isOthers = isUnchanged(lead, both) || (REFERENCE_KINDS.has(kind) && isReplacement(lead, [was, is], both))
  if (isOfItself || !isOthers) return lead
  const name = PROPERTY_NAME_KINDS.has(kind) && about !== undefined ? `.${about}` : ''
  // A place inside a component contains the reference; a whole component is its target.
  const places = [is, was].toSorted((a, b) => Number(a.at === '') - Number(b.at === ''))
  const owner = places.find(
    each => each.keys && each.component !== lead.component && isOnBoth(each, both) && !isUnchanged(each, both)
  )
  return owner && {...owner, at: `${owner.at}${name}`.replace(/^\./, '')}
}

function isUnchanged({keys = []}: ComponentLocation, {older, newer}: Snapshots): boolean {
  const before = valueAt(older, keys)
  return before !== undefined && isEqual(before, valueAt(newer, keys))
}

/** Whether a component that only one side has replaces something that wasn't a component. */
const isReplacement = (lead: ComponentLocation, two: readonly ComponentLocation[], both: Snapshots): boolean =>
  lead.at === '' &&
  !isOnBoth(lead, both) &&
  two.some(({component, at}) => component !== lead.component && (component === undefined || at !== ''))

const isOnBoth = ({keys = []}: ComponentLocation, {older, newer}: Snapshots): boolean => {
  const component = keys.slice(0, keys[0] === 'components' ? 3 : 2)
  return [older, newer].every(snapshot => valueAt(snapshot, component) !== undefined)
}

const valueAt = ({root}: Snapshot, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((held, key) => (typeof held === 'object' && held ? own(held, key) : undefined), root)

import type {Direction} from '../../model/subject/subject.ts'
import type {Node} from '../../schema/document/node.ts'
import {dereference} from '../../schema/document/references.ts'
import {propertiesOf, requiredOf} from '../flatten/flatten.ts'
import {ignoredDirectionOf} from '../flatten/ref-siblings.ts'
import {announcedEndOf} from '../lifecycle-marks.ts'
import {findMovedProperties} from '../moved-properties.ts'
import {keepsProof} from '../proof/proofs.ts'
import {
  containmentSidesOf,
  createDemandProof,
  locateKeyword,
  type SchemaDiffContext,
  type SchemaLocation
} from '../schema-diff-context.ts'
import {dropUnusedDefaults} from './defaults.ts'
import {
  demandProperty,
  onlyInDirection,
  propertyDirectionOf,
  propertyLocation,
  proveExtraProperty,
  type SchemaProperties,
  samplesWithoutProperty
} from './properties.ts'

export function compareProperty(
  context: SchemaDiffContext,
  name: string,
  olds: readonly Node[],
  news: readonly Node[]
): void {
  const [was, is] = [propertyDirectionOf(olds), propertyDirectionOf(news)]
  // A mark that had no effect before, or has none now, is reported where it's written.
  const isIgnoredMark = was !== is && (was ?? ignoredDirectionOf(olds)) === (is ?? ignoredDirectionOf(news))
  if (was !== is && !isIgnoredMark) {
    const required = createDemandProof(context, [], {
      demands: demandProperty(name),
      candidates: samplesWithoutProperty(context, name)
    })
    context.report({
      kind: 'field-access-changed',
      about: name,
      old: propertyLocation(olds, context.older),
      new: propertyLocation(news, context.newer),
      was: accessOf(was),
      is: accessOf(is),
      ...announcedEndOf(context.lifeAt(olds.flatMap(node => [node, dereference(node)]))),
      prove: side => {
        const {sub, sup} = containmentSidesOf(
          {older: {way: was, flat: context.older}, newer: {way: is, flat: context.newer}},
          side
        )
        const goes = (way: Direction | undefined): boolean => way === undefined || way === side
        if (goes(sub.way) === goes(sup.way)) return keepsProof()
        if (!goes(sub.way)) return requiredOf(sup.flat).has(name) ? required(side) : keepsProof()
        return proveExtraProperty(context, name, side === 'request' ? olds : news, side)
      }
    })
  }
  const way = isIgnoredMark || (was && is && was !== is) ? undefined : (was ?? is)
  // A required property has no use for a default.
  const isNeeded = {older: requiredOf(context.older).has(name), newer: requiredOf(context.newer).has(name)}
  context.descend({
    ...dropUnusedDefaults({older: olds, newer: news}, isNeeded),
    step: `.${name}`,
    ...onlyInDirection(way),
    lift: (value, side) =>
      context.sampler.sampleObject(side === 'request' ? context.older : context.newer, side, {set: {[name]: value}})
  })
}

const accessOf = (way: Direction | undefined): string =>
  way === undefined ? 'both ways' : way === 'request' ? 'writeOnly' : 'readOnly'

export function compareRequired(
  context: SchemaDiffContext,
  was: SchemaProperties,
  is: SchemaProperties,
  clean: ReadonlySet<string>
): void {
  const [before, after] = [requiredOf(context.older), requiredOf(context.newer)]
  const moved = findMovedProperties(context)
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (before.has(name) === after.has(name) || moved.has(name)) continue
    const isRequired = after.has(name)
    // The requirement of an added or removed property is reported with the property.
    if (isRequired ? !was.has(name) && is.has(name) : was.has(name) && !is.has(name)) continue
    const [olds, news] = clean.has(name)
      ? [propertiesOf(context.older).get(name), propertiesOf(context.newer).get(name)]
      : [was.get(name), is.get(name)]
    const member = (isRequired ? after : before).get(name)
    const at: SchemaLocation[] = [olds, news].map((nodes, side) => {
      const [node] = nodes ?? []
      return node
        ? {node, steps: []}
        : member && side === Number(isRequired)
          ? {node: member, steps: ['required']}
          : locateKeyword(side === 0 ? context.older : context.newer)
    })
    context.report({
      kind: isRequired ? 'field-required' : 'field-optional',
      about: name,
      old: at[0] as SchemaLocation,
      new: at[1] as SchemaLocation,
      ...onlyInDirection(propertyDirectionOf(news ?? olds ?? [])),
      prove: createDemandProof(context, [], {
        demands: sup => (requiredOf(sup).has(name) ? demandProperty(name)(sup) : []),
        candidates: samplesWithoutProperty(context, name)
      })
    })
  }
}

import type {Direction} from '../../model/subject/subject.ts'
import type {Node} from '../../schema/document/node.ts'
import {arrive} from '../../schema/document/references.ts'
import {propertiesOf, requiredOf} from '../flatten/flatten.ts'
import {wayBeside} from '../flatten/ref-siblings.ts'
import {announcedIn} from '../lifecycle-marks.ts'
import {movedIn} from '../moved-properties.ts'
import {keeps} from '../proof/proofs.ts'
import {ask, type Desk, type Spot, sidesOf, spotOf} from '../schema-diff-context.ts'
import {withoutDefaults} from './defaults.ts'
import {demandName, onlyOn, type Properties, proveExtra, spotAt, wayOf, withoutName} from './properties.ts'

export function compareProperty(context: Desk, name: string, olds: readonly Node[], news: readonly Node[]): void {
  const [was, is] = [wayOf(olds), wayOf(news)]
  // A mark that had no effect before, or has none now, is reported where it's written.
  const isIgnoredMark = was !== is && (was ?? wayBeside(olds)) === (is ?? wayBeside(news))
  if (was !== is && !isIgnoredMark) {
    const required = ask(context, [], {demands: demandName(name), candidates: withoutName(context, name)})
    context.tell({
      kind: 'field-access-changed',
      about: name,
      old: spotAt(olds, context.older),
      new: spotAt(news, context.newer),
      was: accessOf(was),
      is: accessOf(is),
      ...announcedIn(context.lifeAt(olds.flatMap(node => [node, arrive(node)]))),
      prove: side => {
        const {sub, sup} = sidesOf(
          {older: {way: was, flat: context.older}, newer: {way: is, flat: context.newer}},
          side
        )
        const goes = (way: Direction | undefined): boolean => way === undefined || way === side
        if (goes(sub.way) === goes(sup.way)) return keeps()
        if (!goes(sub.way)) return requiredOf(sup.flat).has(name) ? required(side) : keeps()
        return proveExtra(context, name, side === 'request' ? olds : news, side)
      }
    })
  }
  const way = isIgnoredMark || (was && is && was !== is) ? undefined : (was ?? is)
  // A required property has no use for a default.
  const isNeeded = {older: requiredOf(context.older).has(name), newer: requiredOf(context.newer).has(name)}
  context.goBelow({
    ...withoutDefaults({older: olds, newer: news}, isNeeded),
    step: `.${name}`,
    ...onlyOn(way),
    lift: (value, side) =>
      context.sampler.object(side === 'request' ? context.older : context.newer, side, {set: {[name]: value}})
  })
}

const accessOf = (way: Direction | undefined): string =>
  way === undefined ? 'both ways' : way === 'request' ? 'writeOnly' : 'readOnly'

export function compareRequired(context: Desk, was: Properties, is: Properties, clean: ReadonlySet<string>): void {
  const [before, after] = [requiredOf(context.older), requiredOf(context.newer)]
  const moved = movedIn(context)
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (before.has(name) === after.has(name) || moved.has(name)) continue
    const isRequired = after.has(name)
    // The requirement of an added or removed property is reported with the property.
    if (isRequired ? !was.has(name) && is.has(name) : was.has(name) && !is.has(name)) continue
    const [olds, news] = clean.has(name)
      ? [propertiesOf(context.older).get(name), propertiesOf(context.newer).get(name)]
      : [was.get(name), is.get(name)]
    const member = (isRequired ? after : before).get(name)
    const at: Spot[] = [olds, news].map((nodes, side) => {
      const [node] = nodes ?? []
      return node
        ? {node, steps: []}
        : member && side === Number(isRequired)
          ? {node: member, steps: ['required']}
          : spotOf(side === 0 ? context.older : context.newer)
    })
    context.tell({
      kind: isRequired ? 'field-required' : 'field-optional',
      about: name,
      old: at[0] as Spot,
      new: at[1] as Spot,
      ...onlyOn(wayOf(news ?? olds ?? [])),
      prove: ask(context, [], {
        demands: sup => (requiredOf(sup).has(name) ? demandName(name)(sup) : []),
        candidates: withoutName(context, name)
      })
    })
  }
}

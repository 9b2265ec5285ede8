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

export function compareProperty(desk: Desk, name: string, olds: readonly Node[], news: readonly Node[]): void {
  const [was, is] = [wayOf(olds), wayOf(news)]
  // A mark that had no effect before, or has none now, is reported where it's written.
  const isMeant = was !== is && (was ?? wayBeside(olds)) === (is ?? wayBeside(news))
  if (was !== is && !isMeant) {
    const required = ask(desk, [], {demands: demandName(name), candidates: withoutName(desk, name)})
    desk.tell({
      kind: 'field-access-changed',
      about: name,
      old: spotAt(olds, desk.older),
      new: spotAt(news, desk.newer),
      was: accessOf(was),
      is: accessOf(is),
      ...announcedIn(desk.lifeAt(olds.flatMap(node => [node, arrive(node)]))),
      prove: side => {
        const {sub, sup} = sidesOf({older: {way: was, flat: desk.older}, newer: {way: is, flat: desk.newer}}, side)
        const goes = (way: Direction | undefined): boolean => way === undefined || way === side
        if (goes(sub.way) === goes(sup.way)) return keeps()
        if (!goes(sub.way)) return requiredOf(sup.flat).has(name) ? required(side) : keeps()
        return proveExtra(desk, name, side === 'request' ? olds : news, side)
      }
    })
  }
  const way = isMeant || (was && is && was !== is) ? undefined : (was ?? is)
  // A required property has no use for a default.
  const isNeeded = {older: requiredOf(desk.older).has(name), newer: requiredOf(desk.newer).has(name)}
  desk.goBelow({
    ...withoutDefaults({older: olds, newer: news}, isNeeded),
    step: `.${name}`,
    ...onlyOn(way),
    lift: (value, side) =>
      desk.sampler.object(side === 'request' ? desk.older : desk.newer, side, {set: {[name]: value}})
  })
}

const accessOf = (way: Direction | undefined): string =>
  way === undefined ? 'both ways' : way === 'request' ? 'writeOnly' : 'readOnly'

export function compareRequired(desk: Desk, was: Properties, is: Properties, clean: ReadonlySet<string>): void {
  const [before, after] = [requiredOf(desk.older), requiredOf(desk.newer)]
  const moved = movedIn(desk)
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (before.has(name) === after.has(name) || moved.has(name)) continue
    const isRequired = after.has(name)
    // The requirement of an added or removed property is reported with the property.
    if (isRequired ? !was.has(name) && is.has(name) : was.has(name) && !is.has(name)) continue
    const [olds, news] = clean.has(name)
      ? [propertiesOf(desk.older).get(name), propertiesOf(desk.newer).get(name)]
      : [was.get(name), is.get(name)]
    const holder = (isRequired ? after : before).get(name)
    const at: Spot[] = [olds, news].map((nodes, side) => {
      const [node] = nodes ?? []
      return node
        ? {node, steps: []}
        : holder && side === Number(isRequired)
          ? {node: holder, steps: ['required']}
          : spotOf(side === 0 ? desk.older : desk.newer)
    })
    desk.tell({
      kind: isRequired ? 'field-required' : 'field-optional',
      about: name,
      old: at[0] as Spot,
      new: at[1] as Spot,
      ...onlyOn(wayOf(news ?? olds ?? [])),
      prove: ask(desk, [], {
        demands: sup => (requiredOf(sup).has(name) ? demandName(name)(sup) : []),
        candidates: withoutName(desk, name)
      })
    })
  }
}

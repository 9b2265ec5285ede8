import type {Node} from '../../schema/document/node.ts'
import {type Flat, flatten, propertiesOf, said} from '../flatten/flatten.ts'
import {inPlaceOf} from '../proof/proofs.ts'
import {ask, type Desk, spotsOf} from '../schema-diff-context.ts'
import {compareRest, TOGETHER} from './other-keywords.ts'

type Unseen = 'unevaluatedProperties' | 'unevaluatedItems'

/** Under these, what is in one value looked at may not be in another. */
const PERHAPS = ['anyOf', 'oneOf', 'if', 'dependentSchemas', '$dynamicRef', '$recursiveRef']

/** What else looks at more than properties by their names. */
const LOOKING: Readonly<Record<Unseen, readonly string[]>> = {
  unevaluatedProperties: [...PERHAPS, 'patternProperties'],
  unevaluatedItems: [...PERHAPS, 'prefixItems', 'items', 'additionalItems', 'contains']
}

const looks = (flat: Flat, keyword: Unseen): boolean => LOOKING[keyword].some(each => said(flat, each).length > 0)

/** What nothing in a schema looks at. That is decided by all that stands beside it, which may have changed alone. */
export function compareUnseen(desk: Desk, keyword: Unseen): void {
  const {older, newer} = desk
  if (compareRest(desk, [keyword], TOGETHER)) return
  if (said(newer, keyword).every(({value}) => value === true)) return
  if (![older, newer].some(flat => looks(flat, keyword))) return
  desk.tell({
    kind: 'constraint-changed',
    about: keyword,
    ...spotsOf(desk, keyword),
    isSilent: true,
    prove: ask(desk, [], {
      demands: (sup, sub) => {
        const told = keyword === 'unevaluatedProperties' && arePaired(desk) ? namesOffered(sub) : []
        return said(sup, keyword).flatMap(({node, value}) => (value === true ? [] : [alone(node, keyword, told)]))
      }
    })
  })
}

/** No alternative went or came: what properties came to one, or went from it, is told of each. */
const arePaired = ({older, newer}: Desk): boolean =>
  older.choices.map(({alternatives}) => alternatives.length).join() ===
  newer.choices.map(({alternatives}) => alternatives.length).join()

const namesOffered = ({choices}: Flat): string[] =>
  choices.flatMap(({alternatives}) => alternatives.flatMap(each => [...propertiesOf(flatten(each)).keys()]))

/** The keyword alone: values that are refused beside it are told where they are. */
function alone(node: Node, keyword: Unseen, told: readonly string[] = []): Node {
  const raw = node.raw as {readonly [name: string]: unknown; readonly properties?: object}
  const {[keyword]: _, ...beside} = raw
  const properties = {...Object.fromEntries(told.map(name => [name, {}])), ...raw.properties}
  return inPlaceOf(node, {anyOf: [told.length > 0 ? {...raw, properties} : raw, {not: beside}]})
}

/** What a schema demands of a property that nothing in it may look at. */
export function demandUnseen(sup: Flat, name: string): Node[] {
  return said(sup, 'unevaluatedProperties').flatMap(({node, value}) => {
    const around = flatten(node)
    if (value === true || said(around, 'additionalProperties').length > 0) return []
    if (looks(around, 'unevaluatedProperties')) return [alone(node, 'unevaluatedProperties')]
    return propertiesOf(around).has(name) ? [] : [inPlaceOf(node, {properties: {[name]: value}})]
  })
}

import type {Details, Operation, Parameter} from '../model/api/snapshot.ts'
import {nodeOf} from '../schema/document/node.ts'
import {type Stop, type Two, tell, type Walk} from './context.ts'
import {type Flat, flatten, propertiesOf, said, typesOf} from './flatten/flatten.ts'
import {together} from './flatten/merge-schemas.ts'

/** What parameters are called that say how much of a list comes at once, in small letters alone. */
const SIZES: ReadonlySet<string> = new Set([
  ...['limit', 'pagelimit', 'querylimit', 'maxresults', 'maxitems', 'maxpagesize', 'top', 'take', 'first', 'rows'],
  ...['size', 'count', 'pagesize', 'perpage', 'itemsperpage', 'resultsperpage', 'pagecount']
])

/** And those that say which part of it: a list that is asked for with one came in pages all along. */
const STEPS: ReadonlySet<string> = new Set([
  ...['page', 'pagenumber', 'pageno', 'pageoffset', 'offset', 'skip', 'start', 'startindex', 'startat', 'marker'],
  ...['cursor', 'pagecursor', 'after', 'before', 'pageafter', 'pagebefore', 'startingafter', 'endingbefore'],
  ...['pagetoken', 'nexttoken', 'nextpagetoken', 'nextpage', 'continuationtoken', 'continue', 'last']
])

/**
 * A list that nobody could ask for in pages, and of which so many come now to who asks for no number: if all came
 * before, the rest is missed. That it all came nobody knows.
 */
export function comparePages(walk: Walk, stop: Stop, {older, newer}: Two<Operation>): void {
  if (newer.kind !== 'endpoint' || newer.method !== 'GET') return
  const [was, is] = [older.details(), newer.details()]
  if (was.hasUnreadParameters || inQuery(was).some(({name}) => isOf(SIZES, name) || isOf(STEPS, name))) return
  for (const parameter of inQuery(is)) {
    const size = isOf(SIZES, parameter.name) ? sizeOf(parameter) : undefined
    if (size === undefined || !answersWithList(was)) continue
    const why = `whether all came before to who asks for no \`${parameter.name}\` is not known`
    tell(walk, stop, {
      kind: 'pagination-added',
      about: parameter.name,
      is: size,
      old: older.place,
      new: parameter.place,
      proofs: {response: {is: 'undetermined', why}}
    })
    return
  }
}

const inQuery = ({parameters}: Details): readonly Parameter[] => parameters.filter(each => each.in === 'query')

const isOf = (names: ReadonlySet<string>, name: string): boolean => names.has(name.toLowerCase().replace(/[^a-z]/g, ''))

/** How many come where the parameter is left out. */
function sizeOf({required, schema}: Parameter): number | undefined {
  if (required || !schema) return undefined
  const sizes = said(flatten(nodeOf(schema)), 'default').map(({value}) => value)
  return sizes.find((each): each is number => Number.isInteger(each) && Number(each) > 0)
}

/** Whether a success is a list, or an object with one. `default` is one where no other is said to be. */
function answersWithList({responses}: Details): boolean {
  const successes = responses.filter(({status}) => status.startsWith('2'))
  const meant = successes.length > 0 ? successes : responses.filter(({status}) => status === 'default')
  return meant.some(({contents}) =>
    contents.some(({schema}) => {
      if (!schema) return false
      const flat = flatten(nodeOf(schema))
      return isList(flat) || [...propertiesOf(flat).values()].some(nodes => isList(flatten(together(nodes))))
    })
  )
}

/** A list and nothing else, but that it may be null. */
const isList = (flat: Flat): boolean => {
  const types = [...typesOf(flat)]
  return types.includes('array') && types.every(type => type === 'array' || type === 'null')
}

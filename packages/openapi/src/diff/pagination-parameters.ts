import {rootNode} from '@tenure/json-schema/document/node'
import type {Details, Operation, Parameter} from '../snapshot.ts'
import {type DiffContext, type OlderNewer, reportChange, type Stop} from './context.ts'
import {
  acceptedTypesOf,
  type FlatSchema,
  flatten,
  keywordValues,
  mergeSchemas,
  propertiesOf
} from './flatten/flatten.ts'

/** The names of parameters that set the size of a page, in lowercase letters only. */
const SIZE_NAMES: ReadonlySet<string> = new Set([
  ...['limit', 'pagelimit', 'querylimit', 'maxresults', 'maxitems', 'maxpagesize', 'top', 'take', 'first', 'rows'],
  ...['size', 'count', 'pagesize', 'perpage', 'itemsperpage', 'resultsperpage', 'pagecount']
])

/** The names of parameters that select a page. A list that has one of them was paginated before. */
const PAGE_NAMES: ReadonlySet<string> = new Set([
  ...['page', 'pagenumber', 'pageno', 'pageoffset', 'offset', 'skip', 'start', 'startindex', 'startat', 'marker'],
  ...['cursor', 'pagecursor', 'after', 'before', 'pageafter', 'pagebefore', 'startingafter', 'endingbefore'],
  ...['pagetoken', 'nexttoken', 'nextpagetoken', 'nextpage', 'continuationtoken', 'continue', 'last']
])

/**
 * Reports a list that had no pagination and now returns a limited number of items by default. Clients that don't set
 * the limit miss the rest, but whether all items were returned before isn't known. `changed`: the newer parameters that
 * aren't the same in the older operation.
 */
export function comparePagination(
  context: DiffContext,
  site: Stop,
  {older, newer}: OlderNewer<Operation>,
  changed: readonly Parameter[]
): void {
  if (newer.kind !== 'endpoint' || newer.method !== 'GET') return
  // A list with an unchanged parameter for the size of a page was paginated before.
  if (!changed.some(({name}) => includesName(SIZE_NAMES, name))) return
  const [was, is] = [older.details(), newer.details()]
  if (
    was.unreadParameters > 0 ||
    inQuery(was).some(({name}) => includesName(SIZE_NAMES, name) || includesName(PAGE_NAMES, name))
  )
    return
  for (const parameter of inQuery(is)) {
    const size = includesName(SIZE_NAMES, parameter.name) ? defaultSizeOf(parameter) : undefined
    if (size === undefined || !returnsList(was)) continue
    const why = `the API description doesn't state whether requests without \`${parameter.name}\` got all items before`
    reportChange(context, site, {
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

const includesName = (names: ReadonlySet<string>, name: string): boolean =>
  names.has(name.toLowerCase().replace(/[^a-z]/g, ''))

/** The number of items if the parameter is omitted; `undefined` if there is no such default. */
function defaultSizeOf({required, schema}: Parameter): number | undefined {
  if (required || !schema) return undefined
  const sizes = keywordValues(flatten(rootNode(schema)), 'default').map(({value}) => value)
  return sizes.find((each): each is number => Number.isInteger(each) && Number(each) > 0)
}

/**
 * Whether a success response is a list, or an object that contains one. `default` is a success only if no `2xx` status
 * is listed.
 */
function returnsList({responses}: Details): boolean {
  const successes = responses.filter(({status}) => status.startsWith('2'))
  const relevant = successes.length > 0 ? successes : responses.filter(({status}) => status === 'default')
  return relevant.some(({contents}) =>
    contents.some(({schema}) => {
      if (!schema) return false
      const flat = flatten(rootNode(schema))
      return isList(flat) || [...propertiesOf(flat).values()].some(nodes => isList(flatten(mergeSchemas(nodes))))
    })
  )
}

/** Whether a schema accepts only lists, and maybe null. */
const isList = (flat: FlatSchema): boolean => {
  const types = [...acceptedTypesOf(flat)]
  return types.includes('array') && types.every(type => type === 'array' || type === 'null')
}

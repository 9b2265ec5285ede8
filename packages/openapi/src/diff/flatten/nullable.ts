import {childNode, type Node} from '@tenure/json-schema/document/node'
import {dereference} from '@tenure/json-schema/document/references'
import {isRecord, own} from '@tenure/json-schema/json'
import {resolveReferences} from '@tenure/json-schema/to-draft-2020'

// Decides whether a choice between a schema and null is the same as a nullable schema.

const DECIDES = /^(enum|const|not|if|allOf|anyOf|oneOf|\$ref|\$dynamicRef|\$recursiveRef)$/

/** Whether an alternative accepts null and nothing else. */
export const isNullSchema = ({raw}: Node): boolean =>
  isRecord(raw) &&
  (own(raw, 'type') === 'null' || (own(raw, 'type') === undefined && listsNullAlone(raw))) &&
  Object.keys(raw).every(key => !DECIDES.test(key) || listsNull(raw, key))

function listsNullAlone(raw: object): boolean {
  const values = own(raw, 'enum')
  return own(raw, 'const') === null || (Array.isArray(values) && values.length === 1 && values[0] === null)
}

function listsNull(raw: object, keyword: string): boolean {
  const value = own(raw, keyword)
  if (keyword === 'const') return value === null
  return keyword === 'enum' && Array.isArray(value) && value.includes(null)
}

const known = new WeakMap<Node, boolean>()
const MAX_DEPTH = 50

/**
 * Whether a schema obviously doesn't mean null, which must match only one alternative of `oneOf`. A schema that
 * describes properties means objects.
 */
export function refusesNull(start: Node, depth = 0): boolean {
  const node = dereference(start)
  const before = known.get(node)
  if (before !== undefined) return before
  if (depth > MAX_DEPTH) return false
  // A schema that refers to itself counts as unknown.
  known.set(node, false)
  const answer = refuses(node, depth)
  known.set(node, answer)
  return answer
}

function refuses(node: Node, depth: number): boolean {
  const {raw, traits} = node
  if (!isRecord(raw)) return raw === false
  const type = own(raw, 'type')
  const isNullable = traits.nullable !== undefined && own(raw, traits.nullable) === true
  if (type === undefined ? isRecord(own(raw, 'properties')) : ![type].flat().includes('null') && !isNullable)
    return true
  if (['enum', 'const'].some(keyword => Object.hasOwn(raw, keyword) && !listsNull(raw, keyword))) return true
  const refusesIt = (each: Node): boolean => refusesNull(each, depth + 1)
  const all = (keyword: string): Node[] => {
    const value = own(raw, keyword)
    return Array.isArray(value) ? value.map((_, at) => childNode(node, keyword, at)) : []
  }
  if (all('allOf').some(refusesIt)) return true
  if (resolveReferences(node).some(target => typeof target === 'object' && refusesIt(target))) return true
  return ['anyOf', 'oneOf'].some(keyword => all(keyword).length > 0 && all(keyword).every(refusesIt))
}

/** A shorter schema is as easy to read in each of its places. */
const FEWEST_LINES = 6

/** The same JSON Schema of this name, in which each long schema that stands in several places stands once, in `$defs`. */
export function shareDefinitions(document, {$defs: defined = {}, ...root}) {
  const counts = new Map()
  const count = schema => {
    const shape = shapeOf(schema)
    const known = counts.get(shape) ?? 0
    counts.set(shape, known + 1)
    // What an equal schema contains is shared along with it.
    if (known === 0) mapParts(schema, [], count)
  }
  for (const schema of [root, ...Object.values(defined)]) mapParts(schema, [], count)

  const names = new Map()
  const $defs = {}
  for (const name of Object.keys(defined)) $defs[name] = undefined
  const share = (schema, keys) => {
    const {description, ...own} = schema
    const shape = shapeOf(schema)
    if (counts.get(shape) < 2 || countLines(own) < FEWEST_LINES) return mapParts(schema, keys, share)
    if (!names.has(shape)) {
      const name = freeName(keys, $defs)
      names.set(shape, name)
      $defs[name] = undefined
      $defs[name] = mapParts(own, keys, share)
    }
    return {...(description && {description}), $ref: `#/$defs/${names.get(shape)}`}
  }
  for (const [name, schema] of Object.entries(defined)) $defs[name] = mapParts(schema, [name], share)
  const shared = mapParts(root, [document], share)
  return Object.keys($defs).length === 0 ? shared : {...shared, $defs}
}

/** A schema with `map` of each schema directly in it, which is also given the keys on the way to it. */
function mapParts(schema, keys, map) {
  const mapEntry = ([keyword, value]) => {
    if (keyword === 'properties')
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, map(each, [...keys, key])]))
    if (['anyOf', 'oneOf', 'allOf'].includes(keyword)) return value.map(each => map(each, keys))
    const isSchema = ['items', 'additionalProperties', 'propertyNames'].includes(keyword) && typeof value === 'object'
    return isSchema ? map(value, keys) : value
  }
  return Object.fromEntries(Object.entries(schema).map(entry => [entry[0], mapEntry(entry)]))
}

/** Equal for schemas that only differ in their description, which stays in each place. */
const shapeOf = ({description, ...schema}) => JSON.stringify(schema)

const countLines = value => JSON.stringify(value, undefined, 2).split('\n').length

/** The last key, with as many of those before it as no other definition has. */
function freeName(keys, taken) {
  const names = keys.map((_, at) => keys.slice(at).reduce((name, key) => name + key[0].toUpperCase() + key.slice(1)))
  const free = names.findLast(name => !(name in taken))
  if (free === undefined) throw new Error(`There are two definitions of ${keys.join('.')}.`)
  return free
}

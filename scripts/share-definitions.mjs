/** A shorter schema is as easy to read in each of its places. */
const FEWEST_LINES = 5

/**
 * The same JSON Schema of this name, in which each long schema that stands in several places stands once, in `$defs`. Its
 * description stays in each place, unless it's always the same and of a single value.
 */
export function shareDefinitions(document, {$defs: defined = {}, ...root}) {
  const counts = new Map()
  const count = schema => {
    const isNew = candidatesOf(schema).map(each => {
      const text = JSON.stringify(each)
      counts.set(text, (counts.get(text) ?? 0) + 1)
      return counts.get(text) === 1
    })
    // What an equal schema contains is shared along with it.
    if (isNew.at(-1)) mapParts(schema, [], count)
  }
  for (const schema of [root, ...Object.values(defined)]) mapParts(schema, [], count)

  const names = new Map()
  const $defs = {}
  for (const name of Object.keys(defined)) $defs[name] = undefined
  const share = (schema, keys) => {
    const shared = candidatesOf(schema).find(
      each => counts.get(JSON.stringify(each)) > 1 && countLines(each) >= FEWEST_LINES
    )
    if (!shared) return mapParts(schema, keys, share)
    const text = JSON.stringify(shared)
    if (!names.has(text)) {
      const name = freeName(keys, $defs)
      names.set(text, name)
      $defs[name] = undefined
      $defs[name] = mapParts(shared, keys, share)
    }
    const {description} = shared.description === undefined ? schema : {}
    return {...(description && {description}), $ref: `#/$defs/${names.get(text)}`}
  }
  for (const [name, schema] of Object.entries(defined)) $defs[name] = mapParts(schema, [name], share)
  const shared = mapParts(root, [document], share)
  return Object.keys($defs).length === 0 ? shared : {...shared, $defs}
}

/** What of a schema can be shared: the whole if it's of a single value, or the schema without its description. */
function candidatesOf(schema) {
  const {description, ...own} = schema
  const isSingle = !['object', 'array', undefined].includes(schema.type)
  return description !== undefined && isSingle ? [schema, own] : [own]
}

/** A schema with `map` of each schema directly in it, which is also given the keys on the way to it. */
function mapParts(schema, keys, map) {
  const mapValue = (keyword, value) => {
    if (keyword === 'properties')
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, map(each, [...keys, key])]))
    if (['anyOf', 'oneOf', 'allOf'].includes(keyword)) return value.map(each => map(each, keys))
    const isSchema = ['items', 'additionalProperties', 'propertyNames'].includes(keyword) && typeof value === 'object'
    return isSchema ? map(value, keys) : value
  }
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, mapValue(keyword, value)]))
}

const countLines = value => JSON.stringify(value, undefined, 2).split('\n').length

/** The last key, with as many of those before it, or else the number, as no other definition has. */
function freeName(keys, taken) {
  const names = keys.map((_, at) => keys.slice(at).reduce((name, key) => name + key[0].toUpperCase() + key.slice(1)))
  const free = names.findLast(name => !(name in taken))
  for (let number = 2; free === undefined; number++) {
    const name = `${keys.at(-1)}${number}`
    if (!(name in taken)) return name
  }
  return free
}

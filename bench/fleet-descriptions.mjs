// Made-up releases of API descriptions, the same for the same seed.

/** Numbers from 0 to 1 (mulberry32). */
export function createRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']
const pick = (items, random) => items[Math.floor(random() * items.length)]

/** The description with those paths alone that fit in so many bytes, each with what it refers to. */
export function keepSmall(document, limit) {
  if (sizeOf(document) <= limit) return document
  const paths = Object.keys(document.paths).filter(path => sizeOf(withPaths(document, [path])) <= limit)
  return withPaths(document, paths)
}

const sizeOf = document => JSON.stringify(document).length

/** A copy of a description of at most so many bytes: as many of its paths as fit, with what they refer to. */
export function trim(document, limit, random) {
  if (sizeOf(document) <= limit) return structuredClone(document)
  const paths = Object.keys(document.paths)
    .map(path => ({path, order: random()}))
    .sort((a, b) => a.order - b.order)
    .map(({path}) => path)
  let [low, high] = [1, paths.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (sizeOf(withPaths(document, paths.slice(0, middle))) <= limit) low = middle
    else high = middle - 1
  }
  return withPaths(document, paths.slice(0, low))
}

/** A copy with these paths, and with the parts that they refer to. */
function withPaths(document, paths) {
  const {components: _, definitions: __, parameters: ___, responses: ____, tags: _____, ...head} = document
  const copy = structuredClone({...head, paths: Object.fromEntries(paths.map(path => [path, document.paths[path]]))})
  const open = [copy.paths]
  const seen = new Set()
  while (open.length > 0) {
    const text = JSON.stringify(open.pop())
    for (const [, pointer] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      if (seen.has(pointer)) continue
      seen.add(pointer)
      const keys = pointer.split('/').map(key => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
      const part = keys.reduce((value, key) => value?.[key], document)
      if (part === undefined || keys[0] === 'paths') continue
      let into = copy
      for (const key of keys.slice(0, -1)) into = into[key] ??= {}
      into[keys.at(-1)] = structuredClone(part)
      open.push(part)
    }
  }
  const schemes = document.components?.securitySchemes
  if (schemes) copy.components = {...copy.components, securitySchemes: schemes}
  return copy
}

/** The text of each release, and `undefined` for one that is the same as the one before. */
export function* evolve(document, random) {
  yield JSON.stringify(document)
  for (let release = 2; ; release++) {
    if (random() < 0.4) {
      yield undefined
      continue
    }
    for (let edits = 1 + Math.floor(random() * 3); edits > 0; edits--) edit(document, release, random)
    yield JSON.stringify(document)
  }
}

/** Makes one change: most often something is added, and what is removed was mostly deprecated before. */
function edit(document, release, random) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter(method => item[method] !== undefined).map(method => ({path, item, method}))
  )
  const schemas = Object.values(document.components?.schemas ?? document.definitions ?? {}).filter(
    schema => Object.keys(schema.properties ?? {}).length > 0
  )
  const deprecated = operations.filter(({item, method}) => item[method].deprecated)
  const choice = random()
  if (choice < 0.25) {
    const {item, method} = pick(operations, random)
    const {operationId: _, deprecated: __, ...operation} = item[method]
    document.paths[`/added-in-${release}-${Math.floor(random() * 1e6)}`] = {get: {...operation, parameters: []}}
  } else if (choice < 0.45) {
    const {item, method} = pick(operations, random)
    item[method].deprecated = true
  } else if (choice < 0.6) {
    const {path, item, method} = pick(deprecated.length > 0 && random() < 0.8 ? deprecated : operations, random)
    if (operations.length < 3) return
    delete item[method]
    if (!METHODS.some(each => item[each] !== undefined)) delete document.paths[path]
  } else if (schemas.length > 0) {
    const {properties} = pick(schemas, random)
    const name = pick(Object.keys(properties), random)
    if (random() < 0.6) properties[`added_${release}`] = {type: 'string'}
    else if (random() < 0.5) properties[name] = {...properties[name], description: `As of release ${release}.`}
    else if (Object.keys(properties).length > 1) delete properties[name]
  }
}

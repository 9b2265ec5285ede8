import {pointerTo} from '../model/place.ts'

/** What one look at a whole document shows. */
export interface Survey {
  /** How many keys all maps of a tree have together. */
  readonly keys: number
  /** What `$ref`s say, each with the first place where it is said. Data is not looked at. */
  readonly refs: ReadonlyMap<string, Seen>
  /** Names that the document gives to its own parts: `$id`, `id`, `$anchor`, `$dynamicAnchor`. */
  readonly names: ReadonlySet<string>
  /** What `$ref`s say in data and in extensions: whoever follows them anyway finds them here. */
  readonly quoted: ReadonlySet<string>
  /** A reference leads elsewhere, as one came: `$dynamicRef`, `$recursiveRef`. */
  readonly isDynamic: boolean
  /** Something is called as the headers are that tell of an end, in whatever case. */
  readonly tellsInHeaders: boolean
  /** Numbers that are none: `.nan`, `.inf`, `1e999`. */
  readonly endless?: Seen
}

export interface Seen {
  readonly pointer: string
  readonly count: number
}

/** What the keys of a map are: words of the format, names that its author chose, or data that says nothing to us. */
const WORDS = 0
const NAMES = 1
const DATA = 2
type Role = typeof WORDS | typeof NAMES | typeof DATA

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...['properties', 'patternProperties', 'dependentSchemas', 'dependencies', 'definitions', '$defs'].map(
    (key): [string, Role] => [key, NAMES]
  ),
  ...['schemas', 'headers', 'parameters', 'requestBodies', 'securitySchemes', 'links', 'pathItems', 'mediaTypes'].map(
    (key): [string, Role] => [key, NAMES]
  ),
  ...['responses', 'content', 'encoding', 'callbacks', 'variables'].map((key): [string, Role] => [key, NAMES]),
  ...['example', 'examples', 'default', 'enum', 'const'].map((key): [string, Role] => [key, DATA])
])

/** A step on the way from the root. */
interface Link {
  readonly key: string | number
  readonly above: Link | undefined
}

/** A value that stands too deep for another call, and the way to it. */
interface Deep {
  readonly value: object
  readonly role: Role
  readonly way: Link | undefined
}

interface Met extends Seen {
  count: number
}

/** Calls are faster than a list of what to look at next, but their number is limited. */
const DEEPEST_CALL = 200

const NO_REFS: Survey['refs'] = new Map()
const NO_NAMES: Survey['names'] = new Set()

/** A class, so that the walk of the second document runs the code that was compiled for the first. */
class Surveyor {
  #keys = 0
  #refs = new Map<string, Met>()
  #names = new Set<string>()
  #quoted = new Set<string>()
  #endless: Met | undefined
  #tellsInHeaders = false
  #isDynamic = false
  readonly #deep: Deep[] = []
  readonly #seen: readonly Set<object>[] | undefined
  readonly #without: ReadonlySet<object> | undefined
  // The way from the value that was begun with, and as links as far as somebody asked for them.
  #start: Link | undefined
  readonly #way: (string | number)[] = []
  readonly #links: Link[] = []
  #linked = 0

  constructor(shared: boolean, without?: ReadonlySet<object>) {
    this.#seen = shared ? [new Set(), new Set(), new Set()] : undefined
    this.#without = without
  }

  /** Looks at all that a value holds. What one look showed is not in the next. */
  look(value: unknown, role: Role, way: Link | undefined): Survey {
    if (typeof value === 'object' && value !== null) this.#deep.push({value, role, way})
    for (let next = this.#deep.pop(); next; next = this.#deep.pop()) {
      this.#start = next.way
      this.#linked = 0
      this.#walk(next.value, next.role, 0)
    }
    const [keys, refs, names, quoted, endless] = [this.#keys, this.#refs, this.#names, this.#quoted, this.#endless]
    const [tellsInHeaders, isDynamic] = [this.#tellsInHeaders, this.#isDynamic]
    this.#keys = 0
    // Most looks find nothing of the kind: what was not filled is kept for the next.
    if (refs.size > 0) this.#refs = new Map()
    if (names.size > 0) this.#names = new Set()
    if (quoted.size > 0) this.#quoted = new Set()
    this.#endless = undefined
    this.#tellsInHeaders = false
    this.#isDynamic = false
    return {
      keys,
      refs: refs.size > 0 ? refs : NO_REFS,
      names: names.size > 0 ? names : NO_NAMES,
      quoted: quoted.size > 0 ? quoted : NO_NAMES,
      tellsInHeaders,
      isDynamic,
      ...(endless ? {endless} : {})
    }
  }

  #walk(value: object, role: Role, depth: number): void {
    if (depth > DEEPEST_CALL) {
      this.#defer(value, role, depth)
      return
    }
    if (this.#seen) {
      if (this.#seen[role]?.has(value)) return
      this.#seen[role]?.add(value)
    }
    if (Array.isArray(value)) {
      const inner = role === DATA ? DATA : WORDS
      for (let index = 0; index < value.length; index++) {
        const item: unknown = value[index]
        if (typeof item === 'object' && item !== null) this.#enter(index, item, inner, depth)
        else if (typeof item === 'number') this.#number(index, item, depth)
      }
      return
    }
    // Much faster than `Object.keys`: most maps have the same keys as another, and no list of them is made.
    for (const key in value) {
      this.#keys++
      if (key.length === 6 || key.length === 11 || key.length === 13) this.#name(key)
      const item = (value as Record<string, unknown>)[key]
      if (typeof item === 'string') {
        if (role !== DATA) this.#text(key, item, depth)
        else if (key === '$ref') this.#quoted.add(item)
      } else if (typeof item === 'object') {
        if (item !== null) this.#enter(key, item, roleOf(key, role), depth)
      } else if (typeof item === 'number') this.#number(key, item, depth)
    }
  }

  #enter(key: string | number, value: object, role: Role, depth: number): void {
    if (depth < DEEPEST_PART && this.#without?.has(value)) return
    this.#way[depth] = key
    if (this.#linked > depth) this.#linked = depth
    this.#walk(value, role, depth + 1)
  }

  #name(key: string): void {
    if (key === '$dynamicRef' || key === '$recursiveRef') this.#isDynamic = true
    const first = key.charCodeAt(0) | 0x20
    if (first === 100 || first === 115) this.#tellsInHeaders ||= /^(?:sunset|deprecation)$/i.test(key)
  }

  #text(key: string, value: string, depth: number): void {
    if (key === '$ref') {
      const ref = this.#refs.get(value)
      if (ref) ref.count++
      else this.#refs.set(value, this.#meet(key, depth))
    } else if (key === '$id' || key === 'id' || key === '$anchor' || key === '$dynamicAnchor') this.#names.add(value)
  }

  #number(key: string | number, value: number, depth: number): void {
    if (Number.isFinite(value)) return
    if (this.#endless) this.#endless.count++
    else this.#endless = this.#meet(key, depth)
  }

  #defer(value: object, role: Role, depth: number): void {
    for (; this.#linked < depth; this.#linked++) {
      const above = this.#linked === 0 ? this.#start : this.#links[this.#linked - 1]
      this.#links[this.#linked] = {key: this.#way[this.#linked] ?? '', above}
    }
    this.#deep.push({value, role, way: this.#links[depth - 1]})
  }

  /** Most pointers are never asked for, so only the way to them is kept. */
  #meet(key: string | number, depth: number): Met {
    this.#way[depth] = key
    const path = this.#way.slice(0, depth + 1)
    const start = this.#start
    return {
      count: 1,
      get pointer() {
        const keys = path.toReversed()
        for (let link = start; link; link = link.above) keys.push(link.key)
        return pointerTo(keys.reverse())
      }
    }
  }
}

/**
 * Walks a document once; nesting has no limit. With `shared` (aliases) each value is looked at once in each of its
 * roles; without, the document is a tree and need not be remembered. It holds no circle.
 */
export const survey = (root: unknown, shared: boolean): Survey => new Surveyor(shared).look(root, WORDS, undefined)

/** How deep in a document the parts may stand that are looked at by themselves. */
const DEEPEST_PART = 3

/** The same of a tree, but for some parts of it, of which the keys alone are counted: these are looked at by themselves. */
export function surveyParts(
  root: object,
  parts: ReadonlySet<object>
): {around: Survey; of: (value: object, way: readonly string[]) => Survey} {
  const surveyor = new Surveyor(false)
  return {
    around: new Surveyor(false, parts).look(root, WORDS, undefined),
    of: (value, way) => {
      let role: Role = WORDS
      let link: Link | undefined
      for (const key of way) {
        role = roleOf(key, role)
        link = {key, above: link}
      }
      return surveyor.look(value, role, link)
    }
  }
}

class Both implements Seen {
  readonly #first: Seen
  count = 0

  constructor(first: Seen) {
    this.#first = first
  }

  get pointer(): string {
    return this.#first.pointer
  }
}

/** What one look at all of a document shows, of which parts were looked at. */
export function joined(parts: readonly Survey[]): Survey {
  const refs = new Map<string, Both>()
  const [names, quoted] = [new Set<string>(), new Set<string>()]
  let [keys, tellsInHeaders, isDynamic]: [number, boolean, boolean] = [0, false, false]
  let endless: Both | undefined
  for (const part of parts) {
    keys += part.keys
    tellsInHeaders ||= part.tellsInHeaders
    isDynamic ||= part.isDynamic
    for (const [ref, seen] of part.refs) {
      const all = refs.get(ref) ?? new Both(seen)
      if (all.count === 0) refs.set(ref, all)
      all.count += seen.count
    }
    for (const name of part.names) names.add(name)
    for (const ref of part.quoted) quoted.add(ref)
    if (part.endless) {
      endless ??= new Both(part.endless)
      endless.count += part.endless.count
    }
  }
  return {keys, refs, names, quoted, tellsInHeaders, isDynamic, ...(endless ? {endless} : {})}
}

/** Extensions are data, but `x-rate-limit` among headers and properties is a name, and webhooks were an extension once. */
function roleOf(key: string, role: Role): Role {
  if (role === DATA) return DATA
  if (role === NAMES || key === 'x-webhooks') return WORDS
  if (key.charCodeAt(0) === 120 && key.charCodeAt(1) === 45) return DATA
  return ROLES.get(key) ?? WORDS
}

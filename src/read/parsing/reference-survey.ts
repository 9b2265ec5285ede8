import {ENDLESS, type Look, lookAt, type Met, NULLABLE} from './marked-locations.ts'

/** What one look at a whole document shows. */
export interface Survey {
  /** How many keys all maps of a tree have together. */
  readonly keys: number
  /** What `$ref`s say, each with the first place where it is said. Data is not looked at. */
  readonly refs: ReadonlyMap<string, Seen>
  /** Names that the document gives to itself and its parts: `$self`, `$id`, `id`, `$anchor`, `$dynamicAnchor`. */
  readonly names: ReadonlySet<string>
  /** What `$ref`s say in data and in extensions: whoever follows them anyway finds them here. */
  readonly quoted: ReadonlySet<string>
  /** A reference leads elsewhere, as one came: `$dynamicRef`, `$recursiveRef`. */
  readonly isDynamic: boolean
  /** Something is called as the headers are that tell of an end, in whatever case. */
  readonly tellsInHeaders: boolean
  /** Something may stand too deep. */
  readonly isDeep: boolean
  /** Numbers that are none: `.nan`, `.inf`, `1e999`. */
  readonly endless?: Seen
  /** Some numbers are too large for a double to keep them exactly. */
  readonly holdsLarge: boolean
  /** `nullable: true`, which OpenAPI 3.0 alone knows. */
  readonly nullable?: Seen
}

export interface Seen {
  readonly pointer: string
  readonly count: number
}

/** Walks a document once; nesting has no limit. `isShared` where aliases may lead to the same value. It holds no circle. */
export const survey = (root: unknown, isShared: boolean): Survey => joined([lookAt(root, isShared)])

/** Something that is said in one of many looks first, and how often in all. */
class Told implements Seen {
  readonly #first: Look
  readonly #what: Met
  count = 0

  constructor(first: Look, what: Met) {
    this.#first = first
    this.#what = what
  }

  get pointer(): string {
    return this.#first.placeOf(this.#what) ?? ''
  }
}

const COUNTED = ['endless', 'nullable'] as const

/** What looks at all of a document show together. */
export function joined(looks: readonly Look[]): Survey {
  const refs = new Map<string, Told>()
  const [names, quoted] = [new Set<string>(), new Set<string>()]
  let [keys, tellsInHeaders, isDynamic, holdsLarge, isDeep] = [0, false, false, false, false]
  const counted = new Map<'endless' | 'nullable', Told>()
  for (const look of looks) {
    keys += look.keys
    tellsInHeaders ||= look.tellsInHeaders
    isDynamic ||= look.isDynamic
    holdsLarge ||= look.large > 0
    isDeep ||= look.isDeep
    for (const ref of look.refs) {
      let all = refs.get(ref)
      if (!all) {
        all = new Told(look, ref)
        refs.set(ref, all)
      }
      all.count++
    }
    for (const name of look.names) names.add(name)
    for (const ref of look.quoted) quoted.add(ref)
    for (const what of COUNTED) {
      if (look[what] === 0) continue
      const all = counted.get(what) ?? new Told(look, what === 'endless' ? ENDLESS : NULLABLE)
      counted.set(what, all)
      all.count += look[what]
    }
  }
  return {keys, refs, names, quoted, tellsInHeaders, isDynamic, holdsLarge, isDeep, ...Object.fromEntries(counted)}
}

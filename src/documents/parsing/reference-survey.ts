import {
  MARKED_REF,
  NO_SCHEMA,
  NON_FINITE,
  NULLABLE,
  type PartSurvey,
  type SurveyedItem,
  surveyValue
} from './marked-locations.ts'

/** The result of walking a whole document once. */
export interface Survey {
  /** The number of keys in all maps of a tree. */
  readonly keys: number
  /** The values of `$ref`s, each with its first location. References in data are excluded. */
  readonly refs: ReadonlyMap<string, Occurrences>
  /** Names of the document and its parts: `$self`, `$id`, `id`, `$anchor`, `$dynamicAnchor`. */
  readonly names: ReadonlySet<string>
  /** The values of `$ref`s in data and extensions, for readers that follow those too. */
  readonly quoted: ReadonlySet<string>
  /** Whether there are references that depend on the dynamic scope: `$dynamicRef`, `$recursiveRef`. */
  readonly isDynamic: boolean
  /** Whether a key has the name of a deprecation header, in any case: `Sunset` or `Deprecation`. */
  readonly hasLifecycleHeaders: boolean
  /** Whether the nesting may be too deep. */
  readonly isDeep: boolean
  /** Numbers that aren't finite: `.nan`, `.inf`, `1e999`. */
  readonly endless?: Occurrences
  /** Whether some integers are too large for a double to be exact. */
  readonly hasLargeIntegers: boolean
  /** `nullable: true`, which only OpenAPI 3.0 has. */
  readonly nullable?: Occurrences
  /** Lifecycle marks next to a `$ref`. */
  readonly markedRefs?: Occurrences
  /** Values in place of a schema in a map of schemas, such as a text in `properties`. */
  readonly noSchemas?: Occurrences
}

export interface Occurrences {
  readonly pointer: string
  readonly count: number
  /** The locations of all of them. */
  readonly pointers: () => readonly string[]
}

/** Walks an acyclic document once, without a limit on nesting. Set `isShared` if aliases may lead to the same value. */
export const surveyDocument = (root: unknown, isShared: boolean): Survey => mergeSurveys([surveyValue(root, isShared)])

/** The total count of an item across several surveys, and its locations, which are searched on demand. */
class LazySeen implements Occurrences {
  readonly #first: PartSurvey
  readonly #what: SurveyedItem
  readonly #all: readonly PartSurvey[]
  count = 0

  constructor(first: PartSurvey, what: SurveyedItem, all: readonly PartSurvey[]) {
    this.#first = first
    this.#what = what
    this.#all = all
  }

  get pointer(): string {
    return this.#first.placesOf(this.#what)[0] ?? ''
  }

  pointers(): readonly string[] {
    const what = this.#what
    return this.#all.flatMap(look => (typeof what !== 'string' || look.refs.includes(what) ? look.placesOf(what) : []))
  }
}

const COUNTED = {endless: NON_FINITE, nullable: NULLABLE, markedRefs: MARKED_REF, noSchemas: NO_SCHEMA} as const
type Counted = keyof typeof COUNTED

/** Merges the surveys of all parts of a document. */
export function mergeSurveys(looks: readonly PartSurvey[]): Survey {
  const refs = new Map<string, LazySeen>()
  const [names, quoted] = [new Set<string>(), new Set<string>()]
  let [keys, tellsInHeaders, isDynamic, holdsLarge, isDeep] = [0, false, false, false, false]
  const counted = new Map<Counted, LazySeen>()
  for (const look of looks) {
    keys += look.keys
    tellsInHeaders ||= look.hasLifecycleHeaders
    isDynamic ||= look.isDynamic
    holdsLarge ||= look.large > 0
    isDeep ||= look.isDeep
    for (const ref of look.refs) {
      let all = refs.get(ref)
      if (!all) {
        all = new LazySeen(look, ref, looks)
        refs.set(ref, all)
      }
      all.count++
    }
    for (const name of look.names) names.add(name)
    for (const ref of look.quoted) quoted.add(ref)
    for (const what of Object.keys(COUNTED) as Counted[]) {
      if (look[what] === 0) continue
      const all = counted.get(what) ?? new LazySeen(look, COUNTED[what], looks)
      counted.set(what, all)
      all.count += look[what]
    }
  }
  return {
    keys,
    refs,
    names,
    quoted,
    hasLifecycleHeaders: tellsInHeaders,
    isDynamic,
    hasLargeIntegers: holdsLarge,
    isDeep,
    ...Object.fromEntries(counted)
  }
}

import type {SourceLocation} from '../location.ts'

/** A problem with reading a part of a document. */
export interface ReadProblem {
  readonly message: string
  readonly place: SourceLocation
  /** The JSON pointers of the other parts of the file that can't be read for the same reason. Missing if there are none. */
  readonly alsoAt?: readonly string[]
  /** Whether the part was read anyway, leniently: then it is a warning, and nothing is missing. */
  readonly isRead?: true
  /**
   * Whether the problem is about a lifecycle mark, such as `deprecated`, that is written where clients may not see it.
   */
  readonly isOfMark?: true
  /**
   * The value, as text, if it is of a type that its keyword can't have. It hides no change if the older description has
   * the same one there.
   */
  readonly mistyped?: string
}

/** The problems of a description. A value of the wrong type is only a warning if the other description has it, too. */
export function settleMistyped(problems: readonly ReadProblem[], others: readonly ReadProblem[]): ReadProblem[] {
  const left = new Map<string, number>()
  for (const key of others.map(mistypedKey)) left.set(key, (left.get(key) ?? 0) + 1)
  return problems.map(problem => {
    if (problem.mistyped === undefined) return problem
    const key = mistypedKey(problem)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count > 0 ? {...problem, isRead: true} : problem
  })
}

/** A key that stays equal when items are inserted in front of it in a list. */
const mistypedKey = ({message, place, mistyped}: ReadProblem): string =>
  JSON.stringify([message, place.pointer?.replace(/\/\d+(?=\/|$)/g, '/*'), mistyped])

/** A component that differs but that no operation refers to, so it is not compared. */
export interface UnusedComponent {
  readonly kind: 'schema' | 'type' | 'parameter' | 'response' | 'header' | 'request body' | 'callback' | 'path item'
  readonly name: string
  readonly place: SourceLocation
}

/** An unused component that differs. It's located in the older description if the newer one doesn't contain it. */
export interface UnusedChange extends UnusedComponent {
  readonly isRemoved: boolean
}

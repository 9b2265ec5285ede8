import type {AnnouncedBefore, ChangeKind} from '../model/api/change.ts'
import type {Life} from '../model/api/snapshot.ts'
import {parseWhen} from '../model/time/date-range.ts'

export interface LifeFact {
  readonly kind: ChangeKind
  readonly about?: string
  readonly was?: unknown
  readonly is?: unknown
  /** The keyword that says so, in its usual spelling. */
  readonly keywords: readonly string[]
}

/** Marks, sunsets, stability and replacements that were set, moved or dropped. */
export function livesDiffer(was: Life, is: Life): LifeFact[] {
  const facts: LifeFact[] = []
  const tell = (kind: ChangeKind, about: keyof Life, keyword: string): void =>
    void facts.push({kind, about, was: was[about]?.value, is: is[about]?.value, keywords: [keyword]})
  const [marked, stillMarked] = [was.deprecated?.value === true, is.deprecated?.value === true]
  if (!marked && stillMarked) tell('deprecated', 'deprecated', 'deprecated')
  if (marked && !stillMarked) tell('deprecation-withdrawn', 'deprecated', 'deprecated')
  const [end, newEnd] = [was.sunset?.value, is.sunset?.value]
  if (end !== newEnd) {
    if (end === undefined) tell('sunset-set', 'sunset', 'x-sunset')
    else if (newEnd === undefined) tell('sunset-dropped', 'sunset', 'x-sunset')
    else tell(isLater(newEnd, end) ? 'sunset-moved-later' : 'sunset-moved-earlier', 'sunset', 'x-sunset')
  }
  // Which of two names promises more is the policy's to say.
  if (was.stability?.value !== is.stability?.value) tell('stability-changed', 'stability', 'x-stability-level')
  if (was.replacement?.value !== is.replacement?.value) tell('replacement-changed', 'replacement', 'x-replaced-by')
  return facts
}

/** Of releases, and of what is no date, nobody knows here which comes first: it may be earlier. */
const isLater = (one: string, other: string): boolean => one > other && [one, other].every(each => parseWhen(each))

/** What was said of the end of something, if anything was. */
export function announcedIn({deprecated, since, sunset}: Life): {announced?: AnnouncedBefore} {
  if (!deprecated?.value && !since && !sunset) return {}
  return {
    announced: {
      deprecated: deprecated?.value === true,
      ...(since ? {since: since.value} : {}),
      ...(sunset ? {sunset: sunset.value} : {})
    }
  }
}

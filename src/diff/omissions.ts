import type {ReadProblem} from '../model/api/snapshot.ts'
import type {SourceLocation} from '../model/location.ts'

/** The maximum counts of one comparison, which are far beyond what large descriptions need. */
const MAXIMA = {
  /** Pairs of callbacks, over all endpoints and webhooks. */
  callbacks: 20_000
} as const

type Counted = keyof typeof MAXIMA

const MESSAGES: {readonly [What in Counted]: string} = {
  callbacks: `There are more than ${MAXIMA.callbacks} callbacks to compare. Those from here on aren't compared.`
}

/**
 * What a comparison leaves out because it would take too many steps. Steps are counted, not timed, so that the answer is
 * the same on every machine.
 */
export class Omissions {
  /** One for each kind of step, at the first one that was left out. */
  readonly gaps: ReadProblem[] = []
  readonly #counts = new Map<Counted, number>()

  /** Counts a step. Returns `false` if it's one too many. */
  allow(what: Counted, place: SourceLocation): boolean {
    const count = (this.#counts.get(what) ?? 0) + 1
    this.#counts.set(what, count)
    if (count === MAXIMA[what] + 1) this.gaps.push({message: MESSAGES[what], place})
    return count <= MAXIMA[what]
  }
}

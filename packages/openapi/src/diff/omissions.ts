import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import type {SourceLocation} from '@tenure/core/model/location'

/** The maximum counts of one comparison, which are far beyond what large descriptions need. */
export const MAXIMA = {
  /** Pairs of callbacks, over all endpoints and webhooks. */
  callbacks: 20_000,
  /** Pairs of schemas: ten times what the largest known descriptions have. */
  schemas: 15_000,
  /** Pairs of alternatives of `anyOf` and `oneOf` that neither their place nor their text pairs. */
  alternatives: 250_000
} as const

type Counted = keyof typeof MAXIMA

const MESSAGES: {readonly [What in Counted | 'proofs']: string} = {
  callbacks: `There are more than ${MAXIMA.callbacks} callbacks to compare. Those from here on aren't compared.`,
  schemas: `There are more than ${MAXIMA.schemas} pairs of schemas to compare. Those from here on aren't compared.`,
  alternatives: `There are more than ${MAXIMA.alternatives} pairs of alternatives to match. Those from here on aren't compared.`,
  proofs: "The proofs take too many steps. Whether changes from here on break anything isn't proved."
}

/**
 * What a comparison leaves out because it would take too many steps. Steps are counted, not timed, so that the answer
 * is the same on every machine.
 */
export class Omissions {
  /** The problems to report: one for each kind of step, at the first place that was left out. */
  readonly gaps: ReadProblem[] = []
  readonly #counts = new Map<Counted, number>()
  readonly #reported = new Set<string>()

  /** Counts a step. Returns `false` if it's one too many. */
  allow(what: Counted, place: () => SourceLocation): boolean {
    const count = (this.#counts.get(what) ?? 0) + 1
    this.#counts.set(what, count)
    if (count <= MAXIMA[what]) return true
    this.report(what, place)
    return false
  }

  /** Reports what is left out from here on, once. */
  report(what: keyof typeof MESSAGES, place: () => SourceLocation): void {
    if (this.#reported.has(what)) return
    this.#reported.add(what)
    this.gaps.push({message: MESSAGES[what], place: place()})
  }
}

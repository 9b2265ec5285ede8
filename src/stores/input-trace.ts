/**
 * What can be asked about a path. `refs` are the branches, tags, and settings of the repository in a folder, and `text`
 * is noted for files that descriptions, configuration, policies, and histories are read from.
 */
export type InputAspect = 'bytes' | 'names' | 'kind' | 'real' | 'refs' | 'text'

/** Answers about paths, by absolute path. Equal answers later mean that the same work gives the same result. */
export type Inputs = Readonly<Record<string, Readonly<Partial<Record<InputAspect, string>>>>>

/** Is informed about each aspect of an absolute path that is read. `answer` computes how that aspect is now. */
export interface InputListener {
  note(path: string, aspect: InputAspect, answer: () => string): void
}

/** Everything that the result of work can depend on. */
const ALL_ASPECTS: readonly InputAspect[] = ['bytes', 'names', 'kind', 'real', 'refs']

/** An answer that differs from every other one. */
const UNSTABLE = 'changed while it was read'

/** Records what work reads of files, folders, and repositories, so that a later run can see what has changed. */
export class InputTrace implements InputListener {
  readonly #aspects: readonly InputAspect[]
  readonly #answers = new Map<string, Partial<Record<InputAspect, string>>>()

  constructor(aspects = ALL_ASPECTS) {
    this.#aspects = aspects
  }

  /** Whether it records this aspect. */
  records(aspect: InputAspect): boolean {
    return this.#aspects.includes(aspect)
  }

  /** Records an answer about an absolute path. `answer` is computed only if it's needed. */
  note(path: string, aspect: InputAspect, answer: () => string): void {
    if (!this.records(aspect)) return
    const known = this.#answers.get(path) ?? {}
    this.#answers.set(path, known)
    // Only bytes are computed and compared again, because files are read twice; computing the others costs a system
    // call.
    if (known[aspect] !== undefined && aspect !== 'bytes') return
    const value = answer()
    known[aspect] = known[aspect] === undefined || known[aspect] === value ? value : UNSTABLE
  }

  /** What was recorded so far, sorted by path. */
  get inputs(): Inputs {
    return Object.fromEntries([...this.#answers].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/**
 * What can be asked about a path. `refs` are the branches, tags, and settings of the repository in a folder, and `text`
 * is noted for files that descriptions, configuration, policies, and histories are read from.
 */
export type InputAspect = 'bytes' | 'names' | 'kind' | 'real' | 'refs' | 'text'

/** Answers about paths, by absolute path. Equal answers later mean that the same work gives the same result. */
export type Inputs = Readonly<Record<string, Readonly<Partial<Record<InputAspect, string>>>>>

type Trace = Map<string, Partial<Record<InputAspect, string>>>

/** The running traces, and what each of them records. */
const traces = new Map<Trace, readonly InputAspect[]>()

/** Everything that the result of work can depend on. */
const ALL_ASPECTS: readonly InputAspect[] = ['bytes', 'names', 'kind', 'real', 'refs']

/** An answer that differs from every other one. */
const UNSTABLE = 'changed while it was read'

/** Whether something records this aspect. */
export const isTracing = (aspect: InputAspect): boolean => [...traces.values()].some(all => all.includes(aspect))

/** Records an answer about an absolute path, if something is traced. `answer` is computed only then. */
export function noteInput(path: string, aspect: InputAspect, answer: () => string): void {
  if (traces.size === 0) return
  let value: string | undefined
  for (const [trace, aspects] of traces) {
    if (!aspects.includes(aspect)) continue
    const known = trace.get(path) ?? {}
    trace.set(path, known)
    // Only bytes are compared again: they are what is read twice, and the others cost a call to the system.
    if (known[aspect] !== undefined && aspect !== 'bytes') continue
    value ??= answer()
    known[aspect] = known[aspect] === undefined || known[aspect] === value ? value : UNSTABLE
  }
}

/** Does some work and returns the answers about files, folders, and repositories that it was given, sorted by path. */
export async function traceInputs<Result>(
  work: () => Promise<Result>,
  aspects = ALL_ASPECTS
): Promise<{readonly result: Result; readonly inputs: Inputs}> {
  const trace: Trace = new Map()
  traces.set(trace, aspects)
  try {
    const result = await work()
    return {result, inputs: Object.fromEntries([...trace].toSorted(([a], [b]) => (a < b ? -1 : 1)))}
  } finally {
    traces.delete(trace)
  }
}

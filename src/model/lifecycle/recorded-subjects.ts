import {memoize} from '../memoize.ts'
import {covers, type Subject, subjectKey} from '../subject/subject.ts'
import type {History} from './history.ts'
import type {Lifecycle} from './lifecycle.ts'

/** Prefixes that were introduced as a whole: everything under them exists, whether it is listed or not. */
const findWholePrefixes = memoize(({lifecycles}: History) =>
  lifecycles.filter(
    ({subject, tenures}) => subject.target.kind === 'prefix' && tenures.some(({introduced}) => introduced)
  )
)

/**
 * The lifecycles that apply to a subject: its own, that of its target, those under it, or that of a prefix above it.
 */
export function findLifecycles(subject: Subject, history: History): readonly Lifecycle[] {
  const own = history.bySubject.get(subjectKey(subject)) ?? history.bySubject.get(subjectKey({target: subject.target}))
  if (own) return [own]
  const target = {target: subject.target}
  if (subject.target.kind === 'prefix') {
    const below = history.lifecycles.filter(lifecycle => covers(target, lifecycle.subject))
    if (below.length > 0) return below
  }
  return findWholePrefixes(history).filter(lifecycle => covers(lifecycle.subject, target))
}

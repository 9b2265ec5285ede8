import type {History} from '../../model/lifecycle/history.ts'
import type {Lifecycle, Tenure} from '../../model/lifecycle/lifecycle.ts'
import {findUsableReplacement} from '../../model/lifecycle/replacement.ts'
import type {Subject} from '../../model/subject/subject.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'

export interface KnownReplacement {
  readonly subject: Subject
  /** Not declared; inferred from the path. */
  readonly isGuess: boolean
}

/**
 * The replacement declared in the latest tenure, or the inferred one. `undefined` if there is none. Earlier tenures
 * don't count.
 */
export function findReplacement(
  {subject}: Lifecycle,
  tenure: Tenure | undefined,
  judged: Judgement | undefined,
  history: History
): KnownReplacement | undefined {
  const declared = tenure && findUsableReplacement(subject, tenure, history)?.replacement
  const found = declared ?? judged?.replacement
  return found && {subject: found, isGuess: !declared && judged?.isInferred === true}
}

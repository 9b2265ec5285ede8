import type {History} from '../model/history.ts'
import type {Judgement} from '../model/judgement.ts'
import type {Lifecycle, Tenure} from '../model/lifecycle.ts'
import {pointerIn} from '../model/replacement.ts'
import type {Subject} from '../model/subject.ts'

export interface Instead {
  readonly subject: Subject
  /** Nobody said so: its path suggests it. */
  readonly isGuess: boolean
}

/** What is to be used instead of one that ends: what was said in its latest tenure, which an earlier one does not bind. */
export function insteadIn(
  {subject}: Lifecycle,
  tenure: Tenure | undefined,
  judged: Judgement | undefined,
  history: History
): Instead | undefined {
  const said = tenure && pointerIn(subject, tenure, history)?.replacement
  const found = said ?? judged?.replacement
  return found && {subject: found, isGuess: !said && judged?.isInferred === true}
}

import {headOf} from '../report/stylish.ts'
import type {Session} from './session.ts'

/** What all answers begin with: the policy that binds, the day and the record. */
export const headLine = (session: Session): string =>
  headOf({
    ...session,
    asOf: session.history.timeline.asOf,
    source: {kind: 'history', path: session.path, partial: false}
  })

/** The same for programs. */
export const headFacts = (command: string, {history, policy, assumed, path}: Session) => ({
  format: 1,
  command,
  asOf: history.timeline.asOf,
  policy: {name: policy.name, source: policy.source, declared: !assumed},
  source: {kind: 'history', path}
})

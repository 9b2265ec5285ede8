import {policyLine} from '../outputs/report/report-text.ts'
import type {Session} from './session/session.ts'

/** First line of every text output: policy, day, and history. */
export const headLine = (session: Session): string =>
  policyLine({
    ...session,
    asOf: session.history.timeline.asOf,
    source: {kind: 'history', path: session.path, partial: false}
  })

/** First keys of every JSON output. */
export const headJson = <Command extends string>(command: Command, {history, policy, assumed, path}: Session) => ({
  format: 1 as const,
  command,
  asOf: history.timeline.asOf,
  policy: {name: policy.name, source: policy.source, declared: !assumed},
  source: {kind: 'history' as const, path}
})

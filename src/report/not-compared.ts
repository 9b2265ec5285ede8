import type {Place} from '../model/location.ts'
import type {Level} from '../model/verdict/finding.ts'
import type {Report} from './report.ts'
import {plainText} from './sanitize-text.ts'

/** What no finding tells: that something was not looked at, and may hold more. */
export interface Unjudged {
  readonly level: Level
  readonly what: 'read' | 'compared'
  readonly says: string
  /** Where it is known. */
  readonly place?: Place
}

/** The gate has not done its job where not all could be read; where nothing older is there, nobody is to blame. */
export const unjudgedIn = ({
  source: {partial, path, unread = path, unreadAt: place},
  uncompared,
  command
}: Pick<Report, 'source' | 'uncompared' | 'command'>): Unjudged[] => [
  ...(partial
    ? [
        {
          level: command === 'audit' ? ('warning' as const) : ('error' as const),
          what: 'read' as const,
          says: plainText(`Not all of ${unread} could be read: what is missing is not judged.`),
          ...(place ? {place} : {})
        }
      ]
    : []),
  ...(uncompared
    ? [
        {
          level: uncompared.isUnsure ? ('warning' as const) : ('info' as const),
          what: 'compared' as const,
          says: plainText(uncompared.says)
        }
      ]
    : [])
]

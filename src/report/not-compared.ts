import type {SourceLocation} from '../model/location.ts'
import type {Level} from '../model/verdict/finding.ts'
import type {Report} from './report.ts'
import {plainText} from './sanitize-text.ts'

/** Part that wasn't judged and may contain more findings. */
export interface NotCompared {
  readonly level: Level
  readonly what: 'read' | 'compared'
  readonly says: string
  /** Missing if unknown. */
  readonly place?: SourceLocation
}

/** Parts that weren't judged. Unreadable input is an error for the gate, while a missing base is only a note. */
export const findNotCompared = ({
  source: {partial, path, unread = path, unreadAt: place},
  uncompared,
  command
}: Pick<Report, 'source' | 'uncompared' | 'command'>): NotCompared[] => [
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

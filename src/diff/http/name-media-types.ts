import type {Change} from '../../model/api/change.ts'
import {groupBy} from '../../model/group-by.ts'
import {formatTarget} from '../../model/subject/subject.ts'

const OF_CONTENT = /^(body|response \S+) (.+\/.+)$/s
const SHARED = /^\/(?:components\/)?(?:responses|requestBodies)\//

/** Names the media type in changes of the same body or answer that several of its media types have, each another one. */
export function withMediaTypes(changes: readonly Change[]): Change[] {
  const all = new Map(changes.map(change => [change, contentOf(change)] as const))
  const met = groupBy(
    [...all.values()].filter(found => found !== undefined),
    ({key}) => key
  )
  const several = new Set(
    [...met].flatMap(([key, found]) => (new Set(found.map(({mediaType}) => mediaType)).size > 1 ? [key] : []))
  )
  return changes.map(change => {
    const found = all.get(change)
    return found && several.has(found.key) ? {...change, mediaType: found.mediaType} : change
  })
}

interface Content {
  /** The value in a body or an answer, whatever its media type. */
  readonly key: string
  readonly mediaType: string
}

/** The one media type of the one body or answer that a change lies in. */
function contentOf({kind, component, subject, at, where, reaches}: Change): Content | undefined {
  // These name it anyway.
  if (kind.startsWith('media-type-')) return undefined
  // What several share has no media type, but for a whole answer or body.
  const isShared = component !== undefined
  if (isShared && !SHARED.test((where.new ?? where.old)?.pointer ?? '')) return undefined
  const parts = new Set(reaches.map(({part}) => part))
  const [part = ''] = parts
  const found = parts.size === 1 ? OF_CONTENT.exec(part) : null
  const [, holder = '', mediaType = ''] = found ?? []
  if (!found || / (?:part|header) /.test(mediaType)) return undefined
  return {key: JSON.stringify([isShared ? component : formatTarget(subject.target), holder, at]), mediaType}
}

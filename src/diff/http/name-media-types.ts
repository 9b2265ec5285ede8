import type {Change} from '../../model/api/change.ts'
import {groupBy} from '../../model/group-by.ts'
import {formatTarget} from '../../model/subject/subject.ts'

const CONTENT_PART = /^(body|response \S+) (.+\/.+)$/s
const SHARED_CONTENT = /^\/(?:components\/)?(?:responses|requestBodies)\//

/** Adds the media type to changes of a body or response that occur in several of its media types. */
export function nameMediaTypes(changes: readonly Change[]): Change[] {
  const all = new Map(changes.map(change => [change, contentOf(change)] as const))
  const byKey = groupBy(
    [...all.values()].filter(found => found !== undefined),
    ({key}) => key
  )
  const several = new Set(
    [...byKey].flatMap(([key, found]) => (new Set(found.map(({mediaType}) => mediaType)).size > 1 ? [key] : []))
  )
  return changes.map(change => {
    const found = all.get(change)
    return found && several.has(found.key) ? {...change, mediaType: found.mediaType} : change
  })
}

interface Content {
  /** The key of a value in a body or response, whatever its media type. */
  readonly key: string
  readonly mediaType: string
}

/** The body or response, and its media type, that a change belongs to; `undefined` if it's in none, or in several. */
function contentOf({kind, component, subject, at, where, reaches}: Change): Content | undefined {
  // These changes name the media type anyway.
  if (kind.startsWith('media-type-')) return undefined
  // A shared component has no media type, unless it's a whole response or body.
  const isShared = component !== undefined
  if (isShared && !SHARED_CONTENT.test((where.new ?? where.old)?.pointer ?? '')) return undefined
  const parts = new Set(reaches.map(({part}) => part))
  const [part = ''] = parts
  const found = parts.size === 1 ? CONTENT_PART.exec(part) : null
  const [, container = '', mediaType = ''] = found ?? []
  if (!found || / (?:part|header) /.test(mediaType)) return undefined
  return {key: JSON.stringify([isShared ? component : formatTarget(subject.target), container, at]), mediaType}
}

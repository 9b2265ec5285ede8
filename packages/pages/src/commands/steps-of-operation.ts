import {netEventsBetween} from '@tenure/core/app/session/changes-between'
import type {SourceSession} from '@tenure/core/app/session/open-source'
import type {Event} from '@tenure/core/model/lifecycle/event'
import type {Lifecycle} from '@tenure/core/model/lifecycle/lifecycle'
import {stateAtTime} from '@tenure/core/model/lifecycle/state-at-event'
import {once} from '@tenure/core/model/memoize'
import {compareReleases} from '@tenure/core/model/time/release-branches'
import {momentOfEntry, type TimelineEntry} from '@tenure/core/model/time/timeline'
import {formatPieces} from '@tenure/core/text/changes/sentences'
import {createUpgradeGuide} from '../upgrade-guide/guide.ts'
import {deprecatedAt, type PendingSubject} from '../upgrade-guide/pending-subject.ts'
import {stepPieces, waitingPieces} from '../upgrade-guide/step-sentences.ts'
import {pageOf} from './news.ts'

/**
 * What a client of one operation must do, as sentences of the upgrade guide from the last release that serves the operation
 * to the newest one. Empty if no release serves it.
 */
export function createStepFinder(session: SourceSession): (operation: Lifecycle) => string[] {
  const {history} = session
  const page = once(() => pageOf(session, history, {}))
  const entries = history.timeline.entries.filter(({pending}) => !pending)
  // The last release can belong to an older line.
  const releases = entries
    .filter(({kind}) => kind === 'release')
    .toSorted((a, b) => compareReleases(history.timeline, a, b))
  const latest = releases.at(-1)
  const said = entries.findLast(({kind, index}) => kind !== 'release' && index > (latest?.index ?? -1))
  const now = said ?? latest
  const eventsSince = new Map<number, readonly Event[]>()
  const deprecatedIn = new Map<number, readonly PendingSubject[]>()
  const isServed = (operation: Lifecycle, at: TimelineEntry): boolean => {
    const presence = stateAtTime(operation, momentOfEntry(at), history.timeline)
    return presence === 'live' || presence === 'deprecated'
  }
  return operation => {
    const isStillServed = now !== undefined && isServed(operation, now)
    const last = isStillServed ? now : releases.findLast(each => isServed(operation, each))
    const newest = isStillServed ? now : latest
    if (!last || !newest) return []
    const isOlder = compareReleases(history.timeline, last, newest) < 0
    const events = eventsSince.get(last.index) ?? (isOlder ? netEventsBetween(session, last, newest) : [])
    eventsSince.set(last.index, events)
    const deprecated = deprecatedIn.get(newest.index) ?? deprecatedAt(newest, page())
    deprecatedIn.set(newest.index, deprecated)
    const guide = createUpgradeGuide(last, newest, events, page(), [operation.subject], deprecated)
    return [
      ...[...guide.before, ...guide.moving, ...guide.check].map(stepPieces),
      ...guide.waiting.map(waitingPieces)
    ].map(formatPieces)
  }
}

import {netEventsBetween} from '@tenure/core/app/session/changes-between'
import type {SourceSession} from '@tenure/core/app/session/open-source'
import type {Lifecycle} from '@tenure/core/model/lifecycle/lifecycle'
import {stateAtTime} from '@tenure/core/model/lifecycle/state-at-event'
import {once} from '@tenure/core/model/memoize'
import {momentOfEntry, type TimelineEntry} from '@tenure/core/model/time/timeline'
import {formatPieces} from '@tenure/core/text/changes/sentences'
import {createUpgradeGuide} from '../upgrade-guide/guide.ts'
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
  const releases = entries.filter(({kind}) => kind === 'release')
  const isServed = (operation: Lifecycle, at: TimelineEntry): boolean => {
    const presence = stateAtTime(operation, momentOfEntry(at), history.timeline)
    return presence === 'live' || presence === 'deprecated'
  }
  return operation => {
    const now = entries.at(-1)
    const isStillServed = now !== undefined && isServed(operation, now)
    const last = isStillServed ? now : releases.findLast(each => isServed(operation, each))
    const newest = isStillServed ? now : releases.at(-1)
    if (!last || !newest) return []
    const events = last === newest ? [] : netEventsBetween(session, last, newest)
    const guide = createUpgradeGuide(last, newest, events, page(), [operation.subject])
    return [
      ...[...guide.before, ...guide.moving, ...guide.check].map(stepPieces),
      ...guide.waiting.map(waitingPieces)
    ].map(formatPieces)
  }
}

import {isCandidate} from '@tenure/core/model/time/release-branches'
import type {Timeline, TimelineEntry} from '@tenure/core/model/time/timeline'
import type {ChangeLine} from '@tenure/core/outputs/changes/change-line'
import {changesOfRelease} from '@tenure/core/outputs/changes/changes-of-release'
import type {HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {CHANGE_GROUPS} from '@tenure/core/outputs/changes/release-changes'
import type {TextPiece} from '@tenure/core/phrases/text-pieces'
import {ONLY_WRITTEN_NOTE} from '@tenure/core/text/page-strings'
import {withoutClaim} from '@tenure/core/text/statement-sentences'
import {linePieces} from './release-notes/change-list.ts'
import {releaseSentences} from './release-notes/release-body.ts'

/** The latest release, or a public statement after it, in sentences for clients. */
export interface LatestChanges {
  readonly entry: TimelineEntry
  /** Sentences about it as a whole. */
  readonly about: readonly (readonly TextPiece[])[]
  /** Sentences about its changes, the most urgent first. */
  readonly changes: readonly (readonly TextPiece[])[]
  readonly isBreaking: boolean
}

/** The last release in the order of the history that isn't a candidate. `undefined` if nothing has been released. */
export function findLatestRelease(timeline: Timeline): TimelineEntry | undefined {
  const released = timeline.entries.filter(({kind, pending}) => kind === 'release' && !pending)
  return released.findLast(({index}) => !isCandidate(timeline, index)) ?? released.at(-1)
}

/** The latest release and the public statements since, newest first. Empty if there are none. */
export function latestChanges(page: HistoryPage): LatestChanges[] {
  const {timeline} = page.history
  const latest = findLatestRelease(timeline)
  const statements = timeline.entries.filter(
    ({kind, pending, index}) => kind === 'announcement' && !pending && index > (latest?.index ?? -1)
  )
  const forClients: HistoryPage = {...page, isForClients: true}
  return [...statements.toReversed(), ...(latest ? [latest] : [])].map(entry => changesForClients(entry, forClients))
}

/** What is new in a release or public statement, on a page for clients. */
export function changesForClients(entry: TimelineEntry, page: HistoryPage): LatestChanges {
  const news = changesOfRelease(entry, page)
  const isOnlyWritten = entry.markdown !== undefined && news.lines.length === 0
  const lines = CHANGE_GROUPS.flatMap(group => news.lines.filter(line => line.group === group))
  return {
    entry,
    about: [...releaseSentences(news), ...(isOnlyWritten ? [[ONLY_WRITTEN_NOTE]] : [])],
    changes: lines.map(labeledPieces),
    isBreaking: lines.some(({group}) => group === 'removed' || group === 'breaking')
  }
}

const LABELS: Partial<Record<ChangeLine['group'], string>> = {
  removed: 'Breaking: ',
  breaking: 'Breaking: ',
  unclear: 'Might affect you: '
}

/** The sentence of a line, with what the heading of its group would say. */
function labeledPieces(line: ChangeLine): TextPiece[] {
  const pieces = linePieces(line, {reach: true})
  const label = LABELS[line.group]
  if (label === undefined) return pieces
  const [first, ...others] = withoutClaim(pieces)
  return [
    label,
    ...(typeof first === 'string' ? [first.replace(/^[A-Z](?=[a-z])/, letter => letter.toLowerCase())] : [first ?? '']),
    ...others
  ]
}

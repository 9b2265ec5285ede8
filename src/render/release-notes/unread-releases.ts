import type {RootContent} from 'mdast'
import type {Event} from '../../model/lifecycle/event.ts'
import type {History} from '../../model/lifecycle/history.ts'
import type {TimelineEntry} from '../../model/time/timeline.ts'
import {codePiece, type TextPiece} from '../../text/text-pieces.ts'
import {paragraphNode} from '../markdown/markdown-nodes.ts'
import type {HistoryPage} from '../page-data.ts'

/** Releases in a range whose description could only be read in part. Changes may be missing for them. */
export const unreadReleasesBetween = (from: TimelineEntry, to: TimelineEntry, {timeline}: History): string[] =>
  timeline.entries.slice(from.index, to.index + 1).flatMap(({name, partial}) => (partial ? [name] : []))

/** Whether no description of a release was read and no change was declared for it. */
export const isUnreadRelease = (
  {kind, index}: TimelineEntry,
  events: readonly Event[],
  {bases}: Pick<History, 'bases'>
): boolean =>
  bases !== undefined && kind === 'release' && events.length === 0 && !bases.some(({entry}) => entry === index)

/** Whether all shipped releases were read completely. Only then do missing events mean that nothing happened. */
export const isFullyRead = ({history, eventsByEntry}: Pick<HistoryPage, 'history' | 'eventsByEntry'>): boolean =>
  history.timeline.entries.every(
    entry =>
      entry.partial !== true &&
      (entry.pending || !isUnreadRelease(entry, eventsByEntry.get(entry.index) ?? [], history))
  )

export const formatUnreadReleases = (names: readonly string[]): TextPiece[] => {
  const between = (at: number): TextPiece[] => (at === 0 ? [] : [at === names.length - 1 ? ' and ' : ', '])
  const namePieces = names.flatMap((name, at) => [...between(at), codePiece(name)])
  return names.length === 0 ? [] : ['Not all of ', ...namePieces, ' could be read: more may have changed.']
}

export const unreadParagraph = (names: readonly string[]): RootContent[] =>
  names.length === 0 ? [] : [paragraphNode(...formatUnreadReleases(names))]

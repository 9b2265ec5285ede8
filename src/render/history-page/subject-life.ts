import type {RootContent} from 'mdast'
import type {Event} from '../../model/lifecycle/event.ts'
import type {Lifecycle} from '../../model/lifecycle/lifecycle.ts'
import type {LocateSource, SourceLocation} from '../../model/location.ts'
import {formatSubject, lineageKey, type Subject, subjectKey} from '../../model/subject/subject.ts'
import {entryHeadingPieces} from '../../text/release-headings.ts'
import {subjectPieces} from '../../text/subject-phrase.ts'
import {codePiece, type TextPiece} from '../../text/text-pieces.ts'
import {toMarkdown} from '../markdown/markdown.ts'
import {headingNode, listNode, paragraphNode} from '../markdown/markdown-nodes.ts'
import {areAllObserved, entryHeading, type HistoryPage} from '../page-data.ts'
import {limitToSubjects} from '../release-notes/affected-operations.ts'
import type {ChangeLine} from '../release-notes/change-line.ts'
import {type ChangeListStyle, changeList} from '../release-notes/change-list.ts'
import {shortenComponentNames} from '../release-notes/changes-of-release.ts'
import {groupChanges} from '../release-notes/group-changes.ts'
import {entryParagraphs} from '../release-notes/release-body.ts'
import {mergeDeprecatedAdditions, releaseChanges} from '../release-notes/release-changes.ts'
import {lifecycleTable} from './subject-life-table.ts'

const STYLE: ChangeListStyle = {details: false, reach: false, pieces: pieces => pieces}

/** Renders the lifecycle of one subject as Markdown: its state, and all its events, oldest first. */
export function renderLifecycle(lifecycle: Lifecycle, page: HistoryPage, locate: LocateSource): string {
  const {timeline} = page.history
  const events = eventsAffecting(lifecycle, page)
  const entries = timeline.entries.filter(({index}) => events.some(({entry}) => entry === index))
  const kin = otherVersions(lifecycle, page)
  return toMarkdown([
    headingNode(1, ...subjectPieces(lifecycle.subject)),
    lifecycleTable(lifecycle, page),
    ...(kin.length === 0 ? [] : [paragraphNode('The same endpoint under other version markers:'), listNode(kin)]),
    headingNode(2, 'Its life'),
    ...(entries.length === 0 ? [paragraphNode('Nothing that happened to it is on record.')] : []),
    ...entries.flatMap((entry): RootContent[] => {
      const own = events.filter(each => each.entry === entry.index)
      return [
        headingNode(3, ...entryHeadingPieces(entryHeading(entry))),
        ...entryParagraphs({...entry, note: ''}),
        ...entryChanges(own, lifecycle.subject, page, locate)
      ]
    })
  ])
}

/** Events of the subject, of prefixes that cover it, of its parts, of the schemas it uses, and of its former name. */
function eventsAffecting(life: Lifecycle, {history}: HistoryPage): Event[] {
  const {subject, events: own} = life
  const key = subjectKey(subject)
  const ids = new Set(own.map(({id}) => id))
  const reaches = (event: Event): boolean =>
    event.observed?.reaches.some(({operation}) => subjectKey({target: operation.target}) === key) ?? false
  const isPart = ({subject: {target, part}}: Event): boolean => part !== undefined && subjectKey({target}) === key
  // Observed changes of shared schemas before the subject was added or after it was removed don't affect it.
  const isUnrelated = (event: Event): boolean =>
    event.seen === true &&
    event.kind === 'changed' &&
    subjectKey({target: event.subject.target}) !== key &&
    !existsAt(life, event.entry)
  const isOldName = ({kind, counterpart, entry}: Event): boolean =>
    kind !== 'introduced' &&
    counterpart !== undefined &&
    subjectKey(counterpart) === key &&
    own.some(each => each.kind === 'introduced' && each.counterpart && each.entry === entry)
  return history.events.filter(
    event =>
      !isUnrelated(event) &&
      (ids.has(event.id) || isOldName(event) || (!subject.part && (isPart(event) || reaches(event))))
  )
}

/** Whether an entry is after the release that introduced the subject and before the one that removed it. */
const existsAt = ({tenures}: Lifecycle, entry: number): boolean =>
  tenures.length === 0 ||
  tenures.some(
    ({introduced, end}) =>
      (introduced?.event.entry ?? -1) < entry && entry < (end?.event.entry ?? Number.POSITIVE_INFINITY)
  )

function entryChanges(
  events: readonly Event[],
  subject: Subject,
  page: HistoryPage,
  locate: LocateSource
): RootContent[] {
  const news = mergeDeprecatedAdditions(releaseChanges(events, page)).map(each => limitToSubjects(each, [subject]))
  const lines = shortenComponentNames(groupChanges(news, page))
  const first = events.filter(
    event => areAllObserved([event]) && event.by !== undefined && event.by.after === undefined
  )
  const shown = first.length === 0 ? lines : lines.filter(({members: [{event}]}) => !first.includes(event))
  const there = first.some(({kind}) => kind === 'introduced')
  const marked = first.some(({kind}) => kind === 'deprecated')
  return [
    ...(there ? [paragraphNode(`It was there by then${marked ? ', and deprecated' : ''}; nobody looked before.`)] : []),
    ...changeList(
      shown.map(line => addLocation(line, locate)),
      STYLE
    )
  ]
}

/** Adds the source location to a line. */
function addLocation(line: ChangeLine, locate: LocateSource): ChangeLine {
  const [{event}] = line.members
  const {source, line: row, column} = locate(event.place) as SourceLocation
  const at = row === undefined ? source : `${source}:${row}:${column ?? 1}`
  const more = line.members.length > 1 ? ` and ${line.members.length - 1} more` : ''
  return {...line, group: 'breaking', pieces: [...line.pieces, ' – ', codePiece(at), more]}
}

/** The other versions of the same endpoint, each with its state. */
function otherVersions({subject}: Lifecycle, {history}: HistoryPage): TextPiece[][] {
  const lineage = subject.part ? undefined : lineageKey(subject.target)
  if (lineage === undefined) return []
  const others = history.lifecycles.filter(
    ({subject: other}) =>
      !other.part && lineageKey(other.target) === lineage && subjectKey(other) !== subjectKey(subject)
  )
  return others.map(({subject: other, tenures}): TextPiece[] => {
    const end = tenures.at(-1)?.end
    return [codePiece(nameOf(other)), end && !end.pending ? `, ended in ${end.moment.stated}` : ', served']
  })
}

const nameOf = (subject: Subject): string => formatSubject(subject)

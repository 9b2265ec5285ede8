import {formatSubject, subjectKey} from '../../model/subject/subject.ts'
import {earliestEndOfSupport, exactEarliestEnd} from '../../policy/earliest-end-of-support.ts'
import {formatPieces} from '../../text/changes/sentences.ts'
import {witnessesOf} from '../../text/changes/verdict-reasons.ts'
import {CHANGE_GROUP_TITLES} from '../../text/page-strings.ts'
import {optionalField, statedText} from '../../text/statement.ts'
import type {TextPiece} from '../../text/text-pieces.ts'
import {toMarkdown} from '../markdown/markdown.ts'
import {formatHtml, paragraphNode} from '../markdown/markdown-nodes.ts'
import {entryOf, type HistoryPage} from '../page-data.ts'
import type {ChangeLine} from './change-line.ts'
import type {ChangesOfRelease} from './changes-of-release.ts'
import type {ContextLine, ContextRelease, ContextSentence, TemplateContext} from './context-format.ts'
import {CHANGE_GROUPS, type ReleaseChange} from './release-changes.ts'

/** Source of the changes. */
export interface ContextSource {
  readonly kind: string
  readonly path: string
  readonly partial: boolean
}

/** Builds the template context as plain data. */
export const createTemplateContext = (
  releases: readonly ChangesOfRelease[],
  page: HistoryPage,
  source: ContextSource
): TemplateContext => ({
  format: 1,
  ...outputHeader(page, source),
  releases: releases.map(each => releaseOf(each, page))
})

/** Fields that all machine-readable outputs share. */
export const outputHeader = (
  {history, policy, isPolicyAssumed: assumed}: HistoryPage,
  {kind, path, partial}: ContextSource
) => ({
  service: history.about.service,
  asOf: history.timeline.asOf,
  policy: {name: policy.name, declared: !assumed},
  source: {kind, path, partial}
})

function releaseOf(
  {entry, from, lines, first, unread, since, partial: between}: ChangesOfRelease,
  page: HistoryPage
): ContextRelease {
  const {kind, name, date, pending, note, via} = entry
  const isPartial = from ? between !== undefined : entry.partial
  const of = (group: (typeof CHANGE_GROUPS)[number]): ChangeLine[] => lines.filter(each => each.group === group)
  return {
    kind: from ? 'span' : kind,
    name,
    ...optionalField('from', from?.name),
    ...optionalField('date', date),
    pending,
    ...optionalField('note', note),
    ...optionalField('via', via),
    ...(first ? {first: {operations: first.operations.length, deprecated: first.deprecated}} : {}),
    ...optionalField('unread', unread),
    ...optionalField('partial', isPartial || undefined),
    ...optionalField('since', since),
    counts: Object.fromEntries(CHANGE_GROUPS.map(group => [group, of(group).length])) as ContextRelease['counts'],
    groups: CHANGE_GROUPS.flatMap(group => {
      const inGroup = of(group)
      return inGroup.length === 0
        ? []
        : [{name: group, title: CHANGE_GROUP_TITLES[group], lines: inGroup.map(each => toContextLine(each, page))}]
    })
  }
}

const sentenceFormats = (pieces: readonly TextPiece[]): ContextSentence => ({
  text: formatPieces(pieces),
  markdown: lineMarkdown(pieces),
  html: formatHtml(pieces)
})

/** Pieces as one line of Markdown. */
const lineMarkdown = (pieces: readonly TextPiece[]): string =>
  toMarkdown([paragraphNode(...pieces)])
    .trimEnd()
    .replace(/\\?\n/g, ' ')

export function toContextLine({members, pieces, unnamed, operations}: ChangeLine, page: HistoryPage): ContextLine {
  const [first] = members
  const {event, judgement, breaks} = first
  const shared = <Value>(of: (news: ReleaseChange) => Value | undefined): Value | undefined => {
    const values = new Set(members.map(of))
    return values.size === 1 ? of(first) : undefined
  }
  const {observed} = event
  const alone = members.length === 1
  const [witness] = observed && breaks ? witnessesOf(observed) : []
  const replacement = shared(each => {
    const named = each.event.replacement ?? each.event.counterpart ?? each.judgement?.replacement
    return named && formatSubject(named)
  })
  return {
    ...sentenceFormats(pieces),
    ...optionalField('breaks', breaks),
    kinds: [...new Set(members.map(each => each.event.change ?? each.event.verb))],
    subjects: [...new Set(members.map(each => formatSubject(each.event.subject)))],
    operations: operations.map(formatSubject),
    releases: [...new Set(members.flatMap(each => entryOf(page, each.event)?.name ?? []))],
    ...(alone && observed?.old !== undefined ? {old: observed.old} : {}),
    ...(alone && observed?.new !== undefined ? {new: observed.new} : {}),
    ...(witness ? {witness: {side: witness.side, value: witness.value, at: witness.where}} : {}),
    ...optionalField('replacement', replacement),
    ...(replacement !== undefined && !event.replacement && judgement?.isInferred ? {inferred: true} : {}),
    ...optionalField(
      'announced',
      shared(each => each.judgement?.announcement && statedText(each.judgement.announcement.moment))
    ),
    ...optionalField(
      'sunset',
      event.kind === 'removed' ? undefined : shared(each => each.event.sunset && statedText(each.event.sunset))
    ),
    ...optionalField(
      'lawfulEnd',
      shared(each => earliestEnd(each, page))
    ),
    ...optionalField(
      'stability',
      shared(each => each.judgement?.stability)
    ),
    ...optionalField(
      'verdict',
      shared(each => each.judgement?.verdict)
    ),
    more: unnamed.map(sentenceFormats)
  }
}

/** Earliest end of support of a deprecated subject. `undefined` if no policy is declared. */
function earliestEnd(
  {event}: ReleaseChange,
  {history, policy, isPolicyAssumed: assumed}: HistoryPage
): string | undefined {
  const life = history.bySubject.get(subjectKey(event.subject))
  if (assumed || event.kind !== 'deprecated' || !life) return undefined
  return exactEarliestEnd(earliestEndOfSupport(life, policy, history))
}

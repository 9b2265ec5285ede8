import {formatSubject, subjectKey} from '../../model/subject/subject.ts'
import {earliestLawfulEnd, knownEnd} from '../../policy/earliest-end-of-support.ts'
import {sayPieces} from '../../text/changes/sentences.ts'
import {witnessesOf} from '../../text/changes/verdict-reasons.ts'
import {NEWS_TITLES} from '../../text/release-note-strings.ts'
import {copy, statedText} from '../../text/statement.ts'
import type {Piece} from '../../text/text-pieces.ts'
import {htmlOf} from '../markdown/details-html.ts'
import {toMarkdown} from '../markdown/markdown.ts'
import {paragraph} from '../markdown/markdown-nodes.ts'
import {entryOf, type Page} from '../page-data.ts'
import type {NewsLine} from './change-line.ts'
import type {ReleaseNews} from './changes-of-release.ts'
import type {WrittenContext, WrittenLine, WrittenRelease, WrittenSaid} from './context-format.ts'
import {NEWS_GROUPS, type News} from './release-changes.ts'

/** Source of the changes. */
export interface ContextSource {
  readonly kind: string
  readonly path: string
  readonly partial: boolean
}

/** Builds the template context as plain data. */
export const contextOf = (releases: readonly ReleaseNews[], page: Page, source: ContextSource): WrittenContext => ({
  format: 1,
  ...headOf(page, source),
  releases: releases.map(each => releaseOf(each, page))
})

/** Fields that all machine-readable outputs share. */
export const headOf = ({history, policy, assumed}: Page, {kind, path, partial}: ContextSource) => ({
  service: history.about.service,
  asOf: history.timeline.asOf,
  policy: {name: policy.name, declared: !assumed},
  source: {kind, path, partial}
})

function releaseOf(
  {entry, from, lines, first, unread, since, partial: between}: ReleaseNews,
  page: Page
): WrittenRelease {
  const {kind, name, date, pending, note, via} = entry
  const isPartial = from ? between !== undefined : entry.partial
  const of = (group: (typeof NEWS_GROUPS)[number]): NewsLine[] => lines.filter(each => each.group === group)
  return {
    kind: from ? 'span' : kind,
    name,
    ...copy('from', from?.name),
    ...copy('date', date),
    pending,
    ...copy('note', note),
    ...copy('via', via),
    ...(first ? {first: {operations: first.operations.length, deprecated: first.deprecated}} : {}),
    ...copy('unread', unread),
    ...copy('partial', isPartial || undefined),
    ...copy('since', since),
    counts: Object.fromEntries(NEWS_GROUPS.map(group => [group, of(group).length])) as WrittenRelease['counts'],
    groups: NEWS_GROUPS.flatMap(group => {
      const inGroup = of(group)
      return inGroup.length === 0
        ? []
        : [{name: group, title: NEWS_TITLES[group], lines: inGroup.map(each => writtenLineOf(each, page))}]
    })
  }
}

const sentenceFormats = (pieces: readonly Piece[]): WrittenSaid => ({
  text: sayPieces(pieces),
  markdown: lineMarkdown(pieces),
  html: htmlOf(pieces)
})

/** Pieces as one line of Markdown. */
const lineMarkdown = (pieces: readonly Piece[]): string =>
  toMarkdown([paragraph(...pieces)])
    .trimEnd()
    .replace(/\\?\n/g, ' ')

export function writtenLineOf({members, pieces, unnamed, operations}: NewsLine, page: Page): WrittenLine {
  const [first] = members
  const {event, judgement, breaks} = first
  const shared = <Value>(of: (news: News) => Value | undefined): Value | undefined => {
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
    ...copy('breaks', breaks),
    kinds: [...new Set(members.map(each => each.event.change ?? each.event.verb))],
    subjects: [...new Set(members.map(each => formatSubject(each.event.subject)))],
    operations: operations.map(formatSubject),
    releases: [...new Set(members.flatMap(each => entryOf(page, each.event)?.name ?? []))],
    ...(alone && observed?.old !== undefined ? {old: observed.old} : {}),
    ...(alone && observed?.new !== undefined ? {new: observed.new} : {}),
    ...(witness ? {witness: {side: witness.side, value: witness.value, at: witness.where}} : {}),
    ...copy('replacement', replacement),
    ...(replacement !== undefined && !event.replacement && judgement?.isInferred ? {inferred: true} : {}),
    ...copy(
      'announced',
      shared(each => each.judgement?.announcement && statedText(each.judgement.announcement.moment))
    ),
    ...copy(
      'sunset',
      event.kind === 'removed' ? undefined : shared(each => each.event.sunset && statedText(each.event.sunset))
    ),
    ...copy(
      'lawfulEnd',
      shared(each => earliestEnd(each, page))
    ),
    ...copy(
      'stability',
      shared(each => each.judgement?.stability)
    ),
    ...copy(
      'verdict',
      shared(each => each.judgement?.verdict)
    ),
    more: unnamed.map(sentenceFormats)
  }
}

/** Earliest end of support of a deprecated subject. `undefined` if no policy is declared. */
function earliestEnd({event}: News, {history, policy, assumed}: Page): string | undefined {
  const life = history.bySubject.get(subjectKey(event.subject))
  if (assumed || event.kind !== 'deprecated' || !life) return undefined
  return knownEnd(earliestLawfulEnd(life, policy, history))
}

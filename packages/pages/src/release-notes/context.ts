import {formatSubject} from '@tenure/core/model/subject/subject'
import type {ChangeLine} from '@tenure/core/outputs/changes/change-line'
import type {ChangesOfRelease} from '@tenure/core/outputs/changes/changes-of-release'
import {earliestDeclaredEnd, entryOf, type HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {CHANGE_GROUPS, type ReleaseChange} from '@tenure/core/outputs/changes/release-changes'
import {toMarkdown} from '@tenure/core/outputs/markdown/markdown'
import {formatHtml, paragraphNode} from '@tenure/core/outputs/markdown/markdown-nodes'
import type {TextPiece} from '@tenure/core/phrases/text-pieces'
import {formatPieces} from '@tenure/core/text/changes/sentences'
import {witnessesOf} from '@tenure/core/text/changes/witnesses'
import {CHANGE_GROUP_TITLES} from '@tenure/core/text/page-strings'
import {statedText} from '@tenure/core/text/statement'
import {linkDocs, linkPlace} from './client-text.ts'
import type {ContextLine, ContextRelease, ContextSentence, TemplateContext} from './context-format.ts'
import {type ClientTextOptions, comparisonOf} from './github.ts'

/** The file, folder, or repository that the changes were read from. */
export interface ContextSource {
  readonly kind: string
  readonly path: string
  readonly partial: boolean
}

/** Builds the template context as plain data, with URLs where there are templates for them. */
export const createTemplateContext = (
  releases: readonly ChangesOfRelease[],
  page: HistoryPage,
  source: ContextSource,
  links: ClientTextOptions = {}
): TemplateContext => ({
  format: 1,
  ...outputHeader(page, source),
  releases: releases.map(each => releaseOf(each, page, links))
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

function releaseOf(news: ChangesOfRelease, page: HistoryPage, links: ClientTextOptions): ContextRelease {
  const {entry, from, lines, first, unread, since, partial: between} = news
  const {kind, name, date, pending, note, markdown, via} = entry
  const isPartial = from ? between !== undefined : entry.partial
  const of = (group: (typeof CHANGE_GROUPS)[number]): ChangeLine[] => lines.filter(each => each.group === group)
  return {
    kind: from ? 'span' : kind,
    name,
    from: from?.name,
    date,
    pending,
    note,
    markdown,
    via,
    compare: comparisonOf(news, page, links.compare)?.url,
    first: first && {operations: first.operations.length, deprecated: first.deprecated},
    unread,
    partial: isPartial || undefined,
    since,
    counts: Object.fromEntries(CHANGE_GROUPS.map(group => [group, of(group).length])) as ContextRelease['counts'],
    groups: CHANGE_GROUPS.flatMap(group => {
      const inGroup = of(group)
      return inGroup.length === 0
        ? []
        : [
            {
              name: group,
              title: CHANGE_GROUP_TITLES[group],
              lines: inGroup.map(each => ({...toContextLine(each, page), ...urlsOf(each, links)}))
            }
          ]
    })
  }
}

/** Where the only endpoint of a line is documented, and where its description shows it. */
function urlsOf({members, operations}: ChangeLine, {docs, link, locate}: ClientTextOptions) {
  const [first] = members
  const [subject = first.event.subject, ...more] = operations
  return {
    docs: docs === undefined || more.length > 0 ? undefined : linkDocs(formatSubject(subject), docs),
    place: link === undefined || !locate ? undefined : linkPlace(first, link, locate)?.url
  }
}

/** A sentence in the formats of a template. */
export const sentenceFormats = (pieces: readonly TextPiece[]): ContextSentence => ({
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
  const {event, judgment, breaks} = first
  const shared = <Value>(of: (news: ReleaseChange) => Value | undefined): Value | undefined => {
    const values = new Set(members.map(of))
    return values.size === 1 ? of(first) : undefined
  }
  const {observed} = event
  const alone = members.length === 1
  const [witness] = observed && breaks ? witnessesOf(observed) : []
  const replacement = shared(each => {
    const named = each.event.replacement ?? each.event.counterpart ?? each.judgment?.replacement
    return named && formatSubject(named)
  })
  return {
    ...sentenceFormats(pieces),
    breaking: breaks,
    kinds: [...new Set(members.map(each => each.event.change ?? each.event.verb))],
    subjects: [...new Set(members.map(each => formatSubject(each.event.subject)))],
    operations: operations.map(formatSubject),
    releases: [...new Set(members.flatMap(each => entryOf(page, each.event)?.name ?? []))],
    old: alone ? observed?.old : undefined,
    new: alone ? observed?.new : undefined,
    witness: witness && {side: witness.side, value: witness.value, at: witness.where},
    replacement,
    inferred: (replacement !== undefined && !event.replacement && judgment?.isInferred) || undefined,
    announced: shared(each => each.judgment?.announcement && statedText(each.judgment.announcement.moment)),
    sunset: event.kind === 'removed' ? undefined : shared(each => each.event.sunset && statedText(each.event.sunset)),
    earliestEnd: shared(each =>
      each.event.kind === 'deprecated' ? earliestDeclaredEnd(each.event.subject, page)?.day : undefined
    ),
    stability: shared(each => each.judgment?.stability),
    verdict: shared(each => each.judgment?.verdict),
    more: unnamed.map(sentenceFormats)
  }
}

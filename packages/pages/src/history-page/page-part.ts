import type {History} from '@tenure/core/model/lifecycle/history'
import {findUsableReplacement} from '@tenure/core/model/lifecycle/replacement'
import type {TimelineEntry} from '@tenure/core/model/time/timeline'
import type {Judgment} from '@tenure/core/model/verdict/judgment'
import type {Policy} from '@tenure/core/model/verdict/policy'
import {
  createHistoryPage,
  entryOf,
  entryPieces,
  type HistoryPage,
  hasDescriptions
} from '@tenure/core/outputs/changes/page-data'
import {sayFirstEnd} from '@tenure/core/outputs/first-end'
import {toMarkdown} from '@tenure/core/outputs/markdown/markdown'
import {
  collapsibleTable,
  headingNode,
  joinLines,
  listNode,
  paragraphNode
} from '@tenure/core/outputs/markdown/markdown-nodes'
import {
  capitalizeFirst,
  flattenPieces,
  freeTextPiece,
  notePieces,
  type TextPiece
} from '@tenure/core/phrases/text-pieces'
import {earliestEndOfSupport} from '@tenure/core/policy/earliest-end-of-support'
import {formatCount} from '@tenure/core/text/format-values'
import {formatMissingFacts} from '@tenure/core/text/missing-facts'
import {
  ABOUT_LABEL,
  BASE_ADDRESS,
  COLUMNS,
  EMPTY_SECTION_TEXTS,
  HEADINGS,
  INCOMPLETE_HISTORY_NOTE,
  LEAD_SENTENCES,
  NONE_RECORDED,
  NOT_NAMED,
  needsAboutLabel,
  TITLE_END,
  UNKNOWN_RELEASE
} from '@tenure/core/text/page-strings'
import {momentPieces, sentenceTemplate} from '@tenure/core/text/sentence-templates'
import {statedText} from '@tenure/core/text/statement'
import {subjectPieces} from '@tenure/core/text/subject-phrase'
import type {RootContent} from 'mdast'
import {overdueSubjects, pendingDeprecations} from '../ends-of-support.ts'
import {isFullyRead} from '../known-lifecycles.ts'
import {HeadingLinks, type PageLinks} from '../markdown/heading-links.ts'
import {PART_NAMES, type PagePart, type PartName} from '../markdown/part-names.ts'
import {endpointsHeading, endpointsSection} from './endpoints.ts'
import {newsSection} from './news.ts'
import {policySection} from './policy.ts'
import {listReleases, releasesSection} from './releases.ts'
import {endReplacementPieces, removedSection, verdictCells, verdictColumns} from './removed.ts'
import {resourcesSection} from './resources.ts'

/** Renders a section without its own heading: the document that embeds it has one. */
const renderPart = (part: PartName, page: HistoryPage, links: PageLinks): RootContent[] =>
  part === 'all' ? wholePage(page, links) : PART_RENDERERS[part](page, links, false)

/** Renders one section, or the whole page, as Markdown. */
export const pageAsMarkdown = (part: PartName, page: HistoryPage): string =>
  toLinkedMarkdown(links => renderPart(part, page, links))

/** Renders a public page or section. `assumed`: no policy was declared, and this one is a default. */
export const partAsMarkdown = (
  part: PartName,
  history: History,
  judgments: readonly Judgment[],
  policy: Policy,
  assumed = false
): string => pageAsMarkdown(part, createHistoryPage(history, judgments, policy, assumed))

/** The changes of some releases, newest first, below the title of the page. */
export const releasesAsMarkdown = (page: HistoryPage, entries: readonly TimelineEntry[]): string =>
  toLinkedMarkdown(links => [titleOf(page), headingNode(2, HEADINGS.releases), ...listReleases(page, entries, links)])

/** Markdown of a document, with the addresses of the links between its parts. */
function toLinkedMarkdown(render: (links: PageLinks) => RootContent[]): string {
  const links: PageLinks = new HeadingLinks()
  const document = render(links)
  links.resolve(document)
  return toMarkdown(document)
}

const titleOf = ({history}: HistoryPage): RootContent =>
  headingNode(1, `${joinLines(history.about.service)}${TITLE_END}`)

function wholePage(page: HistoryPage, links: PageLinks): RootContent[] {
  return [
    titleOf(page),
    ...PART_NAMES.flatMap(name => {
      const content = PART_RENDERERS[name](page, links, true)
      return content.length > 0
        ? [
            links.addTarget(name, headingNode(2, name === 'endpoints' ? endpointsHeading(page) : HEADINGS[name])),
            ...content
          ]
        : []
    })
  ]
}

/** Renderer of each section. */
const PART_RENDERERS = {
  news: newsSection,
  about: aboutSection,
  endpoints: endpointsSection,
  removed: removedSection,
  overdue: overdueSection,
  pending: pendingSection,
  releases: releasesSection,
  resources: resourcesSection,
  policy: policySection,
  unknown: openQuestionsSection
} as const satisfies Record<PagePart, (page: HistoryPage, links: PageLinks, isWhole: boolean) => RootContent[]>

const base = sentenceTemplate(BASE_ADDRESS)

/** The "About" section: summary, base address, areas, and notes that apply to the whole history. */
function aboutSection({history}: HistoryPage): RootContent[] {
  const {about: details, complete} = history
  return [
    ...(details.about === undefined ? [] : [aboutParagraph(details.about)]),
    ...(details.server === undefined
      ? []
      : [paragraphNode(...capitalizeFirst(base.write({base: details.server})), '.')]),
    ...(details.areas.length === 0
      ? []
      : [paragraphNode(LEAD_SENTENCES.areas), listNode(details.areas.map(notePieces))]),
    ...(complete ? [] : [paragraphNode(INCOMPLETE_HISTORY_NOTE)]),
    ...(details.notes.length === 0
      ? []
      : [paragraphNode(LEAD_SENTENCES.notes), listNode(details.notes.map(notePieces))])
  ]
}

function aboutParagraph(text: string): RootContent {
  const pieces = notePieces(text)
  return paragraphNode(...(needsAboutLabel(flattenPieces(pieces)) ? [ABOUT_LABEL, ...pieces] : pieces))
}

/**
 * The section on unknowns: topics that the history declares as unknown, and the facts missing for undetermined
 * verdicts.
 */
function openQuestionsSection(page: HistoryPage): RootContent[] {
  const {history, judgments} = page
  const unread = isFullyRead(page) ? [] : [paragraphNode(EMPTY_SECTION_TEXTS.unread)]
  const {unknown: topics} = history.about
  // Without a declared policy, nothing is judged, so nothing is undetermined.
  const undetermined = page.isPolicyAssumed
    ? []
    : judgments.filter(({verdict, end}) => verdict === 'undetermined' && !end.isOpen)
  const open = undetermined.filter(({event}) => !event.seen)
  const seen = undetermined.length - open.length
  if (topics.length === 0 && undetermined.length === 0)
    return unread.length > 0
      ? unread
      : [paragraphNode(history.complete ? EMPTY_SECTION_TEXTS.unknown : INCOMPLETE_HISTORY_NOTE)]
  const shown = topics.map(({topic, note}): TextPiece[] => [
    freeTextPiece(topic),
    ...(note === undefined ? [] : [': ', ...notePieces(note)])
  ])
  return [
    ...unread,
    ...(shown.length === 0 ? [] : [paragraphNode(LEAD_SENTENCES.unknown), listNode(shown)]),
    ...(open.length === 0 ? [] : [paragraphNode(LEAD_SENTENCES.open), listNode(open.map(undeterminedPieces))]),
    ...(seen === 0
      ? []
      : [
          paragraphNode(
            `${formatCount(seen, 'verdict')} on observed changes ${seen === 1 ? 'is' : 'are'} undetermined.`
          )
        ])
  ]
}

const undeterminedPieces = (judgment: Judgment): TextPiece[] => [
  judgment.kind === 'end' ? 'End of support of ' : 'Change of ',
  ...subjectPieces(judgment.subject),
  ` (${joinLines(judgment.end.stated)}): `,
  ...notePieces(judgment.missing.length > 0 ? formatMissingFacts(judgment.missing, judgment) : UNKNOWN_RELEASE)
]

/**
 * The "Pending deprecations" section: subjects that are deprecated but still supported, with their sunset and earliest
 * end of support.
 */
function pendingSection(page: HistoryPage): RootContent[] {
  const {history, policy} = page
  const found = pendingDeprecations(page)
  if (found.length === 0) return [paragraphNode(emptyText(page))]
  const isJudged = !page.isPolicyAssumed
  const rows = found.map(({lifecycle, tenure, announcement}): TextPiece[][] => {
    const replacement = findUsableReplacement(lifecycle.subject, tenure, history)?.replacement
    return [
      subjectPieces(lifecycle.subject),
      entryPieces(entryOf(page, announcement.event), announcement.event),
      tenure.sunset
        ? momentPieces(statedText(tenure.sunset.moment))
        : [history.complete ? UNKNOWN_RELEASE : NONE_RECORDED],
      ...(isJudged ? [notePieces(sayFirstEnd(earliestEndOfSupport(lifecycle, policy, history), lifecycle))] : []),
      replacement ? subjectPieces(replacement) : [NOT_NAMED]
    ]
  })
  return collapsibleTable(
    [...COLUMNS.pending, ...(isJudged ? [COLUMNS.earliest] : []), COLUMNS.replacement],
    rows,
    hasDescriptions(page) ? formatCount(rows.length, 'deprecation') : undefined
  )
}

/** Text of the empty section. Deprecations that are past their sunset are in a section of their own. */
function emptyText(page: HistoryPage): string {
  const isOther = overdueSection(page).length > 0
  if (!page.history.complete)
    return isOther ? EMPTY_SECTION_TEXTS.pendingOtherIncomplete : EMPTY_SECTION_TEXTS.incomplete
  if (isFullyRead(page)) return isOther ? EMPTY_SECTION_TEXTS.pendingOther : EMPTY_SECTION_TEXTS.pending
  return isOther ? EMPTY_SECTION_TEXTS.pendingOtherUnsure : EMPTY_SECTION_TEXTS.pendingUnsure
}

/**
 * The section of subjects that reached their sunset and have no recorded removal: they might still be served. Empty if
 * there are none.
 */
function overdueSection(page: HistoryPage): RootContent[] {
  const overdue = overdueSubjects(page)
  if (overdue.length === 0) return []
  const rows = overdue.map(({lifecycle: {subject}, tenure, end}): TextPiece[][] => {
    const [first] = tenure.announcements
    return [
      subjectPieces(subject),
      first ? entryPieces(entryOf(page, first.event), first.event) : [UNKNOWN_RELEASE],
      momentPieces(statedText(end.moment)),
      endReplacementPieces(subject, end, page),
      ...verdictCells(subject, end, page)
    ]
  })
  const summary = hasDescriptions(page) ? `${rows.length} past their sunset` : undefined
  return collapsibleTable([...COLUMNS.overdue, ...verdictColumns(page)], rows, summary)
}

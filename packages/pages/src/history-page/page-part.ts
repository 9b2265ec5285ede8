import type {History} from '@tenure/core/model/lifecycle/history'
import type {TimelineEntry} from '@tenure/core/model/time/timeline'
import type {Judgment} from '@tenure/core/model/verdict/judgment'
import type {Policy} from '@tenure/core/model/verdict/policy'
import {createHistoryPage, type HistoryPage, isFullyRead} from '@tenure/core/outputs/changes/page-data'
import {toMarkdown} from '@tenure/core/outputs/markdown/markdown'
import {headingNode, joinLines, listNode, paragraphNode} from '@tenure/core/outputs/markdown/markdown-nodes'
import {
  capitalizeFirst,
  flattenPieces,
  freeTextPiece,
  notePieces,
  type TextPiece
} from '@tenure/core/phrases/text-pieces'
import {formatCount} from '@tenure/core/text/format-values'
import {formatMissingFacts} from '@tenure/core/text/missing-facts'
import {
  ABOUT_LABEL,
  BASE_ADDRESS,
  EMPTY_SECTION_TEXTS,
  HEADINGS,
  INCOMPLETE_HISTORY_NOTE,
  LEAD_SENTENCES,
  needsAboutLabel,
  TITLE_END,
  UNKNOWN_RELEASE
} from '@tenure/core/text/page-strings'
import {sentenceTemplate} from '@tenure/core/text/sentence-templates'
import {subjectPieces} from '@tenure/core/text/subject-phrase'
import type {RootContent} from 'mdast'
import {HeadingLinks} from '../markdown/heading-links.ts'
import {PART_NAMES, type PagePart, type PartName} from '../markdown/part-names.ts'
import {endpointsHeading, endpointsSection} from './endpoints.ts'
import {newsSection} from './news.ts'
import {overdueSection} from './overdue.ts'
import type {PageLinks} from './page-links.ts'
import {pendingSection} from './pending.ts'
import {policySection} from './policy.ts'
import {listReleases, releasesSection} from './releases.ts'
import {removedSection} from './removed.ts'
import {resourcesSection} from './resources.ts'

/** Renders a section without its own heading: the document that embeds it has one. */
const renderPart = (part: PartName, page: HistoryPage, links: PageLinks): RootContent[] =>
  part === 'all' ? wholePage(page, links) : PART_RENDERERS[part](page, links, false)

/**
 * Renders one section, or the whole page, as Markdown. `assumed`: no policy was declared, and this one is a default.
 */
export const partAsMarkdown = (
  part: PartName,
  history: History,
  judgments: readonly Judgment[],
  policy: Policy,
  assumed = false
): string => toLinkedMarkdown(links => renderPart(part, createHistoryPage(history, judgments, policy, assumed), links))

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

import type {RootContent} from 'mdast'
import type {History} from '../../model/lifecycle/history.ts'
import type {Judgement} from '../../model/verdict/judgement.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {HEADINGS, TITLE_END} from '../../text/page-strings.ts'
import {toMarkdown} from '../markdown/markdown.ts'
import {headingNode, joinLines} from '../markdown/markdown-nodes.ts'
import {PART_NAMES, type PartName} from '../markdown/part-names.ts'
import {createHistoryPage, type HistoryPage} from '../page-data.ts'
import {PART_RENDERERS} from './parts.ts'

/** Renders a section without its own heading: the document that embeds it has one. */
const renderPart = (part: PartName, page: HistoryPage): RootContent[] =>
  part === 'all' ? wholePage(page) : PART_RENDERERS[part](page)

/**
 * Renders one section, or the whole page, as Markdown. `assumed`: no policy was declared, and this one is a default.
 */
export const partAsMarkdown = (
  part: PartName,
  history: History,
  judgements: readonly Judgement[],
  policy: Policy,
  assumed = false
): string => toMarkdown(renderPart(part, createHistoryPage(history, judgements, policy, assumed)))

function wholePage(page: HistoryPage): RootContent[] {
  return [
    headingNode(1, `${joinLines(page.history.about.service)}${TITLE_END}`),
    ...PART_NAMES.flatMap(name => {
      const content = PART_RENDERERS[name](page)
      return content.length > 0 ? [headingNode(2, HEADINGS[name]), ...content] : []
    })
  ]
}

import {groupBy} from '../../model/group-by.ts'
import {formatFew} from '../../text/format-values.ts'
import {EMPTY_SECTION_TEXTS} from '../../text/page-strings.ts'
import {toMarkdown} from '../markdown/markdown.ts'
import {headingNode, paragraphNode} from '../markdown/markdown-nodes.ts'

/** Notes of one of several APIs. */
export interface ApiNotes {
  readonly service: string
  /** Heading that names the release, as Markdown. Missing if there is no release. */
  readonly title?: string
  /** Level of the heading of the API. */
  readonly depth: 2 | 3
  /** What changed; otherwise `unchanged`, the sentence that nothing did. */
  readonly text?: string
  readonly unchanged: string
}

/** Maximum number of APIs without changes that are named. */
const MOST_SERVICES = 5

/** Notes of several APIs: a title with the release, a section for each API, and a line with those without changes. */
export function joinNotes(all: readonly ApiNotes[]): string {
  const changed = all.filter(({text}) => text !== undefined)
  const [unchangedText = EMPTY_SECTION_TEXTS.changes, ...others] = new Set(all.map(each => each.unchanged))
  if (changed.length === 0 && others.length === 0) return `${unchangedText}\n`
  const sections = [...groupBy(changed, ({title}) => title)].flatMap(([title = '', own]) => [
    title,
    ...own.map(({service, depth, text}) => `${toMarkdown([headingNode(depth, service)])}\n${text}`)
  ])
  const unchanged = groupBy(
    all.filter(({text}) => text === undefined),
    each => each.unchanged
  )
  const lines = [...unchanged].map(([sentence, own]) =>
    toMarkdown([
      paragraphNode(
        `${sentence.replace(/\.$/, '')}: ${formatFew(
          own.map(({service}) => service),
          MOST_SERVICES
        )}.`
      )
    ])
  )
  return [...sections, ...lines].join('\n')
}

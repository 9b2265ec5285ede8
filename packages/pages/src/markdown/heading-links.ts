import type {TimelineEntry} from '@tenure/core/model/time/timeline'
import type {Heading, Link, Nodes, PhrasingContent, RootContent} from 'mdast'
import type {PagePart} from './part-names.ts'
import {markdownHeadings} from './written-markdown.ts'

/** The anchor that GitHub gives a heading, before repeated ones are numbered. */
export const headingAnchor = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')

/**
 * Links to headings of the same document. An anchor depends on all headings before it, so links get their addresses
 * when the document is whole.
 */
export class HeadingLinks<Target> {
  readonly #headings = new Map<Target, Heading>()
  readonly #links: {readonly link: Link; readonly target: Target}[] = []

  /** Makes a heading the target of links. */
  addTarget(target: Target, heading: Heading): Heading {
    this.#headings.set(target, heading)
    return heading
  }

  linkTo(target: Target, ...children: Link['children']): Link {
    const link: Link = {type: 'link', url: '', children}
    this.#links.push({link, target})
    return link
  }

  /** Gives all links their addresses. A link whose heading isn't in the document leads to its top. */
  resolve(document: readonly RootContent[]): void {
    const anchors = anchorsOf(document)
    for (const {link, target} of this.#links) {
      const heading = this.#headings.get(target)
      link.url = `#${(heading && anchors.get(heading)) ?? ''}`
    }
  }
}

/** Anchors of all headings of a document. Repeated ones are numbered in their order, as on GitHub. */
export function anchorsOf(document: readonly RootContent[]): ReadonlyMap<Heading, string> {
  const counts = new Map<string, number>()
  const anchors = new Map<Heading, string>()
  for (const heading of headingsIn(document)) {
    const anchor = headingAnchor(textOf(heading))
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    anchors.set(heading, count === 0 ? anchor : `${anchor}-${count}`)
  }
  return anchors
}

const headingsIn = (document: readonly RootContent[]): Heading[] =>
  document.flatMap(node =>
    node.type === 'heading' ? [node] : node.type === 'html' ? markdownHeadings(node.value) : []
  )

/** The text of a node as readers see it. */
const textOf = (node: Nodes | PhrasingContent): string =>
  node.type === 'text' || node.type === 'inlineCode'
    ? node.value
    : 'children' in node
      ? node.children.map(textOf).join('')
      : ''

/** A heading of a page: that of a section, by its name, or of a release, by its index. */
export type PageTarget = PagePart | TimelineEntry['index']

export type PageLinks = HeadingLinks<PageTarget>

import {moveHeadings} from '@tenure/core/text/markdown-headings'
import type {Lines} from './blocks.ts'

/** A heading that stays with the text below it. `depth` counts from 1 for the highest below a release. */
export interface KeptHeading extends Lines {
  readonly depth: number
}

/** Parts of a document that stay Markdown. */
export interface KeptText {
  readonly lines: Set<number>
  readonly headings: KeptHeading[]
  /** Markdown from cells of tables. */
  readonly cells: string[]
}

export const emptyKeptText = (): KeptText => ({lines: new Set(), headings: [], cells: []})

/** Definitions of links by their label, each with its line of the document. */
export type LinkDefinitions = ReadonlyMap<string, string>

/** The depth that the highest heading of the Markdown of a history has. */
const TOP_DEPTH = 3
/** The number of heading depths that are kept, because pages have no room for more. */
const DEPTHS = 2

/** The kept lines of a document as Markdown, with the definitions of their links. `undefined` if there are none. */
export function composeKeptText(
  kept: KeptText,
  source: readonly string[],
  definitions: LinkDefinitions
): string | undefined {
  const {lines, headings, cells} = kept
  const depths = new Map(headings.map(heading => [heading.line, heading]))
  const written: string[] = []
  const moved: KeptHeading[] = []
  let before: number | undefined
  for (const at of [...lines].toSorted((a, b) => a - b)) {
    const text = source[at - 1] ?? ''
    if (text.trim() === '') continue
    if (before !== undefined) written.push(...gapBetween(source.slice(before, at - 1)))
    before = at
    written.push(text)
    const heading = depths.get(at)
    if (heading)
      moved.push({line: written.length, end: written.length + heading.end - heading.line, depth: heading.depth})
  }
  const text = moveHeadings(written, moved, depth => TOP_DEPTH + Math.min(depth, DEPTHS) - 1).join('\n')
  const whole = [...(text === '' ? [] : [text]), ...cells].join('\n\n')
  return whole === '' ? undefined : withDefinitions(whole, definitions)
}

/** The blank lines between two kept lines: all, or one if other lines were between them. */
function gapBetween(gap: readonly string[]): readonly string[] {
  const blank = gap.filter(line => BLANK.test(line))
  return blank.length === gap.length ? gap : blank.slice(0, 1)
}

/** A blank line, also in a quote. */
const BLANK = /^[\s>]*$/

function withDefinitions(text: string, definitions: LinkDefinitions): string {
  if (definitions.size === 0) return text
  const labels = new Set([...text.matchAll(/\[([^[\]]+)\](?!:)/g)].map(([, label = '']) => labelKey(label)))
  const used = [...labels].flatMap(label => definitions.get(label) ?? [])
  const missing = used.filter(line => !text.split('\n').includes(line))
  return missing.length === 0 ? text : `${text}\n\n${missing.join('\n')}`
}

/** A label of a link as it is compared with others. */
export const labelKey = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase()

import type {BlockContent, ListItem, Paragraph, PhrasingContent, RootContent} from 'mdast'
import {truncate} from '../../text/changes/values.ts'
import type {TextPiece} from '../../text/text-pieces.ts'
import type {Outcome} from '../headline.ts'
import {plainText} from '../sanitize-text.ts'

/** Signs of a result and of its parts. A check mark stands only where nothing is undetermined. */
export const OUTCOME_SIGNS = {violation: '❌', undetermined: '❓', compliant: '✅'} as const satisfies Record<
  Outcome,
  string
>

const MAX_TEXT_LENGTH = 700

/** List of the first items, and the number of the others. Empty without items. */
export function limitedList<Item>(
  items: readonly Item[],
  most: number,
  itemOf: (item: Item) => ListItem
): BlockContent[] {
  if (items.length === 0) return []
  const children = items.slice(0, most).map(itemOf)
  const rest = items.length - most
  if (rest > 0) children.push(listItem(paragraph(`and ${rest} more, which the command lists`)))
  return [{type: 'list', ordered: false, spread: false, children}]
}

export const heading = (depth: 2 | 3, ...pieces: readonly TextPiece[]): RootContent => ({
  type: 'heading',
  depth,
  children: paragraph(...pieces).children
})

export const codeSpan = (text: string): TextPiece => ({code: truncate(text, MAX_TEXT_LENGTH)})

export const textParagraph = (text: string) => paragraph(...safePieces(text))

/**
 * Splits a sentence with names in backticks. A name that contains a backtick would break out of its code span, so text
 * that looks like a mention, a reference, or a URL stays code.
 */
export const safePieces = (text: string): TextPiece[] =>
  parsePieces(truncate(text, MAX_TEXT_LENGTH)).map(piece =>
    typeof piece === 'string' && /[@#]|:\/\/|www\./.test(piece) ? {code: piece} : piece
  )

/** Collapsible section. The summary contains no text from the descriptions, so it needs no escaping. */
export const collapsedSection = (summary: string, children: readonly BlockContent[]): BlockContent[] => [
  {type: 'html', value: `<details><summary>${summary}</summary>`},
  ...children,
  {type: 'html', value: '</details>'}
]

export const listItem = (...children: BlockContent[]): ListItem => ({
  type: 'listItem',
  spread: children.length > 1,
  children
})

export const paragraph = (...pieces: readonly TextPiece[]): Paragraph => ({
  type: 'paragraph',
  children: pieces
    .map((piece): PhrasingContent => {
      if (typeof piece === 'string' && !piece.includes('@')) return {type: 'text', value: plainText(piece)}
      return {type: 'inlineCode', value: plainText(textOf(piece))}
    })
    // The backticks of two adjacent code spans would merge.
    .flatMap((child, at, all): PhrasingContent[] =>
      child.type === 'inlineCode' && all[at - 1]?.type === 'inlineCode' ? [{type: 'text', value: ' '}, child] : [child]
    )
})

/**
 * Splits a sentence into text and names in backticks. Names can contain backticks: a name ends at the last backtick
 * before the sentence continues.
 */
export function parsePieces(words: string): TextPiece[] {
  const marks = [...words.matchAll(/`/g)].map(({index}) => index)
  // For each backtick, the index of the next one that can end a name.
  const ends = new Array<number | undefined>(marks.length + 2)
  for (let nth = marks.length - 1; nth >= 0; nth--) {
    const [mark = 0, next] = [marks[nth], marks[nth + 1]]
    const isEnd =
      AFTER_NAME.test(words.charAt(mark + 1)) && (next === undefined || BEFORE_NAME.test(words.charAt(next - 1)))
    ends[nth] = isEnd ? nth : ends[nth + 1]
  }
  const pieces: TextPiece[] = []
  let at = 0
  for (let nth = 0; nth < marks.length; ) {
    const open = marks[nth] ?? 0
    // Adjacent backticks start a name. Two of them followed by text enclose an empty name.
    let after = nth + 1
    while (marks[after] === (marks[after - 1] ?? 0) + 1) after++
    const isEmpty = after === nth + 2 && ends[nth + 1] === nth + 1
    // If no backtick can end the name, it ends at the next one, or with the sentence.
    const close = isEmpty ? nth + 1 : (ends[after] ?? after)
    const end = marks[close] ?? words.length
    pieces.push(words.slice(at, open), {code: words.slice(open + 1, end)})
    at = end + 1
    nth = close + 1
  }
  return [...pieces, words.slice(at)].filter(piece => textOf(piece) !== '')
}

/** Characters that can follow the end of a name, and precede its start. */
const AFTER_NAME = /^$|[\s.,;:!?)\]/…→'’"”–—-]/
const BEFORE_NAME = /[\s([/…→'‘"“–—-]/

/** Texts that contain `@` don't come from tenure. As code, they mention no one. */
const textOf = (piece: TextPiece): string =>
  typeof piece === 'string' ? piece : 'code' in piece ? piece.code : piece.free

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

/** Splits a sentence with names in backticks, cut at a length. */
export const safePieces = (text: string): TextPiece[] => parsePieces(truncate(text, MAX_TEXT_LENGTH))

/** Start of a collapsible section. MDX needs the tag on a line of its own. */
export const sectionStart = (summary: string): string => `<details>\n<summary>${summary}</summary>`

/** Collapsible section. The summary contains no text from the descriptions, so it needs no escaping. */
export const collapsedSection = (summary: string, children: readonly BlockContent[]): BlockContent[] => [
  {type: 'html', value: sectionStart(summary)},
  ...children,
  {type: 'html', value: '</details>'}
]

export const listItem = (...children: BlockContent[]): ListItem => ({
  type: 'listItem',
  spread: children.length > 1,
  children
})

/** A paragraph of names as code and of plain words. */
export const paragraph = (...pieces: readonly TextPiece[]): Paragraph => ({
  type: 'paragraph',
  children: pieces
    .flatMap((piece): readonly TextPiece[] => (typeof piece === 'string' ? codeUnlessPlain(piece) : [piece]))
    .map(
      (piece): PhrasingContent =>
        typeof piece === 'string' ? {type: 'text', value: piece} : {type: 'inlineCode', value: plainText(textOf(piece))}
    )
    // The backticks of two adjacent code spans would merge.
    .flatMap((child, at, all): PhrasingContent[] =>
      child.type === 'inlineCode' && all[at - 1]?.type === 'inlineCode' ? [{type: 'text', value: ' '}, child] : [child]
    )
})

/** Letters, perhaps with hyphens or an apostrophe. */
const WORD = /^-?(?:\p{Lu}?[\p{Ll}\p{M}]+(?:-[\p{Ll}\p{M}]+)+|[\p{L}\p{M}]+)(?:['’]\p{Ll}{1,2})?$/u
/** A number, a day, a version, or `13-month`. */
const NUMBER = /^v?\d{1,6}(?:[.,:-]\d{1,6}){0,5}(?:-\p{Ll}+|%)?$/u
/** A sign of its own, such as a dash or the one of a verdict. */
const SIGN = /^(?:[-–—→…&+=/()'"“”.,:;]|\p{Extended_Pictographic}\ufe0f?)$/u
/** The id of a commit can be shortened to seven digits, and some words consist of such digits. */
const COMMIT_ID = /[0-9a-f]{7}/i
const PUNCTUATED = /^(["'“‘([]*)(.*?)([\])"'”’.,:;!?…]*)$/u

/**
 * Splits a text into plain words and code. GitHub turns much into mentions, links, and references to commits and issues,
 * and each repository can add to it. It turns no words and no numbers into anything, so everything but these is code.
 */
function codeUnlessPlain(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let plain = ''
  for (const part of plainText(text).split(/(\s+)/)) {
    const [, before = '', core = '', after = ''] = PUNCTUATED.exec(part) ?? []
    if (core.trim() === '' || isPlainWord(core)) plain += part
    else {
      pieces.push(plain + before, {code: core})
      plain = after
    }
  }
  return [...pieces, plain].filter(piece => piece !== '')
}

const isPlainWord = (core: string): boolean =>
  SIGN.test(core) || ((WORD.test(core) || NUMBER.test(core)) && !COMMIT_ID.test(core))

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

const textOf = (piece: TextPiece): string =>
  typeof piece === 'string' ? piece : 'code' in piece ? piece.code : piece.free

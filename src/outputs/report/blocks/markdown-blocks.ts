import type {BlockContent, ListItem, Paragraph, PhrasingContent, RootContent, Table} from 'mdast'
import {escapeHtml, escapeMarkup} from '../../../phrases/escape.ts'
import {joinPieces, type TextPiece} from '../../../phrases/text-pieces.ts'
import {truncate} from '../../../phrases/values.ts'
import {divideIntoRows} from '../../../text/shared-lists.ts'
import {bulletListNode, listItemNode} from '../../markdown/markdown-nodes.ts'
import type {Outcome} from '../headline.ts'
import {plainText} from '../sanitize-text.ts'
import {type Block, type CountedItem, foldByArea, type Item, type Section, type Sentence, type Word} from './blocks.ts'

/** Signs of a result and of its parts. A check mark stands only where nothing is undetermined. */
export const OUTCOME_SIGNS = {
  violation: '❌',
  reported: '⚠️',
  undetermined: '❓',
  compliant: '✅'
} as const satisfies Record<Outcome, string>

const MAX_TEXT_LENGTH = 700

/** The sections of an answer as Markdown. */
export const sectionNodes = (sections: readonly Section[]): RootContent[] =>
  sections.flatMap(({title, depth, outcome, isFolded, blocks}): RootContent[] => {
    const children = blocks.flatMap(each => blockNodes(each))
    if (title === undefined) return children
    if (isFolded) return collapsedSection(title, children)
    return [heading(depth ?? (outcome ? 2 : 3), ...piecesOf(title)), ...children]
  })

const piecesOf = (sentence: Sentence): readonly Word[] =>
  typeof sentence === 'string' ? safePieces(sentence) : sentence

/** A block as Markdown. Names in items are no lists (`isInItem`). */
function blockNodes(block: Block, isInItem = false): BlockContent[] {
  if (typeof block === 'string' || 'length' in block) return [paragraph(...piecesOf(block))]
  if ('code' in block) return [{type: 'code', value: block.code.join('\n')}]
  if ('names' in block) return isInItem ? nameParagraphs(block.names) : rowList(block.names, nameParagraphs)
  if ('phrases' in block) return isInItem ? phraseParagraphs(block.phrases) : rowList(block.phrases, phraseParagraphs)
  if ('items' in block) {
    const {items, most = Infinity} = block
    const more = items.length > most ? [`and ${items.length - most} more, which the command lists`] : []
    return bulletList([...items.slice(0, most).map(itemNode), ...more.map(each => listItemNode(paragraph(each)))])
  }
  if ('areas' in block) return areaNodes(block)
  if ('fold' in block)
    return collapsedSection(
      block.fold,
      block.blocks.flatMap(each => blockNodes(each))
    )
  if ('rows' in block) return [table(block.rows.map(cells => cells.map(piecesOf)))]
  const align = block.numbers[0]?.map((_, at) => (at === 0 ? 'left' : 'right'))
  return [{...table(block.numbers.map(cells => cells.map(each => [each]))), align}]
}

const itemNode = ({text, below = []}: Item): ListItem =>
  listItemNode(paragraph(...piecesOf(text)), ...below.flatMap(each => blockNodes(each, true)))

export const heading = (depth: 1 | 2 | 3, ...pieces: readonly Word[]): RootContent => ({
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

/** Collapsible section. The words of a summary contain no text from the descriptions, so they need no escaping. */
const collapsedSection = (summary: Sentence, children: readonly BlockContent[]): BlockContent[] => [
  {type: 'html', value: sectionStart(piecesOf(summary).map(summaryHtml).join(''))},
  ...children,
  {type: 'html', value: '</details>'}
]

const summaryHtml = (piece: Word): string =>
  typeof piece === 'string'
    ? piece
    : `<code>${escapeMarkup(escapeHtml(plainText(truncate(textOf(piece), MAX_TEXT_LENGTH))))}</code>`

/** Number of visible items, and how many more may follow before they are folded. */
const MOST_VISIBLE = 20
const TOLERANCE = 3

/**
 * List of the first items; the others are collapsed by area, with their number. Of what is beyond `most`, only the
 * numbers are printed. An area in a collapsed section is only divided from the others (`isFlat`), so that a comment of
 * `check` has few forms.
 */
function areaNodes({areas: items, most, isFlat}: Extract<Block, {areas: unknown}>): BlockContent[] {
  const visible = Math.min(items.length <= MOST_VISIBLE + TOLERANCE ? items.length : MOST_VISIBLE, most)
  const listOf = (shown: readonly CountedItem[]): BlockContent[] => bulletList(shown.map(({item}) => itemNode(item())))
  const areas = foldByArea(items.slice(visible), most - visible)
  const counted = areas.filter(({listed}) => listed.length === 0).map(({title}) => listItemNode(paragraph(...title)))
  return [
    ...listOf(items.slice(0, visible)),
    ...areas.flatMap(({title, listed}) =>
      listed.length === 0
        ? []
        : isFlat
          ? [paragraph(...title), ...listOf(listed)]
          : collapsedSection(title, listOf(listed))
    ),
    ...(counted.length === 0 ? [] : [paragraph('Not listed here:'), ...bulletList(counted)])
  ]
}

const bulletList = (children: readonly ListItem[]): BlockContent[] =>
  children.length === 0 ? [] : [bulletListNode(children)]

/** Maximum length of a row of names. */
const ROW_LENGTH = 300
/** Names above this number share rows. */
const MOST_ITEMS = 12

/** Names or phrases in a list. Many of them have several in each item. */
const rowList = (
  texts: readonly string[],
  toRows: (texts: readonly string[], length: number) => Paragraph[]
): BlockContent[] => bulletList(toRows(texts, texts.length > MOST_ITEMS ? ROW_LENGTH : 0).map(row => listItemNode(row)))

/** Names as code, in paragraphs of a length. */
const nameParagraphs = (names: readonly string[], length = ROW_LENGTH): Paragraph[] =>
  divideIntoRows(names, name => name.length + 2, length).map(row =>
    paragraph(...joinPieces(row.map((name): TextPiece[] => [codeSpan(name)])))
  )

/** Phrases such as ``value `lost` of `Loan.state` ``, in paragraphs of a length. */
const phraseParagraphs = (phrases: readonly string[], length = ROW_LENGTH): Paragraph[] =>
  divideIntoRows(phrases, phrase => phrase.length, length).map(row => paragraph(...joinPieces(row.map(safePieces))))

/** A table whose first row has the titles. */
const table = (rows: readonly (readonly (readonly Word[])[])[]): Table => ({
  type: 'table',
  children: rows.map(cells => ({
    type: 'tableRow',
    children: cells.map(pieces => ({type: 'tableCell', children: paragraph(...pieces).children}))
  }))
})

/** A paragraph of names as code and of plain words. */
export const paragraph = (...words: readonly Word[]): Paragraph => ({
  type: 'paragraph',
  children: words
    .flatMap((word): readonly Word[] => (typeof word === 'string' ? codeUnlessPlain(word) : [word]))
    .map((word): PhrasingContent => {
      if (typeof word === 'string') return {type: 'text', value: word}
      if ('strong' in word) return {type: 'strong', children: [{type: 'text', value: word.strong}]}
      return {type: 'inlineCode', value: plainText(textOf(word))}
    })
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
 * Splits a text into plain words and code. GitHub turns much into mentions, links, and references to commits and
 * issues, and each repository can add to it. It turns no words and no numbers into anything, so everything but these is
 * code.
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

function textOf(word: Word): string {
  if (typeof word === 'string') return word
  if ('code' in word) return word.code
  return 'free' in word ? word.free : 'strong' in word ? word.strong : word.dim
}

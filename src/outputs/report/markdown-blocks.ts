import type {BlockContent, ListItem, Paragraph, PhrasingContent, RootContent, Table} from 'mdast'
import type {Target} from '../../model/subject/subject.ts'
import {escapeHtml, escapeMarkup} from '../../phrases/escape.ts'
import {joinPieces, type TextPiece} from '../../phrases/text-pieces.ts'
import {truncate} from '../../phrases/values.ts'
import {divideIntoRows} from '../../text/shared-lists.ts'
import {areaPieces, groupByArea} from '../../text/subject-groups.ts'
import type {Outcome} from './headline.ts'
import type {ReportOutput} from './report.ts'
import {plainText} from './sanitize-text.ts'
import {API_COLUMNS, type ApiReport, type ApiRow, apiRowOf, filledColumns} from './several-apis.ts'

/** Signs of a result and of its parts. A check mark stands only where nothing is undetermined. */
export const OUTCOME_SIGNS = {
  violation: '❌',
  reported: '⚠️',
  undetermined: '❓',
  compliant: '✅'
} as const satisfies Record<Outcome, string>

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

export const heading = (depth: 1 | 2 | 3, ...pieces: readonly TextPiece[]): RootContent => ({
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

/** Collapsible section. A summary as text contains no text from the descriptions, so it needs no escaping. */
export const collapsedSection = (
  summary: string | readonly TextPiece[],
  children: readonly BlockContent[]
): BlockContent[] => [
  {type: 'html', value: sectionStart(typeof summary === 'string' ? summary : summary.map(summaryHtml).join(''))},
  ...children,
  {type: 'html', value: '</details>'}
]

const summaryHtml = (piece: TextPiece): string =>
  typeof piece === 'string'
    ? piece
    : `<code>${escapeMarkup(escapeHtml(plainText(truncate(textOf(piece), MAX_TEXT_LENGTH))))}</code>`

/** Items of a list that can be folded. */
export interface FoldedItem {
  readonly item: () => ListItem
  /** Number of changes. */
  readonly count: number
  readonly targets: readonly Target[]
}

/** Number of visible items, and how many more may follow before they are folded. */
const MOST_VISIBLE = 20
const TOLERANCE = 3

/**
 * List of the first items; the others are collapsed by area, with their number. Of what is beyond `most`, only the
 * numbers are printed. `toArea`: how an area becomes blocks.
 */
export function foldedItems(
  items: readonly FoldedItem[],
  most = Infinity,
  toArea: (title: readonly TextPiece[], children: readonly BlockContent[]) => BlockContent[] = collapsedSection
): BlockContent[] {
  const visible = Math.min(items.length <= MOST_VISIBLE + TOLERANCE ? items.length : MOST_VISIBLE, most)
  const rest = items.slice(visible)
  let room = most - visible
  const first = items.slice(0, visible).map(({item}) => item())
  const areas = groupByArea(rest, ({targets}) => targets).map(({name, items: all}) => {
    const title = areaPieces(
      name,
      all.reduce((sum, {count}) => sum + count, 0)
    )
    const isShown = all.length <= room
    if (isShown) room -= all.length
    return {title, listed: isShown ? all : []}
  })
  const counted = areas.filter(({listed}) => listed.length === 0).map(({title}) => listItem(paragraph(...title)))
  return [
    ...bulletList(first),
    ...areas.flatMap(({title, listed}) =>
      listed.length === 0 ? [] : toArea(title, bulletList(listed.map(({item}) => item())))
    ),
    ...(counted.length === 0 ? [] : [paragraph('Not listed here:'), ...bulletList(counted)])
  ]
}

const bulletList = (children: readonly ListItem[]): BlockContent[] =>
  children.length === 0 ? [] : [{type: 'list', ordered: false, spread: false, children: [...children]}]

/** Maximum length of a row of names. */
const ROW_LENGTH = 300
/** Names above this number share rows. */
const MOST_ITEMS = 12

/** Names as code, in a list. Many names have several in each item. */
export const nameList = (names: readonly string[]): BlockContent[] => rowList(names, nameParagraphs)

/** Phrases with names in backticks, in a list. Many phrases have several in each item. */
export const phraseList = (phrases: readonly string[]): BlockContent[] => rowList(phrases, phraseParagraphs)

const rowList = (
  texts: readonly string[],
  toRows: (texts: readonly string[], length: number) => Paragraph[]
): BlockContent[] => bulletList(toRows(texts, texts.length > MOST_ITEMS ? ROW_LENGTH : 0).map(row => listItem(row)))

/** Names as code, in paragraphs of a length. */
export const nameParagraphs = (names: readonly string[], length = ROW_LENGTH): Paragraph[] =>
  divideIntoRows(names, name => name.length + 2, length).map(row =>
    paragraph(...joinPieces(row.map((name): TextPiece[] => [codeSpan(name)])))
  )

/** Phrases such as ``value `lost` of `Loan.state` ``, in paragraphs of a length. */
export const phraseParagraphs = (phrases: readonly string[], length = ROW_LENGTH): Paragraph[] =>
  divideIntoRows(phrases, phrase => phrase.length, length).map(row => paragraph(...joinPieces(row.map(safePieces))))

/**
 * Maximum length of a comment, below GitHub's limit of 65,536 characters, because what counts as a character differs.
 */
export const COMMENT_LENGTH = 60_000

/** Halves the number of items until the text is short enough. `undefined` if it never is. */
export function shortenTo(length: number, first: number, write: (most: number) => string): ReportOutput | undefined {
  for (let most = first; ; most = Math.floor(most / 2)) {
    const output = write(most)
    if (output.length <= length) return {output}
    if (most === 0) return undefined
  }
}

/** A table whose first row has the titles. */
export const table = (rows: readonly (readonly (readonly TextPiece[])[])[]): Table => ({
  type: 'table',
  children: rows.map(cells => ({
    type: 'tableRow',
    children: cells.map(pieces => ({type: 'tableCell', children: paragraph(...pieces).children}))
  }))
})

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

const textOf = (piece: TextPiece): string =>
  typeof piece === 'string' ? piece : 'code' in piece ? piece.code : piece.free

/** The table of all APIs, whose texts from files are code or escaped. Empty without APIs. */
export function apiTableNode(parts: readonly ApiReport[]): Table[] {
  const rows = parts.map(apiRowOf)
  const columns = filledColumns(rows)
  const cell = (row: ApiRow, key: keyof ApiRow): TextPiece[] =>
    key === 'result' ? safePieces(row[key]) : row[key] === '' ? [] : [codeSpan(row[key])]
  if (rows.length === 0) return []
  return [table([columns.map(key => [API_COLUMNS[key]]), ...rows.map(row => columns.map(key => cell(row, key)))])]
}

import {inputError} from '@tenure/core/model/input-error'
import {toCompactMarkdown} from '@tenure/core/outputs/markdown/markdown'
import {listItemNode} from '@tenure/core/outputs/markdown/markdown-nodes'
import {heading, paragraph, sectionStart, textParagraph} from '@tenure/core/outputs/report/blocks/markdown-blocks'
import {CHECK_MARKER, DETAILS} from '@tenure/core/outputs/report/findings/check-sections'
import type {TextPiece} from '@tenure/core/phrases/text-pieces'
import type {BlockContent, ListItem, RootContent, TableCell, TableRow} from 'mdast'
import {MAX_COMMENT_LENGTH} from './pull-request-comment.ts'

// A comment that a fork wrote isn't parsed as Markdown. It's read line by line, by the few forms that `check` writes.
// Its words are then written again as `check` writes them, and a comment that differs from the result in any byte is
// refused. So it can contain nothing but what a comment of `check` contains, in which everything but plain words is
// code.

/** First line of a comment: the marker of a check, with its key. */
const MARKER = new RegExp(`^${CHECK_MARKER.replace(' -->', '')}(?: (?:[\\w.!~*'()%]|-(?!-)){1,300}(?<!-))? -->$`)

const SECTION_STARTS = Object.values(DETAILS).map(sectionStart)
const SECTION_END = '</details>'

/**
 * Checks a comment that a fork wrote, and adds a note about its origin. Throws an `InputError` if it isn't what `check`
 * writes.
 */
export function approveComment(markdown: string, note: string | undefined): string {
  if (markdown.length > MAX_COMMENT_LENGTH) throw refuse(`is longer than ${MAX_COMMENT_LENGTH} characters`)
  const lines = markdown.split('\n')
  const [marker = ''] = lines
  if (!MARKER.test(marker)) throw refuse('has no marker of `tenure check` in its first line')
  const first: RootContent = {type: 'html', value: marker}
  const blocks = readBlocks(lines)
  const expected = toCompactMarkdown([first, ...blocks]).split('\n')
  const different = lines.findIndex((line, at) => line !== expected[at])
  if (different >= 0 || lines.length !== expected.length) throw refuseLine(different < 0 ? lines.length : different)
  return note === undefined ? markdown : toCompactMarkdown([first, textParagraph(note), ...blocks])
}

/** Blocks below the first line. Blank lines between them aren't checked here. */
function readBlocks(lines: readonly string[]): RootContent[] {
  const blocks: RootContent[] = []
  let isInSection = false
  for (let at = 1; at < lines.length; ) {
    const line = lines[at] ?? ''
    const start = SECTION_STARTS.find(each => each === `${line}\n${lines[at + 1]}`)
    const rows = countWhile(lines, at, each => each.startsWith('| '))
    const items = line.startsWith('- ') ? countWhile(lines, at, each => each === '' || /^(?:- | {2}\S)/.test(each)) : 0
    if (rows > 0) blocks.push(readTable(lines, at, rows))
    else if (items > 0) blocks.push(readList(lines.slice(at, at + items)))
    else if (line === SECTION_END || start !== undefined) {
      if (isInSection !== (line === SECTION_END)) throw refuseLine(at)
      isInSection = !isInSection
      blocks.push({type: 'html', value: start ?? line})
      if (start !== undefined) at++
    } else if (line.startsWith('## ')) blocks.push(heading(2, ...readPieces(line.slice(3), at)))
    else if (line !== '') blocks.push(paragraph(...readPieces(line, at)))
    at += Math.max(1, rows, items)
  }
  if (isInSection) throw refuse(`has a section without its end`)
  return blocks
}

function countWhile(lines: readonly string[], start: number, isPart: (line: string) => boolean): number {
  let end = start
  while (end < lines.length && isPart(lines[end] ?? '')) end++
  return end - start
}

/** A list whose items consist of paragraphs: the first one after `- `, further ones indented and after blank lines. */
function readList(lines: readonly string[]): BlockContent {
  const children: ListItem[] = []
  let item: BlockContent[] = []
  for (const line of lines) {
    if (line === '') continue
    const text = paragraph(...readPieces(line.slice(2), 0))
    if (!line.startsWith('- ')) item.push(text)
    else {
      if (item.length > 0) children.push(listItemNode(...item))
      item = [text]
    }
  }
  return {type: 'list', ordered: false, spread: false, children: [...children, listItemNode(...item)]}
}

/** A table: a head, a dividing line, and rows with as many cells as the head. */
function readTable(lines: readonly string[], start: number, count: number): BlockContent {
  const rows = lines
    .slice(start, start + count)
    .map((line, at): TableRow => ({type: 'tableRow', children: readCells(line, start + at)}))
  const width = rows[0]?.children.length
  const odd = rows.findIndex(({children}) => children.length !== width)
  if (odd >= 0) throw refuseLine(start + odd)
  return {type: 'table', children: rows.filter((_, at) => at !== 1)}
}

const readCells = (line: string, at: number): TableCell[] =>
  line
    .slice(1)
    .split(/(?<!\\)\|/)
    .slice(0, -1)
    .map(cell => ({
      type: 'tableCell',
      children: paragraph(...readPieces(cell.trim().replaceAll('\\|', '|'), at)).children
    }))

/**
 * One piece of a line: an escaped character, a character reference, a run of backticks, or the text up to any of these.
 */
const TOKEN = /\\([!-/:-@[-`{-~])|&#x([0-9A-F]{1,5});|(`+)|[^\\&`]+|[\\&]/y

/** Text and code of one line. */
function readPieces(line: string, at: number): TextPiece[] {
  const pieces: TextPiece[] = []
  let text = ''
  for (let start = 0; start < line.length; ) {
    TOKEN.lastIndex = start
    const [token = '', escaped, code, fence] = TOKEN.exec(line) ?? []
    start += token.length
    if (fence === undefined) text += escaped ?? (code === undefined ? token : String.fromCodePoint(Number(`0x${code}`)))
    else {
      const end = findFence(line, start, fence.length)
      if (end === undefined) throw refuseLine(at)
      pieces.push(text, {code: line.slice(start, end).replace(/^ (.*[^ ].*) $/, '$1')})
      text = ''
      start = end + fence.length
    }
  }
  return [...pieces, text].filter(each => each !== '')
}

/** The offset of the next run of exactly `length` backticks. `undefined` if there is none. */
function findFence(line: string, start: number, length: number): number | undefined {
  const run = /`+/g
  run.lastIndex = start
  for (let found = run.exec(line); found; found = run.exec(line)) if (found[0].length === length) return found.index
  return undefined
}

const refuseLine = (at: number) => refuse(`has another form in line ${at + 1}`)

const refuse = (what: string) =>
  inputError(`The artifact's comment ${what}, so this version of \`tenure check\` didn't write it. It isn't posted.`)

import type {BlockContent, ListItem} from 'mdast'
import {shortened} from '../../text/changes/values.ts'
import type {Piece} from '../../text/text-pieces.ts'
import {item, paragraph, piecesOfWords} from '../diff/diff-markdown.ts'

const LONGEST_TEXT = 700

export const list = (items: readonly ListItem[], most: number): BlockContent => {
  const rest = items.length - most
  return {
    type: 'list',
    ordered: false,
    spread: false,
    children: [
      ...items.slice(0, most),
      ...(rest > 0 ? [item(paragraph(`and ${rest} more, which the command lists`))] : [])
    ]
  }
}

export const code = (text: string): Piece => ({code: shortened(text, LONGEST_TEXT)})

export const said = (text: string) => paragraph(...pieces(text))

/**
 * Words of ours with names between backticks. A name that holds a backtick itself would let the rest of it out: what
 * could be a mention, a reference or an address stays in code.
 */
export const pieces = (text: string): Piece[] =>
  piecesOfWords(shortened(text, LONGEST_TEXT)).map(piece =>
    typeof piece === 'string' && /[@#]|:\/\/|www\./.test(piece) ? {code: piece} : piece
  )

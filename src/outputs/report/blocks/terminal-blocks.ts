import {createColors} from 'picocolors'
import type {TextPiece} from '../../../phrases/text-pieces.ts'
import {formatPieces} from '../../../text/changes/sentences.ts'
import {formatCount} from '../../../text/format-values.ts'
import {nameRows} from '../../../text/shared-lists.ts'
import {type Colors, paint, SIGNS} from '../report-text.ts'
import {joinBlocks, plainText, printLines} from '../sanitize-text.ts'
import {type Block, countAll, foldByArea, type Item, type Section, type Sentence, type Word} from './blocks.ts'

/** The sections of an answer as the text of a terminal. */
export function printSections(sections: readonly Section[], hasColors: boolean): string {
  const colors = createColors(hasColors)
  return printLines(joinBlocks(sections.map(each => sectionLines(each, colors))), hasColors)
}

function sectionLines({title, outcome, blocks}: Section, colors: Colors): string[] {
  const indent = title === undefined || outcome ? '' : '  '
  const lines = blocks.flatMap(each => blockLines(each, indent, colors))
  if (title === undefined) return lines
  const color = outcome ? paint(colors, outcome) : (text: string): string => text
  return [lineOf(title, colors, text => colors.bold(color(text))), ...lines]
}

/** A sentence as one line. `paintPlain`: how words are shown that are neither bold nor dim. */
function lineOf(sentence: Sentence, colors: Colors, paintPlain = (text: string): string => text): string {
  const words = typeof sentence === 'string' ? [sentence] : sentence
  if (words.every(isPlain)) return paintPlain(plainText(formatPieces(words)))
  return words
    .map(word => {
      if (isPlain(word)) return paintPlain(plainText(formatPieces([word])))
      return 'strong' in word ? colors.bold(plainText(word.strong)) : colors.dim(plainText(word.dim))
    })
    .join('')
}

const isPlain = (word: Word): word is TextPiece => typeof word === 'string' || !('strong' in word || 'dim' in word)

function blockLines(block: Block, indent: string, colors: Colors): string[] {
  const linesOf = (sentences: readonly Sentence[], margin = indent): string[] =>
    sentences.map(each => margin + lineOf(each, colors))
  if (typeof block === 'string' || 'length' in block) return linesOf([block])
  if ('code' in block) return block.code.map(each => indent + each)
  if ('names' in block) return linesOf(nameRows(block.names))
  if ('phrases' in block) return linesOf(nameRows(block.phrases))
  if ('numbers' in block) return tableLines(block.numbers, indent, colors)
  if ('rows' in block) return block.rows.map(cells => indent + cells.map(each => lineOf(each, colors)).join('  '))
  if ('fold' in block)
    return [...linesOf([block.fold]), ...block.blocks.flatMap(each => blockLines(each, `${indent}  `, colors))]
  const {most = Infinity} = block
  const items = 'items' in block ? block.items : block.areas
  const shown = items.slice(0, most).flatMap(each => itemLines('item' in each ? each.item() : each, indent, colors))
  if (items.length <= most) return shown
  if ('items' in block) return [...shown, `${indent}and ${items.length - most} more, which \`--verbose\` lists`]
  const hidden = block.areas.slice(most)
  return [
    ...shown,
    `${indent}and ${formatCount(countAll(hidden), 'more change')}, which \`--verbose\` lists:`,
    ...linesOf(
      foldByArea(hidden).map(({title}) => title),
      `${indent}  `
    )
  ]
}

function itemLines({sign, isKnown, text, below = []}: Item, indent: string, colors: Colors): string[] {
  const painted = sign ? `${(isKnown ? colors.dim : paint(colors, sign))(SIGNS[sign])} ` : ''
  return [indent + painted + lineOf(text, colors), ...below.flatMap(each => blockLines(each, `${indent}  `, colors))]
}

/** A table of numbers, with a name in the first column. */
function tableLines([titles = [], ...rows]: readonly (readonly string[])[], indent: string, colors: Colors): string[] {
  const widths = titles.map(({length}) => length + 2)
  const row = ([name = '', ...cells]: readonly string[]): string =>
    indent + name.padEnd(8) + cells.map((cell, at) => cell.padStart(widths[at + 1] ?? 0)).join('')
  return [colors.dim(row(['', ...titles.slice(1)])), ...rows.map(row)]
}

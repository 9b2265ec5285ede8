import {Document, isMap, isScalar, Scalar, visit} from 'yaml'
import {unseenByCode, visible} from '../../text/escape.ts'

/** What YAML can hold. */
export type Plain = string | number | boolean | readonly Plain[] | {readonly [key: string]: Plain}

/** A history file before it is text. */
export type HistoryDraft = {readonly [key: string]: Plain}

/** A text that would not stand in one line with its key. */
const LONG = 100

/** The text of a history file: keys in their order, quotes only where YAML would take a text for something else. */
export const writeHistory = (history: HistoryDraft): string => writeYaml(history)

/** Lines of a history as the text of a list. */
export const writeLines = (lines: readonly HistoryDraft[]): string => writeYaml(lines)

function writeYaml(value: Plain): string {
  const document = new Document(value, {schema: 'core', aliasDuplicateObjects: false})
  visit(document, {
    Map(_, node) {
      // A waiver, a replacement and a gate are short: they stand in one line, as people write them.
      for (const {key, value} of node.items) {
        if (isScalar(key) && (key.value === 'waiver' || key.value === 'replacement') && isMap(value)) value.flow = true
      }
    },
    Scalar(key, node) {
      if (typeof node.value !== 'string') return
      if (isUnsafe(node.value)) node.type = Scalar.QUOTE_DOUBLE
      if (key === 'key' || isUnsafe(node.value)) return
      if (node.value.includes('\n')) node.type = Scalar.BLOCK_LITERAL
      else if (node.value.length > LONG) node.type = Scalar.BLOCK_FOLDED
    }
  })
  // All that is not seen stands between double quotes by now, where YAML and JSON write a character's code alike.
  return unseenByCode(document.toString({lineWidth: 120, flowCollectionPadding: false, ...UNBROKEN}))
}

/** A text between double quotes stays in one line, so that none of it begins a line. */
const UNBROKEN = {doubleQuotedMinMultiLineLength: 1_000_000}

/** Whether something in it is not seen, or begins a line that a build server takes for a command. */
const isUnsafe = (text: string): boolean => visible(text) !== text || /\r|^\s*::/m.test(text)

/** A value in one line, as people write it. */
export function inOneLine(value: {readonly [key: string]: Plain}): string {
  const document = new Document(value, {schema: 'core', aliasDuplicateObjects: false})
  visit(document, {
    Map(_, node) {
      node.flow = true
    }
  })
  const options = {lineWidth: 0, flowCollectionPadding: false, ...UNBROKEN}
  return document.toString(options).trimEnd()
}

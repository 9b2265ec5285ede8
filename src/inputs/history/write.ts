import {Document, isMap, isScalar, Scalar, visit} from 'yaml'
import {escapeCharacter, escapeInvisible, escapeInvisibleInQuotes} from '../../phrases/escape.ts'

/** A value that can be written as YAML. */
export type YamlValue = string | number | boolean | readonly YamlValue[] | {readonly [key: string]: YamlValue}

/** The content of a history file, before it is serialized. */
export type HistoryContent = {readonly [key: string]: YamlValue}

/** The maximum length of a text on the line of its key, in characters; a longer one is written as a folded block. */
const MAX_LINE_LENGTH = 100

/** Serializes a history file. Keys keep their order, and text is quoted only if YAML would misread it. */
export const writeHistory = (history: HistoryContent): string => writeYaml(history)

/** Serializes changes as a YAML list. */
export const writeChanges = (lines: readonly HistoryContent[]): string => writeYaml(lines)

function writeYaml(value: YamlValue): string {
  const document = new Document(value, {schema: 'core', aliasDuplicateObjects: false})
  visit(document, {
    Map(_, node) {
      // Waivers and replacements are short, so they are written in one line.
      for (const {key, value} of node.items) {
        if (isScalar(key) && (key.value === 'waiver' || key.value === 'replacement') && isMap(value)) value.flow = true
      }
    },
    Scalar(key, node) {
      if (typeof node.value !== 'string') return
      if (isUnsafe(node.value)) node.type = Scalar.QUOTE_DOUBLE
      if (key === 'key' || isUnsafe(node.value)) return
      if (node.value.includes('\n')) node.type = Scalar.BLOCK_LITERAL
      else if (node.value.length > MAX_LINE_LENGTH) node.type = Scalar.BLOCK_FOLDED
    }
  })
  // All unsafe text is in double quotes by now, where YAML and JSON use the same escapes.
  return escapeInvisibleInQuotes(
    document.toString({lineWidth: 120, flowCollectionPadding: false, ...SINGLE_LINE_QUOTES})
  ).replace(COMMAND, `$1${escapeCharacter(':')}`)
}

/** Start of a line that a CI runner takes for a workflow command. Long texts are folded, so it can be any word of one. */
const COMMAND = /^([ \t]*):(?=:)/gm

/** Keeps double-quoted text in one line, so that no part of it begins a line. */
const SINGLE_LINE_QUOTES = {doubleQuotedMinMultiLineLength: 1_000_000}

/** Whether a text contains characters to escape, or a word that could begin a workflow command. */
const isUnsafe = (text: string): boolean => escapeInvisible(text) !== text || /\r|(?:^|\s)::/m.test(text)

/** Serializes a map as one line of YAML. */
export function writeInOneLine(value: {readonly [key: string]: YamlValue}): string {
  const document = new Document(value, {schema: 'core', aliasDuplicateObjects: false})
  visit(document, {
    Map(_, node) {
      node.flow = true
    }
  })
  const options = {lineWidth: 0, flowCollectionPadding: false, ...SINGLE_LINE_QUOTES}
  return document.toString(options).trimEnd()
}

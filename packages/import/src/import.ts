import {basename, extname} from 'node:path'
import {type HistoryContent, writeHistory} from '@tenure/core/inputs/history/write'
import type {Day} from '@tenure/core/model/time/date-range'
import {type MarkdownBlock, type MarkdownItem, parseBlocks} from './blocks.ts'
import {ImportDraft, type ImportRemark} from './draft.ts'
import type {ChangelogNames} from './lines.ts'
import {OPERATION_NAME} from './prose.ts'
import {collectMethods} from './sentence-tokens.ts'
import {listResources} from './tables.ts'
import {toHistoryContent} from './to-history.ts'
import {MarkdownReader} from './walk.ts'

export type {ImportRemark}

export interface ImportResult {
  readonly history: HistoryContent
  /** The text of the history file. */
  readonly yaml: string
  /** The lines that weren't read as changes or facts about subjects, and how each was handled. */
  readonly remarks: readonly ImportRemark[]
  readonly counts: ImportCounts
}

export interface ImportCounts {
  readonly changes: number
  readonly releases: number
}

/**
 * Converts a Markdown change history, written by hand or rendered by this tool, to a history file. What it omits may have
 * happened before the as-of day.
 */
export function importMarkdown(text: string, source: string, asOf: Day): ImportResult {
  const blocks = parseBlocks(text)
  const draft = new ImportDraft()
  new MarkdownReader(draft, collectNames(blocks)).read(blocks)
  const history = toHistoryContent(draft, {
    fallback: basename(source, extname(source)),
    source: text.split(/\r?\n/),
    asOf
  })
  const releases = history.releases as readonly {readonly release?: string; readonly changes?: readonly unknown[]}[]
  return {
    history,
    yaml: writeHistory(history),
    remarks: draft.remarks.toSorted((a, b) => a.line - b.line),
    counts: {
      changes: releases.reduce((count, {changes = []}) => count + changes.length, 0),
      releases: releases.filter(({release}) => release !== undefined).length
    }
  }
}

/** Names that the document introduces in tables and lists, collected before its sentences are read. */
function collectNames(blocks: readonly MarkdownBlock[]): ChangelogNames {
  const resources = blocks.flatMap(block => (block.kind === 'table' ? listResources(block) : []))
  const operations = blocks.flatMap(block =>
    block.kind === 'list' ? block.items.flatMap(({text}) => OPERATION_NAME.exec(text)?.[1] ?? []) : []
  )
  return {resources, operations: new Set(operations), methods: collectMethods(blocks.flatMap(textsOf))}
}

function textsOf(block: MarkdownBlock): string[] {
  if (block.kind === 'list') return block.items.flatMap(textsOfItem)
  return block.kind === 'paragraph' || block.kind === 'heading' ? [block.text] : []
}

const textsOfItem = ({text, items}: MarkdownItem): string[] => [text, ...items.flatMap(textsOfItem)]

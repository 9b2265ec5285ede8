import {basename, extname} from 'node:path'
import type {KnownNames} from '../../text/inline-code.ts'
import {type HistoryDraft, writeHistory} from '../history/write.ts'
import {type Block, blocksOf} from './blocks.ts'
import {Draft, type ImportRemark} from './draft.ts'
import {OPERATION_NAME} from './prose.ts'
import {resourcesIn} from './tables.ts'
import {writtenHistory} from './to-history.ts'
import {Walk} from './walk.ts'

export type {ImportRemark}

export interface Imported {
  readonly history: HistoryDraft
  /** The text of the history file. */
  readonly yaml: string
  /** Every line that isn't a fact, and how it was handled. */
  readonly remarks: readonly ImportRemark[]
}

/** Converts a Markdown change history, written by hand or rendered by this tool, to a history file. */
export function importMarkdown(text: string, source: string): Imported {
  const blocks = blocksOf(text)
  const draft = new Draft()
  new Walk(draft, collectNames(blocks)).read(blocks)
  const history = writtenHistory(draft, basename(source, extname(source)))
  return {history, yaml: writeHistory(history), remarks: draft.remarks.toSorted((a, b) => a.line - b.line)}
}

/** Names that the document introduces in tables and lists, collected before its sentences are read. */
function collectNames(blocks: readonly Block[]): KnownNames {
  const resources = blocks.flatMap(block => (block.kind === 'table' ? resourcesIn(block) : []))
  const operations = blocks.flatMap(block =>
    block.kind === 'list' ? block.items.flatMap(({text}) => OPERATION_NAME.exec(text)?.[1] ?? []) : []
  )
  return {resources, operations: new Set(operations)}
}

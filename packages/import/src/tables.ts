import {noteText} from '@tenure/core/phrases/text-pieces'
import {readFreeFormHeading} from '@tenure/core/text/release-headings'
import type {MarkdownBlock, MarkdownRow} from './blocks.ts'
import {
  type Cells,
  COLUMN_PATTERNS,
  type Column,
  combineSubjectCells,
  readPlainCell,
  type TableContext
} from './cells.ts'
import type {ImportDraft} from './draft.ts'
import type {ChangelogNames} from './lines.ts'
import {readSubjectsCell} from './lines.ts'
import {
  readChange,
  readDeprecated,
  readEndpoint,
  readNamed,
  readRelease,
  readRemovalColumn,
  readRemoved,
  readResource,
  readSentenceCell
} from './rows.ts'

type Table = Extract<MarkdownBlock, {kind: 'table'}>

/** The kinds of tables by their required columns; the first match is used. */
const KINDS: readonly {
  readonly needs: readonly Column[]
  readonly may: readonly Column[]
  readonly read: (cells: Cells, row: MarkdownRow, reading: TableContext) => boolean
}[] = [
  {needs: ['removed', 'release'], may: ['replacement', 'announced', 'derived', 'notes', 'date'], read: readRemoved},
  {needs: ['deprecated'], may: ['since', 'release', 'ends', 'derived', 'replacement', 'notes'], read: readDeprecated},
  {
    needs: ['path', 'removedIn'],
    may: ['method', 'since', 'replacement', 'announced', 'notes', 'date'],
    read: readRemovalColumn
  },
  {
    needs: ['path', 'halted'],
    may: ['method', 'release', 'ends', 'derived', 'replacement', 'notes'],
    read: (cells, row, reading) =>
      readDeprecated({...cells, deprecated: combineSubjectCells(cells), since: cells.halted ?? ''}, row, reading)
  },
  {needs: ['release', 'path', 'action'], may: ['method', 'date'], read: readChange},
  {needs: ['date', 'path', 'action'], may: ['method'], read: readChange},
  {needs: ['method', 'path'], may: ['since', 'ends', 'notes'], read: readEndpoint},
  {needs: ['named', 'since', 'notes'], may: ['ends'], read: readNamed},
  {needs: ['resource', 'field'], may: ['type', 'since', 'notes'], read: readResource},
  {needs: ['release', 'change'], may: ['date'], read: readRelease},
  {needs: ['date', 'change'], may: ['release'], read: readRelease},
  {needs: ['path'], may: [], read: readSentenceCell}
]

/** Reads the rows of a table. Returns `false` if it is of no known kind. */
export function readTable(table: Table, draft: ImportDraft, known: ChangelogNames): boolean {
  const {head, rows, line} = table
  const names = head.map(name => noteText(name).toLowerCase().replaceAll('`', '').replace(/\s+/g, ' ').trim())
  for (const {needs, may, read} of KINDS) {
    const columns = names.map(name => [...needs, ...may].find(column => COLUMN_PATTERNS[column].test(name)))
    if (!needs.every(column => columns.includes(column))) continue
    const reading = {draft, known, from: `table ${line}`}
    for (const row of rows) {
      const cells: {[C in Column]?: string} = {}
      const extra: string[] = []
      for (const [index, cell] of row.cells.entries()) {
        const column = columns[index]
        if (column !== undefined && cells[column] === undefined) cells[column] = cell
        else if (cell !== '') extra.push(`${head[index] ?? ''}: ${noteText(cell)}`)
      }
      const text = noteText(row.cells.join(' | '))
      for (const cell of [cells.release, cells.since, cells.removedIn, cells.halted]) {
        const unread = readFreeFormHeading(readPlainCell(cell ?? ''))?.unread
        if (unread !== undefined) draft.remark('unread', row.line, `${unread} (in ${readPlainCell(cell ?? '')})`)
      }
      if (row.cells.some(cell => /^~~.*~~$/s.test(cell))) draft.keepRow(table, row, text)
      else if (!read(cells, row, reading)) {
        if (endsSubject(cells, known)) draft.noteWithoutRelease(row.line, text)
        else draft.keepRow(table, row, text)
      } else if (extra.length > 0) draft.keepRow(table, row, `${text} (${extra.join(', ')})`)
    }
    return true
  }
  return false
}

/** Whether a row names a removed or deprecated subject, but no release that can be read. */
function endsSubject(cells: Cells, known: ChangelogNames): boolean {
  const when = cells.removedIn ?? cells.halted
  const ended =
    cells.removed ?? cells.deprecated ?? (when === undefined || when === '' ? '' : combineSubjectCells(cells))
  return readSubjectsCell(ended, known).length > 0
}

/**
 * The resources and fields in a table. They are collected before sentences are read, because sentences name them
 * without markup.
 */
export function listResources({head, rows}: Table): string[] {
  const names = head.map(name => noteText(name).toLowerCase().trim())
  const resource = names.findIndex(name => COLUMN_PATTERNS.resource.test(name))
  const field = names.findIndex(name => COLUMN_PATTERNS.field.test(name))
  if (resource === -1 || field === -1) return []
  return rows.flatMap(({cells}) => [
    readPlainCell(cells[resource] ?? ''),
    `${readPlainCell(cells[resource] ?? '')}.${readPlainCell(cells[field] ?? '')}`
  ])
}

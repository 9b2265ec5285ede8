import {inputError} from '@tenure/core/model/input-error'
import type {Files} from '@tenure/core/stores/files/files'
import {splitCsv} from '../table/files.ts'

/** Whom to tell about calls of a caller. */
export interface Contact {
  readonly name: string
  readonly contact: string
}

const COLUMNS = ['caller', 'name', 'contact'] as const

/**
 * Reads a list of contacts, by what the table has for their callers. Callers as they are in logs are hashed as they are read.
 * Throws an `InputError` with the place if it has other columns.
 */
export function readContacts(files: Files, path: string, idOf: (caller: string) => string): Map<string, Contact> {
  const [head, ...rows] = splitCsv(files.readText(path))
  const at = COLUMNS.map(column => head?.cells.indexOf(column) ?? -1)
  if (at.includes(-1))
    throw inputError(
      `\`${path}\` isn't a list of contacts: its columns are \`${head?.cells.join(', ') ?? ''}\`.`,
      {source: path, line: 1, column: 1},
      COLUMNS.join(',')
    )
  return new Map(
    rows.map(({cells, line}) => {
      const [caller = '', name = '', contact = ''] = at.map(index => cells[index])
      if (caller === '') throw inputError('This row has no caller.', {source: path, line, column: 1})
      return [idOf(caller), {name, contact}]
    })
  )
}

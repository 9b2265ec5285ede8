import {openFacts} from '../../../packages/fleet/src/query.ts'
import type {Context} from '../../app/context.ts'
import {type RowFormat, writeRows} from '../../outputs/report/rows.ts'
import {EXIT} from '../exit-codes.ts'

interface FleetQueryOptions {
  readonly sql: string
  readonly folder: string
  readonly format: RowFormat
}

/** Prints the rows of a query. */
export async function run({sql, folder, format}: FleetQueryOptions, context: Context): Promise<number> {
  const facts = await openFacts(context.files, folder)
  try {
    for await (const text of writeRows(await facts.query(sql), format)) context.out(text)
  } finally {
    facts.close()
  }
  return EXIT.fine
}

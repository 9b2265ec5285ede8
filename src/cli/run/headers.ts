import {type HeadersOptions, performHeaders} from '@tenure/http/headers'
import type {Context} from '../../context/context.ts'
import {EXIT} from '../exit-codes.ts'

/** Writes which headers announce the end of endpoints. */
export async function run(options: HeadersOptions, context: Context): Promise<number> {
  await performHeaders(options, context)
  return EXIT.fine
}

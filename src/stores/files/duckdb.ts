import {createRequire} from 'node:module'
import type * as duckdb from '@duckdb/node-api'
import {inputError} from '../../model/input-error.ts'

const PACKAGE = '@duckdb/node-api'

/**
 * DuckDB as it is installed next to tenure. One in the folder that is read isn't used, because others could have put it
 * there. Throws an `InputError` if it is missing or doesn't run on this machine.
 */
export function loadDuckDb(): typeof duckdb {
  const require_ = createRequire(import.meta.url)
  try {
    require_.resolve(PACKAGE)
  } catch {
    throw inputError(
      `The tables of facts need \`${PACKAGE}\`, which isn't installed next to tenure. ` +
        `Run \`npm install --save-dev ${PACKAGE}\` in the project that has tenure in its \`package.json\`.`
    )
  }
  try {
    return require_(PACKAGE) as typeof duckdb
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    throw inputError(`\`${PACKAGE}\` is installed, but can't be loaded: ${reason}`)
  }
}

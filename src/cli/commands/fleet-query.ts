import type {Argv} from 'yargs'
import {ROW_FORMATS} from '../../outputs/report/rows.ts'
import {defineCommand} from '../command.ts'
import {formatOption} from '../options/options.ts'

export default defineCommand(
  'fleet query',
  (builder: Argv) =>
    builder
      .positional('sql', {type: 'string', demandOption: true, describe: 'One SELECT statement of DuckDB'})
      .positional('folder', {
        type: 'string',
        demandOption: true,
        describe: 'Folder that `fleet run` wrote the facts into'
      })
      .options({format: {...formatOption, choices: ROW_FORMATS, default: 'table' as const}})
      .example([
        ['tenure fleet query "DESCRIBE judgments" facts', 'the columns of a table'],
        ['tenure fleet query "SELECT api, subject FROM lifecycles WHERE due = \'overdue\'" facts', 'what is overdue'],
        ['tenure fleet query "FROM errors" facts --format csv', 'APIs that could not be read, for a spreadsheet']
      ]),
  () => import('../run/fleet-query.ts')
)

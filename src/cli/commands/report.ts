import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, INPUT, OUTPUT, withinOption} from '../options/options.ts'

const text = (describe: string, group: string) => ({type: 'string', describe, requiresArg: true, group}) as const

export default defineCommand(
  'report',
  (builder: Argv) =>
    builder
      .options({
        config: commonOptions.config,
        'as-of': commonOptions['as-of'],
        within: withinOption,
        shard: text('Only one of several parts of the APIs, such as 2/7', INPUT),
        output: text('Folder that keeps the facts as Parquet files (default: in the cache)', OUTPUT),
        sql: text('Answer one SELECT statement of DuckDB about the facts instead', OUTPUT),
        format: {
          ...text('Output format (default: markdown; with --sql: table)', OUTPUT),
          choices: ['markdown', 'html', 'json', 'table', 'csv'] as const
        }
      })
      .example([
        ['tenure report', 'violations and removals due in 90 days by owner (needs `@duckdb/node-api` next to tenure)'],
        ['tenure report --within 1y --format html > report.html', 'a page to publish'],
        ['tenure report --sql "DESCRIBE judgments"', 'the columns of a table'],
        ['tenure report --sql "SELECT api, subject FROM lifecycles WHERE due = \'overdue\'" --format csv', 'a list'],
        ['tenure report --output facts --shard 2/7', 'one of seven machines, whose folders are merged by copying']
      ]),
  () => import('../run/report.ts')
)

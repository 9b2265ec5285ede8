import {LOG_FORMATS} from '../../inputs/config/traffic-settings.ts'
import {defineCommand} from '../command.ts'
import {argument, choice, commonOptions, file, INPUT, OUTPUT, ownerOption, required, text} from '../options/options.ts'

export const trafficCommand = defineCommand({
  summary: 'Find callers in access logs',
  arguments: {
    action: {...required(argument('What to do')), choices: ['import', 'sql', 'report', 'forget']},
    files: {
      ...argument('Access logs, or `-` for standard input'),
      array: true,
      isFile: true,
      isStandardInput: true
    }
  },
  options: {
    ...commonOptions,
    table: file(INPUT, 'Folder of the table of callers (default: `api-traffic`)'),
    format: text(OUTPUT, `Format of the logs: ${LOG_FORMATS.join(', ')}; with \`report\`: text, json, csv, or html`),
    source: text(INPUT, 'Where the logs come from'),
    idle: text(INPUT, 'Hours in which the source had no calls: FROM..TO, such as 2026-03-02T01..2026-03-02T05'),
    for: choice(OUTPUT, ['duckdb', 'spark', 'bigquery', 'clickhouse', 'athena'], 'With `sql`: the engine that counts'),
    'log-table': text(INPUT, 'With `sql`: the table with the log lines (default: access_log)'),
    contacts: file(INPUT, 'With `report`: CSV file with the columns caller, name, and contact'),
    owner: {...ownerOption, describe: 'With `report`: only operations of this owner'},
    before: text(INPUT, 'With `forget`: the first day to keep')
  },
  examples: [
    ['tenure traffic import --format combined access.log', 'adds a log to the table (needs `@duckdb/node-api`)'],
    ['zcat *.gz | tenure traffic import --source gateway-eu -', 'a pipe, in the configured format'],
    [
      'tenure traffic sql --for spark --log-table logs.access',
      'counts where the logs are; `import --format aggregated` takes the rows'
    ],
    ['tenure traffic report --contacts clients.csv --format csv', 'whom to tell what, and by when'],
    ['tenure traffic report', 'the same as text, with undocumented calls, and operations that answer 404 or 410'],
    ['tenure traffic forget --before 2026-01-01', 'deletes earlier days']
  ],
  isProse: true,
  load: () => import('../run/traffic.ts')
})

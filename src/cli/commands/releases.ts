import {DUE_FORMS} from '@tenure/pages/commands/forms'
import {defineCommand} from '../command.ts'
import {
  choice,
  commonOptions,
  failOnOption,
  file,
  filter,
  flag,
  formatOption,
  INPUT,
  LOOK_AHEAD,
  OUTPUT,
  ownerOption,
  partOptions,
  reportFormatOption,
  sourceArgument,
  sourceOptions,
  subjectArguments,
  text,
  verboseOption,
  withinOption
} from '../options/options.ts'

export const auditCommand = defineCommand({
  summary: 'Check all releases so far against the policy',
  arguments: {source: sourceArgument},
  options: {
    ...commonOptions,
    ...sourceOptions('Releases:'),
    since: filter('Changes since this day or release'),
    stability: filter('Stabilities, such as `ga`; also `unknown`'),
    traffic: flag(INPUT, 'Also compare calls with the history, by the table of callers'),
    format: reportFormatOption,
    'fail-on': failOnOption('Result that fails the command: `violation`, `undetermined` (both), or `never` (default)'),
    verbose: verboseOption
  },
  examples: [
    ['tenure audit', 'the history of this folder, with its own policy'],
    ['tenure audit api/history.yaml --policy github-rest', 'another history, with a public policy'],
    ['tenure audit specs --policy kubernetes', 'a folder with a description for each release'],
    ["tenure audit . --releases 'tags:v*' --spec openapi.yaml", 'the tags of this repository'],
    ['tenure audit . --spec src/server.ts', 'server code at each tag'],
    ['tenure audit specs --since v1.16 --stability ga,beta', 'part of it'],
    ['tenure audit --traffic', 'with undocumented calls, and operations that answer 404 or 410'],
    ['tenure audit specs --format markdown', 'for a wiki or a pull request']
  ],
  forEachApi: 'report',
  isKept: true,
  load: () => import('../run/audit.ts')
})

export const dueCommand = defineCommand({
  summary: 'Show when something can be removed, and why, or list all removals that are due',
  arguments: subjectArguments,
  options: {
    ...commonOptions,
    within: {
      ...withinOption,
      // An endpoint has no period, so there is no default to see whether one is given.
      describe: `${withinOption.describe}, without an endpoint (default: ${LOOK_AHEAD})`
    },
    end: text(OUTPUT, 'Show the last day to announce a removal of the endpoint on this day'),
    ...partOptions,
    owner: ownerOption,
    template: file(OUTPUT, `Message: ${DUE_FORMS.join(', ')}, or a Liquid template`),
    format: {...formatOption, choices: ['stylish', 'json', 'csv']}
  },
  examples: [
    ['tenure due --within 6m', 'removals in the next six months'],
    ['tenure due --owner @library/loans --format csv', 'of one owner, for a spreadsheet'],
    ['tenure due --template slack', 'a message for a chat'],
    ["tenure due 'GET /v1/loans'", 'when it can be removed'],
    ["tenure due 'GET /v1/loans' --field due --in response", 'when a field can be removed'],
    ["tenure due '/v1/**' --end 2027-01-01", 'the last day to announce the removal of all of v1']
  ],
  forEachApi: 'report',
  isProse: true,
  load: () => import('../run/due.ts')
})

export const reportCommand = defineCommand({
  summary: 'Report violations, due removals, and slow movers of all APIs, or query facts about them',
  arguments: {},
  options: {
    config: commonOptions.config,
    'as-of': commonOptions['as-of'],
    within: {...withinOption, default: LOOK_AHEAD},
    shard: text(INPUT, 'Only one of several parts of the APIs, such as 2/7'),
    owner: ownerOption,
    output: file(OUTPUT, 'Folder that keeps the facts as Parquet files (default: in the cache)'),
    sql: text(OUTPUT, 'Answer one SELECT statement of DuckDB about the facts instead'),
    format: choice(
      OUTPUT,
      ['markdown', 'html', 'json', 'table', 'csv'],
      'Output format; csv has the due removals (default: markdown; with --sql: table)'
    )
  },
  examples: [
    ['tenure report', 'violations and removals due in 90 days by owner (needs `@duckdb/node-api` next to tenure)'],
    ['tenure report --within 1y --format html > report.html', 'a page to publish'],
    ['tenure report --sql "DESCRIBE judgments"', 'the columns of a table'],
    ['tenure report --sql "SELECT api, subject FROM lifecycles WHERE due = \'overdue\'" --format csv', 'a list'],
    ['tenure report --output facts --shard 2/7', 'one of seven machines, whose folders are merged by copying']
  ],
  load: () => import('../run/report.ts')
})

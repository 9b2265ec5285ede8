import type {Argv} from 'yargs'
import {REPORT_FORMATS} from '../../outputs/report/formats.ts'
import {defineCommand} from '../command.ts'
import {printKept} from '../kept-output.ts'
import {
  commonOptions,
  defaultSourceOptions,
  failOnOption,
  filterOption,
  formatOption,
  verboseOption
} from '../options/options.ts'

export default defineCommand(
  'audit',
  (builder: Argv) =>
    builder
      .positional('source', {
        type: 'string',
        describe: 'History, folder of API descriptions, or git repository with tags'
      })
      .options({
        ...commonOptions,
        ...defaultSourceOptions,
        since: filterOption('Changes since this day or release'),
        stability: filterOption('Stabilities, such as `ga`; also `unknown`'),
        format: {...formatOption, choices: REPORT_FORMATS},
        'fail-on': failOnOption(
          'Result that fails the command: `violation`, `undetermined` (both), or `never` (default)'
        ),
        verbose: verboseOption
      })
      .example([
        ['tenure audit', 'the history of this folder, with its own policy'],
        ['tenure audit api/history.yaml --policy github-rest', 'another history, with a public policy'],
        ['tenure audit specs --policy kubernetes', 'a folder with a description for each release'],
        ["tenure audit . --releases 'tags:v*' --spec openapi.yaml", 'the tags of this repository'],
        ['tenure audit . --spec src/server.ts', 'server code at each tag'],
        ['tenure audit specs --since v1.16 --stability ga,beta', 'part of it'],
        ['tenure audit specs --format markdown', 'for a wiki or a pull request']
      ]),
  async () => ({
    run: (options, context) =>
      printKept('audit', options, context, async shown => (await import('../run/audit.ts')).run(options, shown))
  })
)

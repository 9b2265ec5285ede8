import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {
  commonOptions,
  defaultSourceOptions,
  filterOption,
  formatOption,
  OUTPUT,
  strictOption,
  verboseOption
} from '../options.ts'

export default defineCommand(
  'audit',
  (builder: Argv) =>
    builder
      .positional('source', {
        type: 'string',
        describe: 'A history, a folder of API descriptions, or a repository with tags'
      })
      .options({
        ...commonOptions,
        ...defaultSourceOptions,
        since: filterOption('Ends and breaks from this day or release on'),
        stability: filterOption('What was judged by these stabilities; `unknown` is one'),
        format: {...formatOption, choices: ['stylish', 'json', 'markdown'] as const},
        strict: strictOption,
        verbose: verboseOption,
        'exit-code': {
          type: 'boolean',
          default: false,
          describe: 'Exit 1 where there are findings at error level',
          group: OUTPUT
        }
      })
      .example([
        ['tenure audit', 'the history of this folder, by its own policy'],
        ['tenure audit api/history.yaml --policy github-rest', 'another history, by a public policy'],
        ['tenure audit specs --policy kubernetes', 'a folder with one description for each release'],
        ["tenure audit . --tags 'v*' --spec openapi.yaml", 'the tags of this repository'],
        ['tenure audit . --spec src/server.ts', 'the code of a server at each of them'],
        ['tenure audit specs --since v1.16 --stability ga,beta', 'some of it'],
        ['tenure audit specs --format markdown', 'for a wiki or a pull request']
      ]),
  () => import('../run/audit.ts')
)

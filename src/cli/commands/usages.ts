import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {
  commonOptions,
  createSourceOptions,
  failOnOption,
  INPUT,
  OUTPUT,
  reportFormatOption
} from '../options/options.ts'

export default defineCommand(
  'usages',
  (builder: Argv) =>
    builder
      .positional('dir', {
        type: 'string',
        describe: 'Folder or file of TypeScript or JavaScript (default: this folder)'
      })
      .options({
        ...commonOptions,
        history: {
          ...commonOptions.history,
          hidden: false,
          describe: 'History, folder of API descriptions, git repository with tags, or one API description'
        },
        ...createSourceOptions('Releases, without a history:'),
        'base-url': {
          type: 'string',
          describe: 'Base URL of the API, or the variable for it in code; can be repeated',
          requiresArg: true,
          group: INPUT
        },
        within: {
          type: 'string',
          describe:
            'Report an error for calls to endpoints that may be removed within this time, such as 90d, 12w, 6m, 1y',
          requiresArg: true,
          group: OUTPUT
        },
        format: reportFormatOption,
        baseline: {type: 'string', describe: 'Suppress the findings in this file', requiresArg: true, group: OUTPUT},
        'write-baseline': {
          type: 'string',
          describe: 'Write the current findings to this file, and exit 0',
          requiresArg: true,
          group: OUTPUT
        },
        'fail-on': failOnOption(
          'Result that fails the command; with `undetermined`, violations do, too (default: violation)'
        )
      })
      .example([
        ['tenure usages src', 'calls in src, with the history of this folder'],
        ['tenure usages web --history ../api/history.yaml', 'with the history of the service'],
        [
          'tenure usages web --history specs --within 90d',
          'with a folder of descriptions; fails if less than 90 days are left'
        ],
        ['tenure usages src --history openapi.yaml --base-url https://api.example.org', 'with one description']
      ]),
  () => import('../run/usages.ts')
)

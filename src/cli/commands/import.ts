import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {OUTPUT} from '../options/options.ts'

export default defineCommand(
  'import',
  (builder: Argv) =>
    builder
      .positional('file', {type: 'string', demandOption: true, describe: 'Markdown file'})
      .options({
        output: {
          type: 'string',
          alias: 'o',
          describe: 'Write to this file instead of standard output',
          requiresArg: true,
          group: OUTPUT
        },
        review: {
          type: 'string',
          describe: 'Write a list of the lines to look at to this file',
          requiresArg: true,
          group: OUTPUT
        },
        force: {type: 'boolean', default: false, describe: 'Overwrite the files', group: OUTPUT}
      })
      .example([
        ['tenure import CHANGES.md -o history.yaml', 'also prints lines in which no change was found'],
        ['tenure import CHANGES.md -o history.yaml --review review.md', 'lists all of them in a file']
      ]),
  () => import('../run/import.ts')
)

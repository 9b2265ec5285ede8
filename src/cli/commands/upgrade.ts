import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, OUTPUT} from '../options/options.ts'
import {internalOption, pageSources, textFormat} from './news-options.ts'

export default defineCommand(
  'upgrade',
  (builder: Argv) =>
    builder
      .positional('from', {type: 'string', demandOption: true, describe: 'Release that the client uses now'})
      .positional('to', {type: 'string', demandOption: true, describe: 'Release to move to, also `next`'})
      .positional('source', {
        type: 'string',
        describe: 'History, folder of API descriptions, or git repository with tags'
      })
      .options({
        ...commonOptions,
        ...pageSources,
        uses: {
          type: 'string',
          describe: 'File with the endpoints that the client uses, one per line or as a JSON list',
          requiresArg: true,
          group: OUTPUT
        },
        internal: internalOption,
        format: textFormat
      })
      .example([
        ['tenure upgrade 2.8 3.3', 'all steps from 2.8 to 3.3'],
        ['tenure upgrade v1.15 v1.16 specs --uses endpoints.txt', 'steps for one client']
      ]),
  () => import('../run/upgrade.ts')
)

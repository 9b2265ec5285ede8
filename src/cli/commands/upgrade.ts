import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, OUTPUT} from '../options.ts'
import {pageSources, renderOptions} from './news-options.ts'

export default defineCommand(
  'upgrade',
  (builder: Argv) =>
    builder
      .positional('from', {type: 'string', demandOption: true, describe: 'The release that the client was written for'})
      .positional('to', {type: 'string', demandOption: true, describe: 'The release to move to; `next` is one'})
      .positional('source', {
        type: 'string',
        describe: 'A history, a folder of API descriptions, or a repository with tags'
      })
      .options({
        ...commonOptions,
        ...pageSources,
        uses: {
          type: 'string',
          describe: 'A file with the endpoints that the client uses, one a line or as a list of JSON',
          requiresArg: true,
          group: OUTPUT
        },
        docs: renderOptions.docs,
        internal: renderOptions.internal,
        format: {
          type: 'string',
          choices: ['markdown', 'json'] as const,
          default: 'markdown' as const,
          describe: 'For people or for programs',
          requiresArg: true,
          group: OUTPUT
        }
      })
      .example([
        ['tenure upgrade 2.8 3.3', 'all that a client of 2.8 has to do for 3.3'],
        ['tenure upgrade v1.15 v1.16 specs --uses endpoints.txt', 'for one client']
      ]),
  () => import('../run/upgrade.ts')
)

import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {formatOption, INPUT} from '../options.ts'

export default defineCommand(
  'fleet report',
  (builder: Argv) =>
    builder
      .positional('folder', {
        type: 'string',
        demandOption: true,
        describe: 'Folder that `fleet run` wrote the facts into'
      })
      .options({
        within: {
          type: 'string',
          default: '90d',
          describe: 'How far to look ahead, such as 90d, 12w, 6m, 1y',
          requiresArg: true,
          group: INPUT
        },
        format: {...formatOption, choices: ['markdown', 'json', 'html'] as const, default: 'markdown' as const}
      })
      .example([
        ['tenure fleet report facts', 'violations by owner, what is due in 90 days, and what could not be read'],
        ['tenure fleet report facts --within 1y --format html > fleet.html', 'a page to publish']
      ]),
  () => import('../run/fleet-report.ts')
)

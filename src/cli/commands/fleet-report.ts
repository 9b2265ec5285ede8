import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {formatOption, withinOption} from '../options/options.ts'

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
        within: withinOption,
        format: {...formatOption, choices: ['markdown', 'json', 'html'] as const, default: 'markdown' as const}
      })
      .example([
        ['tenure fleet report facts', 'violations by owner, what is due in 90 days, and what could not be read'],
        ['tenure fleet report facts --within 1y --format html > fleet.html', 'a page to publish']
      ]),
  () => import('../run/fleet-report.ts')
)

import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, INPUT, OUTPUT} from '../options/options.ts'

export default defineCommand(
  'fleet run',
  (builder: Argv) =>
    builder
      .positional('list', {
        type: 'string',
        demandOption: true,
        describe: 'fleet.yaml, or a file with a job on each line (.ndjson)'
      })
      .options({
        out: {
          type: 'string',
          demandOption: true,
          describe: 'Folder for the facts',
          requiresArg: true,
          group: OUTPUT
        },
        shard: {
          type: 'string',
          describe: 'Only one of several parts of the list, such as 2/7',
          requiresArg: true,
          group: INPUT
        },
        jobs: {
          type: 'string',
          describe: 'Number of threads that read APIs (default: one for each core)',
          requiresArg: true,
          group: INPUT
        },
        'as-of': commonOptions['as-of'],
        'dry-run': {
          type: 'boolean',
          default: false,
          describe: 'Show what would be read, and why, and write nothing',
          group: OUTPUT
        }
      })
      .example([
        ['tenure fleet run fleet.yaml --out facts', 'read all APIs, or those that changed since the last run'],
        ['tenure fleet run fleet.yaml --out facts --dry-run', 'what would be read'],
        ['tenure fleet run fleet.yaml --out facts --shard 2/7', 'one of seven parts, to be merged by copying']
      ]),
  () => import('../run/fleet-run.ts')
)

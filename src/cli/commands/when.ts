import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, formatOption, OUTPUT, partOptions} from '../options/options.ts'

export default defineCommand(
  'when',
  (builder: Argv) =>
    builder
      .positional('endpoint', {
        type: 'string',
        demandOption: true,
        describe: '`METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`'
      })
      .positional('path', {type: 'string', describe: 'Path or name, if not quoted together with the method'})
      .options({
        ...commonOptions,
        end: {
          type: 'string',
          describe: 'Show the last day to announce a removal on this day',
          requiresArg: true,
          group: OUTPUT
        },
        ...partOptions,
        format: formatOption
      })
      .example([
        ["tenure when 'GET /v1/loans'", 'when it can be removed'],
        ["tenure when 'GET /v1/loans' --field due --in response", 'when a field can be removed'],
        ["tenure when '/v1/**' --end 2027-01-01", 'the last day to announce the removal of all of v1']
      ]),
  () => import('../run/when.ts')
)

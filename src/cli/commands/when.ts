import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, formatOption, OUTPUT, partOptions} from '../options.ts'

export default defineCommand(
  'when',
  (builder: Argv) =>
    builder
      .positional('subject', {
        type: 'string',
        demandOption: true,
        describe: '`METHOD /path`, `/prefix/**`, `operation Name` or `Resource.field`'
      })
      .positional('path', {type: 'string', describe: 'The path or the name, where the two are not quoted together'})
      .options({
        ...commonOptions,
        end: {
          type: 'string',
          describe: 'Ask the other way round: by when must an end on this day be announced?',
          requiresArg: true,
          group: OUTPUT
        },
        ...partOptions,
        format: formatOption
      })
      .example([
        ["tenure when 'GET /v1/loans'", 'the first day on which it may end'],
        ["tenure when 'GET /v1/loans' --field due --in response", 'the same of a field'],
        ["tenure when '/v1/**' --end 2027-01-01", 'by when to announce the end of all v1']
      ]),
  () => import('../run/when.ts')
)

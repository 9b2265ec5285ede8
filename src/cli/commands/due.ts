import type {Argv} from 'yargs'
import {DEFAULT_PERIOD} from '../../app/due.ts'
import {defineCommand} from '../command.ts'
import {commonOptions, formatOption, OUTPUT, partOptions, withinOption} from '../options/options.ts'

// An endpoint has no period, so there is no default to see whether one is given.
const {default: _, ...period} = withinOption

export default defineCommand(
  'due',
  (builder: Argv) =>
    builder
      .positional('endpoint', {
        type: 'string',
        describe: '`METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`'
      })
      .positional('path', {type: 'string', describe: 'Path or name, if not quoted together with the method'})
      .options({
        ...commonOptions,
        within: {
          ...period,
          describe: `${period.describe}, without an endpoint (default: ${DEFAULT_PERIOD})`
        },
        end: {
          type: 'string',
          describe: 'Show the last day to announce a removal of the endpoint on this day',
          requiresArg: true,
          group: OUTPUT
        },
        ...partOptions,
        format: formatOption
      })
      .example([
        ['tenure due --within 6m', 'removals in the next six months'],
        ["tenure due 'GET /v1/loans'", 'when it can be removed'],
        ["tenure due 'GET /v1/loans' --field due --in response", 'when a field can be removed'],
        ["tenure due '/v1/**' --end 2027-01-01", 'the last day to announce the removal of all of v1']
      ]),
  () => import('../run/due.ts')
)

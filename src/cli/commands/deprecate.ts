import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, formatOption, INPUT, OUTPUT, partOptions} from '../options/options.ts'

const END = 'Deprecation:'
const end = (describe: string) => ({type: 'string', describe, requiresArg: true, group: END}) as const

export default defineCommand(
  'deprecate',
  (builder: Argv) =>
    builder
      .positional('endpoint', {
        type: 'string',
        demandOption: true,
        describe: '`METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`'
      })
      .positional('path', {type: 'string', describe: 'Path or name, if not quoted together with the method'})
      .options({
        replacement: end('Endpoint or schema such as `GET /v2/x`, name of another field or value, or `none`'),
        sunset: end('Day or release (default: a day that is late enough for the next release)'),
        note: end('Text for readers'),
        via: end('Public statement that announces it, such as a mail or a page'),
        announced: end('Day of that statement (default: today)'),
        force: {
          type: 'boolean',
          default: false,
          describe: 'Accept a sunset that the policy does not allow',
          group: END
        },
        ...partOptions,
        ...commonOptions,
        spec: {
          type: 'string',
          describe: 'API description (default: a file with a usual name)',
          requiresArg: true,
          group: INPUT
        },
        format: formatOption,
        'dry-run': {
          type: 'boolean',
          default: false,
          describe: 'Print what would be written, without writing it',
          group: OUTPUT
        }
      })
      .example([
        ["tenure deprecate 'GET /v1/loans' --replacement 'GET /v2/loans'", 'sunset with time for the next release'],
        ["tenure deprecate 'GET /v1/loans' --field due --in response --replacement none", 'one field'],
        ["tenure deprecate '/v1/**' --sunset 2028-01-01", 'everything below a path, on a later day'],
        ["tenure deprecate 'GET /v1/loans' --replacement none --via 'mail to all users'", 'announced today, by mail']
      ]),
  () => import('../run/deprecate.ts')
)

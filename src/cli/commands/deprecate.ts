import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, formatOption, OUTPUT, partOptions, RECORD} from '../options.ts'

const END = 'Its end:'
const end = (describe: string) => ({type: 'string', describe, requiresArg: true, group: END}) as const

export default defineCommand(
  'deprecate',
  (builder: Argv) =>
    builder
      .positional('subject', {
        type: 'string',
        demandOption: true,
        describe: '`METHOD /path`, `/prefix/**`, `operation Name` or `Resource.field`'
      })
      .positional('path', {type: 'string', describe: 'The path or the name, where the two are not quoted together'})
      .options({
        replacement: end('What to use instead: a subject, the name of another such part, or `none`'),
        sunset: end('The promised end, a day or a release; else the earliest lawful day'),
        note: end('What a reader should know, in plain words'),
        via: end('The public statement that says so: a mail, a page'),
        force: {type: 'boolean', default: false, describe: 'Write a sunset that the policy does not allow', group: END},
        ...partOptions,
        ...commonOptions,
        spec: {
          type: 'string',
          describe: 'The API description, if it has no usual name',
          requiresArg: true,
          group: RECORD
        },
        format: formatOption,
        'dry-run': {
          type: 'boolean',
          default: false,
          describe: 'Say what would be written, and write nothing',
          group: OUTPUT
        }
      })
      .example([
        ["tenure deprecate 'GET /v1/loans' --replacement 'GET /v2/loans'", 'ends as soon as the policy allows'],
        ["tenure deprecate 'GET /v1/loans' --field due --in response --replacement dueDate", 'a part of it'],
        ["tenure deprecate '/v1/**' --sunset 2028-01-01", 'all below a path, on a later day']
      ]),
  () => import('../run/deprecate.ts')
)

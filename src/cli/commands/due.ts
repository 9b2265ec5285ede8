import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, formatOption, INPUT} from '../options.ts'

export default defineCommand(
  'due',
  (builder: Argv) =>
    builder
      .options({
        ...commonOptions,
        within: {
          type: 'string',
          default: '90d',
          describe: 'How far to look ahead, such as 90d, 12w, 6m, 1y',
          requiresArg: true,
          group: INPUT
        },
        format: formatOption
      })
      .example([['tenure due --within 6m', 'removals in the next six months']]),
  () => import('../run/due.ts')
)

import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, formatOption, RECORD} from '../options.ts'

export default defineCommand(
  'due',
  (builder: Argv) =>
    builder
      .options({
        ...commonOptions,
        within: {
          type: 'string',
          default: '90d',
          describe: 'How far to look ahead: 90d, 12w, 6m, 1y',
          requiresArg: true,
          group: RECORD
        },
        format: formatOption
      })
      .example([['tenure due --within 6m', 'what may go in the next six months']]),
  () => import('../run/due.ts')
)

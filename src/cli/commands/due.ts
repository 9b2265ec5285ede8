import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, formatOption, withinOption} from '../options/options.ts'

export default defineCommand(
  'due',
  (builder: Argv) =>
    builder
      .options({
        ...commonOptions,
        within: withinOption,
        format: formatOption
      })
      .example([['tenure due --within 6m', 'removals in the next six months']]),
  () => import('../run/due.ts')
)

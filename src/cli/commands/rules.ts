import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, formatOption} from '../options/options.ts'

export default defineCommand(
  'rules',
  (builder: Argv) =>
    builder.options({config: commonOptions.config, plugins: commonOptions.plugins, format: formatOption}),
  () => import('../run/rules.ts')
)

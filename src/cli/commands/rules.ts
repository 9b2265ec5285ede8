import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {common, format} from '../options.ts'

export default defineCommand(
  'rules',
  (builder: Argv) => builder.options({config: common.config, plugins: common.plugins, format}),
  () => import('../run/rules.ts')
)

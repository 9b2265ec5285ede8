import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {common, format} from '../options.ts'

export default defineCommand(
  'explain',
  (builder: Argv) =>
    builder
      .positional('rule', {type: 'string', demandOption: true, describe: 'A rule that `tenure rules` lists'})
      .options({config: common.config, plugins: common.plugins, format})
      .example([['tenure explain notice-too-short', 'why that rule exists, and when it speaks']]),
  () => import('../run/explain.ts')
)

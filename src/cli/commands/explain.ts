import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, formatOption} from '../options/options.ts'

export default defineCommand(
  'explain',
  (builder: Argv) =>
    builder
      .positional('rule', {type: 'string', demandOption: true, describe: 'ID of a rule that `tenure rules` lists'})
      .options({config: commonOptions.config, plugins: commonOptions.plugins, format: formatOption})
      .example([['tenure explain notice-too-short', 'why the rule exists, and what it reports']]),
  () => import('../run/explain.ts')
)

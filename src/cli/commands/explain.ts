import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, formatOption} from '../options/options.ts'

export default defineCommand(
  'explain',
  (builder: Argv) =>
    builder
      .positional('id', {
        type: 'string',
        describe: 'Rule, or kind of change such as `value-added` (default: list all rules)'
      })
      .options({config: commonOptions.config, plugins: commonOptions.plugins, format: formatOption})
      .example([
        ['tenure explain', 'all rules'],
        ['tenure explain notice-too-short', 'why the rule exists, and what it reports'],
        ['tenure explain value-added', 'when a kind of change is breaking, and how a policy and a waiver name it']
      ]),
  () => import('../run/explain.ts')
)

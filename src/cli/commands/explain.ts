import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, formatOption} from '../options/options.ts'

export default defineCommand(
  'explain',
  (builder: Argv) =>
    builder
      .positional('id', {
        type: 'string',
        describe:
          'Rule, kind of change such as `value-added`, or key of `tenure.yaml`, the policy, or the history (default: list all rules)'
      })
      .options({config: commonOptions.config, plugins: commonOptions.plugins, format: formatOption})
      .example([
        ['tenure explain', 'all rules'],
        ['tenure explain notice-too-short', 'why the rule exists, and what it reports'],
        ['tenure explain enforceFrom', 'what a key means, and where it can be written'],
        ['tenure explain tenure.yaml', 'all keys of the configuration; `policy` and `history` list theirs'],
        ['tenure explain value-added', 'when a kind of change is breaking, and how a policy and a waiver name it']
      ]),
  () => import('../run/explain.ts')
)

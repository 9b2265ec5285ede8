import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {common} from '../options.ts'

export default defineCommand(
  'init',
  (builder: Argv) =>
    builder
      .options({
        policy: {...common.policy, group: undefined},
        service: {type: 'string', describe: "The name of the service; the folder's, if left out", requiresArg: true},
        force: {type: 'boolean', default: false, describe: 'Overwrite what is there, unless it is a history'},
        'dry-run': {type: 'boolean', default: false, describe: 'Say what would be written, and write nothing'}
      })
      .example([["tenure init --service 'Lending Library API' --policy github-rest", 'begin a record here']]),
  () => import('../init.ts')
)

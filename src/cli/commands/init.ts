import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, OUTPUT} from '../options.ts'

const CREATED = 'The record that is begun:'

export default defineCommand(
  'init',
  (builder: Argv) =>
    builder
      .options({
        policy: {...commonOptions.policy, group: CREATED},
        service: {
          type: 'string',
          describe: "The name of the service; the folder's, if left out",
          requiresArg: true,
          group: CREATED
        },
        force: {
          type: 'boolean',
          default: false,
          describe: 'Overwrite what is there, unless it is a history',
          group: CREATED
        },
        'dry-run': {
          type: 'boolean',
          default: false,
          describe: 'Say what would be written, and write nothing',
          group: OUTPUT
        }
      })
      .example([["tenure init --service 'Lending Library API' --policy github-rest", 'begin a record here']]),
  () => import('../run/init.ts')
)

import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, OUTPUT} from '../options/options.ts'

const CREATED = 'New files:'

export default defineCommand(
  'init',
  (builder: Argv) =>
    builder
      .options({
        policy: {...commonOptions.policy, hidden: false, group: CREATED},
        spec: {
          type: 'string',
          describe:
            'API descriptions, folders of releases, or server code (default: what is found; none for a history alone)',
          requiresArg: true,
          group: CREATED
        },
        api: {
          type: 'string',
          describe: 'The same with the name of each API: NAME=PATH',
          requiresArg: true,
          group: CREATED
        },
        force: {
          type: 'boolean',
          default: false,
          describe: 'Overwrite existing files, except a history',
          group: CREATED
        },
        'dry-run': {
          type: 'boolean',
          default: false,
          describe: 'Print what would be written, without writing it',
          group: OUTPUT
        }
      })
      .example([
        ['tenure init --policy github-rest', 'with a policy'],
        ['tenure init --api loans=loans/api.yaml --api fees=fees/api.yaml', 'with the APIs that you name']
      ]),
  () => import('../run/init.ts')
)

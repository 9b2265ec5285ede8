import type {Argv} from 'yargs'
import {PART_NAMES} from '../../render/part-names.ts'
import {defineCommand} from '../command.ts'
import {common, OUTPUT} from '../options.ts'

export default defineCommand(
  'changelog',
  (builder: Argv) =>
    builder
      .options({
        ...common,
        part: {
          type: 'string',
          default: 'all',
          describe: `The whole page, or one part of it: ${PART_NAMES.join(', ')}`,
          requiresArg: true,
          group: OUTPUT
        },
        write: {type: 'string', describe: 'Fill the zones of this Markdown file', requiresArg: true, group: OUTPUT},
        check: {
          type: 'string',
          describe: 'Exit 1 with a diff where the zones of this file are stale',
          requiresArg: true,
          group: OUTPUT
        }
      })
      .example([
        ['tenure changelog > CHANGES.md', 'the whole page'],
        ['tenure changelog --write README.md', 'what stands between `<!-- tenure all -->` and `<!-- /tenure -->`']
      ]),
  () => import('../changelog.ts')
)

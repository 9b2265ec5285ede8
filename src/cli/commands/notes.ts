import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {common} from '../options.ts'

export default defineCommand(
  'notes',
  (builder: Argv) =>
    builder
      .positional('release', {
        type: 'string',
        demandOption: true,
        describe: 'Its name; `next` is the one not yet out'
      })
      .options(common)
      .example([['tenure notes 2.10', 'what 2.10 brought, breaks first']]),
  () => import('../notes.ts')
)

import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {format} from '../options.ts'

export default defineCommand(
  'rules',
  (builder: Argv) => builder.options({format}),
  () => import('../rules.ts')
)

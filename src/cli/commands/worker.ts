import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'

export default defineCommand(
  'worker',
  (builder: Argv) => builder.example([['tenure worker < jobs.ndjson > answers.ndjson', 'one answer for each job']]),
  () => import('../run/worker.ts')
)

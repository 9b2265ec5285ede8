import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {common, format, RECORD, strict} from '../options.ts'

export default defineCommand(
  'check',
  (builder: Argv) =>
    builder
      .options({
        ...common,
        all: {type: 'boolean', default: false, describe: 'Judge the past as well', group: RECORD},
        format,
        strict
      })
      .example([
        ['tenure check', 'judges `next` as shipping on its date, or today'],
        ['tenure check --strict --format json', 'for CI: what cannot be told fails too']
      ]),
  () => import('../check.ts')
)

import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, OUTPUT, partOptions, RECORD} from '../options.ts'

const WAIVER = 'The exception:'
const textOption = (describe: string) => ({type: 'string', describe, requiresArg: true, group: WAIVER}) as const

export default defineCommand(
  'waive',
  (builder: Argv) =>
    builder
      .positional('subject', {
        type: 'string',
        demandOption: true,
        describe: '`METHOD /path`, `/prefix/**`, `operation Name` or `Resource.field`'
      })
      .positional('path', {type: 'string', describe: 'The path or the name, where the two are not quoted together'})
      .options({
        reason: textOption("One of the policy's reasons for an exception"),
        approver: textOption('Who allowed it'),
        until: textOption('The last day on which it excuses'),
        rule: textOption('Excuse only what this rule finds'),
        kind: textOption('Excuse only changes of this kind, as in docs/changes.md'),
        about: textOption('Of that kind, excuse only changes that are about just this, as `check` says it'),
        note: textOption('Why, in plain words'),
        evidence: textOption('Where that can be read up'),
        ...partOptions,
        ...commonOptions,
        base: {
          type: 'string',
          describe: 'What `check` compares with, where its base is another one',
          requiresArg: true,
          group: RECORD
        },
        'dry-run': {
          type: 'boolean',
          default: false,
          describe: 'Print what would be written, and write nothing',
          group: OUTPUT
        }
      })
      .example([
        ["tenure waive 'GET /v1/loans' --reason security --approver security@library.example", 'approved today'],
        ["tenure waive 'GET /v1/loans' --reason bug-fix --approver ops --kind value-added", 'one kind of change']
      ]),
  () => import('../run/waive.ts')
)

import type {Argv} from 'yargs'
import {documentationPage} from '../../model/documentation.ts'
import {defineCommand} from '../command.ts'
import {commonOptions, INPUT, OUTPUT, partOptions} from '../options/options.ts'

const WAIVER = 'Waiver:'
const textOption = (describe: string) => ({type: 'string', describe, requiresArg: true, group: WAIVER}) as const

export default defineCommand(
  'waive',
  (builder: Argv) =>
    builder
      .positional('endpoint', {
        type: 'string',
        demandOption: true,
        describe: '`METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`'
      })
      .positional('path', {type: 'string', describe: 'Path or name, if not quoted together with the method'})
      .options({
        reason: textOption('One of the reasons that the policy lists'),
        approver: textOption('Who approved it'),
        until: textOption('Last day on which it applies'),
        rule: textOption('Waive only findings of this rule'),
        kind: textOption(`Waive only changes of this kind, as in ${documentationPage('reference/changes')}`),
        about: textOption('Waive only changes with this value of `about`, which `check` prints'),
        note: textOption('Text that explains why'),
        evidence: textOption('Link to supporting evidence'),
        ...partOptions,
        ...commonOptions,
        base: {
          type: 'string',
          describe: 'What `check` compares with (a git revision or a file), if not the default',
          requiresArg: true,
          group: INPUT
        },
        'dry-run': {
          type: 'boolean',
          default: false,
          describe: 'Print what would be written, without writing it',
          group: OUTPUT
        }
      })
      .example([
        ["tenure waive 'GET /v1/loans' --reason security --approver ops@library.example", 'approved today'],
        ["tenure waive 'GET /v1/loans' --reason bug-fix --approver ops --kind value-added", 'one kind of change']
      ]),
  () => import('../run/waive.ts')
)

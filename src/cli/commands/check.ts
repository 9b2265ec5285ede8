import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, failOnOption, INPUT, reportFormatOption, verboseOption} from '../options/options.ts'

export default defineCommand(
  'check',
  (builder: Argv) =>
    builder
      .options({
        ...commonOptions,
        base: {
          type: 'string',
          describe:
            'Compare with this git revision, file, or `latest-release` (default: `base` in `tenure.yaml`, else where this branch left its target)',
          requiresArg: true,
          group: INPUT
        },
        target: {
          type: 'string',
          describe: 'Branch whose policy, configuration, and waivers decide (default: as CI names it)',
          requiresArg: true,
          group: INPUT
        },
        spec: {
          type: 'string',
          describe: 'API description (default: a file with a usual name)',
          requiresArg: true,
          group: INPUT
        },
        generate: {
          type: 'string',
          describe: 'Command that writes the description, if git has none (default: as the target configures it)',
          requiresArg: true,
          group: INPUT
        },
        approvals: {
          type: 'string',
          describe: 'File with the reviews of this change, written by CI outside of the repository',
          requiresArg: true,
          group: INPUT
        },
        format: reportFormatOption,
        'fail-on': failOnOption(
          'Result that fails the check; with `undetermined`, violations do, too (default: violation)'
        ),
        verbose: verboseOption
      })
      .example([
        ['tenure check', 'changes of this branch, checked as if released today'],
        ['tenure check --base origin/main --spec api/library.yaml', 'in CI, with an explicit base and description'],
        ['tenure check --base latest-release', 'compare with the newest release that the branch descends from'],
        ['tenure check --base old.yaml --spec new.yaml', 'compare two files'],
        ['tenure check --spec src/server.ts', 'server code'],
        [
          'tenure check --fail-on undetermined --format stylish,sarif=out.sarif',
          'also fail if something is undetermined'
        ]
      ]),
  () => import('../run/check.ts')
)

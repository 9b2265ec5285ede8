import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, formatOption, INPUT} from '../options/options.ts'

export default defineCommand(
  'next-version',
  (builder: Argv) =>
    builder
      .positional('old', {type: 'string', describe: 'Older description (default: that of the base, as for `check`)'})
      .positional('new', {type: 'string', describe: 'Newer description (default: that of the working tree)'})
      .options({
        ...commonOptions,
        base: {
          type: 'string',
          describe: 'Compare with this git revision or file (default: where this branch left its target)',
          requiresArg: true,
          group: INPUT
        },
        target: {
          type: 'string',
          describe: 'Branch whose policy and configuration decide (default: as CI names it)',
          requiresArg: true,
          group: INPUT
        },
        spec: {
          type: 'string',
          describe: 'API description (default: a file with a usual name)',
          requiresArg: true,
          group: INPUT
        },
        name: {
          type: 'string',
          describe: 'Name of the next version, if versions have names',
          requiresArg: true,
          group: INPUT
        },
        review: {
          type: 'string',
          choices: ['breaking', 'compatible'] as const,
          describe: 'Effect of changes that may be breaking',
          requiresArg: true,
          group: INPUT
        },
        format: formatOption
      })
      .example([
        ['tenure next-version', 'after the changes of this branch'],
        ['tenure next-version --base latest-release', 'after all changes since the last release'],
        ['tenure next-version old.yaml new.yaml', 'two files'],
        ['npm version "$(tenure next-version --base latest-release)"', 'in a release script']
      ]),
  () => import('../run/next-version.ts')
)

import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, createSourceOptions, INPUT, OUTPUT} from '../options/options.ts'

const RELEASE = 'One release:'
const ALL = 'All releases:'
const textOption = (group: string, describe: string) => ({type: 'string', describe, requiresArg: true, group}) as const

export default defineCommand(
  'record',
  (builder: Argv) =>
    builder
      .positional('source', {
        type: 'string',
        describe: 'With --all: folder of API descriptions, or git repository with tags'
      })
      .options({
        release: textOption(RELEASE, 'Name of the release to record'),
        date: textOption(RELEASE, 'Day, month, or year of the release (default: the day of --as-of)'),
        base: textOption(
          RELEASE,
          'Description before it: a git revision or file (default: the tag of the last release)'
        ),
        all: {
          type: 'boolean',
          default: false,
          describe: 'Record all releases of a source',
          group: ALL
        },
        releases: createSourceOptions(ALL).releases,
        output: {
          ...textOption(ALL, 'File or folder to write (default: the history in the config file, or api-history)'),
          alias: 'o'
        },
        force: {type: 'boolean', default: false, describe: 'Overwrite the file', group: ALL},
        import: textOption('A changelog:', 'Convert this Markdown file (default output: standard output)'),
        upgrade: {
          type: 'boolean',
          default: false,
          describe:
            'Rewrite configuration, policies, histories, and calls in scripts and CI recipes from the words of an older version',
          group: 'Files of an older version:'
        },
        ...commonOptions,
        spec: textOption(INPUT, 'API description (default: a file with a usual name)'),
        'dry-run': {
          type: 'boolean',
          default: false,
          describe: 'Print what would be written, without writing it',
          group: OUTPUT
        }
      })
      .example([
        ["tenure record --all . --releases 'tags:v*'", 'start with the whole history of this repository'],
        ['tenure record --release 3.1', 'changes since the last recorded release'],
        ['tenure record --release 3.1 --base main --dry-run', 'preview against another base'],
        ['tenure record --import CHANGES.md -o history.yaml', 'convert a changelog, and list the lines to look at'],
        ['tenure record --upgrade', 'rewrite files of an older version']
      ]),
  () => import('../run/record.ts')
)

import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, OUTPUT, RECORD} from '../options.ts'

const RELEASE = 'One release:'
const ALL = 'All releases of a source:'
const textOption = (group: string, describe: string) => ({type: 'string', describe, requiresArg: true, group}) as const

export default defineCommand(
  'record',
  (builder: Argv) =>
    builder
      .positional('source', {
        type: 'string',
        describe: 'With --all: a folder of API descriptions, or a repository with tags'
      })
      .options({
        release: textOption(RELEASE, 'The name of the release that is written down'),
        date: textOption(RELEASE, 'Its day, month or year; the as-of day, if left out'),
        base: textOption(
          RELEASE,
          'The description before it: a revision or a file, if not the tag of the last release'
        ),
        all: {
          type: 'boolean',
          default: false,
          describe: 'Write the history of all releases of a source to one file',
          group: ALL
        },
        tags: textOption(ALL, 'The tags that are releases: a pattern, as `v*`'),
        branch: textOption(ALL, 'A branch whose commits are the releases'),
        dates: textOption(ALL, 'A file with the dates of the releases, by their names'),
        service: textOption(ALL, 'The name of the service, if not the title of the descriptions'),
        output: {
          ...textOption(ALL, 'The file to write, if not what the configuration names, or history.yaml'),
          alias: 'o'
        },
        force: {type: 'boolean', default: false, describe: 'Overwrite that file', group: ALL},
        ...commonOptions,
        spec: textOption(RECORD, 'The API description, if it has no usual name'),
        'dry-run': {
          type: 'boolean',
          default: false,
          describe: 'Print what would be written, and write nothing',
          group: OUTPUT
        }
      })
      .example([
        ["tenure record --all . --tags 'v*'", 'begin with the whole history of this repository'],
        ['tenure record --release 3.1', 'what changed since the last release on record, by openapi.yaml'],
        ['tenure record --release 3.1 --base main --dry-run', 'the same against another description, to look at']
      ]),
  () => import('../run/record.ts')
)

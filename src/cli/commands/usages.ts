import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, OUTPUT, RECORD, reportOptions, strictOption} from '../options.ts'

const SOURCE = 'Where the releases are, if there is no history:'
const source = (describe: string) => ({type: 'string', describe, requiresArg: true, group: SOURCE}) as const

export default defineCommand(
  'usages',
  (builder: Argv) =>
    builder
      .positional('dir', {
        type: 'string',
        describe: 'A folder or a file of TypeScript or JavaScript, if not this folder'
      })
      .options({
        ...commonOptions,
        history: {
          ...commonOptions.history,
          describe:
            'The history, or what it can be read from: a folder of API descriptions, a repository with tags, a description'
        },
        tags: source('The tags that are releases: a pattern, as `v*`'),
        branch: source('A branch whose commits are the releases'),
        spec: source('The description, by its path in the repository'),
        dates: source('A file with the dates of the releases, by their names'),
        'base-url': {
          type: 'string',
          describe: 'Where the API is, or what stands for that in code: https://api.example.org/v1; may be repeated',
          requiresArg: true,
          group: RECORD
        },
        within: {
          type: 'string',
          describe: 'A use of what ends in this time is an error: 90d, 12w, 6m, 1y',
          requiresArg: true,
          group: OUTPUT
        },
        ...reportOptions,
        strict: strictOption
      })
      .example([
        ['tenure usages src', 'what breaks in src, by the history of this folder'],
        ['tenure usages web --history ../api/history.yaml', 'by the history of the service'],
        [
          'tenure usages web --history specs --within 90d',
          'by a folder of descriptions; fails where less than 90 days are left'
        ],
        ['tenure usages src --history openapi.yaml --base-url https://api.example.org', 'by one description']
      ]),
  () => import('../run/usages.ts')
)

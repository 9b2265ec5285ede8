import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, OUTPUT} from '../options/options.ts'
import {flavorOption, pageSources, renderOptions} from './news-options.ts'

export default defineCommand(
  'notes',
  (builder: Argv) =>
    builder
      .positional('release', {
        type: 'string',
        describe: 'Release, or range `A..B`; `next` is the next release'
      })
      .positional('source', {
        type: 'string',
        describe: 'History, folder of API descriptions, or git repository with tags'
      })
      .options({
        ...commonOptions,
        ...pageSources,
        from: {type: 'string', describe: 'Changes since this release', requiresArg: true, group: OUTPUT},
        to: {
          type: 'string',
          describe: 'Changes up to this release (default: the last one, or `next`)',
          requiresArg: true,
          group: OUTPUT
        },
        flavor: flavorOption(['github', 'keep-a-changelog'] as const, 'github'),
        ...renderOptions
      })
      .example([
        ['tenure notes 2.10', 'one release'],
        ['tenure notes 2.8..2.10', 'several releases as one'],
        ['tenure notes v1.16 specs', 'from a folder with a description for each release'],
        ['tenure notes next --template notes.md.liquid', 'with your own template']
      ]),
  () => import('../run/notes.ts')
)

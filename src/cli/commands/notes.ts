import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, OUTPUT} from '../options.ts'
import {flavorOption, pageSources, renderOptions} from './news-options.ts'

export default defineCommand(
  'notes',
  (builder: Argv) =>
    builder
      .positional('release', {
        type: 'string',
        describe: 'Its name, or `A..B`; `next` is the one not yet out'
      })
      .positional('source', {
        type: 'string',
        describe: 'A history, a folder of API descriptions, or a repository with tags'
      })
      .options({
        ...commonOptions,
        ...pageSources,
        from: {type: 'string', describe: 'What is new since this release', requiresArg: true, group: OUTPUT},
        to: {
          type: 'string',
          describe: 'Up to this release, if not the last, which may be the unreleased `next`',
          requiresArg: true,
          group: OUTPUT
        },
        flavour: flavorOption(['github', 'keep-a-changelog'] as const, 'github'),
        ...renderOptions
      })
      .example([
        ['tenure notes 2.10', 'what 2.10 brought, breaks first'],
        ['tenure notes 2.8..2.10', 'what both bring, for who skips 2.9'],
        ['tenure notes v1.16 specs', 'from a folder with one description for each release'],
        ['tenure notes next --template notes.md.liquid', 'in a form of your own']
      ]),
  () => import('../run/notes.ts')
)

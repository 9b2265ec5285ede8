import {NOTES_FORMS} from '@tenure/pages/commands/notes'
import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions} from '../options/options.ts'
import {formOptions, pageSources} from './news-options.ts'

export default defineCommand(
  'notes',
  (builder: Argv) =>
    builder
      .positional('release', {
        type: 'string',
        describe: 'Release, or range `A..B`; `next` is the next release, and `A..` goes up to the last one'
      })
      .positional('source', {
        type: 'string',
        describe: 'History, folder of API descriptions, or git repository with tags'
      })
      .options({
        ...commonOptions,
        ...pageSources,
        ...formOptions(NOTES_FORMS)
      })
      .example([
        ['tenure notes 2.10', 'one release'],
        ['tenure notes 2.8..2.10', 'several releases as one'],
        ['tenure notes v1.16 specs', 'from a folder with a description for each release'],
        ['tenure notes next --template notes.md.liquid', 'with your own template']
      ]),
  () => import('../run/notes.ts')
)

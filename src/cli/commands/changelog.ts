import {CHANGELOG_FORMS} from '@tenure/pages/commands/changelog'
import {PART_NAMES} from '@tenure/pages/markdown/part-names'
import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, OUTPUT} from '../options/options.ts'
import {formOptions, pageSources} from './news-options.ts'

export default defineCommand(
  'changelog',
  (builder: Argv) =>
    builder
      .positional('source', {
        type: 'string',
        describe: 'History, folder of API descriptions, or git repository with tags'
      })
      .options({
        ...commonOptions,
        ...pageSources,
        endpoint: {
          type: 'string',
          describe: 'Write only the history of this endpoint, operation, prefix, or schema field',
          requiresArg: true,
          group: OUTPUT
        },
        part: {
          type: 'string',
          default: 'all',
          describe: `Part to write: all, ${PART_NAMES.join(', ')}`,
          requiresArg: true,
          group: OUTPUT
        },
        since: {
          type: 'string',
          describe: 'Write only the releases from this one on, or from this day on',
          requiresArg: true,
          group: OUTPUT
        },
        write: {
          type: 'string',
          describe: 'Update the managed sections of this Markdown file (default: all pages in tenure.yaml)',
          group: OUTPUT
        },
        check: {
          type: 'string',
          describe:
            'Exit 1 with a diff if managed sections of this file are outdated (default: all pages in tenure.yaml)',
          group: OUTPUT
        },
        ...formOptions(CHANGELOG_FORMS)
      })
      .example([
        ['tenure changelog > CHANGES.md', 'the whole page'],
        ['tenure changelog specs --template keep-a-changelog', 'from a folder with a description for each release'],
        ['tenure changelog --since 2.3 --template github', 'what is new since a release'],
        ["tenure changelog --endpoint 'GET /v1/loans'", 'one endpoint'],
        ['tenure changelog --write README.md', 'update the text between `<!-- tenure all -->` and `<!-- /tenure -->`']
      ]),
  () => import('../run/changelog.ts')
)

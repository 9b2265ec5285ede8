import type {Argv} from 'yargs'
import {PART_NAMES} from '../../render/markdown/part-names.ts'
import {defineCommand} from '../command.ts'
import {commonOptions, OUTPUT} from '../options.ts'
import {flavorOption, pageSources, renderOptions} from './news-options.ts'

export default defineCommand(
  'changelog',
  (builder: Argv) =>
    builder
      .positional('source', {
        type: 'string',
        describe: 'A history, a folder of API descriptions, or a repository with tags'
      })
      .options({
        ...commonOptions,
        ...pageSources,
        flavour: flavorOption(['page', 'keep-a-changelog', 'github'] as const, 'page'),
        endpoint: {
          type: 'string',
          describe: 'Only the life of this endpoint, or of another subject',
          requiresArg: true,
          group: OUTPUT
        },
        part: {
          type: 'string',
          default: 'all',
          describe: `The whole page, or one part of it: ${PART_NAMES.join(', ')}`,
          requiresArg: true,
          group: OUTPUT
        },
        write: {
          type: 'string',
          describe: 'Fill the zones of this Markdown file; without one, of the pages in tenure.yaml',
          group: OUTPUT
        },
        check: {
          type: 'string',
          describe: 'Exit 1 with a diff where the zones of this file, or of those pages, are stale',
          group: OUTPUT
        },
        ...renderOptions
      })
      .example([
        ['tenure changelog > CHANGES.md', 'the whole page'],
        ['tenure changelog specs --flavour keep-a-changelog', 'from a folder with one description for each release'],
        ["tenure changelog --endpoint 'GET /v1/loans'", 'what happened to it, and when'],
        ['tenure changelog --write README.md', 'what stands between `<!-- tenure all -->` and `<!-- /tenure -->`']
      ]),
  () => import('../run/changelog.ts')
)

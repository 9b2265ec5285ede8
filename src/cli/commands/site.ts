import type {Argv} from 'yargs'
import {defineCommand} from '../command.ts'
import {commonOptions, defaultSourceOptions, OUTPUT} from '../options/options.ts'

export default defineCommand(
  'site',
  (builder: Argv) =>
    builder
      .positional('source', {
        type: 'string',
        describe: 'History, folder of API descriptions, or git repository with tags'
      })
      .options({
        ...commonOptions,
        ...defaultSourceOptions,
        output: {
          type: 'string',
          alias: 'o',
          describe: 'File to write: .html for the page, .svg for the picture',
          requiresArg: true,
          group: OUTPUT
        },
        internal: {
          type: 'boolean',
          describe: 'Include warnings about the history, remedies, approvers, evidence, and places in files',
          group: OUTPUT
        }
      })
      .example([
        ['tenure site --output site.html', 'the history of this folder as one page'],
        ['tenure site specs --policy kubernetes --output site.html', 'a folder with a description for each release'],
        ['tenure site --internal --output internal.html', 'with warnings and places, for your team'],
        ['tenure site --output timeline.svg', 'a picture for a README or a release page']
      ]),
  () => import('../run/site.ts')
)

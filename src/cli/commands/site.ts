import {defineCommand} from '../command.ts'
import {commonOptions, file, flag, OUTPUT, ownerOption, sourceArgument, sourceOptions} from '../options/options.ts'

export const siteCommand = defineCommand({
  summary: 'Write an HTML page with the lifecycle of every endpoint, or an SVG picture',
  arguments: {source: sourceArgument},
  options: {
    ...commonOptions,
    ...sourceOptions('Releases:'),
    output: {...file(OUTPUT, 'File to write: .html for the page, .svg for the picture or the badge'), alias: 'o'},
    feed: flag(OUTPUT, 'Write an Atom feed and a calendar next to each page, and link them'),
    badge: flag(OUTPUT, 'Write a badge that says what ends next'),
    owner: {
      ...ownerOption,
      describe: 'Only removals of this owner in the overview over several APIs, feeds, and the badge'
    },
    internal: flag(
      OUTPUT,
      'Include warnings about the history, remedies, approvers, evidence, places in files, and callers'
    )
  },
  examples: [
    ['tenure site --output site.html', 'the history of this folder as one page'],
    ['tenure site specs --policy kubernetes --output site.html', 'a folder with a description for each release'],
    ['tenure site --internal --output internal.html', 'with warnings and places, for your team'],
    ['tenure site --output timeline.svg', 'a picture for a README or a release page'],
    ['tenure site --feed --output public/index.html', 'also public/index.atom and public/index.ics to subscribe to'],
    ['tenure site --badge --output badge.svg', 'a badge that says what ends next, or what is overdue']
  ],
  forEachApi: 'report',
  load: () => import('../run/site.ts')
})

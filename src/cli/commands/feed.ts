import {defineCommand} from '../command.ts'
import {
  choice,
  commonOptions,
  file,
  filter,
  OUTPUT,
  ownerOption,
  sourceArgument,
  sourceOptions
} from '../options/options.ts'

export const feedCommand = defineCommand({
  summary: 'Write deprecations, sunsets, and removals as a feed or a calendar',
  arguments: {source: sourceArgument},
  options: {
    ...commonOptions,
    ...sourceOptions('Releases:'),
    format: {...choice(OUTPUT, ['atom', 'json', 'ical'], 'Format of the feed'), default: 'atom'},
    since: filter('Entries that changed since this day or release'),
    owner: ownerOption,
    output: {...file(OUTPUT, 'File to write instead of standard output'), alias: 'o'}
  },
  examples: [
    ['tenure feed --output feed.xml', 'all APIs as one Atom feed'],
    ['tenure feed --format ical --output sunsets.ics', 'a calendar that clients subscribe to'],
    ['tenure feed --format json --owner payments', 'a JSON Feed of what one team owns'],
    ['tenure feed --api loans --since 2026-01-01', 'what is new about one API']
  ],
  forEachApi: 'list',
  load: () => import('../run/feed.ts')
})

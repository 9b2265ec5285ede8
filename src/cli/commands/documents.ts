import {CHANGELOG_FORMS, NOTES_FORMS, READY_FORMS} from '@tenure/pages/commands/forms'
import {PART_NAMES} from '@tenure/pages/markdown/part-names'
import {defineCommand} from '../command.ts'
import {
  argument,
  choice,
  commonOptions,
  file,
  OUTPUT,
  ownerOption,
  required,
  sourceArgument,
  sourceOptions,
  text
} from '../options/options.ts'

const pageSources = sourceOptions('Releases, without a history:')
const internalOption = {
  type: 'boolean',
  describe: 'Include approvers, internal evidence, callers, and places in files',
  group: OUTPUT
} as const

const textFormat = {...choice(OUTPUT, ['markdown', 'json'], 'Output format'), default: 'markdown'} as const

/** Options for rendering a text in one of the forms. The first form is the default. */
const formOptions = (forms: readonly string[]) =>
  ({
    template: file(OUTPUT, `Form of the text: ${forms.join(', ')} (default: ${forms[0]}), or a Liquid template`),
    format: {...textFormat, describe: 'Output format; `json` is the data for templates'},
    internal: internalOption
  }) as const

/** A page whose path may be missing. */
const page = (describe: string) => ({type: 'string', describe, group: OUTPUT, isFile: true}) as const

export const changelogCommand = defineCommand({
  summary: 'Write the change history, or update the managed sections of a file',
  arguments: {source: sourceArgument},
  options: {
    ...commonOptions,
    ...pageSources,
    endpoint: text(OUTPUT, 'Write only the history of this endpoint, operation, prefix, or schema field'),
    part: {...text(OUTPUT, `Part to write: all, ${PART_NAMES.join(', ')}`), default: 'all'},
    since: text(OUTPUT, 'Write only the releases from this one on, or from this day on'),
    write: page('Update the managed sections of this Markdown file (default: all pages in tenure.yaml)'),
    check: page('Exit 1 with a diff if managed sections of this file are outdated (default: all pages in tenure.yaml)'),
    ...formOptions([...CHANGELOG_FORMS, ...READY_FORMS])
  },
  examples: [
    ['tenure changelog > CHANGES.md', 'the whole page'],
    ['tenure changelog specs --template keep-a-changelog', 'from a folder with a description for each release'],
    ['tenure changelog --since 2.3 --template github', 'what is new since a release'],
    ["tenure changelog --endpoint 'GET /v1/loans'", 'one endpoint'],
    ['tenure changelog --write README.md', 'update the text between `<!-- tenure all -->` and `<!-- /tenure -->`']
  ],
  forEachApi: 'page',
  load: () => import('../run/changelog.ts')
})

export const notesCommand = defineCommand({
  summary: 'Write release notes for one release or a range',
  arguments: {
    release: argument('Release (default: the newest), `next`, or a range `A..B`; `A..` goes up to the last one'),
    source: sourceArgument
  },
  options: {...commonOptions, ...pageSources, owner: ownerOption, ...formOptions([...NOTES_FORMS, ...READY_FORMS])},
  examples: [
    ['tenure notes 2.10', 'one release'],
    ['tenure notes 2.8..2.10', 'several releases as one'],
    ['tenure notes v1.16 specs', 'from a folder with a description for each release'],
    ['tenure notes next --template notes.md.liquid', 'with your own template']
  ],
  forEachApi: 'page',
  load: () => import('../run/notes.ts')
})

export const upgradeCommand = defineCommand({
  summary: 'Write an upgrade guide for clients',
  arguments: {
    from: required(argument('Release that the client uses now')),
    to: required(argument('Release to move to, also `next`')),
    source: sourceArgument
  },
  options: {
    ...commonOptions,
    ...pageSources,
    uses: file(OUTPUT, 'File with the endpoints that the client uses, one per line or as a JSON list'),
    internal: internalOption,
    format: textFormat
  },
  examples: [
    ['tenure upgrade 2.8 3.3', 'all steps from 2.8 to 3.3'],
    ['tenure upgrade v1.15 v1.16 specs --uses endpoints.txt', 'steps for one client']
  ],
  load: () => import('../run/upgrade.ts')
})

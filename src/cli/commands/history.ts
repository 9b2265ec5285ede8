import {documentationPage} from '../../model/documentation.ts'
import {defineCommand} from '../command.ts'
import {
  commonOptions,
  dryRunOption,
  file,
  fileArgument,
  flag,
  formatOption,
  INPUT,
  partOptions,
  required,
  sourceOptions,
  specOption,
  subjectArguments,
  text
} from '../options/options.ts'

const requiredSubject = {...subjectArguments, endpoint: required(subjectArguments.endpoint)} as const

const END = 'Deprecation:'

export const deprecateCommand = defineCommand({
  summary: 'Deprecate something in the next release',
  arguments: requiredSubject,
  options: {
    replacement: text(END, 'Endpoint or schema such as `GET /v2/x`, name of another field or value, or `none`'),
    sunset: text(END, 'Day or release (default: a day that is late enough for the next release)'),
    note: text(END, 'Text for readers'),
    via: text(END, 'Public statement that announces it, such as a mail or a page'),
    announced: text(END, 'Day of that statement (default: today)'),
    force: flag(END, 'Accept a sunset that the policy does not allow'),
    ...partOptions,
    ...commonOptions,
    spec: specOption,
    format: formatOption,
    'dry-run': dryRunOption
  },
  examples: [
    ["tenure deprecate 'GET /v1/loans' --replacement 'GET /v2/loans'", 'sunset with time for the next release'],
    ["tenure deprecate 'GET /v1/loans' --field due --in response --replacement none", 'one field'],
    ["tenure deprecate '/v1/**' --sunset 2028-01-01", 'everything below a path, on a later day'],
    ["tenure deprecate 'GET /v1/loans' --replacement none --via 'mail to all users'", 'announced today, by mail']
  ],
  isProse: true,
  load: () => import('../run/deprecate.ts')
})

const WAIVER = 'Waiver:'

export const waiveCommand = defineCommand({
  summary: 'Add a waiver for an unreleased change',
  arguments: requiredSubject,
  options: {
    reason: text(WAIVER, 'One of the reasons that the policy lists'),
    approver: text(WAIVER, 'Who approved it'),
    until: text(WAIVER, 'Last day on which it applies'),
    rule: text(WAIVER, 'Waive only findings of this rule'),
    kind: text(WAIVER, `Waive only changes of this kind, as in ${documentationPage('reference/changes')}`),
    about: text(WAIVER, 'Waive only changes with this value of `about`, which `check` prints'),
    note: text(WAIVER, 'Text that explains why'),
    evidence: text(WAIVER, 'Link to supporting evidence'),
    ...partOptions,
    ...commonOptions,
    base: file(INPUT, 'What `check` compares with (a git revision or a file), if not the default'),
    'dry-run': dryRunOption
  },
  examples: [
    ["tenure waive 'GET /v1/loans' --reason security --approver ops@library.example", 'approved today'],
    ["tenure waive 'GET /v1/loans' --reason bug-fix --approver ops --kind value-added", 'one kind of change']
  ],
  isProse: true,
  load: () => import('../run/waive.ts')
})

const RELEASE = 'One release:'
const ALL = 'All releases:'

export const recordCommand = defineCommand({
  summary: 'Record the changes of a release, of all releases, or of a changelog',
  arguments: {source: fileArgument('With --all: folder of API descriptions, or git repository with tags')},
  options: {
    release: text(RELEASE, 'Name of the release to record'),
    date: text(RELEASE, 'Day, month, or year of the release (default: the day of --as-of)'),
    base: file(RELEASE, 'Description before it: a git revision or file (default: the tag of the last release)'),
    all: flag(ALL, 'Record all releases of a source'),
    releases: sourceOptions(ALL).releases,
    since: text(ALL, 'Release to begin with, or a day: earlier ones are left out'),
    output: {
      ...file(ALL, 'File or folder to write (default: the history in the config file, or api-history)'),
      alias: 'o'
    },
    force: flag(ALL, 'Overwrite the file'),
    overlay: {
      ...{type: 'string', group: 'An overlay:', isFile: true},
      describe: 'Write deprecations, sunsets, and replacements as OpenAPI Overlay (default output: standard output)'
    },
    import: file('A changelog:', 'Convert this Markdown file (default output: standard output)'),
    upgrade: flag(
      'Files of an older version:',
      'Rewrite configuration, policies, histories, and calls in scripts and CI recipes from the words of an older version'
    ),
    ...commonOptions,
    spec: specOption,
    'dry-run': dryRunOption
  },
  examples: [
    ["tenure record --all . --releases 'tags:v*'", 'start with the whole history of this repository'],
    ['tenure record --release 3.1', 'changes since the last recorded release'],
    ['tenure record --release 3.1 --base main --dry-run', 'preview against another base'],
    ['tenure record --import CHANGES.md -o history.yaml', 'convert a changelog, and list the lines to look at'],
    ['tenure record --overlay overlay.yaml', 'deprecations for a description that is generated'],
    ['tenure record --upgrade', 'rewrite files of an older version']
  ],
  forEachApi: 'report',
  isProse: true,
  load: () => import('../run/record.ts')
})

import {documentationPage} from '../../model/documentation.ts'
import {DIRECTIONS} from '../../model/verdict/compatibility-direction.ts'
import {defineCommand} from '../command.ts'
import {
  choice,
  commonOptions,
  failOnOption,
  file,
  fileArgument,
  filter,
  formatOption,
  INPUT,
  reportFormatOption,
  reportFormatsOption,
  required,
  specOption,
  text,
  verboseOption
} from '../options/options.ts'

export const checkCommand = defineCommand({
  summary: 'Check unreleased changes against the policy',
  arguments: {},
  options: {
    ...commonOptions,
    base: file(
      INPUT,
      'Compare with this git revision, file, or `latest-release` (default: `base` in `tenure.yaml`, else where this branch left its target)'
    ),
    target: text(INPUT, 'Branch whose policy, configuration, and waivers decide (default: as CI names it)'),
    spec: specOption,
    generate: text(
      INPUT,
      'Command that writes the description, if git has none (default: as the target configures it)'
    ),
    traffic: file(INPUT, 'Folder outside of the repository with a table of traffic (default: as the target has it)'),
    approvals: file(INPUT, 'File with the reviews of this change, written by CI outside of the repository'),
    format: reportFormatsOption,
    'fail-on': failOnOption(
      'Result that fails the check; with `undetermined`, violations do, too (default: violation)'
    ),
    verbose: verboseOption
  },
  examples: [
    ['tenure check', 'changes of this branch, checked as if released today'],
    ['tenure check --base origin/main --spec api/library.yaml', 'in CI, with an explicit base and description'],
    ['tenure check --base latest-release', 'compare with the newest release that the branch descends from'],
    ['tenure check --base old.yaml --spec new.yaml', 'compare two files'],
    ['tenure check --spec src/server.ts', 'server code'],
    ['tenure check --fail-on undetermined --format stylish,sarif=out.sarif', 'also fail if something is undetermined']
  ],
  load: () => import('../run/check.ts')
})

const {history: _, ...withoutHistory} = commonOptions

export const diffCommand = defineCommand({
  summary: 'Compare two API descriptions and find breaking changes',
  arguments: {
    old: {
      ...required(fileArgument('Older description: a file, `-`, or `REVISION:PATH`')),
      isStandardInput: true
    },
    new: {...required(fileArgument('Newer description')), isStandardInput: true}
  },
  options: {
    ...withoutHistory,
    direction: choice(
      INPUT,
      DIRECTIONS,
      'Old clients with new servers (`backward`, the default), new clients with old ones (`forward`), or both'
    ),
    path: filter('Paths: `/v1/loans`, `/v1/**`, `GET /v1/loans`, `GET /**`'),
    tag: filter('Tags of operations'),
    stability: filter('Stability levels of operations, such as `ga,beta`'),
    kind: {...filter(`Kinds of change, as in ${documentationPage('reference/changes')}`), isList: true},
    format: reportFormatOption,
    'fail-on': failOnOption(
      'Result that fails the command: `violation` (breaking changes, too), `undetermined` (both), or `never` (default)'
    ),
    verbose: {
      ...verboseOption,
      describe:
        'Show each change and operation of a line, documentation changes, all of long sections, and policy clauses'
    }
  },
  examples: [
    ['tenure diff old.yaml new.yaml', 'two files'],
    ['tenure diff v3.0.0:src/server.ts src/server.ts', 'server code'],
    ['tenure diff main:openapi.yaml openapi.yaml --fail-on violation', 'compare with the main branch'],
    ['tenure diff old.yaml new.yaml --direction forward', 'new clients with old servers'],
    ["tenure diff v1.json v2.json --path '/v1/**' --kind field-removed", 'part of it']
  ],
  load: () => import('../run/diff.ts')
})

export const nextVersionCommand = defineCommand({
  summary: 'Print the version that the changes need',
  arguments: {
    old: fileArgument('Older description (default: that of the base, as for `check`)'),
    new: fileArgument('Newer description (default: that of the working tree)')
  },
  options: {
    ...commonOptions,
    base: file(INPUT, 'Compare with this git revision or file (default: where this branch left its target)'),
    target: text(INPUT, 'Branch whose policy and configuration decide (default: as CI names it)'),
    spec: specOption,
    name: text(INPUT, 'Name of the next version, if versions have names'),
    review: choice(INPUT, ['breaking', 'compatible'], 'Effect of changes that may be breaking'),
    format: formatOption
  },
  examples: [
    ['tenure next-version', 'after the changes of this branch'],
    ['tenure next-version --base latest-release', 'after all changes since the last release'],
    ['tenure next-version old.yaml new.yaml', 'two files'],
    ['npm version "$(tenure next-version --base latest-release)"', 'in a release script']
  ],
  forEachApi: 'report',
  load: () => import('../run/next-version.ts')
})

import {FAIL_ON} from '../../model/verdict/fail-on.ts'
import {REPORT_FORMATS} from '../../outputs/report/formats.ts'

// Options that several commands share.

export const INPUT = 'Input:'
export const OUTPUT = 'Output:'
const PART = 'Only a part of it:'
const FILTER = 'Filters (comma-separated):'

/** An option that several commands share. Their help names it, and `tenure help options` explains it. */
const shared = (describe: string) =>
  ({type: 'string', describe, requiresArg: true, group: INPUT, hidden: true}) as const

export const commonOptions = {
  history: shared('History file, or folder with service.yaml'),
  policy: shared('Name of a preset, or policy file'),
  config: shared('Config file (default: the nearest tenure.yaml)'),
  plugins: {type: 'boolean', describe: 'Run the plugins that the config file lists', group: INPUT, hidden: true},
  api: shared('One of the APIs that the config file lists'),
  'as-of': shared('Check as of this day instead of today')
} as const

/** Names of the shared options among the options of a command, as its help shows them. Empty if it has none. */
export function sayShared(options: Readonly<Record<string, {readonly hidden?: boolean | undefined}>>): string {
  const names = Object.entries(options).flatMap(([name, {hidden}]) => (hidden ? [`--${name}`] : []))
  return names.length === 0 ? '' : `Shared options (\`tenure help options\` explains them): ${names.join(', ')}`
}

/** What `tenure help options` prints. */
export const sharedOptionsPage = (): string =>
  `Options that most commands share; the help of a command names those that it takes:\n${Object.entries(commonOptions)
    .map(([name, {describe}]) => `  ${`--${name}`.padEnd(11)}${describe}`)
    .join('\n')}\n`

export const formatOption = {
  type: 'string',
  choices: ['stylish', 'json'] as const,
  default: 'stylish' as const,
  describe: 'Output format',
  requiresArg: true,
  group: OUTPUT
} as const

export const failOnOption = (describe: string) =>
  ({type: 'string', choices: FAIL_ON, describe, requiresArg: true, group: OUTPUT}) as const

export const verboseOption = {
  type: 'boolean',
  default: false,
  describe: 'Show policy clauses, and all names of a group',
  group: OUTPUT
} as const

export const filterOption = (describe: string) =>
  ({type: 'string', describe, requiresArg: true, group: FILTER}) as const

const part = (describe: string) => ({type: 'string', describe, requiresArg: true, group: PART}) as const

/** Parts of a subject, named like the keys of history files. */
export const partOptions = {
  field: part('Name of a field'),
  parameter: part('Name of a parameter'),
  header: part('Name of a header'),
  value: part('Value of an enum, or of this field, parameter, or header'),
  in: {
    type: 'string',
    choices: ['request', 'response'] as const,
    describe: 'Where the part is: in requests or in responses',
    requiresArg: true,
    group: PART
  }
} as const

/** Where reports go, in which formats. */
export const reportFormatOption = {
  type: 'string',
  describe:
    `Formats, comma-separated: ${REPORT_FORMATS.join(', ')}; FORMAT=FILE writes to a file ` +
    '(default: depends on the CI system)',
  requiresArg: true,
  group: OUTPUT
} as const

/** How far a report looks ahead. */
export const withinOption = {
  type: 'string',
  default: '90d',
  describe: 'How far to look ahead, such as 90d, 12w, 6m, 1y',
  requiresArg: true,
  group: INPUT
} as const

/** Options that select releases outside of a history file, under the given help heading. */
export function createSourceOptions(group: string) {
  const source = (describe: string) => ({type: 'string', describe, requiresArg: true, group}) as const
  return {
    releases: source(
      'What is read as releases: tags, such as `tags:v*`, or the commits of a branch, such as `branch:main`'
    ),
    spec: source('Path of the API description in the repository')
  } as const
}

export const defaultSourceOptions = createSourceOptions('Releases:')

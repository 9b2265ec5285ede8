import {FAIL_ON} from '../../model/verdict/fail-on.ts'
import {REPORT_FORMATS} from '../../outputs/report/formats.ts'
import type {OptionMap} from '../command.ts'

// Kinds of options, and the options and arguments that several commands share.

export const INPUT = 'Input:'
export const OUTPUT = 'Output:'
const PART = 'Only a part of it:'

export const argument = (describe: string) => ({type: 'string', describe}) as const
export const fileArgument = (describe: string) => ({...argument(describe), isFile: true}) as const
export const required = <Argument>(option: Argument) => ({...option, demandOption: true}) as const

export const text = (group: string, describe: string) => ({type: 'string', describe, requiresArg: true, group}) as const
export const file = (group: string, describe: string) => ({...text(group, describe), isFile: true}) as const
export const choice = <const Choices extends readonly string[]>(group: string, choices: Choices, describe: string) =>
  ({...text(group, describe), choices}) as const
export const flag = (group: string, describe: string) => ({type: 'boolean', default: false, describe, group}) as const
export const filter = (describe: string) => text('Filters (comma-separated):', describe)

/** Options that most commands share. Their help names them, and `tenure help options` explains them. */
export const commonOptions = {
  history: {...file(INPUT, 'History file, or folder with service.yaml'), hidden: true},
  policy: {...file(INPUT, 'Name of a preset, or policy file'), hidden: true},
  config: {...file(INPUT, 'Config file (default: the nearest tenure.yaml)'), hidden: true},
  plugins: {type: 'boolean', describe: 'Run the plugins that the config file lists', group: INPUT, hidden: true},
  api: {...text(INPUT, 'One of the APIs that the config file lists'), isApi: true, hidden: true},
  'as-of': {...text(INPUT, 'Check as of this day instead of today'), hidden: true}
} as const

/** Names of the shared options among the options of a command. */
export const sharedOf = (options: OptionMap): string[] =>
  Object.entries(options).flatMap(([name, {hidden}]) => (hidden ? [`--${name}`] : []))

/** What `tenure help options` prints. */
export const sharedOptionsPage = (): string =>
  `Options that most commands share; the help of a command names those that it takes:\n${Object.entries(commonOptions)
    .map(([name, {describe}]) => `  ${`--${name}`.padEnd(11)}${describe}`)
    .join('\n')}\n`

export const formatOption = {...choice(OUTPUT, ['stylish', 'json'], 'Output format'), default: 'stylish'} as const

/** Format of a report that is printed. */
export const reportFormatOption = {...formatOption, choices: REPORT_FORMATS} as const

/** Where reports go, in which formats. */
export const reportFormatsOption = {
  ...text(
    OUTPUT,
    `Formats, comma-separated: ${REPORT_FORMATS.join(', ')}; FORMAT=FILE writes to a file (default: depends on the CI system)`
  ),
  isList: true,
  isRepeatable: true
} as const

export const failOnOption = (describe: string) => choice(OUTPUT, FAIL_ON, describe)

export const verboseOption = flag(OUTPUT, 'Show policy clauses, and all names of a group')

export const dryRunOption = flag(OUTPUT, 'Print what would be written, without writing it')

export const specOption = file(INPUT, 'API description (default: a file with a usual name)')

/** How far a list of removals looks ahead. */
export const LOOK_AHEAD = '90d'
export const withinOption = text(INPUT, 'How far to look ahead, such as 90d, 12w, 6m, 1y')

export const sourceArgument = fileArgument('History, folder of API descriptions, or git repository with tags')

/** The owner is as for reviews: by the description, the configuration, or `CODEOWNERS`. */
export const ownerOption = text(INPUT, 'Only what belongs to this owner, a person or a team')

/** What a command is about. */
export const subjectArguments = {
  endpoint: argument(
    '`METHOD /path`, `/prefix/**`, `operation Name`, `Type.field`, `tool NAME`, or `GROUP/VERSION KIND`'
  ),
  path: argument('Path or name, if not quoted together with the method')
} as const

/** Parts of a subject, named like the keys of history files. */
export const partOptions = {
  field: text(PART, 'Name of a field'),
  parameter: text(PART, 'Name of a parameter'),
  header: text(PART, 'Name of a header'),
  value: text(PART, 'Value of an enum, or of this field, parameter, or header'),
  in: choice(PART, ['request', 'response'], 'Where the part is: in requests or in responses')
} as const

/** Options that select releases outside of a history file, under the given help heading. */
export const sourceOptions = (group: string) =>
  ({
    releases: text(
      group,
      'What is read as releases: tags, such as `tags:v*`, or the commits of a branch, such as `branch:main`'
    ),
    spec: file(group, 'Path of the API description in the repository')
  }) as const

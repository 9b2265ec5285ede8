// Options that several commands share.

export const RECORD = 'The record and its judge:'
export const OUTPUT = 'The answer:'
const SUBJECT = 'A part of the subject:'
const FILTER = 'Leave only (lists are divided by commas):'

export const commonOptions = {
  history: {
    type: 'string',
    describe: 'The history: a file, or a folder with service.yaml',
    requiresArg: true,
    group: RECORD
  },
  policy: {type: 'string', describe: "The policy: a preset's name or a file", requiresArg: true, group: RECORD},
  config: {type: 'string', describe: 'The configuration, if not ./tenure.yaml', requiresArg: true, group: RECORD},
  plugins: {type: 'boolean', describe: 'Run the plugins that the configuration lists', group: RECORD},
  api: {type: 'string', describe: 'Which of the APIs that the configuration lists', requiresArg: true, group: RECORD},
  'as-of': {type: 'string', describe: 'Judge as of this day instead of today', requiresArg: true, group: RECORD}
} as const

export const formatOption = {
  type: 'string',
  choices: ['stylish', 'json'] as const,
  default: 'stylish' as const,
  describe: 'For people or for programs',
  requiresArg: true,
  group: OUTPUT
} as const

const outputFlag = (describe: string) => ({type: 'boolean', default: false, describe, group: OUTPUT}) as const

export const strictOption = outputFlag('Exit 3 where something is undetermined')

export const verboseOption = outputFlag('Show the policy clauses that decided, and all names of a group')

export const filterOption = (describe: string) =>
  ({type: 'string', describe, requiresArg: true, group: FILTER}) as const

const part = (describe: string) => ({type: 'string', describe, requiresArg: true, group: SUBJECT}) as const

/** Parts of a subject, named like the keys of history files. */
export const partOptions = {
  field: part('A field of it'),
  parameter: part('A parameter of it'),
  header: part('A header of it'),
  value: part('An enum value of it, or of the part above'),
  in: {
    type: 'string',
    choices: ['request', 'response'] as const,
    describe: 'The side on which the part is seen',
    requiresArg: true,
    group: SUBJECT
  }
} as const

/** Options that can be repeated, such as `--format stylish --format sarif=out.sarif`. */
const LISTS: Readonly<Record<string, readonly string[]>> = {check: ['format'], usages: ['format', 'base-url']}

/** Joins repeated options into one comma-separated list. */
export const joinRepeatedOptions = (args: readonly string[]): string[] =>
  (LISTS[args[0] ?? ''] ?? []).reduce((all, name) => withList(all, name), [...args])

function withList(args: readonly string[], name: string): string[] {
  const option = `--${name}`
  const values: string[] = []
  const rest: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const next = args[at + 1]
    if (arg.startsWith(`${option}=`)) values.push(arg.slice(option.length + 1))
    else if (arg === option && next !== undefined && !next.startsWith('-')) {
      values.push(next)
      at++
    } else rest.push(arg)
  }
  return values.length === 0 ? rest : [...rest, `${option}=${values.join(',')}`]
}

/** Options of the commands that can fail a pipeline: reports and baselines. */
export const reportOptions = {
  format: {
    type: 'string',
    describe:
      'Reports: stylish, json, markdown, github, gitlab, sarif, junit; several by commas, into files with `=`: ' +
      'stylish,sarif=out.sarif',
    requiresArg: true,
    group: OUTPUT
  },
  baseline: {
    type: 'string',
    describe: 'Findings that are in this file do not fail',
    requiresArg: true,
    group: OUTPUT
  },
  'write-baseline': {
    type: 'string',
    describe: 'Write what is found now into this file, and do not fail',
    requiresArg: true,
    group: OUTPUT
  }
} as const

/** Options that select releases outside of a history file, under the given help heading. */
export function createSourceOptions(group: string) {
  const source = (describe: string) => ({type: 'string', describe, requiresArg: true, group}) as const
  return {
    tags: source('The tags that are releases: a pattern, as `v*`'),
    branch: source('A branch whose commits are the releases'),
    spec: source('The description, by its path in the repository'),
    dates: source('A file with the dates of the releases, by their names')
  } as const
}

export const defaultSourceOptions = createSourceOptions('Where the releases are:')

/** Commands by group: usage in yargs notation, and a description. */
const GROUPS = {
  'Check changes': {
    check: ['check', 'Check unreleased changes against the policy'],
    diff: ['diff <old> <new>', 'Compare two API descriptions and find breaking changes'],
    audit: ['audit [source]', 'Check all releases so far against the policy'],
    'next-version': ['next-version [old] [new]', 'Print the version that the changes need']
  },
  'Plan removals': {
    due: ['due [endpoint] [path]', 'Show when something can be removed, and why, or list all removals that are due']
  },
  'Write documents': {
    changelog: ['changelog [source]', 'Write the change history, or update the managed sections of a file'],
    notes: ['notes [release] [source]', 'Write release notes for one release or a range'],
    upgrade: ['upgrade <from> <to> [source]', 'Write an upgrade guide for clients'],
    site: ['site [source]', 'Write an HTML page with the lifecycle of every endpoint, or an SVG picture']
  },
  'Find callers': {
    usages: ['usages [dir]', 'Find calls to deprecated or removed endpoints in client code']
  },
  'Check many APIs': {
    report: ['report', 'Report violations, due removals, and slow movers of all APIs, or query facts about them']
  },
  'Keep the history': {
    init: ['init', 'Create tenure.yaml'],
    deprecate: ['deprecate <endpoint> [path]', 'Deprecate something in the next release'],
    waive: ['waive <endpoint> [path]', 'Add a waiver for an unreleased change'],
    record: ['record [source]', 'Record the changes of a release, of all releases, or of a changelog']
  },
  'Look up rules and kinds of change': {
    explain: ['explain [id]', 'List all rules, or explain a rule or a kind of change with examples']
  },
  'Set up your shell': {
    completion: ['completion <shell>', 'Print a script that completes commands, options, and values']
  }
} as const satisfies Record<string, Record<string, readonly [usage: string, describe: string]>>

type Groups = typeof GROUPS
export type CommandName = {[Group in keyof Groups]: keyof Groups[Group]}[keyof Groups] & string

const COMMANDS: Readonly<Record<string, readonly [string, string]>> = Object.assign({}, ...Object.values(GROUPS))

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS)

export const isCommandName = (text: string): text is CommandName => Object.hasOwn(COMMANDS, text)

/** Reads `help COMMAND` as `COMMAND --help`. A name that is no command is left for its error. */
export function askForHelp(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args
  if (first !== 'help') return args
  return rest.length === 0 || isCommandName(rest[0] ?? '') ? [...rest, '--help'] : rest
}

/** Usage line of a command. */
export const usageOf = (name: string): string => COMMANDS[name]?.[0] ?? name

/** Usage line and description of a command. */
export const describeCommand = (name: CommandName): {usage: string; describe: string} => ({
  usage: usageOf(name),
  describe: COMMANDS[name]?.[1] ?? ''
})

/** First part of the output of `tenure --help`. */
export function overview(): string {
  const width = Math.max(...Object.values(COMMANDS).map(([usage]) => usage.length))
  const groups = Object.entries(GROUPS).map(([title, commands]) =>
    [title, ...Object.values(commands).map(([usage, describe]) => `  tenure ${usage.padEnd(width)}  ${describe}`)].join(
      '\n'
    )
  )
  return [
    'tenure COMMAND [OPTIONS]',
    'Keeps your API deprecation policy: checks changes, plans removals, and writes the changelog.',
    ...groups
  ].join('\n\n')
}

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
    'fleet run': ['fleet run <list>', 'Collect facts about all APIs of a list in a folder of Parquet files'],
    'fleet query': ['fleet query <sql> <folder>', 'Query the facts about many APIs with SQL'],
    'fleet report': ['fleet report <folder>', 'Report violations, due removals, and slow movers across many APIs'],
    worker: ['worker', 'Read one job a line as JSON, and print facts about its API as one line']
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

/** Name of a command as one word, because yargs takes a second word for an argument. */
export const joinCommandName = (name: string): string => name.replace(' ', '-')

/** Arguments with the name of the command as one word. */
export function joinFirstName(args: readonly string[]): string[] {
  const first = args.findIndex(isCommandName)
  return args.map((arg, at) => (at === first ? joinCommandName(arg) : arg))
}

/** Reads `help COMMAND` as `COMMAND --help`. A name that is no command is left for its error. */
export function askForHelp(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args
  if (first !== 'help') return args
  const isKnown = rest.length === 0 || [1, 2].some(words => isCommandName(rest.slice(0, words).join(' ')))
  return isKnown ? [...rest, '--help'] : rest
}

/** Puts the two words of a command such as `fleet run` into one argument. Options can stand before it. */
export function joinCommandWords(args: readonly string[]): string[] {
  const nameAt = (at: number): string => `${args[at]} ${args[at + 1]}`
  const start = args.findIndex((arg, at) => isCommandName(arg) || isCommandName(nameAt(at)))
  return start === -1 || isCommandName(args[start] ?? '')
    ? [...args]
    : [...args.slice(0, start), nameAt(start), ...args.slice(start + 2)]
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

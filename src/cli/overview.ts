/** Commands by group: usage in yargs notation, and a description. */
const GROUPS = {
  'Is it allowed, and was it?': {
    check: ['check', 'Is this change allowed? Judges what has not shipped'],
    diff: ['diff <old> <new>', 'What differs between two API descriptions, and what it breaks'],
    audit: ['audit [source]', 'Was the policy followed? Every end and breaking change so far']
  },
  'What may go, and when?': {
    when: ['when <subject> [path]', 'The earliest day on which it may end, and why'],
    due: ['due', 'What may go now, what is overdue, what is coming']
  },
  'What has changed, and when?': {
    changelog: ['changelog [source]', 'The change history as Markdown; fills or checks the zones of a file'],
    notes: ['notes [release] [source]', 'One release as Markdown, or several as one step'],
    upgrade: ['upgrade <from> <to> [source]', 'What a client must do to go from one release to another'],
    site: ['site [source]', 'A page with the life of every endpoint, or a picture of it for a README']
  },
  'Who still calls it?': {
    usages: ['usages [dir]', 'Where the code of clients calls what is deprecated or has ended']
  },
  'Keep the record': {
    init: ['init', 'Begin a record here: what is found, and what is lacking'],
    deprecate: ['deprecate <subject> [path]', 'Announce an end in what is not yet released, as early as is lawful'],
    waive: ['waive <subject> [path]', 'Write down an exception for what is not yet released'],
    record: ['record [source]', 'Write down what a release changes, or all that a source shows'],
    import: ['import <file>', 'A Markdown change history into a history file']
  },
  'Look up': {
    rules: ['rules', 'All rules, a line each'],
    explain: ['explain <rule>', 'What a rule asks, why, and its examples']
  }
} as const satisfies Record<string, Record<string, readonly [usage: string, describe: string]>>

type Groups = typeof GROUPS
export type CommandName = {[Group in keyof Groups]: keyof Groups[Group]}[keyof Groups] & string

const COMMANDS: Readonly<Record<string, readonly [string, string]>> = Object.assign({}, ...Object.values(GROUPS))

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS)

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
    'Keeps the life of every API endpoint version, judges it, and writes it down.',
    ...groups
  ].join('\n\n')
}

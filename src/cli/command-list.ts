import {inputError} from '../model/input-error.ts'
import type {Command} from './command.ts'
import {checkCommand, diffCommand, nextVersionCommand} from './commands/changes.ts'
import {changelogCommand, notesCommand, upgradeCommand} from './commands/documents.ts'
import {feedCommand} from './commands/feed.ts'
import {headersCommand} from './commands/headers.ts'
import {deprecateCommand, recordCommand, waiveCommand} from './commands/history.ts'
import {probeCommand} from './commands/probe.ts'
import {completionCommand, explainCommand, initCommand, usagesCommand} from './commands/project.ts'
import {auditCommand, dueCommand, reportCommand} from './commands/releases.ts'
import {siteCommand} from './commands/site.ts'
import {trafficCommand} from './commands/traffic.ts'

/** All commands, in the groups of `tenure --help`. */
export const GROUPS = {
  'Check changes': {
    check: checkCommand,
    diff: diffCommand,
    audit: auditCommand,
    'next-version': nextVersionCommand
  },
  'Plan removals': {due: dueCommand},
  'Write documents': {
    changelog: changelogCommand,
    notes: notesCommand,
    upgrade: upgradeCommand,
    site: siteCommand
  },
  'Announce removals': {feed: feedCommand, headers: headersCommand, probe: probeCommand},
  'Find callers': {usages: usagesCommand, traffic: trafficCommand},
  'Check many APIs': {report: reportCommand},
  'Keep the history': {
    init: initCommand,
    deprecate: deprecateCommand,
    waive: waiveCommand,
    record: recordCommand
  },
  'Look up rules and kinds of change': {explain: explainCommand},
  'Set up your shell': {completion: completionCommand}
} as const satisfies Record<string, Record<string, Command>>

type Groups = typeof GROUPS
export type CommandName = {[Group in keyof Groups]: keyof Groups[Group]}[keyof Groups]

export const COMMANDS: Readonly<Record<CommandName, Command>> = Object.assign({}, ...Object.values(GROUPS))

export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[]

export const isCommandName = (text: string): text is CommandName => Object.hasOwn(COMMANDS, text)

/** Usage line of a command, in the notation of yargs: `diff <old> <new>`. */
export const usageOf = (name: CommandName): string =>
  [
    name,
    ...Object.entries(COMMANDS[name].arguments).map(([each, {demandOption, array}]) => {
      const named = array ? `${each}..` : each
      return demandOption ? `<${named}>` : `[${named}]`
    })
  ].join(' ')

/** Throws an `InputError` if a switch has a value other than `true` or `false`, which yargs would read as `false`. */
export function assertSwitches(args: readonly string[], names: readonly CommandName[]): void {
  for (const arg of args) {
    const [, name = ''] = /^--([\w-]+)=(?!(?:true|false)$)/.exec(arg) ?? []
    if (names.some(each => COMMANDS[each].options[name]?.type === 'boolean'))
      throw inputError(`\`--${name}\` takes no value. Write it alone.`)
  }
}

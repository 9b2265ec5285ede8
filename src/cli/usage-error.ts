import type {Context} from '../context/context.ts'
import {suggestChoices, suggestWord} from '../text/format-choices.ts'
import {COMMAND_NAMES, type CommandName, isCommandName, usageOf} from './command-list.ts'
import {sanitizeLines} from './failure.ts'
import type {WrongUsage} from './parse-arguments.ts'

/** Prints a usage error of yargs: what is wrong, and what was probably meant. */
export function printUsageError({message, options}: WrongUsage, args: readonly string[], context: Context): void {
  const command = args.find(isCommandName)
  const rewritten = rewriteMessage(message, args, {command, options})
  const help = command ? `Run \`tenure ${command} --help\` for its options.` : 'Run `tenure --help` for all commands.'
  context.err(`${sanitizeLines(rewritten === undefined ? message : `${rewritten}\n${help}`)}\n`)
}

interface KnownNames {
  readonly command: CommandName | undefined
  readonly options: readonly string[]
}

function rewriteMessage(message: string, args: readonly string[], known: KnownNames): string | undefined {
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/s.exec(message)?.[1]
  if (unknown !== undefined) {
    return unknown
      .split(', ')
      .map(name => sayUnknown(name, args, known))
      .join('\n')
  }
  const choice = /Argument: (.*), Given: (.*), Choices: (.*)$/s.exec(message)
  if (choice) return sayChoice(choice.slice(1, 4) as [string, string, string])
  const option = /^Not enough arguments following: (.*)$/s.exec(message)?.[1]
  if (option !== undefined) return `\`--${option}\` needs a value.`
  if (!known.command || !message.startsWith('Not enough non-option arguments')) return undefined
  return `An argument is missing. Usage: \`tenure ${usageOf(known.command)}\``
}

function sayUnknown(name: string, args: readonly string[], {command, options}: KnownNames): string {
  const given = args.find(arg => arg.startsWith('-') && arg.replace(/^--?(?:no-)?/, '').replace(/=.*$/s, '') === name)
  if (given !== undefined) {
    const positional = command === undefined ? '' : usageOf(command)
    const known = options.filter(option => option.length > 1 && !new RegExp(`[<[]${option}\\b`).test(positional))
    const owner = command === undefined ? '`tenure`' : `\`${command}\``
    const suggestion = suggestWord(name, known).replace('`', '`--')
    return `\`${given.replace(/=.*$/s, '')}\` isn't an option of ${owner}.${suggestion}`
  }
  return command === undefined
    ? `\`${name}\` isn't a command.${suggestWord(name, COMMAND_NAMES)}`
    : `\`${name}\` is one argument too many. Usage: \`tenure ${usageOf(command)}\``
}

function sayChoice([name, given, choices]: [string, string, string]): string {
  const bare = (text: string): string => text.replace(/^"|"$/g, '')
  const known = choices.split(', ').map(bare)
  return `\`--${name}\` can't be \`${bare(given)}\`.${suggestChoices(bare(given), known)}`
}

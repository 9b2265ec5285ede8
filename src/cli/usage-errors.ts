import {findClosestWord} from '../model/subject/closest-word.ts'
import {COMMAND_NAMES, usageOf} from './overview.ts'

// Separate from the list formatter of the readers, which would load the file-reading code in every command.
const listNames = (words: readonly string[]): string => words.map(word => `\`${word}\``).join(', ')

/** Rewrites a usage error of yargs: what was found, what's expected, and a suggestion. */
export function rewriteUsageError(message: string, args: readonly string[], options: readonly string[]): string {
  const command = args.find(arg => COMMAND_NAMES.includes(arg))
  const rewritten = rewriteMessage(message, args, {command, options})
  return rewritten === undefined ? message : `${rewritten}\nTry \`${command ? `tenure ${command}` : 'tenure'} --help\`.`
}

interface KnownNames {
  readonly command: string | undefined
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
  if (option !== undefined) return `Unexpected lack of a value after \`--${option}\`, expected one`
  if (!known.command || !message.startsWith('Not enough non-option arguments')) return undefined
  return `Unexpected lack of an argument, expected \`tenure ${usageOf(known.command)}\``
}

function sayUnknown(name: string, args: readonly string[], {command, options}: KnownNames): string {
  const given = args.find(arg => arg.startsWith('-') && arg.replace(/^--?(?:no-)?/, '').replace(/=.*$/s, '') === name)
  if (given !== undefined) {
    const positional = command === undefined ? '' : usageOf(command)
    const known = options.filter(option => option.length > 1 && !new RegExp(`[<[]${option}\\b`).test(positional))
    const list = listNames(known.map(each => `--${each}`))
    return `Unexpected option \`${given.replace(/=.*$/s, '')}\`, expected one of ${list}${suggest(name, known, '--')}`
  }
  return command === undefined
    ? `Unexpected command \`${name}\`, expected one of ${listNames(COMMAND_NAMES)}${suggest(name, COMMAND_NAMES)}`
    : `Unexpected argument \`${name}\`, expected \`tenure ${usageOf(command)}\``
}

function sayChoice([name, given, choices]: [string, string, string]): string {
  const bare = (text: string): string => text.replace(/^"|"$/g, '')
  const known = choices.split(', ').map(bare)
  return `Unexpected \`${bare(given)}\` for \`--${name}\`, expected one of ${listNames(known)}${suggest(bare(given), known)}`
}

function suggest(word: string, known: readonly string[], before = ''): string {
  const suggestion = findClosestWord(word, known)
  return suggestion === undefined ? '' : ` (did you mean \`${before}${suggestion}\`?)`
}

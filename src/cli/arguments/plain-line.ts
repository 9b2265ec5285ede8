import type {Options} from 'yargs'
import type {DescribedOptions} from '../command.ts'

/** Text that no reader of command lines takes for anything but itself: yargs takes a last `help` for the option. */
const PLAIN = /^(?!-|(?:help|h|version|v)$)[^"']+$/

/** Keys of an option's definition that are only for help, or that are handled here. */
const READ: ReadonlySet<string> = new Set([
  ...['type', 'describe', 'group', 'hidden', 'requiresArg'],
  ...['choices', 'default', 'demandOption', 'coerce']
])

/**
 * Options of a command line that leaves nothing to interpret, as yargs would read them: loading yargs takes longer than
 * most comparisons. `undefined` for any other line.
 *
 * @param args what follows the name of the command
 * @param usage usage line of the command
 */
export function readPlainLine(
  args: readonly string[],
  {options, positionals}: DescribedOptions,
  usage: string
): Readonly<Record<string, unknown>> | undefined {
  if (![...Object.values(options), ...Object.values(positionals)].every(isPlainOption)) return undefined
  const values = new Map<string, unknown>()
  const arguments_: string[] = []
  for (let at = 0; at < args.length; at++) {
    const [, name, , written] = /^--([a-z-]+)(=([\s\S]*))?$/.exec(args[at] ?? '') ?? []
    if (name === undefined) {
      arguments_.push(args[at] ?? '')
      continue
    }
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (!option || values.has(name)) return undefined
    if (option.type === 'boolean') {
      // The word after it would be its value.
      if (written !== undefined || /^(?:true|false)$/.test(args[at + 1] ?? '')) return undefined
      values.set(name, true)
    } else {
      if (written === undefined) at++
      values.set(name, written ?? args[at] ?? '')
    }
  }
  const places = [...usage.matchAll(/([<[])(\w+)/g)].map(([, mark, name = '']) => ({name, isNeeded: mark === '<'}))
  if (arguments_.length > places.length || places[arguments_.length]?.isNeeded) return undefined
  for (const [at, text] of arguments_.entries()) values.set(places[at]?.name ?? '', text)
  return accept(values, {...options, ...positionals})
}

/** Whether an option is a text or a switch that nothing else depends on. */
const isPlainOption = (option: Options): boolean =>
  (option.type === 'string' || option.type === 'boolean') && Object.keys(option).every(key => READ.has(key))

/**
 * The given values with the defaults of the other options, or `undefined` if a value isn't plain, or a required one is
 * missing.
 */
function accept(
  values: ReadonlyMap<string, unknown>,
  all: Readonly<Record<string, Options>>
): Readonly<Record<string, unknown>> | undefined {
  const accepted: Record<string, unknown> = {}
  for (const [name, {type, choices, coerce, default: usual, demandOption}] of Object.entries(all)) {
    const value = values.get(name)
    if (value === undefined) {
      if (demandOption) return undefined
      if (usual !== undefined) accepted[name] = usual
    } else if (type === 'string' && !(PLAIN.test(String(value)) && (choices?.includes(String(value)) ?? true)))
      return undefined
    else accepted[name] = coerce ? coerce(value) : value
  }
  return accepted
}

import {describe, expect, it} from 'vitest'
import {parseArguments} from '../../src/cli/arguments/parse-arguments.ts'
import {readPlainLine} from '../../src/cli/arguments/plain-line.ts'
import {loadCommand} from '../../src/cli/command-list.ts'
import {COMMAND_NAMES, type CommandName, isCommandName, usageOf} from '../../src/cli/overview.ts'
import {processContext} from '../../src/cli/process-context.ts'
import {sample} from '../tier.ts'

const readPlain = async (name: CommandName, args: readonly string[]) =>
  readPlainLine(args, (await loadCommand(name)).describeOptions(), usageOf(name))

async function readWithYargs(name: CommandName, args: readonly string[]) {
  const {_, $0, ...options} = (await parseArguments([name, ...args], processContext()))?.options ?? {}
  return options
}

const NAMES = COMMAND_NAMES.filter(isCommandName)

/** Values that parsers take for numbers, booleans, names, or key paths. */
const TEXTS = [
  'loans.yaml',
  '1.10',
  '0x10',
  '1e3',
  'true',
  'a=b',
  '--x',
  '__proto__',
  'a.b',
  'ü',
  'v1:a b',
  'help',
  'h',
  'version',
  ' '
]

describe('the fast parser of simple command lines', () => {
  it.each(NAMES)('returns the same options for `%s` as yargs', async name => {
    const {options, positionals} = (await loadCommand(name)).describeOptions()
    const required = [...usageOf(name).matchAll(/<(\w+)>/g)].map(([, place = '']) => place)
    const positionalCount = Object.keys(positionals).length
    const values = TEXTS.filter(text => !text.startsWith('--'))
    const lines: string[][] = values.flatMap(text => [
      required.map(place => String(positionals[place]?.choices?.[0] ?? text)),
      Array.from({length: positionalCount}, () => text)
    ])
    const [usualArgs = []] = lines
    for (const [at, [option, {type, choices}]] of Object.entries(options).entries()) {
      const value = String((choices ?? values)[at % (choices ?? values).length])
      if (type === 'boolean') lines.push([`--${option}`, ...usualArgs], [...usualArgs, `--${option}`])
      else lines.push([...usualArgs, `--${option}`, value], [`--${option}=${value}`, ...usualArgs])
    }
    const allOptions = Object.entries(options).map(([option, {type, choices}]) =>
      type === 'boolean' ? [`--${option}`] : [`--${option}`, String(choices?.[0] ?? 'shelf')]
    )
    lines.push([...allOptions.flat(), ...usualArgs])
    let plain = 0
    for (const line of lines) {
      const read = await readPlain(name, line)
      if (!read) continue
      plain++
      expect({line, read}).toStrictEqual({line, read: await readWithYargs(name, line)})
    }
    const isPlain = [...Object.values(options), ...Object.values(positionals)].every(
      ({type, alias}) => alias === undefined && (type === 'string' || type === 'boolean')
    )
    expect(plain > 0).toBe(isPlain)
  })

  it.each(
    sample([
      [['old.yaml']],
      [['old.yaml', 'new.yaml', 'newest.yaml']],
      [['-', 'new.yaml']],
      [['', 'new.yaml']],
      [['"old.yaml"', 'new.yaml']],
      [['--', 'old.yaml', 'new.yaml']],
      [['old.yaml', 'new.yaml', '--help']],
      [['old.yaml', 'new.yaml', '--verbosely']],
      [['old.yaml', 'new.yaml', '--no-strict']],
      [['old.yaml', 'new.yaml', '--verbose=true']],
      [['old.yaml', 'new.yaml', '--verbose', 'false']],
      [['old.yaml', 'new.yaml', '--verbose', '--verbose']],
      [['old.yaml', 'new.yaml', '--format', 'text']],
      [['old.yaml', 'new.yaml', '--format']],
      [['old.yaml', 'new.yaml', '--policy=']],
      [['old.yaml', 'new.yaml', '--policy', '--verbose']],
      [['old.yaml', 'new.yaml', '--constructor', 'x']]
    ])
  )('leaves %j to yargs', async args => {
    expect(await readPlain('diff', args)).toBeUndefined()
  })
})

import {describe, expect, it} from 'vitest'
import {COMMAND_NAMES, COMMANDS, type CommandName} from '../../src/cli/command-list.ts'
import {parseArguments} from '../../src/cli/parse-arguments.ts'
import {processContext} from '../../src/cli/process-context.ts'

const context = processContext()

function readOptions(name: CommandName, args: readonly string[]) {
  const {_, $0, ...options} = parseArguments([name, ...args], context)?.options ?? {}
  return options
}

/** Values that parsers take for numbers, booleans, names, or key paths. */
const TEXTS = ['loans.yaml', '1.10', '0x10', '1e3', 'true', 'a=b', '__proto__', 'a.b', 'ü', 'v1:a b', 'help', 'h', ' ']

describe('the options of a command line', () => {
  it.each(COMMAND_NAMES)('of `%s` are as they are written', name => {
    const {arguments: positionals, options} = COMMANDS[name]
    const required = Object.entries(positionals).filter(([, {demandOption}]) => demandOption)
    const usualArgs = required.map(([, {choices}]) => String(choices?.[0] ?? 'shelf'))
    const usual = readOptions(name, usualArgs)
    const defaults = Object.entries(options).filter(([, option]) => option.default !== undefined)
    expect(usual).toMatchObject(Object.fromEntries(defaults.map(([option, {default: value}]) => [option, value])))
    for (const [at, [option, {type, choices = TEXTS, alias}]] of Object.entries(options).entries()) {
      const own = (value: unknown) => ({...usual, [option]: value, ...(alias ? {[String(alias)]: value} : {})})
      if (type === 'boolean') {
        expect(readOptions(name, [`--${option}`, ...usualArgs])).toStrictEqual(own(true))
        expect(readOptions(name, [...usualArgs, `--${option}`])).toStrictEqual(own(true))
      } else {
        const value = String(choices[at % choices.length])
        expect(readOptions(name, [`--${option}=${value}`, ...usualArgs])).toStrictEqual(own(value))
        expect(readOptions(name, [`--${option}`, value, ...usualArgs])).toStrictEqual(own(value))
      }
    }
    for (const text of TEXTS.filter(each => !/^h(?:elp)?$/.test(each))) {
      const free = Object.entries(positionals).filter(([, {choices}]) => !choices)
      const values = Object.fromEntries(free.map(([each, {array}]) => [each, array ? [text] : text]))
      const all = Object.values(positionals).map(({choices}) => String(choices?.[0] ?? text))
      if (free.length > 0) expect(readOptions(name, all)).toStrictEqual({...usual, ...values})
    }
  })

  it('have the last value of those that are repeated, or a list', () => {
    const twice = ['--format', 'json', '--format=stylish']
    expect(readOptions('diff', ['old.yaml', 'new.yaml', ...twice])).toMatchObject({format: 'stylish'})
    expect(readOptions('check', twice)).toMatchObject({format: 'json,stylish'})
    expect(readOptions('record', ['-o', 'a.yaml', '--output', 'b.yaml'])).toMatchObject({output: 'b.yaml', o: 'b.yaml'})
  })

  it('of `diff` have `-` for standard input', () => {
    expect(readOptions('diff', ['-', 'new.yaml'])).toMatchObject({old: '-', new: 'new.yaml'})
    expect(readOptions('diff', ['old.yaml', '-'])).toMatchObject({old: 'old.yaml', new: '-'})
    expect(readOptions('diff', ['', 'new.yaml'])).toMatchObject({old: '', new: 'new.yaml'})
  })
})

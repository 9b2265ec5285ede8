import {execFileSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {COMMAND_NAMES, COMMANDS, isCommandName} from '../../src/cli/command-list.ts'
import {REPOSITORY} from './run.ts'

/** Options of each command, and of the program. */
const SHARED = ['help', 'version']
/** They name the words of older versions on purpose. */
const OLD_WORDS = /\/upgrade\/(?:old-command-lines|upgrade)\.ts$/

/** Command lines in the text of a source, in backticks or quotes, with their place. */
function commandLines(path: string): {readonly place: string; readonly name: string; readonly options: string[]}[] {
  const lines = readFileSync(join(REPOSITORY, path), 'utf8').split('\n')
  return lines.flatMap((line, at) =>
    [...line.matchAll(/\btenure ([a-z][a-z-]*)((?: [^`"\n]*?)?)(?=\\?`|"|'[,\]);]|$)/g)].map(
      ([, name = '', rest = '']) => ({
        place: `${path}:${at + 1}`,
        name,
        options: [...rest.matchAll(/(?<=\s)--([a-z][a-z-]*)/g)].map(([, option = '']) => option)
      })
    )
  )
}

const sources = execFileSync('git', ['ls-files', 'src/*.ts', 'rules/*.ts', 'packages/*/src/*.ts'], {
  cwd: REPOSITORY,
  encoding: 'utf8'
})
  .split('\n')
  .filter(path => path !== '' && !OLD_WORDS.test(path))

describe('sentences that name a command', () => {
  const named = sources.flatMap(commandLines).filter(({name, options}) => isCommandName(name) || options.length > 0)

  it('name one that exists, with its own options', () => {
    const wrong = named.flatMap(({place, name, options}) => {
      if (!isCommandName(name)) return [`${place}: tenure ${name}`]
      const known = [...Object.keys(COMMANDS[name].options), ...SHARED]
      return options.filter(each => !known.includes(each)).map(each => `${place}: tenure ${name} --${each}`)
    })
    expect(wrong).toEqual([])
  })

  it('are found for most commands', () => {
    const found = COMMAND_NAMES.filter(command => named.some(({name}) => name === command))
    expect(found.length).toBeGreaterThan(COMMAND_NAMES.length / 2)
    expect(named.filter(({options}) => options.length > 0).length).toBeGreaterThan(30)
  })
})

import {describe, expect, it} from 'vitest'
import {rules} from '../../rules/index.ts'
import {COMMAND_NAMES, COMMANDS, type CommandName} from '../../src/cli/command-list.ts'
import {describeCompletions} from '../../src/cli/completion/completion-data.ts'
import {CHANGE_KINDS} from '../../src/languages/kinds.ts'
import {REPORT_FORMATS} from '../../src/outputs/report/formats.ts'
import {sample} from '../tier.ts'
import {folder, tenure} from './run.ts'

/** The completions for these words. The last one is unfinished. */
async function complete(shell: string, words: readonly string[], cwd?: string): Promise<string[]> {
  const {code, out, err} = await tenure(['completion', shell, '--', ...words], cwd === undefined ? {} : {cwd})
  expect({code, err}).toEqual({code: 0, err: ''})
  return out.split('\n').slice(0, -1)
}

describe.concurrent('shell completion', () => {
  it.each(
    sample([
      [[''], COMMAND_NAMES],
      [['ch'], ['check', 'changelog']],
      [['--v'], ['--version']],
      [
        ['usages', '--base'],
        ['--base-url', '--baseline']
      ],
      [['usages', '--baseline', 'a.json', '--base'], ['--base-url']],
      [['check', '--as-of', ''], []],
      [['check', ''], []],
      [
        ['due', '--format', ''],
        ['stylish', 'json', 'csv']
      ],
      [['audit', '--format', ''], REPORT_FORMATS],
      [['audit', '--format=m'], ['--format=markdown']],
      [['check', '--format', ''], REPORT_FORMATS],
      [
        ['check', '--format', 'json,s'],
        ['json,stylish', 'json,sarif']
      ],
      [['check', '--format=sarif=out'], [':files']],
      [
        ['audit', '--policy', 'kub'],
        ['kubernetes', ':files']
      ],
      [['diff', '--kind', 'field-rem'], CHANGE_KINDS.filter(kind => kind.startsWith('field-rem'))],
      [['waive', '--rule', 'notice-'], ['notice-too-short']],
      [
        ['explain', ''],
        [...rules.map(({id}) => id), ...CHANGE_KINDS]
      ],
      [['explain', 'notice-too-short', ''], []],
      [
        ['completion', ''],
        ['bash', 'zsh', 'fish']
      ],
      [['diff', 'old.yaml', ''], [':files']],
      [['diff', '--path', 'x', 'old.yaml', 'new.yaml', ''], []],
      [['record', '--import', 'CHANGES.md', '-o', ''], [':files']],
      [
        ['due', '--in', 're'],
        ['request', 'response']
      ],
      [
        ['no-such-command', '-'],
        ['--help', '--version']
      ]
    ])
  )('%j', async (words, expected) => {
    expect((await complete('fish', words)).map(line => line.replace(/\t.*/, ''))).toEqual(expected)
  })

  it('accepts words that bash splits at `=` and `:`', async () => {
    expect(await complete('bash', ['audit', '--format', '=', 'm'])).toEqual(['markdown'])
    expect(await complete('bash', ['audit', '--format', '='])).toEqual(REPORT_FORMATS)
    expect(await complete('bash', ['check', '--format', '=', 'sarif', '=', 'out'])).toEqual([':files'])
    expect(await complete('bash', ['diff', 'main', ':', 'open'])).toEqual([':files'])
    expect(await complete('bash', ['diff', 'main', ':', 'openapi.yaml', ''])).toEqual([':files'])
    expect(await complete('bash', ['ex'])).toEqual(['explain'])
  })

  it('includes descriptions for shells that show them', async () => {
    expect(await complete('zsh', ['ex'])).toEqual([
      'explain\tList all rules, or explain a rule or a kind of change with examples'
    ])
    expect(await complete('zsh', ['explain', '--f'])).toEqual(['--format\tOutput format'])
  })

  it('completes names of APIs, and nothing if the config file is invalid', async () => {
    const apis = 'apis:\n  - {name: loans, spec: loans.yaml}\n  - {name: fees, spec: fees.yaml}\n'
    expect(await complete('fish', ['check', '--api', ''], folder({'tenure.yaml': apis}))).toEqual(['loans', 'fees'])
    expect(await complete('fish', ['check', '--api', ''], folder({'tenure.yaml': 'apis: ['}))).toEqual([])
  })
})

/** Options and arguments with free values. */
const FREE_OPTIONS = [
  ...['about', 'announced', 'approver', 'as-of', 'base-url', 'before', 'date', 'end', 'endpoint', 'evidence'],
  ...[
    'field',
    'generate',
    'header',
    'name',
    'note',
    'parameter',
    'path',
    'prefix',
    'reason',
    'release',
    'releases',
    'replacement'
  ],
  ...['idle', 'limit', 'log-table', 'owner', 'rate', 'source', 'timeout'],
  ...['shard', 'since', 'sql', 'stability', 'sunset', 'tag', 'target', 'until', 'value', 'via', 'within']
]
const FREE_ARGUMENTS = ['endpoint', 'from', 'path', 'release', 'to', 'url']

it('every option and argument has completions unless its value is free', async () => {
  const free = new Set<string>()
  const freeArguments = new Set<string>()
  for (const command of await describeCompletions()) {
    for (const {name, values, isApi} of command.options)
      if (values && Object.keys(values).length === 0 && !isApi) free.add(name)
    const names = Object.keys(COMMANDS[command.name as CommandName].arguments)
    for (const [at, values] of command.arguments.entries())
      if (Object.keys(values).length === 0) freeArguments.add(names[at] ?? '')
  }
  expect([...free].sort()).toEqual(FREE_OPTIONS.toSorted())
  expect([...freeArguments].sort()).toEqual(FREE_ARGUMENTS)
})

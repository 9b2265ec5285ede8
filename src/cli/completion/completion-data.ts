import type {Options} from 'yargs'
import {loadCommand} from '../command-list.ts'
import {COMMAND_NAMES, type CommandName, describeCommand, isCommandName, usageOf} from '../overview.ts'
import type {CompletionData, DescribedOption, ValueChoices} from './candidates.ts'

/** Options that take file names. */
const FILE_OPTIONS = [
  ...['approvals', 'base', 'baseline', 'check', 'config', 'context', 'history', 'import', 'out', 'output', 'policy'],
  ...['spec', 'template', 'uses', 'write', 'write-baseline']
]
/** Arguments that take file names, by their name in the usage line. */
const FILE_ARGUMENTS = ['dir', 'folder', 'list', 'new', 'old', 'source']

/** Options whose value is a list with commas, by command. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  check: ['format'],
  diff: ['kind'],
  usages: ['format']
}

/** Describes all commands and the values of their options for `answerShell`. The build writes it as JSON. */
export async function describeCompletions(): Promise<CompletionData> {
  const words = await listWords()
  const describeValues = (name: string, {choices}: Options, files: readonly string[]): ValueChoices => ({
    ...(choices ? {words: choices.map(String)} : words[name] ? {words: words[name]} : {}),
    ...(files.includes(name) ? {files: true} : {})
  })
  const describeOption = (command: string, [name, option]: [string, Options]): DescribedOption => ({
    name,
    describe: option.describe ?? '',
    ...(option.alias === undefined ? {} : {alias: String(option.alias)}),
    ...(option.type === 'string' ? {values: describeValues(name, option, FILE_OPTIONS)} : {}),
    ...(name === 'api' ? {isApi: true} : {}),
    ...(LISTS[command]?.includes(name) ? {isList: true} : {})
  })
  const describe = async (name: CommandName): Promise<CompletionData[number]> => {
    const {options, positionals} = (await loadCommand(name)).describeOptions()
    const places = [...usageOf(name).matchAll(/[<[](\w+)/g)].map(([, place = '']) => place)
    return {
      name,
      describe: describeCommand(name).describe,
      arguments: places.map(place => describeValues(place, positionals[place] ?? {}, FILE_ARGUMENTS)),
      options: Object.entries(options).map(option => describeOption(name, option))
    }
  }
  return Promise.all(COMMAND_NAMES.filter(isCommandName).map(describe))
}

/** Known words by the name of an option or an argument that takes them. */
async function listWords(): Promise<Readonly<Record<string, readonly string[]>>> {
  const [{rules}, {REPORT_FORMATS}, {CHANGE_KINDS}, {PART_NAMES}, {presets}] = await Promise.all([
    import('../../../rules/index.ts'),
    import('../../outputs/report/formats.ts'),
    import('../../languages/kinds.ts'),
    import('@tenure/pages/markdown/part-names'),
    import('../../inputs/config/policy-file.ts')
  ])
  return {
    format: REPORT_FORMATS,
    id: [...rules.map(({id}) => id), ...CHANGE_KINDS],
    kind: CHANGE_KINDS,
    part: ['all', ...PART_NAMES],
    policy: presets(),
    rule: rules.map(({id}) => id)
  }
}

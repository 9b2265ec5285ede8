import type {OptionDefinition} from '../command.ts'
import {COMMANDS} from '../command-list.ts'
import type {CompletionData, DescribedOption, ValueChoices} from './candidates.ts'

/** Describes all commands and the values of their options for `answerShell`. The build writes it as JSON. */
export async function describeCompletions(): Promise<CompletionData> {
  const words = await listWords()
  const describeValues = ([name, {choices, isFile}]: [string, OptionDefinition]): ValueChoices => ({
    ...(choices ? {words: choices.map(String)} : words[name] ? {words: words[name]} : {}),
    ...(isFile ? {files: true} : {})
  })
  const describeOption = ([name, option]: [string, OptionDefinition]): DescribedOption => ({
    name,
    describe: option.describe ?? '',
    ...(option.alias === undefined ? {} : {alias: String(option.alias)}),
    ...(option.type === 'string' ? {values: describeValues([name, option])} : {}),
    ...(option.isApi ? {isApi: true} : {}),
    ...(option.isList ? {isList: true} : {})
  })
  return Object.entries(COMMANDS).map(([name, {summary, arguments: places, options}]) => ({
    name,
    describe: summary,
    arguments: Object.entries(places).map(describeValues),
    options: Object.entries(options).map(describeOption)
  }))
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

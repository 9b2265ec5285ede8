import {joinSplitWords} from './bash-words.ts'

/** Commands with what can follow them. */
export type CompletionData = readonly {
  readonly name: string
  readonly describe: string
  readonly arguments: readonly ValueChoices[]
  readonly options: readonly DescribedOption[]
}[]

export interface DescribedOption {
  readonly name: string
  readonly alias?: string
  readonly describe: string
  /** Missing for options without a value. */
  readonly values?: ValueChoices
  /** Whether the value is the name of an API. */
  readonly isApi?: boolean
  /** Whether the value is a list with commas. */
  readonly isList?: boolean
}

/** What can be a value: words, files, or both. Empty for free text. */
export interface ValueChoices {
  readonly words?: readonly string[]
  readonly files?: boolean
}

/** Line that asks the shell for file names. No other line begins with a colon. */
const FILES_LINE = ':files'

const COMMON: readonly DescribedOption[] = [
  {name: 'help', describe: 'Show help'},
  {name: 'version', describe: 'Show the version'}
]

interface Candidates {
  readonly candidates: readonly {readonly value: string; readonly describe?: string}[]
  readonly files?: boolean | undefined
}

/**
 * Returns what the last word of a command line can become, one candidate a line, with a tab before its description.
 * `completion`, the shell, and `--` come first, then the words that the shell has split, without the name of the
 * program. Returns nothing if the names of the APIs are wanted and missing.
 */
export function answerShell(
  [, shell, , ...pieces]: readonly string[],
  data: CompletionData,
  apis?: readonly string[]
): string | undefined {
  const {words, kept} = shell === 'bash' ? joinSplitWords(pieces) : {words: pieces, kept: ''}
  const current = words.at(-1) ?? ''
  const found = findCandidates(words.slice(0, -1), current, data, apis)
  if (found === undefined) return undefined
  const lines = found.candidates
    .filter(({value}) => value.startsWith(current))
    .map(({value, describe}) => {
      const shown = value.slice(kept.length)
      return shell === 'bash' || describe === undefined ? shown : `${shown}\t${describe}`
    })
  return [...lines, ...(found.files ? [FILES_LINE] : [])].map(line => `${line}\n`).join('')
}

function findCandidates(
  before: readonly string[],
  current: string,
  data: CompletionData,
  apis: readonly string[] | undefined
): Candidates | undefined {
  const command = data.find(({name}) => before.includes(name))
  if (!command) {
    const commands = data.map(({name, describe}) => ({value: name, describe}))
    return {candidates: current.startsWith('-') ? nameOptions(COMMON, before) : commands}
  }
  const findOptionValues = (
    {isApi, ...option}: DescribedOption,
    prefix: string,
    start: string
  ): Candidates | undefined => {
    if (!isApi) return findValues(option, prefix, start)
    return apis && toCandidates({words: apis}, prefix)
  }
  const [, name, start = ''] = /^--([\w-]+)=(.*)$/s.exec(current) ?? []
  const inline = command.options.find(option => option.values && option.name === name)
  if (inline) return findOptionValues(inline, `--${name}=`, start)
  const isOption = (word: string | undefined): DescribedOption | undefined =>
    command.options.find(({name, alias, values}) => values && (word === `--${name}` || word === `-${alias}`))
  const option = isOption(before.at(-1))
  if (option) return findOptionValues(option, '', current)
  if (current.startsWith('-')) return {candidates: nameOptions([...command.options, ...COMMON], before)}
  const given = before
    .slice(before.indexOf(command.name) + 1)
    .filter((word, at, all) => !word.startsWith('-') && !isOption(all[at - 1]))
  return toCandidates(command.arguments[given.length] ?? {})
}

/** Values of an option. `prefix` stands before them in the same word, and `start` is what follows it so far. */
function findValues({name, values = {}, isList}: DescribedOption, prefix: string, start: string): Candidates {
  if (!isList) return toCandidates(values, prefix)
  const chosen = start.split(',').slice(0, -1)
  // A format can be followed by the file to write.
  if (name === 'format' && start.slice(start.lastIndexOf(',') + 1).includes('=')) return {candidates: [], files: true}
  const words = values.words?.filter(word => !chosen.includes(word)) ?? []
  return toCandidates({words}, `${prefix}${chosen.map(word => `${word},`).join('')}`)
}

const toCandidates = ({words = [], files}: ValueChoices, prefix = ''): Candidates => ({
  candidates: words.map(word => ({value: `${prefix}${word}`})),
  files
})

const nameOptions = (options: readonly DescribedOption[], before: readonly string[]): Candidates['candidates'] =>
  options
    .map(({name, describe}) => ({value: `--${name}`, describe}))
    .filter(({value}) => !before.some(word => word === value || word.startsWith(`${value}=`)))

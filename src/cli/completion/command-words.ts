interface NamedCommand {
  readonly name: string
  readonly describe: string
}

interface CommandCandidate {
  readonly value: string
  readonly describe?: string
}

export const firstWord = (name: string): string => name.split(' ', 1)[0] ?? ''

/** Names of the commands, or the second words of those that begin with a word before. */
export function nameCommands(data: readonly NamedCommand[], before: readonly string[]): CommandCandidate[] {
  const seconds = data.filter(({name}) => name.includes(' ') && before.includes(firstWord(name)))
  if (seconds.length > 0) {
    return seconds.map(({name, describe}) => ({value: name.slice(firstWord(name).length + 1), describe}))
  }
  const firsts = new Map(data.map(each => [firstWord(each.name), each]))
  return [...firsts].map(([value, {name, describe}]) => (name === value ? {value, describe} : {value}))
}

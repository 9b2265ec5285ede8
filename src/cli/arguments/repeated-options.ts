/** Options that can be repeated, such as `--format stylish --format sarif=out.sarif`. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  check: ['format'],
  init: ['spec', 'api'],
  usages: ['format', 'base-url']
}

/** Joins repeated options into one comma-separated list. */
export const joinRepeatedOptions = (args: readonly string[]): string[] =>
  (LISTS[args[0] ?? ''] ?? []).reduce((all, name) => withList(all, name), [...args])

function withList(args: readonly string[], name: string): string[] {
  const option = `--${name}`
  const values: string[] = []
  const rest: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const next = args[at + 1]
    if (arg.startsWith(`${option}=`)) values.push(arg.slice(option.length + 1))
    else if (arg === option && next !== undefined && !next.startsWith('-')) {
      values.push(next)
      at++
    } else rest.push(arg)
  }
  return values.length === 0 ? rest : [...rest, `${option}=${values.join(',')}`]
}

/** A workflow command, as a runner of GitHub Actions parses it. */
export interface WorkflowCommand {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly data: string
}

const COMMANDS = new Set([
  'error',
  'warning',
  'notice',
  'debug',
  'group',
  'endgroup',
  'add-mask',
  'set-output',
  'stop-commands'
])

/**
 * Finds the commands that a runner would execute, by its documentation and source: `::name key=value,…::` after leading
 * blanks, and the older `##[name key=value;…]` anywhere in a line.
 */
export function commandsIn(output: string): WorkflowCommand[] {
  return output.split(/\r\n|\r|\n|\u2028|\u2029|\u0085/).flatMap((line): WorkflowCommand[] => {
    const [, info = '', data = ''] = /^\s*::(.*?)::(.*)$/s.exec(line) ?? []
    const command = parsed(info, ',', data)
    if (command) return [command]
    const [, older = '', rest = ''] = /##\[([^\]]*)\](.*)$/s.exec(line) ?? []
    const old = parsed(older, ';', rest)
    return old ? [old] : []
  })
}

function parsed(info: string, separator: string, data: string): WorkflowCommand | undefined {
  const [name = '', ...rest] = info.split(' ')
  if (!COMMANDS.has(name)) return undefined
  const pairs = rest
    .join(' ')
    .split(separator)
    .filter(pair => pair.includes('='))
    .map(pair => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), unescaped(pair.slice(at + 1), true)]
    })
  return {name, properties: Object.fromEntries(pairs), data: unescaped(data, false)}
}

const unescaped = (text: string, isProperty: boolean): string => {
  const plain = text.replaceAll('%0D', '\r').replaceAll('%0A', '\n')
  return (isProperty ? plain.replaceAll('%3A', ':').replaceAll('%2C', ',') : plain).replaceAll('%25', '%')
}

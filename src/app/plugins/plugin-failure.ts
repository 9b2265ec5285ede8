/** Error as one line, with its position in the file if known. */
export interface PluginFailure {
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** Extracts the position in a file from the message or stack trace of an error. */
export function pluginFailure(error: unknown, file: string): PluginFailure {
  if (!(error instanceof Error)) return {message: String(error).split('\n')[0] ?? ''}
  const at = new RegExp(`${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}:(\\d+)(?::(\\d+))?`)
  const inMessage = at.exec(error.message)
  const [, line, column] = inMessage ?? at.exec(error.stack ?? '') ?? []
  const [firstLine = ''] = error.message.replace(/^\w*Error: /, '').split('\n')
  const message = firstLine.replaceAll(/\s+/g, ' ').trim() || error.name
  if (line === undefined) return {message}
  // Parser messages count columns from 0. Stack traces refer to the compiled code, so only their line is kept.
  const isRead = inMessage && column !== undefined
  return {message, line: Number(line), ...(isRead ? {column: Number(column) + 1} : {})}
}

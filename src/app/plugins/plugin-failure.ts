/** Where in a file something went wrong, and what was said of it in one line; no trace. */
export interface Failure {
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** Reads the place in a file from the words and the trace of an error. */
export function lineOf(error: unknown, file: string): Failure {
  if (!(error instanceof Error)) return {message: String(error).split('\n')[0] ?? ''}
  const at = new RegExp(`${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}:(\\d+)(?::(\\d+))?`)
  const inMessage = at.exec(error.message)
  const [, line, column] = inMessage ?? at.exec(error.stack ?? '') ?? []
  const [said = ''] = error.message.replace(/^\w*Error: /, '').split('\n')
  const message = said.replaceAll(/\s+/g, ' ').trim() || error.name
  if (line === undefined) return {message}
  // Who reads the syntax counts columns from 0. A trace is of the code that was made of it: its lines alone are kept.
  const isRead = inMessage && column !== undefined
  return {message, line: Number(line), ...(isRead ? {column: Number(column) + 1} : {})}
}

/** What people should know of a kind of change. */
export interface Explained {
  readonly title: string
  readonly means: string
  /**
   * A pair of documents in one text, in which only this kind changes. Lines after `# old` are the older one's, after
   * `# new` the newer one's, and after `# both`, as at the start, of both. Left out of kinds that only people can state.
   */
  readonly example?: string
}

const ROUTE = /^\s*# (old|new|both)$/

/** The two documents of an example. */
export function routed(example: string): {readonly old: string; readonly new: string} {
  const lines: Record<'old' | 'new', string[]> = {old: [], new: []}
  let route = 'both'
  for (const line of example.split('\n')) {
    const turn = ROUTE.exec(line)?.[1]
    if (turn !== undefined) route = turn
    else for (const side of ['old', 'new'] as const) if (route === 'both' || route === side) lines[side].push(line)
  }
  return {old: lines.old.join('\n'), new: lines.new.join('\n')}
}

const indented = (text: string, by: number): string =>
  trimmed(text)
    .split('\n')
    .map(line => `${' '.repeat(by)}${line}`)
    .join('\n')

/** Without the line breaks around it and the indentation that all lines share. */
function trimmed(text: string): string {
  const lines = text.replace(/^\n|\n\s*$/g, '').split('\n')
  const least = Math.min(...lines.filter(line => line.trim() !== '').map(line => line.search(/\S/)))
  return lines.map(line => line.slice(least)).join('\n')
}

/** A whole document from what follows its head. */
export const library = (rest: string, version = '3.0.3'): string =>
  `openapi: ${version}\ninfo: {title: Lending Library API, version: '1.0'}\n${trimmed(rest)}\n`

/** `GET /v1/loans`, with what stands in the operation beside its answer. */
export const loansWith = (operation: string): string =>
  library(
    `paths:\n  /v1/loans:\n    get:\n${indented(operation, 6)}\n      responses:\n        '200': {description: All loans}`
  )

/** `POST /v1/loans`, with what stands in the operation beside its answer. */
export const lendingWith = (operation: string): string =>
  library(
    `paths:\n  /v1/loans:\n    post:\n${indented(operation, 6)}\n      responses:\n        '201': {description: Lent}`
  )

/** `GET /v1/loans` and its answers. */
export const loansAnswer = (responses: string): string =>
  library(`paths:\n  /v1/loans:\n    get:\n      responses:\n${indented(responses, 8)}`)

/** The schema of a loan that is sent. */
export const loanSent = (schema: string): string =>
  lendingWith(
    `requestBody:\n  required: true\n  content:\n    application/json:\n      schema:\n${indented(schema, 8)}`
  )

/** The schema of a loan that is answered. */
export const loanAnswered = (schema: string, version?: string): string =>
  library(
    `paths:\n  /v1/loans/latest:\n    get:\n      responses:\n        '200':\n          description: The latest loan\n          content:\n            application/json:\n              schema:\n${indented(schema, 16)}`,
    version
  )

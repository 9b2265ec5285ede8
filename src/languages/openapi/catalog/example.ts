/** Explanation of a kind of change. */
export interface ChangeExplanation {
  readonly title: string
  readonly means: string
  /**
   * Two API descriptions in one text that differ only by this kind of change. Lines after `# old` belong to the old
   * one, lines after `# new` to the new one; lines after `# both`, and before the first marker, belong to both. Absent
   * for kinds that no comparison can find.
   */
  readonly example?: string
}

const ROUTE = /^\s*# (old|new|both)$/

/** Splits an example into its old and new description. */
export function splitExample(example: string): {readonly old: string; readonly new: string} {
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

/** Removes surrounding line breaks and common indentation. */
function trimmed(text: string): string {
  const lines = text.replace(/^\n|\n\s*$/g, '').split('\n')
  const least = Math.min(...lines.filter(line => line.trim() !== '').map(line => line.search(/\S/)))
  return lines.map(line => line.slice(least)).join('\n')
}

/** A complete API description: the standard `openapi` and `info` fields, followed by the given YAML. */
export const descriptionExample = (rest: string, version = '3.0.3'): string =>
  `openapi: ${version}\ninfo: {title: Lending Library API, version: '1.0'}\n${trimmed(rest)}\n`

/** An API description with `GET /v1/loans`; `operation` holds the fields of the operation besides `responses`. */
export const getLoansExample = (operation: string): string =>
  descriptionExample(
    `paths:\n  /v1/loans:\n    get:\n${indented(operation, 6)}\n      responses:\n        '200': {description: All loans}`
  )

/** An API description with `POST /v1/loans`; `operation` holds the fields of the operation besides `responses`. */
export const postLoanExample = (operation: string): string =>
  descriptionExample(
    `paths:\n  /v1/loans:\n    post:\n${indented(operation, 6)}\n      responses:\n        '201': {description: Lent}`
  )

/** An API description with `GET /v1/loans` and the given responses. */
export const loansResponsesExample = (responses: string): string =>
  descriptionExample(`paths:\n  /v1/loans:\n    get:\n      responses:\n${indented(responses, 8)}`)

/** An API description in which a loan with this schema is the request body. */
export const loanRequestExample = (schema: string): string =>
  postLoanExample(
    `requestBody:\n  required: true\n  content:\n    application/json:\n      schema:\n${indented(schema, 8)}`
  )

/** An API description in which a loan with this schema is the response body. */
export const loanResponseExample = (schema: string, version?: string): string =>
  descriptionExample(
    `paths:\n  /v1/loans/latest:\n    get:\n      responses:\n        '200':\n          description: The latest loan\n          content:\n            application/json:\n              schema:\n${indented(schema, 16)}`,
    version
  )

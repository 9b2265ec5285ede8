/** Tables of traffic for tests. */

const DAY = 86_400_000
const CALLS = 'operation,caller,calls,errors,maybe,first,last\n'
const COVERAGE = 'source,hours,idle,lines,unreadable,unmatched,ambiguous\n'

/** The days from one to another, both included. */
export const daysFrom = (from: string, to: string): string[] =>
  Array.from({length: (Date.parse(to) - Date.parse(from)) / DAY + 1}, (_, index) =>
    new Date(Date.parse(from) + index * DAY).toISOString().slice(0, 10)
  )

export interface WrittenTable {
  readonly from: string
  readonly to: string
  /** Rows of calls by day, without the times. */
  readonly calls?: Readonly<Record<string, readonly string[]>>
  /** Hours with lines, and idle ones after a slash, by source; `ffffff` of `gateway` if it's missing. */
  readonly hours?: Readonly<Record<string, string>>
  /** Hours on single days, in place of those. */
  readonly except?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly head?: Readonly<Record<string, unknown>>
}

/** The files of a table, by their paths in a folder. */
export function tableOf(
  {from, to, calls = {}, hours = {gateway: 'ffffff'}, except = {}, head = {}}: WrittenTable,
  folder = ''
): Record<string, string> {
  const coverage = daysFrom(from, to).map(day => {
    const rows = Object.entries(except[day] ?? hours).map(([source, mask]) => {
      const [on, idle = '0'] = mask.split('/')
      return `${source},${on},${idle},96,0,0,0\n`
    })
    return [`${folder}days/${day}.coverage.csv`, `${COVERAGE}${rows.join('')}`]
  })
  const called = Object.entries(calls).map(([day, rows]) => [
    `${folder}days/${day}.calls.csv`,
    `${CALLS}${rows.map(row => `${row},06:00:00,18:30:00\n`).join('')}`
  ])
  const written = {format: 1, api: 'Lending Library API', callers: 'plain', ...head}
  return {
    [`${folder}table.json`]: JSON.stringify(written),
    ...Object.fromEntries([...coverage, ...called])
  }
}

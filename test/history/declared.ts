import {readHistoryText} from '../../src/inputs/history/file.ts'
import type {DeclaredHistory} from '../../src/model/lifecycle/history.ts'

/** A release, `next`, or a day (`on`), and its lines. */
export type Entry = readonly [name: string, date: string | undefined, ...lines: readonly string[]]

/** The text of a history; `head` holds further keys. */
export function historyText(entries: readonly Entry[], head = ''): string {
  const written = entries.map(([name, date, ...lines]) => {
    const start = name === 'on' ? `on: ${date}, via: a mail` : `release: "${name}"${date ? `, date: ${date}` : ''}`
    return `  - {${start}, changes: [${lines.map(line => `{${line}}`).join(', ')}]}\n`
  })
  const releases = written.length > 0 ? `releases:\n${written.join('')}` : 'releases: []\n'
  return `service: Lending Library API\n${head}${releases}`
}

export const declare = (entries: readonly Entry[], head = ''): DeclaredHistory =>
  readHistoryText(historyText(entries, head), 'history.yaml').declared

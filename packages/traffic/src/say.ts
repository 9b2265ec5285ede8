import {plainText} from '@tenure/core/outputs/report/sanitize-text'
import {formatCount, formatFew} from '@tenure/core/text/format-values'
import type {Forgotten} from './forget.ts'
import type {ImportSummary} from './import.ts'
import type {UnmatchedShape} from './matching/match-counted.ts'

/** What is wrong with lines of a kind. */
const KINDS = {
  form: 'of another format',
  time: 'without a time between 2000 and today',
  request: 'without a path',
  status: 'without a valid status',
  source: 'without a valid source',
  encoding: 'not in UTF-8',
  length: 'too long',
  truncated: 'where a compressed file ends too early'
} as const satisfies Record<ImportSummary['unreadable'][number]['kind'], string>

/** How many shapes of paths are named. */
const MOST_SHAPES = 5

/** Says what an import did. */
export function sayImport(summary: ImportSummary): string {
  const {table, known, lines, others, operations, callers, days, unreadable, unmatched, ambiguous, otherSources, key} =
    summary
  const period = days.length === 0 ? '' : `, ${days[0]} to ${days.at(-1)}`
  return [
    ...(lines > 0 || known.length === 0
      ? [
          `${formatCount(lines, 'line')} imported to ${table}: ${formatCount(operations, 'operation')}, ${formatCount(callers, 'named caller')}${period}.`
        ]
      : []),
    ...(others === 0 ? [] : [`Of other hosts: ${formatCount(others, 'line')}.`]),
    ...(known.length === 0 ? [] : [`Already imported: ${formatFew(known)}.`]),
    ...sayShapes('match no operation', unmatched),
    ...sayShapes('match several operations, or one after an unknown prefix', ambiguous),
    ...unreadable.map(
      ({kind, count, file, line}) =>
        `Unreadable: ${formatCount(count, 'line')} ${KINDS[kind]} (first: ${file}${line === undefined ? '' : `, line ${line}`}).`
    ),
    ...(otherSources.length === 0
      ? []
      : [`Not among \`sources\`: ${formatFew(otherSources)}. They don't count for the coverage.`]),
    ...(key === undefined ? [] : [`Fingerprint of the key: ${key}`])
  ]
    .map(line => `${plainText(line)}\n`)
    .join('')
}

function sayShapes(what: string, shapes: readonly UnmatchedShape[]): string[] {
  if (shapes.length === 0) return []
  const calls = shapes.reduce((sum, each) => sum + each.calls, 0)
  const shown = shapes.slice(0, MOST_SHAPES).map(each => {
    const request = each.method === '' ? 'no HTTP request or document' : `${each.method} ${each.shape}`
    return `  ${request}  ${each.calls}`
  })
  const more = shapes.length - shown.length
  return [
    `${formatCount(calls, 'call')} ${calls === 1 ? what.replace(/^match/, 'matches') : what}:`,
    ...shown,
    ...(more > 0 ? [`  and ${formatCount(more, 'other path')}`] : [])
  ]
}

export const sayForgotten = ({table, before, days}: Forgotten): string =>
  `${formatCount(days, 'day')} before ${before} deleted from ${table}.\n`

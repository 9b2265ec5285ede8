import {readHistoryText} from '@tenure/core/inputs/history/file'
import type {WrittenEvent} from '@tenure/core/model/lifecycle/history'
import {formatSubject} from '@tenure/core/model/subject/subject'
import {importMarkdown} from '../src/import.ts'

/** An event as text. `undefined` for the second event of a rename, which is about the new name. */
export function describeEvent({verb, subject, sunset, replacement}: WrittenEvent): string | undefined {
  if (verb === 'renamed' && !replacement) return undefined
  const link = verb === 'renamed' ? 'to' : 'use'
  return [
    `${verb} ${formatSubject(subject)}`,
    ...(replacement ? [`${link} ${formatSubject(replacement)}`] : []),
    ...(sunset ? [`sunset ${sunset.text}`] : [])
  ].join(', ')
}

/** Imports a range of lines of a changelog, below their headings, as one text for each change. */
export function importLines(lines: readonly string[], first: number, last: number) {
  const headings: number[] = []
  const depthAt = (at: number): number => /^#+(?= )/.exec(lines[at] ?? '')?.[0].length ?? 0
  for (let at = 0; at < first; at += 1) {
    const depth = depthAt(at)
    if (depth > 0) headings.splice(0, headings.length, ...headings.filter(each => depthAt(each) < depth), at)
  }
  const excerpt = lines.map((line, at) => ((at >= first && at < last) || headings.includes(at) ? line : ''))
  const {yaml, remarks} = importMarkdown(excerpt.join('\n'), 'sample.md', '2026-03-02')
  const {declared} = readHistoryText(yaml, 'sample.yaml')
  const events = declared.events.flatMap(event => describeEvent(event) ?? [])
  const isNote = remarks.some(({line, kind}) => line > first && line <= last && kind === 'note')
  return {events, isNote}
}

/** The lines, counted from 0, at which the items of a changelog start. */
export const itemStarts = (lines: readonly string[]): number[] =>
  lines.flatMap((line, at) => (/^\s*[*-] /.test(line) ? [at] : []))

/** The line after the item that starts at a line. */
export function itemEnd(lines: readonly string[], first: number): number {
  const next = lines.findIndex((text, at) => at > first && (/^\s*[*-] |^#/.test(text) || text === ''))
  return next === -1 ? lines.length : next
}

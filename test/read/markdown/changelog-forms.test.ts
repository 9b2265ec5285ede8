// Changelogs in the forms that people use: each line is labeled with the changes that it describes.
import {readdirSync, readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {formatSubject} from '../../../src/model/subject/subject.ts'
import {readHistoryText} from '../../../src/read/history/file.ts'
import {importMarkdown} from '../../../src/read/markdown/import.ts'

const FOLDER = 'fixtures/changelogs'
const SAMPLES = readdirSync(FOLDER).filter(name => name.endsWith('.md') && name !== 'README.md')

/** Imports a single line of a sample, below the headings that it has in the sample. */
function importLine(lines: readonly string[], first: number, last: number): string {
  const headings: string[] = []
  for (const line of lines.slice(0, first)) {
    const depth = /^(#+) /.exec(line)?.[1]?.length
    if (depth !== undefined)
      headings.splice(0, headings.length, ...headings.filter(each => (/^#+/.exec(each)?.[0].length ?? 0) < depth), line)
  }
  const blanked = lines.map((line, at) => ((at >= first && at < last) || headings.includes(line) ? line : ''))
  const {yaml, remarks} = importMarkdown(blanked.join('\n'), 'sample.md')
  const {declared} = readHistoryText(yaml, 'sample.yaml')
  const events = declared.events.flatMap(({verb, subject, sunset, replacement}) => {
    // A rename has a second event for the new name.
    if (verb === 'renamed' && !replacement) return []
    const link = verb === 'renamed' ? 'to' : 'use'
    return [
      [
        `${verb} ${formatSubject(subject)}`,
        ...(replacement ? [`${link} ${formatSubject(replacement)}`] : []),
        ...(sunset ? [`sunset ${sunset.text}`] : [])
      ].join(', ')
    ]
  })
  if (events.length > 0) return events.join('; ')
  return remarks.some(({line, kind}) => line > first && line <= last && kind === 'note') ? 'note' : 'skipped'
}

describe.each(SAMPLES)('%s', name => {
  const lines = readFileSync(`${FOLDER}/${name}`, 'utf8').split('\n')
  const starts = lines.flatMap((line, at) => (/^\s*[*-] /.test(line) ? [at] : []))
  const labels = readFileSync(`${FOLDER}/${name.replace('.md', '.tsv')}`, 'utf8')
    .trimEnd()
    .split('\n')

  test('each line is labeled', () => expect(labels.map(label => Number(label.split('\t')[0]) - 1)).toEqual(starts))

  test.each(labels.map(label => label.split('\t') as [string, string]))('line %s', (line, label) => {
    const first = Number(line) - 1
    const next = lines.findIndex((text, at) => at > first && (/^\s*[*-] /.test(text) || text === ''))
    expect(importLine(lines, first, next === -1 ? lines.length : next)).toBe(label)
  })
})

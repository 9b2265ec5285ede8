// Changelogs in common formats: each line is labeled with the changes that it describes.

import {readdirSync, readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {sample} from '../../../test/tier.ts'
import {importLines, itemEnd, itemStarts} from './import-line.ts'

const FOLDER = 'fixtures/changelogs'
const SAMPLES = readdirSync(FOLDER).filter(name => name.endsWith('.md') && name !== 'README.md')

/** The outcome of an item: its changes, `note`, or `skipped`. */
function outcomeOf(lines: readonly string[], first: number): string {
  const {events, isNote} = importLines(lines, first, itemEnd(lines, first))
  return events.join('; ') || (isNote ? 'note' : 'skipped')
}

describe.each(sample(SAMPLES))('the changelog %s', name => {
  const lines = readFileSync(`${FOLDER}/${name}`, 'utf8').split('\n')
  const starts = itemStarts(lines)
  const labels = readFileSync(`${FOLDER}/${name.replace('.md', '.tsv')}`, 'utf8')
    .trimEnd()
    .split('\n')

  test('has a label for each line', () => expect(labels.map(label => Number(label.split('\t')[0]) - 1)).toEqual(starts))

  test.each(sample(labels.map(label => label.split('\t') as [string, string])))(
    'gives the labeled changes for line %s',
    (line, label) => {
      expect(outcomeOf(lines, Number(line) - 1)).toBe(label)
    }
  )
})

// Compares an import with the facts that a person found in a sample of a real changelog.
import {readFileSync} from 'node:fs'
import {readHistoryText} from '@tenure/core/inputs/history/file'
import {formatSubject} from '@tenure/core/model/subject/subject'
import {expect, test} from 'vitest'
import {importMarkdown} from '../src/import.ts'
import {describeEvent} from './import-line.ts'

const NAME = 'fixtures/changelog-facts/docker-engine'
const text = readFileSync(`${NAME}.md`, 'utf8')

/** The release whose heading is above a line. */
const releaseOf = (line: number): string =>
  text
    .split('\n')
    .slice(0, line)
    .flatMap(each => /^## (\S+)/i.exec(each)?.[1]?.toLowerCase() ?? [])
    .at(-1) ?? ''

const facts = readFileSync(`${NAME}.tsv`, 'utf8')
  .trimEnd()
  .split('\n')
  .map(row => row.split('\t') as [string, string])
  .flatMap(([line, fact]) => (fact === 'none' ? [] : [`${releaseOf(Number(line))}: ${fact}`]))

const {declared} = readHistoryText(importMarkdown(text, 'sample.md', '2026-03-02').yaml, 'sample.yaml')
const events = declared.events.flatMap(event => {
  const release = declared.entries[event.entry]?.name.toLowerCase() ?? ''
  const text = describeEvent(event)
  return text === undefined ? [] : [{release, text, event}]
})

test('the import finds at least 60 % of the facts of a real changelog', () => {
  const found = new Set(events.map(({release, text}) => `${release}: ${text}`))
  const missed = facts.filter(fact => !found.has(fact))
  expect(1 - missed.length / facts.length, missed.join('\n')).toBeGreaterThanOrEqual(0.6)
})

test('the import states no other facts', () => {
  const labeledFacts = new Set(facts)
  // A change of an endpoint with the item as its note states less than the fact, but nothing wrong.
  const vague = ({release, event}: (typeof events)[number]): boolean =>
    event.verb === 'changed' &&
    facts.some(
      fact => fact.startsWith(`${release}: `) && fact.includes(` ${formatSubject({target: event.subject.target})}`)
    )
  const wrong = events.filter(each => !labeledFacts.has(`${each.release}: ${each.text}`) && !vague(each))
  expect(wrong.map(({release, text}) => `${release}: ${text}`)).toEqual([])
})

// If a line only counts items, the whole list is available elsewhere.

import {describe, expect, it} from 'vitest'
import {holdResults, NO_CACHE} from '../../src/stores/cache.ts'
import {folder, tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'

type Json = Readonly<Record<string, unknown>>

/** Pseudorandom numbers that are the same in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const AREAS = ['loans', 'copies', 'shelves', 'readers', 'branches', 'fees', 'holds']

/** A library with shared components, long enums, and operations in several areas. */
function library(seed: number, generation: number): string {
  const random = createRandom(seed)
  // The older description has the first value of each pair.
  const choose = <Value>(old: Value, newer: Value): Value => (random(3) === 0 && generation > 0 ? newer : old)
  const schemas = Object.fromEntries(
    ['Loan', 'Copy', 'Reader'].map(name => [
      name,
      {
        type: 'object',
        required: choose(['id', 'due'], ['id']),
        properties: Object.fromEntries(
          Array.from({length: 25}, (_, at) => `${name.toLowerCase()}_detail_${at}`).flatMap(field => {
            const isPresent = choose(true, false)
            return isPresent ? [[field, choose({type: 'string'}, {type: 'string', maxLength: 20})]] : []
          })
        )
      }
    ])
  )
  const state = {
    type: 'string',
    enum: Array.from({length: choose(20, 20) + generation * 15}, (_, at) => `STATE_NUMBER_${at}`)
  }
  const parameters = (length: number): Json[] =>
    Array.from({length}, (_, at) => ({name: `filter_${at}`, in: 'query', schema: {type: 'string'}}))
  const paths: Record<string, Json> = {}
  for (const area of AREAS)
    for (let at = 0; at < 9; at++) {
      if (choose(false, true)) continue
      const name = ['Loan', 'Copy', 'Reader'][random(3)]
      const schema = {type: 'object', properties: {item: {$ref: `#/components/schemas/${name}`}, state}}
      const content = {'application/json': {schema}}
      const operation = {
        parameters: parameters(choose(1, 9)),
        responses: {'200': {description: 'Fine', content}, ...choose({}, {'409': {description: 'Conflict'}})}
      }
      paths[`/v1/${area}/part-${at}`] = {get: operation, ...(at % 2 === 0 ? {delete: operation} : {})}
    }
  return JSON.stringify({openapi: '3.0.3', info: {title: 'Library', version: '1'}, paths, components: {schemas}})
}

const descriptions = (seed: number): string =>
  folder({'api/1.0.json': library(seed, 0), 'api/1.1.json': library(seed, 1), 'api/1.2.json': library(seed + 1, 1)})

/** The Markdown as text, without escapes and tags. */
const readable = (markdown: string): string =>
  markdown
    .replace(/<[^>]*>/g, '`')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/\\(?=[^A-Za-z0-9])/g, '')

interface Line {
  readonly operations: readonly string[]
  readonly more: readonly {readonly text: string}[]
}

function expectWhole(markdown: string, lines: readonly Line[]): void {
  const text = readable(markdown)
  const missing = lines.flatMap(({operations, more}) => [
    ...operations.filter(each => !text.includes(`\`${each}\``)),
    ...more.map(each => each.text).filter(each => !text.includes(each))
  ])
  expect([...new Set(missing)]).toEqual([])
  expectNoLongLines(markdown)
}

function expectNoLongLines(text: string): void {
  expect(text.split('\n').filter(({length}) => length > 480)).toEqual([])
}

const SEEDS = [3]

describe.concurrent.each(sample(SEEDS))('in a large history (%i)', seed => {
  const cwd = descriptions(seed)
  // The descriptions are compared once for all commands.
  const cache = holdResults(NO_CACHE)
  const read = async (...args: readonly string[]): Promise<string> => {
    const {out, code} = await tenure([...args, '--as-of', '2026-01-01'], {cwd, cache})
    expect(code).toBe(0)
    return out
  }

  it('the notes of a release have everything that their data has', async () => {
    for (const release of ['1.1', '1.2', '1.0..1.2']) {
      const {releases} = JSON.parse(await read('notes', release, 'api', '--format', 'json'))
      const lines: Line[] = releases.flatMap(({groups}: {groups: {lines: Line[]}[]}) =>
        groups.flatMap(each => each.lines)
      )
      expect(lines.length).toBeGreaterThan(10)
      expectWhole(await read('notes', release, 'api'), lines)
      expectWhole(await read('notes', release, 'api', '--template', 'keep-a-changelog'), lines)
    }
  })

  it('the changelog page has everything that its data has', async () => {
    const {releases} = JSON.parse(await read('changelog', 'api', '--format', 'json'))
    const lines: Line[] = releases.flatMap(({groups}: {groups: {lines: Line[]}[]}) =>
      groups.flatMap(each => each.lines)
    )
    expectWhole(await read('changelog', 'api'), lines)
  })

  it('the upgrade guide has everything that its data has', async () => {
    const guide = JSON.parse(await read('upgrade', '1.0', '1.2', 'api', '--format', 'json'))
    const steps: {line: Line}[] = [...guide.before, ...guide.moving, ...guide.check]
    expectWhole(await read('upgrade', '1.0', '1.2', 'api'), [...steps.map(({line}) => line), ...guide.help])
  })

  it('diff has each change and operation, in the terminal with `--verbose`', async () => {
    interface WrittenChange {
      readonly message: string
      readonly reaches: readonly {readonly operation: string}[]
    }
    const pair = ['api/1.0.json', 'api/1.2.json']
    const {changes}: {changes: readonly WrittenChange[]} = JSON.parse(await read('diff', ...pair, '--format', 'json'))
    expect(changes.length).toBeGreaterThan(100)
    const text = await read('diff', ...pair, '--verbose')
    const messages = changes.map(({message}) => message.slice(1))
    expect(messages.filter(each => !text.includes(each))).toEqual([])
    const operations = new Set(changes.flatMap(({reaches}) => reaches.map(each => each.operation)))
    expect([...operations].filter(each => !text.includes(each))).toEqual([])
    expectNoLongLines(text)
    const brief = await read('diff', ...pair)
    expect(brief.split('\n').length).toBeLessThan(text.split('\n').length / 3)
    expectNoLongLines(brief)
    const markdown = await read('diff', ...pair, '--format', 'markdown')
    expect(markdown.length).toBeLessThan(60_000)
  })
})

import process from 'node:process'
import {expect, test} from 'vitest'
import {between} from './diff/comparing.ts'

// Twice the input may take twice the time and a little more, never four times: an index, not a search in each round.

type Raw = Readonly<Record<string, unknown>>

const OK = {200: {description: 'Fine'}}
const TEXT = {type: 'string'}

const listed = <Made>(count: number, make: (at: number) => Made): Made[] =>
  Array.from({length: count}, (_, at) => make(at))

const api = (paths: Raw, more: Raw = {}): object => ({
  openapi: '3.1.0',
  info: {title: 'Lending Library API', version: '1.0'},
  paths,
  ...more
})
const searching = (operation: Raw): object => api({'/loans': {get: {responses: OK, ...operation}}})

/** Two descriptions of a size, which differ in everything that the size counts. */
interface Growing {
  readonly size: number
  readonly pair: (size: number) => readonly [object, object]
}

const PAIRS: {readonly [what: string]: Growing} = {
  'parameters that are new and removed': {
    size: 1000,
    pair: size => [
      searching({parameters: listed(size, at => ({name: `shelf${at}`, in: 'query', schema: TEXT}))}),
      searching({parameters: listed(size, at => ({name: `branch${at}`, in: 'query', schema: TEXT}))})
    ]
  },
  'parameters that moved into headers': {
    size: 1000,
    pair: size => [
      searching({parameters: listed(size, at => ({name: `shelf${at}`, in: 'query', schema: TEXT}))}),
      searching({parameters: listed(size, at => ({name: `shelf${at}`, in: 'header', schema: TEXT}))})
    ]
  }
}

/** Milliseconds of processor time, of which other processes take none. */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const {user, system} = process.cpuUsage(before)
  return (user + system) / 1000
}

const FACTOR = 6

test.each(Object.entries(PAIRS))('%s', {timeout: 300_000}, (_, {size, pair}) => {
  const compare = (times: number): number => {
    const [older, newer] = pair(size * times)
    return timeOf(() => between(older, newer))
  }
  compare(1)
  const [once, often] = [Math.max(50, compare(1)), compare(FACTOR)]
  expect(often / once).toBeLessThan(2.5 * FACTOR)
})

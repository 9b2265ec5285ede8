import {expect, test} from 'vitest'
import {rules} from '../rules/index.ts'
import {assemble} from '../src/history/assemble.ts'
import {readPolicy} from '../src/inputs/config/policy-file.ts'
import {readHistoryText} from '../src/inputs/history/file.ts'
import {lint} from '../src/lint.ts'
import {HERE} from './here.ts'
import {diffDocuments} from './languages/openapi/diff/comparing.ts'
import {expectLinearGrowth} from './timing.ts'

// Doubling the input may double the time and a little more, since code uses an index instead of a search in each step.

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

/** An operation with this many alternatives of keys, each with its own name. */
function asking(prefix: string, size: number, keysOf: (name: string) => readonly string[]): object {
  const all = listed(size, at => keysOf(`${prefix}${at}`))
  const securitySchemes = Object.fromEntries(all.flat().map(name => [name, {type: 'apiKey', in: 'header', name}]))
  const security = all.map(names => Object.fromEntries(names.map(name => [name, []])))
  return api({'/loans': {get: {responses: OK, security}}}, {components: {securitySchemes}})
}

/** Two API descriptions of this size, which differ in everything that the size counts. */
const PAIRS: {readonly [what: string]: (size: number) => readonly [object, object]} = {
  'parameters that are new and removed': size => [
    searching({parameters: listed(size, at => ({name: `shelf${at}`, in: 'query', schema: TEXT}))}),
    searching({parameters: listed(size, at => ({name: `branch${at}`, in: 'query', schema: TEXT}))})
  ],
  'parameters that moved into headers': size => [
    searching({parameters: listed(size, at => ({name: `shelf${at}`, in: 'query', schema: TEXT}))}),
    searching({parameters: listed(size, at => ({name: `shelf${at}`, in: 'header', schema: TEXT}))})
  ],
  'alternatives of credentials': size => [asking('desk', size, name => [name]), asking('door', size, name => [name])],
  'credentials that are asked for together, with a shared one': size => [
    asking('desk', size, name => ['card', name]),
    asking('door', size, name => ['card', name])
  ],
  servers: size => [
    api({}, {servers: listed(size, at => ({url: `https://desk${at}.library.example`}))}),
    api({}, {servers: listed(size, at => ({url: `https://door${at}.library.example`}))})
  ]
}

/** The lines of two releases for this number of endpoints. */
const HISTORIES: {readonly [what: string]: (size: number) => readonly [string[], string[]]} = {
  'endpoints that are replaced by the next one': size => [
    listed(size, at => `added: GET /shelf${at}`),
    listed(size, at => `{deprecated: GET /shelf${at}, replacement: GET /shelf${at + 1}}`)
  ],
  'versions of one endpoint': size => [
    listed(size, at => `added: GET /v${at}/shelf`),
    listed(size, at => `{deprecated: GET /v${at}/shelf, sunset: 2022-01-01}`)
  ]
}

function historyOf([first, second]: readonly [string[], string[]]): string {
  const release = (name: string, day: string, lines: readonly string[]): string =>
    `  - release: "${name}"\n    date: ${day}\n    changes:\n${lines.map(line => `      - ${line}\n`).join('')}`
  return `service: Library\nreleases:\n${release('1.0', '2020-01-01', first)}${release('2.0', '2021-01-01', second)}`
}

test.each(Object.entries(PAIRS))('the time grows linearly: %s', (_, pair) => {
  expectLinearGrowth(times => {
    const [older, newer] = pair(250 * times)
    return () => diffDocuments(older, newer)
  })
})

test.each(Object.entries(HISTORIES))('the time grows linearly: %s', (_, linesOf) => {
  const {policy} = readPolicy(HERE.files, 'thirteen-months')
  expectLinearGrowth(times => {
    const {declared} = readHistoryText(historyOf(linesOf(100 * times)), 'history.yaml')
    return () => lint(assemble(declared, {asOf: '2026-01-01'}), policy, rules)
  })
})

test('a search in each step is not measured as linear', () => {
  expect(() =>
    expectLinearGrowth(times => {
      const names = listed(500 * times, at => `shelf${at}`)
      return () => names.filter(name => names.indexOf(`${name}x`) >= 0)
    })
  ).toThrow('time for 16 times the size')
})

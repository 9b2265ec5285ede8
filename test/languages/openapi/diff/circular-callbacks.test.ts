import {expect, test} from 'vitest'
import {MAX_CALLBACK_DEPTH} from '../../../../packages/openapi/src/read/operation.ts'
import {OK} from './cases.ts'
import {affectedOperations, diffDocuments, snapshotFrom} from './comparing.ts'
import {api} from './loans.ts'

const URL = '{$request.body#/url}'

/** A description with callbacks named `C0`, `C1`, and so on, each with references to some of them. */
function withCallbacks(count: number, targetsOf: (at: number) => readonly number[], changed?: number): object {
  const refersTo = (at: number): object =>
    Object.fromEntries(targetsOf(at).map(each => [`to${each}`, {$ref: `#/components/callbacks/C${each}`}]))
  const callbacks = Array.from({length: count}, (_, at) => {
    const responses = at === changed ? {204: {description: 'Fine'}} : OK
    return [`C${at}`, {[URL]: {post: {responses, callbacks: refersTo(at)}}}] as const
  })
  const first = {lent: {$ref: '#/components/callbacks/C0'}}
  return api({
    paths: {'/loans': {post: {responses: OK, callbacks: first}}},
    components: {callbacks: Object.fromEntries(callbacks)}
  })
}

/** Callbacks that all refer to all, including themselves. */
const circle = (count: number, changed?: number): object =>
  withCallbacks(count, () => Array.from({length: count}, (_, at) => at), changed)

test('a callback that refers to itself is read and compared once', () => {
  const changes = diffDocuments(circle(1), circle(1, 0))
  expect(changes.map(({kind}) => kind).sort()).toEqual(['status-added', 'status-removed'])
  expect(changes.flatMap(affectedOperations)).toEqual([
    `operation callback lent ${URL} POST of POST /loans request`,
    `operation callback lent ${URL} POST of POST /loans request`
  ])
})

test('callbacks that refer to each other are compared once each, on the shortest path', () => {
  const changes = diffDocuments(circle(12), circle(12, 7))
  expect(changes.map(({kind}) => kind).sort()).toEqual(['status-added', 'status-removed'])
  const [change] = changes
  expect(change && affectedOperations(change)).toEqual([
    `operation callback to7 ${URL} POST of operation callback lent ${URL} POST of POST /loans request`
  ])
})

test('a callback that is no longer referenced is reported as removed', () => {
  const [older, newer] = [
    withCallbacks(3, at => (at === 2 ? [] : [at + 1, 2])),
    withCallbacks(3, at => (at === 0 ? [1, 2] : []))
  ]
  expect(diffDocuments(older, newer).map(({kind}) => kind)).toEqual(['webhook-removed'])
})

test('a change of the security scheme of one of several circular callbacks is reported once', () => {
  const secured = (name: string): object => {
    const description = circle(12) as {components: {callbacks: Record<string, Record<string, {post: object}>>}}
    for (const [at, callback] of Object.entries(description.components.callbacks))
      if (at === 'C7') Object.assign(callback[URL]?.post ?? {}, {security: [{key: []}]})
    Object.assign(description.components, {securitySchemes: {key: {type: 'apiKey', in: 'header', name}}})
    return description
  }
  expect(diffDocuments(secured('X-Old'), secured('X-New'))).toHaveLength(1)
})

test('callbacks that are nested too deep are a gap, not a removal', () => {
  const chain = (count: number, changed?: number): object =>
    withCallbacks(count, at => (at + 1 < count ? [at + 1] : []), changed)
  const [allowed, tooDeep] = [MAX_CALLBACK_DEPTH, MAX_CALLBACK_DEPTH + 1]
  expect(diffDocuments(chain(allowed), chain(allowed, allowed - 1))).toHaveLength(2)
  expect(diffDocuments(chain(tooDeep), chain(tooDeep, tooDeep - 1))).toEqual([])
  const snapshot = snapshotFrom(chain(tooDeep))
  let [last] = snapshot.operations
  while (last && last.details().callbacks.length > 0) [last] = last.details().callbacks
  expect(snapshot.gaps.map(({message}) => message)).toEqual([
    `Callbacks are nested more than ${MAX_CALLBACK_DEPTH} deep. This one isn't read.`
  ])
})

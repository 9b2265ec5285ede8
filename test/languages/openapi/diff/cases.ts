// Builders of small documents, and summaries of their changes: `kind about (side proof)`.
import {expect, test} from 'vitest'
import type {Change} from '../../../../src/model/api/change.ts'
import {contradictionsOf, diffDocuments, proofsOf} from './comparing.ts'

export type Raw = {readonly [name: string]: unknown}

/** A change in short form, with its affected sides and their proofs. */
function summarize(change: Change): string {
  const sides = [...new Set(change.reaches.map(({side}) => side))].sort()
  const proofs = sides.map(side => proofsOf(change).find(proof => proof.startsWith(side)) ?? side)
  return `${change.kind}${change.about === undefined ? '' : ` ${change.about}`} (${proofs.join(', ')})`
}

export function summarizeDiff(older: object, newer: object): string[] {
  // YAML would write an object that occurs twice as an alias.
  const changes = diffDocuments(JSON.stringify(older), JSON.stringify(newer))
  expect(changes.flatMap(contradictionsOf)).toEqual([])
  return changes
    .filter(({kind}) => kind !== 'documentation-changed')
    .map(summarize)
    .sort()
}

export interface Case {
  readonly name: string
  readonly old: object
  readonly new: object
  readonly changes: readonly string[]
  /** The changes in the other direction. */
  readonly reverse?: readonly string[]
}

/** Tests the changes of each case, and those in the other direction if they are stated. */
export function testChanges(cases: readonly Case[]): void {
  for (const {name, old, new: newer, changes, reverse} of cases) {
    test(`${name}: ${changes.length === 0 ? 'no change' : changes.join(', ')}`, () => {
      expect(summarizeDiff(old, newer)).toEqual([...changes].sort())
      if (reverse) expect(summarizeDiff(newer, old)).toEqual([...reverse].sort())
    })
  }
}

export const OK = {'200': {description: 'Fine'}}
export const TEXT = {type: 'string'}
export const NUMBER = {type: 'integer'}
const JSON_TYPE = 'application/json'

export const object = (properties: Raw, more: Raw = {}): Raw => ({type: 'object', properties, ...more})

export const api = (paths: Raw, more: Raw = {}, version = '3.0.3'): object => ({
  ...(version === '2.0' ? {swagger: version} : {openapi: version}),
  info: {title: 'Lending Library API', version: '1.0'},
  paths,
  ...more
})

/** A description with one operation that has no body. */
export const withOperation = (operation: Raw, more: Raw = {}, version?: string): object =>
  api({'/loans': {get: {responses: OK, ...operation}}}, more, version)

/** A description with one operation that has this body. */
export const withRequest = (schema: unknown, type = JSON_TYPE, version?: string): object =>
  api({'/loans': {post: {requestBody: {required: true, content: {[type]: {schema}}}, responses: OK}}}, {}, version)

export const jsonResponse = (schema: unknown, type = JSON_TYPE): Raw => ({
  description: 'Fine',
  content: {[type]: {schema}}
})

/** A description with one operation that has these responses. */
export const withResponses = (responses: Raw, version?: string): object => withOperation({responses}, {}, version)
export const withResponse = (schema: unknown, version?: string): object =>
  withResponses({'200': jsonResponse(schema)}, version)

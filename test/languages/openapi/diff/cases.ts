// What small documents are made of, and how their changes are summarized: `kind about (side proof)`.
import {expect, test} from 'vitest'
import type {Change} from '../../../../src/model/api/change.ts'
import {between, contradictionsOf, proofsOf} from './comparing.ts'

export type Raw = {readonly [name: string]: unknown}

/** A change in short form, with its affected sides and their proofs. */
function brief(change: Change): string {
  const sides = [...new Set(change.reaches.map(({side}) => side))].sort()
  const proofs = sides.map(side => proofsOf(change).find(proof => proof.startsWith(side)) ?? side)
  return `${change.kind}${change.about === undefined ? '' : ` ${change.about}`} (${proofs.join(', ')})`
}

export function differ(older: object, newer: object): string[] {
  // YAML would write an object that occurs twice as an alias.
  const changes = between(JSON.stringify(older), JSON.stringify(newer))
  expect(changes.flatMap(contradictionsOf)).toEqual([])
  return changes
    .filter(({kind}) => kind !== 'documentation-changed')
    .map(brief)
    .sort()
}

export interface Case {
  readonly name: string
  readonly old: object
  readonly new: object
  readonly told: readonly string[]
  /** The changes in the other direction. */
  readonly back?: readonly string[]
}

export function check(cases: readonly Case[]): void {
  test.each(cases)('$name', ({old, new: fresh, told, back}) => {
    expect(differ(old, fresh)).toEqual([...told].sort())
    if (back) expect(differ(fresh, old)).toEqual([...back].sort())
  })
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
export const asked = (operation: Raw, more: Raw = {}, version?: string): object =>
  api({'/loans': {get: {responses: OK, ...operation}}}, more, version)

/** A description with one operation that has this body. */
export const sent = (schema: unknown, type = JSON_TYPE, version?: string): object =>
  api({'/loans': {post: {requestBody: {required: true, content: {[type]: {schema}}}, responses: OK}}}, {}, version)

export const answer = (schema: unknown, type = JSON_TYPE): Raw => ({description: 'Fine', content: {[type]: {schema}}})

/** A description with one operation that has these responses. */
export const answers = (responses: Raw, version?: string): object => asked({responses}, {}, version)
export const answered = (schema: unknown, version?: string): object => answers({'200': answer(schema)}, version)

import {rootNode} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import type {Operation} from '../snapshot.ts'
import type {DiffContext, OlderNewer} from './context.ts'
import {equalsIgnoringDocumentation, hasNamesAsKeys} from './documentation.ts'

/**
 * Whether two operations have the same path, and everything outside their path item that applies to them is the same.
 */
export function isSameOutside({older, newer}: OlderNewer<Operation>, areAlike: boolean): boolean {
  const [[, , ...before], [, , ...after]] = [older.rawParts, newer.rawParts]
  return older.path === newer.path && (areAlike || equalsIgnoringDocumentation(before, after))
}

/** Which parts of two operations are the same, with everything they refer to, so that they don't have to be read. */
export function unchangedPartsOf(
  {changedReferences, newer: {format}}: DiffContext,
  {older, newer}: OlderNewer<Operation>,
  areEqual: boolean
): Parts {
  const [[was, wasOnPath], [is, isOnPath]] = [older.rawParts, newer.rawParts]
  const [from, to] = [rootNode(older.schemaSource), rootNode(newer.schemaSource)]
  const isSame = (a: unknown, b: unknown, areNames = false): boolean =>
    (areEqual || equalsIgnoringDocumentation(a, b, areNames)) &&
    changedReferences.isUnchangedInside(a, from, to, areNames)
  const [old, fresh] = [isRecord(was) ? was : {}, isRecord(is) ? is : {}]
  const areSame = (...keys: string[]): boolean =>
    keys.every(key => isSame(own(old, key), own(fresh, key), hasNamesAsKeys(key)))
  const rest = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(key => !PART_KEYS.has(key))
  const parameters = areSame('parameters') && isSame(wasOnPath, isOnPath)
  return {
    parameters,
    // Swagger 2.0 lists bodies among the parameters.
    body: format === 'swagger-2.0' ? parameters && areSame('consumes') : areSame('requestBody'),
    responses: areSame('responses', 'produces'),
    security: areSame('security'),
    rest: areSame(...rest) && isSame(wasOnPath, isOnPath)
  }
}

type Parts = {readonly [Part in 'parameters' | 'body' | 'responses' | 'security' | 'rest']: boolean}
export const ALL_CHANGED: Parts = {
  parameters: false,
  body: false,
  responses: false,
  security: false,
  rest: false
}
const PART_KEYS: ReadonlySet<string> = new Set([
  ...['parameters', 'requestBody', 'responses', 'security', 'consumes', 'produces'],
  ...['description', 'summary', 'tags', 'operationId', 'externalDocs']
])

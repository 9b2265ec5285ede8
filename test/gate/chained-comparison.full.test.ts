import {expect, test} from 'vitest'
import {breakKey, ChainedComparison} from '../../src/gate/clients/chained-comparison.ts'
import {ReleaseDiffs} from '../../src/observations/release-diffs.ts'

const revisionOf = (name: string, text: string) => {
  const path = `${name}.yaml`
  const tree = {
    path,
    sourceOf: (at: string) => at,
    read: () => Buffer.from(text),
    real: (at: string) => at,
    id: () => text
  }
  return {tree: () => tree}
}

const api = (loan: string, more: string, copy = 'shelf: {type: string}'): string => `openapi: 3.0.3
info: {title: Lending Library API, version: '1'}
paths:
  /v1/loans: {get: {responses: {'200': {description: All, content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}}}}
  /v1/copies: {get: {responses: {'200': {description: All, content: {application/json: {schema: {$ref: '#/components/schemas/Copy'}}}}}}}
${more}components:
  schemas:
    Loan: {type: object, properties: {id: {type: string}, copy: {$ref: '#/components/schemas/Copy'}${loan}}}
    Copy: {type: object, properties: {${copy}}}
`
const FEES =
  "  /v1/fees: {get: {parameters: [{name: limit, in: query, schema: {type: integer}}], responses: {'200': {description: All}}}}\n"

test('comparing similar releases one after the other finds what comparing each alone finds', () => {
  const here = revisionOf('next', api('', '', 'shelf: {type: integer}'))
  const releases = [
    revisionOf('1.4', api('', '')),
    revisionOf('1.3', api('', FEES)),
    revisionOf('1.2', api(', due: {type: string}', FEES)),
    revisionOf('1.1', api(', due: {type: string}', FEES.replace('limit', 'most'), 'shelf: {type: boolean}')),
    revisionOf('1.0', api('', FEES, 'shelf: {type: boolean}, floor: {type: string}'))
  ]
  const diffs = new ReleaseDiffs(undefined, 3)
  const plain = diffs.describeAlone(here)
  const chain = new ChainedComparison(diffs, here, plain)
  const keysOf = (changes: Parameters<typeof breakKey>[0][]): string[] => changes.map(breakKey).toSorted()
  for (const release of releases) {
    const alone = diffs.observe(here, {revision: release, observed: plain})
    expect(keysOf([...chain.since(release).changes])).toEqual(keysOf([...alone.changes]))
  }
})

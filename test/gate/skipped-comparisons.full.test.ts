import {expect, test} from 'vitest'
import {tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {repositoryOf, TODAY} from './scenario.ts'

const describeLoans = (schema: object, schemas: object): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: {title: 'Lending Library API', version: '1'},
    paths: {
      '/v1/loans': {
        get: {responses: {200: {description: 'OK', content: {'application/json': {schema}}}}}
      }
    },
    components: {schemas}
  })

/** A loan schema in which this many schemas are nested; the innermost has this type. */
function nested(count: number, type: string): string {
  const schemas = Array.from({length: count}, (_, at) => [
    `L${at}`,
    at + 1 === count ? {type} : {properties: {next: {$ref: `#/components/schemas/L${at + 1}`}}}
  ])
  return describeLoans({$ref: '#/components/schemas/L0'}, Object.fromEntries(schemas))
}

/** Alternatives of a loan with no common properties. */
const forms = (count: number, name: string): string =>
  describeLoans(
    {oneOf: Array.from({length: count}, (_, at) => ({properties: {[`${name}${at}`]: {type: 'string'}}}))},
    {}
  )

test.each(
  sample([
    [
      'alternatives',
      forms(400, 'old'),
      forms(400, 'new'),
      'There are more than 250000 pairs of alternatives to match.'
    ],
    [
      'pairs of schemas',
      nested(15_002, 'string'),
      nested(15_002, 'integer'),
      'There are more than 15000 pairs of schemas to compare.'
    ],
    ['proofs', forms(60, 'old'), forms(60, 'new'), 'The proofs take too many steps.']
  ])
)('a comparison that is too large (%s) is reported as a gap', async (_, before, after, reason) => {
  const cwd = await repositoryOf({
    main: [['2024-06-01', {'openapi.yaml': before}]],
    branch: [[TODAY, {'openapi.yaml': after}]]
  })
  const {code, out} = await tenure(['check', '--as-of', TODAY, '--format', 'stylish'], {cwd})
  expect(out.split('\n').filter(line => line.includes(reason))).toEqual([expect.stringContaining('openapi.yaml:1:')])
  expect(code).toBe(2)
})

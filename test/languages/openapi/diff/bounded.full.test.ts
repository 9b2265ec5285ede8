// Descriptions that would take very long to compare: the comparison ends, and reports what it did not decide.
import {describe, expect, test} from 'vitest'
import {type Change, countChanges} from '../../../../src/model/api/change.ts'
import {formatChange} from '../../../../src/text/changes/sentences.ts'
import {api, object, type Raw, TEXT, withRequest, withResponse} from './cases.ts'
import {diffDocuments} from './comparing.ts'

const COUNT = 150

/** A description with 150 alternatives, each with 12 fields that refer to random others: 95 KB. */
function described({longest: maxLength = 20, isMoved = false} = {}): string {
  let seed = 1
  const other = (): Raw => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff
    return {$ref: `#/components/schemas/S${(seed >> 8) % COUNT}`}
  }
  const schemas = Array.from({length: COUNT}, (_, at) => {
    const fields = Array.from({length: 12}, (_, field) => [`f${field}`, other()] as const)
    const id = {...TEXT, maxLength: at === 75 ? maxLength : 20}
    const moved = isMoved && at % 10 === 0 ? {f3: other()} : {}
    return [`S${at}`, object({...Object.fromEntries(fields), id, ...moved})]
  })
  const alternatives = Array.from({length: COUNT}, (_, at) => ({$ref: `#/components/schemas/S${at}`}))
  const content = {'application/json': {schema: {oneOf: alternatives}}}
  const responses = {'200': {description: 'Fine', content}}
  const components = {schemas: Object.fromEntries(schemas)}
  return JSON.stringify(api({'/loans': {post: {requestBody: {content}, responses}}}, {components}))
}

const reasonsIn = (changes: readonly Change[]): string[] =>
  changes.flatMap(({proofs: {request, response}}) =>
    [request, response].flatMap(proof => (proof?.is === 'undetermined' ? [proof.why] : []))
  )

test('the comparison of 150 alternatives that refer to each other reports what it leaves undetermined', () => {
  const changes = diffDocuments(described(), described({longest: 10}))
  expect(changes.some(({kind}) => kind === 'constraint-tightened')).toBe(true)
  expect(changes.some(({kind, proofs}) => kind !== 'constraint-tightened' && proofs.request?.is === 'keeps')).toBe(
    false
  )
  expect(reasonsIn(changes)).not.toEqual([])
  for (const reason of reasonsIn(changes)) expect(reason).toMatch(/too many|overlaps with/)
})

test('the limit on pairs of schemas is reported once, for requests and responses together', () => {
  const changes = diffDocuments(described(), described({isMoved: true}))
  const undetermined = changes.filter(change =>
    reasonsIn([change]).some(why => why.includes('pairs of schemas to compare'))
  )
  expect(undetermined).toHaveLength(1)
  expect(undetermined[0]?.reaches.map(({side}) => side).sort()).toEqual(['request', 'response'])
})

describe('enums with 100,000 values, where half of the values change', () => {
  const listed = (from: number): string[] => Array.from({length: 50_000}, (_, at) => `shelf-${from + at}`)
  const [was, is] = [
    [...listed(0), ...listed(100_000)],
    [...listed(0), ...listed(200_000)]
  ]
  const shelf = (values: readonly string[]): Raw => object({shelf: {...TEXT, enum: values}})

  test.each([
    ['request', withRequest, 'value-removed', 'shelf-101000', 'no longer accepts `shelf-101000` and 48999 more'],
    ['response', withResponse, 'value-added', 'shelf-201000', 'can now return `shelf-201000` and 48999 more']
  ] as const)(
    'report the first thousand values of a %s one by one, and the rest together',
    (side, inBody, kind, first, sentence) => {
      const changes = diffDocuments(inBody(shelf(was)), inBody(shelf(is)))
      expect(countChanges(changes)).toBe(100_000)
      const reported = changes.filter(each => each.kind === kind)
      expect(reported).toHaveLength(1001)
      expect(reported.every(({proofs}) => proofs[side]?.is === 'breaks')).toBe(true)
      expect(reported.at(-1)).toMatchObject({about: first, others: 48_999, proofs: {[side]: {witness: first}}})
      expect(formatChange(reported.at(-1) as Change)).toContain(sentence)
    }
  )

  test('report breaking values although one of them is still accepted', () => {
    const nextToOne = (values: readonly string[]): Raw =>
      object({
        shelf: {
          anyOf: [
            {...TEXT, enum: values},
            {...TEXT, enum: ['shelf-101000']}
          ]
        }
      })
    // More than a thousand values are examined like those of longer lists.
    const few = (from: number): string[] => listed(from).slice(0, 5000)
    const changes = diffDocuments(withRequest(nextToOne([...few(0), ...few(100_000)])), withRequest(nextToOne(few(0))))
    expect(changes.some(({proofs}) => proofs.request?.is === 'breaks')).toBe(true)
    expect(countChanges(changes)).toBeGreaterThan(4900)
  })
})

// Integers beyond 2^53 lose precision as doubles, so they are compared by their digits in the text.

import {describe, expect, test} from 'vitest'
import {writtenDigitsAt} from '../../../../packages/json-schema/src/exact-numbers.ts'
import {PartCache} from '../../../../src/documents/parsing/incremental-parse.ts'
import {readSpecText} from '../../../../src/documents/read-document.ts'
import {sample} from '../../../tier.ts'
import {diffDocuments, proofsOf} from './comparing.ts'

const NOTATIONS = ['yaml', 'json'] as const

/** A description with a request body that has this schema, with numbers exactly as written. */
function withRequest(schema: string, form: (typeof NOTATIONS)[number]): string {
  const body = `{"type": "object", "properties": {"copies": ${schema}}}`
  const text = `{"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {"/loans": {"post": {
  "requestBody": {"content": {"application/json": {"schema": ${body}}}},
  "responses": {"200": {"description": "ok"}}}}}}`
  return form === 'json' ? text : `# in brackets\n${text}`
}

const summarize = (older: string, newer: string, form: (typeof NOTATIONS)[number]): string[] =>
  diffDocuments(withRequest(older, form), withRequest(newer, form)).map(change =>
    [change.kind, change.about, change.old, change.new, ...proofsOf(change)]
      .filter(part => part !== undefined)
      .join(' ')
  )

const bound = (text: string, more = ''): string => `{"type": "integer", "maximum": ${text}${more}}`
const listOf = (...texts: readonly string[]): string => `{"type": "integer", "enum": [${texts.join(', ')}]}`

describe.each(sample(NOTATIONS))('numbers beyond the precision of doubles, in %s', form => {
  test('a bound that is one lower is undetermined, because no double can show it', () => {
    expect(summarize(bound('9007199254740993'), bound('9007199254740992'), form)).toEqual([
      'constraint-tightened maximum 9007199254740993 9007199254740992 request undetermined'
    ])
  })

  test('a bound that is one higher is compatible', () => {
    expect(summarize(bound('9007199254740992'), bound('9007199254740993'), form)).toEqual([
      'constraint-loosened maximum 9007199254740992 9007199254740993 request keeps'
    ])
  })

  test('an exclusive bound of OpenAPI 3.0 is compared by its digits', () => {
    const open = ', "exclusiveMaximum": true'
    expect(summarize(bound('9007199254740993', open), bound('9007199254740992', open), form)).toEqual([
      'constraint-tightened exclusiveMaximum 9007199254740993 9007199254740992 request undetermined'
    ])
  })

  test('enum values are compared by their digits', () => {
    expect(summarize(listOf('1', '12345678901234567890'), listOf('1', '12345678901234567891'), form)).toEqual([
      'value-added 12345678901234567891 12345678901234567891 request keeps',
      'value-removed 12345678901234567890 12345678901234567890 request undetermined'
    ])
    expect(summarize(listOf('1'), listOf('1', '12345678901234567891'), form)).toEqual([
      'value-added 12345678901234567891 12345678901234567891 request keeps'
    ])
  })

  test('a counterexample is a number that its double represents exactly', () => {
    const [change] = diffDocuments(
      withRequest(bound('18446744073709551615'), form),
      withRequest(bound('9223372036854775807'), form)
    )
    expect(change?.proofs.request).toEqual({is: 'breaks', witness: 1e19, at: ''})
    expect(summarize(listOf('9007199254740993'), '{"type": "string"}', form)).toEqual([
      'type-changed integer string request undetermined'
    ])
  })

  test('adjacent bounds are reported with all digits', () => {
    expect(summarize(bound('9223372036854775807'), bound('9223372036854775808'), form)).toEqual([
      'constraint-loosened maximum 9223372036854775807 9223372036854775808 request keeps'
    ])
  })

  test('enum values that contain such numbers are compared by their digits', () => {
    const withNumber = (text: string): string => `{"enum": [{"copies": ${text}}, [${text}]]}`
    expect(summarize(withNumber('9007199254740993'), withNumber('9007199254740992'), form)).toEqual([
      'value-added {"copies":9007199254740992} [object Object] request keeps',
      'value-added [9007199254740992] 9007199254740992 request keeps',
      'value-removed {"copies":9007199254740993} {"copies":9007199254740993} request undetermined',
      'value-removed [9007199254740993] [9007199254740993] request undetermined'
    ])
  })

  test('an enum value and a string of the same digits are different', () => {
    const both = '{"enum": [9007199254740993, "9007199254740993", "z"]}'
    expect(summarize(both, '{"enum": [9007199254740993, "z"]}', form)).toEqual([
      'value-removed "9007199254740993" 9007199254740993 request breaks'
    ])
    expect(summarize(both, '{"enum": ["z"]}', form)).toEqual([
      'value-removed 9007199254740993 9007199254740993 request undetermined',
      'value-removed "9007199254740993" 9007199254740993 request breaks'
    ])
  })

  test('a default is compared by its digits', () => {
    expect(
      summarize(
        '{"type": "integer", "default": 9007199254740993}',
        '{"type": "integer", "default": 9007199254740992}',
        form
      )
    ).toEqual(['default-changed default 9007199254740993 9007199254740992'])
  })

  test('a choice reports a bound of one alternative', () => {
    const choice = (text: string): string => `{"oneOf": [{"type": "string"}, ${bound(text)}]}`
    const [first, ...others] = summarize(choice('9007199254740993'), choice('9007199254740992'), form)
    expect(first).toBe('constraint-tightened maximum 9007199254740993 9007199254740992 request undetermined')
    expect(others).toEqual([])
  })

  test('equal digits are no change, nor are the limits of 64-bit integers rounded to doubles', () => {
    expect(summarize(bound('18446744073709551615'), bound('18446744073709551615'), form)).toEqual([])
    expect(summarize(bound('9223372036854775807'), bound('9223372036854776000'), form)).toEqual([])
    const int64 = '{"type": "integer", "format": "int64"}'
    expect(summarize(int64, bound('9223372036854775807', ', "format": "int64"'), form)).toEqual([
      'constraint-tightened maximum 9223372036854776000 request keeps'
    ])
  })
})

const digitsOf = (text: string, source: string): string | undefined =>
  writtenDigitsAt((readSpecText(Buffer.from(text), source).value as {readonly a: object}).a, 'maximum')

test('the digits are found in any notation and spacing', () => {
  expect(digitsOf('a:\n  # é\r\n  maximum:   9007199254740993 # so many\r\n', 'x.yaml')).toBe('9007199254740993')
  expect(digitsOf('{"é": 1, "a": {"b": "9007199254740995", "maximum"\n:\n9007199254740993}}', 'x.json')).toBe(
    '9007199254740993'
  )
  expect(digitsOf("a: {'maximum': -9007199254740993}", 'x.yaml')).toBe('-9007199254740993')
  expect(digitsOf('a: {maximum: 9007199254740992}', 'x.yaml')).toBeUndefined()
  expect(digitsOf('a: {maximum: 0x20000000000001}', 'x.yaml')).toBe('9007199254740993')
  expect(digitsOf('a: {maximum: 9007199254740993.5}', 'x.yaml')).toBeUndefined()
  expect(digitsOf('{"a": {"maximum": 12345678901234567891.0}}', 'x.json')).toBe('12345678901234567891')
  expect(digitsOf('{"a": {"maximum": 1.2345678901234567891e19}}', 'x.json')).toBe('12345678901234567891')
})

test.each(
  sample([
    ['an anchor', 'a:\n  maximum: &most 9007199254740993\n'],
    ['an alias', 'b: &most 9007199254740995\nc: &most 9007199254740993\na:\n  maximum: *most\n'],
    ['a tag', 'a:\n  maximum: !!int 9007199254740993\n'],
    ['a comment in between', 'a:\n  maximum: # so many\n    9007199254740993\n']
  ])
)('the digits are found in YAML with %s', (_, text) => {
  expect(digitsOf(text, 'x.yaml')).toBe('9007199254740993')
})

test.each(['x.json', 'x.yaml'])('the digits survive a cached parse: %s', source => {
  const shared = new PartCache()
  const text = (copies: string): string =>
    ['{', '"openapi": "3.0.3",', `"paths": {"/a": {}, "/b": {"maximum": ${copies}}}`, '}'].join('\n')
  const digitsOf = (copies: string): string | undefined => {
    const {value} = readSpecText(Buffer.from(text(copies)), source, {path: source, shared})
    return writtenDigitsAt((value as {readonly paths: {readonly '/b': object}}).paths['/b'], 'maximum')
  }
  expect(digitsOf('9007199254740993')).toBe('9007199254740993')
  expect(digitsOf('9007199254740993')).toBe('9007199254740993')
  expect(digitsOf('9007199254740995')).toBe('9007199254740995')
})

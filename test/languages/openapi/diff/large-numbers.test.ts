// Whole numbers beyond 2^53 are kept as doubles, which run together there: they are told apart by what is written.
import {describe, expect, test} from 'vitest'
import {writtenDigitsAt} from '../../../../packages/json-schema/src/exact-numbers.ts'
import {PartCache} from '../../../../src/documents/parsing/incremental-parse.ts'
import {readSpecText} from '../../../../src/documents/read-document.ts'
import {between, proofsOf} from './comparing.ts'

const FORMS = ['yaml', 'json'] as const

/** What a body holds that is sent, with its numbers as they are written. */
function sent(schema: string, form: (typeof FORMS)[number]): string {
  const body = `{"type": "object", "properties": {"copies": ${schema}}}`
  const text = `{"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {"/loans": {"post": {
  "requestBody": {"content": {"application/json": {"schema": ${body}}}},
  "responses": {"200": {"description": "ok"}}}}}}`
  return form === 'json' ? text : `# in brackets\n${text}`
}

const told = (older: string, newer: string, form: (typeof FORMS)[number]): string[] =>
  between(sent(older, form), sent(newer, form)).map(change =>
    [change.kind, change.about, change.old, change.new, ...proofsOf(change)]
      .filter(part => part !== undefined)
      .join(' ')
  )

const bound = (text: string, more = ''): string => `{"type": "integer", "maximum": ${text}${more}}`
const listed = (...texts: readonly string[]): string => `{"type": "integer", "enum": [${texts.join(', ')}]}`

describe.each(FORMS)('numbers that a double does not keep, in %s', form => {
  test('a bound that is one lower, which no value that is kept can show', () => {
    expect(told(bound('9007199254740993'), bound('9007199254740992'), form)).toEqual([
      'constraint-tightened maximum 9007199254740993 9007199254740992 request undetermined'
    ])
  })

  test('a bound that is one higher takes all that was taken', () => {
    expect(told(bound('9007199254740992'), bound('9007199254740993'), form)).toEqual([
      'constraint-loosened maximum 9007199254740992 9007199254740993 request keeps'
    ])
  })

  test('a bound that is exceeded, as OpenAPI 3.0 says it', () => {
    const open = ', "exclusiveMaximum": true'
    expect(told(bound('9007199254740993', open), bound('9007199254740992', open), form)).toEqual([
      'constraint-tightened exclusiveMaximum 9007199254740993 9007199254740992 request undetermined'
    ])
  })

  test('listed values', () => {
    expect(told(listed('1', '12345678901234567890'), listed('1', '12345678901234567891'), form)).toEqual([
      'value-added 12345678901234567891 12345678901234567891 request keeps',
      'value-removed 12345678901234567890 12345678901234567890 request undetermined'
    ])
    expect(told(listed('1'), listed('1', '12345678901234567891'), form)).toEqual([
      'value-added 12345678901234567891 12345678901234567891 request keeps'
    ])
  })

  test('what is shown is a number that was taken as it is written', () => {
    const [change] = between(sent(bound('18446744073709551615'), form), sent(bound('9223372036854775807'), form))
    expect(change?.proofs.request).toEqual({is: 'breaks', witness: 1e19, at: ''})
    expect(told(listed('9007199254740993'), '{"type": "string"}', form)).toEqual([
      'type-changed integer string request undetermined'
    ])
  })

  test('bounds on two sides of what a double keeps are both shown exactly', () => {
    expect(told(bound('9223372036854775807'), bound('9223372036854775808'), form)).toEqual([
      'constraint-loosened maximum 9223372036854775807 9223372036854775808 request keeps'
    ])
  })

  test('listed values that hold some', () => {
    const held = (text: string): string => `{"enum": [{"copies": ${text}}, [${text}]]}`
    expect(told(held('9007199254740993'), held('9007199254740992'), form)).toEqual([
      'value-added {"copies":9007199254740992} [object Object] request keeps',
      'value-added [9007199254740992] 9007199254740992 request keeps',
      'value-removed {"copies":9007199254740993} {"copies":9007199254740993} request undetermined',
      'value-removed [9007199254740993] [9007199254740993] request undetermined'
    ])
  })

  test('a listed number, and a text of its digits', () => {
    const both = '{"enum": [9007199254740993, "9007199254740993", "z"]}'
    expect(told(both, '{"enum": [9007199254740993, "z"]}', form)).toEqual([
      'value-removed "9007199254740993" 9007199254740993 request breaks'
    ])
    expect(told(both, '{"enum": ["z"]}', form)).toEqual([
      'value-removed 9007199254740993 9007199254740993 request undetermined',
      'value-removed "9007199254740993" 9007199254740993 request breaks'
    ])
  })

  test('a default', () => {
    expect(
      told('{"type": "integer", "default": 9007199254740993}', '{"type": "integer", "default": 9007199254740992}', form)
    ).toEqual(['default-changed default 9007199254740993 9007199254740992'])
  })

  test('a choice in which only such a bound differs', () => {
    const choice = (text: string): string => `{"oneOf": [{"type": "string"}, ${bound(text)}]}`
    const [only, ...others] = told(choice('9007199254740993'), choice('9007199254740992'), form)
    expect(only).toBe('constraint-tightened maximum 9007199254740993 9007199254740992 request undetermined')
    expect(others).toEqual([])
  })

  test('the same text is no change, nor are the ends of 64 bits as a tool writes them that reads doubles', () => {
    expect(told(bound('18446744073709551615'), bound('18446744073709551615'), form)).toEqual([])
    expect(told(bound('9223372036854775807'), bound('9223372036854776000'), form)).toEqual([])
    const int64 = '{"type": "integer", "format": "int64"}'
    expect(told(int64, bound('9223372036854775807', ', "format": "int64"'), form)).toEqual([
      'constraint-tightened maximum 9223372036854776000 request keeps'
    ])
  })
})

const written = (text: string, source: string): string | undefined =>
  writtenDigitsAt((readSpecText(Buffer.from(text), source).value as {readonly a: object}).a, 'maximum')

test('it is read where it stands, whatever stands around it', () => {
  expect(written('a:\n  # é\r\n  maximum:   9007199254740993 # so many\r\n', 'x.yaml')).toBe('9007199254740993')
  expect(written('{"é": 1, "a": {"b": "9007199254740995", "maximum"\n:\n9007199254740993}}', 'x.json')).toBe(
    '9007199254740993'
  )
  expect(written("a: {'maximum': -9007199254740993}", 'x.yaml')).toBe('-9007199254740993')
  expect(written('a: {maximum: 9007199254740992}', 'x.yaml')).toBeUndefined()
  expect(written('a: {maximum: 0x20000000000001}', 'x.yaml')).toBe('9007199254740993')
  expect(written('a: {maximum: 9007199254740993.5}', 'x.yaml')).toBeUndefined()
  expect(written('{"a": {"maximum": 12345678901234567891.0}}', 'x.json')).toBe('12345678901234567891')
  expect(written('{"a": {"maximum": 1.2345678901234567891e19}}', 'x.json')).toBe('12345678901234567891')
})

test.each([
  ['an anchor', 'a:\n  maximum: &most 9007199254740993\n'],
  ['an alias', 'b: &most 9007199254740995\nc: &most 9007199254740993\na:\n  maximum: *most\n'],
  ['a tag', 'a:\n  maximum: !!int 9007199254740993\n'],
  ['a comment between', 'a:\n  maximum: # so many\n    9007199254740993\n']
])('it is read in YAML with %s', (_, text) => {
  expect(written(text, 'x.yaml')).toBe('9007199254740993')
})

test.each(['x.json', 'x.yaml'])('what was read before keeps it: %s', source => {
  const shared = new PartCache()
  const text = (copies: string): string =>
    ['{', '"openapi": "3.0.3",', `"paths": {"/a": {}, "/b": {"maximum": ${copies}}}`, '}'].join('\n')
  const written = (copies: string): string | undefined => {
    const {value} = readSpecText(Buffer.from(text(copies)), source, {path: source, shared})
    return writtenDigitsAt((value as {readonly paths: {readonly '/b': object}}).paths['/b'], 'maximum')
  }
  expect(written('9007199254740993')).toBe('9007199254740993')
  expect(written('9007199254740993')).toBe('9007199254740993')
  expect(written('9007199254740995')).toBe('9007199254740995')
})

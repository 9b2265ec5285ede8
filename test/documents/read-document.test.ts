import {describe, expect, test} from 'vitest'
import {writtenDigitsAt} from '../../packages/json-schema/src/exact-numbers.ts'
import {readSpecText} from '../../src/documents/read-document.ts'
import {InputError, type InputProblem} from '../../src/model/input-error.ts'
import {sample} from '../tier.ts'
import {expectLinearGrowth} from '../timing.ts'

const read = (text: string | Buffer, source = 'library.yaml') => readSpecText(Buffer.from(text), source)

function rejection(text: string | Buffer, source = 'library.yaml'): InputProblem & {readonly at: string} {
  try {
    read(text, source)
  } catch (error) {
    expect(error).toBeInstanceOf(InputError)
    const [problem] = (error as InputError).problems
    const {line, column} = problem?.place ?? {}
    return {message: problem?.message ?? '', at: `${line}:${column}`}
  }
  throw new Error('Unexpected success, expected a refusal')
}

describe('the bytes of a file', () => {
  test('may have a byte order mark and CRLF', () => {
    expect(read('\ufeffopenapi: 3.1.0\r\ninfo:\r\n  title: Loans\r\n').value).toEqual({
      openapi: '3.1.0',
      info: {title: 'Loans'}
    })
    expect(read('\ufeff{"a":\r\n1}', 'library.json').value).toEqual({a: 1})
  })

  test.each(['library.yaml', 'library.json'])('may end lines with only a carriage return in %s', source => {
    const lines = source.endsWith('yaml')
      ? ['# what a', 'loan: ', '  "most": 9007199254740993 # days', '  due: |', '    soon', '    or later', '']
      : ['{', '"loan": {', '"most": 9007199254740993,', '"due": "soon\\nor later\\n"', '}}']
    const value = {loan: {most: 9007199254740992, due: 'soon\nor later\n'}}
    for (const end of ['\r', '\n', '\r\n']) {
      const text = read(lines.join(end), source)
      expect(text.value).toMatchObject(value)
      expect(writtenDigitsAt((text.value as typeof value).loan, 'most')).toBe('9007199254740993')
      const pointers = ['/loan', '/loan/most', '/loan/due']
      expect([...text.locate(pointers).values()].map(({line}) => line)).toEqual([2, 3, 4])
    }
    expect(rejection(lines.with(3, '{').join('\r'), source).at).toMatch(/^[4-7]:/)
  })

  test('may be non-ASCII', () => {
    expect(read('title: Büchér 📚', 'a.yaml').value).toEqual({title: 'Büchér 📚'})
    expect(read('{"title": "Büchér 📚"}', 'a.json').value).toEqual({title: 'Büchér 📚'})
  })

  test('are rejected with their place if they are not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('a: 1\nbü: '), Buffer.from([0xff, 0x41])])
    expect(rejection(bytes)).toEqual({
      message: "These bytes aren't valid UTF-8. Save the file as UTF-8.",
      at: '2:5'
    })
  })

  test.each([
    ['with a byte order mark', Buffer.from('\ufeff{"a": 1}', 'utf16le')],
    ['without', Buffer.from('{"a": 1}', 'utf16le')],
    ['the other way round', Buffer.from('{"a": 1}', 'utf16le').swap16()]
  ])('are rejected in UTF-16 %s', (_, bytes) => {
    expect(rejection(bytes).message).toBe('The file is encoded in UTF-16. Save it as UTF-8.')
  })

  test.each(sample(['', ' \n', '# nothing\n', '---\n']))('are rejected if they contain no value: %j', text => {
    expect(rejection(text).message).toContain('The file is empty.')
    expect(rejection(text, 'library.json').message).toContain('The file is empty.')
  })
})

describe('JSON', () => {
  test('is recognized by its first bracket and valid syntax, whatever the name of the file', () => {
    expect(read('\n {"a": [1]}', 'library').syntax).toBe('json')
    expect(read('a: [1]', 'library.json').syntax).toBe('yaml')
    expect(read('{a: [1]}', 'library.yml')).toMatchObject({syntax: 'yaml', value: {a: [1]}})
  })

  test.each(
    sample([
      ['{"a": 1,}', 'Invalid JSON: found `}` instead of a key in double quotes.', '1:9'],
      ['{"a": 1\n "b": 2}', 'Invalid JSON: found `"` instead of `,` or `}`.', '2:2'],
      ['{a: 1}', 'Invalid JSON: found `a` instead of a key in double quotes or `}`.', '1:2'],
      ['{"a" 1}', 'Invalid JSON: found `1` instead of `:` after a key.', '1:6'],
      ['{"a": nul}', 'Invalid JSON: found `nul` instead of a value.', '1:7'],
      ['{"a": 01}', 'Invalid JSON: found `1` instead of `,` or `}`.', '1:8'],
      ['{"a": [1, 2}', 'Invalid JSON: found `}` instead of `,` or `]`.', '1:12'],
      ['{"a": "x\n"}', 'Invalid JSON: the line ends within a string. Close it with `"`.', '1:9'],
      ['{"a": "x', 'Invalid JSON: this string has no end. Close it with `"`.', '1:7'],
      ['{"a": "\\x"}', 'Invalid JSON: there is no escape `\\x`.', '1:8'],
      ['{"a": "\\\\\\u12"}', 'Invalid JSON: there is no escape `\\u`.', '1:10'],
      ['{"a": "x\\\n"}', 'Invalid JSON: the line ends within a string. Close it with `"`.', '1:10'],
      ['{"a": "\\n\\', 'Invalid JSON: this string has no end. Close it with `"`.', '1:7'],
      ['{"a": 1 x, "b": 2}', 'Invalid JSON: found `x` instead of `,` or `}`.', '1:9'],
      ['{"a" x: 1}', 'Invalid JSON: found `x` instead of `:` after a key.', '1:6'],
      ['[1.]', 'Invalid JSON: found `1.` instead of a value.', '1:2'],
      ['{"a": {}, "a" 1}', 'Duplicate key `a` (first in column 2). Keep one of them.', '1:11'],
      ['{"a": "\u0001"}', 'Invalid JSON: control character `U+0001` in a string. Write it as `\\u0001`.', '1:8'],
      ['{"a": 1} 2', 'Invalid JSON: found `2` instead of the end of the file.', '1:10'],
      ['{"a": {}', 'Invalid JSON: found the end of the file instead of `,` or `}`.', '1:9'],
      ['[', 'Invalid JSON: found the end of the file instead of a value.', '1:2'],
      ['{"a": // loans\n1}', 'Invalid JSON: found `/` instead of a value.', '1:7']
    ])
  )('is rejected with the place of the error: %j', (text, message, at) => {
    expect(rejection(text, 'library.json')).toEqual({message, at})
  })

  test('with a duplicate key is rejected with both lines', () => {
    expect(rejection('{"paths": {\n "/loans": 1,\n "/copies": 2,\n "/lo\\u0061ns": 3}}', 'library.json')).toEqual({
      message: 'Duplicate key `/loans` (first on line 2). Keep one of them.',
      at: '4:2'
    })
    expect(rejection('[{"200" : 1, "200"\n:2}]', 'library.json').at).toBe('1:14')
    expect(rejection('{"__proto__": 1, "__proto__": 2}', 'library.json').at).toBe('1:18')
    expect(rejection('{"": 1, "": 2}', 'library.json').at).toBe('1:9')
  })

  test('with text that only looks like a duplicate key is read', () => {
    for (const text of [
      '{"a": ":", "b": "a\\":", "c": ["a", ":"], "\\\\": "\\\\"}',
      '{"200": {"200": 1}, "1": 2, "0": [{"a": 1}, {"a": 2}]}',
      '{"a\\"": 1, "a": {"__proto__": {"a": null}}}',
      '[":", "x", {"" : ""}]'
    ]) {
      expect(read(text, 'library.json').value).toEqual(JSON.parse(text))
    }
  })

  test('may have the key `__proto__`', () => {
    const {value} = read('{"__proto__": {"polluted": true}}', 'a.json')
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    const yaml = read('__proto__:\n  polluted: true\nconstructor: 1\n').value
    expect(Object.keys(yaml as object)).toEqual(['__proto__', 'constructor'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('with too many levels is rejected, and 480 levels are read', () => {
    const text = `${'{"a":['.repeat(10_000)}${']}'.repeat(10_000)}`
    const message = 'Values are nested more than 500 levels deep.'
    expect(rejection(text, 'deep.json')).toEqual({message, at: '1:1501'})
    expect(rejection(text.slice(0, -1), 'deep.json')).toEqual({message, at: '1:1501'})
    const lists = '['.repeat(100_000)
    expect(rejection(`${lists}${']'.repeat(100_000)}`, 'deep.json')).toEqual({message, at: '1:501'})
    expect(rejection(lists, 'deep.json')).toEqual({message, at: '1:501'})
    expect(rejection(`{"a": 01, "b": ${lists}`, 'deep.json').at).toBe('1:8')
    const ref = `${'{"a":['.repeat(240)}{"$ref":"#/b"}${']}'.repeat(240)}`
    expect(read(ref, 'deep.json').survey.refs.get('#/b')?.pointer).toBe(`${'/a/0'.repeat(240)}/$ref`)
  })

  test.each(['[%s]', '{"a]": %s}', '{"a": {"b": [1, "]", %s]}}'])('may be as deep as YAML: %s', around => {
    const [before, after] = around.split('%s') as [string, string]
    const levels = (before.match(/[[{](?=(?:[^"]*"[^"]*")*[^"]*$)/g) ?? []).length
    const nested = (most: number, inner: string): string => {
      const times = Math.floor(most / levels)
      const rest = most - times * levels
      return `${'['.repeat(rest)}${before.repeat(times)}${inner}${after.repeat(times)}${']'.repeat(rest)}`
    }
    for (const name of ['deep.json', 'deep.yaml']) {
      const yaml = name === 'deep.yaml' ? '# YAML\n' : ''
      expect(read(`${yaml}${nested(500, '1')}`, name).value).toBeDefined()
      expect(rejection(`${yaml}${nested(500, '[]')}`, name)).toEqual({
        message: 'Values are nested more than 500 levels deep.',
        at: expect.stringMatching(/^\d:\d+$/)
      })
    }
  })

  test('of 50 MB on one line is read in linear time', () => {
    const item = '{"type":"object","properties":{"loan":{"$ref":"#/components/schemas/Loan"},"due":{"type":"string"}}},'
    expectLinearGrowth(times => {
      const text = `{"list":[${item.repeat(Math.ceil((times * 3_125_000) / item.length))}0]}`
      return () => {
        const {survey} = read(text, 'long.json')
        expect(survey.refs.get('#/components/schemas/Loan')?.pointer).toBe('/list/0/properties/loan/$ref')
      }
    })
  })

  test('with a number that is too large gives a warning', () => {
    const [warning] = read('{"a": {"maximum": 1e999, "minimum": -1e999}}', 'a.json').warnings
    expect(warning?.message).toContain('(in 2 places)')
    expect(warning?.place.pointer).toBe('/a/maximum')
  })
})

describe('YAML', () => {
  test('has the values of the core schema: no dates, no other numbers', () => {
    const text = `
date: 2024-01-01
time: 2024-01-01T10:00:00Z
yes: yes
octal: 0o17
old: 017
hex: 0x1F
sexagesimal: 1:30
version: 1.10
responses: {200: ok, 404: missing, default: other}
empty:
`
    expect(read(text).value).toEqual({
      date: '2024-01-01',
      time: '2024-01-01T10:00:00Z',
      yes: 'yes',
      octal: 15,
      old: 17,
      hex: 31,
      sexagesimal: '1:30',
      version: 1.1,
      responses: {200: 'ok', 404: 'missing', default: 'other'},
      empty: null
    })
  })

  test('may have merge keys', () => {
    const text = `
common: &common {type: object, nullable: true}
loan:
  <<: *common
  type: string
list:
  <<: [*common, {title: both}]
quoted: {'<<': *common}
value: <<
`
    expect(read(text).value).toMatchObject({
      loan: {type: 'string', nullable: true},
      list: {type: 'object', nullable: true, title: 'both'},
      quoted: {'<<': {type: 'object', nullable: true}},
      value: '<<'
    })
  })

  test.each(
    sample([
      [
        'paths:\n  /loans: 1\n  # again\n  /loans: 2\n',
        'Duplicate key `/loans` (first on line 2). Keep one of them.',
        '4:3'
      ],
      [
        'paths:\n  /loans/{id}:\n    get: 1\n  /loans/{id}:\n    put: 2\n',
        'Duplicate key `/loans/{id}` (first on line 2). Keep one of them.',
        '4:3'
      ],
      [
        'paths:\n  /loans/{id}/a,b : 1\n  "/loans/{id}/a,b": 2\n',
        'Duplicate key `/loans/{id}/a,b` (first on line 2). Keep one of them.',
        '3:3'
      ],
      ["'it''s': 1\nit's: 2\n", "Duplicate key `it's` (first on line 1). Keep one of them.", '2:1'],
      ['urn:loan: 1\nurn:loan: 2\n', 'Duplicate key `urn:loan` (first on line 1). Keep one of them.', '2:1'],
      ['a: {b: 1, b: 2}', 'Duplicate key `b`. Keep one of them.', '1:11'],
      ['a: {"/loans/{id}": 1, "/loans/{id}": 2}', 'Duplicate key `/loans/{id}`. Keep one of them.', '1:23'],
      ['- a: 1\n  a: 2', 'Duplicate key `a` (first on line 1). Keep one of them.', '2:3'],
      ['a: *b', 'Alias `*b` has no anchor `&b` before it.', '1:6'],
      ['a: !!js/function x', "`tag:yaml.org,2002:js/function` isn't a tag of YAML's core schema. Remove it.", '1:19'],
      ['a: 1\n---\nb: 2\n', 'A second document begins after `---`. Keep one document per file.', '2:1'],
      ['---\na: 1\n---\nb: 2\n---\nc: 3\n', 'A second document begins after `---`. Keep one document per file.', '3:1'],
      ['a: &a\n  b: *a\n', 'This alias is inside the value that it stands for. Remove the circle.', '2:3'],
      ['a: &a [1, [*a]]\n', 'This alias is inside the value that it stands for. Remove the circle.', '1:12'],
      ['a: b: c', 'Invalid YAML: bad indentation of a mapping entry.', '1:5'],
      ['{"a": 1,\n "b" 2}', 'Invalid YAML: missed comma between flow collection entries.', '2:6']
    ])
  )('is rejected with the place of the error: %j', (text, message, at) => {
    expect(rejection(text)).toEqual({message, at})
  })

  test('with too many levels is rejected, and 400 levels are read', () => {
    const block = Array.from({length: 10_000}, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')
    const deep = 'Values are nested more than 500 levels deep.'
    expect(rejection(block)).toMatchObject({message: deep, at: expect.stringMatching(/^\d+:\d+$/)})
    expect(rejection(`a: ${'['.repeat(10_000)}${']'.repeat(10_000)}`).message).toBe(deep)
    expect(rejection('- '.repeat(10_000)).message).toBe(deep)
    expect(read(`a: ${'['.repeat(400)}${']'.repeat(400)}`).syntax).toBe('yaml')
  })

  test('with exponentially many alias values is rejected, and aliases of aliases take no extra space', () => {
    const bomb = (steps: number): string => {
      const lines = ['a0: &a0 [loan, loan]']
      for (let step = 1; step < steps; step++) lines.push(`a${step}: &a${step} [*a${step - 1}, *a${step - 1}]`)
      return lines.join('\n')
    }
    expect(read(bomb(20)).survey.keys).toBe(20)
    const message = 'Aliases of aliases expand to more than 10000000 values. Write the values out.'
    expect(rejection(bomb(60))).toEqual({message, at: '21:1'})
  })

  test('with wrongly indented lines is read with one warning', () => {
    const some = 'a: "x\nx"\nb:\n  c: "x\n y"\n  d: [1,\n 2]\n'
    const [warning, ...more] = read(some).warnings
    expect(more).toEqual([])
    expect(warning?.message).toContain('This and 2 more lines must be indented')
    expect(warning?.place).toMatchObject({line: 2})
    expectLinearGrowth(times => {
      const many = Array.from({length: 3000 * times}, (_, index) => `k${index}:\n  c: "x\n y"`).join('\n')
      return () => expect(read(many).warnings[0]?.message).toContain('This and at least 9 more lines must be')
    })
  })

  test('with numbers that JSON lacks gives a warning', () => {
    expect(read('a: .nan\nb: [.inf]\n').warnings).toEqual([
      {
        message: "`.inf` and `.nan` aren't JSON numbers (in 2 places). Use a finite number.",
        place: {source: 'library.yaml', pointer: '/a'}
      }
    ])
  })
})

describe('the search for references', () => {
  const refsOf = (text: string) => [...read(text).survey.refs].map(([ref, {pointer, count}]) => [ref, pointer, count])

  test('ignores data, but not properties that have the name of a data keyword', () => {
    const text = `
paths:
  /loans:
    get:
      x-note: {$ref: no1}
      parameters: [{$ref: yes1}, {$ref: yes1}]
      responses:
        default: {$ref: yes2}
components:
  schemas:
    Loan:
      example: {$ref: no2}
      examples: [{$ref: no3}]
      default: {a: {$ref: no4}}
      enum: [{$ref: no5}]
      const: {$ref: no6}
      properties:
        example: {$ref: yes3}
        default: {properties: {enum: {$ref: yes4}}}
        x-shelf: {$ref: yes5}
        $ref: {type: string}
    example: {$ref: yes6}
`
    expect(refsOf(text)).toEqual([
      ['yes1', '/paths/~1loans/get/parameters/0/$ref', 2],
      ['yes2', '/paths/~1loans/get/responses/default/$ref', 1],
      ['yes3', '/components/schemas/Loan/properties/example/$ref', 1],
      ['yes4', '/components/schemas/Loan/properties/default/properties/enum/$ref', 1],
      ['yes5', '/components/schemas/Loan/properties/x-shelf/$ref', 1],
      ['yes6', '/components/schemas/example/$ref', 1]
    ])
  })

  test('finds a reference in a shared value that is data in one place and a schema in another', () => {
    expect(refsOf('a: {example: &x {$ref: y}}\nb: *x\n')).toEqual([['y', '/b/$ref', 1]])
  })
})

import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {decodeEscaped, parseJsonIncrementally} from '../../../src/documents/json/json-incremental.ts'
import {splitJson} from '../../../src/documents/json/json-unchanged-parts.ts'
import {PartCache} from '../../../src/documents/parsing/incremental-parse.ts'
import {surveyDocument} from '../../../src/documents/parsing/reference-survey.ts'
import {findPositions} from '../../../src/documents/pointer-positions.ts'
import {readSpecText} from '../../../src/documents/read-document.ts'
import {sample, tries} from '../../tier.ts'

const FILE = 'openapi.json'

const read = (text: string | Buffer, shared = new PartCache()) =>
  parseJsonIncrementally(Buffer.from(text), FILE, shared)

/** The results of a survey as plain data. */
const surveyResults = ({
  keys,
  refs,
  names,
  hasLifecycleHeaders,
  endless,
  nullable
}: ReturnType<typeof surveyDocument>) => ({
  keys,
  refs: [...refs].map(([ref, {pointer, count}]) => [ref, pointer, count]).toSorted(),
  names: [...names].toSorted(),
  hasLifecycleHeaders,
  endless: endless && [endless.pointer, endless.count],
  nullable: nullable && [nullable.pointer, nullable.count]
})

const LIBRARY = {
  openapi: '3.1.0',
  info: {title: 'Library “Büchér” 📚', version: '1'},
  paths: {
    '/loans/{id}': {get: {responses: {200: {$ref: '#/components/responses/Loan'}}}, parameters: []},
    '/authors': {get: {responses: {200: {headers: {Sunset: {schema: {type: 'string'}}}}}}},
    '/empty': {}
  },
  components: {
    schemas: {
      Loan: {$id: 'https://library.example/loan', properties: {title: {$ref: '#/components/schemas/Title'}}},
      Title: {type: 'string', 'a:b': '{"x": [1, "]"]}', description: 'ü'},
      Any: true
    },
    responses: {Loan: {description: 'x'}}
  },
  tags: [{name: 'a'}]
}

const LIBRARY_TEXTS = [
  JSON.stringify(LIBRARY),
  ...[1, 2, 4, '\t'].map(space => JSON.stringify(LIBRARY, undefined, space))
]

test('many members on one line are split in linear time', () => {
  const paths = Array.from({length: 60_000}, (_, at) => [`/loans/${at}`, {get: {responses: {}}}])
  const parts = splitJson(
    Buffer.from(JSON.stringify({openapi: '3.1.0', paths: Object.fromEntries(paths)})),
    () => undefined,
    true
  )
  expect(parts?.length).toBe(paths.length)
})

describe('an API description that is parsed in parts', () => {
  test.each(sample(LIBRARY_TEXTS))('has the same value and survey as one that is parsed whole (%#)', text => {
    const pieced = read(text)
    expect(pieced?.value).toEqual(LIBRARY)
    expect(surveyResults(pieced?.survey ?? surveyDocument({}, false))).toEqual(
      surveyResults(surveyDocument(LIBRARY, false))
    )
  })

  test.each(sample(LIBRARY_TEXTS))('has the same places as one that is parsed whole (%#)', text => {
    const pointers = pointersOf(LIBRARY)
    expect(pointers.length).toBeGreaterThan(30)
    expect(read(text)?.locate(pointers)).toEqual(findPositions(text, 'json', pointers))
    expect(read(text)?.locate(['/paths/~1nowhere', '/nowhere', ''])).toEqual(
      findPositions(text, 'json', ['/paths/~1nowhere', '/nowhere', ''])
    )
  })

  // 12,000 places in 3 MB took 15 s when each column was counted from the start of its line.
  test('finds many places on a long line in linear time', () => {
    const paths = Object.fromEntries(
      Array.from({length: 6_000}, (_, at) => [`/books/${at}`, {get: {summary: `ü${'x'.repeat(500)}`}}])
    )
    const text = JSON.stringify({openapi: '3.1.0', paths})
    const pointers = Object.keys(paths)
      .flatMap(path => [`/paths/${path.replaceAll('/', '~1')}`])
      .flatMap(each => [each, `${each}/get`])
    const whole = findPositions(text, 'json', pointers)
    expect(read(text)?.locate(pointers)).toEqual(whole)
    expect(whole.get('/paths/~1books~15999')?.column).toBeGreaterThan(3_000_000)
  })

  test('equals the whole value for random values, before and after a change', () => {
    const key = fc.oneof(
      fc.constantFrom('paths', 'components', 'schemas', '__proto__', '$ref', 'a"\\b', 'é'),
      fc.string()
    )
    const value = fc.letrec<{tree: unknown}>(tie => ({
      tree: fc.oneof(
        {maxDepth: 4},
        fc.constantFrom(null, true, 'text', '": {', '\\"', ':', 1, -0.5, 1e21, 'ü'),
        fc.array(tie('tree'), {maxLength: 3}),
        fc.array(fc.tuple(key, tie('tree')), {maxLength: 3}).map(members => Object.fromEntries(members))
      )
    })).tree
    const map = fc.array(fc.tuple(key, value), {maxLength: 4}).map(members => Object.fromEntries(members))
    const document = fc.record({paths: map, components: fc.record({schemas: map, x: value}), info: value})
    fc.assert(
      fc.property(document, document, fc.constantFrom(undefined, 1, 2, '\t'), (older, other, space) => {
        const shared = new PartCache()
        const newer = {...other, components: older.components}
        for (const each of [older, newer, older, older]) {
          const text = JSON.stringify(each, undefined, space)
          const pieced = read(text, shared)
          const again = JSON.parse(text) as unknown
          if (pieced) expect(JSON.stringify(pieced.value)).toBe(JSON.stringify(again))
          if (pieced) expect(surveyResults(pieced.survey)).toEqual(surveyResults(surveyDocument(again, false)))
        }
      }),
      {numRuns: tries(500)}
    )
  })
})

describe('equal parts of two API descriptions', () => {
  test('are the same object, and different parts are not', () => {
    const shared = new PartCache()
    const [first] = [read(JSON.stringify(LIBRARY, undefined, 2), shared)?.value as typeof LIBRARY]
    const changed = structuredClone(LIBRARY)
    changed.components.schemas.Title.description = 'other'
    const second = read(JSON.stringify(changed, undefined, 2), shared)?.value as typeof LIBRARY
    expect(second).toEqual(changed)
    expect(second.paths['/loans/{id}']).toBe(first.paths['/loans/{id}'])
    expect(second.components.schemas.Loan).toBe(first.components.schemas.Loan)
    expect(second.components.schemas.Title).not.toBe(first.components.schemas.Title)
    expect(first.components.schemas.Title.description).toBe('ü')
  })

  test('are different objects if they are at different places', () => {
    const shared = new PartCache()
    const part = {type: 'string'}
    read(JSON.stringify({paths: {'/a': part}}), shared)
    const second = read(JSON.stringify({paths: {'/b': part, '/a': part}}), shared)?.value as {
      paths: Record<string, unknown>
    }
    expect(second.paths['/a']).not.toBe(second.paths['/b'])
  })
})

describe('an invalid or unusual text is left to the full parser', () => {
  const GOOD = '{"paths": {"/a": {"x": 1}, "/b": {"y": 2}}}'
  test.each(
    sample([
      ['no object', '[1]'],
      ['no paths or components', '{"openapi": "3.1.0"}'],
      ['a duplicate key in a part', '{"paths": {"/a": {"x": 1, "x": 1}, "/b": {"y": 2}}}'],
      ['a duplicate part', '{"paths": {"/a": {"x": 1}, "/a": {"x": 1}, "/b": {"y": 2}}}'],
      ['a duplicate map of parts', '{"paths": {"/a": {"x": 1}}, "paths": {"/b": {"y": 2}}}'],
      ['a duplicate key that is escaped', '{"paths": {"/a": {"x": 1}, "\\u002fa": {"x": 1}}}'],
      ['a duplicate key before spaces', '{"paths": {"/a": {"x" : 1, "y" :2, "y": 3}, "/b": {"y": 2}}}'],
      ['text after a part', '{"paths": {"/a": {"x": 1}e5, "/b": {"y": 2}}}'],
      ['a fraction after a part', '{"paths": {"/a": {"x": 1}.5, "/b": {"y": 2}}}'],
      ['an object as a key', '{"paths": {"/a": {"x": 1}, {"x": 1}: 2}}'],
      ['no closing brace', '{"paths": {"/a": {"x": 1}, "/b": {"y": 2}'],
      ['no closing quote', '{"paths": {"/a": {"x": 1}, "/b": {"y": "2}}}'],
      ['too many closing braces', '{"paths": {"/a": {"x": 1}, "/b": {"y": 2}}}}'],
      ['mismatched brackets', '{"paths": {"/a": {"x": [1}, "/b": {"y": 2]}}}'],
      ['a line feed in a string', '{"paths": {"/a": {"x": "\n"}, "/b": {"y": 2}}}'],
      ['an invalid escape', '{"paths": {"/a": {"x": "\\é"}, "/b": {"y": 2}}}'],
      ['text after the end', `${GOOD} x`],
      [
        'bytes that are not UTF-8',
        Buffer.concat([Buffer.from('{"paths": {"/a": {"x": "'), Buffer.from([0xff]), Buffer.from('"}}}')])
      ]
    ])
  )('if it has %s', (_, text) => {
    const shared = new PartCache()
    expect(read(GOOD, shared)?.value).toEqual(JSON.parse(GOOD))
    expect(read(text, shared)).toBeUndefined()
    // The parts that were read before are unchanged.
    expect(read(GOOD, shared)?.value).toEqual(JSON.parse(GOOD))
  })

  test('which reports the place of the error', () => {
    const among = {path: '', shared: new PartCache()}
    expect(() => readSpecText(Buffer.from('{"paths": {"/a": {"x": 1,\n "x": 1}}}'), FILE, among)).toThrow(
      expect.objectContaining({problems: [expect.objectContaining({place: {source: FILE, line: 2, column: 2}})]})
    )
  })

  test('but not if a property is called `__proto__`', () => {
    const text = '{"paths": {"/a": {"x": 1}, "__proto__": {"y": 2}}}'
    const shared = new PartCache()
    for (const _ of [1, 2]) {
      const pieced = read(text, shared)?.value as {paths: object}
      const {paths} = pieced
      expect(Object.keys(paths)).toEqual(['/a', '__proto__'])
      expect(Object.getPrototypeOf(paths)).toBe(Object.prototype)
    }
  })

  test('but not if it is nested deeply', () => {
    const deep = `${'{"a":['.repeat(50_000)}1${']}'.repeat(50_000)}`
    const text = `{"paths": {"/a": ${deep}}}`
    const shared = new PartCache()
    expect(read(text, shared)?.survey.keys).toBe(50_002)
    expect(splitJson(Buffer.from(text.slice(0, -1)), () => undefined, false)).toBeUndefined()
  })
})

describe('a text that is escaped for `JSON.parse`', () => {
  const long = 'x'.repeat(70_000)
  test.each(
    sample([
      ['ASCII', `{"a": "${long}"}`],
      ['a few other characters', `{"a": "${long}é${long}", "b📚": "${long}"}`],
      ['characters at the border of a chunk', `{"a": "${'x'.repeat(65_528)}📚${'x'.repeat(65_534)}é${long}"}`],
      ['many other characters', `{"a": "${'é'.repeat(90_000)}"}`],
      ['a character after an escaped backslash', `{"a": "\\\\é"}`],
      ['an empty string', '""']
    ])
  )('has the same value: %s', (_, text) => {
    expect(JSON.parse(decodeEscaped(Buffer.from(text)))).toEqual(JSON.parse(text))
  })

  test('stays invalid if it is not JSON', () => {
    for (const text of [`{"a": "\\é"}`, 'é', `{"a": "${'x'.repeat(65_528)}\\é${long}"}`])
      expect(() => JSON.parse(decodeEscaped(Buffer.from(text)))).toThrow(SyntaxError)
  })

  test('does not double in size because of a few rare characters', () => {
    const text = decodeEscaped(Buffer.from(`"${long.repeat(20)}é"`))
    expect(/^[\0-\x7f]*$/.test(text)).toBe(true)
  })
})

function pointersOf(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [pointer]
  const inner = Object.entries(value).flatMap(([key, each]) =>
    pointersOf(each, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  )
  return [pointer, ...inner]
}

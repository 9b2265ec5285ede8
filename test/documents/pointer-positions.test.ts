import {readdirSync, readFileSync} from 'node:fs'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, stringify} from 'yaml'
import {loadYaml} from '../../src/documents/parsing/load-yaml.ts'
import {findPositions, type Syntax} from '../../src/documents/pointer-positions.ts'
import {formatPointer} from '../../src/model/location.ts'
import {sample, tries} from '../tier.ts'

/** The places that another parser finds for all keys and items of a text. */
function placesByRange(text: string): Map<string, string> {
  const counter = new LineCounter()
  const document = parseDocument(text, {lineCounter: counter, merge: false, uniqueKeys: false, version: '1.2'})
  const places = new Map<string, string>()
  const put = (path: readonly PropertyKey[], node: unknown): void => {
    const start = (node as {range?: [number, number, number]}).range?.[0] ?? 0
    const {line, col} = counter.linePos(start)
    places.set(formatPointer(path), `${line}:${col}`)
  }
  const walk = (node: unknown, path: readonly PropertyKey[]): void => {
    if (isMap(node)) {
      for (const {key, value} of node.items) {
        if (!isScalar(key)) continue
        const below = [...path, String(key.value)]
        put(below, key)
        walk(value, below)
      }
    } else if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) {
        const below = [...path, index]
        if (!(isScalar(item) && item.value === null && item.source !== 'null')) put(below, item)
        if (!isAlias(item)) walk(item, below)
      }
    }
  }
  walk(document.contents, [])
  return places
}

function expectSame(text: string, syntax: Syntax): void {
  const expected = placesByRange(text)
  const found = findPositions(text, syntax, [...expected.keys()])
  expect([...found].map(([pointer, {line, column}]) => `${pointer} ${line}:${column}`).sort()).toEqual(
    [...expected].map(([pointer, place]) => `${pointer} ${place}`).sort()
  )
}

const at = (text: string, pointer: string, syntax: Syntax = 'yaml'): string => {
  const {line, column} = findPositions(text, syntax, [pointer]).get(pointer) ?? {}
  return `${line}:${column}`
}

const documents = fc.letrec(tie => ({
  value: fc.oneof(
    {maxDepth: 5, depthSize: 'small'},
    fc.oneof(
      fc.string({unit: 'grapheme'}),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom('', 'a: b', '- x', '#', '*a', 'x\ny\n', '{', 'null')
    ),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('200', '/loans/{id}', 'a b', '- a', '? x', '#c')),
      tie('value'),
      {maxKeys: 5}
    ),
    fc.array(tie('value'), {maxLength: 5})
  )
})).value

describe('places agree with those of another parser', () => {
  test('in random JSON', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom(0, 1, 2, '\t'), (value, indent) => {
        expectSame(JSON.stringify([value], null, indent), 'json')
      }),
      {numRuns: tries(300)}
    )
  })

  test('in flow collections', () => {
    expectSame(
      `a: {b: [don't, "x ]\\"", 'y }', z], # ]
  c: 'it''s', "d": {}}
e: [1,
  {f: 2}, # not the end ]
  [g#], {h: i'}
  ]
j:
- {k: [l, m]}
- n: [o]
  p:
    {q: [r]}
`,
      'yaml'
    )
  })

  test('in random YAML', () => {
    const styles = fc.record({
      indent: fc.constantFrom(1, 2, 4),
      indentSeq: fc.boolean(),
      collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
      defaultStringType: fc.constantFrom(
        'PLAIN' as const,
        'QUOTE_DOUBLE' as const,
        'QUOTE_SINGLE' as const,
        'BLOCK_FOLDED' as const
      )
    })
    fc.assert(
      fc.property(documents, styles, fc.constantFrom('', '---\n', '# a comment\n\n'), (value, style, head) => {
        const text = head + stringify({list: [value], value}, {...style, aliasDuplicateObjects: false})
        // The writer of the other library produces some empty lists that our parser rejects.
        fc.pre(isRead(text))
        expectSame(text, 'yaml')
      }),
      {numRuns: tries(300)}
    )
  })

  const folder = '/tmp/tenure-data/corpus/etcd'
  test.skipIf(!exists(folder))('in real files', () => {
    for (const name of readdirSync(folder)
      .filter(each => each.endsWith('.json') && each !== 'releases.json')
      .slice(0, 2)) {
      expectSame(readFileSync(`${folder}/${name}`, 'utf8'), 'json')
    }
  })
})

function isRead(text: string): boolean {
  try {
    loadYaml(text, 'library.yaml')
    return true
  } catch {
    return false
  }
}

function exists(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}

describe('in YAML,', () => {
  const text = `# Lending library
openapi: 3.1.0
paths:
  "/loans":   # all of them
    get:
      tags:
      - loans
      -   name: x
          deep: {flow: [1, {b: 2}], 'q': 3}
      -
        - nested
      - - twice
        - nested
    ? post
    : summary: text
  /copies: &copies
    get: {summary: |-
      }
  /empty:
`.replace('{summary: |-\n      }', '{summary: none}')

  test.each(
    sample([
      ['', '2:1'],
      ['/paths', '3:1'],
      ['/paths/~1loans', '4:3'],
      ['/paths/~1loans/get/tags/0', '7:9'],
      ['/paths/~1loans/get/tags/1', '8:11'],
      ['/paths/~1loans/get/tags/1/name', '8:11'],
      ['/paths/~1loans/get/tags/1/deep/flow/1/b', '9:29'],
      ['/paths/~1loans/get/tags/1/deep/q', '9:37'],
      ['/paths/~1loans/get/tags/2/0', '11:11'],
      ['/paths/~1loans/get/tags/3/1', '13:11'],
      ['/paths/~1loans/post', '14:7'],
      ['/paths/~1loans/post/summary', '15:7'],
      ['/paths/~1copies/get/summary', '17:11'],
      ['/paths/~1empty', '18:3'],
      ['/paths/~1empty/get', '18:3'],
      ['/paths/~1nothing/get', '3:1'],
      ['/nothing', '2:1']
    ])
  )('%s is at %s', (pointer, place) => {
    expect(at(text, pointer)).toBe(place)
  })

  const shared = `base: &base
  type: object
  properties:
    due: {type: string}
other: &other
  type: string
  title: Other
loan: *base
merged:
  <<: [*other, *base]
  type: array
once:
  <<: *base
again:
  <<: *base
  properties: {shelf: {type: string}}
alias: &alias
  of: *base
far: *alias
`
  test.each(
    sample([
      ['/loan', '8:1'],
      ['/loan/properties/due', '4:5'],
      ['/merged/type', '11:3'],
      ['/merged/title', '7:3'],
      ['/merged/properties/due/type', '4:11'],
      ['/once/type', '2:3'],
      ['/again/properties/shelf', '16:16'],
      ['/again/properties/due', '16:3'],
      ['/far/of/properties/due', '4:5'],
      ['/far/of/nothing', '18:3']
    ])
  )('the value %s from an alias or merge key is at %s, where it is written', (pointer, place) => {
    expect(at(shared, pointer)).toBe(place)
  })

  test('many places found at once are the same as found one by one', () => {
    const pointers = ['/loan/properties/due', '/merged/title', '/far/of/properties/due', '/again/properties/shelf']
    const allPositions = findPositions(shared, 'yaml', pointers)
    for (const pointer of pointers)
      expect(allPositions.get(pointer)).toEqual(findPositions(shared, 'yaml', [pointer]).get(pointer))
  })
})

describe('in JSON,', () => {
  const text = '{\n "a/b": [1, {"c\\u0041": "}"}],\r\n "~": {"x": "\\\\", "y": []}\n}'
  test.each(
    sample([
      ['', '1:1'],
      ['/a~1b', '2:2'],
      ['/a~1b/1', '2:13'],
      ['/a~1b/1/cA', '2:14'],
      ['/~0/y', '3:19'],
      ['/~0/y/0', '3:19'],
      ['/~0/z', '3:2'],
      ['/a~1b/7', '2:2'],
      ['/none', '1:1']
    ])
  )('%s is at %s', (pointer, place) => {
    expect(at(text, pointer, 'json')).toBe(place)
  })

  test('a place is found in 10,000 levels', () => {
    const deep = `${'[\n'.repeat(10_000)}7${']'.repeat(10_000)}`
    expect(at(deep, '/0'.repeat(10_000), 'json')).toBe('10001:1')
  })
})

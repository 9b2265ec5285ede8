// What is read part by part, with what was read before, is what is read as a whole.

import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {stringify} from 'yaml'
import {InputError} from '../../../src/model/input-error.ts'
import {readSpecText} from '../../../src/read/document/read-document.ts'
import {PartCache} from '../../../src/read/parsing/incremental-parse.ts'
import type {surveyDocument} from '../../../src/read/parsing/reference-survey.ts'
import {CORPUS} from '../../languages/openapi/diff/documents.ts'
import {isFullRun, tries} from '../../tier.ts'

const FILE = 'openapi.yaml'

const surveyed = ({
  refs,
  names,
  quoted,
  hasLifecycleHeaders: tellsInHeaders,
  isDynamic,
  endless,
  nullable
}: ReturnType<typeof surveyDocument>) => ({
  refs: [...refs].map(([ref, {pointer, count}]) => [ref, pointer, count]).toSorted(),
  names: [...names].toSorted(),
  quoted: [...quoted].toSorted(),
  tellsInHeaders,
  isDynamic,
  endless: endless && [endless.pointer, endless.count],
  nullable: nullable && [nullable.pointer, nullable.count]
})

/** All that reading says, or what it refuses. */
function told(text: string, shared?: PartCache): unknown {
  try {
    const read = readSpecText(Buffer.from(text), FILE, shared && {path: '', shared})
    return {value: read.value, warnings: read.warnings, survey: surveyed(read.survey)}
  } catch (error) {
    if (error instanceof InputError) return error.problems
    throw error
  }
}

/** How many parts of the newer text are the same objects as in the older one. */
function sharedBy(older: string, newer: string): number {
  const shared = new PartCache()
  const [from, to] = [older, newer].map(text => readSpecText(Buffer.from(text), FILE, {path: '', shared}))
  return [...(to?.parts ?? [])].filter(([pointer, {value}]) => from?.parts?.get(pointer)?.value === value).length
}

const LIBRARY = `# The library
openapi: 3.1.0
info:
  title: Library “Büchér” 📚
  version: '1'
paths:
  # What is lent
  /loans/{id}:
    get:
      description: |
        All loans.

          # no comment
        - no list
      responses:
        '200': {$ref: '#/components/responses/Loan'}
    parameters: []
  '/authors': # all of them
    get:
      summary: "Who wrote
        what"
      responses:
        200:
          headers: {Sunset: {schema: {type: string}}}

  "/empty": {}
  /nothing:
  /text: no object
components:
  schemas:
    Loan:
      $id: https://library.example/loan
      properties:
        title:
          $ref: '#/components/schemas/Title'
    Title:
        type: string
        maxLength: .inf
        description: >+
          ü

    Any: true
  responses:

    Loan:
      description: x
tags:
- name: a
`

describe('of an everyday file', () => {
  test('all objects are parts, and are the same objects where nothing of them changed', () => {
    expect(sharedBy(LIBRARY, LIBRARY)).toBe(6)
    expect(sharedBy(LIBRARY, LIBRARY.replace('All loans.', 'Some loans.'))).toBe(5)
    expect(sharedBy(LIBRARY, LIBRARY.replace('tags:', 'tags: # none'))).toBe(6)
  })

  test('what is indented otherwise is read again', () => {
    const [older, newer] = ['  /a:', '   /a:'].map(
      key => `openapi: 3.1.0\npaths:\n${key}\n   get: {}\n   /b: {}\n`
    ) as [string, string]
    expect(sharedBy(older, older)).toBe(1)
    expect(sharedBy(older, newer)).toBe(0)
    const shared = new PartCache()
    for (const text of [older, newer, older]) expect(told(text, shared)).toEqual(told(text))
  })

  test.each<[string, (text: string) => string]>([
    ['a part that goes on', text => text.replace('    parameters: []\n', '    parameters: []\n    summary: x\n')],
    ['a part that is twice there', text => text.replace('  /nothing:', '  /loans/{id}:')],
    ['a value where none was', text => text.replace('  /nothing:', '  /nothing:\n    get: {}')],
    ['no end of the last line', text => text.trimEnd()],
    ['lines as Windows has them', text => text.replaceAll('\n', '\r\n')],
    ['an end of line that YAML alone knows', text => text.replace('# no comment', '# no comment\r  x')],
    ['a second document', text => `${text}---\n${text}`],
    ['a first line', text => `---\n${text}`],
    ['a directive', text => `%TAG !! tag:example.com,2000:\n---\n${text}`],
    ['an alias', text => text.replace('title:\n', 'title: &a\n').replace('  /nothing:', '  /nothing: *a')],
    ['a merge', text => text.replace('    parameters: []', '    <<: {parameters: []}')],
    ['a tab', text => text.replace('    parameters: []', '\tparameters: []')],
    ['a text too far left', text => text.replace('        what"', ' what"')],
    ['a text that looks like a part', text => text.replace('        what"', '  /nothing:\n        what"')],
    ['a list too far left', text => text.replace('    parameters: []', '    parameters: [\n  /nothing: 1\n    ]')],
    ['a list at the side', text => text.replace('    parameters: []', '    parameters: [\n  ]')],
    ['a number as a key', text => text.replace('    Loan:\n      $id', '    0x10:\n      $id')],
    ['`__proto__`', text => text.replace('    Loan:\n      $id', '    __proto__:\n      $id')],
    ['all within brackets', () => '{openapi: 3.1.0, paths: {/a: {get: {}}}}'],
    ['a text', () => 'paths'],
    ['nothing', () => '']
  ])('%s', (_, edit) => {
    const shared = new PartCache()
    for (const text of [LIBRARY, edit(LIBRARY), edit(LIBRARY), LIBRARY, LIBRARY])
      expect(told(text, shared)).toEqual(told(text))
  })

  test('lines too far left are told wherever they stand, in what was read before too', () => {
    const edited = LIBRARY.replace('        what"', '     what"')
    const shared = new PartCache()
    told(LIBRARY, shared)
    const [first, second] = [1, 2].map(() => told(edited, shared))
    expect(first).toEqual(told(edited))
    expect(first).toMatchObject({warnings: [{place: {line: 21}}, {}]})
    expect(second).toEqual(first)
    expect(told(`# One line more\n${edited}`, shared)).toMatchObject({warnings: [{place: {line: 22}}, {}]})
    expect(sharedBy(edited, `# One line more\n${edited}`)).toBe(6)
  })
})

/** Lines that are put in anywhere: ends and beginnings of what spans lines. */
const LINES = [
  ...[
    '',
    '#',
    '  # x',
    '---',
    '...',
    '  - a',
    '"',
    "  '",
    '  ]',
    '  a: "',
    '    b: |',
    '    c: >-',
    ' d: [',
    '      }'
  ],
  ...[
    '  /loans/{id}:',
    '    Title:',
    'paths:',
    '  responses:',
    '\t',
    '  \tx: 1',
    '    get:',
    '  ? a',
    '  : b',
    '  text'
  ]
]

test('whatever was done to a file, line by line', () => {
  const edit = fc.record({
    at: fc.nat(60),
    act: fc.constantFrom('remove', 'repeat', 'indent', 'outdent', 'insert', 'move'),
    line: fc.constantFrom(...LINES)
  })
  const apply = (text: string, edits: readonly {at: number; act: string; line: string}[]): string => {
    const lines = text.split('\n')
    for (const {at, act, line} of edits) {
      const place = at % lines.length
      const old = lines[place] ?? ''
      const other = lines[(at * 7) % lines.length] ?? ''
      const fresh = {
        remove: [],
        repeat: [old, old],
        indent: [` ${old}`],
        outdent: [old.replace(/^ {1,2}/, '')],
        insert: [line, old],
        move: [other, old]
      }[act]
      lines.splice(place, 1, ...(fresh ?? []))
    }
    return lines.join('\n')
  }
  fc.assert(
    fc.property(fc.array(fc.array(edit, {minLength: 1, maxLength: 4}), {minLength: 1, maxLength: 4}), rounds => {
      const shared = new PartCache()
      let text = LIBRARY
      expect(told(text, shared)).toEqual(told(text))
      for (const edits of rounds) {
        text = apply(text, edits)
        expect(told(text, shared)).toEqual(told(text))
      }
    }),
    {numRuns: tries(1500)}
  )
})

test('whatever a value is, and however it is written', () => {
  const text = fc.oneof(
    fc.string({unit: fc.constantFrom(' ', '\n', '#', ':', '-', '"', "'", 'a', 'é', '|', '{', '*', '&'), maxLength: 12}),
    fc.constantFrom('a\n\nb\n', 'x\n\n', ' y', 'true', '~', '1e3')
  )
  const value = fc.letrec(tie => ({
    any: fc.oneof(
      {maxDepth: 3},
      text,
      fc.integer(),
      fc.constant(null),
      fc.array(tie('any'), {maxLength: 3}),
      fc.dictionary(text, tie('any'), {maxKeys: 3})
    )
  })).any
  const members = fc.dictionary(fc.constantFrom('/a', '/b', 'C', '404', 'true', 'd e', '"f'), value, {maxKeys: 5})
  const style = fc.record({
    indent: fc.constantFrom(2, 4),
    lineWidth: fc.constantFrom(20, 80, 0),
    singleQuote: fc.boolean(),
    blockQuote: fc.constantFrom<boolean | 'folded' | 'literal'>(true, false, 'folded', 'literal')
  })
  fc.assert(
    fc.property(members, members, members, style, (first, second, schemas, options) => {
      const shared = new PartCache()
      for (const paths of [first, {...first, ...second}, second]) {
        const written = stringify({openapi: '3.1.0', paths, components: {schemas}}, options)
        expect(told(written, shared)).toEqual(told(written))
      }
    }),
    {numRuns: tries(400)}
  )
})

const HISTORIES = ['stripe', 'openai', 'docker-engine', 'harbor', 'datadog-v1']

describe.skipIf(!CORPUS || !isFullRun)('real histories', () => {
  test.each(HISTORIES)('%s', name => {
    const folder = join(CORPUS ?? '', name)
    const shared = new PartCache()
    const files = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(file => /\d.*\.ya?ml$/.test(file))
    for (const file of files.sort().slice(-4)) {
      const text = readFileSync(join(folder, file), 'utf8')
      expect(told(text, shared)).toEqual(told(text))
    }
  })
})

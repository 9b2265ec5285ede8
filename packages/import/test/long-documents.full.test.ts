import {expect, test} from 'vitest'
import {parseBlocks} from '../src/blocks.ts'
import {importMarkdown} from '../src/import.ts'

const SECTION = `## 1.0 (2025-01-01)

Loans, see [the guide][guide] and [1.0].

- Added \`GET /loans\`
  - for members

\`\`\`
## no heading
\`\`\`

| Field | Type |
| --- | --- |
| due | date |

Shelves
=======
`
const DEFINITIONS = '\n[guide]: https://library.example\n[1.0]: https://library.example/1.0\n'

test('a long document is parsed in parts, each with the lines and links of the whole', () => {
  const count = 1000
  const once = parseBlocks(SECTION + DEFINITIONS).filter(({kind}) => kind !== 'other' && kind !== 'definition')
  const lines = SECTION.split('\n').length - 1
  const expected = Array.from({length: count}, (_, at) =>
    once.map(({line, ...block}) => [line + at * lines, block.kind])
  )
  const blocks = parseBlocks(SECTION.repeat(count) + DEFINITIONS).filter(
    ({kind}) => kind !== 'other' && kind !== 'definition'
  )
  expect(blocks.map(({line, kind}) => [line, kind])).toEqual(expected.flat())
  expect(blocks.at(-4)).toMatchObject({text: 'Loans, see the guide and [1.0].'})
  const [first, last] = [once[2], blocks.at(-3)]
  expect(last).toMatchObject({kind: 'list', items: [{text: expect.stringContaining('GET /loans')}]})
  expect(first?.kind).toBe('list')
})

test('a line that is too long is kept as text', () => {
  const text = `Removed ${'`GET /loans` and '.repeat(2000)}`
  const {remarks, counts} = importMarkdown(`## 1.0 (2025-01-01)\n\n- ${text}\n`, 'page.md', '2026-03-02')
  expect(counts.changes).toBe(0)
  expect(remarks).toMatchObject([{kind: 'note', line: 3}])
})

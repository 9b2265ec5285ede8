// The parser skips the search for addresses in a text that can't contain any, with the same result.

import fc from 'fast-check'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import {unified} from 'unified'
import {expect, test} from 'vitest'
import {tries} from '../../../test/tier.ts'
import {parseMarkdown} from '../src/blocks.ts'

const fullParser = unified().use(remarkParse).use(remarkGfm).freeze()

const ADDRESSES = [
  'desk@library.example',
  'HTTP://library.example',
  'https://library.example/loans',
  'www.library.example'
]
const REFERENCES = [
  'desk&#64;library.example',
  'desk&commat;library.example',
  '&#104;ttps://library.example',
  '&#119;ww.a.b'
]
const SPLIT = [
  'https:\\//library.example',
  'desk\\@library.example',
  '**w**ww.library.example',
  'ht',
  'tp://a.b',
  'w',
  'w.a.b'
]
const WORDS = [
  'loans',
  ' ',
  ' ',
  '\n',
  '\n\n',
  '- ',
  '# ',
  '`',
  '*',
  '_',
  '|',
  '| - |',
  '~~',
  '[^1]',
  '[',
  '](',
  ')',
  '<',
  '>',
  '/',
  '.'
]

test.each([...ADDRESSES, ...REFERENCES, ...SPLIT])(
  'parsing gives the same result with and without skipping the search for addresses: %s',
  text => {
    for (const markdown of [
      text,
      `At ${text}, say.`,
      `| a |\n| - |\n| ${text} |`,
      `- ${text}\n\n[${text}](x) _${text}_`
    ])
      expect(parseMarkdown(markdown)).toEqual(fullParser.parse(markdown))
  }
)

test('parsing gives the same result with and without skipping the search for addresses: random texts', () => {
  const few = fc.constantFrom(...WORDS, ...WORDS, ...WORDS, ...SPLIT, ...ADDRESSES, ...REFERENCES)
  const plain = fc.constantFrom(...WORDS, ...SPLIT)
  for (const piece of [few, plain]) {
    fc.assert(
      fc.property(fc.array(piece, {maxLength: 25}), pieces => {
        const text = pieces.join('')
        expect(parseMarkdown(text)).toEqual(fullParser.parse(text))
      }),
      {numRuns: tries(200)}
    )
  }
})

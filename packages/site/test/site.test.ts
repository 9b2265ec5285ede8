import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {escapeInvisible} from '../../../src/text/escape.ts'
import {formatRanges} from '../src/page/data.ts'
import {parseSentence} from '../src/page/sentences.ts'
import {embedJson, markup} from '../src/picture/html.ts'
import {endpointLink} from '../src/picture/links.ts'

describe('markup', () => {
  test('text can be no tag, no attribute and no end of what it stands in', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary'}), text => {
        const written = markup`<p title="${text}">${text}</p>`.text
        expect(written.match(/[<>"]/g)).toHaveLength(6)
        expect(written).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/)
      })
    )
  })

  test('data holds what it held, and cannot end its script', () => {
    fc.assert(
      fc.property(
        fc.anything({withNullPrototype: false}).filter(each => JSON.stringify(each) !== undefined),
        data => {
          const {text} = embedJson(data)
          expect(text).not.toMatch(/[<\u2028\u2029]/)
          expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(data)))
        }
      )
    )
    expect(embedJson('</script><!--').text).toBe('"\\u003c/script>\\u003c!--"')
  })

  test('marks that turn or hide text are shown by their code, and those that languages need stay', () => {
    expect(escapeInvisible('a\u202eb\u2066c\u200bd\u0007')).toBe('a\\u202eb\\u2066c\\u200bd\\u0007')
    expect(escapeInvisible('שלום \u200f می\u200cخواهم 👩‍👧')).toBe('שלום \u200f می\u200cخواهم 👩‍👧')
    expect(escapeInvisible('\ud800x\udc00 😀')).toBe('\\ud800x\\udc00 😀')
  })
})

describe('links', () => {
  test('name any endpoint so that it can be read back', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary'}), name => {
        const link = endpointLink(escapeInvisible(name))
        expect(link).toMatch(/^#\/endpoint\/[^?#&\s]*$/)
        expect(decodeURIComponent(link.slice('#/endpoint/'.length))).toBe(escapeInvisible(name))
      })
    )
  })
})

describe('data', () => {
  test('numbers in a row are told by the first and the last', () => {
    expect(formatRanges([1, 2, 3, 7, 9, 10])).toBe('1-3,7,9-10')
    expect(formatRanges([])).toBe('')
  })

  test('names in a sentence stand apart', () => {
    expect(parseSentence('Use `GET /v2/loans` instead')).toEqual(['Use ', ['GET /v2/loans'], ' instead'])
    expect(parseSentence('Nothing')).toBe('Nothing')
  })
})

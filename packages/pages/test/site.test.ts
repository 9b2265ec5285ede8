import {escapeInvisible} from '@tenure/core/phrases/escape'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {formatRanges} from '../src/site/page/data.ts'
import {parseSentence} from '../src/site/page/sentences.ts'
import {embedJson, markup} from '../src/site/picture/html.ts'
import {endpointLink} from '../src/site/picture/links.ts'

describe('markup', () => {
  test('never lets a text become a tag, an attribute, or the end of its element', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary'}), text => {
        const html = markup`<p title="${text}">${text}</p>`.text
        expect(html.match(/[<>"]/g)).toHaveLength(6)
        expect(html).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/)
      })
    )
  })

  test('embeds data unchanged, without a way to end the script', () => {
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

  test('shows control characters that reorder or hide text by their code, and preserves those that languages need', () => {
    expect(escapeInvisible('a\u202eb\u2066c\u200bd\u0007')).toBe('a\\u202eb\\u2066c\\u200bd\\u0007')
    expect(escapeInvisible('שלום \u200f می\u200cخواهم 👩‍👧')).toBe('שלום \u200f می\u200cخواهم 👩‍👧')
    expect(escapeInvisible('\ud800x\udc00 😀')).toBe('\\ud800x\\udc00 😀')
  })
})

describe('a link to an endpoint', () => {
  test('contains its name, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary'}), name => {
        const link = endpointLink(escapeInvisible(name))
        expect(link).toMatch(/^#\/endpoint\/[^?#&\s]*$/)
        expect(decodeURIComponent(link.slice('#/endpoint/'.length))).toBe(escapeInvisible(name))
      })
    )
  })
})

describe('data for the page', () => {
  test('lists consecutive numbers as ranges', () => {
    expect(formatRanges([1, 2, 3, 7, 9, 10])).toBe('1-3,7,9-10')
    expect(formatRanges([])).toBe('')
  })

  test('separates names in code from the rest of a sentence', () => {
    expect(parseSentence('Use `GET /v2/loans` instead')).toEqual(['Use ', ['GET /v2/loans'], ' instead'])
    expect(parseSentence('Nothing')).toBe('Nothing')
  })
})

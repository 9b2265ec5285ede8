import {parse as parseCsv} from 'csv-parse/sync'
import fc from 'fast-check'
import {parseFragment} from 'parse5'
import {describe, expect, test} from 'vitest'
import {fillTemplate} from '../src/markdown/template.ts'

/** Texts with what any of the formats gives a meaning to. */
const hostile = fc.oneof(
  fc.string({unit: 'grapheme'}),
  fc.string({unit: fc.constantFrom(...'"\'\\,;\n\r\t<>&`*_[](){}=+-@|%#: a0\u202e\u0000\ufdd0\ufdd1＝')})
)

const problemOf = (fill: () => string): object | undefined => {
  try {
    return void fill()
  } catch (error) {
    return (error as {problems: object[]}).problems[0]
  }
}

describe('a template for JSON', () => {
  test('gives the texts as they are, inside and outside of quotes', () => {
    fc.assert(
      fc.property(hostile, fc.array(hostile), (text, list) => {
        const filled = fillTemplate(
          '{"a": "<{{ a }}>", "b": {{ a }}, "l": [{% for each in l %}"{{ each }}",{% endfor %}], "o": {{ l }}, "n": {{ n }}}',
          'slack.json.liquid',
          {a: text, l: list, n: 7}
        )
        expect(JSON.parse(filled)).toEqual({a: `<${text}>`, b: text, l: list, o: list, n: 7})
      })
    )
  })

  test('escapes what it captured once', () => {
    const text = '{% capture c %}{{ a }}!{% endcapture %}{"c": "{{ c | upcase }}", "none": {{ d }}, "d": "{{ d }}"}'
    expect(JSON.parse(fillTemplate(text, 'x.json.liquid', {a: 'q"\n'}))).toEqual({c: 'Q"\n!', none: null, d: ''})
  })

  test('cannot be broken by a value between others', () => {
    expect(JSON.parse(fillTemplate('[{{ a }}, "{{ o }}"]', 'x.json', {a: '1, "b": 2', o: ['", "']}))).toEqual([
      '1, "b": 2',
      '["\\", \\""]'
    ])
  })

  test('is refused with the place where it gives none', () => {
    expect(problemOf(() => fillTemplate('{\n  "a": "{{ a }}" "b"\n}', 'slack.json.liquid', {a: 'x'}))).toEqual({
      message:
        'Invalid JSON: found `"` instead of `,` or `}`. It\'s in line 2 of the filled template, at `"a": "x" "b"`.',
      place: {source: 'slack.json.liquid'}
    })
    expect(problemOf(() => fillTemplate('{"a": 1, "a": 2}', 'x.json', {}))).toMatchObject({
      message: expect.stringContaining('Duplicate key')
    })
  })
})

describe('a template for CSV', () => {
  test('has the same cells for a parser, and no formulas for a spreadsheet', () => {
    const cells = fc.array(hostile, {minLength: 2, maxLength: 4})
    fc.assert(
      fc.property(fc.array(cells, {minLength: 1}), rows => {
        const filled = fillTemplate(
          'first,"a ""head"""\n{% for row in rows %}x,{% for cell in row %}{{ cell }},{% endfor %}"{{ row[0] }}; {{ row[1] }}"\n{% endfor %}',
          'sunsets.csv.liquid',
          {rows}
        )
        const read: string[][] = parseCsv(filled, {relaxColumnCount: true, recordDelimiter: '\r\n'})
        const isFormula = (cell: string): boolean => /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/.test(cell)
        expect(read.flat().filter(isFormula)).toEqual([])
        const asText = (cell: string): string => (isFormula(cell) ? `'${cell}` : cell)
        expect(read.map(row => row.map(visible))).toEqual([
          ['first', 'a "head"'],
          ...rows.map(row => ['x', ...row, `${row[0]}; ${row[1]}`].map(asText).map(visible))
        ])
      })
    )
  })
})

/** CSV has no escapes, so invisible characters are written out. */
const visible = (text: string): string => text.replaceAll(/[^\t\n\r !"$-~＝]|\\u[0-9a-f]{4}|\\u\{[0-9a-f]+\}/gu, '?')

describe('a template for HTML', () => {
  test('gets no new elements and attributes', () => {
    const shapeOf = (html: string): unknown =>
      JSON.parse(
        JSON.stringify(parseFragment(html), (key, value) =>
          ['parentNode', 'value', 'sourceCodeLocation'].includes(key) ? undefined : value
        )
      )
    const text = '<p title="{{ a }}">x {{ a }}</p><i title=\'{{ a }}\'>x{{ a | code }}</i>'
    const shape = shapeOf(fillTemplate(text, 'a.html.liquid', {a: 'b'}))
    fc.assert(
      fc.property(
        hostile.filter(each => each.trim() !== ''),
        a => {
          expect(shapeOf(fillTemplate(text, 'a.html.liquid', {a}))).toEqual(shape)
        }
      )
    )
  })
})

describe('a template for plain text and XML', () => {
  test('has values on one line, without control characters', () => {
    fc.assert(
      fc.property(hostile, a => {
        expect(fillTemplate('Subject: {{ a }}', 'mail.txt.liquid', {a})).not.toMatch(/[\p{Cc}\u202e\ufdd0]/u)
      })
    )
    expect(fillTemplate('{{ a }}', 'mail.txt.liquid', {a: '*x* <b> `c` & "d"'})).toBe('*x* <b> `c` & "d"')
    expect(fillTemplate('<b>{{ a | code }}</b>', 'x.xml.liquid', {a: '<i>&'})).toBe('<b>&lt;i&gt;&amp;</b>')
    expect(fillTemplate('<a b="{{ a }}">{{ html }}</a>', 'x.xml.liquid', {a: '"<&', html: '<b>'})).toBe(
      '<a b="&quot;&lt;&amp;">&lt;b&gt;</a>'
    )
  })
})

describe('the format of a template', () => {
  const stated = '{%- comment %} format: plain, for a chat {% endcomment -%}\n{{ a }}'

  test('is that of its first line, or that of its name', () => {
    expect(fillTemplate(stated, 'message.ics.liquid', {a: '*x*'})).toBe('*x*')
    expect(fillTemplate('{%- # format: json -%}{{ a }}', 'message', {a: '*x*'})).toBe('"*x*"\n')
    expect(fillTemplate('{{ a }}', 'some.folder/message.liquid', {a: '*x*'})).toBe('\\*x\\*')
  })

  test('must be known', () => {
    expect(problemOf(() => fillTemplate('', 'calendar.ics.liquid', {}))).toEqual({
      message:
        "The format of `.ics` isn't known, so its values can't be escaped. Write one of markdown, html, json, csv, plain, xml in its first line.",
      place: {source: 'calendar.ics.liquid'},
      example: '{% comment %} format: plain {% endcomment %}'
    })
    expect(problemOf(() => fillTemplate(stated.replace('plain', 'jsn'), 'a.md', {}))).toMatchObject({
      message: expect.stringMatching(/^There is no template format `jsn`\. Did you mean `json`\?/)
    })
  })
})

describe('the filters for messages', () => {
  const fill = (text: string, a: string): string => JSON.parse(fillTemplate(`["${text}"]`, 'x.json', {a}))[0]

  test('cut whole characters, and escape what Slack would act upon', () => {
    expect(fill('{{ a | cut: 4 }}', '👍👍👍👍👍')).toBe('👍👍👍…')
    expect(fill('{{ a | mrkdwn }}', '<!channel> & <https://x.example|y>')).toBe(
      '&lt;!channel&gt; &amp; &lt;https://x.example|y&gt;'
    )
    expect(fill('{{ a | mrkdwn: 9 }}', 'abcde<fgh')).toBe('abcde…')
    fc.assert(
      fc.property(hostile, fc.integer({min: 1, max: 30}), (a, most) => {
        const text = fill(`{{ a | mrkdwn: ${most} }}`, a)
        expect(text.length).toBeLessThanOrEqual(most)
        expect(text.replaceAll(/&(?:amp|lt|gt);/g, '')).not.toMatch(/[&<>]/)
      })
    )
  })
})

// One hostile text as a name in every command and format.

import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {parse as parseCsv} from 'csv-parse/sync'
import type {Nodes} from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import {unified} from 'unified'
import {beforeAll, describe, expect, test} from 'vitest'
import {type CommandResult, folder, run, tenure, write} from '../cli/run.ts'
import {sample} from '../tier.ts'

const HOSTILE =
  'a\u001b[2J\u0007\r\n::error::hacked\n##vso[task.complete]<script>hacked()</script></code></summary>|`b`' +
  '[c](javascript:hacked())![d](https://hacked.example)<!-- \u202e\u200b\u2028\u009b31m\u{e0041}]]>&"\'{{ 7 }}{% raw %}\u0000'

const describedBy = (isNew: boolean): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: {title: HOSTILE, version: '1', description: HOSTILE},
    tags: [{name: HOSTILE, description: HOSTILE}],
    paths: {
      [`/loans/${HOSTILE}`]: {
        get: {
          operationId: HOSTILE,
          summary: HOSTILE,
          tags: [HOSTILE],
          deprecated: isNew,
          parameters: [{name: HOSTILE, in: 'query', schema: {type: 'string', enum: isNew ? ['a'] : ['a', HOSTILE]}}],
          responses: {
            200: {
              description: HOSTILE,
              headers: {[HOSTILE]: {schema: {type: 'string'}}},
              content: {'application/json': {schema: {$ref: '#/components/schemas/Loan'}}}
            }
          }
        }
      },
      [`/${isNew ? 'holds' : 'copies'}/${HOSTILE}`]: {get: {responses: {200: {description: HOSTILE}}}},
      '/books': {get: {responses: {200: {description: 'ok', content: {[HOSTILE]: {}}}}, security: [{[HOSTILE]: []}]}}
    },
    components: {
      schemas: {
        Loan: {
          type: 'object',
          required: isNew ? [] : [HOSTILE],
          properties: {[HOSTILE]: {type: isNew ? 'integer' : 'string', description: HOSTILE}}
        }
      },
      securitySchemes: {[HOSTILE]: {type: 'apiKey', in: 'header', name: HOSTILE}}
    }
  })

const FILES = {
  'own.json.liquid': '{"all": [{% for release in releases %}"{{ service }}", {{ release }},{% endfor %}]}',
  '1.0.json': describedBy(false),
  '2.0.json': describedBy(true),
  'releases.json': JSON.stringify({
    name: HOSTILE,
    releases: [
      {version: '1.0', date: '2024-01-31', file: '1.0.json'},
      {version: '2.0', date: '2025-01-31', file: '2.0.json'}
    ]
  })
}

const AS_OF = ['--as-of', '2026-11-20']

/** Expects no control or invisible characters and no line that a CI service takes for a command. */
function expectHarmless(text: string): void {
  expectNoControlCharacters(text)
  expect(text).not.toMatch(/^\s*::error::hacked/m)
}

const expectNoControlCharacters = (text: string): void =>
  expect(text).not.toMatch(/(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/u)

/** Expects Markdown in which no name is a link, an image, or HTML. */
function expectNoMarkup(markdown: string): void {
  const visit = (node: Nodes): void => {
    expect(['image', 'linkReference', 'imageReference', 'definition']).not.toContain(node.type)
    if (node.type === 'link') expect(node.url).toMatch(/^https?:|^#/)
    if (node.type === 'html') for (const line of node.value.split('\n')) expect(line).toMatch(OWN_HTML)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(unified().use(remarkParse).use(remarkGfm).parse(markdown))
}
const OWN_HTML =
  /^(?:<details>|<summary>(?:[^<>]|<(code|em)>[^<>]*<\/\1>)*<\/summary>|<\/details>|<br \/>|<!-- tenure[\w :-]*-->)$/

function expectHarmlessSuccess({code, out, err}: CommandResult): string {
  expect(code, err).not.toBe(2)
  expectHarmless(err)
  expectHarmless(out)
  expect(out).not.toBe('')
  return out
}

describe('a hostile name', () => {
  const cwd = folder(FILES)
  beforeAll(async () => {
    expectHarmlessSuccess(await tenure(['record', '.', '--all', '--output', 'recorded/history.yaml', ...AS_OF], {cwd}))
  })

  test.each(
    sample([
      ['audit', '.', '--format', 'stylish'],
      ['diff', '1.0.json', '2.0.json', '--verbose', '--format', 'stylish'],
      ['record', '.', '--all', '--dry-run'],
      ['due', 'GET /books', '--history', 'recorded/history.yaml'],
      ['due', '--within', '99y', '--history', 'recorded/history.yaml'],
      ['due', '--within', '99y', '--history', 'recorded/history.yaml', '--template', 'mail'],
      ['notes', '2.0', '.', '--template', 'mail'],
      ['record', '--overlay', '--spec', '2.0.json', '--history', 'recorded/history.yaml']
    ])
  )('is escaped in the terminal: %s %s', async (...args) => {
    expectHarmlessSuccess(await tenure([...args, ...(args[0] === 'diff' ? [] : AS_OF)], {cwd}))
  })

  test.each(
    sample([
      ['audit', '.', '--format', 'json'],
      ['diff', '1.0.json', '2.0.json', '--verbose', '--format', 'json'],
      ['changelog', '.', '--format', 'json'],
      ['notes', '2.0', '.', '--format', 'json'],
      ['upgrade', '1.0', '2.0', '.', '--format', 'json'],
      ['notes', '2.0', '.', '--template', 'own.json.liquid']
    ])
  )('is unchanged in JSON: %s %s', async (...args) => {
    const out = expectHarmlessSuccess(await tenure([...args, ...(args[0] === 'diff' ? [] : AS_OF)], {cwd}))
    const texts: string[] = []
    JSON.parse(out, (key, value) => texts.push(key, String(value)) && value)
    expect(texts.some(text => text.includes(HOSTILE))).toBe(true)
  })

  test.each(
    sample([
      ['due', '--within', '99y', '--history', 'recorded/history.yaml', '--format', 'csv'],
      ['notes', '2.0', '.', '--template', 'csv']
    ])
  )('is a cell in CSV: %s %s', async (...args) => {
    const {out, err} = await tenure([...args, ...AS_OF], {cwd})
    expectHarmless(err)
    expectHarmless(out.replaceAll('\r', ''))
    const rows: string[][] = parseCsv(out)
    expect(new Set(rows.map(row => row.length)).size).toBe(1)
    expect(rows.length).toBeGreaterThan(1)
  })

  test.each(sample([['slack'], ['teams']]))('is text in a message: %s', async template => {
    const out = expectHarmlessSuccess(await tenure(['notes', '2.0', '.', '--template', template, ...AS_OF], {cwd}))
    const texts: unknown[] = []
    JSON.parse(out, (key, value) => {
      if (key === 'text' && typeof value === 'string') texts.push(value)
      expect(value?.type === 'mrkdwn' ? value.text : '').not.toContain('<')
      // Teams reads Markdown in these.
      expect(value?.type).not.toBe('TextBlock')
      return value
    })
    expect(texts.length).toBeGreaterThan(4)
    for (const text of texts) expectNoControlCharacters(String(text))
  })

  test.each(
    sample([
      ['audit', '.', '--format', 'markdown'],
      ['diff', '1.0.json', '2.0.json', '--verbose', '--format', 'markdown'],
      ['changelog', '.'],
      ['changelog', '.', '--template', 'keep-a-changelog'],
      ['changelog', '.', '--template', 'github'],
      ['notes', '2.0', '.'],
      ['upgrade', '1.0', '2.0', '.']
    ])
  )('is neither HTML nor a link nor an image in Markdown: %s %s', async (...args) => {
    expectNoMarkup(expectHarmlessSuccess(await tenure([...args, ...(args[0] === 'diff' ? [] : AS_OF)], {cwd})))
  })

  test('is escaped in the site and the picture', async () => {
    expectHarmlessSuccess(await tenure(['site', '.', '--output', 'a.html', ...AS_OF], {cwd}))
    expectHarmlessSuccess(await tenure(['site', '.', '--output', 'a.svg', ...AS_OF], {cwd}))
    for (const name of ['a.html', 'a.svg']) {
      const text = readFileSync(join(cwd, name), 'utf8')
      expectNoControlCharacters(text.replaceAll('\r\n', '\n'))
      expect(text).toContain('::error::hacked')
      expect(text).not.toMatch(/<script>hacked|<\/code><\/summary>|javascript:hacked\(\)"/)
    }
  })

  test('is escaped in every format of check', async () => {
    const repository = folder({'openapi.json': describedBy(false)})
    const git = (...args: string[]) =>
      run('git', ['-c', 'user.name=a', '-c', 'user.email=a@library.example', ...args], {cwd: repository})
    await git('init', '-q', '-b', 'main')
    await git('add', '.')
    await git('commit', '-qm', 'A')
    write(repository, {'openapi.json': describedBy(true)})
    const formats = ['stylish', 'json', 'markdown', 'github', 'gitlab', 'sarif', 'junit']
    const choices = formats.map(format => `${format}=out.${format}`).join(',')
    const result = await tenure(['check', '--base', 'HEAD', '--format', choices], {cwd: repository})
    expect(result.code).toBe(1)
    expectHarmless(result.err)
    for (const format of formats) {
      const out = readFileSync(join(repository, `out.${format}`), 'utf8')
      expectHarmless(out)
      expect(out).toContain('hacked')
      if (format === 'markdown') expectNoMarkup(out)
      if (format === 'junit') expect(out).not.toMatch(/<script|]]>/)
    }
  })
})

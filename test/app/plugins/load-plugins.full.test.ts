import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, tenureProcess as tenure} from '../../cli/run.ts'
import {sample} from '../../tier.ts'

const HISTORY = `format: 1
service: Lending Library API
releases:
  - release: next
    changes:
      - added: GET /v1/ping
`

/** A rule of a user, with these parts replaced. */
const rule = (
  parts: {id?: string; level?: string; check?: string} = {}
): string => `import {defineRule} from 'tenure/rule'

export default defineRule({
  id: '${parts.id ?? 'no-ping'}',
  since: '1.0.0',
  level: '${parts.level ?? 'error'}',
  watches: 'event',
  summary: 'Nothing is called ping.',
  why: 'It says nothing of the library.',
  options: {word: 'ping'},
  messages: {ping: '{subject} needs another name'},
  *check(event, {say, options}) {
    const subject = say.subject(event.subject)
    ${
      parts.check ??
      `if (!subject.includes(options.word)) return
    yield {message: 'ping', subject: event.subject, event, place: event.place, values: {subject}, remedy: 'Rename it.'}`
    }
  },
  examples: [{title: 'A ping', kind: 'loud', history: 'service: Loans', messages: ['\`GET /v1/ping\` needs another name']}]
})
`

const CONFIG = 'format: 1\nplugins: [./rules/no-ping.js]\nspec: none\n'
const folderWithRule = (text: string, file = 'rules/no-ping.js') =>
  folder({'history.yaml': HISTORY, 'tenure.yaml': `format: 1\nplugins: [./${file}]\nspec: none\n`, [file]: text})

describe.concurrent('rules of plugins', () => {
  it.each(['no-ping.js', 'no-ping.mjs'])('run from %s', async file => {
    const {code, out, err} = await tenure(['check', '--plugins'], {cwd: folderWithRule(rule(), file)})
    expect({code, err}).toEqual({code: 1, err: ''})
    expect(out).toContain('`GET /v1/ping` needs another name')
    expect(out).toContain('no-ping: Rename it.')
  })

  it('may have a top-level await', async () => {
    const text = `const word = await import('./word.mjs')\n${rule().replace("{word: 'ping'}", '{word: word.default}')}`
    const cwd = folder({
      'history.yaml': HISTORY,
      'tenure.yaml': CONFIG,
      'rules/no-ping.js': text,
      'rules/word.mjs': "export default await Promise.resolve('ping')\n"
    })
    expect(await tenure(['check', '--plugins'], {cwd})).toMatchObject({code: 1, err: ''})
  })

  it('make check exit 2 if they wait forever', async () => {
    const result = await tenure(['check', '--plugins'], {cwd: folderWithRule(`await new Promise(() => {})\n${rule()}`)})
    expect(result).toMatchObject({code: 2, out: ''})
    expect(result.err).toContain('Plugin `rules/no-ping.js` ended the process before its verdict')
  })

  it('may import files that import each other, CommonJS, JSON, and modules of Node.js', async () => {
    const cwd = folder({
      'history.yaml': HISTORY,
      'tenure.yaml': CONFIG,
      'rules/no-ping.js': `import {join} from 'node:path'
import {second} from './first.mjs'
import third, {letter} from './third.cjs'
import {fourth} from './compiled.cjs'
import compiled from './compiled.cjs'
import last from './last.json'
import {createRequire} from 'node:module'
const again = createRequire(import.meta.url)('./third')
if (again !== third || compiled !== 'ping' || typeof join !== 'function') throw new Error('no library today')
const word = [second(), letter, fourth, last.letter].join('')
${rule().replace("{word: 'ping'}", '{word}')}`,
      'rules/first.mjs':
        "import {word} from './second.mjs'\nexport const first = 'p'\nexport const second = () => word()\n",
      'rules/second.mjs': "import {first} from './first.mjs'\nexport const word = () => first\n",
      'rules/third.cjs': "module.exports = {letter: 'i', other: require('./last')}\n",
      'rules/compiled.cjs':
        "Object.defineProperty(exports, '__esModule', {value: true})\nexports.default = 'ping'\nexports.fourth = 'n'\n",
      'rules/last.json': '{"letter": "g"}'
    })
    expect(await tenure(['check', '--plugins'], {cwd})).toMatchObject({code: 1, err: ''})
  })

  it('run from CommonJS without an import of tenure', async () => {
    const text = rule()
      .replace(/^import.*\n/, '')
      .replace('export default defineRule(', 'module.exports = (')
    expect((await tenure(['check', '--plugins'], {cwd: folderWithRule(text, 'no-ping.cjs')})).code).toBe(1)
  })

  it('import tenure and their own files, from any working folder', async () => {
    const cwd = folder({
      'history.yaml': HISTORY,
      'tenure.yaml': `${CONFIG}history: history.yaml\n`,
      'rules/no-ping.js': `import {WORD} from './word'\n${rule().replace("{word: 'ping'}", '{word: WORD}')}`,
      'rules/word.js': "export const WORD = 'ping'\n"
    })
    const {code, out} = await tenure(['check', '--plugins', '--config', join(cwd, 'tenure.yaml')], {cwd: folder()})
    expect(code).toBe(1)
    expect(out).toContain('no-ping')
  })

  it('are listed, explained, and configured like built-in rules', async () => {
    const cwd = folderWithRule(rule())
    expect((await tenure(['explain', '--plugins'], {cwd})).out).toMatch(/^no-ping +error +Nothing is called ping\.$/m)
    expect(JSON.parse((await tenure(['explain', '--plugins', '--format', 'json'], {cwd})).out)).toContainEqual(
      expect.objectContaining({id: 'no-ping', options: {word: 'ping'}})
    )
    const {out} = await tenure(['explain', '--plugins', 'no-ping'], {cwd})
    expect(out).toContain('It says nothing of the library.')
    expect(out).toContain('  → `GET /v1/ping` needs another name')
    for (const setting of ['off', 'warning', '{options: {word: pong}}']) {
      const cwdWithSetting = folder({
        'history.yaml': HISTORY,
        'tenure.yaml': `${CONFIG}rules: {no-ping: ${setting}}\n`,
        'rules/no-ping.js': rule()
      })
      expect(await tenure(['check', '--plugins'], {cwd: cwdWithSetting}), setting).toMatchObject({code: 0, err: ''})
    }
  })

  it('are listed even if the rest of the configuration is invalid', async () => {
    const cwd = folder({'tenure.yaml': `${CONFIG}rules: {no-pong: off}\n`, 'rules/no-ping.js': rule()})
    expectRefusal(await tenure(['check', '--plugins'], {cwd}))
    expect((await tenure(['explain', '--plugins'], {cwd})).out).toContain('no-ping')
  })

  it('run in audit, too', async () => {
    const cwd = folder({
      'history.yaml': HISTORY.replace('next', '"1.0"\n    date: 2024-01-10'),
      'tenure.yaml': CONFIG,
      'rules/no-ping.js': rule()
    })
    expect((await tenure(['audit', '--plugins'], {cwd})).out).toContain('`GET /v1/ping` needs another name')
  })
})

describe.concurrent('an invalid plugin makes check exit 2:', () => {
  it.each(
    sample([
      [
        'a syntax error',
        rule().replace('since:', 'since = :'),
        /^rules\/no-ping\.js:5:11: The plugin can't be loaded: Unexpected token ':'/
      ],
      [
        'an error while it loads',
        "const word = 'x'\nthrow new Error('no library today')\n",
        /^rules\/no-ping\.js:2:1: The plugin can't be loaded: no library today/
      ],
      ['no default export', 'export {}\n', /^rules\/no-ping\.js: The rule has no `id`\. It must be words with dashes/],
      [
        'a text as the default export',
        "export default 'rule'\n",
        /^rules\/no-ping\.js: The default export of a plugin must be a rule, not `rule`\./
      ],
      [
        'an invalid level',
        rule({level: 'fatal'}),
        /^rules\/no-ping\.js: `level` of the rule is `fatal`\. It must be `error`, `warning`, or `info`\./
      ],
      [
        'the ID of a built-in rule',
        rule({id: 'name-reused'}),
        /^rules\/no-ping\.js: Rule `name-reused` has the ID of a rule of tenure itself/
      ],
      ['an invalid ID', rule({id: 'No Ping'}), /`id` of the rule is `No Ping`\./],
      [
        'an error while it checks',
        rule({check: 'throw new TypeError("x is not there")'}),
        /^rules\/no-ping\.js:14:1: Rule `no-ping` failed: x is not there/
      ],
      ['an invalid finding', rule({check: 'yield 7'}), /Rule `no-ping` yields an invalid finding: it must be a map\./],
      [
        'an unknown message',
        rule({check: "yield {message: 'pong'}"}),
        /Rule `no-ping` yields an invalid finding: `message` is `pong`, not `ping`\./
      ],
      [
        'a missing value for a message',
        rule({check: "yield {message: 'ping', place: event.place, remedy: 'Go.'}"}),
        /`values\.subject` is missing/
      ],
      [
        'a finding without a place',
        rule({check: "yield {message: 'ping', values: {subject}, remedy: 'Go.'}"}),
        /`place` is missing/
      ],
      [
        'a finding without a remedy',
        rule({check: "yield {message: 'ping', values: {subject}, place: event.place}"}),
        /`remedy` is missing/
      ],
      [
        "a check that isn't a generator",
        rule()
          .replace('*check', 'check')
          .replace(/yield (.*)$/m, 'return 7'),
        /Rule `no-ping` failed: /
      ]
    ])
  )('%s', async (_, text, message) => {
    const result = await tenure(['check', '--plugins'], {cwd: folderWithRule(text)})
    expectRefusal(result)
    expect(result.err).toMatch(message)
  })

  it('a missing file, with its line in the configuration', async () => {
    const cwd = folder({'history.yaml': HISTORY, 'tenure.yaml': CONFIG})
    const result = await tenure(['check', '--plugins'], {cwd})
    expectRefusal(result)
    expect(result.err).toBe(
      "tenure.yaml:2:11: `rules/no-ping.js` isn't a plugin. Name a TypeScript or JavaScript file.\n"
    )
  })

  it('the same file listed twice', async () => {
    const cwd = folder({
      'history.yaml': HISTORY,
      'tenure.yaml': 'plugins: [./a.js, ./b.js, a.js]\n',
      'a.js': rule({id: 'a'}),
      'b.js': rule({id: 'b'})
    })
    const result = await tenure(['explain', '--plugins'], {cwd})
    expectRefusal(result)
    expect(result.err).toContain('tenure.yaml:1:27: Rule `a` has the ID of a rule of ')
  })
})

const isTyped = 'typescript' in process.features && process.features.typescript !== false

describe.concurrent('a plugin in TypeScript', () => {
  const typed = `import type {Rule} from 'tenure/rule'\nimport {WORD} from './word.js'\nconst word: string = WORD\n${rule().replace(
    "{word: 'ping'}",
    '{word}'
  )}`
  const library = (text: string, file: string) =>
    folder({
      'history.yaml': HISTORY,
      'tenure.yaml': `format: 1\nplugins: [./rules/${file}]\nspec: none\n`,
      [`rules/${file}`]: text,
      'rules/word.ts': "export const WORD: string = 'ping'\n"
    })
  const refused = (file: string) =>
    `rules/${file}: \`rules/${file}\` is TypeScript, which Node ${process.versions.node} can't run. Write it in JavaScript, or run Node 22.18 or later.\n`

  it.each(['no-ping.ts', 'no-ping.mts'])('runs if Node.js removes types, and is rejected otherwise: %s', async file => {
    const result = await tenure(['check', '--plugins'], {cwd: library(typed, file)})
    if (isTyped) expect(result).toMatchObject({code: 1, err: ''})
    else {
      expectRefusal(result)
      expect(result.err).toBe(refused(file))
    }
  })

  it('runs or is rejected in the same way if another file imports it', async () => {
    const cwd = library(typed.replace('const word: string', 'const word').replace(/^import type.*\n/, ''), 'no-ping.js')
    const result = await tenure(['check', '--plugins'], {cwd})
    if (isTyped) expect(result).toMatchObject({code: 1, err: ''})
    else {
      expectRefusal(result)
      expect(result.err).toBe(refused('word.ts'))
    }
  })

  it.each([
    [
      'an enum',
      'enum Word {ping}\n',
      ":1:1: The plugin can't be loaded: Node only removes types, and a TypeScript enum is code."
    ],
    [
      'a type that is imported like a value',
      "import {type Word, Rule} from 'tenure/rule'\n",
      ": The plugin can't be loaded: The requested module 'tenure/rule' does not provide an export named 'Rule'. If it's a type, use `import type`."
    ],
    ['a syntax error', 'const word: = 1\n', ":1:13: The plugin can't be loaded: Unexpected token `=`."]
  ])("is rejected for syntax that Node.js can't remove: %s", async (_, text, message) => {
    const result = await tenure(['check', '--plugins'], {cwd: library(text + rule(), 'no-ping.ts')})
    expectRefusal(result)
    expect(result.err).toContain(isTyped ? `rules/no-ping.ts${message}` : refused('no-ping.ts'))
  })
})

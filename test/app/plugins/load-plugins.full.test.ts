import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, tenureProcess as tenure} from '../../cli/run.ts'

const HISTORY = `format: 1
service: Lending Library API
releases:
  - release: next
    changes:
      - added: GET /v1/ping
`

/** A rule of the user's own; what stands in braces may be replaced. */
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

const CONFIG = 'format: 1\nplugins: [./rules/no-ping.ts]\nspec: none\n'
const with_ = (text: string, file = 'rules/no-ping.ts') =>
  folder({'history.yaml': HISTORY, 'tenure.yaml': `format: 1\nplugins: [./${file}]\nspec: none\n`, [file]: text})

describe.concurrent('rules of the user', () => {
  it.each(['no-ping.ts', 'no-ping.mts', 'no-ping.js', 'no-ping.mjs'])('are run: %s', async file => {
    const typed = file.endsWith('ts') ? 'const typed: string = "ping"\n' : ''
    const {code, out, err} = await tenure(['check', '--plugins'], {cwd: with_(typed + rule(), file)})
    expect({code, err}).toEqual({code: 1, err: ''})
    expect(out).toContain('`GET /v1/ping` needs another name')
    expect(out).toContain('no-ping: Rename it.')
  })

  it('are run from CommonJS, without the door', async () => {
    const text = rule()
      .replace(/^import.*\n/, '')
      .replace('export default defineRule(', 'module.exports = (')
    expect((await tenure(['check', '--plugins'], {cwd: with_(text, 'no-ping.cjs')})).code).toBe(1)
  })

  it('find the door and their own files from another folder', async () => {
    const cwd = folder({
      'history.yaml': HISTORY,
      'tenure.yaml': `${CONFIG}history: history.yaml\n`,
      'rules/no-ping.ts': `import {WORD} from './word.ts'\n${rule().replace("{word: 'ping'}", '{word: WORD}')}`,
      'rules/word.ts': "export const WORD: string = 'ping'\n"
    })
    const {code, out} = await tenure(['check', '--plugins', '--config', join(cwd, 'tenure.yaml')], {cwd: folder()})
    expect(code).toBe(1)
    expect(out).toContain('no-ping')
  })

  it('are listed, explained and set as ours are', async () => {
    const cwd = with_(rule())
    expect((await tenure(['rules', '--plugins'], {cwd})).out).toMatch(/^no-ping +error +Nothing is called ping\.$/m)
    expect(JSON.parse((await tenure(['rules', '--plugins', '--format', 'json'], {cwd})).out)).toContainEqual(
      expect.objectContaining({id: 'no-ping', options: {word: 'ping'}})
    )
    const {out} = await tenure(['explain', '--plugins', 'no-ping'], {cwd})
    expect(out).toContain('It says nothing of the library.')
    expect(out).toContain('  → `GET /v1/ping` needs another name')
    for (const setting of ['off', 'warning', '{options: {word: pong}}']) {
      const own = folder({
        'history.yaml': HISTORY,
        'tenure.yaml': `${CONFIG}rules: {no-ping: ${setting}}\n`,
        'rules/no-ping.ts': rule()
      })
      expect(await tenure(['check', '--plugins'], {cwd: own}), setting).toMatchObject({code: 0, err: ''})
    }
  })

  it('are listed even where the rest of the configuration is wrong', async () => {
    const cwd = folder({'tenure.yaml': `${CONFIG}rules: {no-pong: off}\n`, 'rules/no-ping.ts': rule()})
    expectRefusal(await tenure(['check', '--plugins'], {cwd}))
    expect((await tenure(['rules', '--plugins'], {cwd})).out).toContain('no-ping')
  })

  it('serve audit, too', async () => {
    const cwd = folder({
      'history.yaml': HISTORY.replace('next', '"1.0"\n    date: 2024-01-10'),
      'tenure.yaml': CONFIG,
      'rules/no-ping.ts': rule()
    })
    expect((await tenure(['audit', '--plugins'], {cwd})).out).toContain('`GET /v1/ping` needs another name')
  })
})

describe.concurrent('a plugin that is no rule', () => {
  it.each([
    [
      'a slip of syntax',
      rule().replace('since:', 'since = :'),
      /^rules\/no-ping\.ts:5:\d+: The plugin can't be loaded: Unexpected token/
    ],
    [
      'what throws as it is loaded',
      "const word: string = 'x'\nthrow new Error('no library today')\n",
      /^rules\/no-ping\.ts:2:1: The plugin can't be loaded: no library today/
    ],
    [
      'waiting at the top',
      `await Promise.resolve()\n${rule()}`,
      /^rules\/no-ping\.ts(?::\d+)?.*: The plugin can't be loaded: await/
    ],
    ['nothing', 'export {}\n', /^rules\/no-ping\.ts: The rule has no `id`\. It must be words with dashes/],
    [
      'a text',
      "export default 'rule'\n",
      /^rules\/no-ping\.ts: The default export of a plugin must be a rule, not `rule`\./
    ],
    [
      'a level that is none',
      rule({level: 'fatal'}),
      /^rules\/no-ping\.ts: `level` of the rule is `fatal`\. It must be `error`, `warning`, or `info`\./
    ],
    [
      'an id of ours',
      rule({id: 'name-reused'}),
      /^rules\/no-ping\.ts: Rule `name-reused` has the ID of a rule of tenure itself/
    ],
    ['an id that is none', rule({id: 'No Ping'}), /`id` of the rule is `No Ping`\./],
    [
      'what throws as it checks',
      rule({check: 'throw new TypeError("x is not there")'}),
      /^rules\/no-ping\.ts:14:1: Rule `no-ping` failed: x is not there/
    ],
    [
      'a finding that is none',
      rule({check: 'yield 7'}),
      /Rule `no-ping` yields an invalid finding: it must be a map\./
    ],
    [
      'a message that it lacks',
      rule({check: "yield {message: 'pong'}"}),
      /Rule `no-ping` yields an invalid finding: `message` is `pong`, not `ping`\./
    ],
    [
      'an empty slot',
      rule({check: "yield {message: 'ping', place: event.place, remedy: 'Go.'}"}),
      /`values\.subject` is missing/
    ],
    ['no place', rule({check: "yield {message: 'ping', values: {subject}, remedy: 'Go.'}"}), /`place` is missing/],
    [
      'no remedy',
      rule({check: "yield {message: 'ping', values: {subject}, place: event.place}"}),
      /`remedy` is missing/
    ],
    [
      'a check that gives nothing to go through',
      rule()
        .replace('*check', 'check')
        .replace(/yield (.*)$/m, 'return 7'),
      /Rule `no-ping` failed: /
    ]
  ])('%s', async (_, text, said) => {
    const ran = await tenure(['check', '--plugins'], {cwd: with_(text)})
    expectRefusal(ran)
    expect(ran.err).toMatch(said)
  })

  it('is told with the line of the configuration where it is not there', async () => {
    const cwd = folder({'history.yaml': HISTORY, 'tenure.yaml': CONFIG})
    const ran = await tenure(['check', '--plugins'], {cwd})
    expectRefusal(ran)
    expect(ran.err).toBe("tenure.yaml:2:11: `rules/no-ping.ts` isn't a plugin. Name a TypeScript or JavaScript file.\n")
  })

  it('is refused where it is named twice', async () => {
    const cwd = folder({
      'history.yaml': HISTORY,
      'tenure.yaml': 'plugins: [./a.js, ./b.js, a.js]\n',
      'a.js': rule({id: 'a'}),
      'b.js': rule({id: 'b'})
    })
    const ran = await tenure(['rules', '--plugins'], {cwd})
    expectRefusal(ran)
    expect(ran.err).toContain('tenure.yaml:1:27: Rule `a` has the ID of a rule of ')
  })
})

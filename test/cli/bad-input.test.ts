import {mkdirSync, readFileSync, symlinkSync, truncateSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {BROKEN, LIBRARY} from './library.ts'
import {allIn, expectRefusal, folder, tenure} from './run.ts'

const HEAD = 'service: Lending Library API\n'

/** One release with these changes, on lines of their own from line 5 on. */
const changes = (...lines: string[]): string =>
  `${HEAD}releases:\n  - release: "1.0"\n    changes:\n${lines.map(line => `      ${line}\n`).join('')}`

/** A refusal, line by line: problems and the examples below them. */
async function refused(args: readonly string[], cwd: string): Promise<string[]> {
  const before = allIn(cwd)
  const ran = await tenure(args, {cwd})
  expectRefusal(ran)
  expect(allIn(cwd)).toEqual(before)
  return ran.err.trimEnd().split('\n')
}

const problems = (lines: readonly string[]): string[] => lines.filter(line => !line.startsWith('    for example: '))
const examples = (lines: readonly string[]): string[] => lines.filter(line => line.startsWith('    for example: '))

describe.concurrent('a history that cannot be read', () => {
  it.each<[string, string | Uint8Array, string[]]>([
    [
      'violation YAML',
      changes('- [added: GET /v1/loans}'),
      ['5:30: Unexpected YAML, expected a well-formed file: Flow sequence in block collection must']
    ],
    [
      'a tab as indentation',
      `${HEAD}releases:\n\t- release: "1.0"\n`,
      ['3:1: Unexpected YAML, expected a well-formed file: Tabs']
    ],
    [
      'an open quote',
      'service: "Lending\nreleases: []\n',
      ['3:1: Unexpected YAML, expected a well-formed file: Missing closing "quote']
    ],
    [
      'wrong types of the head, all of them, in the order of the file',
      'service: [a]\nadopted: yes\ncomplete: maybe\nreleases: 7\nformat: 2\nareas: loans\n',
      [
        '1:10: Unexpected list for `service`, expected a text',
        '2:10: Unexpected day `yes`, expected a day that exists, as `2026-03-02`',
        '3:11: Unexpected `maybe` for `complete`, expected `true` or `false`',
        '4:11: Unexpected `7` for `releases`, expected a list',
        '5:9: Unexpected `2` for `format`, expected `1`',
        '6:8: Unexpected `loans` for `areas`, expected a list'
      ]
    ],
    [
      'wrong types of releases and changes',
      `${HEAD}releases:
  - release: {a: 1}
    date: [2026]
    changes: 5
  - hello
  - release: true
    changes:
      - added: 5
      - added: GET /v1/loans
        breaking: perhaps
      - removed: GET /v1/loans
        waiver: yes
      - hello
      - {deprecated: GET /v1/loans, in: answer}
      - removed:
`,
      [
        '3:14: Unexpected map for `release`, expected a text',
        '4:11: Unexpected list for `date`, expected a text',
        '5:14: Unexpected `5` for `changes`, expected a list',
        '6:5: Unexpected `hello`, expected a map',
        '7:14: Unexpected `true` for `release`, expected a text',
        '9:16: Unexpected subject `5`, expected `METHOD /path`',
        '11:19: Unexpected `perhaps` for `breaking`, expected `true` or `false`',
        '13:17: Unexpected `yes` for `waiver`, expected a map',
        '14:9: Unexpected change, expected one verb and one subject',
        '15:41: Unexpected `answer` for `in`, expected one of `request`, `response`',
        '16:9: Unexpected nothing for `removed`, expected a text'
      ]
    ],
    ['no service', 'releases: []\n', ['1:1: Unexpected lack of `service`, expected a text']],
    ['no releases', HEAD, ['1:1: Unexpected lack of `releases`, expected a list']],
    [
      'unknown verbs',
      changes('- remvoed: GET /v1/loans', '- zzzzzzz: GET /v1/loans', '- {}'),
      [
        '5:9: Unexpected verb `remvoed`, expected one of `added`, `changed`, `deprecated`, `rescheduled`, `withdrawn`, `promoted`, `renamed`, `removed`, `restored` (did you mean `removed`?)',
        '6:9: Unexpected verb `zzzzzzz`, expected one of ',
        '7:9: Unexpected empty change, expected one of '
      ]
    ],
    [
      'unknown keys',
      `${HEAD}relases: []\nreleases:\n  - release: "1.0"\n    dat: 2025-01-01\n    changes:\n      - {removed: GET /v1/loans, replacment: GET /v2/loans}\n`,
      [
        '2:1: Unexpected key `relases`, expected one of `format`,',
        '5:5: Unexpected key `dat`, expected one of `release`, `date`, `existing`, `partial`, `note`, `changes` (did you mean `date`?)',
        '7:34: Unexpected key `replacment`, expected one of `removed`,'
      ]
    ],
    [
      'two verbs in a line',
      changes('- removed: GET /v1/loans', '  added: GET /v2/loans'),
      ['5:9: Unexpected verbs `added`, `removed` in one change, expected one verb a line']
    ],
    [
      'releases of one name',
      `${HEAD}releases:\n  - release: "2.0"\n  - release: v2.0\n  - release: 2.1\n  - release: "2.1"\n`,
      [
        '4:14: Unexpected second release `v2.0`, expected each name once (the first is at history.yaml:3:14)',
        '6:14: Unexpected second release `2.1`, expected each name once (the first is at history.yaml:5:14)'
      ]
    ],
    [
      'days that do not exist',
      `adopted: 2026-02-29
${HEAD}releases:
  - release: 2.0
    date: 2026-02-30
    changes:
      - {deprecated: GET /v1/loans, sunset: 2025-02-29}
      - {removed: GET /v1/loans, announced: 2025-13-01}
  - on: 2026-2-3
  - release: 2.1
    date: 2024-01-15T10:00:00Z
`,
      [
        '1:10: Unexpected day `2026-02-29`, expected a day that exists, as `2026-03-02`',
        '5:11: Unexpected date `2026-02-30`, expected a day that exists, as `2026-03-02`, `2026-03` or `2026`',
        '7:45: Unexpected date `2025-02-29`, expected a day that exists',
        '8:45: Unexpected date `2025-13-01`, expected a day that exists',
        '9:9: Unexpected date `2026-2-3`, expected a day that exists',
        '11:11: Unexpected date `2024-01-15T10:00:00Z`, expected a day that exists'
      ]
    ],
    [
      'subjects of no known form',
      changes('- removed: /v1/loans', '- removed: FETCH /v1/loans', '- removed: ""'),
      [
        '5:18: Unexpected subject `/v1/loans`, expected `METHOD /path`, `/prefix/**`, `operation Name` or `Resource.field`',
        '6:18: Unexpected subject `FETCH /v1/loans`, expected ',
        '7:18: Unexpected subject ``, expected '
      ]
    ],
    [
      'keys given twice',
      `${HEAD}service: Other\nreleases:\n  - release: "1.0"\n    date: 2025-01-01\n    date: 2025-01-02\n`,
      [
        '2:1: Unexpected second `service` in one map, expected each key once',
        '6:5: Unexpected second `date` in one map, expected each key once'
      ]
    ],
    [
      'keys given twice in JSON',
      '{"service": "x", "service": "y"}',
      ['1:18: Unexpected second `"service"` in one map']
    ],
    [
      '`__proto__` as a key',
      `${HEAD}__proto__: {polluted: yes}\nreleases:\n  - release: "1.0"\n    __proto__: x\n    changes:\n      - __proto__: GET /v1/loans\n      - {removed: GET /v1/loans, __proto__: {a: 1}}\n      - constructor: GET /v1/loans\n`,
      [
        '2:1: Unexpected key `__proto__`, expected one of `format`,',
        '5:5: Unexpected key `__proto__`, expected one of `release`,',
        '7:9: Unexpected verb `__proto__`, expected one of `added`,',
        '8:34: Unexpected key `__proto__`, expected one of `removed`,',
        '9:9: Unexpected verb `constructor`, expected one of `added`,'
      ]
    ],
    [
      'a key that is a list',
      `${HEAD}? [a, b]\n: x\nreleases: []\n`,
      ['2:3: Unexpected key that is no text, expected a text']
    ],
    [
      'an alias bomb',
      `a: &a [x, x, x, x, x, x, x, x, x]\n${[...'bcdefghi'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(', ')}]\n`).join('')}${HEAD}releases: []\n`,
      ['2:8: Unexpected aliases of aliases, expected at most 100 values through them']
    ],
    [
      'more aliases than anyone writes',
      `areas: [&a loans, ${Array(200).fill('*a').join(', ')}]\n${HEAD}releases: []\n`,
      ['1:419: Unexpected alias, expected at most 100 in a file']
    ],
    [
      'an alias of nothing',
      `${HEAD}releases: *nope\n`,
      ['2:11: Unexpected alias `*nope`, expected an anchor `&nope` before it']
    ],
    ['an alias of itself', `${HEAD}releases: &r\n  - *r\n`, ['3:5: Unexpected list, expected a map']],
    [
      '10,000 lists in lists',
      `${HEAD}releases: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`,
      ['2:', 'Unexpected depth of nesting']
    ],
    ['10,000 lists that never end', `${HEAD}releases: ${'['.repeat(10_000)}\n`, ['2:', 'Unexpected depth of nesting']],
    [
      '10,000 maps in maps',
      `${HEAD}releases: ${'{a: '.repeat(10_000)}${'}'.repeat(10_000)}\n`,
      ['2:', 'Unexpected depth of nesting']
    ],
    [
      '10,000 lists in lists, as blocks',
      `${HEAD}releases:\n  ${'- '.repeat(10_000)}x\n`,
      ['3:', 'Unexpected depth of nesting']
    ],
    [
      '5,000 maps in maps, as blocks',
      `${HEAD}releases:\n${Array.from({length: 5000}, (_, at) => `${' '.repeat(at + 1)}a:\n`).join('')}`,
      ['Unexpected depth of nesting']
    ],
    [
      '499 lists in lists',
      `${HEAD}releases: ${'['.repeat(499)}${']'.repeat(499)}\n`,
      ['2:12: Unexpected list, expected a map']
    ],
    [
      'invalid UTF-8',
      Buffer.from(`${HEAD}releases:\n  - release: "1.0\u00ff"\n`, 'latin1'),
      ['3:18: Unexpected bytes that are not UTF-8']
    ],
    ['UTF-16', Buffer.from(`\ufeff${HEAD}`, 'utf16le'), ['1:1: Unexpected text in UTF-16, expected a text in UTF-8']],
    [
      'a NUL byte',
      `${HEAD}releases:\n  - release: "1.0\0"\n`,
      ['3:18: Unexpected control character `U+0000`, expected a text without']
    ],
    ['a raw escape', `${HEAD}about: \u001b[2J\nreleases: []\n`, ['2:8: Unexpected control character `U+001B`']],
    [
      'a carriage return that ends a line by itself',
      `${HEAD}releases: []\rabout: x\n`,
      ['2:13: Unexpected carriage return `U+000D` that ends a line by itself, expected line feeds']
    ],
    ['nothing', '', ['1:1: Unexpected content, expected a map that begins with `service` and `releases`']],
    ['a comment alone', '# nothing\n', ['1:1: Unexpected content, expected a map']],
    ['a list', '- service: x\n', ['1:1: Unexpected content, expected a map']],
    ['a number', '5\n', ['1:1: Unexpected content, expected a map']],
    [
      'two documents',
      `${HEAD}releases: []\n---\n${HEAD}releases: []\n`,
      ['3:1: Unexpected second document after `---`, expected one in a file']
    ],
    [
      'an API description',
      'info: {title: x}\nopenapi: 3.1.0\npaths: {}\n',
      ['2:1: Unexpected API description, expected a history']
    ],
    [
      'escapes and bidi marks in names',
      changes('- "\\e[2Jadded": GET /v1/loans', '- {removed: "loans\\u202e\\u2066\\u0085"}'),
      ['5:9: Unexpected verb `\\u001b[2Jadded`', '6:19: Unexpected subject `loans\\u202e\\u2066\\u0085`']
    ],
    ['a line feed in a name', changes('- removed: "x\\n::error::y"'), ['5:18: Unexpected subject `x\\n::error::y`']]
  ])('%s', async (_, text, expected) => {
    const told = await refused(['audit', '--as-of', '2026-03-02'], folder({'history.yaml': text}))
    const said = problems(told)
    for (const [index, each] of expected.entries()) {
      const line = said[index] ?? said.at(-1) ?? ''
      if (/^\d+:\d+: /.test(each)) expect(line).toMatch(/^history\.yaml:/)
      expect(line.replace(/^history\.yaml:/, '')).toContain(each)
    }
    if (expected.every(each => /^\d+:\d+: /.test(each))) expect(said).toHaveLength(expected.length)
    for (const line of said) expect(line).toMatch(/^history\.yaml:\d+:\d+: Unexpected .+, expected .+/)
  })

  it('shows a line that would be accepted', async () => {
    const cwd = folder({
      'history.yaml': changes('- remvoed: GET /v1/loans', '- {deprecated: GET /v1/loans, sunset: 2026-02-30}'),
      'head.yaml': 'service: 1\nadopted: soon\n'
    })
    expect(examples(await refused(['audit'], cwd))).toEqual([
      '    for example: - {removed: GET /v1/loans, replacement: GET /v2/loans}',
      '    for example: - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2026-12-20}'
    ])
    expect(examples(await refused(['audit', 'head.yaml'], cwd))).toEqual([
      '    for example: releases: [{release: "3.0", date: 2025-11-20, changes: []}]',
      '    for example: adopted: 2025-01-10'
    ])
  })

  it('accepts the lines that it shows', async () => {
    const wrong = [
      'added',
      'changed',
      'deprecated',
      'rescheduled',
      'withdrawn',
      'promoted',
      'renamed',
      'removed',
      'restored'
    ]
    const cwd = folder({'history.yaml': changes(...wrong.map(verb => `- {${verb}: loans}`))})
    const told = examples(await refused(['audit'], cwd)).map(line => line.replace('    for example: ', ''))
    const lines = [...new Set(told)]
    expect(lines).toHaveLength(wrong.length)
    const mended = folder({'history.yaml': changes(...lines)})
    expect(await tenure(['audit', '--as-of', '2026-03-02'], {cwd: mended})).toMatchObject({code: 0, err: ''})
  })

  it('stops after fifty problems, and says how many more there are', async () => {
    const cwd = folder({'history.yaml': changes(...Array.from({length: 70}, () => '- {}'))})
    const told = await refused(['audit'], cwd)
    expect(problems(told)).toHaveLength(51)
    expect(told.at(-1)).toBe('and 20 more problems')
  })
})

describe.concurrent('what only looks wrong', () => {
  const summaryOf = async (text: string | Uint8Array) => {
    const {code, out, err} = await tenure(['audit', '--as-of', '2026-03-02'], {cwd: folder({'history.yaml': text})})
    expect({code, err}).toEqual({code: 0, err: ''})
    return out
  }

  it('CRLF and a BOM simply work', async () => {
    const plain = await summaryOf(BROKEN)
    expect(await summaryOf(BROKEN.replaceAll('\n', '\r\n'))).toBe(plain)
    expect(await summaryOf(`\ufeff${BROKEN}`)).toBe(plain)
  })

  it('JSON is YAML', async () => {
    const json = JSON.stringify({
      service: 'Lending Library API',
      releases: [{release: '2.10', changes: [{added: 'GET /v1/loans'}]}]
    })
    expect(await summaryOf(json)).toContain('No policy violations')
  })

  it('names are escaped where they are shown', async () => {
    const out = await summaryOf(
      changes(
        '- removed: "GET /v1/\\e[31mloans\\u202e\\u2066"',
        '  waiver: {reason: "a\\u0007b", approver: "c\\rd", approved: 2025-01-01}'
      )
    )
    expect(out).toContain('GET /v1/\\u001b[31mloans\\u202e\\u2066')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
    expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
  })

  it('a name of an object that all objects have is a name', async () => {
    const words = ['constructor', '__proto__', 'toString']
    for (const word of words) {
      const out = await summaryOf(
        changes(`- {added: GET /loans, stability: ${word}}`, `- {removed: ${word}.${word}, met: {${word}: x}}`)
      )
      expect(out).toContain(`${word}.${word}`)
    }
  })

  it('an unquoted 2.10 is 2.10, and comes after 2.8', async () => {
    const cwd = folder({
      'history.yaml': `${HEAD}releases:
  - release: 2.8
    date: 2024-01-10
    changes:
      - {deprecated: GET /v1/loans, sunset: 2.10}
  - release: 2.10
    date: 2025-06-10
    changes:
      - removed: GET /v1/loans
  - release: 1e3
  - release: 0x10
  - release: 010
  - release: 1_0
`
    })
    const json = JSON.parse((await tenure(['audit', '--as-of', '2026-03-02', '--format', 'json'], {cwd})).out)
    expect(json.judgements).toMatchObject([
      {
        subject: 'GET /v1/loans',
        release: '2.10',
        verdict: 'compliant',
        start: {stated: 'release 2.8'},
        end: {stated: 'release 2.10', earliest: '2025-06-10'}
      }
    ])
    const when = await tenure(['when', 'GET /v1/loans', '--as-of', '2024-06-01'], {cwd})
    expect(when.out).toContain('2.10')
    // The same in a folder, where files are ordered as tags are.
    const files = {
      'service.yaml': HEAD,
      'releases/2.8.yaml': 'release: 2.8\nchanges:\n  - deprecated: GET /v1/loans\n    sunset: 2.10\n',
      'releases/2.10.yaml': 'release: 2.10\nchanges:\n  - removed: GET /v1/loans\n'
    }
    const inFolder = JSON.parse(
      (await tenure(['audit', '--as-of', '2026-03-02', '--format', 'json'], {cwd: folder(files)})).out
    )
    expect(inFolder.judgements).toMatchObject([{release: '2.10', start: {stated: 'release 2.8'}}])
    expect(inFolder.findings.map(({rule}: {rule: string}) => rule)).not.toContain('out-of-order')
  })
})

describe.concurrent('a history that cannot be found', () => {
  it('refuses what is no history and no folder with one', async () => {
    const cwd = folder({
      'history.yaml': LIBRARY,
      'specs/2.0.yaml': 'openapi: 3.1.0\n',
      'plain/2.0.yaml': 'a: 1\n',
      'plain/2.1.json': '{}',
      'empty/README.md': '',
      'both/history.yaml': LIBRARY,
      'both/service.yaml': HEAD,
      'asfile/service.yaml': HEAD,
      'asfile/releases': 'x',
      'dangling/service.yaml': HEAD,
      'dangling/releases/1.0.yaml': 'release: "1.0"\n',
      'inner/service.yaml': HEAD,
      'inner/releases/1.0.yaml/x': '',
      'next/service.yaml': HEAD,
      'next/next/loans.yaml': 'added: GET /v1/loans\n'
    })
    mkdirSync(join(cwd, 'named/history.yaml'), {recursive: true})
    symlinkSync(join(cwd, 'nowhere'), join(cwd, 'link.yaml'))
    symlinkSync(join(cwd, 'circle.yaml'), join(cwd, 'circle.yaml'))
    symlinkSync(join(cwd, 'nowhere'), join(cwd, 'dangling/releases/1.1.yaml'))
    const told = async (source: string) => problems(await refused(['audit', source], cwd))
    const cases: [string, string][] = [
      [
        'plain',
        'Unexpected folder `plain` with `2.0.yaml` and `2.1.json` but no history, expected `history.yaml` or `service.yaml` in it'
      ],
      [
        'specs/2.0.yaml',
        'specs/2.0.yaml:1:1: Unexpected API description, expected a history: `service` and its `releases`'
      ],
      ['empty', 'Unexpected folder `empty` with no history, expected `history.yaml` or `service.yaml` in it'],
      [
        'both',
        'Unexpected `history.yaml` and `service.yaml` in `both`, expected one history (name the one that is meant)'
      ],
      [
        'history.yaml/inner',
        'Unexpected path `history.yaml/inner`, expected a history file or a folder that holds one'
      ],
      ['link.yaml', 'Unexpected path `link.yaml`, expected a history file or a folder that holds one'],
      ['circle.yaml', 'Unexpected path `circle.yaml`, expected a history file or a folder that holds one'],
      ['named', 'named/history.yaml: Unexpected folder `named/history.yaml`, expected a file'],
      [
        'asfile',
        'asfile/releases: Unexpected failure to list `asfile/releases` (a file where a folder is needed), expected a readable folder'
      ],
      [
        'dangling',
        'dangling/releases/1.1.yaml: Unexpected failure to read `dangling/releases/1.1.yaml` (no such file or folder), expected a readable file'
      ],
      ['inner', 'inner/releases/1.0.yaml: Unexpected folder `inner/releases/1.0.yaml`, expected a file'],
      ['next', 'next/next/loans.yaml:1:1: Unexpected content, expected a list of changes'],
      ['', 'Unexpected path ``, expected a history file or a folder that holds one'],
      ['a'.repeat(5000), `Unexpected path \`${'a'.repeat(5000)}\`, expected a history file or a folder that holds one`]
    ]
    const said = await Promise.all(cases.map(([source]) => told(source)))
    expect(said).toEqual(cases.map(([, line]) => [line]))
  })

  it('refuses two histories beside each other', async () => {
    const cwd = folder({'history.yaml': LIBRARY, 'service.yaml': HEAD})
    expect(await refused(['audit'], cwd)).toEqual([
      'Unexpected `history.yaml` and `service.yaml` beside each other, expected one history (name it with --history)'
    ])
  })

  it('refuses files of more than 32 MiB', async () => {
    const cwd = folder({'history.yaml': LIBRARY, 'policy.yaml': '', 'tenure.yaml': ''})
    for (const name of ['history.yaml', 'policy.yaml', 'tenure.yaml']) {
      const path = join(cwd, name)
      const text = readFileSync(path)
      truncateSync(path, 32 * 1024 * 1024 + 1)
      const [said] = await refused(['audit', '--policy', 'policy.yaml'], cwd)
      expect(said).toContain(`${name}: Unexpected size of 33554433 bytes, expected at most 33554432`)
      truncateSync(path, text.length)
    }
  })
})

describe.concurrent('a policy or a configuration that cannot be read', () => {
  const cwd = folder({
    'history.yaml': LIBRARY,
    'policies/self.yaml': 'extends: self.yaml\n',
    'policies/a.yaml': 'extends: b.yaml\n',
    'policies/b.yaml': 'name: b\nextends: a.yaml\n',
    'policies/lost.yaml': 'extends: nowhere.yaml\n',
    'policies/preset.yaml': 'name: x\nextends: thirteen-month\n',
    'policies/empty.yaml': '',
    'policies/list.yaml': '- a\n',
    'policies/types.yaml': 'extends: thirteen-months\nguarantees: 5\nmarkers: {form: v1}\n',
    'policies/duties.yaml': 'extends: thirteen-months\nguarantees:\n  ga: {notice: soon, notise: 1 month}\n',
    'policies/zone.yaml': 'extends: thirteen-months\ntimezone: Mars/Olympus\n',
    'policies/void.yaml': 'guarantees:\n  ga: {notice: none, lifetime: 12 months}\n',
    'policies/inherited.yaml':
      'extends: thirteen-months\nguarantees:\n  ga:\n    notice: none\n    kinds: {field: {notice: none, endWindow: quarter-start}}\n',
    'policies/shared.yaml':
      'guarantees: {ga: {endWindow: major, successor: same}}\nrevisions:\n  - revision: first\n    guarantees: {ga: {notice: none}}\n',
    'policies/proto.yaml': 'extends: thirteen-months\nguarantees: {__proto__: none}\n',
    'unknown.yaml': `policy: thirteen-month\n${LIBRARY}`,
    'missing.yaml': `${HEAD}policy: nowhere.yaml\nreleases: []\n`
  })

  it.each([
    ['self', 'policies/self.yaml:1:10: Unexpected circle of `extends` back to `self.yaml`, expected a chain that ends'],
    ['a', 'b.yaml:2:10: Unexpected circle of `extends` back to `a.yaml`, expected a chain that ends'],
    ['lost', 'nowhere.yaml'],
    ['preset', 'policies/preset.yaml:2:10: Unexpected policy `thirteen-month`, expected a file or one of `atlassian`,'],
    ['empty', 'policies/empty.yaml:1:1: Unexpected nothing, expected a map'],
    ['list', 'policies/list.yaml:1:1: Unexpected list, expected a map'],
    ['types', 'policies/types.yaml:2:13: Unexpected `5` for `guarantees`, expected a map'],
    ['types', 'policies/types.yaml:3:10: Unexpected map for `markers`, expected a list'],
    ['duties', 'policies/duties.yaml:3:16: Unexpected length `soon`, expected `13 months`'],
    ['duties', '(did you mean `notice`?)'],
    ['zone', 'policies/zone.yaml:2:11: Unexpected time zone `Mars/Olympus`'],
    [
      'void',
      'policies/void.yaml:2:16: Unexpected `notice: none` beside `lifetime`, which would bind no end, expected `lifetime` without `notice`, or `ga: none` where nothing is promised'
    ],
    ['inherited', 'policies/inherited.yaml:4:13: Unexpected `notice: none` beside `overlap`, which'],
    ['inherited', 'policies/inherited.yaml:5:29: Unexpected `notice: none` beside `overlap` and `endWindow`, which'],
    ['shared', 'policies/shared.yaml:4:31: Unexpected `notice: none` beside `endWindow` and `successor`, which'],
    ['proto', 'policies/proto.yaml:2:25: Unexpected stability `__proto__`']
  ])('policies/%s.yaml', async (name, said) => {
    expect((await refused(['audit', '--policy', `policies/${name}.yaml`], cwd)).join('\n')).toContain(said)
  })

  it('is told where the history names it', async () => {
    const [unknown, missing] = await Promise.all(
      ['unknown.yaml', 'missing.yaml'].map(async source => (await refused(['audit', source], cwd)).join('\n'))
    )
    expect(unknown).toMatch(
      /^unknown\.yaml:1:9: Unexpected policy `thirteen-month`, .+ \(did you mean `thirteen-months`\?\)$/
    )
    expect(missing).toMatch(/^missing\.yaml:2:9: Unexpected .+nowhere\.yaml`/)
  })

  it.each([
    [
      'polcy: x',
      [
        '1:1: Unexpected key `polcy`, expected one of `format`, `history`, `spec`, `policy`, `rendered`, `apis`, `plugins`, `rules`, `waivers`, `newWaivers` (did you mean `policy`?)'
      ]
    ],
    ['- a', ['1:1: Unexpected list, expected a map']],
    [
      'rules: 5\nhistory: [a]',
      ['1:8: Unexpected `5` for `rules`, expected a map', '2:10: Unexpected list for `history`, expected a text']
    ],
    [
      'rules:\n  unanounced-removal: error\n  notice-too-short: loud\n  out-of-order: {levl: off}\n  __proto__: off',
      [
        '2:3: Unexpected rule `unanounced-removal`, expected one that `tenure rules` lists (did you mean `unannounced-removal`?)',
        '3:21: Unexpected `loud`, expected `off`, `info`, `warning`, `error` or a map',
        '4:18: Unexpected key `levl`, expected one of `level`, `options` (did you mean `level`?)',
        '5:3: Unexpected rule `__proto__`, expected one that `tenure rules` lists'
      ]
    ],
    [
      'rules: {out-of-order: {options: {__proto__: 1}}}',
      ['1:34: Unexpected option `__proto__: 1` of rule `out-of-order`, expected ']
    ],
    [
      'history: nowhere.yaml',
      ['1:10: Unexpected path `nowhere.yaml`, expected a history file or a folder that holds one']
    ],
    ['policy: nowhere', ['1:9: Unexpected policy `nowhere`, expected a file or one of `atlassian`,']],
    [
      'waivers:\n  - {subject: GET /v1/loans, reason: security, approved: 2026-02-30}\n  - {subject: loans, reason: legal}\n  - {reason: legal}',
      [
        '2:58: Unexpected date `2026-02-30`, expected a day that exists',
        '3:15: Unexpected subject `loans`, expected `METHOD /path`',
        '4:5: Unexpected lack of `subject`, expected a text'
      ]
    ]
  ])('tenure.yaml: %j', async (text, expected) => {
    const own = folder({'history.yaml': text.startsWith('history') ? '' : LIBRARY, 'tenure.yaml': `${text}\n`})
    const said = problems(await refused(['audit'], own))
    expect(said).toEqual(expected.map(line => expect.stringContaining(`tenure.yaml:${line}`)))
  })
})

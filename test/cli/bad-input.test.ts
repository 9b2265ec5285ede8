import {mkdirSync, readFileSync, symlinkSync, truncateSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {readPolicyText} from '../../src/inputs/config/policy-file.ts'
import {InputError} from '../../src/model/input-error.ts'
import {HERE} from '../here.ts'
import {sample} from '../tier.ts'
import {LIBRARY, WITH_VIOLATION} from './library.ts'
import {expectRefusal, folder, pathsIn, tenure} from './run.ts'

const HEAD = 'service: Lending Library API\n'
const RELEASE = 'release: "1.0"\ndate: 2024-01-10\nchanges: [{added: GET /v1/loans}]\n'

/** A release with these changes, one per line from line 5 on. */
const changes = (...lines: string[]): string =>
  `${HEAD}releases:\n  - release: "1.0"\n    changes:\n${lines.map(line => `      ${line}\n`).join('')}`

/** Expects exit code 2 and no changed files, and returns the lines of the error. */
async function errorLines(args: readonly string[], cwd: string): Promise<string[]> {
  const before = pathsIn(cwd)
  const result = await tenure(args, {cwd})
  expectRefusal(result)
  expect(pathsIn(cwd)).toEqual(before)
  return result.err.trimEnd().split('\n')
}

const problems = (lines: readonly string[]): string[] => lines.filter(line => !line.startsWith('    for example: '))
const examples = (lines: readonly string[]): string[] => lines.filter(line => line.startsWith('    for example: '))

describe.concurrent('an unreadable history', () => {
  it.each<[string, string | Uint8Array, string[]]>(
    sample([
      [
        'invalid YAML',
        changes('- [added: GET /v1/loans}'),
        ['5:30: Invalid YAML: flow sequence in block collection must be']
      ],
      ['a tab as indentation', `${HEAD}releases:\n\t- release: "1.0"\n`, ['3:1: Invalid YAML: tabs are']],
      ['an open quote', 'service: "Lending\nreleases: []\n', ['3:1: Invalid YAML: missing closing "quote.']],
      [
        'several wrong types, in the order of the file',
        'service: [a]\npolicy: [b]\ncomplete: 2026-02-30\nreleases: 7\nformat: 2\nareas: loans\n',
        [
          '1:10: `service` is a list. It must be a string.',
          '2:9: `policy` is a list. It must be a string.',
          "3:11: `2026-02-30` isn't a date. Write a day, a month, or a year: `2026-03-02`, `2026-03`, or `2026`.",
          '4:11: `releases` is `7`. It must be a list.',
          '5:9: `format` is `2`. It must be `1`.',
          '6:8: `areas` is `loans`. It must be a list.'
        ]
      ],
      [
        'wrong types in releases and changes',
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
          '3:14: `release` is a map. It must be a string.',
          '4:11: `date` is a list. It must be a string.',
          '5:14: `changes` is `5`. It must be a list.',
          '6:5: This entry is `hello`. It must be a map.',
          '7:14: `release` is `true`. It must be a string.',
          "9:16: `5` isn't a subject, such as an endpoint or a field.",
          '11:19: `breaking` is `perhaps`. It must be `true` or `false`.',
          '13:17: `waiver` is `yes`. It must be a map.',
          '14:9: A change needs a verb and a subject.',
          '15:41: `in` is `answer`. Allowed: `request` and `response`.',
          '16:9: `removed` is empty. It must be a string.'
        ]
      ],
      ['a missing service', 'releases: []\n', ['1:1: `service` is missing. It must be a string.']],
      ['missing releases', HEAD, ['1:1: `releases` is missing. It must be a list.']],
      [
        'unknown verbs',
        changes('- remvoed: GET /v1/loans', '- zzzzzzz: GET /v1/loans', '- {}'),
        [
          "5:9: `remvoed` isn't a verb of a change.",
          "6:9: `zzzzzzz` isn't a verb of a change.",
          '7:9: This change is empty. It needs a verb: '
        ]
      ],
      [
        'unknown keys',
        `${HEAD}relases: []\nreleases:\n  - release: "1.0"\n    dat: 2025-01-01\n    changes:\n      - {removed: GET /v1/loans, replacment: GET /v2/loans}\n`,
        ["2:1: `relases` isn't a key of", "5:5: `dat` isn't a key of", "7:34: `replacment` isn't a key of"]
      ],
      [
        'two verbs in a change',
        changes('- removed: GET /v1/loans', '  added: GET /v2/loans'),
        ['5:9: A change has one verb, but this has `added` and `removed`.']
      ],
      [
        'duplicate releases',
        `${HEAD}releases:\n  - release: "2.0"\n  - release: v2.0\n  - release: 2.1\n  - release: "2.1"\n`,
        [
          '4:14: Release `v2.0` is listed twice (first at history.yaml:3:14). Keep one of them.',
          '6:14: Release `2.1` is listed twice (first at history.yaml:5:14). Keep one of them.'
        ]
      ],
      [
        'invalid dates',
        `${HEAD}releases:
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
          "4:11: `2026-02-30` isn't a date. Write a day, a month, or a year: `2026-03-02`, `2026-03`, or `2026`.",
          "6:45: `2025-02-29` isn't a date. Write a day, a month, or a year: `2026-03-02`, `2026-03`, or `2026`.",
          "7:45: `2025-13-01` isn't a date. Write a day, a month, or a year: `2026-03-02`, `2026-03`, or `2026`.",
          "8:9: `2026-2-3` isn't a date. Write a day, a month, or a year: `2026-03-02`, `2026-03`, or `2026`.",
          "10:11: `2024-01-15T10:00:00Z` isn't a date. Write a day, a month, or a year: `2026-03-02`, `2026-03`, or `2026`."
        ]
      ],
      [
        'invalid subjects',
        changes('- removed: /v1/loans', '- removed: FETCH /v1/loans', '- removed: ""'),
        [
          "5:18: `/v1/loans` isn't a subject, such as an endpoint or a field. Write `METHOD /path`, `/prefix/**`, `operation Name`, `Resource.field`, `tool name`, `type Name`, `directive @name`, or `group/version Kind`.",
          "6:18: `FETCH /v1/loans` isn't a subject, such as an endpoint or a field.",
          "7:18: `` isn't a subject, such as an endpoint or a field."
        ]
      ],
      [
        'duplicate keys',
        `${HEAD}service: Other\nreleases:\n  - release: "1.0"\n    date: 2025-01-01\n    date: 2025-01-02\n`,
        [
          '2:1: Duplicate key `service` (first on line 1). Keep one of them.',
          '6:5: Duplicate key `date` (first on line 5). Keep one of them.'
        ]
      ],
      [
        'duplicate keys in JSON',
        '{"service": "x", "service": "y"}',
        ['1:18: Duplicate key `service`. Keep one of them.']
      ],
      [
        '`__proto__` as a key',
        `${HEAD}__proto__: {polluted: yes}\nreleases:\n  - release: "1.0"\n    __proto__: x\n    changes:\n      - __proto__: GET /v1/loans\n      - {removed: GET /v1/loans, __proto__: {a: 1}}\n      - constructor: GET /v1/loans\n`,
        [
          "2:1: `__proto__` isn't a key of",
          "5:5: `__proto__` isn't a key of",
          "7:9: `__proto__` isn't a verb of a change.",
          "8:34: `__proto__` isn't a key of",
          "9:9: `constructor` isn't a verb of a change."
        ]
      ],
      ['a list as a key', `${HEAD}? [a, b]\n: x\nreleases: []\n`, ["2:3: This key isn't a string. Put it in quotes."]],
      [
        'an alias bomb',
        `a: &a [x, x, x, x, x, x, x, x, x]\n${[...'bcdefghi'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(', ')}]\n`).join('')}${HEAD}releases: []\n`,
        ['2:8: Aliases of aliases expand to more than 100 values. Write the values out.']
      ],
      [
        'too many aliases',
        `areas: [&a loans, ${Array(200).fill('*a').join(', ')}]\n${HEAD}releases: []\n`,
        ['1:419: There are more than 100 aliases. Write the values out.']
      ],
      ['an unknown alias', `${HEAD}releases: *nope\n`, ['2:11: Alias `*nope` has no anchor `&nope` before it.']],
      ['a recursive alias', `${HEAD}releases: &r\n  - *r\n`, ['3:5: This entry is a list. It must be a map.']],
      [
        '10,000 nested lists',
        `${HEAD}releases: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`,
        ['2:', 'Values are nested more than ']
      ],
      ['10,000 unclosed lists', `${HEAD}releases: ${'['.repeat(10_000)}\n`, ['2:', 'Values are nested more than ']],
      [
        '10,000 nested maps',
        `${HEAD}releases: ${'{a: '.repeat(10_000)}${'}'.repeat(10_000)}\n`,
        ['2:', 'Values are nested more than ']
      ],
      [
        '10,000 nested lists in block style',
        `${HEAD}releases:\n  ${'- '.repeat(10_000)}x\n`,
        ['3:', 'Values are nested more than ']
      ],
      [
        '5,000 nested maps in block style',
        `${HEAD}releases:\n${Array.from({length: 5000}, (_, at) => `${' '.repeat(at + 1)}a:\n`).join('')}`,
        ['Values are nested more than ']
      ],
      [
        '499 nested lists',
        `${HEAD}releases: ${'['.repeat(499)}${']'.repeat(499)}\n`,
        ['2:12: This entry is a list. It must be a map.']
      ],
      [
        'invalid UTF-8',
        Buffer.from(`${HEAD}releases:\n  - release: "1.0\u00ff"\n`, 'latin1'),
        ["3:18: These bytes aren't valid UTF-8. Save the file as UTF-8."]
      ],
      ['UTF-16', Buffer.from(`\ufeff${HEAD}`, 'utf16le'), ['1:1: The file is encoded in UTF-16. Save it as UTF-8.']],
      [
        'a NUL byte',
        `${HEAD}releases:\n  - release: "1.0\0"\n`,
        ["3:18: Control character `U+0000` isn't allowed. Remove it."]
      ],
      [
        'a raw escape character',
        `${HEAD}about: \u001b[2J\nreleases: []\n`,
        ["2:8: Control character `U+001B` isn't allowed. Remove it."]
      ],
      [
        'a carriage return without a line feed',
        `${HEAD}releases: []\rabout: x\n`,
        ['2:13: A carriage return `U+000D` ends a line by itself. Use line feeds (or both, as on Windows).']
      ],
      ['an empty file', '', ["1:1: This file isn't a history. A history begins with `service` and `releases`."]],
      [
        'only a comment',
        '# nothing\n',
        ["1:1: This file isn't a history. A history begins with `service` and `releases`."]
      ],
      [
        'a list as the document',
        '- service: x\n',
        ["1:1: This file isn't a history. A history begins with `service` and `releases`."]
      ],
      [
        'a number as the document',
        '5\n',
        ["1:1: This file isn't a history. A history begins with `service` and `releases`."]
      ],
      [
        'two documents',
        `${HEAD}releases: []\n---\n${HEAD}releases: []\n`,
        ['3:1: A second document begins after `---`. Keep one document per file.']
      ],
      [
        'an API description',
        'info: {title: x}\nopenapi: 3.1.0\npaths: {}\n',
        ['2:1: This file is an API description, not a history. A history has `service` and `releases`.']
      ],
      [
        'escape and bidirectional characters in names',
        changes('- "\\e[2Jadded": GET /v1/loans', '- {removed: "loans\\u202e\\u2066\\u0085"}'),
        [
          "5:9: `\\u001b[2Jadded` isn't a verb of a change.",
          "6:19: `loans\\u202e\\u2066\\u0085` isn't a subject, such as an endpoint or a field."
        ]
      ],
      [
        'a line feed in a name',
        changes('- removed: "x\\n::error::y"'),
        ["5:18: `x\\n::error::y` isn't a subject, such as an endpoint or a field."]
      ]
    ])
  )('%s', async (_, text, expected) => {
    const errors = await errorLines(['audit', '--as-of', '2026-03-02'], folder({'history.yaml': text}))
    const problemLines = problems(errors)
    for (const [index, each] of expected.entries()) {
      const line = problemLines[index] ?? problemLines.at(-1) ?? ''
      if (/^\d+:\d+: /.test(each)) expect(line).toMatch(/^history\.yaml:/)
      expect(line.replace(/^history\.yaml:/, '')).toContain(each)
    }
    if (expected.every(each => /^\d+:\d+: /.test(each))) expect(problemLines).toHaveLength(expected.length)
    for (const line of problemLines) expect(line).toMatch(/^history\.yaml:\d+:\d+: .+[.?]$/)
  })

  it('shows an example of a valid line', async () => {
    const cwd = folder({
      'history.yaml': changes('- remvoed: GET /v1/loans', '- {deprecated: GET /v1/loans, sunset: 2026-02-30}'),
      'head.yaml': 'service: 1\npolicy: [a]\n'
    })
    expect(examples(await errorLines(['audit'], cwd))).toEqual([
      '    for example: - {removed: GET /v1/loans, replacement: GET /v2/loans}',
      '    for example: - {deprecated: GET /v1/loans, replacement: GET /v2/loans, sunset: 2026-12-20}'
    ])
    expect(examples(await errorLines(['audit', 'head.yaml'], cwd))).toEqual([
      '    for example: releases: [{release: "3.0", date: 2025-11-20, changes: []}]',
      '    for example: policy: thirteen-months'
    ])
  })

  it('shows an example of the key that was meant, and none of another', async () => {
    const of = async (line: string): Promise<string[]> =>
      examples(await errorLines(['check'], folder({'tenure.yaml': `format: 1\n${line}\n`})))
    expect(await of('enforceFrm: 2027-01-31')).toEqual(['    for example: enforceFrom: 2027-01-31'])
    expect(await of('polcy: thirteen-months')).toEqual(['    for example: policy: thirteen-months'])
    expect(await of('guarantees: {ga: none}')).toEqual([])
    expect((await of('waivers: [{subject: GET /v1/loans, reasn: legal}]'))[0]).toContain(
      'for example: - {subject: GET /v1/loans, reason: '
    )
  })

  it('shows examples of the keys of a policy, each of them valid', () => {
    const wrong = [
      'waiverReasons: [legal]',
      'guarantees: {ga: {conditions: [consent]}}',
      'guarantees: {ga: {kinds: [field]}}',
      'guarantees: {ga: {also: 3 months}}',
      'guarantees: {ga: {phases: 6 months}}',
      'guarantees: {ga: {endWindow: [01-40]}}',
      'guarantees: {ga: {starts: 3}}',
      'guarantees: [ga]',
      'markers: v1',
      'labels: Preview',
      'marks: x-sunset',
      'compatibility: [value-added]',
      'versions: semver',
      'statements: [one]',
      'revisions: {first: none}',
      'stabilities: ga'
    ]
    const exampleOf = (text: string): string | undefined => {
      try {
        readPolicyText(HERE.files, text, 'policy.yaml')
      } catch (error) {
        return error instanceof InputError ? error.problems[0]?.example : undefined
      }
      return undefined
    }
    for (const line of wrong) {
      const example = exampleOf(`${line}\n`) ?? ''
      const [, key = ''] = /^(?:guarantees: \{ga: \{)?(\w+)/.exec(line) ?? []
      expect(example).toMatch(new RegExp(`^${key}:`))
      const isRequirement = line.startsWith('guarantees: {')
      const text = `extends: thirteen-months\n${isRequirement ? `guarantees: {ga: {${example}}}` : example}\n`
      expect(() => readPolicyText(HERE.files, text, 'policy.yaml'), text).not.toThrow()
    }
  })

  it('names all forms of a value that has several, and the key of the one that was meant', () => {
    const messagesOf = (starts: string): string[] => {
      try {
        readPolicyText(HERE.files, `extends: thirteen-months\nguarantees: {ga: {starts: ${starts}}}\n`, 'policy.yaml')
      } catch (error) {
        return error instanceof InputError ? error.problems.map(({message}) => message) : []
      }
      return []
    }
    expect(messagesOf('3')).toEqual([
      '`starts` is `3`. It must be `announcement`, `release`, `sunset-announcement`, `successor`, `next-version`, `introduction`, a map, or a list.'
    ])
    expect(messagesOf('{next: same}')).toEqual([
      '`successor` is missing. It must be `same`.',
      "`next` isn't a key of `starts`. Allowed: `successor`."
    ])
  })

  it('shows only examples that are valid', async () => {
    const verbs = [
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
    const cwd = folder({'history.yaml': changes(...verbs.map(verb => `- {${verb}: loans}`))})
    const validLines = examples(await errorLines(['audit'], cwd)).map(line => line.replace('    for example: ', ''))
    const lines = [...new Set(validLines)]
    expect(lines).toHaveLength(verbs.length)
    const corrected = folder({'history.yaml': changes(...lines)})
    expect(await tenure(['audit', '--as-of', '2026-03-02'], {cwd: corrected})).toMatchObject({code: 0, err: ''})
  })

  it('stops after fifty problems and counts the others', async () => {
    const cwd = folder({'history.yaml': changes(...Array.from({length: 70}, () => '- {}'))})
    const errors = await errorLines(['audit'], cwd)
    expect(problems(errors)).toHaveLength(51)
    expect(errors.at(-1)).toBe('and 20 more problems')
  })
})

describe.concurrent('unusual but valid input', () => {
  const reportOf = async (text: string | Uint8Array) => {
    const {code, out, err} = await tenure(['audit', '--as-of', '2026-03-02'], {cwd: folder({'history.yaml': text})})
    expect({code, err}).toEqual({code: 0, err: ''})
    return out
  }

  it('accepts CRLF and a byte order mark', async () => {
    const plain = await reportOf(WITH_VIOLATION)
    expect(await reportOf(WITH_VIOLATION.replaceAll('\n', '\r\n'))).toBe(plain)
    expect(await reportOf(`\ufeff${WITH_VIOLATION}`)).toBe(plain)
  })

  it('accepts JSON', async () => {
    const json = JSON.stringify({
      service: 'Lending Library API',
      releases: [{release: '2.10', changes: [{added: 'GET /v1/loans'}]}]
    })
    expect(await reportOf(json)).toContain('No policy violations')
  })

  it('escapes control characters in names', async () => {
    const out = await reportOf(
      changes(
        '- removed: "GET /v1/\\e[31mloans\\u202e\\u2066"',
        '  waiver: {reason: "a\\u0007b", approver: "c\\rd", approved: 2025-01-01}'
      )
    )
    expect(out).toContain('GET /v1/\\u001b[31mloans\\u202e\\u2066')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
    expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
  })

  it('accepts names of object properties, such as `constructor`', async () => {
    const words = ['constructor', '__proto__', 'toString']
    for (const word of words) {
      const out = await reportOf(
        changes(`- {added: GET /loans, stability: ${word}}`, `- {removed: ${word}.${word}, met: {${word}: x}}`)
      )
      expect(out).toContain(`${word}.${word}`)
    }
  })

  it('reads an unquoted 2.10 as 2.10, after 2.8', async () => {
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
    expect(json.judgments).toMatchObject([
      {
        subject: 'GET /v1/loans',
        release: '2.10',
        verdict: 'compliant',
        start: {stated: 'release 2.8'},
        end: {stated: 'release 2.10', earliest: '2025-06-10'}
      }
    ])
    const when = await tenure(['due', 'GET /v1/loans', '--as-of', '2024-06-01'], {cwd})
    expect(when.out).toContain('2.10')
    // In a folder, files are ordered like tags.
    const files = {
      'service.yaml': HEAD,
      'releases/2.8.yaml': 'release: 2.8\nchanges:\n  - deprecated: GET /v1/loans\n    sunset: 2.10\n',
      'releases/2.10.yaml': 'release: 2.10\nchanges:\n  - removed: GET /v1/loans\n'
    }
    const inFolder = JSON.parse(
      (await tenure(['audit', '--as-of', '2026-03-02', '--format', 'json'], {cwd: folder(files)})).out
    )
    expect(inFolder.judgments).toMatchObject([{release: '2.10', start: {stated: 'release 2.8'}}])
    expect(inFolder.findings.map(({rule}: {rule: string}) => rule)).not.toContain('out-of-order')
  })
})

describe.concurrent('a missing history', () => {
  it('exits 2 for files and folders without a history', async () => {
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
    const problemsIn = async (source: string) => problems(await errorLines(['audit', source], cwd))
    const cases: [string, string][] = [
      [
        'plain',
        'No history found in `plain` (it has `2.0.yaml` and `2.1.json`). It must have `history.yaml` or `service.yaml`.'
      ],
      [
        'specs/2.0.yaml',
        'specs/2.0.yaml:1:1: This file is an API description, not a history. A history has `service` and `releases`.'
      ],
      ['empty', 'No history found in `empty`. It must have `history.yaml` or `service.yaml`.'],
      ['both', 'Found two histories in `both`, `history.yaml` and `service.yaml`. Name the one to use.'],
      ['history.yaml/inner', 'There is no history file or folder `history.yaml/inner`.'],
      ['link.yaml', 'There is no history file or folder `link.yaml`.'],
      ['circle.yaml', 'There is no history file or folder `circle.yaml`.'],
      ['named', 'named/history.yaml: `named/history.yaml` is a folder. Name a file.'],
      ['asfile', "asfile/releases: Can't list the folder `asfile/releases`: a file where a folder is needed."],
      ['dangling', "dangling/releases/1.1.yaml: Can't read `dangling/releases/1.1.yaml`: no such file or folder."],
      ['inner', 'inner/releases/1.0.yaml: `inner/releases/1.0.yaml` is a folder. Name a file.'],
      ['next', 'next/next/loans.yaml:1:1: This file must hold a list of changes.'],
      ['', 'There is no history file or folder ``.'],
      ['a'.repeat(5000), `There is no history file or folder \`${'a'.repeat(5000)}\`.`]
    ]
    const lines = await Promise.all(cases.map(([source]) => problemsIn(source)))
    expect(lines).toEqual(cases.map(([, line]) => [line]))
  })

  it.each([
    ['history.yaml', {'history.yaml': LIBRARY}],
    ['service.yaml', {'service.yaml': HEAD, 'releases/1.0.yaml': RELEASE}],
    ['api-history', {'api-history/service.yaml': HEAD, 'api-history/releases/1.0.yaml': RELEASE}]
  ])('is found in a folder that is named as in the current one: %s', async (_, files) => {
    const cwd = folder(files)
    for (const command of [['audit'], ['notes', '1.0'], ['changelog']]) {
      const found = await tenure(command, {cwd})
      const named = await tenure([...command, '.'], {cwd})
      expect([named.code, named.out]).toEqual([found.code, found.out])
      expect(named.code, named.err).not.toBe(2)
    }
  })

  it('exits 2 for two histories in the same folder', async () => {
    const cwd = folder({'history.yaml': LIBRARY, 'service.yaml': HEAD})
    expect(await errorLines(['audit'], cwd)).toEqual([
      'Found two histories, `history.yaml` and `service.yaml`. Choose one with `--history`.'
    ])
  })

  it('exits 2 for files of more than 32 MiB', async () => {
    const cwd = folder({'history.yaml': LIBRARY, 'policy.yaml': '', 'tenure.yaml': ''})
    for (const name of ['history.yaml', 'policy.yaml', 'tenure.yaml']) {
      const path = join(cwd, name)
      const text = readFileSync(path)
      truncateSync(path, 32 * 1024 * 1024 + 1)
      const [firstLine] = await errorLines(['audit', '--policy', 'policy.yaml'], cwd)
      expect(firstLine).toContain(`${name}: The file has 33554433 bytes. At most 33554432 can be read.`)
      truncateSync(path, text.length)
    }
  })
})

describe.concurrent('an unreadable policy or configuration', () => {
  const cwd = folder({
    'history.yaml': LIBRARY,
    'policies/self.yaml': 'extends: self.yaml\n',
    'policies/a.yaml': 'extends: b.yaml\n',
    'policies/b.yaml': 'name: b\nextends: a.yaml\n',
    'policies/lost.yaml': 'extends: nowhere.yaml\n',
    'policies/typo.yaml': 'extends: thirteen-months\nguarantees: {gaa: {notice: 12 months}}\n',
    'policies/heir.yaml': 'extends: typo.yaml\nguarantees: {ga: {notice: 30 days}}\n',
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

  it.each(
    sample([
      ['self', 'policies/self.yaml:1:10: `policies/self.yaml` extends itself. Remove `extends`.'],
      ['a', 'policies/a.yaml:1:10: `policies/a.yaml` and `policies/b.yaml` extend each other. Remove one `extends`.'],
      ['b', 'policies/a.yaml:1:10: `policies/a.yaml` and `policies/b.yaml` extend each other. Remove one `extends`.'],
      ['heir', "policies/typo.yaml:2:19: `gaa` isn't a stability of this policy."],
      ['lost', 'nowhere.yaml'],
      ['preset', 'policies/preset.yaml:2:10: `thirteen-month` is neither a file nor a preset.'],
      ['empty', 'policies/empty.yaml:1:1: This file is empty. It must be a map.'],
      ['list', 'policies/list.yaml:1:1: This file is a list. It must be a map.'],
      ['types', 'policies/types.yaml:2:13: `guarantees` is `5`. It must be a map.'],
      ['types', 'policies/types.yaml:3:10: `markers` is a map. It must be a list.'],
      ['duties', "policies/duties.yaml:3:16: `soon` isn't a length."],
      ['duties', '. Did you mean `notice`?'],
      ['zone', "policies/zone.yaml:2:11: `Mars/Olympus` isn't a time zone. Use an IANA name, such as `Europe/Berlin`."],
      [
        'void',
        'policies/void.yaml:2:16: `notice: none` makes `lifetime` meaningless. Remove `notice`, or write `ga: none` if nothing is guaranteed.'
      ],
      [
        'inherited',
        'policies/inherited.yaml:4:13: `notice: none` makes `overlap` meaningless. Remove `notice`, or write `'
      ],
      [
        'inherited',
        'policies/inherited.yaml:5:29: `notice: none` makes `overlap` and `endWindow` meaningless. Remove `notice`, or write `'
      ],
      [
        'shared',
        'policies/shared.yaml:4:31: `notice: none` makes `endWindow` and `successor` meaningless. Remove `notice`, or write `'
      ],
      ['proto', "policies/proto.yaml:2:25: `__proto__` isn't a stability of this policy."]
    ])
  )('policies/%s.yaml exits 2', async (name, expected) => {
    expect((await errorLines(['audit', '--policy', `policies/${name}.yaml`], cwd)).join('\n')).toContain(expected)
  })

  it('is reported at the place where the history names it', async () => {
    const [unknown, missing] = await Promise.all(
      ['unknown.yaml', 'missing.yaml'].map(async source => (await errorLines(['audit', source], cwd)).join('\n'))
    )
    expect(unknown).toMatch(/^unknown\.yaml:1:9: `thirteen-month` is neither .+ Did you mean `thirteen-months`\?$/)
    expect(missing).toMatch(/^missing\.yaml:2:9: .+nowhere\.yaml`/)
  })

  it.each(
    sample([
      ['polcy: x', ["1:1: `polcy` isn't a key of"]],
      ['- a', ['1:1: This file is a list. It must be a map.']],
      [
        'rules: 5\nhistory: [a]',
        ['1:8: `rules` is `5`. It must be a map.', '2:10: `history` is a list. It must be a string.']
      ],
      [
        'rules:\n  unanounced-removal: error\n  notice-too-short: loud\n  out-of-order: {levl: off}\n  __proto__: off',
        [
          '2:3: There is no rule `unanounced-removal`. Did you mean `unannounced-removal`? `tenure explain` lists all.',
          '3:21: `notice-too-short` is `loud`. It must be `off`, `info`, `warning`, `error`, or a map.',
          "4:18: `levl` isn't a key of",
          '5:3: There is no rule `__proto__`. `tenure explain` lists all.'
        ]
      ],
      ['rules: {out-of-order: {options: {__proto__: 1}}}', ['1:34: Rule `out-of-order` has no option `__proto__`.']],
      ['history: nowhere.yaml', ['1:10: There is no history file or folder `nowhere.yaml`.']],
      ['policy: nowhere', ['1:9: `nowhere` is neither a file nor a preset.']],
      [
        'waivers:\n  - {subject: GET /v1/loans, reason: security, approved: 2026-02-30}\n  - {subject: loans, reason: legal}\n  - {reason: legal}',
        [
          "2:58: `2026-02-30` isn't a date. Write a day, a month, or a year: `2026-03-02`, `2026-03`, or `2026`.",
          "3:15: `loans` isn't a subject, such as an endpoint or a field.",
          '4:5: `subject` is missing. It must be a string.'
        ]
      ]
    ])
  )('tenure.yaml exits 2: %j', async (text, expected) => {
    const own = folder({'history.yaml': text.startsWith('history') ? '' : LIBRARY, 'tenure.yaml': `${text}\n`})
    const problemLines = problems(await errorLines(['audit'], own))
    expect(problemLines).toEqual(expected.map(line => expect.stringContaining(`tenure.yaml:${line}`)))
  })
})

it('gives an example once for problems of one kind that follow each other', async () => {
  const apis = ['a', 'b', 'c'].map(name => `  - {name: ${name}, history: ${name}.yaml}\n`).join('')
  const {code, err} = await tenure(['due'], {cwd: folder({'tenure.yaml': `format: 1\napis:\n${apis}`})})
  expect(code).toBe(2)
  expect(err.split('\n').map(line => line.slice(0, 25))).toEqual([
    ...[3, 4, 5].map(line => `tenure.yaml:${line}:6: \`${'abc'[line - 3]}\` has `),
    '    for example: - {name:',
    ''
  ])
})

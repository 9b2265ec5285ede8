import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {sample} from '../../tier.ts'
import {type CommandResult, expectRefusal, folder, NO_SPEC, pathsIn, releaseList, run, tenure, write} from '../run.ts'

const AS_OF = '2026-03-02'

/** A description with these operations. Flags after a comma: `dep` deprecates, `p=` and `r=` add a parameter. */
function api(...operations: string[]): string {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const each of operations) {
    const [name = '', ...flags] = each.split(',')
    const [method = '', path = ''] = name.split(' ')
    const parameters = flags.flatMap(flag => {
      const [kind, parameter] = flag.split('=')
      return parameter === undefined
        ? []
        : [{name: parameter, in: 'query', required: kind === 'r', schema: {type: 'string'}}]
    })
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...(flags.includes('dep') ? {deprecated: true} : {}),
        parameters,
        responses: {200: {description: 'fine'}}
      }
    }
  }
  return JSON.stringify({openapi: '3.0.3', info: {title: 'Lending Library API', version: '1'}, paths}, undefined, 1)
}

const OLD = api('GET /v1/loans', 'GET /v1/copies', 'GET /v1/shelves/{shelfId}')
const NEW = api('GET /v1/loans,r=branch', 'GET /v1/readers')

async function git(cwd: string, ...args: string[]): Promise<void> {
  const identity = ['-c', 'user.name=The Library', '-c', 'user.email=api@library.example']
  const {code, err} = await run('git', [...identity, ...args], {
    cwd,
    env: {GIT_COMMITTER_DATE: '2025-01-10T12:00:00Z', GIT_AUTHOR_DATE: '2025-01-10T12:00:00Z'}
  })
  expect(code, err).toBe(0)
}

const HISTORY = `# The record of the library.
format: 1
service: 'Lending Library API'   # as people say it
releases:
  - release: "3.0"
    date: 2025-01-10
    changes:
      - {added: GET /v1/loans}   # the first
      - added: GET /v1/copies
      - added: "GET /v1/shelves/{shelfId}"

# The end.
`

/** A repository in which 3.0 was released with `OLD`, and the description is now `NEW`. */
async function library(files: Record<string, string | Uint8Array> = {'history.yaml': HISTORY}, now = NEW) {
  const cwd = folder({'openapi.json': OLD})
  await git(cwd, 'init', '--quiet', '--initial-branch', 'main')
  await git(cwd, 'add', '--all')
  await git(cwd, 'commit', '--quiet', '--message', '3.0')
  await git(cwd, 'tag', 'v3.0')
  write(cwd, {...files, 'openapi.json': now})
  return cwd
}

const record = (cwd: string, ...args: string[]): Promise<CommandResult> =>
  tenure(['record', '--as-of', AS_OF, ...args], {cwd})
const text = (cwd: string, name = 'history.yaml'): string => readFileSync(join(cwd, name), 'utf8')
/** A text without its `facts` entries. */
const withoutFacts = (yaml: string): string => yaml.replace(/^ *facts: .*\r?\n/gm, '')
const textWithoutFacts = (cwd: string, name = 'history.yaml'): string => withoutFacts(text(cwd, name))

const LINES = `  - release: "3.1"
    date: 2026-03-02
    changes:
      - added: GET /v1/loans
        parameter: branch
        in: request
        required: true
      - removed: GET /v1/copies
      - removed: GET /v1/shelves/{shelfId}
      - added: GET /v1/readers
`

const sorted = (lines: string): string[] =>
  lines
    .split(/\n(?=\s*- )/)
    .map(each => each.trimEnd())
    .toSorted()

describe('record --release', () => {
  it('appends the changes, keeps the rest of the file, and asks for reasons', async () => {
    const cwd = await library()
    const {code, out, err} = await record(cwd, '--release', '3.1')
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toContain('Recorded 3.1 (2026-03-02) in history.yaml: 2 added, 2 removed.\n')
    expect(out).toMatch(/Missing: a reason or a replacement for:\n(?: {2}history\.yaml:\d+:\d+: \w+ GET .+\n){3}$/s)
    const place = HISTORY.indexOf('\n# The end')
    const now = textWithoutFacts(cwd)
    expect(now.slice(0, place)).toBe(HISTORY.slice(0, place))
    expect(now.endsWith(HISTORY.slice(place))).toBe(true)
    expect(sorted(now.slice(place, -HISTORY.slice(place).length))).toEqual(sorted(LINES))
  })

  it('reports a sunset that is too early, with a remedy', async () => {
    const next =
      '  - release: next\n    changes:\n      - {deprecated: GET /v1/loans, replacement: none, sunset: 2027-04-01}\n'
    const cwd = await library({'history.yaml': HISTORY.replace('\n# The end', `${next}\n# The end`)}, OLD)
    const {out} = await record(cwd, '--release', '3.1')
    expect(out).toMatch(
      /^history\.yaml:\d+:\d+: `GET \/v1\/loans` has its sunset on 2027-04-01\b.+[^.]\. .*2027-04-02/m
    )
  })

  it('records the sunset in the description if the entry has none', async () => {
    const deprecated = OLD.replace('"get": {', '"get": {"deprecated": true, "x-sunset": "2027-06-01",')
    const next = (line: string) => `  - release: next\n    changes:\n      - {deprecated: GET /v1/loans${line}}\n`
    for (const [line, hasEntry] of [
      ['', true],
      [', sunset: 2027-06-01', false]
    ] as const) {
      const cwd = await library(
        {'history.yaml': HISTORY.replace('\n# The end', `${next(line)}\n# The end`)},
        deprecated
      )
      expect((await record(cwd, '--release', '3.1')).code).toBe(0)
      expect(text(cwd).includes('- rescheduled: GET /v1/loans\n        sunset: 2027-06-01\n')).toBe(hasEntry)
    }
  })

  it('changes nothing the second time', async () => {
    const cwd = await library()
    await record(cwd, '--release', '3.1')
    const before = text(cwd)
    expect(await record(cwd, '--release', '3.1')).toEqual({
      code: 0,
      out: '3.1 is already recorded in history.yaml with all changes.\n',
      err: ''
    })
    expect(text(cwd)).toBe(before)
  })

  it("doesn't add changes to a recorded release", async () => {
    const cwd = await library()
    await record(cwd, '--release', '3.1')
    write(cwd, {'openapi.json': api('GET /v1/readers')})
    const result = await record(cwd, '--release', '3.1')
    expectRefusal(result)
    expect(result.err).toContain('is already recorded, without 1 change')
    expect(result.err).toContain('removed GET /v1/loans')
  })

  it.each([
    [['--release', '3.0.0'], /already recorded as `3\.0`/],
    [
      ['--release', '3.1', '--as-of', '2025-01-05'],
      /`3\.1` \(2025-01-05\) would be before the recorded release `3\.0` \(2025-01-10\)/
    ],
    [['--release', '3.1', '--date', '2024'], /`3\.1` \(2024\) would be before the recorded release `3\.0`/]
  ])('exits 2 for a release before the last one or with the name of another one: %j', async (args, message) => {
    const cwd = await library()
    const result = await tenure(['record', ...args], {cwd})
    expectRefusal(result)
    expect(result.err).toMatch(message)
    expect(result.err).toMatch(/^history\.yaml:5:\d+: /m)
    expect(text(cwd)).toBe(HISTORY)
  })

  it('accepts a later `--date` than `--as-of`', async () => {
    const cwd = await library()
    const {out} = await tenure(['record', '--release', '3.1', '--as-of', '2025-01-05', '--date', '2025-02-01'], {cwd})
    expect(out).toContain('Compared openapi.json with refs/tags/v3.0:openapi.json.')
  })

  it('records no removal in an unreadable part, and reports it', async () => {
    const now = JSON.parse(NEW) as {paths: object}
    const cwd = await library(
      undefined,
      JSON.stringify({...now, paths: {...now.paths, '/v1/copies': {$ref: 'copies.json'}}})
    )
    const {code, err} = await record(cwd, '--release', '3.1')
    expect(code).toBe(0)
    expect(err).toContain("Partial: 1 part couldn't be read, so changes there aren't recorded. ")
    expect(err).toMatch(/\(openapi\.json:1:\d+\)\n$/)
    expect(text(cwd)).toContain('removed: GET /v1/shelves/{shelfId}')
    expect(text(cwd)).not.toContain('removed: GET /v1/copies')
  })

  it('records that a release was partly unreadable, and later commands report it', async () => {
    const now = JSON.parse(NEW) as {paths: object}
    const paths = {...now.paths, '/v1/copies': {$ref: 'copies.json'}}
    const cwd = await library(undefined, JSON.stringify({...now, paths}))
    await record(cwd, '--release', '3.1')
    expect(textWithoutFacts(cwd)).toContain(
      '  - release: "3.1"\n    date: 2026-03-02\n    partial: true\n    changes:\n'
    )
    const audit = await tenure(['audit', '--as-of', AS_OF], {cwd})
    expect(audit.out).toContain('Partial: more may have changed in 3.1 than is recorded (`partial`).')
    expect(audit.out).toMatch(/^. .*releases? couldn't be read: 3\.1\)/)
    const {out} = await tenure(['notes', '3.1', '--as-of', AS_OF], {cwd})
    expect(out).toContain('Part of its description could not be read. More might have changed.')
  })

  it('records with the next release the changes in parts that were unreadable before', async () => {
    const now = JSON.parse(NEW) as {paths: object}
    const unresolved = {$ref: 'gone.json'}
    const paths = {...now.paths, '/v1/copies': unresolved, '/v1/desks': unresolved, '/v1/shelves/{shelfId}': unresolved}
    const cwd = await library(undefined, JSON.stringify({...now, paths}))
    await record(cwd, '--release', '3.1')
    await git(cwd, 'add', '--all')
    await git(cwd, 'commit', '--quiet', '--message', '3.1')
    await git(cwd, 'tag', 'v3.1')
    write(cwd, {
      'openapi.json': api('GET /v1/loans,r=branch', 'GET /v1/readers', 'GET /v1/desks', 'GET /v1/shelves/{shelfId},dep')
    })
    const {out} = await record(cwd, '--release', '3.2', '--date', '2026-03-03', '--as-of', '2026-03-03')
    expect(out).toContain(
      "Compared openapi.json with refs/tags/v3.1:openapi.json, and with refs/tags/v3.0:openapi.json where that couldn't be read."
    )
    const written = text(cwd).slice(text(cwd).indexOf('release: "3.2"'))
    expect(written).toContain('- removed: GET /v1/copies\n        after: "3.0"')
    expect(written).toContain('- added: GET /v1/desks\n        after: "3.0"')
    expect(written).toContain('- deprecated: GET /v1/shelves/{shelfId}\n        after: "3.0"')
    expect(written).not.toContain('loans')
    expect(written).not.toContain('readers')
    expect((await record(cwd, '--release', '3.2', '--as-of', '2026-03-03')).out).toContain(
      'is already recorded in history.yaml with all changes'
    )
  })

  it('writes nothing with `--dry-run`', async () => {
    const cwd = await library()
    const {out} = await record(cwd, '--release', '3.1', '--dry-run')
    expect(out).toContain('- release: "3.1"')
    expect(text(cwd)).toBe(HISTORY)
  })

  it("moves the entries of `next` unchanged and doesn't repeat their changes", async () => {
    const next = `  - release: next   # not out yet
    note: more room
    changes:
      # No one asks for copies.
      - {removed: GET /v1/copies, note: no one asks for them,
         replacement: GET /v1/readers}
      - removed: /v1/shelves/**    # all of them
        note: 'they are "gone"'
      - renamed: GET /v1/readings
        to: GET /v1/readers
  # after
`
    const withNext = HISTORY.replace('\n# The end', `${next}\n# The end`)
    const cwd = await library({'history.yaml': withNext})
    const {out, err} = await record(cwd, '--release', '3.1', '--date', '2026-02')
    expect(err).toBe('')
    expect(out).toContain('Recorded 3.1 (2026-02) in history.yaml: 1 added, and 3 lines of `next`.')
    expect(textWithoutFacts(cwd)).toBe(
      withNext
        .replace('release: next   # not out yet\n', 'release: "3.1"   # not out yet\n    date: 2026-02\n')
        .replace(
          '        to: GET /v1/readers\n',
          '        to: GET /v1/readers\n      - added: GET /v1/loans\n        parameter: branch\n        in: request\n        required: true\n'
        )
    )
  })

  it.each(
    sample([
      ['CRLF and a byte order mark', `\ufeff${HISTORY.replaceAll('\n', '\r\n')}`],
      ['no line feed at the end', HISTORY.slice(0, HISTORY.indexOf('\n\n# The end'))],
      ['no releases yet', HISTORY.slice(0, HISTORY.indexOf('releases:')).concat('releases: [] # none yet\n')],
      ['an empty `next`', HISTORY.replace('\n# The end', '  - release: next\n    changes: []\n\n# The end')],
      ['a `next` without changes', HISTORY.replace('\n# The end', '  - release: next\n    changes:\n\n# The end')],
      ['a `next` with only its name', HISTORY.replace('\n# The end', '  - release: next\n\n# The end')],
      ['a `next` in flow style', HISTORY.replace('\n# The end', '  - {release: next, changes: [\n    ]}\n\n# The end')],
      ['a `next` in flow style without changes', HISTORY.replace('\n# The end', '  - {release: next}\n\n# The end')],
      ['lists that are not indented', HISTORY.replace(/^ {2}/gm, '').replace(/^ {2}( *- )/gm, '$1')],
      [
        'JSON',
        JSON.stringify(
          {service: 'Lending Library API', releases: [{release: '3.0', date: '2025-01-10', changes: []}]},
          undefined,
          2
        )
      ]
    ])
  )('keeps the format of a file with %s', async (_, file) => {
    const cwd = await library({'history.yaml': file})
    // The first release has no base.
    const base = file.includes('3.0') ? ['--base', 'v3.0'] : []
    const {code, err} = await record(cwd, '--release', '3.1', ...base)
    expect({code, err}).toEqual({code: 0, err: ''})
    const now = text(cwd)
    // Every word of the file is still there in the same order.
    const wordsIn = (yaml: string): string[] => yaml.split(/(\s+|[[\]{},])/).filter(each => each.trim() !== '')
    const remaining = wordsIn(now)
    for (const word of wordsIn(file)) {
      if (['next', '[', ']'].includes(word)) continue
      const at = remaining.indexOf(word)
      expect(at, `${word} in\n${now}`).toBeGreaterThanOrEqual(0)
      remaining.splice(0, at + 1)
    }
    expect(now.startsWith('\ufeff')).toBe(file.startsWith('\ufeff'))
    expect(/(?<!\r)\n/.test(now)).toBe(!file.includes('\r\n'))
    const {out} = await tenure(['notes', '3.1', '--as-of', AS_OF], {cwd})
    expect(/Removed .*`GET \/v1\/copies`/.test(out)).toBe(base.length > 0)
    expect(out).toContain(base.length > 0 ? '- Added `GET /v1/readers`.\n' : '- `GET /v1/loans`, `GET /v1/readers`\n')
    expect((await record(cwd, '--release', '3.1', ...base)).out).toMatch(/already recorded/)
    expect(text(cwd)).toBe(now)
  })

  it.each(
    sample([
      ['with a kind', ', kind: type-changed, breaking: true', ['field-optional']],
      ['with a kind that the policy calls breaking', ', kind: type-changed', ['field-optional']],
      [
        'with a kind and its subject',
        ', kind: type-changed, about: response 200 application/json, breaking: true',
        ['field-optional']
      ],
      ['with a kind and another subject', ', kind: type-changed, about: else, breaking: true', ['both']],
      ['that is breaking', ', breaking: true', []],
      ["that isn't breaking", ', breaking: false', ['both']],
      ['of unknown compatibility', '', ['both']]
    ])
  )("adds the changes that an entry doesn't cover: an entry %s", async (_, more, missing) => {
    const describeLoan = (required: string[], type: string): string => {
      const schema = {type: 'object', required, properties: {due: {type}}}
      const responses = {200: {description: 'fine', content: {'application/json': {schema}}}}
      return JSON.stringify({
        openapi: '3.0.3',
        info: {title: 'L', version: '1'},
        paths: {'/v1/loans': {get: {responses}}}
      })
    }
    const line = `{changed: GET /v1/loans, field: due, in: response${more}, note: It is a number.}`
    const history = `${HISTORY.replace('\n# The end.\n', '')}  - release: next\n    changes:\n      - ${line}\n`
    const cwd = folder({'openapi.json': describeLoan(['due'], 'string')})
    await git(cwd, 'init', '--quiet', '--initial-branch', 'main')
    await git(cwd, 'add', '--all')
    await git(cwd, 'commit', '--quiet', '--message', '3.0')
    await git(cwd, 'tag', 'v3.0')
    write(cwd, {'history.yaml': history, 'openapi.json': describeLoan([], 'integer')})
    expect(await record(cwd, '--release', '3.1')).toMatchObject({code: 0, err: ''})
    const now = text(cwd)
    expect(now).toContain(`- ${line}\n`)
    const kinds = [
      ...now.matchAll(
        /- changed: GET \/v1\/loans\n {8}field: due\n {8}in: response\n {8}breaking: true\n(?: {8}kind: (\S+)\n)?/g
      )
    ]
    expect(kinds.map(([, kind = 'both']) => kind)).toEqual(missing)
    // Everything is recorded.
    expect((await record(cwd, '--release', '3.1')).out).toContain(
      'is already recorded in history.yaml with all changes'
    )
  })

  it('moves used waivers to their entries and keeps the others', async () => {
    const config = `format: 1
waivers:
  - subject: GET /v1/readers # has not ended
    reason: legal
    approver: head
    approved: 2026-02-01
  # No one asked for copies.
  - {subject: GET /v1/copies, reason: low-usage, approver: head, approved: 2026-02-01, note: two calls a month}
  - {subject: GET /v1/loans, rule: ga-breaking-change, reason: bug-fix, approver: head, approved: 2026-02-01}
`
    const next = `${HISTORY.replace('# The end.\n', '')}  - release: next
    changes:
      - removed: GET /v1/copies # by hand
        announced: never
`
    const cwd = await library({'history.yaml': next, 'tenure.yaml': config})
    const {out, code} = await record(cwd, '--release', '3.1')
    expect(out).toContain('and 1 line of `next` and 1 waiver')
    expect(code).toBe(0)
    expect(text(cwd)).toContain(`      - removed: GET /v1/copies # by hand
        announced: never
        waiver: {reason: low-usage, approver: head, approved: 2026-02-01, note: two calls a month}
`)
    expect(readFileSync(join(cwd, 'tenure.yaml'), 'utf8')).toBe(
      config.replace(/ {2}- \{subject: GET \/v1\/copies.*\n/, '')
    )
    const auditReport = JSON.parse(
      (await tenure(['audit', 'history.yaml', '--as-of', AS_OF, '--format', 'json'], {cwd})).out
    )
    expect(auditReport.summary.exempt).toEqual({policy: 0, waiver: 2})
  })

  it.each([
    [
      '{removed: GET /v1/copies}',
      'waiver: {reason: low-usage, approver: head, approved: 2026-02-01, note: "two, {a month}: #1"}}'
    ],
    [
      '{"removed": "GET /v1/copies"}',
      '"waiver": {"reason":"low-usage","approver":"head","approved":"2026-02-01","note":"two, {a month}: #1"}}'
    ]
  ])('adds a waiver in the style of the entry: %s', async (line, waiver) => {
    const next = `${HISTORY.replace('# The end.\n', '')}  - {release: next, changes: [${line}]}\n`
    const config =
      'waivers:\n  - {subject: GET /v1/copies, reason: low-usage, approver: head, approved: 2026-02-01, note: "two, {a month}: #1"}\n'
    const cwd = await library({'history.yaml': next, 'tenure.yaml': config})
    expect((await record(cwd, '--release', '3.1')).err).toBe('')
    expect(text(cwd)).toContain(`${line.slice(0, -1)}, ${waiver}`)
    expect((await tenure(['audit', 'history.yaml', '--as-of', AS_OF], {cwd})).err).toBe('')
  })

  it('leads to warnings until reasons are added', async () => {
    const cwd = await library()
    await record(cwd, '--release', '3.1')
    // Committed changes are part of the base.
    await git(cwd, 'add', '--all')
    await git(cwd, 'commit', '--quiet', '--message', '3.1')
    const before = await tenure(['check', '--base', 'HEAD', '--as-of', '2026-04-01'], {cwd})
    expect(before.code).toBe(0)
    expect(before.out).toContain(
      '`GET /v1/copies` was removed in 3.1 (2026-03-02), but no replacement or reason is recorded.'
    )
    expect(before.out).not.toContain('unannounced-removal')
    const message = text(cwd)
      .replace(/(removed: .*)\n/g, '$1\n        replacement: none\n        note: no one asks for it\n')
      .replace('required: true\n', 'required: true\n        note: a reader has a branch\n')
    writeFileSync(join(cwd, 'history.yaml'), message)
    const after = await tenure(['check', '--base', 'HEAD', '--as-of', '2026-04-01'], {cwd})
    // A reason is also required for a breaking addition.
    expect(after.out).not.toContain('unexplained-end')
    expect(after.code).toBe(0)
  })

  it('finds the tag of the last release with or without trailing zeros', async () => {
    const cwd = await library()
    await git(cwd, 'tag', 'v3.0.0', 'v3.0')
    await git(cwd, 'tag', '--delete', 'v3.0')
    await git(cwd, 'tag', 'v3.0.0-rc.1', 'HEAD')
    const result = await record(cwd, '--release', '3.1')
    expect(result.err).toBe('')
    expect(result.out).toContain('refs/tags/v3.0.0:')
  })

  it('compares with `--base`, and suggests it if there is no tag', async () => {
    const cwd = await library()
    await git(cwd, 'tag', '--delete', 'v3.0')
    const result = await record(cwd, '--release', '3.1')
    expectRefusal(result)
    expect(result.err).toContain('The last release has no tag `3.0` or `v3.0`')
    expect(result.err).toContain('--base main')
    expect((await record(cwd, '--release', '3.1', '--base', 'nowhere')).code).toBe(2)
    expect((await record(cwd, '--release', '3.1', '--base', 'main', '--dry-run')).out).toContain(
      'removed: GET /v1/copies'
    )
    write(cwd, {'old.json': OLD})
    expect((await record(cwd, '--release', '3.1', '--base', 'old.json')).code).toBe(0)
  })

  it.each(
    sample([
      [[], 'Name the release with `--release`, or record all'],
      [['--all', '--release', '3.1'], "`--all` can't be combined with `--release`"],
      [['--release', 'next'], '`--release next`'],
      [['--release', '3.1', '--date', 'soon'], '`--date soon`'],
      [['--release', '3.1', '--output', 'x.yaml'], '`--output`'],
      [['--all', '--date', '2026-01-01'], '`--date`'],
      [['--release', '3.1', '--spec', 'nowhere.yaml'], 'There is no file `nowhere.yaml`.']
    ])
  )('exits 2 for %j', async (args, message) => {
    const cwd = await library()
    const result = await record(cwd, ...args)
    expectRefusal(result)
    expect(result.err).toContain(message)
    expect(text(cwd)).toBe(HISTORY)
  })
})

describe('record --release of the first release', () => {
  const withoutHistory = () => folder({'openapi.json': api('GET /v1/loans', 'GET /v1/copies,dep')})
  const FIRST = `release: "1.0"
date: 2026-03-02
existing: true
changes:
  - added: GET /v1/loans
  - added: GET /v1/copies
  - deprecated: GET /v1/copies
`

  it('writes everything in the description after `init` as existing', async () => {
    const cwd = withoutHistory()
    const {out: message} = await tenure(['init'], {cwd})
    expect(message).toContain('Record the current state as the first release: `tenure record --release 1.0`')
    const before = pathsIn(cwd)
    expect((await record(cwd, '--release', '1.0', '--dry-run')).out.replace(/facts: .*\n/, '')).toBe(FIRST)
    expect(pathsIn(cwd)).toEqual(before)
    const {code, out, err} = await record(cwd, '--release', '1.0')
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toContain('Recorded 1.0 (2026-03-02) in api-history/releases/1.0.yaml: 2 added, 1 deprecated.')
    expect(out).toContain('it may be older')
    expect(textWithoutFacts(cwd, 'api-history/releases/1.0.yaml')).toBe(FIRST)
    expect((await record(cwd, '--release', '1.0')).out).toMatch(/already recorded/)
    const base = ['--base', 'openapi.json']
    expect((await tenure(['check', ...base, '--as-of', AS_OF], {cwd})).code).toBe(0)
    expect((await tenure(['changelog', '--as-of', AS_OF], {cwd})).out).toContain('1.0 or earlier')
    write(cwd, {'old.json': text(cwd, 'openapi.json'), 'openapi.json': api('GET /v1/loans', 'GET /v1/readers')})
    expect((await record(cwd, '--release', '1.1', '--base', 'old.json')).code).toBe(0)
    expect(textWithoutFacts(cwd, 'api-history/releases/1.1.yaml')).toMatch(
      /^release: "1\.1"\n.*\nchanges:\n.*removed: GET \/v1\/copies\n.*added: GET \/v1\/readers\n$/
    )
  })

  it('keeps entries of people unchanged', async () => {
    const cwd = withoutHistory()
    write(cwd, {
      'history.yaml': 'service: Loans\nreleases:\n  - {release: next, changes: [{deprecated: GET /v1/copies}]}\n'
    })
    expect((await record(cwd, '--release', '1.0')).code).toBe(0)
    expect(text(cwd)).toContain('{"added":"GET /v1/loans","existing":true}')
    expect(text(cwd)).toContain('{deprecated: GET /v1/copies}')
    expect(text(cwd)).not.toContain('existing: true')
  })

  it('writes a file in a history folder', async () => {
    const cwd = withoutHistory()
    write(cwd, {'service.yaml': 'service: Loans\n', 'releases/.keep': ''})
    expect((await record(cwd, '--release', '1.0')).code).toBe(0)
    expect(textWithoutFacts(cwd, 'releases/1.0.yaml')).toMatch(
      /^release: "1\.0"\ndate: 2026-03-02\nexisting: true\nchanges:\n/
    )
  })

  it('accepts no base', async () => {
    const cwd = withoutHistory()
    await tenure(['init'], {cwd})
    const result = await record(cwd, '--release', '1.0', '--base', 'main')
    expectRefusal(result)
    expect(result.err).toContain('The first release is recorded with everything in `')
  })
})

describe('record --release in a folder', () => {
  const FOLDER = {
    'service.yaml': 'service: Lending Library API\n',
    'releases/3.0.yaml': `release: "3.0"\ndate: 2025-01-10\nchanges:\n  - added: GET /v1/loans\n`,
    'next/copies.yaml': '# No one asks.\n- removed: GET /v1/copies   # the last\n  note: no one asks\n',
    'next/shelves.yaml': '  - {removed: /v1/shelves/**, note: "they are gone"}\n'
  }

  it('writes a file for the release and deletes the files of `next`', async () => {
    const cwd = await library(FOLDER)
    const {code, out, err} = await record(cwd, '--release', '3.1')
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toContain('Recorded 3.1 (2026-03-02) in releases/3.1.yaml: 2 added, and 2 lines of `next`.')
    expect(textWithoutFacts(cwd, 'releases/3.1.yaml')).toBe(`release: "3.1"
date: 2026-03-02
changes:
  # No one asks.
  - removed: GET /v1/copies   # the last
    note: no one asks
  - {removed: /v1/shelves/**, note: "they are gone"}
  - added: GET /v1/loans
    parameter: branch
    in: request
    required: true
  - added: GET /v1/readers
`)
    expect(existsSync(join(cwd, 'next'))).toBe(false)
    expect(text(cwd, 'releases/3.0.yaml')).toBe(FOLDER['releases/3.0.yaml'])
    const files = pathsIn(cwd)
    expect((await record(cwd, '--release', '3.1')).out).toContain('already recorded')
    expect(pathsIn(cwd)).toEqual(files)
  })

  it('completes a run that stopped before it deleted the files of `next`', async () => {
    const cwd = await library(FOLDER)
    await record(cwd, '--release', '3.1')
    const recorded = text(cwd, 'releases/3.1.yaml')
    write(cwd, {...FOLDER, 'next/later.yaml': '- added: GET /v1/later\n'})
    const {code, out} = await record(cwd, '--release', '3.1')
    expect(code).toBe(0)
    expect(out).toContain('Deleted 2 files of `next/` that it contains.')
    expect(readdirSync(join(cwd, 'next'))).toEqual(['later.yaml'])
    expect(text(cwd, 'releases/3.1.yaml')).toBe(recorded)
  })

  it('renames releases/next.yaml', async () => {
    const cwd = await library({
      ...FOLDER,
      'releases/next.yaml': `release: next # soon\nchanges:\n- {added: GET /v1/readers, note: at last}\n`
    })
    expect((await record(cwd, '--release', 'v3.1')).code).toBe(0)
    expect(readdirSync(join(cwd, 'releases'))).toEqual(['3.0.yaml', 'v3.1.yaml'])
    expect(textWithoutFacts(cwd, 'releases/v3.1.yaml')).toBe(`release: "v3.1" # soon
date: 2026-03-02
changes:
- {added: GET /v1/readers, note: at last}
# No one asks.
- removed: GET /v1/copies   # the last
  note: no one asks
- removed: /v1/shelves/**
  note: they are gone
- added: GET /v1/loans
  parameter: branch
  in: request
  required: true
`)
  })
})

describe('record --all', () => {
  const SPECS = {
    'releases.json': JSON.stringify({
      releases: [
        {version: '1.0', file: '1.0.json', date: '2024-01-10'},
        {version: '1.1', file: '1.1.json', date: '2024-06-10'},
        {version: '2.0', file: '2.0.json', date: '2025-09-10'}
      ]
    }),
    '1.0.json': api('GET /v1/loans', 'GET /v1/copies,dep', 'GET /v1/shelves'),
    '1.1.json': api('GET /v1/loans,p=limit', 'GET /v1/copies,dep', 'GET /v1/shelves,dep'),
    '2.0.json': api('GET /v1/loans,p=limit', 'GET /v2/loans')
  }

  it('exits 2 before the date of the first release', async () => {
    const cwd = folder({})
    write(join(cwd, 'specs'), SPECS)
    const result = await tenure(['record', '--all', 'specs', '--as-of', '2024-01-09'], {cwd})
    expectRefusal(result)
    expect(result.err).toContain('before the first release, `1.0` (2024-01-10)')
    expect((await tenure(['record', '--all', 'specs', '--as-of', '2024-01-10'], {cwd})).code).toBe(0)
  })

  it('writes the whole history once', async () => {
    const cwd = folder({})
    write(join(cwd, 'specs'), SPECS)
    const result = await record(cwd, '--all', 'specs', '-o', 'history.yaml')
    expect(result).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^Wrote history\.yaml: 3 releases with 9 changes\.\nThese are 1 file \(\d KB\) and 3 generated ones \(\d KB\)\.\n$/
      )
    })
    const first = text(cwd)
    expect(withoutFacts(first)).toBe(`format: 1
service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-10
    existing: true
    changes:
      - added: GET /v1/loans
      - added: GET /v1/copies
      - added: GET /v1/shelves
      - deprecated: GET /v1/copies
  - release: "1.1"
    date: 2024-06-10
    changes:
      - added: GET /v1/loans
        parameter: limit
        in: request
      - deprecated: GET /v1/shelves
  - release: "2.0"
    date: 2025-09-10
    changes:
      - removed: GET /v1/copies
      - removed: GET /v1/shelves
      - added: GET /v2/loans
`)
    const later = ['record', '--all', 'specs', '--as-of', '2026-04-01', '-o', 'history.yaml']
    expect((await tenure(later, {cwd})).out).toBe(
      'history.yaml is up to date: 3 releases with 9 changes. Nothing was written.\n'
    )
    expect(text(cwd)).toBe(first)
    write(cwd, {'history.yaml': first.replace('Lending Library API', 'The Library')})
    const other = await tenure(later, {cwd})
    expectRefusal(other)
    expect(other.err).toContain('--force')
    expect((await tenure([...later, '--force'], {cwd})).code).toBe(0)
    expect(text(cwd)).toContain('service: Lending Library API\n')
  })

  it('writes a folder with one file per release once', async () => {
    const cwd = folder({})
    write(join(cwd, 'specs'), SPECS)
    const result = await record(cwd, '--all', 'specs')
    expect(result).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Wrote api-history: 3 releases with 9 changes\.\nThese are 4 files \(\d KB\)/)
    })
    const files = pathsIn(cwd).filter(path => /^api-history\/.*\.yaml$/.test(path))
    expect(files).toEqual([
      'api-history/releases/1.0.yaml',
      'api-history/releases/1.1.yaml',
      'api-history/releases/2.0.yaml',
      'api-history/service.yaml'
    ])
    expect(text(cwd, 'api-history/service.yaml')).toBe('format: 1\nservice: Lending Library API\n')
    expect(textWithoutFacts(cwd, 'api-history/releases/1.1.yaml')).toBe(`release: "1.1"
date: 2024-06-10
changes:
  - added: GET /v1/loans
    parameter: limit
    in: request
  - deprecated: GET /v1/shelves
`)
    const upToDate = 'api-history is up to date: 3 releases with 9 changes. Nothing was written.\n'
    expect((await tenure(['record', '--all', 'specs', '--as-of', '2026-04-01'], {cwd})).out).toBe(upToDate)
    write(cwd, {'api-history/releases/1.2.yaml': 'release: "1.2"\ndate: 2025-01-01\n'})
    expectRefusal(await record(cwd, '--all', 'specs'))
    expect((await record(cwd, '--all', 'specs', '--force')).code).toBe(0)
    expect(pathsIn(cwd).filter(path => /^api-history\/.*\.yaml$/.test(path))).toEqual(files)
    expect((await record(cwd, '--all', 'specs')).out).toBe(upToDate)
  })

  it('leads to the same verdicts as the descriptions, and can be restored from its page', async () => {
    const cwd = folder({})
    write(join(cwd, 'specs'), SPECS)
    await record(cwd, '--all', 'specs', '-o', 'history.yaml')
    const audit = async (path: string) => {
      const {out} = await tenure(['audit', path, '--as-of', AS_OF, '--format', 'json'], {cwd})
      const {judgments, summary} = JSON.parse(out)
      const {compliant, violation, exempt, undetermined} = summary
      const verdicts = judgments.map((each: Record<string, unknown>) => [each.subject, each.verdict, each.release])
      return {verdicts, summary: {compliant, violation, exempt, undetermined}}
    }
    const {verdicts, summary} = await audit('specs')
    expect(summary).toEqual({compliant: 2, violation: 0, exempt: {policy: 0, waiver: 0}, undetermined: 0})
    expect(await audit('history.yaml')).toEqual({verdicts, summary})
    write(cwd, {'tenure.yaml': NO_SPEC})
    expect((await tenure(['check', '--as-of', AS_OF], {cwd})).code).toBe(0)
    // The page of recorded facts is the page of the descriptions. Without facts, it has only the entries.
    write(cwd, {'history.yaml': textWithoutFacts(cwd)})
    const page = await tenure(['changelog', '--as-of', AS_OF], {cwd})
    expect(page.out).toContain('### 1.0 (2024-01-10)\n\nIts additions existed by then and might be older.\n')
    // The sentence in pages of older versions.
    write(cwd, {
      'OLD.md': page.out.replace(/^(?=#)/m, 'Since 2025-01-10 announcements count from when they were recorded.\n\n')
    })
    expect((await tenure(['record', '--import', 'OLD.md'], {cwd})).out).toContain('\ncomplete: 2025-01-10\n')
    write(cwd, {'CHANGES.md': page.out})
    const imported = await tenure(['record', '--import', 'CHANGES.md'], {cwd})
    // A page groups the changes of a release.
    const linesIn = (yaml: string): string[] => yaml.slice(yaml.indexOf('releases:')).split('\n').toSorted()
    expect(linesIn(imported.out)).toEqual(linesIn(text(cwd)))
  })

  it('is complete from the next day on if a release is from today', async () => {
    const cwd = folder({})
    write(join(cwd, 'specs'), {'1.0.json': OLD, '2.0.json': NEW})
    write(cwd, {'specs/releases.json': releaseList({'1.0': '2025-01-10', '2.0': AS_OF}, 'json')})
    await record(cwd, '--all', 'specs', '-o', 'history.yaml')
    expect(text(cwd)).toContain('\ncomplete: 2026-03-03\n')
    write(cwd, {'tenure.yaml': NO_SPEC})
    expect((await tenure(['check', '--as-of', AS_OF], {cwd})).code).toBe(0)
  })

  it('warns if no description deprecates anything, and names the policy', async () => {
    const cwd = folder({'library.yaml': readFileSync('policies/kubernetes.yaml', 'utf8')})
    write(join(cwd, 'specs'), {'1.0.json': OLD, '2.0.json': NEW})
    const {out} = await record(cwd, '--all', 'specs', '--policy', 'library.yaml', '-o', 'specs/history.yaml')
    expect(out).toContain(
      'Because of `complete: 2026-03-02` in the history, removals before 2026-03-02 are undetermined. From then on, a removal without notice is a violation.\n'
    )
    expect(text(cwd, 'specs/history.yaml')).toMatch(
      /^format: 1\nservice: Lending Library API\npolicy: \.\.\/library\.yaml\ncomplete: 2026-03-02\n/
    )
    rmSync(join(cwd, 'specs/history.yaml'))
  })
})

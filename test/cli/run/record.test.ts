import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {type CommandResult, expectRefusal, folder, NO_SPEC, pathsIn, run, tenure, write} from '../run.ts'

const AS_OF = '2026-03-02'

/** A description with these operations; after a comma what they have: `dep`, `p=limit`, `r=branch`. */
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
adopted: 2025-06-01
releases:
  - release: "3.0"
    date: 2025-01-10
    changes:
      - {added: GET /v1/loans}   # the first
      - added: GET /v1/copies
      - added: "GET /v1/shelves/{shelfId}"

# The end.
`

/** A repository in which 3.0 was released with \`OLD\`, and the description is now \`NEW\`. */
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
/** A text without the digests of facts. */
const plain = (all: string): string => all.replace(/^ *facts: .*\r?\n/gm, '')
const plainText = (cwd: string, name = 'history.yaml'): string => plain(text(cwd, name))

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
  it('appends what changed, leaves every other byte alone, and asks for words', async () => {
    const cwd = await library()
    const {code, out, err} = await record(cwd, '--release', '3.1')
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toContain('Recorded 3.1 (2026-03-02) in history.yaml: 2 added, 2 removed.\n')
    expect(out).toMatch(/Missing: a reason or a replacement for:\n(?: {2}history\.yaml:\d+:\d+: \w+ GET .+\n){3}$/s)
    const place = HISTORY.indexOf('\n# The end')
    const now = plainText(cwd)
    expect(now.slice(0, place)).toBe(HISTORY.slice(0, place))
    expect(now.endsWith(HISTORY.slice(place))).toBe(true)
    expect(sorted(now.slice(place, -HISTORY.slice(place).length))).toEqual(sorted(LINES))
  })

  it('says at once which promised end came too early with it, and how to move it', async () => {
    const next =
      '  - release: next\n    changes:\n      - {deprecated: GET /v1/loans, replacement: none, sunset: 2027-04-01}\n'
    const cwd = await library({'history.yaml': HISTORY.replace('\n# The end', `${next}\n# The end`)}, OLD)
    const {out} = await record(cwd, '--release', '3.1')
    expect(out).toMatch(
      /^history\.yaml:\d+:\d+: `GET \/v1\/loans` has its sunset on 2027-04-01\b.+[^.]\. .*2027-04-02/m
    )
  })

  it('tells the sunset of a mark of which people wrote none', async () => {
    const marked = OLD.replace('"get": {', '"get": {"deprecated": true, "x-sunset": "2027-06-01",')
    const next = (line: string) => `  - release: next\n    changes:\n      - {deprecated: GET /v1/loans${line}}\n`
    for (const [line, told] of [
      ['', true],
      [', sunset: 2027-06-01', false]
    ] as const) {
      const cwd = await library({'history.yaml': HISTORY.replace('\n# The end', `${next(line)}\n# The end`)}, marked)
      expect((await record(cwd, '--release', '3.1')).code).toBe(0)
      expect(text(cwd).includes('- rescheduled: GET /v1/loans\n        sunset: 2027-06-01\n')).toBe(told)
    }
  })

  it('changes nothing when it is run again', async () => {
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

  it('does not add to a release that is on record', async () => {
    const cwd = await library()
    await record(cwd, '--release', '3.1')
    write(cwd, {'openapi.json': api('GET /v1/readers')})
    const ran = await record(cwd, '--release', '3.1')
    expectRefusal(ran)
    expect(ran.err).toContain('is already recorded, without 1 change')
    expect(ran.err).toContain('removed GET /v1/loans')
  })

  it.each([
    [['--release', '3.0.0'], /already recorded as `3\.0`/],
    [
      ['--release', '3.1', '--as-of', '2025-01-05'],
      /`3\.1` \(2025-01-05\) would be before the recorded release `3\.0` \(2025-01-10\)/
    ],
    [['--release', '3.1', '--date', '2024'], /`3\.1` \(2024\) would be before the recorded release `3\.0`/]
  ])('is not written before what it follows, nor under a second name: %j', async (args, said) => {
    const cwd = await library()
    const ran = await tenure(['record', ...args], {cwd})
    expectRefusal(ran)
    expect(ran.err).toMatch(said)
    expect(ran.err).toMatch(/^history\.yaml:6:\d+: /m)
    expect(text(cwd)).toBe(HISTORY)
  })

  it('follows what is on record by its own day', async () => {
    const cwd = await library()
    const {out} = await tenure(['record', '--release', '3.1', '--as-of', '2025-01-05', '--date', '2025-02-01'], {cwd})
    expect(out).toContain('Compared openapi.json with refs/tags/v3.0:openapi.json.')
  })

  it('writes no end of what could not be read, and says so', async () => {
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

  it('keeps that a release was read only in part, and tells it where the record is read', async () => {
    const now = JSON.parse(NEW) as {paths: object}
    const paths = {...now.paths, '/v1/copies': {$ref: 'copies.json'}}
    const cwd = await library(undefined, JSON.stringify({...now, paths}))
    await record(cwd, '--release', '3.1')
    expect(plainText(cwd)).toContain('  - release: "3.1"\n    date: 2026-03-02\n    partial: true\n    changes:\n')
    const audit = await tenure(['audit', '--as-of', AS_OF], {cwd})
    expect(audit.out).toContain('Partial: more may have changed in 3.1 than is recorded (`partial`).')
    expect(audit.out).toMatch(/^. .*releases? couldn't be read: 3\.1\)/)
    const {out} = await tenure(['notes', '3.1', '--as-of', AS_OF], {cwd})
    expect(out).toContain('Part of its description could not be read. More might have changed.')
  })

  it('tells with the next release what one that was read in part left untold', async () => {
    const now = JSON.parse(NEW) as {paths: object}
    const hidden = {$ref: 'gone.json'}
    const paths = {...now.paths, '/v1/copies': hidden, '/v1/desks': hidden, '/v1/shelves/{shelfId}': hidden}
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

  it('writes nothing when it is only asked', async () => {
    const cwd = await library()
    const {out} = await record(cwd, '--release', '3.1', '--dry-run')
    expect(out).toContain('- release: "3.1"')
    expect(text(cwd)).toBe(HISTORY)
  })

  it('takes the lines of `next` as they are, and leaves out what they tell already', async () => {
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
    const whole = HISTORY.replace('\n# The end', `${next}\n# The end`)
    const cwd = await library({'history.yaml': whole})
    const {out, err} = await record(cwd, '--release', '3.1', '--date', '2026-02')
    expect(err).toBe('')
    expect(out).toContain('Recorded 3.1 (2026-02) in history.yaml: 1 added, and 3 lines of `next`.')
    expect(plainText(cwd)).toBe(
      whole
        .replace('release: next   # not out yet\n', 'release: "3.1"   # not out yet\n    date: 2026-02\n')
        .replace(
          '        to: GET /v1/readers\n',
          '        to: GET /v1/readers\n      - added: GET /v1/loans\n        parameter: branch\n        in: request\n        required: true\n'
        )
    )
  })

  it.each([
    ['CRLF and a byte order mark', `\ufeff${HISTORY.replaceAll('\n', '\r\n')}`],
    ['no line break at the end', HISTORY.slice(0, HISTORY.indexOf('\n\n# The end'))],
    ['no releases yet', HISTORY.slice(0, HISTORY.indexOf('releases:')).concat('releases: [] # none yet\n')],
    ['an empty `next`', HISTORY.replace('\n# The end', '  - release: next\n    changes: []\n\n# The end')],
    ['a `next` without a list', HISTORY.replace('\n# The end', '  - release: next\n    changes:\n\n# The end')],
    ['a `next` with nothing else', HISTORY.replace('\n# The end', '  - release: next\n\n# The end')],
    ['a `next` in braces', HISTORY.replace('\n# The end', '  - {release: next, changes: [\n    ]}\n\n# The end')],
    ['a `next` in braces, alone', HISTORY.replace('\n# The end', '  - {release: next}\n\n# The end')],
    ['lists that are not indented', HISTORY.replace(/^ {2}/gm, '').replace(/^ {2}( *- )/gm, '$1')],
    [
      'JSON',
      JSON.stringify(
        {service: 'Lending Library API', releases: [{release: '3.0', date: '2025-01-10', changes: []}]},
        undefined,
        2
      )
    ]
  ])('keeps the form of a file with %s', async (_, file) => {
    const cwd = await library({'history.yaml': file})
    // Before the first release there is nothing.
    const base = file.includes('3.0') ? ['--base', 'v3.0'] : []
    const {code, err} = await record(cwd, '--release', '3.1', ...base)
    expect({code, err}).toEqual({code: 0, err: ''})
    const now = text(cwd)
    // Where something was put in, and nothing else.
    const words = (all: string): string[] => all.split(/(\s+|[[\]{},])/).filter(each => each.trim() !== '')
    const rest = words(now)
    for (const word of words(file)) {
      if (['next', '[', ']'].includes(word)) continue
      const at = rest.indexOf(word)
      expect(at, `${word} in\n${now}`).toBeGreaterThanOrEqual(0)
      rest.splice(0, at + 1)
    }
    expect(now.startsWith('\ufeff')).toBe(file.startsWith('\ufeff'))
    expect(/(?<!\r)\n/.test(now)).toBe(!file.includes('\r\n'))
    const {out} = await tenure(['notes', '3.1', '--as-of', AS_OF], {cwd})
    expect(/Removed .*`GET \/v1\/copies`/.test(out)).toBe(base.length > 0)
    expect(out).toContain(base.length > 0 ? '- Added `GET /v1/readers`.\n' : '- `GET /v1/loans`, `GET /v1/readers`\n')
    expect((await record(cwd, '--release', '3.1', ...base)).out).toMatch(/already recorded/)
    expect(text(cwd)).toBe(now)
  })

  it.each([
    ['with its kind', ', kind: type-changed, breaking: true', ['field-optional']],
    ['with its kind, which breaks by the policy', ', kind: type-changed', ['field-optional']],
    [
      'with what it is about',
      ', kind: type-changed, about: response 200 application/json, breaking: true',
      ['field-optional']
    ],
    ['with what it is about, which is something else', ', kind: type-changed, about: else, breaking: true', ['both']],
    ['as what breaks', ', breaking: true', []],
    ['as what breaks nothing', ', breaking: false', ['both']],
    ['without a word of whether it breaks', '', ['both']]
  ])('takes a line for what it tells alone: a change %s', async (_, more, missing) => {
    const due = (required: string[], type: string): string => {
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
    const cwd = folder({'openapi.json': due(['due'], 'string')})
    await git(cwd, 'init', '--quiet', '--initial-branch', 'main')
    await git(cwd, 'add', '--all')
    await git(cwd, 'commit', '--quiet', '--message', '3.0')
    await git(cwd, 'tag', 'v3.0')
    write(cwd, {'history.yaml': history, 'openapi.json': due([], 'integer')})
    expect(await record(cwd, '--release', '3.1')).toMatchObject({code: 0, err: ''})
    const now = text(cwd)
    expect(now).toContain(`- ${line}\n`)
    const kinds = [
      ...now.matchAll(
        /- changed: GET \/v1\/loans\n {8}field: due\n {8}in: response\n {8}breaking: true\n(?: {8}kind: (\S+)\n)?/g
      )
    ]
    expect(kinds.map(([, kind = 'both']) => kind)).toEqual(missing)
    // All of it is on record now.
    expect((await record(cwd, '--release', '3.1')).out).toContain(
      'is already recorded in history.yaml with all changes'
    )
  })

  it('puts the waivers that it used beside their facts, and leaves the others', async () => {
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
    const told = JSON.parse((await tenure(['audit', 'history.yaml', '--as-of', AS_OF, '--format', 'json'], {cwd})).out)
    expect(told.summary.exempt).toEqual({policy: 0, waiver: 2})
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
  ])('puts a waiver into a line as that is written: %s', async (line, waiver) => {
    const next = `${HISTORY.replace('# The end.\n', '')}  - {release: next, changes: [${line}]}\n`
    const config =
      'waivers:\n  - {subject: GET /v1/copies, reason: low-usage, approver: head, approved: 2026-02-01, note: "two, {a month}: #1"}\n'
    const cwd = await library({'history.yaml': next, 'tenure.yaml': config})
    expect((await record(cwd, '--release', '3.1')).err).toBe('')
    expect(text(cwd)).toContain(`${line.slice(0, -1)}, ${waiver}`)
    expect((await tenure(['audit', 'history.yaml', '--as-of', AS_OF], {cwd})).err).toBe('')
  })

  it('is an error of the gate until someone says why', async () => {
    const cwd = await library()
    await record(cwd, '--release', '3.1')
    // What is committed is no change any more.
    await git(cwd, 'add', '--all')
    await git(cwd, 'commit', '--quiet', '--message', '3.1')
    const before = await tenure(['check', '--base', 'HEAD', '--as-of', '2026-04-01'], {cwd})
    expect(before.code).toBe(1)
    expect(before.out).toContain(
      '`GET /v1/copies` was removed in 3.1 (2026-03-02), but no replacement or reason is recorded.'
    )
    expect(before.out).not.toContain('unannounced-removal')
    const said = text(cwd)
      .replace(/(removed: .*)\n/g, '$1\n        replacement: none\n        note: no one asks for it\n')
      .replace('required: true\n', 'required: true\n        note: a reader has a branch\n')
    writeFileSync(join(cwd, 'history.yaml'), said)
    const after = await tenure(['check', '--base', 'HEAD', '--as-of', '2026-04-01'], {cwd})
    // That an addition is a break is asked about too.
    expect(after.out).not.toContain('unexplained-end')
    expect(after.code).toBe(0)
  })

  it('is compared with the tag of the last release, whichever zeros stand at its end', async () => {
    const cwd = await library()
    await git(cwd, 'tag', 'v3.0.0', 'v3.0')
    await git(cwd, 'tag', '--delete', 'v3.0')
    await git(cwd, 'tag', 'v3.0.0-rc.1', 'HEAD')
    const ran = await record(cwd, '--release', '3.1')
    expect(ran.err).toBe('')
    expect(ran.out).toContain('refs/tags/v3.0.0:')
  })

  it('is compared with what it is told to, and says what it looked for', async () => {
    const cwd = await library()
    await git(cwd, 'tag', '--delete', 'v3.0')
    const ran = await record(cwd, '--release', '3.1')
    expectRefusal(ran)
    expect(ran.err).toContain('The last release has no tag `3.0` or `v3.0`')
    expect(ran.err).toContain('--base main')
    expect((await record(cwd, '--release', '3.1', '--base', 'nowhere')).code).toBe(2)
    expect((await record(cwd, '--release', '3.1', '--base', 'main', '--dry-run')).out).toContain(
      'removed: GET /v1/copies'
    )
    write(cwd, {'old.json': OLD})
    expect((await record(cwd, '--release', '3.1', '--base', 'old.json')).code).toBe(0)
  })

  it.each([
    [[], 'Name the release with `--release`, or record all'],
    [['--all', '--release', '3.1'], "`--all` can't be combined with `--release`"],
    [['--release', 'next'], '`--release next`'],
    [['--release', '3.1', '--date', 'soon'], '`--date soon`'],
    [['--release', '3.1', '--output', 'x.yaml'], '`--output`'],
    [['--all', '--date', '2026-01-01'], '`--date`'],
    [['--release', '3.1', '--spec', 'nowhere.yaml'], 'There is no file `nowhere.yaml`.']
  ])('refuses %j', async (args, said) => {
    const cwd = await library()
    const ran = await record(cwd, ...args)
    expectRefusal(ran)
    expect(ran.err).toContain(said)
    expect(text(cwd)).toBe(HISTORY)
  })
})

describe('record --release of the first release', () => {
  const begun = () => folder({'openapi.json': api('GET /v1/loans', 'GET /v1/copies,dep')})
  const FIRST = `release: "1.0"
date: 2026-03-02
existing: true
changes:
  - added: GET /v1/loans
  - added: GET /v1/copies
  - deprecated: GET /v1/copies
`

  it('writes all that the description has after `init`, as what was there by then', async () => {
    const cwd = begun()
    const {out: said} = await tenure(['init'], {cwd})
    expect(said).toContain('Record the current state as the first release: `tenure record --release 1.0`')
    const before = pathsIn(cwd)
    expect((await record(cwd, '--release', '1.0', '--dry-run')).out.replace(/facts: .*\n/, '')).toBe(FIRST)
    expect(pathsIn(cwd)).toEqual(before)
    const {code, out, err} = await record(cwd, '--release', '1.0')
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toContain('Recorded 1.0 (2026-03-02) in api-history/releases/1.0.yaml: 2 added, 1 deprecated.')
    expect(out).toContain('it may be older')
    expect(plainText(cwd, 'api-history/releases/1.0.yaml')).toBe(FIRST)
    expect((await record(cwd, '--release', '1.0')).out).toMatch(/already recorded/)
    const base = ['--base', 'openapi.json']
    expect((await tenure(['check', ...base, '--as-of', AS_OF], {cwd})).code).toBe(0)
    expect((await tenure(['changelog', '--as-of', AS_OF], {cwd})).out).toContain('1.0 or earlier')
    write(cwd, {'old.json': text(cwd, 'openapi.json'), 'openapi.json': api('GET /v1/loans', 'GET /v1/readers')})
    expect((await record(cwd, '--release', '1.1', '--base', 'old.json')).code).toBe(0)
    expect(plainText(cwd, 'api-history/releases/1.1.yaml')).toMatch(
      /^release: "1\.1"\n.*\nchanges:\n.*removed: GET \/v1\/copies\n.*added: GET \/v1\/readers\n$/
    )
  })

  it('takes what people wrote beside it as they wrote it', async () => {
    const cwd = begun()
    write(cwd, {
      'history.yaml': 'service: Loans\nreleases:\n  - {release: next, changes: [{deprecated: GET /v1/copies}]}\n'
    })
    expect((await record(cwd, '--release', '1.0')).code).toBe(0)
    expect(text(cwd)).toContain('{"added":"GET /v1/loans","existing":true}')
    expect(text(cwd)).toContain('{deprecated: GET /v1/copies}')
    expect(text(cwd)).not.toContain('existing: true')
  })

  it('writes a file of a folder', async () => {
    const cwd = begun()
    write(cwd, {'service.yaml': 'service: Loans\n', 'releases/.keep': ''})
    expect((await record(cwd, '--release', '1.0')).code).toBe(0)
    expect(plainText(cwd, 'releases/1.0.yaml')).toMatch(
      /^release: "1\.0"\ndate: 2026-03-02\nexisting: true\nchanges:\n/
    )
  })

  it('is compared with nothing', async () => {
    const cwd = begun()
    await tenure(['init'], {cwd})
    const ran = await record(cwd, '--release', '1.0', '--base', 'main')
    expectRefusal(ran)
    expect(ran.err).toContain('The first release is recorded with everything in `')
  })
})

describe('record --release in a folder', () => {
  const FOLDER = {
    'service.yaml': 'service: Lending Library API\n',
    'releases/3.0.yaml': `release: "3.0"\ndate: 2025-01-10\nchanges:\n  - added: GET /v1/loans\n`,
    'next/copies.yaml': '# No one asks.\n- removed: GET /v1/copies   # the last\n  note: no one asks\n',
    'next/shelves.yaml': '  - {removed: /v1/shelves/**, note: "they are gone"}\n'
  }

  it('makes a file of the release, and takes the files of `next` away', async () => {
    const cwd = await library(FOLDER)
    const {code, out, err} = await record(cwd, '--release', '3.1')
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out).toContain('Recorded 3.1 (2026-03-02) in releases/3.1.yaml: 2 added, and 2 lines of `next`.')
    expect(plainText(cwd, 'releases/3.1.yaml')).toBe(`release: "3.1"
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

  it('heals when it was stopped before the files of `next` were gone', async () => {
    const cwd = await library(FOLDER)
    await record(cwd, '--release', '3.1')
    const whole = text(cwd, 'releases/3.1.yaml')
    write(cwd, {...FOLDER, 'next/later.yaml': '- added: GET /v1/later\n'})
    const {code, out} = await record(cwd, '--release', '3.1')
    expect(code).toBe(0)
    expect(out).toContain('Deleted 2 files of `next/` that it contains.')
    expect(readdirSync(join(cwd, 'next'))).toEqual(['later.yaml'])
    expect(text(cwd, 'releases/3.1.yaml')).toBe(whole)
  })

  it('renames the file of `next` where there is one', async () => {
    const cwd = await library({
      ...FOLDER,
      'releases/next.yaml': `release: next # soon\nchanges:\n- {added: GET /v1/readers, note: at last}\n`
    })
    expect((await record(cwd, '--release', 'v3.1')).code).toBe(0)
    expect(readdirSync(join(cwd, 'releases'))).toEqual(['3.0.yaml', 'v3.1.yaml'])
    expect(plainText(cwd, 'releases/v3.1.yaml')).toBe(`release: "v3.1" # soon
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

  it('is not adopted before its first release', async () => {
    const cwd = folder({})
    write(join(cwd, 'specs'), SPECS)
    const ran = await tenure(['record', '--all', 'specs', '--as-of', '2024-01-09'], {cwd})
    expectRefusal(ran)
    expect(ran.err).toContain('before the first release, `1.0` (2024-01-10)')
    expect((await tenure(['record', '--all', 'specs', '--as-of', '2024-01-10'], {cwd})).code).toBe(0)
  })

  it('writes the whole history, once', async () => {
    const cwd = folder({})
    write(join(cwd, 'specs'), SPECS)
    const ran = await record(cwd, '--all', 'specs', '--service', 'The Library', '-o', 'history.yaml')
    expect(ran).toMatchObject({code: 0, out: 'Wrote history.yaml: 3 releases with 9 changes, adopted on 2026-03-02.\n'})
    const first = text(cwd)
    expect(plain(first)).toBe(`format: 1
service: The Library
adopted: 2026-03-02
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
    const later = [
      'record',
      '--all',
      'specs',
      '--service',
      'The Library',
      '--as-of',
      '2026-04-01',
      '-o',
      'history.yaml'
    ]
    expect((await tenure(later, {cwd})).out).toBe(
      'history.yaml is up to date: 3 releases with 9 changes. Nothing was written.\n'
    )
    expect(text(cwd)).toBe(first)
    const other = await tenure(later.toSpliced(3, 2), {cwd})
    expectRefusal(other)
    expect(other.err).toContain('--force')
    expect((await tenure([...later.toSpliced(3, 2), '--force'], {cwd})).code).toBe(0)
    expect(text(cwd)).toContain('service: Lending Library API\nadopted: 2026-04-01\n')
  })

  it('writes a folder with a file for each release, once', async () => {
    const cwd = folder({})
    write(join(cwd, 'specs'), SPECS)
    const ran = await record(cwd, '--all', 'specs')
    expect(ran).toMatchObject({code: 0, out: 'Wrote api-history: 3 releases with 9 changes, adopted on 2026-03-02.\n'})
    const files = pathsIn(cwd).filter(path => /^api-history\/.*\.yaml$/.test(path))
    expect(files).toEqual([
      'api-history/releases/1.0.yaml',
      'api-history/releases/1.1.yaml',
      'api-history/releases/2.0.yaml',
      'api-history/service.yaml'
    ])
    expect(text(cwd, 'api-history/service.yaml')).toBe('format: 1\nservice: Lending Library API\nadopted: 2026-03-02\n')
    expect(plainText(cwd, 'api-history/releases/1.1.yaml')).toBe(`release: "1.1"
date: 2024-06-10
changes:
  - added: GET /v1/loans
    parameter: limit
    in: request
  - deprecated: GET /v1/shelves
`)
    const told = 'api-history is up to date: 3 releases with 9 changes. Nothing was written.\n'
    expect((await tenure(['record', '--all', 'specs', '--as-of', '2026-04-01'], {cwd})).out).toBe(told)
    write(cwd, {'api-history/releases/1.2.yaml': 'release: "1.2"\ndate: 2025-01-01\n'})
    expectRefusal(await record(cwd, '--all', 'specs'))
    expect((await record(cwd, '--all', 'specs', '--force')).code).toBe(0)
    expect(pathsIn(cwd).filter(path => /^api-history\/.*\.yaml$/.test(path))).toEqual(files)
    expect((await record(cwd, '--all', 'specs')).out).toBe(told)
  })

  it('is judged as its source is, is clean, and comes back through the page', async () => {
    const cwd = folder({})
    write(join(cwd, 'specs'), SPECS)
    await record(cwd, '--all', 'specs', '-o', 'history.yaml')
    const audit = async (path: string) => {
      const {out} = await tenure(['audit', path, '--as-of', AS_OF, '--format', 'json'], {cwd})
      const {judgments, summary} = JSON.parse(out)
      const {compliant, violation, exempt, undetermined} = summary
      const told = judgments.map((each: Record<string, unknown>) => [each.subject, each.verdict, each.release])
      return {told, summary: {compliant, violation, exempt, undetermined}}
    }
    const {told, summary} = await audit('specs')
    expect(summary).toEqual({compliant: 2, violation: 0, exempt: {policy: 0, waiver: 0}, undetermined: 0})
    expect(await audit('history.yaml')).toEqual({told, summary})
    write(cwd, {'tenure.yaml': NO_SPEC})
    expect((await tenure(['check', '--as-of', AS_OF], {cwd})).code).toBe(0)
    // The page of what is observed is that of its source. Without facts, it says what the lines say, and is read back.
    write(cwd, {'history.yaml': plainText(cwd)})
    const page = await tenure(['changelog', '--as-of', AS_OF], {cwd})
    expect(page.out).toContain('### 1.0 (2024-01-10)\n\nIts additions existed by then and might be older.\n')
    const said = 'Since 2026-03-02 announcements count from when they were recorded.'
    expect(page.out).toContain(said)
    // As older pages have it.
    write(cwd, {'OLD.md': page.out.replace(said, 'Announcements count from when they were recorded since 2026-03-02.')})
    expect((await tenure(['import', 'OLD.md'], {cwd})).out).toContain('adopted: 2026-03-02\n')
    write(cwd, {'CHANGES.md': page.out})
    const back = await tenure(['import', 'CHANGES.md'], {cwd})
    // A page groups the changes of a release.
    const linesIn = (yaml: string): string[] => yaml.slice(yaml.indexOf('releases:')).split('\n').toSorted()
    expect(linesIn(back.out)).toEqual(linesIn(text(cwd)))
    expect(back.out).toContain('adopted: 2026-03-02\n')
  })

  it('counts from the day after, where a release is of today', async () => {
    const cwd = folder({})
    write(join(cwd, 'specs'), {...SPECS, 'releases.json': SPECS['releases.json'].replace('2025-09-10', AS_OF)})
    await record(cwd, '--all', 'specs', '-o', 'history.yaml')
    expect(text(cwd)).toContain('adopted: 2026-03-03\n')
    write(cwd, {'tenure.yaml': NO_SPEC})
    expect((await tenure(['check', '--as-of', AS_OF], {cwd})).code).toBe(0)
  })

  it('says that a source that marks nothing does not say everything, and names its policy', async () => {
    const cwd = folder({'library.yaml': readFileSync('policies/kubernetes.yaml', 'utf8')})
    write(join(cwd, 'specs'), {'1.0.json': OLD, '2.0.json': NEW})
    const {out} = await record(cwd, '--all', 'specs', '--policy', 'library.yaml', '-o', 'specs/history.yaml')
    expect(out).toContain(
      'Because of `complete: false` in specs/history.yaml, removals before 2026-03-02 are undetermined. From then on, a removal without notice is a violation.\n'
    )
    expect(text(cwd, 'specs/history.yaml')).toMatch(
      /^format: 1\nservice: Lending Library API\npolicy: \.\.\/library\.yaml\nadopted: 2026-03-02\ncomplete: false\n/
    )
    rmSync(join(cwd, 'specs/history.yaml'))
  })
})

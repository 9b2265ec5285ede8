import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, it} from 'vitest'
import {LIBRARY, TODAY} from '../cli/library.ts'
import {type CommandResult, expectRefusal, folder, REPOSITORY, run, tenure, write} from '../cli/run.ts'
import {sample} from '../tier.ts'

const asOf = ['--as-of', TODAY]
const ETCD = 'fixtures/etcd'

const valid = (name: string, value: unknown): unknown => {
  const validate = new Ajv2020({strict: false}).compile(
    JSON.parse(readFileSync(join(REPOSITORY, `schemas/${name}.schema.json`), 'utf8'))
  )
  return validate(value) ? [] : validate.errors
}

/** A description with these paths. */
const spec = (...paths: readonly string[]): string =>
  `openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths:\n${paths
    .map(path => `  ${path}: {get: {responses: {"200": {description: fine}}}}`)
    .join('\n')}\n`

const git = (cwd: string, ...args: readonly string[]): Promise<CommandResult> =>
  run('git', ['-C', cwd, '-c', 'user.name=A', '-c', 'user.email=a@library.example', ...args])

async function repository(): Promise<string> {
  const cwd = folder({'openapi.yaml': spec('/v1/loans', '/v1/shelves')})
  await git(cwd, 'init', '--quiet')
  for (const [tag, paths] of [
    ['v1.0', ['/v1/loans', '/v1/shelves']],
    ['v1.1', ['/v1/loans', '/v1/shelves', '/v1/tmp']],
    ['v1.2', ['/v1/loans', '/v2/loans']],
    [undefined, ['/v1/loans', '/v2/loans', '/v3/loans']]
  ] as const) {
    write(cwd, {'openapi.yaml': spec(...paths)})
    await git(cwd, 'add', '.')
    await git(cwd, 'commit', '--quiet', '-m', tag ?? 'next', '--allow-empty')
    if (tag) await git(cwd, 'tag', tag)
  }
  return cwd
}

describe.concurrent('notes from descriptions', () => {
  it('print one release, and how the releases were found on standard error', async () => {
    const {code, out, err} = await tenure(['notes', 'v3.3.0', ETCD, ...asOf])
    expect(code).toBe(0)
    expect(err).toMatch(/^fixtures\/etcd: 3 releases, as `releases\.json` lists them\n/)
    expect(out).toMatch(/^Released on February 1, 2018: 1 breaking change and 1 addition since v3\.2\.0\.\n/)
    expect(out).not.toMatch(/^##? /m)
    expect(out).toContain(
      'Removed 35 operations of <code>/v3alpha/&#42;&#42;</code>. Use the same paths below <code>/v3beta</code> instead (inferred from the path).'
    )
  })

  it('print several releases as one step, without temporary changes and replacements', async () => {
    const [range, open] = await Promise.all([
      tenure(['notes', 'v3.2.0..v3.4.0', ETCD, ...asOf]),
      tenure(['notes', 'v3.2.0..', ETCD, ...asOf])
    ])
    expect(open).toEqual(range)
    expect(range.code).toBe(0)
    expect(range.out).not.toContain('v3beta')
    expect(range.out).toContain('Use the same paths below <code>/v3</code>')
  })

  it('read tags, and unreleased changes from the last commit', async () => {
    const cwd = await repository()
    write(cwd, {'tenure.yaml': "links: {compare: 'https://x.example/{from}..{to}'}\n"})
    const [step, newest, named, next, changelog] = await Promise.all([
      tenure(['notes', 'v1.0..v1.2', ...asOf], {cwd}),
      tenure(['notes'], {cwd}),
      tenure(['notes', 'v1.2'], {cwd}),
      tenure(['notes', 'next', ...asOf], {cwd}),
      tenure(['changelog', '--template', 'keep-a-changelog', ...asOf], {cwd})
    ])
    expect(step.out).toContain('- Removed `GET /v1/shelves` (v1.2).')
    expect(step.out).not.toContain('tmp')
    expect(newest).toEqual(named)
    expect(named.out).toContain('v1.1')
    expect(next.out).toMatch(
      /^Not released yet: 1 addition since v1\.2\.\n\n### Added\n\n- Added `GET \/v3\/loans`\.\n/
    )
    expect(next.err).toContain('`next` is what is committed here (')
    expect(changelog.out.match(/^## .*/gm)?.map(each => each.slice(0, 9))).toEqual([
      '## [v1.2]',
      '## [v1.1]',
      '## v1.0 -'
    ])
    expect(changelog.out).toContain('[v1.2]: https://x.example/v1.1..v1.2')
  })

  it("don't call an unreadable release unchanged", async () => {
    const cwd = folder({
      '1.0.yaml': spec('/v1/loans'),
      '1.1.yaml': 'openapi: 3.0.3\npaths: [\n',
      '1.2.yaml': spec('/v2/loans')
    })
    write(cwd, {
      'releases.json': JSON.stringify({
        name: 'Library',
        releases: ['1.0', '1.1', '1.2'].map(version => ({version, file: `${version}.yaml`}))
      })
    })
    const [unreadable, after, changelog] = await Promise.all([
      tenure(['notes', '1.1', '.', ...asOf], {cwd}),
      tenure(['notes', '1.2', '.', ...asOf], {cwd}),
      tenure(['changelog', '.', '--template', 'keep-a-changelog', ...asOf], {cwd})
    ])
    expect(unreadable.out).toBe('Its description was not read.\n')
    expect(unreadable.err).toContain("Partial: 1.1 couldn't be read.")
    expect(after.out).toContain(
      'Some of these changes may be older: no description between `1.0` and this release was read.'
    )
    expect(changelog.out).toContain('## 1.1\n\nIts description was not read.\n')
  })

  it('have a JSON context, also for templates', async () => {
    const cwd = folder({
      'notes.md.liquid':
        '{{ service }}\n{% for r in releases %}{% for g in r.groups %}{{ g.title }} {{ g.lines.size }}\n{% endfor %}{% endfor %}',
      'history.yaml': LIBRARY
    })
    const fromTemplate = await tenure(['notes', '1.1', '--template', 'notes.md.liquid', ...asOf], {cwd})
    expect(fromTemplate).toEqual({code: 0, out: 'Lending Library API\nDeprecated 3\n', err: ''})
    const context: unknown = JSON.parse((await tenure(['notes', '1.1', '--format', 'json', ...asOf], {cwd})).out)
    expect(valid('context', context)).toEqual([])
    const [fromHistory, etcd] = await Promise.all([
      tenure(['changelog', '--format', 'json', ...asOf], {cwd}),
      tenure(['changelog', ETCD, '--format', 'json', ...asOf])
    ])
    for (const {out} of [fromHistory, etcd]) expect(valid('context', JSON.parse(out))).toEqual([])
    expect(JSON.parse(etcd.out).releases.map(({name}: {name: string}) => name)).toEqual(['v3.4.0', 'v3.3.0', 'v3.2.0'])
  })

  it('are the same in any time zone and locale', async () => {
    const args = ['notes', 'v3.3.0', ETCD, ...asOf]
    const [defaultResult, otherLocale] = await Promise.all([
      tenure(args),
      tenure(args, {env: {TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8'}})
    ])
    expect(otherLocale).toEqual(defaultResult)
  })

  it.each<[string[], string]>(
    sample([
      [['notes', 'v3.3', ETCD], '. Did you mean `v3.3.0`?'],
      [['notes', 'v3.4.0..v3.2.0', ETCD], 'for example: v3.2.0..v3.4.0'],
      [['notes', '--from', 'v3.2.0', ETCD], '`--from` is from an older version. Write the range as `A..B`'],
      [['notes', 'v3.3.0', ETCD, '--template', 'nowhere.md'], 'nowhere.md'],
      [
        ['notes', 'v3.3.0', ETCD, '--template', 'github', '--format', 'json'],
        '`--template` only works with `--format markdown`'
      ],
      [['notes', 'v3.3.0', ETCD, '--template', 'githb'], '. Did you mean `github`?'],
      [
        ['changelog', ETCD, '--endpoint', 'GET /v3/x', '--template', 'github'],
        "`--template` can't be combined with `--endpoint`."
      ],
      [
        ['changelog', ETCD, '--endpoint', 'FETCH it'],
        "`--endpoint FETCH it` isn't a subject, such as an endpoint or a field. Write `METHOD /path`, `/prefix/**`, `operation Name`, `Resource.field`, `tool name`, `type Name`, `directive @name`, or `group/version Kind`."
      ],
      [['changelog', ETCD, '--endpoint', 'POST /v3/kv/rangee'], '. Did you mean `POST /v3/kv/range`?']
    ])
  )('%j exits 2', async (args, message) => {
    const result = await tenure([...args, ...asOf])
    expectRefusal(result)
    expect(result.err).toContain(message)
  })
})

describe.concurrent('changelog from descriptions', () => {
  it('is a page with all sections', async () => {
    const {code, out} = await tenure(['changelog', ETCD, '--policy', 'kubernetes', ...asOf])
    expect(code).toBe(0)
    expect(out).toMatch(/^# .*: change history\n/)
    expect(out.match(/^## .*/gm)).toEqual([
      "## What's new",
      '## About',
      '## Pending deprecations',
      '## Changes by release',
      '## Endpoints',
      '## Removed',
      '## Policy',
      '## What is not known'
    ])
    expect(out).toContain('Removed 37 operations of `/v3beta/**`.')
    expect(out).toContain('This is the first description that was read, with 35 operations. They may be older.')
  })

  it('has a page for one endpoint', async () => {
    const args = ['changelog', ETCD, '--endpoint', 'POST /v3beta/kv/range', '--policy', 'kubernetes', ...asOf]
    const {code, out} = await tenure(args)
    expect(code).toBe(0)
    expect(out).toMatch(/^# `POST \/v3beta\/kv\/range`\n/)
    expect(out).toMatch(/\| Introduced +\| v3\.3\.0 \(2018-02-01\) +\|/)
    expect(out).toMatch(/\| Removed +\| v3\.4\.0 \(2019-08-30\) +\|/)
    expect(out).toContain('- `POST /v3alpha/kv/range`, removed in v3.3.0')
    expect(out).toContain(
      'Removed `POST /v3beta/kv/range`. Use `POST /v3/kv/range` instead (inferred from the path).\n'
    )
    const internal = await tenure([...args, '--internal'])
    expect(internal.out).toMatch(/\(inferred from the path\)\. – `fixtures\/etcd\/v3\.3\.0\.json:\d+:\d+`/)
  })
})

describe.concurrent('upgrade', () => {
  it('lists steps before, during, and after the upgrade', async () => {
    const cwd = folder({
      'history.yaml': `${LIBRARY}  - release: "1.2"
    date: 2025-06-01
    changes:
      - {removed: GET /v1-beta/wishes, replacement: GET /v1/loans}
      - {added: GET /v2/fees}
      - {removed: GET /v1/branches, replacement: GET /v2/branches}
      - {added: GET /v2/branches}
`
    })
    const {code, out, err} = await tenure(['upgrade', '1.0', '1.2', ...asOf], {cwd})
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(out.match(/^(?:## .*|- \[ \] .*)/gm)).toEqual([
      '## Before the upgrade',
      '- [ ] Replace `GET /v1-beta/wishes` with `GET /v1/loans` (removed in 1.2).',
      '## During the upgrade',
      '- [ ] Replace `GET /v1/branches` with `GET /v2/branches` (removed in 1.2).',
      '## Later',
      '## New'
    ])
    expect(out).toContain(
      '- Replace `GET /v1/shelves` with `GET /v1/branches` (deprecated in 1.1, March 1, 2025; support ends on June 1, 2026).'
    )
  })

  it('groups similar changes and knows the endpoints under a prefix', async () => {
    const entriesUnder = (version: string, verb: string, more: string): string =>
      ['loans', 'copies', 'shelves', 'readers']
        .map(name => `      - {${verb}: "/${version}/${name}/**"${more.replaceAll('NAME', name)}}\n`)
        .join('')
    const cwd = folder({
      'history.yaml': `service: Lending Library API
releases:
  - release: "1.0"
    date: 2024-01-15
    changes:
      - added: GET /v1/loans
${['loans', 'copies', 'shelves', 'readers'].map(name => `      - added: GET /v2/${name}\n`).join('')}  - release: "1.1"
    date: 2024-06-01
    changes:
${entriesUnder('v1', 'deprecated', '')}  - release: "1.2"
    date: 2025-11-01
    changes:
${entriesUnder('v1', 'removed', ', replacement: "/v2/NAME/**"')}`
    })
    const [guide, notes] = await Promise.all([
      tenure(['upgrade', '1.0', '1.2', ...asOf], {cwd}),
      tenure(['notes', '1.2', ...asOf], {cwd})
    ])
    expect(guide.out).toContain('## Before the upgrade')
    expect(guide.out).toContain('- [ ] Replace 4 paths of `/v1/**` with the same paths below `/v2` (removed in 1.2).')
    expect(guide.out).not.toContain('## During the upgrade')
    expect(notes.out.match(/^- .*/gm)).toHaveLength(1)
  })

  it('lists only the steps for the endpoints of `--uses`, and how many are left out', async () => {
    const cwd = folder({'uses.txt': '# ours\nPOST /v3alpha/kv/range   # reads\n\nPOST /v3alpha/kv/range\n'})
    const args = ['upgrade', 'v3.2.0', 'v3.4.0', join(REPOSITORY, ETCD), '--uses', 'uses.txt', ...asOf]
    const [markdown, json] = await Promise.all([tenure(args, {cwd}), tenure([...args, '--format', 'json'], {cwd})])
    expect(markdown.code).toBe(0)
    expect(markdown.out).toContain('For the 1 endpoint that your client uses. 1 step: 1 during the upgrade.')
    expect(markdown.out).toContain(
      '- [ ] Replace `POST /v3alpha/kv/range` with `POST /v3/kv/range`, as inferred from the path (removed in v3.3.0).'
    )
    const upgrade = JSON.parse(json.out)
    expect(valid('upgrade', upgrade)).toEqual([])
    expect(upgrade.uses).toEqual(['POST /v3alpha/kv/range'])
    expect(upgrade.leftOut).toBeGreaterThan(30)
    const list = await tenure([...args.slice(0, 5), 'list.json', ...asOf, '--format', 'json'], {
      cwd: folder({'list.json': '[\n  "POST /v3alpha/kv/range"\n]'})
    })
    expect(list.out).toBe(json.out)
  })

  it.each<[string, string, string]>(
    sample([
      ['POST /v3alpha/kv/rnage', 'uses.txt:1:1', '. Did you mean `POST /v3alpha/kv/range`?'],
      ['# a\n  /v3alpha/kv/range', 'uses.txt:2:3', 'names neither an endpoint nor an operation.'],
      [
        'POST /v3beta/kv/range',
        'uses.txt:1:1',
        "isn't served by release `v3.2.0`: it was added in v3.3.0 (2018-02-01)."
      ],
      ['# nothing\n', 'uses.txt', 'The file names no endpoints. Write one on each line.'],
      ['["POST /v3alpha/kv/range",\n "x"]', 'uses.txt:2:2', '`x` names neither'],
      ['[1', 'uses.txt:1:', 'Invalid JSON: '],
      ['[{"a": 1}]', 'uses.txt:1:2', 'names neither an endpoint nor']
    ])
  )('exits 2 for an invalid list of uses: %j', async (list, place, message) => {
    const cwd = folder({'uses.txt': list})
    const result = await tenure(
      ['upgrade', 'v3.2.0', 'v3.4.0', join(REPOSITORY, ETCD), '--uses', 'uses.txt', ...asOf],
      {
        cwd
      }
    )
    expectRefusal(result)
    expect(result.err).toContain(place)
    expect(result.err).toContain(message)
  })
})

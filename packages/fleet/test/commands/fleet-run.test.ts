import {execFileSync} from 'node:child_process'
import {cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, tenure, write} from '../../../../test/cli/run.ts'
import {history, repositoryOf} from '../../../../test/gate/scenario.ts'
import {tableOf} from '../../../../test/traffic-table.ts'
import {factsIn, fleetOf, lending, statesIn} from './fleet-files.ts'

const DAY = '2026-11-26'

/** Runs the list of a folder. */
const runFleet = (path: string, ...more: string[]) =>
  tenure(['report', '--output', 'facts', '--as-of', DAY, ...more], {cwd: path})

/** The line on standard error that counts what was read. */
async function summary(path: string, ...more: string[]): Promise<string> {
  const {code, err} = await runFleet(path, ...more)
  expect(code).toBe(0)
  return err.trim()
}

describe('`tenure report`', () => {
  it('reads all APIs at first, then only changed ones', async () => {
    const path = folder(fleetOf(3))
    expect(await summary(path)).toBe('3 APIs: 3 read, 0 unchanged. Facts in facts.')
    const facts = factsIn(join(path, 'facts'))
    expect(Object.keys(facts).filter(name => name.startsWith('releases'))).toHaveLength(3)
    expect(Object.keys(facts).filter(name => name.startsWith('errors'))).toEqual([])
    expect(readdirSync(join(path, 'facts', 'state')).every(name => name.endsWith('.json'))).toBe(true)

    expect(await summary(path)).toBe('3 APIs: 0 read, 3 unchanged. Facts in facts.')
    expect(factsIn(join(path, 'facts'))).toEqual(facts)

    write(path, {'apis/api-1/2026-03-02.yaml': lending(0)})
    expect(await summary(path)).toBe('3 APIs: 1 read, 2 unchanged. Facts in facts.')
    write(path, {'apis/api-1/2026-03-02.yaml': lending(1)})
    expect(await summary(path)).toBe('3 APIs: 1 read, 2 unchanged. Facts in facts.')
    expect(factsIn(join(path, 'facts'))).toEqual(facts)
  })

  it('reads an API again when its files, policy, list entry, day, or facts change', async () => {
    const path = folder(fleetOf(1))
    const reads = async (...more: string[]): Promise<void> => {
      expect(await summary(path, ...more)).toMatch(/^1 API: 1 read, 0 unchanged/)
      expect(await summary(path, ...more)).toMatch(/^1 API: 0 read, 1 unchanged/)
    }
    await reads()
    write(path, {'apis/api-0/2026-08-01.yaml': lending(1)})
    await reads()
    write(path, {'apis/api-0/releases.json': '{"releases": [{"version": "1", "file": "2025-01-10.yaml"}]}'})
    await reads()
    write(path, {'policies/base.yaml': 'extends: stripe\n'})
    await reads()
    write(path, {'tenure.yaml': 'policy: policies/own.yaml\napis:\n  - {glob: "apis/*", owner: other}\n'})
    await reads()
    await reads('--as-of', '2026-11-27')
    const [table = ''] = Object.keys(factsIn(join(path, 'facts')))
    rmSync(join(path, 'facts', 'facts', table))
    await reads('--as-of', '2026-11-27')
  })

  it('says in its help what it needs', async () => {
    expect((await tenure(['report', '--help'], {cwd: folder({})})).out).toContain(
      '(needs `@duckdb/node-api` next to tenure)'
    )
  })

  it('gives owner, replacement, sunset, and callers of what is due, also as CSV for a spreadsheet, and narrowed to an owner', async () => {
    const leaving = (path: string, day: string): string =>
      history([
        ['1.0', '2024-01-01', [`added: GET ${path}`, 'added: GET /v2']],
        ['1.1', '2025-01-01', [`{deprecated: GET ${path}, sunset: ${day}, replacement: GET /v2}`]]
      ])
    const path = folder({
      'tenure.yaml': `format: 1
policy: thirteen-months
apis:
  - {name: a, spec: none, history: a.yaml, owner: =team, traffic: {table: calls}}
  - {name: b, spec: none, history: b.yaml, owner: "=team, other", owners: [{subject: /b/**, owners: ["@x/parts"]}]}
  - {name: c, spec: none, history: c.yaml, owner: other}
`,
      'a.yaml': leaving('/a', '2026-12-01'),
      'b.yaml': leaving('/b/x', '2026-12-02'),
      'c.yaml': leaving('/c', '2026-12-03'),
      ...tableOf(
        {
          ...{from: '2026-11-01', to: '2026-11-25'},
          calls: {'2026-11-20': ['GET /a,acme,12,0,0', 'GET /a,+49,1,0,0', 'GET /a,,5,0,0']}
        },
        'calls/'
      )
    })
    const head = 'owner,api,subject,due,due_on,sunset,replacement,callers,calls,covered\r\n'
    const a = "'=team,a,GET /a,coming,2026-12-01,2026-12-01,GET /v2,2,18,83%\r\n"
    const b = "'@x/parts,b,GET /b/x,coming,2026-12-02,2026-12-02,GET /v2,,,\r\n"
    const c = 'other,c,GET /c,coming,2026-12-03,2026-12-03,GET /v2,,,\r\n'
    const csv = async (...args: string[]) => (await runFleet(path, '--format', 'csv', ...args)).out
    expect(await csv()).toBe(`${head}${a}${b}${c}`)
    expect(await csv('--owner', '=team')).toBe(`${head}${a}`)
    expect(await csv('--owner', '@x/parts')).toBe(`${head}${b}`)
    expect(await csv('--within', '1d', '--owner', 'other')).toBe(head)
    const {out} = await runFleet(path, '--owner', '@x/parts')
    expect(out).toContain('Only what `@x/parts` owns. As of 2026-11-26.')
    expect(out).toContain('# No violations in 1 API; 1 removal is due by')
    expect(out).toContain('| Owner | API | Subject | State | Day | Sunset | Replacement |\n')
    expect((await runFleet(path)).out).toContain('| Replacement | Callers | Calls | Days known |\n')
    const report = JSON.parse((await runFleet(path, '--owner', 'other', '--format', 'json')).out)
    expect([report.owner, report.counts.apis, report.counts.due]).toEqual(['other', 2, 1])
    for (const {sql} of report.sections) expect((await runFleet(path, '--sql', sql, '--format', 'json')).code).toBe(0)
    // A table that ends earlier says nothing of these days.
    expect(await csv('--owner', '=team', '--as-of', '2027-03-01')).toContain('GET /v2,,,')
    expectRefusal(await runFleet(path, '--owner', "nobody'"))
    expectRefusal(await runFleet(path, '--owner', 'other', '--sql', 'SELECT 1'))
  })

  it('names the owners of `CODEOWNERS`, as `check` does, and groups what is due by owner', async () => {
    const names = ['a', 'b', 'c']
    const leaving = (name: string, day: string) => ({
      [`${name}/history.yaml`]: history([
        ['1.0', '2024-01-01', [`added: GET /${name}`]],
        ['1.1', '2025-01-01', [`{deprecated: GET /${name}, sunset: ${day}}`]]
      ])
    })
    const path = await repositoryOf({
      main: [
        [
          '2024-01-01',
          {
            CODEOWNERS: 'a/ @shop/z\nb/ @shop/y\nc/ @shop/z\n',
            'tenure.yaml': `format: 1\napis: [${names.map(name => `{name: ${name}, spec: none, history: ${name}/history.yaml}`).join(', ')}]\n`,
            ...leaving('a', '2026-12-01'),
            ...leaving('b', '2026-12-02'),
            ...leaving('c', '2026-12-03')
          }
        ]
      ]
    })
    const {out, err} = await runFleet(path, '--sql', 'SELECT api, owner FROM apis ORDER BY api', '--format', 'csv')
    expect(out.replaceAll('\r', ''), err).toContain("a,'@shop/z\nb,'@shop/y\nc,'@shop/z")
    const report = JSON.parse((await runFleet(path, '--within', '1y', '--format', 'json')).out)
    const due = report.sections.find((each: {id: string}) => each.id === 'due')
    expect(due.rows.map((row: {owner: string; api: string}) => [row.owner, row.api])).toEqual([
      ['@shop/y', 'b'],
      ['@shop/z', 'a'],
      ['@shop/z', 'c']
    ])
    write(path, {CODEOWNERS: '* @shop/y\n'})
    expect(await summary(path)).toBe('3 APIs: 2 read, 1 unchanged. Facts in facts.')
  })

  it('reads a repository again when it has a new tag', async () => {
    const path = folder({'tenure.yaml': 'apis: [{name: lending, source: lending}]', 'lending/openapi.yaml': lending(0)})
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {cwd: join(path, 'lending')})
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'first')
    git('tag', 'v1.0')
    expect(await summary(path)).toMatch(/^1 API: 1 read/)
    expect(await summary(path)).toMatch(/^1 API: 0 read/)
    write(path, {'lending/openapi.yaml': lending(1)})
    git('commit', '-qam', 'second')
    git('tag', 'v2.0')
    expect(await summary(path)).toMatch(/^1 API: 1 read/)
  })

  it('writes one error row for an unreadable API until it can be read', async () => {
    const path = folder({...fleetOf(1), 'apis/broken/1.0.yaml': 'openapi: 3.0.0\npaths: ['})
    const first = await runFleet(path)
    expect(first).toEqual({
      code: 2,
      out: expect.stringMatching(/^# .* of 2 APIs.*; 1 API couldn't be read\.\n/),
      err: expect.stringMatching(
        /^apis\/broken\/1\.0\.yaml:2:\d+: `broken` couldn't be read: [\s\S]*\n2 APIs: 2 read, 0 unchanged\. Facts in facts\.\n$/
      )
    })
    const own = () => Object.keys(factsIn(join(path, 'facts'))).filter(name => name.includes('broken-'))
    expect(own().map(name => name.split(/[\\/]/)[0])).toEqual(['errors', 'listings'])
    expect((await runFleet(path)).err).toContain('2 APIs: 0 read, 2 unchanged. Facts in facts.\n')
    write(path, {'apis/broken/1.0.yaml': lending(0)})
    expect(await summary(path)).toBe('2 APIs: 1 read, 1 unchanged. Facts in facts.')
    expect(own().map(name => name.split(/[\\/]/)[0])).not.toContain('errors')
    expect(own().map(name => name.split(/[\\/]/)[0])).toContain('releases')
  })

  it('reads a missing source once it exists', async () => {
    const path = folder({'tenure.yaml': 'apis: [{name: lending, source: lending}]'})
    expect((await runFleet(path)).err).toMatch(/^1 API: 1 read, 0 unchanged\./m)
    expect((await runFleet(path)).err).toMatch(/^1 API: 0 read, 1 unchanged\./m)
    write(path, {'lending/1.0.yaml': lending(0)})
    expect(await summary(path)).toMatch(/^1 API: 1 read, 0 unchanged\./)
  })

  it('keeps the facts of an API that left the list, and records that it left and returned', async () => {
    const path = folder(fleetOf(2))
    await summary(path)
    const before = factsIn(join(path, 'facts'))
    renameSync(join(path, 'apis/api-1'), join(path, 'api-1'))
    expect(await summary(path)).toBe('1 API: 0 read, 1 unchanged. Facts in facts.')
    expect(await summary(path)).toBe('1 API: 0 read, 1 unchanged. Facts in facts.')
    const after = factsIn(join(path, 'facts'))
    const changed = Object.keys(before).filter(name => before[name] !== after[name])
    expect(changed.map(name => name.replaceAll('\\', '/').replace(/-[0-9a-f]{8}/, ''))).toEqual([
      'listings/api-1.parquet'
    ])
    renameSync(join(path, 'api-1'), join(path, 'apis/api-1'))
    expect(await summary(path)).toBe('2 APIs: 0 read, 2 unchanged. Facts in facts.')
    expect(statesIn(join(path, 'facts'))['api-1']?.listings).toEqual([
      {event: 'joined', asOf: DAY},
      {event: 'left', asOf: DAY},
      {event: 'returned', asOf: DAY}
    ])
    write(path, {'apis/api-2/1.0.yaml': lending(0)})
    expect(await summary(path)).toBe('3 APIs: 1 read, 2 unchanged. Facts in facts.')
  })

  it('writes the same facts in shards, in any working directory', async () => {
    const path = folder(fleetOf(5))
    await summary(path)
    const withoutShards = factsIn(join(path, 'facts'))
    for (const shard of ['1/3', '2/3', '3/3']) {
      const list = join(path, 'tenure.yaml')
      const {code} = await tenure(
        ['report', '--config', list, '--output', join(path, shard), '--as-of', DAY, '--shard', shard],
        {}
      )
      expect(code).toBe(0)
      cpSync(join(path, shard), join(path, 'merged'), {recursive: true})
    }
    expect(factsIn(join(path, 'merged'))).toEqual(withoutShards)
    // A shard doesn't report the APIs of other shards as having left.
    const events = Object.values(statesIn(join(path, 'merged'))).map(({listings}) => listings)
    expect(events).toEqual(Array(5).fill([{event: 'joined', asOf: DAY}]))
  })

  it('finishes an interrupted run and removes partial files', async () => {
    const path = folder(fleetOf(1))
    await summary(path)
    const facts = factsIn(join(path, 'facts'))
    const [state = ''] = readdirSync(join(path, 'facts/state'))
    const {made: _, ...pending} = JSON.parse(JSON.stringify(statesIn(join(path, 'facts'))['api-0']))
    writeFileSync(join(path, 'facts/state', state), JSON.stringify(pending))
    write(path, {'facts/facts/changes/x.parquet.draft': 'x', 'facts/state/.x.json.1234.tmp': 'x'})
    expect(await summary(path)).toMatch(/^1 API: 1 read/)
    expect(factsIn(join(path, 'facts'))).toEqual(facts)
    expect(readdirSync(join(path, 'facts/state'))).toEqual([state])
    writeFileSync(join(path, 'facts/state', state), '{"for')
    expect(await summary(path)).toMatch(/^1 API: 1 read/)
    expect(factsIn(join(path, 'facts'))).toEqual(facts)
  })
})

describe('`tenure report` is rejected', () => {
  it('with the place of a mistake in the list', async () => {
    const path = folder({'tenure.yaml': 'apis:\n  - {glob: "none/*"}\n'})
    const rejected = await runFleet(path)
    expectRefusal(rejected)
    expect(rejected.err).toMatch(/^tenure\.yaml:2:12: `none\/\*` matches no file\./)
    expect(existsSync(join(path, 'facts'))).toBe(false)
  })

  it.each([
    [
      'a folder with something else',
      {'facts/report.html': ''},
      /^facts: `facts` has other files in it, such as `report\.html`\. /
    ],
    ['a file', {facts: ''}, /^facts: `facts` isn't a folder\. /],
    [
      'a folder that cannot be written',
      {'facts/state': '', 'facts/facts/x': ''},
      /facts.state: Can't create the folder `.+`: a file of this name exists\.$/m
    ]
  ])('for an output path that is %s', async (_, files, message) => {
    const path = folder({...fleetOf(1), ...files})
    const rejected = await runFleet(path)
    expectRefusal(rejected)
    expect(rejected.err).toMatch(message)
  })

  it.each([
    [['--shard', '3/2'], "`--shard 3/2` isn't a part."],
    [['--shard', '0/2'], "`--shard 0/2` isn't a part."],
    [['--as-of', '2026-02-30'], "`--as-of 2026-02-30` isn't a day that exists."]
  ])('for the options %j', async (args, message) => {
    const rejected = await runFleet(folder(fleetOf(1)), ...args)
    expectRefusal(rejected)
    expect(rejected.err).toContain(message)
  })

  it('while another run writes to the folder', async () => {
    const path = folder(fleetOf(1))
    const lock = {process: process.ppid, host: (await import('node:os')).hostname(), token: 'x'}
    write(path, {'facts/state/lock': JSON.stringify(lock)})
    const rejected = await runFleet(path)
    expectRefusal(rejected)
    expect(rejected.err).toMatch(/state.lock: Another run \(process \d+ on `.+`\) writes to this folder\. /)
  })
})

describe('an API of the repository', () => {
  const path = (removed: boolean) =>
    `openapi: 3.1.0\ninfo: {title: Loans, version: "1"}\npaths:\n  /v1/loans: {get: {responses: {"200": {description: All}}}}\n${removed ? '' : '  /v1/fees: {get: {responses: {"200": {description: All}}}}\n'}`

  it('without a history or tags is read from the commits of its description', async () => {
    const cwd = await repositoryOf({
      main: [
        ['2025-01-10', {'tenure.yaml': "apis: [{glob: '*/api.yaml', owner: team}]\n", 'loans/api.yaml': path(false)}],
        ['2025-06-10', {'loans/api.yaml': path(true)}]
      ]
    })
    const {code, out} = await tenure(
      [
        'report',
        '--as-of',
        DAY,
        '--format',
        'csv',
        '--sql',
        'SELECT api, owner, subject, ended_latest FROM judgments JOIN apis USING (api)'
      ],
      {cwd}
    )
    expect({code, out}).toEqual({
      code: 0,
      out: 'api,owner,subject,ended_latest\r\nloans,team,GET /v1/fees,2025-06-10\r\n'
    })
  })

  it('is judged as `audit` judges it, with its waivers and rules', async () => {
    const past = history([
      ['1.0', '2025-01-10', ['added: GET /v1/loans', 'added: GET /v1/fees']],
      ['2.0', '2025-06-10', ['removed: GET /v1/fees', 'removed: GET /v1/loans']]
    ])
    const cwd = folder({
      'tenure.yaml': `apis:\n  - {name: loans, spec: none, history: history.yaml}\nwaivers:\n  - {subject: GET /v1/fees, reason: security, approver: a@library.example, approved: 2025-06-01}\n`,
      'history.yaml': past
    })
    const audited = JSON.parse((await tenure(['audit', '--as-of', DAY, '--format', 'json'], {cwd})).out)
    const {out} = await tenure(
      [
        'report',
        '--as-of',
        DAY,
        '--format',
        'json',
        '--sql',
        'SELECT subject, verdict, exempt_by FROM judgments ORDER BY 1'
      ],
      {cwd}
    )
    expect(JSON.parse(out)).toEqual([
      {subject: 'GET /v1/fees', verdict: 'exempt', exempt_by: 'waiver'},
      {subject: 'GET /v1/loans', verdict: 'violation', exempt_by: null}
    ])
    expect(audited.summary).toMatchObject({violation: 1, exempt: {waiver: 1}})
  })
})

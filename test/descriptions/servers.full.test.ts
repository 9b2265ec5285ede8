// Server code as a description: each command reports the change in the history of a server.

import {readFileSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {codeOf, SERVERS, type ServerName} from '../../packages/server-code/test/running-servers.ts'
import {holdResults, NO_CACHE} from '../../src/stores/cache.ts'
import {expectRefusal, folder, REPOSITORY, run, tenure} from '../cli/run.ts'
import {git, repositoryOf} from '../gate/scenario.ts'
import {sample} from '../tier.ts'

const SPEC = 'src/server.ts'
const ENV = {TENURE_CACHE: 'off'}

interface ExpectedChange {
  readonly file: string
  readonly from: string
  readonly to: string
  /** The expected kinds of changes and their subjects. */
  readonly changes: readonly string[]
  /** The expected place of the violation: a file and a text on its line. */
  readonly at: readonly [file: string, text: string]
}

const EXPECTED: Record<ServerName, ExpectedChange> = {
  express: {
    file: 'src/model.ts',
    from: '  renewals: number | null\n',
    to: '  renewals: string\n',
    changes: ['null-refused Loan.renewals', 'type-changed Loan.renewals'],
    at: ['src/model.ts', 'renewals: string']
  },
  fastify: {
    file: 'src/plugins/loans.ts',
    from: 'maximum: 28',
    to: 'maximum: 14',
    changes: ['constraint-tightened days'],
    at: ['src/plugins/loans.ts', 'maximum: 14']
  },
  hono: {
    file: 'src/routes/readers.ts',
    from: "readers.delete('/:readerId'",
    to: "readers.delete('/:readerId/all'",
    changes: [
      'operation-removed DELETE /api/v2/readers/{readerId}',
      'operation-added DELETE /api/v2/readers/{readerId}/all'
    ],
    at: ['src/routes/readers.ts', 'readers.patch']
  },
  nest: {
    file: 'src/loans.controller.ts',
    from: '  copyId: string\n  days?: number\n',
    to: '  copyId: string\n  days: number\n',
    changes: ['field-required NewLoan.days'],
    at: ['src/loans.controller.ts', '  days: number']
  }
}

/** A server with a change at its second tag, and its installed packages. */
async function history(name: ServerName): Promise<string> {
  const code = codeOf(name)
  const {file, from, to} = EXPECTED[name]
  expect(code[file]).toContain(from)
  const cwd = await repositoryOf({
    main: [
      ['2025-06-02', {...code, '.gitignore': 'node_modules\n'}],
      ['2026-02-02', {[file]: (code[file] ?? '').replace(from, to)}]
    ]
  })
  await git(cwd, ['tag', 'v3.0.0', 'HEAD~1'], '2025-06-02')
  await git(cwd, ['tag', 'v3.1.0'], '2026-02-02')
  symlinkSync(join(REPOSITORY, 'node_modules'), join(cwd, 'node_modules'))
  return cwd
}

interface DiffReport {
  readonly changes: readonly {
    kind: string
    subject: {name?: string} | string
    new?: Place
    old?: Place
    where?: {new?: Place; old?: Place}
  }[]
  readonly gaps?: readonly unknown[]
}

interface Place {
  readonly source: string
  readonly line?: number
}

const lineOf = (text: string, part: string): number => text.split('\n').findIndex(each => each.includes(part)) + 1

describe.each(sample(SERVERS))('%s', name => {
  const {changes, at, to} = EXPECTED[name]

  test('diff, audit, and check report the change', async () => {
    const cwd = await history(name)
    // Code that one command read isn't compiled again for the next.
    const options = {cwd, cache: holdResults(NO_CACHE)}
    const base = 'refs/tags/v3.0.0'
    const [diffed, audited, checked] = await Promise.all([
      tenure(['diff', `v3.0.0:${SPEC}`, `v3.1.0:${SPEC}`, '--format', 'json'], options),
      tenure(['audit', '.', '--spec', SPEC, '--as-of', '2026-03-02', '--format', 'json'], options),
      tenure(['check', '--base', base, '--spec', SPEC, '--as-of', '2026-03-02', '--format', 'json'], options)
    ])
    expect([diffed.err, audited.err, checked.err]).toEqual(['', '', ''])
    const diffReport = JSON.parse(diffed.out) as DiffReport
    expect(diffReport.changes.map(({kind}) => kind).toSorted()).toEqual(
      changes.map(each => each.split(' ')[0]).toSorted()
    )

    const {summary, source} = JSON.parse(audited.out) as {summary: {violation: number}; source: {partial: boolean}}
    expect({violation: summary.violation, partial: source.partial}, audited.out).toEqual({violation: 1, partial: false})

    expect(checked.code, checked.out).toBe(1)
    const {findings} = JSON.parse(checked.out) as {findings: readonly {place: Place}[]}
    const [placeOfFinding, text] = at
    const content = readFileSync(join(cwd, placeOfFinding), 'utf8')
    expect(findings[0]?.place).toMatchObject({source: placeOfFinding, line: lineOf(content, text)})
    expect(to).not.toBe('')
  })
})

test('a deprecation comment of a route starts the notice, and the release is recorded and printed', async () => {
  const code = codeOf('express')
  const app = code['src/app.ts'] ?? ''
  const notDeprecated = app.replace(/ {3}\*\n {3}\* @deprecated.*\n/, '')
  const removed = app.replace(/ {2}\/\*\*\n {3}\* All loans, as[\s\S]*?\n {2}\}\)\n(?= {2}return)/, '')
  expect([notDeprecated === app, removed.includes('/api/v1/loans')]).toEqual([false, false])
  const cwd = await repositoryOf({
    main: [
      ['2024-01-10', {...code, 'src/app.ts': notDeprecated, '.gitignore': 'node_modules\n'}],
      // Between two releases, in a file other than the entry.
      ['2024-11-20', {'src/app.ts': app.replace('Since 2025-11-20, until 2026-12-20: use', 'Use')}],
      [
        '2025-12-01',
        {'src/model.ts': (code['src/model.ts'] ?? '').replace('  renewals:', '  note?: string\n  renewals:')}
      ],
      ['2027-01-04', {'src/app.ts': removed}]
    ]
  })
  for (const [tag, commit, day] of [
    ['v3.0.0', 'HEAD~3', '2024-01-10'],
    ['v3.1.0', 'HEAD~1', '2025-12-01'],
    ['v3.2.0', 'HEAD', '2027-01-04']
  ] as const) {
    await git(cwd, ['tag', tag, commit], day)
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(cwd, 'node_modules'))
  const cache = folder()
  const args = ['audit', '.', '--spec', SPEC, '--as-of', '2027-03-02']
  const first = await tenure([...args, '--format', 'json'], {cwd, env: {TENURE_CACHE: cache}})
  const {judgments} = JSON.parse(first.out) as {
    judgments: readonly {subject: unknown; verdict: string; start?: {earliest?: string}}[]
  }
  expect(judgments, first.out).toMatchObject([{verdict: 'compliant', start: {earliest: '2025-12-01'}}])
  // The cached result is the same.
  const again = await tenure([...args, '--format', 'json'], {cwd, env: {TENURE_CACHE: cache}})
  expect(again.out).toBe(first.out)

  // Each commit is a release, whatever file it changes.
  const branch = await tenure(['audit', '.', '--releases', 'branch:main', '--spec', SPEC, '--as-of', '2027-03-02'], {
    cwd,
    env: {TENURE_CACHE: cache}
  })
  expect(branch.out).toContain('4 releases from the commits of the branch `main`')
  expect(branch.out).toContain('1 compliant')

  const recorded = await tenure(['record', '--all', '--spec', SPEC, '--as-of', '2027-03-02', '-o', 'history.yaml'], {
    cwd,
    env: ENV
  })
  expect(recorded.code, recorded.err).toBe(0)
  expect(readFileSync(join(cwd, 'history.yaml'), 'utf8')).toMatch(
    /deprecated: GET \/api\/v1\/loans[\s\S]*removed: GET \/api\/v1\/loans/
  )
  const changelog = await tenure(['changelog', '--history', 'history.yaml', '--as-of', '2027-03-02'], {cwd, env: ENV})
  expect(changelog.out).toContain('`GET /api/v1/loans`')
})

test('the working tree is compared with the last commit, whatever file was changed', async () => {
  const cwd = await history('express')
  const model = readFileSync(join(cwd, 'src/model.ts'), 'utf8')
  const {code, out} = await tenure(['check', '--spec', SPEC, '--as-of', '2026-03-02'], {cwd, env: ENV})
  // Nothing is uncommitted, so the last commit is checked.
  expect({code, says: /the commit before the last one/.test(out)}, out).toEqual({code: 1, says: true})
  const {writeFileSync} = await import('node:fs')
  writeFileSync(join(cwd, 'src/model.ts'), model.replace('  id: string\n', ''))
  const dirty = await tenure(['check', '--spec', SPEC, '--as-of', '2026-03-02'], {cwd, env: ENV})
  expect(dirty.out).toContain('the last commit')
  expect(dirty.out).toContain('Loan.id')
})

describe('unreadable server code', () => {
  const express = (body: string): Record<string, string> => ({
    'package.json': '{"name": "library", "type": "module"}',
    'server.ts': `import express from 'express'\nconst app = express()\n${body}\napp.listen(3000)\n`
  })
  const createFolder = (files: Record<string, string>): string => {
    const cwd = folder(files)
    symlinkSync(join(REPOSITORY, 'node_modules'), join(cwd, 'node_modules'))
    return cwd
  }

  test('a route with a computed path makes the result partial, with its place', async () => {
    const cwd = createFolder(
      express(
        "app.get('/loans', (req, res) => { res.json([]) })\napp.get(process.argv[2]!, (req, res) => { res.json([]) })"
      )
    )
    const {code, out} = await tenure(['check', '--spec', 'server.ts', '--as-of', '2026-03-02'], {cwd, env: ENV})
    expect(code).toBe(2)
    expect(out).toContain('Partial: 1 part could not be read. The path of this GET route is computed')
    expect(out).toContain('(server.ts:4:9)')
  })

  test('an unknown type is a warning and leaves changes undetermined', async () => {
    const route = (type: string): Record<string, string> =>
      express(`app.get('/loans', (req, res) => { const loan: ${type} = JSON.parse('{}')\n res.json(loan) })`)
    const cwd = createFolder({
      ...express(''),
      'old.ts': route('{id: string}')['server.ts'] ?? '',
      'new.ts': route('any')['server.ts'] ?? ''
    })
    const {code, out} = await tenure(['diff', 'old.ts', 'new.ts', '--as-of', '2026-03-02'], {cwd, env: ENV})
    expect(code).toBe(0)
    expect(out).toContain('? 1 change undetermined from')
    const checked = await tenure(['check', '--spec', 'new.ts', '--base', 'old.ts', '--as-of', '2026-03-02'], {
      cwd,
      env: ENV
    })
    expect(checked.code, checked.out).toBe(0)
  })

  test('a computed status can be any status, so no removal of a status is reported', async () => {
    const route = (answer: string): Record<string, string> =>
      express(`declare const n: number\napp.post('/loans', (req, res) => { ${answer}.json({a: 1}) })`)
    const cwd = createFolder({
      ...express(''),
      'old.ts': route('res.status(201)')['server.ts'] ?? '',
      'new.ts': route('res.status(n)')['server.ts'] ?? '',
      'lost.ts': route('res.status(202)')['server.ts'] ?? ''
    })
    const [computed, removed] = await Promise.all(
      ['new.ts', 'lost.ts'].map(file => tenure(['diff', 'old.ts', file, '--as-of', '2026-03-02'], {cwd, env: ENV}))
    )
    expect(computed?.code, computed?.out).toBe(0)
    expect(computed?.out).not.toContain('no longer returns')
    expect(computed?.out).toContain('The status of this response is computed and unknown. Use a constant.')
    expect(removed?.out).toContain('`POST /loans` no longer returns `201`')
  })

  test("middleware that responds by itself makes the result partial, but static files don't", async () => {
    const loans = "app.get('/loans', (req, res) => { res.json([]) })"
    const checked = (more: string) =>
      tenure(['check', '--spec', 'server.ts', '--base', 'server.ts', '--as-of', '2026-03-02'], {
        cwd: createFolder(express(`${loans}\n${more}`)),
        env: ENV
      })
    const files = await checked("app.use(express.static('public'))")
    expect(files.code, files.out).toBe(0)
    const {code, out} = await checked("app.use('/health', (req, res) => { res.json({fine: true}) })")
    expect(code, out).toBe(2)
    expect(out).toContain('Partial: 1 part could not be read. The middleware below `/health` responds by itself')
  })

  test('code with a syntax error exits 2 with its place', async () => {
    const cwd = createFolder({
      ...express("app.get('/', (req, res) => { res.end() })"),
      'broken.ts': "import express from 'express'\nconst app = express(\n"
    })
    const result = await tenure(['diff', 'server.ts', 'broken.ts'], {cwd, env: ENV})
    expectRefusal(result)
    expect(result.err).toMatch(/broken\.ts:3:1|broken\.ts:2:/)
  })

  test('a program without routes exits 2', async () => {
    const cwd = createFolder({'index.ts': 'export const answer = 42\n'})
    const result = await tenure(['diff', 'index.ts', 'index.ts'], {cwd, env: ENV})
    expectRefusal(result)
    expect(result.err).toContain('has no routes.')
  })

  test("deeply nested code doesn't crash", async () => {
    const nestedCode = `const path = ${'('.repeat(3000)}'/loans'${')'.repeat(3000)}\nconst sum = ${Array(20_000).fill("'a'").join(' + ')}`
    const cwd = createFolder({
      'server.ts': express(`${nestedCode}\napp.get(sum, (req, res) => { res.json(path) })`)['server.ts'] ?? ''
    })
    const result = await tenure(['diff', 'server.ts', 'server.ts'], {cwd, env: ENV})
    expect([0, 2]).toContain(result.code)
    expect(result.err).not.toMatch(/^\s+at .+:\d+/m)
  })

  test('without installed packages, routes are read with a warning', async () => {
    const cwd = folder(express("app.get('/loans', (req, res) => { res.json({fine: true}) })"))
    const {code, out} = await tenure(['diff', 'server.ts', 'server.ts', '--verbose', '--format', 'json'], {
      cwd,
      env: ENV
    })
    expect(code).toBe(0)
    expect(out).toContain('node_modules')
  })
})

test('the compiler is loaded only for code', async () => {
  const spec =
    'openapi: 3.0.3\ninfo: {title: Library, version: "1"}\npaths:\n  /loans: {get: {responses: {"200": {description: fine}}}}\n'
  const cwd = folder({
    'openapi.yaml': spec,
    'old.yaml': spec.replace('/loans', '/v1/loans'),
    'server.ts': "import express from 'express'\nexpress().get('/loans', () => {})\n",
    'hooks.mjs':
      "export async function resolve(name, context, next) {\n  if (name === 'typescript') throw new Error('the compiler was asked for')\n  return next(name, context)\n}\n",
    // For `import` and for `require`.
    'no-compiler.mjs':
      "import Module, {register} from 'node:module'\nregister(new URL('hooks.mjs', import.meta.url))\nconst load = Module._load\nModule._load = (name, ...more) => {\n  if (name === 'typescript') throw new Error('the compiler was asked for')\n  return load(name, ...more)\n}\n"
  })
  const runWithoutCompiler = (...args: string[]) =>
    run(process.execPath, ['--import', join(cwd, 'no-compiler.mjs'), join(REPOSITORY, 'dist', 'cli.cjs'), ...args], {
      cwd,
      env: ENV
    })
  const checked = await runWithoutCompiler(
    'check',
    '--spec',
    'openapi.yaml',
    '--base',
    'old.yaml',
    '--as-of',
    '2026-03-02'
  )
  expect(checked.err).toBe('')
  expect(checked.code).toBe(1)
  expect((await runWithoutCompiler('diff', 'old.yaml', 'openapi.yaml')).code).toBe(0)
  expect((await runWithoutCompiler('--version')).code).toBe(0)
  // Code does need the compiler.
  const code = await runWithoutCompiler('diff', 'server.ts', 'server.ts')
  expect(code.code).not.toBe(0)
  expect(code.err).toContain('the compiler was asked for')
})

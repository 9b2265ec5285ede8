// Server code as a description: what each command makes of a change that is seeded into a server's history.
import {readFileSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {codeOf, SERVERS, type ServerName} from '../../packages/server-code/test/running-servers.ts'
import {holdResults, NO_CACHE} from '../../src/stores/files/cache.ts'
import {expectRefusal, folder, REPOSITORY, run, tenure} from '../cli/run.ts'
import {git, repositoryOf} from '../gate/scenario.ts'

const SPEC = 'src/server.ts'
const ENV = {TENURE_CACHE: 'off'}

interface Seeded {
  readonly file: string
  readonly from: string
  readonly to: string
  /** What differs: kinds of changes and their subjects. */
  readonly changes: readonly string[]
  /** Where the break is shown: a file and a text on its line. */
  readonly at: readonly [file: string, text: string]
}

const SEEDED: Record<ServerName, Seeded> = {
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

/** A server with a change at its second tag, and packages beside it as npm puts them there. */
async function history(name: ServerName): Promise<string> {
  const code = codeOf(name)
  const {file, from, to} = SEEDED[name]
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

interface Diffed {
  readonly changes: readonly {
    kind: string
    subject: {name?: string} | string
    new?: Placed
    old?: Placed
    where?: {new?: Placed; old?: Placed}
  }[]
  readonly gaps?: readonly unknown[]
}

interface Placed {
  readonly source: string
  readonly line?: number
}

const lineOf = (text: string, part: string): number => text.split('\n').findIndex(each => each.includes(part)) + 1

describe.each(SERVERS)('%s', name => {
  const {changes, at, to} = SEEDED[name]

  test('diff, audit and check tell the seeded change', async () => {
    const cwd = await history(name)
    // Code that was read for one command isn't compiled again for the next.
    const memory = {cwd, cache: holdResults(NO_CACHE)}
    const base = 'refs/tags/v3.0.0'
    const [diffed, audited, checked] = await Promise.all([
      tenure(['diff', `v3.0.0:${SPEC}`, `v3.1.0:${SPEC}`, '--format', 'json'], memory),
      tenure(['audit', '.', '--spec', SPEC, '--as-of', '2026-03-02', '--format', 'json'], memory),
      tenure(['check', '--base', base, '--spec', SPEC, '--as-of', '2026-03-02', '--format', 'json'], memory)
    ])
    expect([diffed.err, audited.err, checked.err]).toEqual(['', '', ''])
    const told = JSON.parse(diffed.out) as Diffed
    expect(told.changes.map(({kind}) => kind).toSorted()).toEqual(changes.map(each => each.split(' ')[0]).toSorted())

    const {summary, source} = JSON.parse(audited.out) as {summary: {violation: number}; source: {partial: boolean}}
    expect({violation: summary.violation, partial: source.partial}, audited.out).toEqual({violation: 1, partial: false})

    expect(checked.code, checked.out).toBe(1)
    const {findings} = JSON.parse(checked.out) as {findings: readonly {place: Placed}[]}
    const [where, text] = at
    const content = readFileSync(join(cwd, where), 'utf8')
    expect(findings[0]?.place).toMatchObject({source: where, line: lineOf(content, text)})
    expect(to).not.toBe('')
  })
})

test('a deprecation that was written above a route starts the clock; record and changelog go on from there', async () => {
  const code = codeOf('express')
  const app = code['src/app.ts'] ?? ''
  const unmarked = app.replace(/ {3}\*\n {3}\* @deprecated.*\n/, '')
  const removed = app.replace(/ {2}\/\*\*\n {3}\* All loans, as[\s\S]*?\n {2}\}\)\n(?= {2}return)/, '')
  expect([unmarked === app, removed.includes('/api/v1/loans')]).toEqual([false, false])
  const cwd = await repositoryOf({
    main: [
      ['2024-01-10', {...code, 'src/app.ts': unmarked, '.gitignore': 'node_modules\n'}],
      // Between two releases, in a file that is not the entry.
      ['2024-11-20', {'src/app.ts': app.replace('Since 2025-11-20, until 2026-12-20: use', 'Use')}],
      [
        '2025-12-01',
        {'src/model.ts': (code['src/model.ts'] ?? '').replace('  renewals:', '  note?: string\n  renewals:')}
      ],
      ['2026-02-02', {'src/app.ts': removed}]
    ]
  })
  for (const [tag, at, day] of [
    ['v3.0.0', 'HEAD~3', '2024-01-10'],
    ['v3.1.0', 'HEAD~1', '2025-12-01'],
    ['v3.2.0', 'HEAD', '2026-02-02']
  ] as const) {
    await git(cwd, ['tag', tag, at], day)
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(cwd, 'node_modules'))
  const cache = folder()
  const args = ['audit', '.', '--spec', SPEC, '--as-of', '2026-03-02']
  const first = await tenure([...args, '--format', 'json'], {cwd, env: {TENURE_CACHE: cache}})
  const {judgments} = JSON.parse(first.out) as {
    judgments: readonly {subject: unknown; verdict: string; start?: {earliest?: string}}[]
  }
  expect(judgments, first.out).toMatchObject([{verdict: 'compliant', start: {earliest: '2024-11-20'}}])
  // What was worked out is remembered, and says the same.
  const again = await tenure([...args, '--format', 'json'], {cwd, env: {TENURE_CACHE: cache}})
  expect(again.out).toBe(first.out)

  // Commit by commit, each is a release, whichever file it changed.
  const branch = await tenure(['audit', '.', '--branch', 'main', '--spec', SPEC, '--as-of', '2026-03-02'], {
    cwd,
    env: {TENURE_CACHE: cache}
  })
  expect(branch.out).toContain('4 releases from the commits of the branch `main`')
  expect(branch.out).toContain('1 compliant')

  const recorded = await tenure(['record', '--all', '--spec', SPEC, '--as-of', '2026-03-02', '-o', 'history.yaml'], {
    cwd,
    env: ENV
  })
  expect(recorded.code, recorded.err).toBe(0)
  expect(readFileSync(join(cwd, 'history.yaml'), 'utf8')).toMatch(
    /deprecated: GET \/api\/v1\/loans[\s\S]*removed: GET \/api\/v1\/loans/
  )
  const changelog = await tenure(['changelog', '--history', 'history.yaml', '--as-of', '2026-03-02'], {cwd, env: ENV})
  expect(changelog.out).toContain('`GET /api/v1/loans`')
})

test('the working tree is compared with what was committed, whatever file was changed', async () => {
  const cwd = await history('express')
  const model = readFileSync(join(cwd, 'src/model.ts'), 'utf8')
  const {code, out} = await tenure(['check', '--spec', SPEC, '--as-of', '2026-03-02'], {cwd, env: ENV})
  // Nothing is uncommitted: the last commit is what is looked at.
  expect({code, says: /the commit before the last one/.test(out)}, out).toEqual({code: 1, says: true})
  const {writeFileSync} = await import('node:fs')
  writeFileSync(join(cwd, 'src/model.ts'), model.replace('  id: string\n', ''))
  const dirty = await tenure(['check', '--spec', SPEC, '--as-of', '2026-03-02'], {cwd, env: ENV})
  expect(dirty.out).toContain('the last commit')
  expect(dirty.out).toContain('Loan.id')
})

describe('what cannot be read', () => {
  const express = (body: string): Record<string, string> => ({
    'package.json': '{"name": "library", "type": "module"}',
    'server.ts': `import express from 'express'\nconst app = express()\n${body}\napp.listen(3000)\n`
  })
  const at = (files: Record<string, string>): string => {
    const cwd = folder(files)
    symlinkSync(join(REPOSITORY, 'node_modules'), join(cwd, 'node_modules'))
    return cwd
  }

  test('a route whose path is computed makes the result partial, with its place', async () => {
    const cwd = at(
      express(
        "app.get('/loans', (req, res) => { res.json([]) })\napp.get(process.argv[2]!, (req, res) => { res.json([]) })"
      )
    )
    const {code, out} = await tenure(['check', '--spec', 'server.ts', '--as-of', '2026-03-02'], {cwd, env: ENV})
    expect(code).toBe(2)
    expect(out).toContain('Partial: 1 part could not be read. The path of this GET route is computed')
    expect(out).toContain('(server.ts:4:9)')
  })

  test('an unknown type is a warning, and nothing is concluded from it', async () => {
    const route = (type: string): Record<string, string> =>
      express(`app.get('/loans', (req, res) => { const loan: ${type} = JSON.parse('{}')\n res.json(loan) })`)
    const cwd = at({
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

  test('a status that is computed now may be any, a success too: it is told where it stands, and none is lost', async () => {
    const route = (answer: string): Record<string, string> =>
      express(`declare const n: number\napp.post('/loans', (req, res) => { ${answer}.json({a: 1}) })`)
    const cwd = at({
      ...express(''),
      'old.ts': route('res.status(201)')['server.ts'] ?? '',
      'new.ts': route('res.status(n)')['server.ts'] ?? '',
      'lost.ts': route('res.status(202)')['server.ts'] ?? ''
    })
    const [computed, lost] = await Promise.all(
      ['new.ts', 'lost.ts'].map(file => tenure(['diff', 'old.ts', file, '--as-of', '2026-03-02'], {cwd, env: ENV}))
    )
    expect(computed?.code, computed?.out).toBe(0)
    expect(computed?.out).not.toContain('no longer returns')
    expect(computed?.out).toContain('The status of this response is computed and unknown. Use a constant.')
    expect(lost?.out).toContain('`POST /loans` no longer returns `201`')
  })

  test('what answers for the API beside routes makes the result partial, files do not', async () => {
    const loans = "app.get('/loans', (req, res) => { res.json([]) })"
    const checked = (more: string) =>
      tenure(['check', '--spec', 'server.ts', '--base', 'server.ts', '--as-of', '2026-03-02'], {
        cwd: at(express(`${loans}\n${more}`)),
        env: ENV
      })
    const files = await checked("app.use(express.static('public'))")
    expect(files.code, files.out).toBe(0)
    const {code, out} = await checked("app.use('/health', (req, res) => { res.json({fine: true}) })")
    expect(code, out).toBe(2)
    expect(out).toContain('Partial: 1 part could not be read. The middleware below `/health` responds by itself')
  })

  test('code that is not well-formed is refused with its place', async () => {
    const cwd = at({
      ...express("app.get('/', (req, res) => { res.end() })"),
      'broken.ts': "import express from 'express'\nconst app = express(\n"
    })
    const ran = await tenure(['diff', 'server.ts', 'broken.ts'], {cwd, env: ENV})
    expectRefusal(ran)
    expect(ran.err).toMatch(/broken\.ts:3:1|broken\.ts:2:/)
  })

  test('a program without a route is refused', async () => {
    const cwd = at({'index.ts': 'export const answer = 42\n'})
    const ran = await tenure(['diff', 'index.ts', 'index.ts'], {cwd, env: ENV})
    expectRefusal(ran)
    expect(ran.err).toContain('has no routes.')
  })

  test('nesting without an end', async () => {
    const deep = `const path = ${'('.repeat(3000)}'/loans'${')'.repeat(3000)}\nconst sum = ${Array(20_000).fill("'a'").join(' + ')}`
    const cwd = at({'server.ts': express(`${deep}\napp.get(sum, (req, res) => { res.json(path) })`)['server.ts'] ?? ''})
    const ran = await tenure(['diff', 'server.ts', 'server.ts'], {cwd, env: ENV})
    expect([0, 2]).toContain(ran.code)
    expect(ran.err).not.toMatch(/^\s+at .+:\d+/m)
  })

  test('without what npm installs the routes are read, and what is missing is told', async () => {
    const cwd = folder(express("app.get('/loans', (req, res) => { res.json({fine: true}) })"))
    const {code, out} = await tenure(['diff', 'server.ts', 'server.ts', '--all', '--format', 'json'], {cwd, env: ENV})
    expect(code).toBe(0)
    expect(out).toContain('node_modules')
  })
})

test('the compiler is loaded for code, and for nothing else', async () => {
  const spec =
    'openapi: 3.0.3\ninfo: {title: Library, version: "1"}\npaths:\n  /loans: {get: {responses: {"200": {description: fine}}}}\n'
  const cwd = folder({
    'openapi.yaml': spec,
    'old.yaml': spec.replace('/loans', '/v1/loans'),
    'server.ts': "import express from 'express'\nexpress().get('/loans', () => {})\n",
    'hooks.mjs':
      "export async function resolve(name, context, next) {\n  if (name === 'typescript') throw new Error('the compiler was asked for')\n  return next(name, context)\n}\n",
    // Whichever way it would be loaded.
    'no-compiler.mjs':
      "import Module, {register} from 'node:module'\nregister(new URL('hooks.mjs', import.meta.url))\nconst load = Module._load\nModule._load = (name, ...more) => {\n  if (name === 'typescript') throw new Error('the compiler was asked for')\n  return load(name, ...more)\n}\n"
  })
  const without = (...args: string[]) =>
    run(process.execPath, ['--import', join(cwd, 'no-compiler.mjs'), join(REPOSITORY, 'dist', 'cli.cjs'), ...args], {
      cwd,
      env: ENV
    })
  const checked = await without('check', '--spec', 'openapi.yaml', '--base', 'old.yaml', '--as-of', '2026-03-02')
  expect(checked.err).toBe('')
  expect(checked.code).toBe(1)
  expect((await without('diff', 'old.yaml', 'openapi.yaml')).code).toBe(0)
  expect((await without('--version')).code).toBe(0)
  // The guard is no sham: code needs the compiler.
  const code = await without('diff', 'server.ts', 'server.ts')
  expect(code.code).not.toBe(0)
  expect(code.err).toContain('the compiler was asked for')
})

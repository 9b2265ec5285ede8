import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {runCommand} from '../../packages/generated/src/run-command.ts'
import {folder, tenure} from '../cli/run.ts'
import {isFullRun, sample} from '../tier.ts'
import {
  BEGAN,
  CONFIG,
  change,
  GENERATOR,
  generated,
  LIBRARY,
  NO_BOOKS,
  REMOVED,
  refusalOf,
  routes
} from './generated-library.ts'
import {check, checkScenario, DELETED, type Files, git, repositoryOf, TODAY} from './scenario.ts'

describe('a description that a command writes', () => {
  test('is generated for the base and for the change', async () => {
    await checkScenario(change('removal', NO_BOOKS), {
      ...REMOVED,
      remark:
        /`openapi\.json` of main \(\w+\) and of this change was generated with `node scripts\/openapi\.mjs`, under the dependencies of main \(\w+\)\./
    })
    await checkScenario(change('documentation', {'README.md': '# Library\n'}), {code: 0, verdicts: []})
  })

  test('is generated in temporary folders, which are removed', async () => {
    const places = join(folder(), 'places')
    const noting = CONFIG.replace('generate: ', `generate: echo "$PWD" >> ${places} && `)
    const main = [[BEGAN, {...LIBRARY, 'tenure.yaml': noting}]] as const
    await checkScenario({name: 'places', main, branch: [[TODAY, NO_BOOKS]]}, REMOVED)
    const failing = [[BEGAN, {...LIBRARY, 'tenure.yaml': noting.replace('node', 'exit 1; node')}]] as const
    await refusalOf({name: 'places', main: failing, branch: [[TODAY, NO_BOOKS]]})
    const used = readFileSync(places, 'utf8').trim().split('\n')
    expect(new Set(used).size).toBe(3)
    expect(used.filter(each => existsSync(each))).toEqual([])
  })

  test('is generated although a file is there, which can be old', async () => {
    const old = await generated(LIBRARY)
    const scenario = change('removal', NO_BOOKS, {tree: {'openapi.json': old}})
    const cwd = await repositoryOf(scenario)
    const {code} = await check(cwd)
    expect(code).toBe(1)
    expect(readFileSync(join(cwd, 'openapi.json'), 'utf8')).toBe(old)
    expect(await git(cwd, ['status', '--porcelain'])).toBe('')
  })

  test('is generated although the change commits one', async () => {
    const files = {...NO_BOOKS, 'openapi.json': await generated(LIBRARY)}
    await checkScenario(change('committed', files), REMOVED)
  })

  test('counts with what is not committed, outside of CI', async () => {
    const scenario = {name: 'uncommitted', main: [[BEGAN, LIBRARY]] as const, tree: NO_BOOKS}
    await checkScenario(scenario, {...REMOVED, remark: /the last commit/})
    const untracked = {
      'src/routes.json': routes({}),
      'scripts/openapi.mjs': "import './other.mjs'\n",
      'scripts/other.mjs': GENERATOR
    }
    const cwd = await repositoryOf({...scenario, tree: untracked})
    expect((await check(cwd)).code).toBe(1)
    expect(await git(cwd, ['status', '--porcelain'])).toBe(
      ' M scripts/openapi.mjs\n M src/routes.json\n?? scripts/other.mjs\n'
    )
  })

  test('is that of the commit in CI, whatever else the job wrote', async () => {
    const cwd = await repositoryOf({
      main: [
        [BEGAN, LIBRARY],
        [TODAY, NO_BOOKS]
      ],
      tree: {'report.txt': 'Built.\n'}
    })
    const before = (await git(cwd, ['rev-parse', 'HEAD^'])).trim()
    const event = join(
      folder({'event.json': JSON.stringify({before, ref: 'refs/heads/main', repository: {default_branch: 'main'}})}),
      'event.json'
    )
    const env = {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REF_NAME: 'main',
      GITHUB_REF_TYPE: 'branch',
      GITHUB_EVENT_PATH: event
    }
    const {code, out} = await check(cwd, [], TODAY, env)
    expect(code, out).toBe(1)
    expect(out).toContain('what was there before the push')
  })

  test('is that of the merge, too, if the target has got other commits', async () => {
    const loans = GENERATOR.replace("'src/routes.json'", "process.argv[2] ?? 'src/loans.json'")
    const later = {
      'src/loans.json': routes({'/v1/loans': ['id', 'dueOn'], '/v1/books': ['id', 'title'], '/v1/shelves': ['id']})
    }
    const main = [[BEGAN, {...LIBRARY, 'src/loans.json': LIBRARY['src/routes.json'] ?? ''}]] as const
    const first = {name: 'merge', main, branch: [[TODAY, {'scripts/openapi.mjs': loans}]] as const}
    await checkScenario({...first, later: [[TODAY, later]]}, {code: 0, verdicts: []})
    const dropped = {
      ...later,
      'src/routes.json': routes({'/v1/loans': ['id', 'dueOn'], '/v1/books': ['id', 'title'], '/v1/shelves': ['id']}),
      'src/loans.json': LIBRARY['src/routes.json'] ?? ''
    }
    await checkScenario(
      {...first, later: [[TODAY, dropped]]},
      {
        code: 1,
        verdicts: ['violation'],
        rules: ['unannounced-removal'],
        subject: 'GET /v1/shelves',
        remark: /result of a merge into main/
      }
    )
  })

  test('is generated for the newest release, too, if the configuration asks for it', async () => {
    const latest = CONFIG.replace('format: 1\n', 'format: 1\nbase: latest-release\n')
    const shelves = {
      'src/routes.json': routes({'/v1/loans': ['id', 'dueOn'], '/v1/books': ['id', 'title'], '/v1/shelves': ['id']})
    }
    const main = [
      [BEGAN, {...LIBRARY, 'tenure.yaml': latest}],
      ['2026-02-01', shelves]
    ] as const
    const unreleased = await repositoryOf({
      main,
      branch: [[TODAY, {'src/routes.json': LIBRARY['src/routes.json'] ?? ''}]]
    })
    await git(unreleased, ['tag', 'v1.0.0', 'main~1'], BEGAN)
    const first = await check(unreleased)
    expect(first.code, first.out).toBe(0)
    expect(JSON.parse(first.out).revisions.base.name).toContain('v1.0.0')
    const released = await repositoryOf({main, branch: [[TODAY, NO_BOOKS]]})
    await git(released, ['tag', 'v1.0.0', 'main~1'], BEGAN)
    const second = await check(released)
    expect(second.code, second.out).toBe(1)
    expect(JSON.parse(second.out).findings[0]).toMatchObject({subject: 'GET /v1/books'})
  })

  test('is read from git where git has it', async () => {
    const {'.gitignore': _, ...code} = LIBRARY
    const tracked = {...code, 'openapi.json': await generated(LIBRARY)}
    const failing = {'tenure.yaml': 'format: 1\nspec: openapi.json\ngenerate: exit 1\n'}
    const other = {'openapi.json': await generated({...LIBRARY, ...NO_BOOKS})}
    await checkScenario(
      {name: 'committed', main: [[BEGAN, {...tracked, ...failing}]], branch: [[TODAY, other]]},
      REMOVED
    )
  })

  test('may stop being committed', async () => {
    const {'.gitignore': ignored, ...code} = LIBRARY
    const tracked = {...code, 'openapi.json': await generated(LIBRARY)}
    const moved = {'.gitignore': ignored ?? '', 'openapi.json': DELETED}
    const main = [[BEGAN, tracked]] as const
    await checkScenario({name: 'moved', main, branch: [[TODAY, moved]]}, {code: 0, verdicts: []})
    await checkScenario({name: 'moved', main, branch: [[TODAY, {...moved, ...NO_BOOKS}]]}, REMOVED)
  })

  test('may be several files, next to committed ones', async () => {
    const split = GENERATOR.replace(
      "content: {'application/json': {schema}}",
      "content: {'application/json': {schema: {$ref: 'parts/' + (writeFileSync('parts/item.json', JSON.stringify(schema)), 'item.json')}}}"
    )
    const files = {
      ...LIBRARY,
      'scripts/openapi.mjs': split,
      'parts/README.md': '# Parts\n',
      '.gitignore': 'openapi.json\nparts/*.json\n'
    }
    const fewer = {'src/routes.json': routes({'/v1/loans': ['id', 'dueOn'], '/v1/books': ['id']})}
    await checkScenario(
      {name: 'several', main: [[BEGAN, files]], branch: [[TODAY, fewer]]},
      {
        code: 1,
        verdicts: ['violation'],
        rules: ['unannounced-removal']
      }
    )
  })

  test('is generated in the folder of the configuration', async () => {
    const below = (files: Files): Files =>
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`the services/loans/${path}`, text]))
    const scenario = {main: [[BEGAN, below(LIBRARY)]] as const, branch: [[TODAY, below(NO_BOOKS)]] as const}
    await checkScenario({name: 'folder', ...scenario, in: 'the services/loans'}, REMOVED)
    await checkScenario({name: 'folder', ...scenario, args: ['--config', 'the services/loans/tenure.yaml']}, REMOVED)
  })
})

describe.runIf(isFullRun)('the command of a target', () => {
  test('is used whatever the change says', async () => {
    const other = {
      ...NO_BOOKS,
      'tenure.yaml': CONFIG.replace('node scripts/openapi.mjs', 'cp old.json openapi.json'),
      'old.json': await generated(LIBRARY)
    }
    await checkScenario(change('another command', other), {
      ...REMOVED,
      remark: 'This change changes `generate`, which counts once it is merged.'
    })
    const none = {...NO_BOOKS, 'tenure.yaml': 'format: 1\nspec: openapi.json\n'}
    await checkScenario(change('no command', none), {
      ...REMOVED,
      remark: 'This change removes `generate`, which counts once it is merged.'
    })
  })

  test('is looked for in the target only, unless the pipeline names it', async () => {
    const {'tenure.yaml': config = '', ...before} = LIBRARY
    const first = {
      name: 'first',
      main: [[BEGAN, before]] as const,
      branch: [[TODAY, {...NO_BOOKS, 'tenure.yaml': config}]] as const
    }
    const err = await refusalOf(first)
    expect(err).toMatch(/^tenure\.yaml:3:11: main \(\w+\) has no `openapi\.json`, and `generate` isn't merged yet/)
    expect(err).toContain('for example: tenure check --generate')
    await checkScenario({...first, args: ['--generate', 'node scripts/openapi.mjs']}, REMOVED)
    const unread = {'tenure.yaml': 'format: 1\nspec: openapi.json\n'}
    const later = {name: 'later', main: [[BEGAN, {...before, ...unread}]] as const, branch: first.branch}
    expect(await refusalOf(later)).toContain("`generate` isn't merged yet")
  })

  test('fails with its last lines, its exit code, and a remedy', async () => {
    const failing = {
      ...LIBRARY,
      'tenure.yaml': CONFIG.replace('node scripts/openapi.mjs', 'echo "::error::installed" && nest build')
    }
    const err = await refusalOf({name: 'failing', main: [[BEGAN, failing]], branch: [[TODAY, NO_BOOKS]]})
    expect(err).toMatch(/^\| \\u003a:error::installed\n\| .*nest.*not found\n/)
    expect(err).toMatch(
      /tenure\.yaml:3:11: `echo .* && nest build` failed with exit code 127 in the top folder of main \(\w+\)/
    )
    expect(err).toContain('let it install them first')
  })

  test('must write the description', async () => {
    const silent = {...LIBRARY, 'tenure.yaml': CONFIG.replace('node scripts/openapi.mjs', 'ls')}
    const err = await refusalOf({name: 'silent', main: [[BEGAN, silent]], branch: [[TODAY, NO_BOOKS]]})
    expect(err).toMatch(
      /tenure\.yaml:3:11: `ls` ran in the top folder of main \(\w+\) and didn't write `openapi\.json`/
    )
    const link = {
      ...LIBRARY,
      'tenure.yaml': CONFIG.replace('node scripts/openapi.mjs', 'ln -s /etc/passwd openapi.json')
    }
    expect(await refusalOf({name: 'link', main: [[BEGAN, link]], branch: [[TODAY, NO_BOOKS]]})).toContain(
      "didn't write"
    )
  })

  test('gets no secrets and no files of other steps', async () => {
    const printing = {...LIBRARY, 'tenure.yaml': CONFIG.replace('node scripts/openapi.mjs', 'env; exit 3')}
    const env = {
      CI: 'true',
      CI_JOB_TOKEN: 's3cret',
      GITHUB_TOKEN: 's3cret',
      GITHUB_OUTPUT: '/s3cret',
      GITHUB_ENV: '/s3cret',
      GITHUB_BASE_REF: 'main'
    }
    const err = await refusalOf({name: 'env', main: [[BEGAN, printing]], branch: [[TODAY, NO_BOOKS]], env})
    expect(err).toContain('| GITHUB_BASE_REF=main')
    expect(err).not.toContain('s3cret')
    const wanted = {
      ...LIBRARY,
      'tenure.yaml': 'format: 1\nspec: openapi.json\ngenerate: {command: env; exit 3, env: [GITHUB_TOKEN]}\n'
    }
    const second = await refusalOf({name: 'env', main: [[BEGAN, wanted]], branch: [[TODAY, NO_BOOKS]], env})
    expect(second.match(/s3cret/g)).toHaveLength(1)
  })

  test('is ended at its limit, with the processes that it started', async () => {
    const cwd = folder()
    const run = await runCommand('(sleep 30; touch late) & sleep 30', {
      folder: cwd,
      env: {PATH: process.env.PATH},
      minutes: 0.005
    })
    expect(run.how).toBe('timeout')
    const left = await runCommand('(sleep 30) & echo done', {
      folder: cwd,
      env: {PATH: process.env.PATH},
      minutes: 1
    })
    expect(left).toEqual({how: 0, output: 'done\n'})
  })
})

describe.runIf(isFullRun)('`generate` in a configuration', () => {
  test.each(
    sample([
      [
        'generate: npm ci\n',
        'tenure.yaml:2:1: `generate` writes the API description that `spec` names, and none is named.'
      ],
      [
        'spec: none\ngenerate: npm ci\n',
        'tenure.yaml:3:1: `generate` writes the API description that `spec` names, and none is named.'
      ],
      [
        'spec: src/server.ts\ngenerate: npm ci\n',
        "tenure.yaml:3:1: `generate` writes the API description that `spec` names, and `src/server.ts` isn't one."
      ],
      [
        'spec: api/*.yaml\ngenerate: npm ci\n',
        "tenure.yaml:3:1: `generate` writes the API description that `spec` names, and `api/*.yaml` isn't one."
      ],
      [
        'spec: a.yaml\ngenerate: {command: npm ci, minutes: long}\n',
        "tenure.yaml:3:38: `long` isn't a number of minutes. Write `20`."
      ],
      ['spec: a.yaml\ngenerate: {minutes: 3}\n', 'tenure.yaml:3:11: '],
      ['spec: a.yaml\ngenerate: [npm, ci]\n', 'tenure.yaml:3:11: '],
      [
        'apis:\n  - {name: a, spec: src/a.ts, generate: ls}\n',
        "tenure.yaml:3:31: `generate` writes the API description that `spec` names, and `src/a.ts` isn't one."
      ]
    ])
  )('is refused with its place: %s', async (text, message) => {
    const {code, err} = await tenure(['check'], {
      cwd: folder({'tenure.yaml': `format: 1\n${text}`, 'history.yaml': 'format: 1\nservice: A\nreleases: []\n'})
    })
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(err).toContain('for example: ')
  })
})

describe.runIf(isFullRun)('several APIs', () => {
  const BOTH =
    'format: 1\ngenerate: node scripts/openapi.mjs && cp openapi.json loans.json && cp openapi.json books.json\napis:\n  - {name: loans, spec: loans.json}\n  - {name: books, spec: books.json}\n'
  const main = [
    [BEGAN, {...LIBRARY, 'tenure.yaml': BOTH, '.gitignore': '*.json\n!package*.json\n!src/*.json\n'}]
  ] as const

  test('can share a command', async () => {
    const cwd = await repositoryOf({main, branch: [[TODAY, NO_BOOKS]]})
    const {code, out} = await tenure(['check', '--as-of', TODAY], {cwd})
    expect(code, out).toBe(1)
    expect(out.match(/GET \/v1\/books/g)?.length).toBeGreaterThan(1)
  })

  test('are judged although the change no longer lists them', async () => {
    const cwd = await repositoryOf({
      main,
      branch: [[TODAY, {'tenure.yaml': BOTH.replace(/ {2}- \{name: books.*\n/, '')}]]
    })
    const {code, out} = await tenure(['check', '--as-of', TODAY], {cwd})
    expect(code, out).toBe(1)
    expect(out).toContain('no longer lists `books.json`')
  })

  test('may be new', async () => {
    const added = BOTH.replace('&& cp openapi.json books.json', '').replace(
      'spec: books.json',
      'spec: books.json, generate: cp openapi.json books.json'
    )
    const [[, before]] = main
    const first = {
      ...before,
      'tenure.yaml': BOTH.replace('&& cp openapi.json books.json', '').replace(/ {2}- \{name: books.*\n/, '')
    }
    const cwd = await repositoryOf({
      main: [[BEGAN, first]],
      branch: [[TODAY, {'tenure.yaml': added}]],
      tree: {'books.json': await generated(LIBRARY)}
    })
    const {code, out} = await tenure(['check', '--as-of', TODAY], {cwd})
    expect(code, out).toBe(0)
    expect(out).toMatch(/`books\.json` is not in .* and its configuration: all of it is new/)
  })
})

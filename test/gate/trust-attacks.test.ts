import {mkdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {DELETED, get, git, history, repositoryOf, spec, TODAY} from './scenario.ts'

const BOTH = spec(get('/v1/loans'), get('/v1/fees'))
const LESS = spec(get('/v1/loans'))
const OTHER = spec(get('/v1/x'))
const named = (path: string, policy = 'policy.yaml') => `format: 1\nspec: ${JSON.stringify(path)}\npolicy: ${policy}\n`
const CONFIG = named('openapi.yaml')
const STRONG = 'format: 1\nname: p\nextends: thirteen-months\n'
const WEAK =
  'format: 1\nname: w\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: none, breaking: allowed}}\n'
const MAIN = {'openapi.yaml': BOTH, 'tenure.yaml': CONFIG, 'policy.yaml': STRONG}
const WAIVER = `reason: security, approver: me@x, approved: ${TODAY}`

type Files = Readonly<Record<string, string>>
interface Attack {
  readonly main?: Files
  readonly branch?: Files
  /** What files alone can't do. */
  readonly alter?: (cwd: string) => unknown
  readonly env?: Readonly<Record<string, string>>
  readonly base?: string
  /** A refusal, and what it says; else a violation. */
  readonly refused?: string
}

const run = async ({main = MAIN, branch = {'openapi.yaml': LESS}, alter, env = {}, base = 'main'}: Attack) => {
  const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, branch]]})
  await alter?.(cwd)
  return tenure(['check', '--as-of', TODAY, ...(base === '' ? [] : ['--base', base])], {cwd, env})
}

const commit = async (cwd: string) => {
  await git(cwd, ['add', '--all', '--force'])
  await git(cwd, ['commit', '--quiet', '--allow-empty', '--message', 'More'])
}

/** A description that is called otherwise, and is cut down at its place. */
const called = (path: string, more: Files = {}): Attack => ({
  main: {[path]: BOTH, 'tenure.yaml': named(path), 'policy.yaml': STRONG},
  branch: {[path]: LESS, ...more}
})

const ATTACKS: Readonly<Record<string, Attack>> = {
  'attributes name a filter and a text conversion': {
    branch: {'openapi.yaml': LESS, '.gitattributes': '*.yaml filter=x diff=x eol=crlf\n'},
    alter: async cwd => {
      await git(cwd, ['config', 'diff.x.textconv', 'echo same #'])
      await git(cwd, ['config', 'filter.x.smudge', 'cat'])
    }
  },
  'attributes name another encoding': {
    branch: {'openapi.yaml': LESS},
    alter: cwd => write(cwd, {'.gitattributes': '*.yaml working-tree-encoding=UTF-16LE export-subst\n'})
  },
  'the description is left out of a sparse checkout': {
    ...called('api/openapi.yaml'),
    alter: cwd => git(cwd, ['sparse-checkout', 'set', '--no-cone', '/*', '!/api']),
    refused: 'is left out of the sparse checkout'
  },
  'a graft cuts the branch off': {
    alter: async cwd => {
      mkdirSync(join(cwd, '.git/info'), {recursive: true})
      writeFileSync(join(cwd, '.git/info/grafts'), await git(cwd, ['rev-parse', 'work']))
    }
  },
  'objects come from elsewhere, too': {
    alter: cwd => {
      const other = folder({HEAD: 'ref: refs/heads/main\n'})
      write(cwd, {'.git/objects/info/alternates': `${other}\n`})
    }
  },
  'variables name other objects': {
    env: {GIT_ALTERNATE_OBJECT_DIRECTORIES: '/nowhere', GIT_OBJECT_DIRECTORY: '/nowhere'}
  },
  'variables set what git is': {
    env: {GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'diff.renames', GIT_CONFIG_VALUE_0: 'false', GIT_GLOB_PATHSPECS: '1'}
  },
  'a variable says that plugins run here': {
    env: {TENURE_PLUGINS: '[]'},
    refused: '`TENURE_PLUGINS` is set, which only tenure itself sets'
  },
  'a variable says what no plugin is': {
    env: {TENURE_PLUGINS: 'x'},
    refused: 'Unset it.'
  },
  'its type is another one, with a pattern that is none': {
    main: {...MAIN, 'openapi.yaml': spec(get('/v1/fees'))},
    branch: {'openapi.yaml': spec(get('/v1/fees', '', 'id: {type: integer, pattern: "(?<x"}'))}
  },
  'the name differs in case': {
    branch: {'openapi.yaml': DELETED, 'OpenAPI.yaml': LESS, 'tenure.yaml': named('OpenAPI.yaml')}
  },
  'a copy differs in case': {branch: {'openapi.yaml': LESS, 'OpenAPI.yaml': BOTH}},
  'a look-alike is named': {
    branch: {'openapi.yaml': LESS, 'op\u0435napi.yaml': BOTH, 'tenure.yaml': named('op\u0435napi.yaml')}
  },
  'the same letters in another form are named': {
    ...called('\u00e9.yaml', {'e\u0301.yaml': BOTH, 'tenure.yaml': named('e\u0301.yaml')})
  },
  'its folder is a link now': {
    ...called('api/openapi.yaml'),
    alter: async cwd => {
      rmSync(join(cwd, 'api'), {recursive: true})
      write(cwd, {'other/openapi.yaml': LESS})
      symlinkSync('other', join(cwd, 'api'))
      await commit(cwd)
    },
    refused: 'symbolic link'
  },
  'another configuration stands beside it': {
    branch: {
      'openapi.yaml': LESS,
      'weak.yaml': WEAK,
      '.tenure/policy.yaml': WEAK,
      'package.json': '{"tenure": {"policy": "weak.yaml"}}'
    }
  },
  'a configuration of another spelling stands beside it': {
    branch: {'openapi.yaml': LESS, 'weak.yaml': WEAK, 'tenure.yml': named('openapi.yaml', 'weak.yaml')},
    refused: 'tenure.yml'
  },
  'its configuration is a folder': {
    branch: {'openapi.yaml': LESS, 'tenure.yaml': DELETED},
    alter: async cwd => {
      write(cwd, {'tenure.yaml/x.yaml': CONFIG})
      await commit(cwd)
    },
    refused: 'tenure.yaml'
  },
  'a waiver that is there is widened': {
    main: {...MAIN, 'tenure.yaml': `${CONFIG}waivers: [{subject: GET /v1/x, ${WAIVER}}]\n`},
    branch: {'openapi.yaml': LESS, 'tenure.yaml': `${CONFIG}waivers: [{subject: /v1/**, ${WAIVER}}]\n`}
  },
  'a waiver is repeated by an anchor': {
    main: {...MAIN, 'tenure.yaml': `${CONFIG}waivers: [{subject: GET /v1/x, ${WAIVER}}]\n`},
    branch: {
      'openapi.yaml': LESS,
      'tenure.yaml': `${CONFIG}waivers: [&w {subject: GET /v1/x, ${WAIVER}}, {<<: *w, subject: GET /v1/fees}]\n`
    },
    refused: 'tenure.yaml'
  },
  'its rule is turned off': {
    branch: {'openapi.yaml': LESS, 'tenure.yaml': `${CONFIG}rules: {unannounced-removal: off}\n`}
  },
  'a part of it is fetched': {
    branch: {'openapi.yaml': `${LESS}  /v1/fees: {$ref: "https://library.example/fees.yaml"}\n`},
    refused: 'nothing is fetched'
  },
  'a part of it lies outside': {
    branch: {'openapi.yaml': `${LESS}  /v1/fees: {$ref: "../fees.yaml"}\n`},
    refused: '../fees.yaml'
  },
  'the branch begins again': {
    alter: async cwd => {
      await git(cwd, ['checkout', '--quiet', '--orphan', 'lone'])
      await commit(cwd)
    }
  },
  'the branch is empty': {
    alter: async cwd => {
      await git(cwd, ['rm', '-r', '--quiet', '.'])
      await commit(cwd)
    }
  },
  'the head is a merge that keeps nothing of the target': {
    alter: async cwd => {
      await git(cwd, ['checkout', '--quiet', 'main'])
      write(cwd, {'other.txt': 'x'})
      await commit(cwd)
      await git(cwd, ['checkout', '--quiet', '-b', 'side', 'main~1'])
      write(cwd, {'side.txt': 'x'})
      await commit(cwd)
      await git(cwd, ['checkout', '--quiet', 'work'])
      await git(cwd, ['merge', '--quiet', '--strategy', 'ours', '--message', 'Merge', 'main', 'side'])
    }
  },
  'its name has a line feed': called('a\nb.yaml'),
  'its name begins with a dash': called('-x.yaml'),
  'its name is a pattern': called(':(top)[a]*.yaml'),
  'its name holds a colon': called('main:b.yaml'),
  'of two APIs the names are swapped, one with a weak policy': {
    main: {
      'a.yaml': BOTH,
      'b.yaml': OTHER,
      'policy.yaml': STRONG,
      'tenure.yaml':
        'format: 1\napis: [{name: a, spec: a.yaml, policy: policy.yaml}, {name: b, spec: b.yaml, policy: policy.yaml}]\n'
    },
    branch: {
      'a.yaml': LESS,
      'weak.yaml': WEAK,
      'tenure.yaml':
        'format: 1\napis: [{name: b, spec: a.yaml, policy: weak.yaml}, {name: a, spec: b.yaml, policy: policy.yaml}]\n'
    }
  },
  'the first configuration names another description, and two are gone': {
    main: {'api/openapi.yaml': BOTH, 'api/copy.yaml': BOTH},
    branch: {
      'api/openapi.yaml': DELETED,
      'api/copy.yaml': DELETED,
      'api/x.yaml': LESS,
      'other.yaml': OTHER,
      'tenure.yaml': 'format: 1\nspec: other.yaml\n'
    }
  },
  'a branch of the remote is called like the remote': {
    base: 'origin/main',
    alter: async cwd => {
      await git(cwd, ['update-ref', 'refs/remotes/origin/main', 'main'])
      await git(cwd, ['update-ref', 'refs/remotes/origin/origin/main', 'work'])
      await git(cwd, ['branch', 'origin/main', 'work'])
    }
  },
  'several commits are under review where CI fetched nothing else': {
    base: '',
    env: {CI: 'true'},
    alter: async cwd => {
      write(cwd, {'other.txt': 'x'})
      await commit(cwd)
      await git(cwd, ['update-ref', 'refs/remotes/origin/pull', 'work'])
      await git(cwd, ['branch', '--quiet', '-M', 'work', 'main'])
    },
    refused: '--base FETCH_HEAD'
  }
}

describe.concurrent('a change that ends an endpoint is held, though', () => {
  it.each(Object.entries(ATTACKS))('%s', async (_, attack) => {
    const {code, out, err} = await run(attack)
    if (attack.refused !== undefined) {
      expect(code, out + err).toBe(2)
      expect(out + err).toContain(attack.refused)
    } else {
      expect(code, out + err).toBe(1)
      expect(out).toContain('/v1/fees')
    }
  })

  it('an id is named by its beginning, and a tag is called so', async () => {
    const cwd = await repositoryOf({main: [['2024-06-01', MAIN]], branch: [[TODAY, {'openapi.yaml': LESS}]]})
    const id = (await git(cwd, ['rev-parse', 'main'])).slice(0, 10)
    await git(cwd, ['tag', id, 'work'])
    expect(await tenure(['check', '--as-of', TODAY, '--base', id], {cwd})).toMatchObject({code: 1})
  })

  it.each([
    ['in the past', '2020-01-01', 1],
    ['after it was merged', '2026-02-20', 0]
  ])('an unreleased announcement is released %s', async (_, day, expected) => {
    const releases = (told: string): Files => ({
      'history.yaml': history([
        ['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']],
        [
          told,
          told === 'next' ? undefined : day,
          [
            `{deprecated: GET /v1/fees, sunset: ${expected === 1 ? '2026-03-01' : '2027-06-01'}, replacement: none, note: x}`
          ]
        ]
      ])
    })
    const main = {...MAIN, 'tenure.yaml': `${CONFIG}history: history.yaml\n`, ...releases('next')}
    const removal = '  - release: next\n    changes: [{removed: GET /v1/fees, replacement: none, note: x}]\n'
    const states = {main: [['2026-02-15', main]] as const}
    const branch =
      expected === 1
        ? {'openapi.yaml': LESS, 'history.yaml': releases('1.1')['history.yaml'] + removal}
        : releases('1.1')
    const cwd = await repositoryOf({...states, branch: [[TODAY, branch]]})
    const {code, out} = await tenure(['check', '--as-of', TODAY, '--base', 'main'], {cwd})
    expect(code, out).toBe(expected)
    if (expected === 1) expect(out).toContain('notice-too-short')
  })

  it('a mark that claims a day of long ago promises no end too early', async () => {
    const mark = (since: string) => `deprecated: true, x-replaced-by: GET /v1/loans, x-sunset: "2027-03-15", ${since}`
    const marked = (since: string) => ({branch: {'openapi.yaml': spec(get('/v1/loans'), get('/v1/fees', mark(since)))}})
    const {code, out} = await run(marked('x-deprecated-since: "2020-01-01", '))
    expect(code, out).toBe(1)
    expect(out).toContain('back-dated-announcement')
    expect(out).toContain('sunset-too-early')
    const honest = mark(`x-deprecated-since: "${TODAY}", `).replace('2027-03-15', '2027-06-01')
    const fine = await run({branch: {'openapi.yaml': spec(get('/v1/loans'), get('/v1/fees', honest))}})
    expect(fine.code, fine.out).toBe(0)
  })
})

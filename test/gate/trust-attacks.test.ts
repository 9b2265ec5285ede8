import {mkdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from '../cli/run.ts'
import {sample} from '../tier.ts'
import {DELETED, get, git, history, repositoryOf, spec, TODAY} from './scenario.ts'

const WITH_FEES = spec(get('/v1/loans'), get('/v1/fees'))
const WITHOUT_FEES = spec(get('/v1/loans'))
const OTHER = spec(get('/v1/x'))
const configFor = (path: string, policy = 'policy.yaml') =>
  `format: 1\nspec: ${JSON.stringify(path)}\npolicy: ${policy}\n`
const CONFIG = configFor('openapi.yaml')
const STRONG = 'format: 1\nname: p\nextends: thirteen-months\n'
const WEAK =
  'format: 1\nname: w\nstabilities: [ga]\ndefaultStability: ga\nguarantees: {ga: {notice: none, breaking: allowed}}\n'
const MAIN = {'openapi.yaml': WITH_FEES, 'tenure.yaml': CONFIG, 'policy.yaml': STRONG}
const WAIVER = `reason: security, approver: me@x, approved: ${TODAY}`

type Files = Readonly<Record<string, string>>
interface Attack {
  readonly main?: Files
  readonly branch?: Files
  /** A preparation that files alone can't do. */
  readonly alter?: (cwd: string) => unknown
  readonly env?: Readonly<Record<string, string>>
  readonly base?: string
  /** The expected error message; without it a violation is expected. */
  readonly refusal?: string
}

const run = async ({main = MAIN, branch = {'openapi.yaml': WITHOUT_FEES}, alter, env = {}, base = 'main'}: Attack) => {
  const cwd = await repositoryOf({main: [['2024-06-01', main]], branch: [[TODAY, branch]]})
  await alter?.(cwd)
  return tenure(['check', '--as-of', TODAY, ...(base === '' ? [] : ['--base', base])], {cwd, env})
}

const commit = async (cwd: string) => {
  await git(cwd, ['add', '--all', '--force'])
  await git(cwd, ['commit', '--quiet', '--allow-empty', '--message', 'More'])
}

/** The endpoint is removed from a description at another path. */
const atPath = (path: string, more: Files = {}): Attack => ({
  main: {[path]: WITH_FEES, 'tenure.yaml': configFor(path), 'policy.yaml': STRONG},
  branch: {[path]: WITHOUT_FEES, ...more}
})

const ATTACKS: Readonly<Record<string, Attack>> = {
  'git attributes name a filter and a text conversion': {
    branch: {'openapi.yaml': WITHOUT_FEES, '.gitattributes': '*.yaml filter=x diff=x eol=crlf\n'},
    alter: async cwd => {
      await git(cwd, ['config', 'diff.x.textconv', 'echo same #'])
      await git(cwd, ['config', 'filter.x.smudge', 'cat'])
    }
  },
  'git attributes name another encoding': {
    branch: {'openapi.yaml': WITHOUT_FEES},
    alter: cwd => write(cwd, {'.gitattributes': '*.yaml working-tree-encoding=UTF-16LE export-subst\n'})
  },
  'the description is not in the sparse checkout': {
    ...atPath('api/openapi.yaml'),
    alter: cwd => git(cwd, ['sparse-checkout', 'set', '--no-cone', '/*', '!/api']),
    refusal: 'is left out of the sparse checkout'
  },
  'a graft cuts off the history of the branch': {
    alter: async cwd => {
      mkdirSync(join(cwd, '.git/info'), {recursive: true})
      writeFileSync(join(cwd, '.git/info/grafts'), await git(cwd, ['rev-parse', 'work']))
    }
  },
  'git alternates add objects from elsewhere': {
    alter: cwd => {
      const other = folder({HEAD: 'ref: refs/heads/main\n'})
      write(cwd, {'.git/objects/info/alternates': `${other}\n`})
    }
  },
  'variables name other git objects': {
    env: {GIT_ALTERNATE_OBJECT_DIRECTORIES: '/nowhere', GIT_OBJECT_DIRECTORY: '/nowhere'}
  },
  'variables configure git': {
    env: {GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'diff.renames', GIT_CONFIG_VALUE_0: 'false', GIT_GLOB_PATHSPECS: '1'}
  },
  'a variable claims that plugins run in this process': {
    env: {TENURE_PLUGINS: '[]'},
    refusal: '`TENURE_PLUGINS` is set, which only tenure itself sets'
  },
  'a variable for plugins has an invalid value': {
    env: {TENURE_PLUGINS: 'x'},
    refusal: 'Unset it.'
  },
  'a type changes next to an invalid pattern': {
    main: {...MAIN, 'openapi.yaml': spec(get('/v1/fees'))},
    branch: {'openapi.yaml': spec(get('/v1/fees', '', 'id: {type: integer, pattern: "(?<x"}'))}
  },
  'the description is renamed to a name that differs in case': {
    branch: {'openapi.yaml': DELETED, 'OpenAPI.yaml': WITHOUT_FEES, 'tenure.yaml': configFor('OpenAPI.yaml')}
  },
  'a copy has a name that differs in case': {branch: {'openapi.yaml': WITHOUT_FEES, 'OpenAPI.yaml': WITH_FEES}},
  'the configuration names a copy with a look-alike letter': {
    branch: {
      'openapi.yaml': WITHOUT_FEES,
      'op\u0435napi.yaml': WITH_FEES,
      'tenure.yaml': configFor('op\u0435napi.yaml')
    }
  },
  'the configuration names a copy whose name has another Unicode normalization': {
    ...atPath('\u00e9.yaml', {'e\u0301.yaml': WITH_FEES, 'tenure.yaml': configFor('e\u0301.yaml')})
  },
  'the folder of the description becomes a link': {
    ...atPath('api/openapi.yaml'),
    alter: async cwd => {
      rmSync(join(cwd, 'api'), {recursive: true})
      write(cwd, {'other/openapi.yaml': WITHOUT_FEES})
      symlinkSync('other', join(cwd, 'api'))
      await commit(cwd)
    },
    refusal: 'symbolic link'
  },
  'other files look like a configuration': {
    branch: {
      'openapi.yaml': WITHOUT_FEES,
      'weak.yaml': WEAK,
      '.tenure/policy.yaml': WEAK,
      'package.json': '{"tenure": {"policy": "weak.yaml"}}'
    }
  },
  'a configuration with another extension is added': {
    branch: {'openapi.yaml': WITHOUT_FEES, 'weak.yaml': WEAK, 'tenure.yml': configFor('openapi.yaml', 'weak.yaml')},
    refusal: 'tenure.yml'
  },
  'the configuration becomes a folder': {
    branch: {'openapi.yaml': WITHOUT_FEES, 'tenure.yaml': DELETED},
    alter: async cwd => {
      write(cwd, {'tenure.yaml/x.yaml': CONFIG})
      await commit(cwd)
    },
    refusal: 'tenure.yaml'
  },
  'an existing waiver is extended to a prefix': {
    main: {...MAIN, 'tenure.yaml': `${CONFIG}waivers: [{subject: GET /v1/x, ${WAIVER}}]\n`},
    branch: {'openapi.yaml': WITHOUT_FEES, 'tenure.yaml': `${CONFIG}waivers: [{subject: /v1/**, ${WAIVER}}]\n`}
  },
  'a waiver is repeated with a YAML anchor': {
    main: {...MAIN, 'tenure.yaml': `${CONFIG}waivers: [{subject: GET /v1/x, ${WAIVER}}]\n`},
    branch: {
      'openapi.yaml': WITHOUT_FEES,
      'tenure.yaml': `${CONFIG}waivers: [&w {subject: GET /v1/x, ${WAIVER}}, {<<: *w, subject: GET /v1/fees}]\n`
    },
    refusal: 'tenure.yaml'
  },
  'the rule is turned off': {
    branch: {'openapi.yaml': WITHOUT_FEES, 'tenure.yaml': `${CONFIG}rules: {unannounced-removal: off}\n`},
    refusal: "that's the policy's job"
  },
  'the description references a URL': {
    branch: {'openapi.yaml': `${WITHOUT_FEES}  /v1/fees: {$ref: "https://library.example/fees.yaml"}\n`},
    refusal: 'nothing is fetched'
  },
  'the description references a file outside of the repository': {
    branch: {'openapi.yaml': `${WITHOUT_FEES}  /v1/fees: {$ref: "../fees.yaml"}\n`},
    refusal: '../fees.yaml'
  },
  'the branch has no common history with its target': {
    alter: async cwd => {
      await git(cwd, ['checkout', '--quiet', '--orphan', 'lone'])
      await commit(cwd)
    }
  },
  'the branch deletes all files': {
    alter: async cwd => {
      await git(cwd, ['rm', '-r', '--quiet', '.'])
      await commit(cwd)
    }
  },
  'the head is a merge that drops the changes of the target': {
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
  'the file name has a line feed': atPath('a\nb.yaml'),
  'the file name starts with a dash': atPath('-x.yaml'),
  'the file name is a pattern': atPath(':(top)[a]*.yaml'),
  'the file name has a colon': atPath('main:b.yaml'),
  'the names of two APIs are swapped, one of them with a weak policy': {
    main: {
      'a.yaml': WITH_FEES,
      'b.yaml': OTHER,
      'policy.yaml': STRONG,
      'tenure.yaml':
        'format: 1\napis: [{name: a, spec: a.yaml, policy: policy.yaml}, {name: b, spec: b.yaml, policy: policy.yaml}]\n'
    },
    branch: {
      'a.yaml': WITHOUT_FEES,
      'weak.yaml': WEAK,
      'tenure.yaml':
        'format: 1\napis: [{name: b, spec: a.yaml, policy: weak.yaml}, {name: a, spec: b.yaml, policy: policy.yaml}]\n'
    }
  },
  'the first configuration names another description, and two are deleted': {
    main: {'api/openapi.yaml': WITH_FEES, 'api/copy.yaml': WITH_FEES},
    branch: {
      'api/openapi.yaml': DELETED,
      'api/copy.yaml': DELETED,
      'api/x.yaml': WITHOUT_FEES,
      'other.yaml': OTHER,
      'tenure.yaml': 'format: 1\nspec: other.yaml\n'
    }
  },
  'a remote branch is named like the remote': {
    base: 'origin/main',
    alter: async cwd => {
      await git(cwd, ['update-ref', 'refs/remotes/origin/main', 'main'])
      await git(cwd, ['update-ref', 'refs/remotes/origin/origin/main', 'work'])
      await git(cwd, ['branch', 'origin/main', 'work'])
    }
  },
  'CI fetched several commits, but not the target': {
    base: '',
    env: {CI: 'true'},
    alter: async cwd => {
      write(cwd, {'other.txt': 'x'})
      await commit(cwd)
      await git(cwd, ['update-ref', 'refs/remotes/origin/pull', 'work'])
      await git(cwd, ['branch', '--quiet', '-M', 'work', 'main'])
    },
    refusal: '--base FETCH_HEAD'
  }
}

describe.concurrent("a change that removes an endpoint doesn't pass if", () => {
  it.each(sample(Object.entries(ATTACKS)))('%s', async (_, attack) => {
    const {code, out, err} = await run(attack)
    if (attack.refusal !== undefined) {
      expect(code, out + err).toBe(2)
      expect(out + err).toContain(attack.refusal)
    } else {
      expect(code, out + err).toBe(1)
      expect(out).toContain('/v1/fees')
    }
  })

  it('a tag is named like the abbreviated id of the base', async () => {
    const cwd = await repositoryOf({main: [['2024-06-01', MAIN]], branch: [[TODAY, {'openapi.yaml': WITHOUT_FEES}]]})
    const id = (await git(cwd, ['rev-parse', 'main'])).slice(0, 10)
    await git(cwd, ['tag', id, 'work'])
    expect(await tenure(['check', '--as-of', TODAY, '--base', id], {cwd})).toMatchObject({code: 1})
  })

  it.each([
    ['with a past date, and a removal fails', '2020-01-01', 1],
    ['after its merge, and the change passes', '2026-02-20', 0]
  ])('an unreleased announcement is released %s', async (_, day, expected) => {
    const releases = (release: string): Files => ({
      'history.yaml': history([
        ['1.0', '2019-01-01', ['added: GET /v1/loans', 'added: GET /v1/fees']],
        [
          release,
          release === 'next' ? undefined : day,
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
        ? {'openapi.yaml': WITHOUT_FEES, 'history.yaml': releases('1.1')['history.yaml'] + removal}
        : releases('1.1')
    const cwd = await repositoryOf({...states, branch: [[TODAY, branch]]})
    const {code, out} = await tenure(['check', '--as-of', TODAY, '--base', 'main'], {cwd})
    expect(code, out).toBe(expected)
    if (expected === 1) expect(out).toContain('notice-too-short')
  })

  it("a deprecation with a past `x-deprecated-since` doesn't shorten the notice before its sunset", async () => {
    const mark = (since: string) => `deprecated: true, x-replaced-by: GET /v1/loans, x-sunset: "2027-03-15", ${since}`
    const withSunset = (since: string) => ({
      branch: {'openapi.yaml': spec(get('/v1/loans'), get('/v1/fees', mark(since)))}
    })
    const {code, out} = await run(withSunset('x-deprecated-since: "2020-01-01", '))
    expect(code, out).toBe(1)
    expect(out).toContain('back-dated-announcement')
    expect(out).toContain('sunset-too-early')
    const honest = mark(`x-deprecated-since: "${TODAY}", `).replace('2027-03-15', '2027-06-01')
    const allowed = await run({branch: {'openapi.yaml': spec(get('/v1/loans'), get('/v1/fees', honest))}})
    expect(allowed.code, allowed.out).toBe(0)
  })
})

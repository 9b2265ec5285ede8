// The configuration is found in a parent folder, and a misspelled config file is never ignored.

import {execFileSync} from 'node:child_process'
import {rmSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {sample} from '../tier.ts'
import {folder, tenure, write} from './run.ts'

const description = (...paths: string[]): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: {title: 'Library', version: '1'},
    paths: Object.fromEntries(paths.map(path => [path, {get: {responses: {'200': {description: 'Fine'}}}}]))
  })

const git = (cwd: string, ...args: string[]): void => {
  const identity = ['-c', 'user.name=Librarian', '-c', 'user.email=librarian@library.example']
  execFileSync('git', [...identity, ...args], {cwd, stdio: 'ignore'})
}

function repository(files: Readonly<Record<string, string>>): string {
  const cwd = folder({...files, 'shelves/upper/note.txt': 'Below the configuration.\n'})
  git(cwd, 'init', '--quiet', '--initial-branch', 'main')
  git(cwd, 'add', '--all')
  git(cwd, 'commit', '--quiet', '--message', 'Library')
  git(cwd, 'checkout', '--quiet', '-b', 'work')
  return cwd
}

const LIBRARY = {
  'openapi.json': description('/v1/loans', '/v1/fees'),
  'tenure.yaml': 'format: 1\nspec: openapi.json\npolicy: policy.yaml\n',
  'policy.yaml': 'extends: thirteen-months\nname: library\n'
}

describe.concurrent('in a subfolder of the configuration', () => {
  it('`record` writes next to the configuration, and `check` uses it', async () => {
    const cwd = repository(LIBRARY)
    const subfolder = join(cwd, 'shelves/upper')
    const recorded = await tenure(['record', '--release', '1.0'], {cwd: subfolder})
    expect(recorded.out).toContain(`in ${join('../../api-history/releases/1.0.yaml')}`)
    git(cwd, 'add', '--all')
    git(cwd, 'commit', '--quiet', '--message', 'History')
    git(cwd, 'branch', '--quiet', '--force', 'main')
    const checked = await tenure(['check', '--base', 'main'], {cwd: subfolder})
    expect(checked).toMatchObject({
      code: 0,
      out: expect.stringContaining('against the policy `library` (../../policy.yaml)')
    })
    expect((await tenure(['due', 'GET /v1/fees'], {cwd: subfolder})).code).toBe(0)
    const waived = await tenure(
      ['waive', 'GET /v1/fees', '--reason', 'legal', '--approver', 'lead@library.example', '--dry-run'],
      {cwd: subfolder}
    )
    expect(waived.out).toContain('Would add to ../../tenure.yaml:\nwaivers:\n  - subject: GET /v1/fees\n')
  })

  it('the description next to a configuration is found, and its deletion fails', async () => {
    const {'tenure.yaml': _, ...others} = LIBRARY
    const cwd = repository({...others, 'tenure.yaml': 'format: 1\npolicy: policy.yaml\n'})
    const subfolder = join(cwd, 'shelves/upper')
    const check = () => tenure(['check', '--base', 'main'], {cwd: subfolder})
    expect(await check()).toMatchObject({
      code: 0,
      out: expect.stringContaining('Compared `../../openapi.json` with main')
    })
    expect((await tenure(['record', '--release', '1.0'], {cwd: subfolder})).code).toBe(0)
    expect((await tenure(['due', 'GET /v1/fees'], {cwd: subfolder})).code).toBe(0)
    write(cwd, {'openapi.json': description('/v1/loans')})
    expect(await check()).toMatchObject({code: 1, out: expect.stringContaining('`GET /v1/fees` is removed')})
    // A nearer description that the change adds isn't used instead.
    write(subfolder, {'openapi.json': description('/v1/loans')})
    expect(await check()).toMatchObject({code: 2, err: expect.stringContaining('Found 2 API descriptions: ')})
    git(cwd, 'rm', '--quiet', '--force', 'openapi.json')
    expect((await check()).code).not.toBe(0)
    rmSync(join(subfolder, 'openapi.json'))
    expect((await check()).code).not.toBe(0)
  })

  it('a description keeps its history when it moves next to the configuration', async () => {
    const cwd = repository({
      'tenure.yaml': 'format: 1\npolicy: thirteen-months\n',
      'shelves/upper/openapi.json': description('/v1/loans', '/v1/fees')
    })
    const subfolder = join(cwd, 'shelves/upper')
    const check = () => tenure(['check', '--base', 'main'], {cwd: subfolder})
    git(cwd, 'mv', 'shelves/upper/openapi.json', 'openapi.json')
    expect(await check()).toMatchObject({code: 0})
    write(cwd, {'openapi.json': description('/v1/loans')})
    git(cwd, 'add', '--all')
    git(cwd, 'commit', '--quiet', '--message', 'Moved')
    expect((await check()).code).not.toBe(0)
  })

  it('the configuration of the target decides even if the change adds a nearer one', async () => {
    const cwd = repository({...LIBRARY, 'shelves/upper/openapi.json': description('/v1/loans', '/v1/fees')})
    git(cwd, 'checkout', '--quiet', 'work')
    const nearer = folder({'tenure.yaml': 'format: 1\nspec: ../../openapi.json\npolicy: weak.yaml\n'})
    execFileSync('cp', [join(nearer, 'tenure.yaml'), join(cwd, 'shelves/upper/tenure.yaml')])
    const weak = folder({'weak.yaml': 'extends: thirteen-months\nname: weak\nguarantees: {ga: none}\n'})
    execFileSync('cp', [join(weak, 'weak.yaml'), join(cwd, 'shelves/upper/weak.yaml')])
    const withoutFees = folder({'openapi.json': description('/v1/loans')})
    execFileSync('cp', [join(withoutFees, 'openapi.json'), join(cwd, 'openapi.json')])
    git(cwd, 'add', '--all')
    git(cwd, 'commit', '--quiet', '--message', 'Less')
    const checked = await tenure(['check', '--base', 'main'], {cwd: join(cwd, 'shelves/upper')})
    expect(checked).toMatchObject({code: 1, out: expect.stringContaining('`GET /v1/fees` is removed')})
  })

  it('no configuration is searched in parent folders outside of a repository', async () => {
    const cwd = folder({...LIBRARY, 'shelves/openapi.json': description('/v1/loans')})
    const {out} = await tenure(['diff', 'openapi.json', '../openapi.json'], {cwd: join(cwd, 'shelves')})
    expect(out).toContain('(policy: thirteen-months, default)')
  })
})

describe.concurrent('a file named tenure.yml', () => {
  it.each(sample([[['check', '--base', 'main']], [['init']], [['audit']], [['due']]]))(
    'makes %j exit 2',
    async args => {
      const cwd = repository({'openapi.json': description('/v1/loans'), 'tenure.yml': 'policy: none-such\n'})
      expect(await tenure(args, {cwd})).toMatchObject({
        code: 2,
        err: expect.stringContaining("`tenure.yml` isn't read. Rename it to `tenure.yaml`.")
      })
    }
  )

  it('may be renamed by a change', async () => {
    const cwd = repository({'openapi.json': description('/v1/loans'), 'tenure.yml': 'format: 1\nspec: openapi.json\n'})
    git(cwd, 'mv', 'tenure.yml', 'tenure.yaml')
    git(cwd, 'commit', '--quiet', '--message', 'Rename')
    expect(await tenure(['check', '--base', 'main'], {cwd})).toMatchObject({code: 0})
  })
})

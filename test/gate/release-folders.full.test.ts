import {rmSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {type CommandResult, expectRefusal, folder, tenure, write} from '../cli/run.ts'
import {git, TODAY} from './scenario.ts'

/** A description with an endpoint for each path. */
const api = (version: string, ...paths: readonly string[]): string =>
  `openapi: 3.0.3\ninfo: {title: Lending, version: "${version}"}\npaths:\n${paths
    .map(path => `  /v1/${path}: {get: {responses: {"200": {description: All}}}}\n`)
    .join('')}`

const RELEASES = {
  'docs/api/1.0.0/openapi.yml': api('1.0.0', 'loans', 'fees'),
  'docs/api/1.1.0/openapi.yml': api('1.1.0', 'loans', 'fees', 'desks')
}
const DRAFT = {'docs/api/current/openapi.yml': api('dev', 'loans', 'fees', 'desks', 'shelves')}
const AUTHOR = ['-c', 'user.name=a', '-c', 'user.email=a@library.example']

async function commit(cwd: string, message: string): Promise<void> {
  await git(cwd, ['add', '--all'])
  await git(cwd, [...AUTHOR, 'commit', '--quiet', '--allow-empty', '--message', message])
}

/** A repository after `init`, with a branch checked out. */
async function repository(files: Readonly<Record<string, string>> = RELEASES): Promise<string> {
  const cwd = folder(files)
  await git(cwd, ['init', '--quiet', '--initial-branch', 'main'])
  await commit(cwd, 'One')
  if (!('tenure.yaml' in files)) expect((await tenure(['init'], {cwd})).code).toBe(0)
  await commit(cwd, 'Set up')
  await git(cwd, ['checkout', '--quiet', '-b', 'work'])
  return cwd
}

async function check(cwd: string, ...args: readonly string[]): Promise<CommandResult> {
  await commit(cwd, 'Work')
  return tenure(['check', '--base', 'main', '--as-of', TODAY, ...args], {cwd})
}

describe.concurrent('check of an API with a folder for each release', () => {
  it('compares a new release with the newest one of the base', async () => {
    const cwd = await repository()
    write(cwd, {'docs/api/1.2.0/openapi.yml': api('1.2.0', 'loans', 'fees', 'desks', 'readers')})
    const added = await check(cwd)
    expect(added).toMatchObject({code: 0, err: ''})
    expect(added.out).toMatch(
      /Compared `docs\/api\/1\.2\.0\/openapi\.yml` with `docs\/api\/1\.1\.0\/openapi\.yml` in main \(\w+\)\./
    )
    write(cwd, {'docs/api/1.2.0/openapi.yml': api('1.2.0', 'loans', 'desks')})
    const removed = await check(cwd)
    expect(removed.code).toBe(1)
    expect(removed.out).toContain('GET /v1/fees')
  })

  it('compares the newest release with itself if the change edits it, and with a deleted newer one', async () => {
    const cwd = await repository()
    expect((await check(cwd)).out).toMatch(
      /Compared `docs\/api\/1\.1\.0\/openapi\.yml` with main \(\w+\): no API changes\./
    )
    write(cwd, {'docs/api/1.1.0/openapi.yml': api('1.1.0', 'loans', 'fees')})
    const edited = await check(cwd)
    expect(edited.code).toBe(1)
    expect(edited.out).toContain('GET /v1/desks')
    rmSync(join(cwd, 'docs/api/1.1.0'), {recursive: true})
    const deleted = await check(cwd)
    expect(deleted.code).toBe(1)
    expect(deleted.out).toContain('Compared `docs/api/1.0.0/openapi.yml` with `docs/api/1.1.0/openapi.yml` in main')
  })

  it('says that it does not compare an older release that the change edits', async () => {
    const cwd = await repository()
    write(cwd, {'docs/api/1.0.0/openapi.yml': api('1.0.0', 'loans')})
    const {out} = await check(cwd)
    expect(out).toMatch(/^\? No violations in .*, but not everything was compared/)
    expect(out).toContain('It also changes `docs/api/1.0.0/openapi.yml`. Check it with `--spec`.')
    expect((await check(cwd, '--spec', 'docs/api/1.0.0/openapi.yml')).code).toBe(1)
  })

  it('counts all endpoints as removed if the folder is deleted, or no longer listed', async () => {
    const cwd = await repository()
    rmSync(join(cwd, 'docs'), {recursive: true})
    const deleted = await check(cwd)
    expect(deleted.code).toBe(1)
    expect(deleted.out).toContain('`docs/api` was deleted, so everything in it counts as removed.')
    const other = await repository()
    write(other, {'tenure.yaml': 'format: 1\nspec: new.yaml\n', 'new.yaml': api('1', 'loans')})
    const unlisted = await check(other)
    expect(unlisted.code).toBe(1)
    expect(unlisted.out).toContain('no longer lists `docs/api`, so everything in it counts as removed.')
  })

  it('compares the draft with that of the base, and a new release with the newest one', async () => {
    const cwd = await repository({...RELEASES, ...DRAFT})
    expect((await check(cwd)).out).toMatch(
      /Compared `docs\/api\/current\/openapi\.yml` with main \(\w+\): no API changes\./
    )
    write(cwd, {'docs/api/current/openapi.yml': api('dev', 'loans', 'desks', 'shelves')})
    const edited = await check(cwd)
    expect(edited.code).toBe(1)
    expect(edited.out).toContain('GET /v1/fees')
    await git(cwd, ['checkout', '--quiet', '-B', 'other', 'main'])
    write(cwd, {'docs/api/1.2.0/openapi.yml': api('1.2.0', 'loans', 'desks')})
    const released = await check(cwd)
    expect(released.code).toBe(1)
    expect(released.out).toContain('Compared `docs/api/1.2.0/openapi.yml` with `docs/api/1.1.0/openapi.yml` in main')
    write(cwd, {'docs/api/current/openapi.yml': api('dev', 'loans')})
    expect((await check(cwd)).out).toContain('It also changes `docs/api/current/openapi.yml`.')
  })

  it('reads files and folders of releases next to each other, but no parts of a release', async () => {
    const files = {
      'tenure.yaml': 'format: 1\nspec: docs/api\npolicy: thirteen-months\n',
      'docs/api/1.0.yaml': api('1.0', 'loans', 'fees'),
      'docs/api/1.1.yaml': api('1.1', 'loans', 'fees'),
      'docs/api/1.1/fees.yaml': api('1.1', 'fees')
    }
    const cwd = await repository({...files, 'docs/api/main/openapi.yaml': api('dev', 'loans', 'fees', 'desks')})
    write(cwd, {'docs/api/main/openapi.yaml': api('dev', 'loans', 'desks')})
    const edited = await check(cwd)
    expect(edited.code).toBe(1)
    expect(edited.out).toContain('GET /v1/fees')
    const other = await repository(files)
    write(other, {'docs/api/2.0/openapi.yaml': api('2.0', 'loans')})
    const added = await check(other)
    expect(added.code).toBe(1)
    expect(added.out).toContain('Compared `docs/api/2.0/openapi.yaml` with `docs/api/1.1.yaml` in main')
    expect((await tenure(['audit', 'docs/api'], {cwd: other})).out).toContain(
      '3 releases, the API descriptions in the folder'
    )
  })

  it('passes the adopting change, and `record` adds the next release', async () => {
    const cwd = folder(RELEASES)
    await git(cwd, ['init', '--quiet', '--initial-branch', 'main'])
    await commit(cwd, 'One')
    await git(cwd, ['checkout', '--quiet', '-b', 'adopt'])
    for (const args of [['init'], ['record', '--all', '--as-of', TODAY]])
      expect((await tenure(args, {cwd})).code).toBe(0)
    const adopted = await check(cwd)
    expect(adopted).toMatchObject({code: 0, err: ''})
    expect(adopted.out).toMatch(/^✔ /)
    expect((await tenure(['audit', 'docs/api'], {cwd})).out).toContain('2 releases, one in each folder')
    write(cwd, {'docs/api/1.2.0/openapi.yml': api('1.2.0', 'loans', 'fees', 'desks', 'readers')})
    const recorded = await tenure(['record', '--release', '1.2.0', '--date', '2026-03-03'], {cwd})
    expect(recorded.code, recorded.err).toBe(0)
    expect(recorded.out).toContain('Compared docs/api/1.2.0/openapi.yml with docs/api/1.1.0/openapi.yml.')
    expect((await tenure(['deprecate', 'GET /v1/fees', '--replacement', 'none', '--as-of', TODAY], {cwd})).code).toBe(0)
  })

  it('audit, notes, and changelog find it by its name or its folder if there are several APIs', async () => {
    const fees = Object.entries(RELEASES).map(([path, text]) => [
      path.replace('docs/', 'fees/'),
      text.replace('Lending', 'Fees')
    ])
    const cwd = await repository({...RELEASES, ...Object.fromEntries(fees)})
    for (const command of [
      ['audit', 'docs/api'],
      ['audit', '--api', 'fees'],
      ['notes', '1.1.0', 'docs/api'],
      ['changelog', 'docs/api']
    ]) {
      const result = await tenure([...command, '--as-of', TODAY], {cwd})
      expect(result.code, result.err).toBe(0)
    }
    const all = await check(cwd)
    expect(all.out).toMatch(
      /^✔ No policy violations in 2 APIs\n\n2 APIs without changes and findings: `lending` and `fees`\.\n/
    )
    rmSync(join(cwd, 'fees'), {recursive: true})
    rmSync(join(cwd, 'docs'), {recursive: true})
    write(cwd, {'docs/api/readme.txt': ''})
    const withoutReleases = await tenure(['audit', 'docs/api'], {cwd})
    expectRefusal(withoutReleases)
  })
})

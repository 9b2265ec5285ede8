// Creates the folders and repositories that the tests of sources read.

import {spawnSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {expect} from 'vitest'
import {openReleases, type SourceChoice} from '../../src/inputs/sources/open-source.ts'
import type {ReleaseSource, SourceRelease, SourceRevision} from '../../src/inputs/sources/source.ts'
import {InputError} from '../../src/model/input-error.ts'
import {HERE} from '../here.ts'

export function folder(files: Readonly<Record<string, string>> = {}): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'tenure-source-')))
  write(path, files)
  return path
}

export function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), {recursive: true})
    writeFileSync(join(root, path), text)
  }
}

/** An API description that is long enough for git to recognize it after a move. */
export const api = (title: string): string =>
  `openapi: 3.1.0\ninfo:\n  title: ${title}\n  version: '1'\npaths:\n  /loans:\n    get: {operationId: listLoans}\n`

const CLEAN = {GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', TZ: 'UTC'}

export function git(cwd: string, args: readonly string[], time = '2024-01-01T12:00:00Z'): string {
  const person = {GIT_AUTHOR_NAME: 'L', GIT_AUTHOR_EMAIL: 'l@x', GIT_COMMITTER_NAME: 'L', GIT_COMMITTER_EMAIL: 'l@x'}
  const env = {...process.env, ...CLEAN, ...person, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time}
  const {status, stdout, stderr} = spawnSync('git', args, {cwd, env, encoding: 'utf8'})
  expect(status, `git ${args.join(' ')}: ${stderr}`).toBe(0)
  return stdout.trim()
}

export function repository(): string {
  const path = folder()
  git(path, ['init', '--quiet', '--initial-branch=main'])
  return path
}

/** The releases whose API description can't be read, and why. */
export const unreadableReleases = ({releases}: ReleaseSource): {name: string; why: string}[] =>
  releases.flatMap(({name, tree}) => {
    try {
      tree()
      return []
    } catch (error) {
      if (error instanceof InputError) return [{name, why: error.message}]
      throw error
    }
  })

const instant = (day: string): string => (day.includes('T') ? day : `${day}T12:00:00Z`)

/** Commits files (`undefined` deletes one) on a day, with lightweight tags. */
export function commit(
  root: string,
  day: string,
  files: Readonly<Record<string, string | undefined>>,
  ...tags: string[]
): string {
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) rmSync(join(root, path))
    else write(root, {[path]: text})
  }
  git(root, ['add', '--all'])
  git(root, ['commit', '--quiet', '--allow-empty', '-m', day], instant(day))
  for (const tag of tags) git(root, ['tag', tag])
  return git(root, ['rev-parse', 'HEAD'])
}

export const annotate = (root: string, tag: string, day: string, at = 'HEAD'): string =>
  git(root, ['tag', '--force', '-a', '-m', tag, tag, at], instant(day))

export function open(path: string, choice: Partial<SourceChoice> = {}, workspace = HERE): ReleaseSource {
  // Tests commit between reads, so git is opened again.
  const here = {...workspace, git: workspace.git.reopen()}
  return openReleases(here, path, {timezone: 'UTC', ...choice})
}

export const dated = ({releases}: ReleaseSource): string[] => releases.map(({name, date}) => `${name} ${date ?? '?'}`)

export const textOf = ({tree}: SourceRevision): string => {
  const opened = tree()
  return opened.read(opened.path).toString('utf8')
}

export const pathAt = ({tree}: SourceRevision): string => tree().path

export function release(source: ReleaseSource, name: string): SourceRelease {
  const found = source.releases.find(each => each.name === name)
  if (!found) throw new Error(`Unexpected lack of ${name}`)
  return found
}

export function rejectionOf(run: () => unknown): InputError {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(InputError)
    return error as InputError
  }
  throw new Error('Unexpected success, expected a refusal')
}

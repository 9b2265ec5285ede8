import {basename, dirname, extname, join, relative, resolve} from 'node:path'
import {InputError, type Problem, refuse} from '../../model/input-error.ts'
import type {Locate} from '../../model/location.ts'
import {nearest} from '../../model/subject/closest-word.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {isFolder, isThere, namesIn, readText} from '../files/file-system.ts'
import {packageFolder} from '../files/installed-packages.ts'
import {listed, problemsIn} from '../history/fields.ts'
import {locator, readYaml, type YamlText} from '../yaml/yaml-file.ts'
import {completePolicy} from './complete-policy.ts'
import {merge} from './merge-maps.ts'
import {policy as format, type WrittenPolicy} from './policy-format.ts'

export interface PolicyFile {
  readonly policy: Policy
  readonly locate: Locate
}

/** A promise that would be accepted. */
const EXAMPLE = 'promises: {ga: {notice: 13 months, from: announcement}, beta: none}'

/** The names of the presets, sorted. */
export const presets = (): string[] =>
  namesIn(packageFolder('policies'))
    .filter(name => name.endsWith('.yaml'))
    .map(name => basename(name, '.yaml'))

const isFileName = (name: string): boolean => /[\\/]/.test(name) || extname(name) !== ''

/** Finds a policy by the name of a preset, or by a path from the folder. */
function find(name: string, folder: string): string {
  if (isFileName(name)) return resolve(folder, name)
  const preset = join(packageFolder('policies'), `${name}.yaml`)
  if (isThere(preset)) return preset
  const known = presets()
  const meant = nearest(name, known)
  throw refuse(
    `Unexpected policy \`${name}\`, expected a file or one of ${listed(known)}${meant ? ` (did you mean \`${meant}\`?)` : ''}`
  )
}

/**
 * Reads a policy and what it extends. `name` is a preset's name or a path from `folder`; `source` is how it is named in
 * reports.
 */
export function readPolicy(name: string, folder = '.'): PolicyFile {
  const path = find(name, folder)
  if (isFolder(path)) throw refuse(`Unexpected folder \`${name}\`, expected a policy file`, {source: name})
  return readPolicyText(readText(path), isFileName(name) ? shownAs(path) : name, path)
}

/** A path as a reader finds it from where they stand; one that lies elsewhere stays whole. */
function shownAs(path: string): string {
  const near = relative('', path)
  return near.startsWith('..') ? path : near
}

/** Reads the text of a policy; `path` is where relative names in it start from. */
export function readPolicyText(text: string, source: string, path = source): PolicyFile {
  const files: YamlText[] = []
  const written = withParents(text, source, path, files, [resolve(path)])
  const [own] = files
  const name = written.name ?? basename(source, extname(source))
  const problems: Problem[] = []
  const policy = completePolicy(written, name, source, problem => {
    problems.push({message: problem.message, ...(own ? {place: own.where(problem.path)} : {})})
  })
  if (problems.length > 0) throw new InputError(problems)
  return {policy, locate: locator(files)}
}

function withParents(
  text: string,
  source: string,
  path: string,
  files: YamlText[],
  seen: readonly string[]
): WrittenPolicy {
  const yaml = readYaml(text, source)
  files.push(yaml)
  const problems = problemsIn(yaml, format, yaml.value, [], EXAMPLE)
  if (problems.length > 0) throw new InputError(problems)
  const written = yaml.value as WrittenPolicy
  if (written.extends === undefined) return written
  let parent: string
  try {
    parent = find(written.extends, dirname(path))
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new InputError(
      error.problems.map(problem => ({...problem, place: yaml.where(['extends'])})),
      {cause: error}
    )
  }
  if (seen.includes(parent)) {
    throw refuse(
      `Unexpected circle of \`extends\` back to \`${written.extends}\`, expected a chain that ends`,
      yaml.where(['extends'])
    )
  }
  if (!isThere(parent)) {
    throw refuse(
      `Unexpected \`extends: ${written.extends}\`, expected a policy file that exists`,
      yaml.where(['extends'])
    )
  }
  const inherited = withParents(
    readText(parent),
    isFileName(written.extends) ? shownAs(parent) : written.extends,
    parent,
    files,
    [...seen, parent]
  )
  return extend(inherited, written)
}

/**
 * A child is a policy of its own: it goes by no name, title or page of the parent's.
 * A child that says nothing of revisions changes the parent's last one: what is in force, not what was. A child with
 * revisions of its own replaces the parent's.
 */
function extend(parent: WrittenPolicy, child: WrittenPolicy): WrittenPolicy {
  const {extends: _, promises, breaks, exemptions, ...rest} = child
  const {name: _name, title: _title, page: _page, read: _read, ...base} = parent
  const inherited = parent.revisions
  if (!inherited || child.revisions) return merge(base, {...rest, promises, breaks, exemptions}) as WrittenPolicy
  const last = merge(inherited.at(-1), {promises, breaks, exemptions})
  return {
    ...(merge(base, rest) as WrittenPolicy),
    revisions: [...inherited.slice(0, -1), last] as NonNullable<WrittenPolicy['revisions']>
  }
}

import {dirname, join, relative, resolve} from 'node:path'
import {InputError} from '../../model/input-error.ts'
import {isDescription} from '../document/detect-description.ts'
import {hashed, type Shelf} from '../document/file-tree.ts'
import {SPEC_LIMIT} from '../document/read-document.ts'
import {isThere, readBytes, readText} from '../files/file-system.ts'
import {CommitTree} from '../git/commit-tree.ts'
import {ask} from '../git/git.ts'
import {leftOut} from '../git/not-in-clone.ts'
import {movedFrom} from '../sources/renamed-file.ts'
import {readYaml} from '../yaml/yaml-file.ts'
import {type BaseChoice, type HeldCommit, pathIn, stateBefore} from './base-revision.ts'

type Choice = Omit<BaseChoice, 'timezone' | 'files'>

/** What is left where a description was: nothing is served any more. */
export const nothingAt = (spec: string): Shelf => ({
  path: 'nothing.yaml',
  sourceOf: () => spec,
  ...hashed(() => Buffer.from('openapi: 3.0.3\ninfo: {title: Nothing, version: "0"}\npaths: {}\n')),
  real: path => path
})

/** What became of a description that is not there. */
export interface Lost {
  readonly label: string
  /** Where it went: git sees that it was moved, or others came when it went. */
  readonly to: readonly string[]
}

/** What became of a description that is not there, if the base or an older commit knows it. */
export function lostAt(spec: string, choice: Choice): Lost | undefined {
  const state = stateBefore('.', choice, ({root}, head) => isIn(root, head, spec))
  if (!state) return undefined
  const {root} = state.repository
  const path = pathIn(root, spec)
  if (path === undefined) return undefined
  if (isIn(root, state.id, spec)) return {label: state.label, to: movedTo(root, state.id, path)}
  const taken = ask(root, ['log', '-1', '--first-parent', '--diff-filter=D', '--format=%h', '--', path])
  const id = taken?.toString('utf8').trim()
  return id ? {label: `the commits before ${id}`, to: movedTo(root, `${id}^1`, path)} : undefined
}

const isIn = (root: string, commit: string, file: string): boolean => {
  const path = pathIn(root, file)
  return path !== undefined && new CommitTree(root, commit).find(path)?.kind === 'file'
}

/** Where git sees a file now that was at a path in a commit; else all descriptions that came since. */
function movedTo(root: string, id: string, path: string): string[] {
  const moved = ask(root, ['diff', '-M', '-z', '--name-status', '--diff-filter=R', id])
  // Git compares contents to find what was renamed.
  if (!moved) throw leftOut(`What \`${path}\` was renamed to`, path)
  const fields = moved.toString('utf8').split('\0')
  const here = (each: string): string => relative('', join(root, each)) || each
  for (let at = 0; at + 2 < fields.length; at += 3) if (fields[at + 1] === path) return [here(fields[at + 2] ?? '')]
  const added = ask(root, ['diff', '--no-renames', '-z', '--name-only', '--diff-filter=A', id])?.toString('utf8') ?? ''
  const others = ask(root, ['ls-files', '-z', '--others', '--exclude-standard', '--full-name'])?.toString('utf8') ?? ''
  const came = [...new Set([...added.split('\0'), ...others.split('\0')])].filter(
    each => /\.(?:ya?ml|json)$/i.test(each) && isThere(join(root, each))
  )
  return came.filter(each => isDescription(readBytes(join(root, each), SPEC_LIMIT))).map(here)
}

/** Which of these names the base has here; nobody has them any more. */
export function lostNamed(names: readonly string[], choice: Choice): string | undefined {
  const state = stateBefore('.', choice, ({root}, head) => names.some(name => isIn(root, head, name)))
  return state && names.find(name => isIn(state.repository.root, state.id, name))
}

/** An API that the configuration of the base lists, and that of today does not. */
export interface GoneApi {
  readonly name?: string
  readonly spec: string
  /** The commit that tells its history and its policy. */
  readonly held: HeldCommit
  /** Where in the configuration of the base its keys stand. */
  readonly pointer: string
}

/**
 * The APIs of the base's configuration that nobody follows any more: what stands at the description of none of today's,
 * wherever that stood then. A name may change, and a description may move.
 */
export function goneApis(config: string, specs: readonly string[], choice: Choice): GoneApi[] {
  const state = stateBefore(dirname(config), choice, ({root}) => ask(root, ['diff', '--quiet', 'HEAD']) === undefined)
  if (!state) return []
  const {id, tip, label, repository, isOwn = false} = state
  const {root} = repository
  const source = pathIn(root, config)
  const before = source === undefined ? undefined : new CommitTree(root, tip).read(source)?.toString('utf8')
  if (before === undefined || (isThere(config) && readText(config) === before)) return []
  const tree = new CommitTree(root, id)
  const followed = new Set(
    specs.map(spec => {
      const path = pathIn(root, spec) ?? ''
      return tree.find(path)?.path ?? movedFrom(root, id, path)
    })
  )
  const folder = dirname(config)
  return listedIn(before, config).flatMap(({name, spec, pointer}) => {
    const here = relative('', resolve(folder, spec))
    const path = pathIn(root, here)
    const stood = path === undefined ? undefined : tree.find(path)
    if (stood?.kind !== 'file' || followed.has(stood.path)) return []
    return [{...(name === undefined ? {} : {name}), spec: here, held: {root, id: tip, label, isOwn}, pointer}]
  })
}

interface Listed {
  readonly name?: string | undefined
  readonly spec: string
  readonly pointer: string
}

/** What could not be read listed nothing that can be told. */
function listedIn(text: string, source: string): Listed[] {
  let value: unknown
  try {
    value = readYaml(text, source).value
  } catch (error) {
    if (error instanceof InputError) return []
    throw error
  }
  const apis = mapOf(value).apis
  const all = Array.isArray(apis)
    ? apis.map((each, index) => ({each, pointer: `/apis/${index}`}))
    : [{each: value, pointer: ''}]
  return all.flatMap(({each, pointer}) => {
    const {name, spec} = mapOf(each)
    if (typeof spec !== 'string') return []
    return [{name: textOf(name), spec, pointer}]
  })
}

const mapOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

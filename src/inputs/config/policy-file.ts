import {basename, dirname, extname, join} from 'node:path'
import {createLocator, type YamlText} from '../../documents/yaml/yaml-file.ts'
import {defined} from '../../model/defined.ts'
import {InputError, type InputProblem, inputError} from '../../model/input-error.ts'
import type {LocateSource, SourceLocation} from '../../model/location.ts'
import {memoize} from '../../model/memoize.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {isShellPipe} from '../../stores/files/file-system.ts'
import type {Files} from '../../stores/files/files.ts'
import {listPackageFolder, packageFolder} from '../../stores/files/installed-packages.ts'
import {suggestChoices} from '../../text/format-choices.ts'
import {formatList} from '../../text/format-values.ts'
import {validateYaml, withExample} from '../history/fields.ts'
import {readWords} from '../history/old-words.ts'
import {completePolicy, mergeMaps} from './complete-policy.ts'
import {homeOf} from './key-homes.ts'
import {policySchema as format, type WrittenPolicy} from './policy-format.ts'

export interface PolicyFile {
  readonly policy: Policy
  readonly locate: LocateSource
  /** The files that it was read from: its own, and those that it extends. Without presets. */
  readonly files?: readonly PolicyPath[]
}

/** The absolute path of a policy, and where another file names it. */
export interface PolicyPath {
  readonly path: string
  readonly place?: SourceLocation
}

const GUARANTEES = 'guarantees: {ga: {notice: 13 months, starts: announcement}, beta: none}'

/** Examples of the keys of a policy, for messages about them. */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['format', 'format: 1'],
  ['extends', 'extends: thirteen-months'],
  ['stabilities', 'stabilities: [beta, ga]'],
  ['markers', 'markers: [{form: v<major>, stability: ga}]'],
  ['labels', 'labels: [{value: Technical Preview, stability: beta}]'],
  ['marks', 'marks: [{extension: x-acme-sunset, states: sunset}]'],
  ['guarantees', GUARANTEES],
  ['starts', 'starts: [announcement, {successor: same}]'],
  ['also', 'also: [{notice: 3 releases, starts: release}]'],
  ['endWindow', "endWindow: ['01-15', '07-15']"],
  ['conditions', 'conditions: {consent: All clients have agreed.}'],
  ['phases', 'phases: [{name: security fixes only, length: 6 months}]'],
  ['kinds', 'kinds: {field: {notice: 3 months}}'],
  ['compatibility', 'compatibility: {value-added: {response: breaking}}'],
  ['waiverReasons', "waiverReasons: {security: {minimum: 0 days, approvers: ['@library/security']}}"],
  ['versions', 'versions: {scheme: semver}'],
  ['statements', 'statements: {after removal: 410 Gone.}'],
  ['revisions', 'revisions: [{revision: first, guarantees: {ga: {notice: 6 months}}}]']
])

/** The names of the presets, sorted. */
export const presets = (): string[] =>
  listPackageFolder('policies')
    .filter(name => name.endsWith('.yaml'))
    .map(name => basename(name, '.yaml'))

export const isPolicyFileName = (name: string): boolean => /[\\/]/.test(name) || extname(name) !== ''

/**
 * The path of a policy, by the name of a preset or a path relative to the folder. Throws an `InputError` for an unknown
 * preset.
 */
function resolvePolicyPath(files: Files, name: string, folder: string): string {
  if (isPolicyFileName(name)) return files.resolve(folder, name)
  const preset = join(packageFolder('policies'), `${name}.yaml`)
  if (files.exists(preset)) return preset
  const known = presets()
  throw inputError(`\`${name}\` is neither a file nor a preset.${suggestChoices(name, known, 'Presets')}`)
}

/**
 * Throws an `InputError` if the path of a policy that a file names is a pipe of the shell. Only the user can know that
 * something is written to it.
 */
export function assertNoPipe(path: string): void {
  if (!isShellPipe(path)) return
  throw inputError(`\`${path}\` is a pipe, not a file. Write its content to a file and name that.`, {source: path})
}

/** Reads a policy and the policies that it extends. `name` is a preset or a path relative to `folder`. */
export function readPolicy(files: Files, name: string, folder = '.'): PolicyFile {
  const path = resolvePolicyPath(files, name, folder)
  if (files.isFolder(path)) throw inputError(`\`${name}\` is a folder. Name a policy file.`, {source: name})
  const file = readPolicyText(
    files,
    files.readText(path),
    isPolicyFileName(name) ? displayPath(files, path) : name,
    path
  )
  return isPolicyFileName(name) ? {...file, files: [{path}, ...(file.files ?? [])]} : file
}

/** The path for messages: relative to the working directory if it is in the same repository, else absolute. */
function displayPath(files: Files, path: string): string {
  const relativePath = files.relative('', path)
  if (!relativePath.startsWith('..')) return relativePath
  const root = files.findAbove(files.resolve('.'), '.git')
  return root !== undefined && !files.relative(root, path).startsWith('..') ? relativePath : path
}

/** Parses a policy. Relative paths in it are resolved from the folder of `path`; `source` names it in messages. */
export function readPolicyText(disk: Files, text: string, source: string, path = source): PolicyFile {
  const files: YamlText[] = []
  const paths: PolicyPath[] = []
  const written = readWithParents(disk, text, source, path, {files, paths}, [disk.resolve(path)])
  const [own] = files
  const name = written.name ?? basename(source, extname(source))
  const problems: InputProblem[] = []
  const policy = completePolicy(written, name, source, problem => {
    const at = files.find(({value}) => hasPath(value, problem.path)) ?? own
    problems.push(defined({message: problem.message, place: at?.where(problem.path)}))
  })
  if (problems.length > 0) throw new InputError(problems)
  return {policy, locate: createLocator(files), files: paths}
}

/** Whether a file itself has the value, and doesn't inherit it. */
const hasPath = (value: unknown, [key, ...inner]: readonly (string | number)[]): boolean =>
  key === undefined ||
  (typeof value === 'object' && value !== null && key in value && hasPath(value[key as keyof typeof value], inner))

const validate = memoize((yaml: YamlText): WrittenPolicy => {
  const problems = validateYaml(yaml, format, yaml.value, [], {homeOf, explainedAs: 'policy'}).map(problem =>
    withExample(problem, EXAMPLES, GUARANTEES)
  )
  if (problems.length > 0) throw new InputError(problems)
  return yaml.value as WrittenPolicy
})

function readWithParents(
  disk: Files,
  text: string,
  source: string,
  path: string,
  {files, paths}: {readonly files: YamlText[]; readonly paths: PolicyPath[]},
  seen: readonly string[]
): WrittenPolicy {
  const yaml = readWords(text, source, 'policy', disk.areOnDisk ? 'new' : 'any')
  files.push(yaml)
  const written = validate(yaml)
  if (written.extends === undefined) return written
  let parent: string
  try {
    parent = resolvePolicyPath(disk, written.extends, dirname(path))
    assertNoPipe(parent)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new InputError(
      error.problems.map(problem => ({...problem, place: yaml.where(['extends'])})),
      {cause: error}
    )
  }
  if (seen.includes(parent)) throw circleError(files.slice(seen.indexOf(parent)))
  if (!disk.exists(parent)) {
    throw inputError(`\`extends\` names \`${written.extends}\`, which doesn't exist.`, yaml.where(['extends']))
  }
  if (isPolicyFileName(written.extends)) paths.push(defined({path: parent, place: yaml.where(['extends'])}))
  const inherited = readWithParents(
    disk,
    disk.readText(parent),
    isPolicyFileName(written.extends) ? displayPath(disk, parent) : written.extends,
    parent,
    {files, paths},
    [...seen, parent]
  )
  return mergePolicies(inherited, written)
}

/** The error for policies that extend each other, the same for whichever of them is read first. */
function circleError(files: readonly YamlText[]): InputError {
  const places = files.map(yaml => yaml.where(['extends'])).toSorted((a, b) => (a.source < b.source ? -1 : 1))
  const names = formatList(places.map(({source}) => `\`${source}\``))
  const what = places.length === 1 ? 'extends itself. Remove `extends`' : 'extend each other. Remove one `extends`'
  return inputError(`${names} ${what}.`, places[0])
}

/**
 * Merges a policy into the one it extends. Name, title, page, and read date aren't inherited. Without revisions of its
 * own, a child changes the parent's last revision (the current one, not earlier ones); otherwise its revisions replace
 * the parent's.
 */
function mergePolicies(parent: WrittenPolicy, child: WrittenPolicy): WrittenPolicy {
  const {guarantees, compatibility, waiverReasons, ...rest} = child
  const {extends: _, name: _name, title: _title, page: _page, read: _read, ...base} = parent
  const inherited = parent.revisions
  if (!inherited || child.revisions)
    return mergeMaps(base, {...rest, guarantees, compatibility, waiverReasons}) as WrittenPolicy
  const last = mergeMaps(inherited.at(-1), {guarantees, compatibility, waiverReasons})
  return {
    ...(mergeMaps(base, rest) as WrittenPolicy),
    revisions: [...inherited.slice(0, -1), last] as NonNullable<WrittenPolicy['revisions']>
  }
}

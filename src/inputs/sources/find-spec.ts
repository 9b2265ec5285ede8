import {isAbsolute, posix, sep} from 'node:path'
import {isDescription} from '../../descriptions/readers.ts'
import {isUsualName} from '../../languages/languages.ts'
import {inputError} from '../../model/input-error.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Git} from '../../stores/git/git.ts'
import type {Blob} from '../../stores/git/git-answer.ts'
import {readBlobs} from '../../stores/git/objects.ts'
import {readFolders} from '../../stores/git/trees.ts'
import {quoteForShell} from '../../text/remedies.ts'
import {findDescriptionsInCommit} from './commit-descriptions.ts'
import type {SourceRepository} from './git-repository.ts'
import {formatFirstNames} from './source.ts'

/** Usual folders of API descriptions, relative to the named folder. */
const FOLDERS = [
  '',
  ...['api', 'apis', 'spec', 'specs', 'schema', 'schemas', '.schema', 'doc', 'docs', 'openapi', 'swagger'],
  ...['api/openapi', 'api/swagger', 'docs/api', 'docs/openapi', 'docs/swagger']
]

/**
 * The API description with a usual name in the newest commit, else in the newest of the older ones that has one. Throws
 * an `InputError` if there is none or several.
 */
export function findSpec(git: Git, repository: SourceRepository, [newest, ...older]: readonly NamedCommit[]): string {
  const found = (newest && specIn(git, repository, [newest])) ?? specIn(git, repository, older)
  if (found !== undefined) return found
  const others = (newest && findUnusualSpecs(git, repository, newest)) ?? []
  const seen = others.length > 0 ? ` It has ${formatFirstNames(others)}.` : ''
  throw inputError(
    `No API description with a usual name (\`openapi.yaml\`, \`schema.graphql\`, …) found in \`${repository.named}\`.${seen} Name one with \`--spec PATH\`.`,
    {source: repository.named},
    `--spec ${exampleOf(others)}`
  )
}

/** The only description, the folder that has all of them, or an invented one. */
function exampleOf([first = 'api/library.yaml', ...others]: readonly string[]): string {
  const folder = posix.dirname(first)
  const isFolder = others.length > 0 && folder !== '.' && others.every(path => posix.dirname(path) === folder)
  return isFolder ? quoteForShell(`${folder}/**`) : first
}

/** The API descriptions below the named folder, by their content. `undefined` if not all files are in the clone. */
function findUnusualSpecs(git: Git, repository: SourceRepository, {commit}: NamedCommit): string[] | undefined {
  const {root, named, prefix} = repository
  if (repository.isPartial) return undefined
  const found = findDescriptionsInCommit(git, {root, folder: named}, commit.id)
  return found?.map(path => (path.startsWith(prefix) ? path.slice(prefix.length) : path))
}

/** A commit and its display name. */
export interface NamedCommit {
  readonly name: string
  readonly commit: {readonly id: string}
}

function specIn(git: Git, repository: SourceRepository, revisions: readonly NamedCommit[]): string | undefined {
  const {root, named} = repository
  const usual = findUsualSpecs(git, repository, revisions)
  for (const [index, {name}] of revisions.entries()) {
    const specs = usual[index] ?? []
    const blobs = specs.map(({blob}) => blob)
    const contents = readBlobs(git, root, blobs)
    // A file whose content isn't in the clone is accepted by its name.
    const confirmed = specs
      .filter(({path}, at) => !contents[at] || isDescription(path, contents[at]))
      .map(({path}) => path)
    if (confirmed.length > 1) {
      throw inputError(
        `Found ${confirmed.length} API descriptions in \`${name}\`: ${formatFirstNames(confirmed)}. Choose one with \`--spec\`.`,
        {source: named},
        `--spec ${confirmed[0]}`
      )
    }
    if (confirmed[0] !== undefined) return confirmed[0]
  }
  return undefined
}

/** The files in each revision with a usual name; their content isn't checked. */
export function findUsualSpecs(
  git: Git,
  {root, prefix}: SourceRepository,
  revisions: readonly NamedCommit[]
): {path: string; blob: Blob}[][] {
  const folders = FOLDERS.map(folder => posix.join(prefix, folder).replace(/^\.$|\/$/, ''))
  const asked = revisions.flatMap(({commit: {id}}) => folders.map(path => ({id, path})))
  const trees = readFolders(git, root, asked)
  return revisions.map((_, index) =>
    folders.flatMap((folder, at) => {
      const entries = [...(trees[index * folders.length + at] ?? [])]
      const fitting = entries.filter(([file, {kind}]) => kind === 'file' && isUsualName(file))
      return fitting.map(([file, blob]) => ({path: posix.join(folder, file), blob}))
    })
  )
}

/**
 * The repository paths that a path on the command line can refer to: relative to the named folder, or to the root.
 * Throws an `InputError` if it is outside the repository.
 */
export function resolveSpecPaths(files: Files, {root, prefix, named}: SourceRepository, spec: string): string[] {
  const real = files.realPath(spec)
  const candidates = isAbsolute(spec)
    ? [files.relative(files.realPath(root), real)]
    : [posix.join(prefix, spec.split(sep).join('/')), posix.normalize(spec.split(sep).join('/'))]
  const paths = [...new Set(candidates.map(path => path.split(sep).join('/')))]
  const inside = paths.filter(
    path => path !== '..' && !path.startsWith('../') && !isAbsolute(path) && !/[\n\0]/.test(path)
  )
  if (inside.length > 0) return inside
  throw inputError(`There is no \`${spec}\` in the repository \`${named}\`.`, {source: spec})
}

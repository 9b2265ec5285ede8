import {dirname, join, posix} from 'node:path'
import {isCertainName, USUAL_NAMES} from '../../languages/languages.ts'
import {inputError} from '../../model/input-error.ts'
import {releaseKey, versionKey} from '../../model/time/release.ts'
import {isFileSet} from '../../stores/file-set.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import type {Git} from '../../stores/git/git.ts'
import {pathFromRoot} from '../../stores/git/repository.ts'
import {
  assertChosen,
  findCurrentFile,
  findReleaseFiles,
  isDescriptionFile,
  isReleasePattern,
  noReleasesError,
  toSpecPath
} from './release-files.ts'
import {formatFirstNames} from './source.ts'
import {listTags} from './tags.ts'

/**
 * The API description that is named, or the one with a usual name; `undefined` if there is none. Throws an `InputError`
 * if there are several.
 */
export function findCurrentSpec(files: Files, named: string | undefined): string | undefined {
  return named === undefined && findUsualNames(files).length === 0 ? undefined : requireCurrentSpec(files, named)
}

/**
 * The API descriptions of a folder that have a usual name. `api.json` and `spec.yaml` are common names, so their content
 * decides whether they are API descriptions.
 */
export const findUsualNames = (files: Files, folder = ''): string[] =>
  USUAL_NAMES.map(name => ({name, path: join(folder, name)}))
    .filter(
      ({name, path}) =>
        files.exists(path) && !files.isFolder(path) && (isCertainName(name) || isDescriptionFile(files, path))
    )
    .map(({path}) => path)

/**
 * The current API description: the one that is named, or that of a named folder of releases, else the one with a usual
 * name. Throws an `InputError` if there is none or several.
 */
export function requireCurrentSpec(files: Files, named: string | undefined): string {
  if (named !== undefined) {
    if (files.exists(named) && !files.isFolder(named)) return named
    assertChosen(named, findReleaseFiles(files, named))
    const current = findCurrentFile(files, named)
    if (current !== undefined) return current
    const set = toSpecPath(files, named)
    if (set !== named) return set
    if (isReleasePattern(files, named) || files.isFolder(named)) throw noReleasesError(files, named)
    throw inputError(`There is no file \`${named}\`. Name the current API description.`, {source: named})
  }
  const found = findUsualNames(files)
  if (found.length === 1 && found[0] !== undefined) return found[0]
  throw inputError(
    found.length === 0
      ? 'No API description with a usual name found (`openapi.yaml`, `swagger.json`, `api.yml`, `spec.yaml`, …). Name one with `--spec PATH`.'
      : `Found ${found.length} API descriptions: ${formatFirstNames(found)}. Choose one with \`--spec\`.`,
    undefined,
    `--spec ${found[0] ?? 'api/library.yaml'}`
  )
}

/**
 * The API description before a release: a named file or revision, else the tag of the last release in the history.
 * Returns a file path or `revision:path`.
 */
export function findBaseSpec(
  workspace: Workspace,
  spec: string,
  base: string | undefined,
  last: string | undefined
): string {
  const inRevision = (revision: string): string => `${revision}:${gitPathOf(workspace.git, spec)}`
  if (base !== undefined) {
    if (workspace.files.exists(base) && !workspace.files.isFolder(base)) return base
    return base.includes(':') ? base : inRevision(base)
  }
  const naming = 'Name the description before this release with `--base`: a file or a git revision.'
  const example = '--base main'
  if (last === undefined) throw inputError(`The history has no release yet. ${naming}`, undefined, example)
  const tags = listTags(workspace.git)
  if (!tags)
    throw inputError(`This isn't a git repository, so no tag shows release \`${last}\`. ${naming}`, undefined, example)
  const tagsWithKey = (key: (name: string) => string): string[] => tags.filter(tag => key(tag) === key(last))
  const exact = tags.includes(last) ? [last] : tagsWithKey(releaseKey)
  const same = exact.length > 0 ? exact : tagsWithKey(versionKey)
  if (same.length === 1 && same[0] !== undefined) return inRevision(`refs/tags/${same[0]}`)
  const what =
    same.length > 1
      ? `Release \`${last}\` has ${same.length} tags: ${formatFirstNames(same)}`
      : `The last release has no tag \`${last}\` or \`v${last.replace(/^v(?=\d)/i, '')}\``
  throw inputError(`${what}. ${naming}`, undefined, same.length > 1 ? `--base ${same[0]}` : example)
}

/** The path of a file relative to the root of the repository. */
function gitPathOf(git: Git, spec: string): string {
  const set = isFileSet(spec)
  const folder = pathFromRoot(git, set ? '.' : dirname(spec))
  if (set) return posix.join(folder ?? '', spec)
  const name = spec.split(/[\\/]/).at(-1) ?? spec
  return folder ? `${folder}/${name}` : name
}

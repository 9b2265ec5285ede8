import {basename, dirname, join, resolve} from 'node:path'
import {InputError} from '../../model/input-error.ts'
import {isDescription} from '../document/detect-description.ts'
import {SPEC_LIMIT} from '../document/read-document.ts'
import {isFolder, isThere, namesIn, readBytes, readText} from '../files/file-system.ts'
import {ask} from '../git/git.ts'
import {readYaml} from '../yaml/yaml-file.ts'
import {SPEC_NAMES} from './release-base.ts'

/** What stands around: where a record of an API could begin. Paths are from here. */
export interface Surroundings {
  /** API descriptions with a usual name; of several folders only those that are nearest. */
  readonly specs: readonly string[]
  /** Histories: files, or folders with `service.yaml`. */
  readonly histories: readonly string[]
  /** Markdown files with zones. */
  readonly pages: readonly string[]
  /** The tags of the repository; left out where there is none. */
  readonly tags?: readonly string[]
  readonly ci: readonly Ci[]
  /** The package, where it is a dependency of what stands here. */
  readonly installed?: Installed
}

export interface Installed {
  /** The folder of the package, from here. */
  readonly path: string
  /** It is installed with npm, and what is installed is written down. */
  readonly isLocked: boolean
}

export type Ci = 'github' | 'gitlab' | 'pre-commit'

const CI_FILES: Readonly<Record<Ci, string>> = {
  github: '.github/workflows',
  gitlab: '.gitlab-ci.yml',
  'pre-commit': '.pre-commit-config.yaml'
}

/** What is built, installed or made for tests is no API of this repository. */
const STRANGE = /^(?:\..*|node_modules|vendor|dist|build|out|target|coverage|fixtures?|tests?|examples?)$/i
const DEEPEST = 3
/** A repository may be large, and nobody waits for this. */
const MOST_FOLDERS = 1000

export function lookAround(isPage: (text: string, path: string) => boolean): Surroundings {
  const files = filesBelow()
  const histories = files.flatMap(path => {
    if (basename(path) === 'history.yaml') return isHistory(path) ? [path] : []
    return basename(path) === 'service.yaml' && isHistory(path) ? [dirname(path)] : []
  })
  const tags = ask('.', ['tag', '--list', '--no-column', '--format=%(refname:strip=2)'])
  return {
    specs: nearestIn(files),
    histories,
    pages: files.filter(path => /\.(?:md|markdown)$/i.test(path) && isReadable(path, text => isPage(text, path))),
    ...(tags ? {tags: tags.toString('utf8').split('\n').filter(Boolean)} : {}),
    ci: (Object.keys(CI_FILES) as Ci[]).filter(ci => isThere(CI_FILES[ci])),
    ...installedAround()
  }
}

/** As Node looks for it: here, then in each folder above; what lies outside of the repository nobody gets who clones it. */
function installedAround(): Pick<Surroundings, 'installed'> {
  for (let above = '', folder = resolve('.'); ; above += '../', folder = dirname(folder)) {
    const path = `${above}node_modules/tenure`
    if (isThere(`${path}/schemas`)) return {installed: {path, isLocked: isThere(`${above}package-lock.json`)}}
    if (dirname(folder) === folder || isThere(`${above}.git`)) return {}
  }
}

/** API descriptions with a usual name; of several folders only those that are nearest. */
export const specsAround = (): readonly string[] => nearestIn(filesBelow())

function nearestIn(files: readonly string[]): string[] {
  const specs = files.filter(path => SPEC_NAMES.includes(basename(path)) && isSpec(path))
  const depth = Math.min(...specs.map(depthOf))
  return specs.filter(path => depthOf(path) === depth)
}

const depthOf = (path: string): number => path.split(/[\\/]/).length

function filesBelow(): string[] {
  const found: string[] = []
  let folders = ['.']
  let count = 0
  for (let depth = 0; depth <= DEEPEST; depth++) {
    const below: string[] = []
    for (const folder of folders) {
      if (++count > MOST_FOLDERS) return found
      for (const name of namesIn(folder)) {
        const path = join(folder, name)
        if (!isFolder(path)) found.push(path)
        else if (!STRANGE.test(name) && depth < DEEPEST) below.push(path)
      }
    }
    folders = below
  }
  return found
}

/** What cannot be read is not what is looked for. */
function isReadable(path: string, test: (text: string) => boolean): boolean {
  try {
    return test(readText(path))
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}

function isSpec(path: string): boolean {
  try {
    return isDescription(readBytes(path, SPEC_LIMIT))
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}

/** Whether it says that it is a history; whether all of it is in order is told by who reads it. */
const isHistory = (path: string): boolean =>
  isReadable(path, text => {
    const {value} = readYaml(text, path)
    if (typeof value !== 'object' || value === null || !('service' in value)) return false
    return basename(path) === 'service.yaml' || 'releases' in value
  })

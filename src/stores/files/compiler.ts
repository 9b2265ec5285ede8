import {createRequire} from 'node:module'
import type ts from 'typescript'
import {inputError} from '../../model/input-error.ts'

/**
 * Packages that can bring the compiler, in the order in which they are tried. TypeScript 7 has no stable API, and
 * Microsoft publishes version 6 under the second name for projects that use 7.
 */
const PACKAGES = ['typescript', '@typescript/typescript6']
const OLDEST = {major: 5, minor: 9}

/**
 * The TypeScript compiler that is installed next to tenure. One in the folder of the API isn't used, because a pull
 * request could bring it. Throws an `InputError` if none can be used.
 */
export function loadCompiler(): typeof ts {
  return require_(usablePackage().name) as typeof ts
}

/** The name and the version of the compiler, read without loading it. Throws as `loadCompiler` does. */
export function compilerVersion(): string {
  const {name, version} = usablePackage()
  return `${name} ${version}`
}

/** The name and the version of the compiler, or `none` if none can be used. */
export function describeCompiler(): string {
  try {
    return compilerVersion()
  } catch {
    return 'none'
  }
}

const require_ = createRequire(import.meta.url)

interface Package {
  readonly name: string
  readonly version: string
}

function usablePackage(): Package {
  const installed = PACKAGES.flatMap(findPackage)
  const usable = installed.find(hasCompilerApi)
  if (usable) return usable
  const [found] = installed
  if (!found) {
    throw inputError(
      "Reading code needs `typescript`, which isn't installed next to tenure. Run `npm install --save-dev typescript@6`."
    )
  }
  throw inputError(
    `Reading code needs the API of \`typescript\` ${OLDEST.major}.${OLDEST.minor} to 6, but ${found.version} is installed. ` +
      'Run `npm install --save-dev @typescript/typescript6` to add version 6.'
  )
}

function findPackage(name: string): Package[] {
  try {
    const {version} = require_(`${name}/package.json`) as {version: string}
    return [{name, version}]
  } catch {
    return []
  }
}

function hasCompilerApi({version}: Package): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === OLDEST.major ? minor >= OLDEST.minor : major === OLDEST.major + 1
}

import {sayFew} from '../../text/format-values.ts'
import {isProgram} from '../document/is-server-code.ts'

/** Formats the first five names for a message. */
export const some = (names: readonly string[]): string =>
  sayFew(
    names.map(name => `\`${name}\``),
    5
  )

/** Remarks for server code: installed packages aren't in git, so all releases are read with the same ones. */
export const installedNow = (paths: readonly string[]): readonly string[] =>
  paths.some(isProgram)
    ? ['The code is that of each release; the types of packages are those that are installed now']
    : []

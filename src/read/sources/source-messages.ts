import {sayFew} from '../../text/format-values.ts'
import {isProgram} from '../document/is-server-code.ts'

/** Names for a message, the first ones only. */
export const some = (names: readonly string[]): string =>
  sayFew(
    names.map(name => `\`${name}\``),
    5
  )

/** What is not kept in git is the same for all releases of server code. */
export const installedNow = (paths: readonly string[]): readonly string[] =>
  paths.some(isProgram)
    ? ['The code is that of each release; the types of packages are those that are installed now']
    : []

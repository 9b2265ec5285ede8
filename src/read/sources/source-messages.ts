import {formatFew} from '../../text/format-values.ts'
import {isServerCode} from '../document/is-server-code.ts'

/** Formats the first five names for a message. */
export const formatFirstNames = (names: readonly string[]): string =>
  formatFew(
    names.map(name => `\`${name}\``),
    5
  )

/** Remarks for server code: installed packages aren't in git, so all releases are read with the same ones. */
export const installedPackagesRemark = (paths: readonly string[]): readonly string[] =>
  paths.some(isServerCode)
    ? ['The code is that of each release; the types of packages are those that are installed now']
    : []

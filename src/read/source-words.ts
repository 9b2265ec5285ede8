import {sayFew} from '../words/say.ts'

/** Names for a message, the first ones only. */
export const some = (names: readonly string[]): string =>
  sayFew(
    names.map(name => `\`${name}\``),
    5
  )

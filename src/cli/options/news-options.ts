import type {CommonOptions} from '../../app/session/session.ts'
import type {SourceOptions} from '../../app/session/source-choice.ts'
import {refuse} from '../../model/input-error.ts'

export interface NewsOptions extends CommonOptions, SourceOptions {
  readonly source?: string | undefined
  /** A file in the language of Liquid. */
  readonly template?: string | undefined
  /** Where the JSON goes that a template sees; `-` is standard output. */
  readonly context?: string | undefined
  /** The address at which two releases can be compared, with `{from}` and `{to}`. */
  readonly compare?: string | undefined
}

export function assureCompare({compare}: NewsOptions): void {
  if (
    compare === undefined ||
    (/^https?:\/\/[^\s<>]+$/.test(compare) && compare.includes('{from}') && compare.includes('{to}'))
  )
    return
  throw refuse(
    `Unexpected address \`${compare}\` for --compare, expected one with \`{from}\` and \`{to}\` in it`,
    undefined,
    'https://github.com/library/lending/compare/{from}...{to}'
  )
}

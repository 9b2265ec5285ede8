import type {CommonOptions} from '../../app/session/config.ts'
import type {ReleaseOptions} from '../../app/session/select-source.ts'
import {inputError} from '../../model/input-error.ts'

export interface NewsOptions extends CommonOptions, ReleaseOptions {
  readonly source?: string | undefined
  /** Path of a Liquid template. */
  readonly template?: string | undefined
  /** Path for the JSON that a template receives; `-` is standard output. */
  readonly context?: string | undefined
  /** URL for comparing two releases, with `{from}` and `{to}`. */
  readonly compare?: string | undefined
}

export function assertCompareUrl({compare}: NewsOptions): void {
  if (
    compare === undefined ||
    (/^https?:\/\/[^\s<>]+$/.test(compare) && compare.includes('{from}') && compare.includes('{to}'))
  )
    return
  throw inputError(
    `Unexpected address \`${compare}\` for --compare, expected one with \`{from}\` and \`{to}\` in it`,
    undefined,
    'https://github.com/library/lending/compare/{from}...{to}'
  )
}

import {findNearestSpecs} from '../../inputs/sources/project-files.ts'
import {inputError} from '../../model/input-error.ts'
import type {Files} from '../../stores/files/files.ts'
import {formatFew} from '../../text/format-values.ts'

/**
 * Only description in a folder below, used if no other is named. `undefined` if there's none. Throws an `InputError` if
 * there are several.
 */
export function findOnlySpec(files: Files): string | undefined {
  const [first, ...others] = findNearestSpecs(files)
  if (others.length === 0) return first
  throw inputError(
    `Found ${others.length + 1} API descriptions: ${formatFew(
      [first, ...others].map(path => `\`${path}\``),
      5
    )}. Choose one with \`--spec\`.`,
    undefined,
    `--spec ${first}`
  )
}

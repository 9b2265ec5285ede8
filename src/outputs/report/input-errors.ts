import type {InputProblem} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import {repositoryFile} from './repository-path.ts'
import {plainText} from './sanitize-text.ts'

/** Input errors in place of a report, with their locations. */
export interface InputErrorReport {
  readonly api?: string
  readonly problems: readonly InputProblem[]
  readonly root?: string
}

/** Maximum number of errors that a report for people lists. */
export const MAX_ERRORS = 10

export const sayProblem = ({message, example}: InputProblem): string =>
  `${message}${example === undefined ? '' : `, for example: ${example}`}`

/** File of an error, from the root of the repository. */
export const fileOfError = (place: SourceLocation | undefined, root: string | undefined): string | undefined =>
  place && plainText(repositoryFile(place, root).path)

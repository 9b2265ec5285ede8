import {sayNoTarget} from '../../languages/languages.ts'
import {parseSubject} from '../../languages/subject-in-report.ts'
import {inputError} from '../../model/input-error.ts'
import {type Direction, PART_KINDS, type Subject, type SubjectPart} from '../../model/subject/subject.ts'

/** Subject on the command line, narrowed by options named like the keys of history files. */
export interface SubjectOptions {
  readonly endpoint: string
  /** Second word of a subject written without quotes, such as `GET /v1/loans`. */
  readonly path?: string | undefined
  readonly field?: string | undefined
  readonly parameter?: string | undefined
  readonly header?: string | undefined
  readonly value?: string | undefined
  readonly in?: Direction | undefined
}

export function parseSubjectOptions(options: SubjectOptions): Subject {
  const written = [options.endpoint, options.path ?? []].flat().join(' ')
  const subject = parseSubject(written)
  if (!subject) {
    const narrowed = written.includes(' (')
      ? '. Narrow it as in `(field due, in response)`, or with `--field`, `--parameter`, `--header`, or `--value`'
      : ''
    throw inputError(`${sayNoTarget(written)}${narrowed}.`, undefined, "tenure due 'GET /v1/loans'")
  }
  const keys = [...PART_KINDS, 'in' as const].filter(key => options[key] !== undefined)
  if (keys.length === 0) return subject
  const asked = Object.fromEntries(keys.map(key => [key, options[key]])) as SubjectPart
  return {target: subject.target, part: {...subject.part, ...asked}}
}

/** Throws an `InputError` for empty values of options that are written to files. */
export function requireText<Name extends string>(
  options: {readonly [Key in Name]?: string | undefined},
  names: readonly Name[]
): void {
  const empty = names.find(name => options[name]?.trim() === '')
  if (empty !== undefined) throw inputError(`\`--${empty}\` is empty. Give it a value.`)
}

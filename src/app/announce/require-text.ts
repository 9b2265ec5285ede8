import {inputError} from '../../model/input-error.ts'

/** Throws an `InputError` for empty values of options that are written to files. */
export function requireText<Name extends string>(
  options: {readonly [Key in Name]?: string | undefined},
  names: readonly Name[]
): void {
  const empty = names.find(name => options[name]?.trim() === '')
  if (empty !== undefined) throw inputError(`Unexpected empty \`--${empty}\`, expected a text`)
}

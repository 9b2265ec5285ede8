import {refuse} from '../../model/input-error.ts'

/** What is given on the command line to be written down says something. */
export function assureFilled<Name extends string>(
  options: {readonly [Key in Name]?: string | undefined},
  names: readonly Name[]
): void {
  const empty = names.find(name => options[name]?.trim() === '')
  if (empty !== undefined) throw refuse(`Unexpected empty \`--${empty}\`, expected a text`)
}

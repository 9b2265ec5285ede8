import type {Environment} from '@tenure/core/context/context'
import {inputError} from '@tenure/core/model/input-error'
import {FAIL_ON} from '@tenure/core/model/verdict/fail-on'
import {suggestChoices} from '@tenure/core/text/format-choices'

/** Inputs that `check` has as options of the same name. */
const OPTIONS = ['base', 'target', 'spec', 'history', 'policy', 'config', 'api', 'approvals'] as const

/** Inputs of `action.yml`. */
export interface CheckInputs {
  /** Whether to comment on the pull request. */
  readonly comment: boolean
  /** Whether the comment mentions those who have to approve something. */
  readonly mention: boolean
  /** Name of the commit status to set for what a finished run checked. Empty if the job itself is the result. */
  readonly status: string
  /** Command line of `check`, without the reports of the action. */
  readonly args: readonly string[]
  /** Reports in addition to those of the action, as `check` takes them. */
  readonly formats: readonly string[]
  /** Distinguishes the comments of several checks of a pull request. Empty if there's one. */
  readonly commentKey: string
}

/** Value of an input; an empty string if it isn't set. The runner passes `fail-on` as `INPUT_FAIL_ON`. */
export const inputOf = (name: string, env: Environment): string =>
  env[`INPUT_${name.toUpperCase().replaceAll('-', '_')}`]?.trim() ?? ''

/** Reads the inputs of `action.yml`. Throws an `InputError` with the allowed values if one isn't valid. */
export function readCheckInputs(env: Environment): CheckInputs {
  // Without a value, the configuration decides.
  const failOn = inputOf('fail-on', env) && choiceOf('fail-on', FAIL_ON, env)
  const sarif = inputOf('sarif', env)
  if (sarif.includes(',')) throw inputError(`Input \`sarif\` can't be \`${sarif}\`. Name one file, without a comma.`)
  const folder = inputOf('working-directory', env)
  return {
    comment: choiceOf('comment', ['false', 'true'], env) === 'true',
    mention: choiceOf('mention', ['false', 'true'], env) === 'true',
    status: inputOf('status', env),
    args: [
      'check',
      ...OPTIONS.flatMap(name => {
        const value = inputOf(name, env)
        return value === '' ? [] : [`--${name}=${value}`]
      }),
      ...(failOn === '' ? [] : [`--fail-on=${failOn}`])
    ],
    formats: [inputOf('format', env) || 'github', ...(sarif === '' ? [] : [`sarif=${sarif}`])],
    commentKey: [...(/^\.?\/?$/.test(folder) ? [] : [folder]), inputOf('api', env)].filter(Boolean).join(' ')
  }
}

/** Value of an input with a fixed set of values. The first one is the default. */
function choiceOf<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...(readonly Choice[])],
  env: Environment
): Choice {
  const value = inputOf(name, env) || choices[0]
  const choice = choices.find(each => each === value)
  if (choice !== undefined) return choice
  throw inputError(`Input \`${name}\` can't be \`${value}\`.${suggestChoices(value, choices)}`)
}

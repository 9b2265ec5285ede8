import {defined} from './defined.ts'
import type {SourceLocation} from './location.ts'

/** A reason why an input can't be used: the message, where it applies, and how to correct it. */
export interface InputProblem {
  readonly message: string
  readonly place?: SourceLocation
  /** A line that would be accepted. */
  readonly example?: string
  /** Lines to paste into the file. */
  readonly paste?: readonly string[]
}

/** An error for input that can't be used. It carries every problem found, not only the first. */
export class InputError extends Error {
  readonly problems: readonly InputProblem[]

  constructor(problems: readonly InputProblem[], options?: ErrorOptions) {
    super(problems.map(({message}) => message).join('\n'), options)
    this.name = 'InputError'
    this.problems = problems
  }
}

export const inputError = (message: string, place?: SourceLocation, example?: string): InputError =>
  new InputError([defined({message, place, example})])

/** What a function returns; `otherwise`, or `undefined`, if it throws an `InputError`. */
export function ignoreInputErrors<Value>(read: () => Value): Value | undefined
export function ignoreInputErrors<Value>(read: () => Value, otherwise: Value): Value
export function ignoreInputErrors<Value>(read: () => Value, otherwise?: Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof InputError) return otherwise
    throw error
  }
}

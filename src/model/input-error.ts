import type {Place} from './location.ts'

/** Why an input could not be used: `Unexpected X, expected Y`, where, and what would be right. */
export interface Problem {
  readonly message: string
  readonly place?: Place
  /** A line that would be accepted. */
  readonly example?: string
  /** Lines to put into the file. */
  readonly paste?: readonly string[]
}

/** The job cannot be done with this input. All that is wrong is told at once. */
export class InputError extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[], options?: ErrorOptions) {
    super(problems.map(({message}) => message).join('\n'), options)
    this.name = 'InputError'
    this.problems = problems
  }
}

export const refuse = (message: string, place?: Place, example?: string): InputError =>
  new InputError([{message, ...(place ? {place} : {}), ...(example === undefined ? {} : {example})}])

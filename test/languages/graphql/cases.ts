// A case of another checker: a change of a library's schema, and what that checker says of it.

/** The levels of the other checkers: `dangerous` is what a client may not expect, as our review. */
export type Level = 'breaking' | 'dangerous' | 'safe'
type Answer = 'breaking' | 'review' | 'compatible'

export interface Case {
  readonly name: string
  /** A schema with its change: `due: <<Int => Float>>`. `reachAll` adds a type `Query` if it has none. */
  readonly schema: string
  readonly theirs: Level
  readonly answer: Answer
  /** Why the answer is another. */
  readonly why?: string
}

const ANSWERS: Readonly<Record<Level, Answer>> = {breaking: 'breaking', dangerous: 'review', safe: 'compatible'}

/** Whether our answer is the other checker's. */
export const agrees = ({theirs, answer}: Case): boolean => ANSWERS[theirs] === answer

const EDIT = /<<(.*?) =>(.*?)>>/gs

/** The schemas before and after the change. */
export const versionsOf = ({schema}: Pick<Case, 'schema'>): readonly [older: string, newer: string] => [
  schema.replace(EDIT, (_, was: string) => was),
  schema.replace(EDIT, (_, __, is: string) => is)
]

/** Our answer where it is another, and why. */
export type Ours = readonly [answer: Answer, why: string]

export const judged = (name: string, schema: string, theirs: Level, ours?: Ours): Case => ({
  ...{name, schema, theirs, answer: ours?.[0] ?? ANSWERS[theirs]},
  ...(ours ? {why: ours[1]} : {})
})

// Reasons that several cases share.
export const UNSENT: Ours = ['compatible', 'A client that doesn’t send it sees no difference that the schema shows.']
export const FIRST_DEFAULT: Ours = [
  'compatible',
  'What a server did without a value isn’t in the schema, so a first default contradicts nothing.'
]
export const ONLY_IN_SCHEMAS: Ours = [
  'compatible',
  'Only schemas can have the directive there, so no document of a client is rejected.'
]

/** What to write in each format: a text, or an object for JSON. */
export type Formats = Readonly<Record<string, () => string | object | Promise<string | object>>>

/** What a command found of one of several APIs. */
export interface PartOfApi<Part> {
  /** The name of the API in the configuration. */
  readonly name: string
  readonly part: Part
}

/** What else counts when the parts of several APIs become one text. */
export interface JoinContext {
  /** The number of APIs that couldn't be read. */
  readonly unread: number
  readonly color: boolean
}

/** What an API adds to a text about several, and what is written of all parts in place of a section for each. */
export interface Joined {
  readonly part: unknown
  readonly join: (parts: readonly PartOfApi<unknown>[], context: JoinContext) => Formats
}

/** A part that is joined with parts of its own kind, which a command always gives. */
export const joinedBy = <Part>(
  part: Part,
  join: (parts: readonly [PartOfApi<Part>, ...PartOfApi<Part>[]], context: JoinContext) => Formats
): Joined => ({part, join: join as unknown as Joined['join']})

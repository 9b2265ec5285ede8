/** Settings of a containment question. */
export interface ContainmentSettings {
  /** Whether known formats restrict values; otherwise `format` is ignored. */
  readonly formats: boolean
  /** `oneOf` as written, or read as `anyOf`. */
  readonly oneOf: 'exact' | 'union'
  /** Number of steps after which a question is `undetermined`. */
  readonly steps: number
}

export const DEFAULT_SETTINGS: ContainmentSettings = {formats: true, oneOf: 'exact', steps: 20_000}

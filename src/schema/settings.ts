/** How containment is asked. */
export interface Settings {
  /** Known formats assert; else `format` says nothing. */
  readonly formats: boolean
  /** `oneOf` as written, or read as `anyOf`. */
  readonly oneOf: 'exact' | 'union'
  /** How many steps a question may take before the answer is `undetermined`. */
  readonly steps: number
}

export const DEFAULTS: Settings = {formats: true, oneOf: 'exact', steps: 20_000}

/** A finding as a baseline stores it: enough to recognize it and to be readable. */
export interface BaselineFinding {
  readonly fingerprint: string
  readonly rule: string
  readonly subject?: string
}

/** The findings that existed when a team adopted the tool, which are suppressed. */
export interface Baseline {
  readonly source: string
  readonly findings: readonly BaselineFinding[]
}

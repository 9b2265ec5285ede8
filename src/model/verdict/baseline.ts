/** What a baseline keeps of a finding: enough to know it again, and to be read by people. */
export interface Known {
  readonly fingerprint: string
  readonly rule: string
  readonly subject?: string
}

/** The findings that a team started with. */
export interface Baseline {
  readonly source: string
  readonly findings: readonly Known[]
}

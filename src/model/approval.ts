/** Owners of whom some have to approve. */
export interface OwnerSet {
  /** Accounts, teams, and email addresses, as written: `@ada`, `@library/api`. */
  readonly owners: readonly string[]
  /** How many of them; one if omitted. */
  readonly count?: number
}

/** The names of all owners, each once. */
export const ownerNames = (sets: readonly OwnerSet[]): string[] => [...new Set(sets.flatMap(({owners}) => owners))]

/** A person on the platform where a change is reviewed. */
export interface Account {
  readonly name: string
  /** What stays if the person is renamed. */
  readonly id?: string
}

/** A review of a change, as the platform tells it. */
export interface Review {
  readonly reviewer: Account
  readonly state: 'approved' | 'changes-requested' | 'dismissed' | 'commented'
  /** The commit that was reviewed. */
  readonly commit: string
  /** An instant in ISO 8601. */
  readonly time: string
  readonly link?: string
  readonly isBot?: boolean
  /** Whether the reviewer is known not to have write access. */
  readonly isReader?: boolean
  /** The teams and email addresses of the reviewer. */
  readonly teams?: readonly string[]
}

/** The reviews of a change, and what they're about. */
export interface Approvals {
  /** The last commit of the change. */
  readonly head: string
  /** Everyone who made the change, and so can't approve it. */
  readonly authors: readonly Account[]
  /** In the order in which they were given. */
  readonly reviews: readonly Review[]
  /** Earlier reviews were of something else. */
  readonly since?: string
  /** What couldn't be found out, in sentences. */
  readonly missing: readonly string[]
}

/** Why the last review of someone doesn't count. */
export type ApprovalFlaw =
  | 'author'
  | 'bot'
  | 'reader'
  | 'changes-requested'
  | 'dismissed'
  | 'other-commit'
  | 'earlier'
  | 'not-owner'

/** Whether a change is approved by those who have to. */
export interface ApprovalJudgment {
  readonly isApproved: boolean
  /** The reviews that count. */
  readonly approvals: readonly Review[]
  readonly refused: readonly {readonly reviewer: string; readonly flaw: ApprovalFlaw; readonly commit: string}[]
}

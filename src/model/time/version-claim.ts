import type {SourceLocation} from '../location.ts'

/** How versions are built. `named` are days with a name: `2024-09-30.acacia`. */
export const VERSION_SCHEMES = ['semver', 'date', 'calendar', 'named'] as const
export type VersionSchemeName = (typeof VERSION_SCHEMES)[number]

/** Where versions come from. */
export const VERSION_SOURCES = ['description', 'tags', 'history'] as const
export type VersionSource = (typeof VERSION_SOURCES)[number]

/** How much a version must grow, from the least to the most. */
export const VERSION_STEPS = ['none', 'patch', 'minor', 'major'] as const
export type VersionStep = (typeof VERSION_STEPS)[number]

/** What a policy requires of version numbers. */
export interface VersionRequirements {
  readonly scheme: VersionSchemeName
  /** Missing if it's the description, or what is there instead. */
  readonly from?: VersionSource
  /** The step of a breaking change below 1.0; `none` if anything may change there. */
  readonly initial: VersionStep
  /** Whether all breaking changes need a major version, or removals only. */
  readonly majorsFrom: 'breaking' | 'removals'
  readonly additions: VersionStep
  readonly deprecations: VersionStep
  readonly documentation: VersionStep
  /** Whether a version may grow by no more than the changes need. */
  readonly exact: boolean
}

/** What a change does to clients. `unclear` if it may be breaking. */
export type VersionedEffect = 'breaking' | 'unclear' | 'deprecation' | 'addition' | 'documentation'

/** A change that a version must account for. */
export interface VersionedChange {
  readonly effect: VersionedEffect
  readonly isRemoval: boolean
  /** The change in a sentence, with names in backticks. */
  readonly sentence: string
  /** What changed, as a history names it. */
  readonly subject: string
  readonly place?: SourceLocation
}

/** The versions of a change and of what it's compared with. */
export interface VersionClaim {
  readonly base: string
  /** Missing if the change states none. */
  readonly here?: string
  /** The last release, if the base is newer and not released. */
  readonly released?: string
  readonly changes: readonly VersionedChange[]
  /** Where the version of the change is stated. */
  readonly place: SourceLocation
}

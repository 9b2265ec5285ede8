/**
 * Who must get along with whom: with `backward`, clients of the older description with servers of the newer one; with
 * `forward`, clients of the newer description with servers of the older one.
 */
export const DIRECTIONS = ['backward', 'forward', 'both'] as const
export type CompatibilityDirection = (typeof DIRECTIONS)[number]

/** Names of two versions in a sentence, with code in backticks. */
export interface ComparedVersions {
  /** The version that clients are built for. */
  readonly newer: string
  /** The version that servers still run. */
  readonly older: string
}

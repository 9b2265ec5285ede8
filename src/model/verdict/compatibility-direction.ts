/**
 * Who must get along with whom: with `backward`, clients of the older description with servers of the newer one; with
 * `forward`, clients of the newer description with servers of the older one.
 */
export type CompatibilityDirection = 'backward' | 'forward' | 'both'

interface RegistryMode {
  readonly direction: CompatibilityDirection
  /** Whether all supported releases count, and not only the last one. */
  readonly isTransitive: boolean
}

/** The modes of schema registries, such as Confluent's and Apicurio's, by name. */
export const REGISTRY_MODES = {
  BACKWARD: {direction: 'backward', isTransitive: false},
  FORWARD: {direction: 'forward', isTransitive: false},
  FULL: {direction: 'both', isTransitive: false},
  BACKWARD_TRANSITIVE: {direction: 'backward', isTransitive: true},
  FORWARD_TRANSITIVE: {direction: 'forward', isTransitive: true},
  FULL_TRANSITIVE: {direction: 'both', isTransitive: true}
} as const satisfies Record<string, RegistryMode>

/** What people write: a direction, or the mode of a registry. */
export type WrittenDirection = CompatibilityDirection | keyof typeof REGISTRY_MODES

export const WRITTEN_DIRECTIONS = ['backward', 'forward', 'both', ...Object.keys(REGISTRY_MODES)] as [
  WrittenDirection,
  ...WrittenDirection[]
]

/** The mode of a registry; `undefined` if the text is a plain direction. */
export const registryModeOf = (written: WrittenDirection): RegistryMode | undefined =>
  written in REGISTRY_MODES ? REGISTRY_MODES[written as keyof typeof REGISTRY_MODES] : undefined

export const directionOf = (written: WrittenDirection): CompatibilityDirection =>
  registryModeOf(written)?.direction ?? (written as CompatibilityDirection)

/** Names of two versions in a sentence, with code in backticks. */
export interface ComparedVersions {
  /** The version that clients are built for. */
  readonly newer: string
  /** The version that servers still run. */
  readonly older: string
}

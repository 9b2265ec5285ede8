import {type ReleaseVersion, splitReleaseName} from './version.ts'

/** The release name without a leading `v`: `v2.0` equals `2.0`. */
export const releaseKey = (name: string): string =>
  name
    .trim()
    .replace(/^v(?=\d)/i, '')
    .toLowerCase()

/** The release name without trailing zeros: a release called `1.0` may be tagged `v1.0.0`. */
export const versionKey = (name: string): string => {
  const key = releaseKey(name)
  return /^\d+(?:\.\d+)*$/.test(key) ? key.replace(/(?:\.0)+$/, '') : key
}

/**
 * The version in a release name (`2.0 GA` is 2.0.0, `3.1-rc.1` a candidate of 3.1). `undefined` for a dated name
 * (`2024-01-01`) and a name without a number.
 */
export const versionOf = (name: string): ReleaseVersion | undefined => splitReleaseName(name)?.version

/** The release line: `2.0` for 2.0.6. Releases without a version share the empty line. */
export function releaseLineOf(name: string): string {
  const version = versionOf(name)
  return version ? `${version.major}.${version.minor}` : ''
}

/** Whether the release counts where a policy counts releases: it is neither a patch nor a pre-release. */
export function isMinorStep(name: string): boolean {
  const version = versionOf(name)
  return version ? version.isPlainMinor : true
}

/** Whether the release opens a new major version (`3.0`, `3.0.0`). */
export function isMajorStep(name: string): boolean {
  return (
    versionOf(name)
      ?.numbers.slice(1)
      .every(each => each === 0) ?? false
  )
}

import type {SemVer} from 'semver'
import coerce from 'semver/functions/coerce.js'

/** A leading `v` does not count in the name of a release: `v2.0` is `2.0`. */
export const releaseKey = (name: string): string =>
  name
    .trim()
    .replace(/^v(?=\d)/i, '')
    .toLowerCase()

/** Zeros at the end say nothing: a release that people call `1.0` is tagged as `v1.0.0`. */
export const versionKey = (name: string): string => {
  const key = releaseKey(name)
  return /^\d+(?:\.\d+)*$/.test(key) ? key.replace(/(?:\.0)+$/, '') : key
}

// Names are few and asked for often.
const versions = new Map<string, SemVer | null>()

const DATED = /^v?\d{4}-\d{2}(-\d{2})?|^v?(19|20)\d{6}\b/i

/**
 * The version in the name of a release, read leniently (`2.0 GA` is 2.0.0, `3.1-rc.1` keeps its pre-release).
 * A dated name (`2024-01-01`) and a name without a number hold none.
 */
export function versionOf(name: string): SemVer | undefined {
  const known = versions.get(name)
  if (known !== undefined) return known ?? undefined
  const version = DATED.test(name.trim()) ? null : coerce(name, {includePrerelease: true})
  versions.set(name, version)
  return version ?? undefined
}

/** The line that a release is on: `2.0` for 2.0.6. Releases without a version share one line, the empty one. */
export function lineOf(name: string): string {
  const version = versionOf(name)
  return version ? `${version.major}.${version.minor}` : ''
}

/** A patch or a pre-release: it does not count where a policy counts releases. */
export function isMinorStep(name: string): boolean {
  const version = versionOf(name)
  return version ? version.patch === 0 && version.prerelease.length === 0 : true
}

/** A release that opens a new major version (`3.0`, `3.0.0`). */
export function isMajorStep(name: string): boolean {
  const version = versionOf(name)
  return version !== undefined && version.minor === 0 && version.patch === 0
}

import type {SemVer} from 'semver'
import inc from 'semver/functions/inc.js'
import parse from 'semver/functions/parse.js'
import {type Day, parseDateRange} from '../model/time/date-range.ts'
import {VERSION_STEPS, type VersionSchemeName, type VersionStep} from '../model/time/version-claim.ts'

/** A version as its scheme reads it. */
export interface SchemedVersion {
  readonly text: string
  /** Whether it precedes the release of its version. */
  readonly isCandidate: boolean
  /** Negative if it's older than the other, 0 if both are the same. */
  readonly compare: (other: SchemedVersion) => number
  /** Whether it grew enough since an older version. */
  readonly suffices: (from: SchemedVersion, step: VersionStep) => boolean
  /** The lowest version that grew enough. `undefined` if it needs a name that wasn't given. */
  readonly raise: (step: VersionStep, asOf: Day, name?: string) => string | undefined
}

type ReadVersion = (text: string, initial: VersionStep) => SchemedVersion | undefined

const READERS: Readonly<Record<VersionSchemeName, ReadVersion>> = {
  semver: readSemantic,
  date: text => readDated(text, false),
  named: text => readDated(text, true),
  calendar: readCalendar
}

/** Reads a version. `initial` is the step of a breaking change below 1.0. `undefined` if it isn't one of the scheme. */
export const readVersion = (
  text: string,
  scheme: VersionSchemeName,
  initial: VersionStep
): SchemedVersion | undefined => READERS[scheme](text.trim(), initial)

/** The scheme that a version has by its form. `undefined` if it has none. */
export const schemeOf = (text: string): VersionSchemeName | undefined =>
  (['date', 'named', 'calendar', 'semver'] as const).find(scheme => {
    const isShort = scheme === 'calendar' && !/^v?(?:19|20)\d\d/.test(text.trim())
    return !isShort && readVersion(text, scheme, 'minor') !== undefined
  })

/** Whether a version is one step after another one, or the same. */
export function isStepAfter(text: string, older: string, scheme: VersionSchemeName): boolean {
  const [version, from] = [text, older].map(each => readVersion(each, scheme, 'major'))
  if (!version || !from) return false
  return VERSION_STEPS.some(step => {
    const raised = readVersion(from.raise(step, '') ?? '', scheme, 'major')
    return scheme !== 'semver' || (raised && version.suffices(from, step) && raised.compare(version) >= 0)
  })
}

const stepRank = (step: VersionStep): number => VERSION_STEPS.indexOf(step)

export const largerStep = (one: VersionStep, other: VersionStep): VersionStep =>
  stepRank(one) < stepRank(other) ? other : one

const SEMANTIC = /^(v?)(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(-[\da-z.-]+)?(\+[\da-z.-]+)?$/i

interface SemanticVersion extends SchemedVersion {
  readonly version: SemVer
  /** The lowest version that grew enough. */
  readonly raised: (step: VersionStep) => SemVer
}

/**
 * Reads a semantic version, also with one or two numbers. A number that isn't written can't grow, so an addition needs
 * nothing of `v2`.
 */
function readSemantic(text: string, initial: VersionStep): SemanticVersion | undefined {
  const [all, prefix = '', first = '', second, third, candidate = '', build = ''] = SEMANTIC.exec(text) ?? []
  const plain = [first, second ?? 0, third ?? 0].map(Number).join('.')
  const version = all === undefined ? null : parse(`${plain}${candidate}${build}`)
  // A day that doesn't exist is no candidate of a year.
  if (!version || (second === undefined && /^-\d/.test(candidate))) return undefined
  const written = third !== undefined ? 3 : second !== undefined ? 2 : 1
  const isCandidate = version.prerelease.length > 0
  const covered = isCandidate ? stepOfCore(version) : 'none'
  const raised = (step: VersionStep): SemVer => {
    const own = stepOf(step, version.major === 0 ? initial : 'major')
    if (stepRank(own) <= stepRank('major') - written) return version
    const next = stepRank(own) <= stepRank(covered) ? inc(version.version, 'prerelease') : inc(plain, own as 'major')
    return parse(next) ?? version
  }
  const format = ({major, minor, patch, prerelease}: SemVer): string =>
    `${prefix}${[major, minor, patch].slice(0, written).join('.')}${prerelease.length > 0 ? `-${prerelease.join('.')}` : ''}`
  const compare = (other: SchemedVersion): number => version.compare((other as SemanticVersion).version)
  return {
    text,
    version,
    isCandidate,
    raised,
    compare,
    suffices: (from, step) => {
      const needed = (from as SemanticVersion).raised(step)
      if (needed === (from as SemanticVersion).version) return compare(from) >= 0
      // A candidate of the needed version is enough, too.
      return compare(from) > 0 && (needed.prerelease.length > 0 || version.compareMain(needed) >= 0)
    },
    raise: step => {
      const next = raised(step)
      return next === version ? text : format(next)
    }
  }
}

/** The step of a version whose breaking changes take the step `breaking`: a smaller one makes all steps smaller. */
const stepOf = (step: VersionStep, breaking: VersionStep): VersionStep =>
  VERSION_STEPS[Math.max(step === 'none' || breaking === 'none' ? 0 : 1, stepRank(step) + stepRank(breaking) - 3)] ??
  'none'

/** The step that the release of a candidate takes since the release before it. */
const stepOfCore = ({minor, patch}: SemVer): VersionStep => (patch > 0 ? 'patch' : minor > 0 ? 'minor' : 'major')

const DATED = /^(v?)(\d{4})(-?)(\d{2})\3(\d{2})(?:[.-]([a-z][\w-]*))?$/i
/** Names of versions that change at any time. */
const PREVIEW = /^(?:preview|beta|alpha|unstable|dev)$/i

interface DatedVersion extends SchemedVersion {
  readonly day: Day
  readonly name: string
}

/**
 * Reads a version that is a day, perhaps with a name that several versions share. A change may have a newer day or the
 * same one. With names, only the first version of a name may break.
 */
function readDated(text: string, isNamed: boolean): DatedVersion | undefined {
  const [, prefix = '', year, divider = '', month, monthDay, name = ''] = DATED.exec(text) ?? []
  const day = `${year}-${month}-${monthDay}`
  if (year === undefined || !parseDateRange(day) || (name !== '' && !isNamed)) return undefined
  const isCandidate = PREVIEW.test(name)
  const compare = (other: SchemedVersion): number => compareParts([day], [(other as DatedVersion).day])
  return {
    text,
    day,
    name,
    isCandidate,
    compare,
    suffices: (from, step) => {
      const order = compare(from)
      if (!isNamed || step !== 'major' || from.isCandidate) return order >= 0
      const before = (from as DatedVersion).name
      return name === '' && before === '' ? order > 0 : order >= 0 && name !== before
    },
    raise: (step, asOf, given) => {
      const isFirst = isNamed && step === 'major' && !isCandidate
      if (isFirst && name !== '' && given === undefined) return undefined
      const own = isFirst ? (given ?? '') : name
      const next = step !== 'none' && day < asOf ? asOf : day
      return `${prefix}${next.replaceAll('-', divider)}${own === '' ? '' : `.${own}`}`
    }
  }
}

const CALENDAR = /^(v?)((?:19|20)\d{2}|\d{2})([.-])(0?[1-9]|1[0-2])(?:[.-](\d{1,6}))?$/i

interface CalendarVersion extends SchemedVersion {
  readonly numbers: readonly number[]
}

/**
 * Reads a version of a year and a month, perhaps with a day or a count (`2024.6.1`). Several changes can share a month or
 * a day, and a count grows with each.
 */
function readCalendar(text: string): CalendarVersion | undefined {
  const [, prefix = '', year = '', divider = '', month = '', last] = CALENDAR.exec(text) ?? []
  if (year === '') return undefined
  const isPadded = month.startsWith('0') || (month.length === 2 && (divider === '-' || year.length === 2))
  const isDay = last !== undefined && last.length === 2 && isPadded && year.length === 4
  if (isDay && !parseDateRange(`${year}-${month}-${last}`)) return undefined
  const isCounted = last !== undefined && !isDay
  const numbers = [year, month, last ?? 0].map(Number)
  const compare = (other: SchemedVersion): number => compareParts(numbers, (other as CalendarVersion).numbers)
  return {
    text,
    numbers,
    isCandidate: false,
    compare,
    suffices: (from, step) => (step !== 'none' && isCounted ? compare(from) > 0 : compare(from) >= 0),
    raise: (step, asOf) => {
      const today = [asOf.slice(4 - year.length, 4), asOf.slice(5, 7), asOf.slice(8)]
      const isLater = compareParts(today.slice(0, isDay ? 3 : 2).map(Number), numbers.slice(0, isDay ? 3 : 2)) > 0
      if (step === 'none' || (!isLater && !isCounted)) return text
      const count = isLater ? 0 : Number(last) + 1
      const [now = '', nowMonth = '', nowDay = ''] = isLater ? today : [year, month, last]
      const own = isPadded ? nowMonth : String(Number(nowMonth))
      return [`${prefix}${now}`, own, ...(isCounted ? [count] : isDay ? [nowDay] : [])].join(divider)
    }
  }
}

/** Compares the first parts that differ. */
function compareParts<Part extends number | string>(one: readonly Part[], other: readonly Part[]): number {
  const at = one.findIndex((each, index) => each !== other[index])
  const [a, b] = [one[at], other[at]]
  return a === undefined || b === undefined || a === b ? 0 : a < b ? -1 : 1
}

import {CHANGE_KINDS, isChangeKind, kindOf} from '../../languages/kinds.ts'
import {FLAG_STABILITY} from '../../languages/language.ts'
import {defined} from '../../model/defined.ts'
import {isRecord} from '../../model/json.ts'
import {formatPointer, parsePointer} from '../../model/location.ts'
import {parseDateRange} from '../../model/time/date-range.ts'
import type {VersionRequirements} from '../../model/time/version-claim.ts'
import type {
  ChangeRequirement,
  DayOfYear,
  EffectMap,
  EndWindow,
  Guarantee,
  Length,
  Policy,
  PolicyCondition,
  PolicyRevision,
  RevisionStart,
  SuccessorRequirement,
  TimeRequirement,
  WaiverReason,
  WrittenTerms
} from '../../model/verdict/policy.ts'
import {DEFAULT_REQUIREMENTS} from '../../policy/needed-version.ts'
import {suggestChoices} from '../../text/format-choices.ts'
import {formatList} from '../../text/format-values.ts'
import {
  parseLength,
  QUARTER_STARTS,
  type WrittenDays,
  type WrittenEffects,
  type WrittenGuarantee,
  type WrittenPolicy,
  type WrittenRequirements,
  type WrittenRevision,
  type WrittenWaiverReasons
} from './policy-format.ts'
import {isLimit, readCondition, readUsageLimit} from './usage-limit.ts'

/** A problem of the policy as a whole, whose values are valid one by one. */
export interface PolicyProblem {
  readonly message: string
  readonly path: readonly (string | number)[]
}

type Report = (problem: PolicyProblem) => void
type Path = readonly (string | number)[]

/** Fills in the defaults of a written policy and reports problems. */
export function completePolicy(written: WrittenPolicy, name: string, source: string, report: Report): Policy {
  const stabilities = written.stabilities ?? Object.keys(written.guarantees ?? written.revisions?.[0]?.guarantees ?? {})
  for (const [stability, path] of stabilitiesIn(written)) {
    if (stabilities.includes(stability)) continue
    report({
      message: `\`${stability}\` isn't a stability of this policy.${suggestChoices(stability, stabilities)}`,
      path
    })
  }
  if (!isTimeZone(written.timezone ?? 'UTC')) {
    report({
      message: `\`${written.timezone}\` isn't a time zone. Use an IANA name, such as \`Europe/Berlin\`.`,
      path: ['timezone']
    })
  }
  const revisions = revisionsOf(written, stabilities, report)
  return {
    name,
    source,
    ...defined({title: written.title, page: written.page, read: written.read}),
    timezone: written.timezone ?? 'UTC',
    stabilities,
    markers: (written.markers ?? []).map(({form, stability, examples}) => ({
      form,
      stability,
      examples: examples ?? []
    })),
    labels: (written.labels ?? []).map(({value, extension, stability}) => ({
      text: value === true ? FLAG_STABILITY : value,
      ...defined({extension}),
      stability
    })),
    ...defined({defaultStability: written.defaultStability, marks: written.marks?.map(each => defined(each))}),
    oneWay: written.oneWay ?? true,
    countPatches: written.countPatches ?? false,
    ...defined({
      versions: written.versions && completeVersions(written.versions, report),
      clients: written.clients,
      skew: lengthOf(written.skew)
    }),
    statements: Object.entries(written.statements ?? {}).map(([topic, texts]) => ({
      topic,
      texts: typeof texts === 'string' ? [texts] : texts
    })),
    revisions,
    written: writtenTerms(written)
  }
}

function writtenTerms({
  extends: base,
  format,
  name,
  title,
  page,
  read,
  statements,
  revisions = [],
  ...shared
}: WrittenPolicy): WrittenTerms {
  const {revision, note, ...current} = revisions.at(-1) ?? {}
  return defined({
    extends: base,
    current: mergeMaps(shared, current) as WrittenTerms['current'],
    earlier: revisions.slice(0, -1)
  })
}

function completeVersions(
  {scheme, from, initial = 'minor', ...written}: NonNullable<WrittenPolicy['versions']>,
  report: Report
): VersionRequirements {
  for (const [key, value] of Object.entries({
    initial: initial === 'minor' ? undefined : initial,
    exact: written.exact
  })) {
    if (value === undefined || scheme === 'semver') continue
    report({
      message: `\`${key}\` is for \`scheme: semver\`, because other versions have no number that says it. Remove it.`,
      path: ['versions', key]
    })
  }
  return {
    scheme,
    ...defined({from}),
    initial: initial === 'any' ? 'none' : initial,
    majorsFrom: written.majorsFrom ?? DEFAULT_REQUIREMENTS.majorsFrom,
    additions: written.additions ?? DEFAULT_REQUIREMENTS.additions,
    deprecations: written.deprecations ?? DEFAULT_REQUIREMENTS.deprecations,
    documentation: written.documentation ?? DEFAULT_REQUIREMENTS.documentation,
    exact: written.exact ?? DEFAULT_REQUIREMENTS.exact
  }
}

/** Each stability that a policy names, and where. */
function* stabilitiesIn(written: WrittenPolicy): Iterable<readonly [stability: string, path: Path]> {
  for (const [index, {stability}] of (written.markers ?? []).entries())
    yield [stability, ['markers', index, 'stability']]
  for (const [index, {stability}] of (written.labels ?? []).entries()) yield [stability, ['labels', index, 'stability']]
  if (written.defaultStability !== undefined) yield [written.defaultStability, ['defaultStability']]
  for (const stability of Object.keys(written.guarantees ?? {})) yield [stability, ['guarantees', stability]]
  for (const [index, {guarantees}] of (written.revisions ?? []).entries()) {
    for (const stability of Object.keys(guarantees ?? {}))
      yield [stability, ['revisions', index, 'guarantees', stability]]
  }
}

function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true
  try {
    return new Intl.DateTimeFormat('en', {timeZone: name}) !== undefined
  } catch {
    return false
  }
}

function revisionsOf(written: WrittenPolicy, stabilities: readonly string[], report: Report): PolicyRevision[] {
  const texts: readonly (WrittenRevision | undefined)[] = written.revisions ?? [undefined]
  return texts.map((text, index): PolicyRevision => {
    const own: Path = text ? ['revisions', index] : []
    if (text && index > 0 && text.from === undefined) {
      report({
        message: `Revision \`${text.revision}\` has no start. Add \`from\`: a date, a release, or \`unknown\`.`,
        path: [...own, 'revision']
      })
    }
    const guarantees = mergeMaps(written.guarantees ?? {}, text?.guarantees) as Record<string, WrittenGuarantee>
    /** The JSON pointer of a key: in the revision if it is set there, else in the part that all revisions share. */
    const pointer = (...path: Path): string =>
      formatPointer(
        path.reduce((at: unknown, key) => (at as Record<string, unknown> | undefined)?.[key], text) === undefined
          ? path
          : [...own, ...path]
      )
    for (const stability of stabilities) {
      if (guarantees[stability] === undefined) {
        report({
          message: `Stability \`${stability}\` has no guarantee${text ? ` in revision \`${text.revision}\`` : ''}. Add one, or \`${stability}: none\` if nothing is guaranteed.`,
          path: [...own, 'guarantees']
        })
      }
    }
    return {
      name: text?.revision ?? 'current',
      start: startOf(text),
      pointer: formatPointer(own),
      guarantees: Object.fromEntries(
        Object.entries(guarantees).map(([stability, guarantee]) => [
          stability,
          completeGuarantee(guarantee, ['guarantees', stability], pointer, report)
        ])
      ),
      effects: effectsOf(
        mergeMaps(
          {...(written.sdk ? SDK_EFFECTS : {}), ...written.compatibility},
          text?.compatibility
        ) as WrittenEffects
      ),
      waiverReasons: waiverReasonsOf(
        mergeMaps(written.waiverReasons ?? {}, text?.waiverReasons) as WrittenWaiverReasons,
        pointer
      ),
      ...defined({note: text?.note})
    }
  })
}

/** Compatibility effects for policies that cover generated clients. */
const SDK_EFFECTS: WrittenEffects = Object.fromEntries(
  CHANGE_KINDS.flatMap(name => {
    const {effectOnGenerated: effect} = kindOf(name)
    return effect === undefined ? [] : [[name, effect]]
  })
)

function startOf(text: WrittenRevision | undefined): RevisionStart {
  const from = text?.from
  if (from === undefined) return {kind: 'always'}
  if (from === 'unknown') return {kind: 'unknown'}
  if (typeof from === 'object') return {kind: 'release', name: from.release}
  return {kind: 'date', when: parseDateRange(from) ?? {}, stated: from}
}

type PointerTo = (...path: Path) => string

// The schema has already validated every length.
const length = (written: string): Length => parseLength(written) ?? 'unstated'
const lengthOf = (written: string | undefined): Length | undefined =>
  written === undefined ? undefined : length(written)

const daysOf = (written: WrittenDays): readonly DayOfYear[] =>
  written === 'quarter-start'
    ? QUARTER_STARTS
    : written === 'month-start'
      ? Array.from({length: 12}, (_, month) => `${String(month + 1).padStart(2, '0')}-01`)
      : written

function completeGuarantee(written: WrittenGuarantee, path: Path, pointer: PointerTo, report: Report): Guarantee {
  const requirements: WrittenRequirements = written === 'none' ? {notice: 'none'} : written
  const message = describeInapplicableRequirements(requirements, String(path.at(-1)))
  if (message !== undefined) report({message, path: parsePointer(pointer(...path, 'notice'))})
  const exempt = requirements.notice === 'none'
  const at = (key: string): string => pointer(...path, key)
  return {
    pointer: written === 'none' || !exempt ? pointer(...path) : at('notice'),
    exempt,
    terms: exempt ? [] : termsOf(requirements, at, (key, index) => pointer(...path, key, index)),
    endWindow: {...windowOf(requirements.endWindow), pointer: at('endWindow')},
    conditions: Object.entries(requirements.conditions ?? {}).map(
      ([name, text]): PolicyCondition => ({name, ...readCondition(text), pointer: pointer(...path, 'conditions', name)})
    ),
    ...defined({successor: successorOf(requirements.successor, at('successor'))}),
    change: changeOf(
      requirements.breaking ?? (exempt ? 'allowed' : 'forbidden'),
      at('breaking'),
      requirements.breaking === undefined ? pointer(...path) : undefined
    ),
    ...(requirements.maxDuration === undefined
      ? {}
      : {maxDuration: {length: length(requirements.maxDuration), pointer: at('maxDuration')}}),
    phases: (requirements.phases ?? []).map(({name, length: written, description}) =>
      defined({name, length: lengthOf(written), description})
    ),
    kinds: kindsOf(requirements, path, pointer, report)
  }
}

function kindsOf(
  requirements: WrittenRequirements,
  path: Path,
  pointer: PointerTo,
  report: Report
): Guarantee['kinds'] {
  const {kinds, ...shared} = requirements
  return Object.fromEntries(
    Object.entries(kinds ?? {}).map(([kind, own]) => {
      const inherited = own === 'none' ? own : (mergeMaps(shared, own) as WrittenGuarantee)
      return [kind, completeGuarantee(inherited, [...path, 'kinds', kind], pointer, report)]
    })
  )
}

function termsOf(
  requirements: WrittenRequirements,
  at: (key: string) => string,
  each: (key: string, index: number) => string
): TimeRequirement[] {
  const {notice, starts, startsOn, phases, lifetime, overlap} = requirements
  const terms: TimeRequirement[] = []
  const clocks = (written: typeof starts): TimeRequirement['clocks'] =>
    [written ?? 'announcement'].flat().map(each => (typeof each === 'string' ? each : 'stable-successor'))
  const aligned = (days: WrittenDays | undefined) => (days === undefined ? {} : {startsOn: daysOf(days)})
  const timed = (phases ?? []).flatMap(phase => (phase.length === undefined ? [] : [length(phase.length)]))
  const whole = notice === undefined ? undefined : length(notice)
  const noticeLengths: readonly (readonly [string, Length])[] = [
    ...(whole === undefined ? [] : [['notice', whole] as const]),
    // Support ends with its last phase. If the notice equals the sum of the phases, the phases add no requirement.
    ...(timed.length === 0 || (whole && isSumOf(whole, timed)) ? [] : [['phases', {consecutive: timed}] as const])
  ]
  for (const [key, length] of noticeLengths) {
    terms.push({aspect: 'notice', pointer: at(key), length, clocks: clocks(starts), ...aligned(startsOn)})
  }
  for (const [index, other] of (requirements.also ?? []).entries()) {
    terms.push({
      aspect: 'notice',
      pointer: each('also', index),
      length: length(other.notice),
      clocks: clocks(other.starts),
      ...aligned(other.startsOn)
    })
  }
  if (lifetime !== undefined)
    terms.push({aspect: 'lifetime', pointer: at('lifetime'), length: length(lifetime), clocks: ['introduction']})
  if (overlap !== undefined) {
    const {length: written, successor} = typeof overlap === 'string' ? {length: overlap, successor: 'same'} : overlap
    const clock = successor === 'any' ? 'successor' : 'stable-successor'
    terms.push({aspect: 'overlap', pointer: at('overlap'), length: length(written), clocks: [clock]})
  }
  return terms
}

function isSumOf(whole: Length, parts: readonly Length[]): boolean {
  if (whole === 'unstated' || !('unit' in whole)) return false
  const same = parts.flatMap(part => (part !== 'unstated' && 'unit' in part && part.unit === whole.unit ? [part] : []))
  return same.length === parts.length && same.reduce((sum, {count}) => sum + count, 0) === whole.count
}

function windowOf(written: WrittenRequirements['endWindow']): EndWindow {
  if (written === undefined) return {kind: 'any'}
  if (written === 'any' || written === 'never' || written === 'release' || written === 'major') return {kind: written}
  return {kind: 'days', days: daysOf(written)}
}

const successorOf = (written: WrittenRequirements['successor'], pointer: string): SuccessorRequirement | undefined =>
  typeof written === 'string' ? {stability: written, before: 'end', pointer} : written && {...written, pointer}

function changeOf(written: string, pointer: string, fallback: string | undefined): ChangeRequirement {
  const at = fallback ?? pointer
  return written === 'forbidden' || written === 'allowed'
    ? {kind: written, pointer: at}
    : {kind: 'notice', length: length(written), pointer: at}
}

function effectsOf(written: WrittenEffects): EffectMap {
  return Object.fromEntries(
    Object.entries(written).flatMap(([kind, effect]) => {
      if (!isChangeKind(kind) || effect === undefined) return []
      const both =
        typeof effect === 'string' ? Object.fromEntries(kindOf(kind).sides.map(side => [side, effect])) : effect
      return [[kind, both as EffectMap[string]]]
    })
  )
}

const waiverReasonsOf = (written: WrittenWaiverReasons, pointer: PointerTo): WaiverReason[] =>
  Object.entries(written).map(([reason, limits]) => {
    const {minimum, approvers, usage, note} = limits ?? {}
    const place = pointer('waiverReasons', reason)
    const limit = usage && readUsageLimit(usage)
    return defined({reason, pointer: place, minimum: lengthOf(minimum), approvers, usage: limit, note})
  })

/** Merges maps key by key; any other value of the child replaces the parent's. */
export function mergeMaps(parent: unknown, child: unknown): unknown {
  if (child === undefined) return parent
  if (!isRecord(parent) || !isRecord(child) || isLimit(child)) return child
  const keys = [...new Set([...Object.keys(parent), ...Object.keys(child)])]
  return Object.fromEntries(keys.map(key => [key, mergeMaps(parent[key], child[key])]))
}

/** Keys that `notice: none` makes inapplicable. `starts` and `startsOn` only define how a notice is counted. */
const INAPPLICABLE_KEYS = ['also', 'phases', 'lifetime', 'overlap', 'endWindow', 'successor', 'conditions'] as const

/**
 * The message for requirements next to `notice: none`; `undefined` if there are none. `notice: none` exempts from every
 * requirement, so the combination is contradictory and is rejected.
 */
function describeInapplicableRequirements(requirements: WrittenRequirements, name: string): string | undefined {
  if (requirements.notice !== 'none') return undefined
  const present = INAPPLICABLE_KEYS.filter(
    key => requirements[key] !== undefined && !(key === 'endWindow' && requirements.endWindow === 'any')
  )
  if (present.length === 0) return undefined
  const quoted = present.map(key => `\`${key}\``)
  const keyList = formatList(quoted)
  return `\`notice: none\` makes ${keyList} meaningless. Remove \`notice\`, or write \`${name}: none\` if nothing is guaranteed.`
}

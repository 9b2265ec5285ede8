import {acceptsGap, type DividedGaps, divideGaps, entryKey} from '../../app/session/accepted-gaps.ts'
import type {AcceptedGap, Config} from '../../inputs/config/file.ts'
import type {ReleaseDiff} from '../../model/api/release-diff.ts'
import {isCode} from '../../model/location.ts'
import {once} from '../../model/memoize.ts'
import {sayPlace} from '../../outputs/report/report-text.ts'
import {formatCount, formatFew} from '../../text/format-values.ts'
import {foldByCause} from '../../text/problem-causes.ts'
import type {AssembledChange} from '../assemble-change.ts'
import type {Observed} from '../compare-with-base.ts'
import {gapKeys, gapKeysOf, pathsWithin, uniqueGaps, withoutKeys} from './gate-gaps.ts'

type Gaps = ReleaseDiff['gaps']

/** The unreadable parts (gaps) of a change and of its base, divided by what the configuration accepts. */
export interface JudgedGaps {
  /** Gaps of the new description, and of the base alone, that aren't accepted. */
  readonly gaps: Gaps
  /** Those of the new description that the change brings. */
  readonly brought: Gaps
  readonly ofBase: Gaps
  /** Numbers of accepted gaps and of unused entries. Missing if the configuration accepts nothing. */
  readonly counts?: {readonly accepted: number; readonly unused: number}
  readonly remarks: readonly string[]
}

/**
 * Divides the gaps of a change and of its base by what the target's configuration accepts. Without a configuration in
 * the target, that of the change decides. Of a description, only gaps that the base has, too, can be accepted, so that
 * nothing is hidden that the base could read. What can't be read of server code hides nothing: what the base has and
 * the change lacks counts as removed.
 */
export function judgeGaps({observed, own: {before}, rules: {own, target}}: AssembledChange): JudgedGaps {
  const [gaps, ofBase] = [uniqueGaps(observed.next ?? before), uniqueGaps(before)]
  const isFirst = target !== undefined && !target.config && !target.file && target.lacks === undefined
  const decides = !target || target.isOwn || isFirst
  const config = decides ? own.config : target.config
  const entries = config?.unread ?? []
  const brought = findBrought(gaps, observed)
  const now = divideGaps(
    gaps.filter(gap => !brought.includes(gap)),
    entries
  )
  const open = gaps.filter(gap => brought.includes(gap) || now.open.includes(gap))
  const known = new Set(entries.map(entryKey))
  const added = decides ? [] : (own.config?.unread ?? []).filter(entry => !known.has(entryKey(entry)))
  const later = divideGaps(open, isFirst ? entries : added).accepted.length
  const all = once(() => [...gaps, ...observed.diffs.listGaps(observed.here)])
  const isAbsent = (entry: AcceptedGap): boolean => !all().some(gap => acceptsGap(entry, gap))
  const unused = [
    ...now.idle.filter(isAbsent).map(entry => sayUnused(entry, config)),
    ...added.filter(isAbsent).map(entry => sayUnused(entry, own.config))
  ]
  return {
    ...{gaps: open, brought},
    ofBase: onlyInBase(ofBase, gaps, observed),
    ...(entries.length + unused.length > 0 ? {counts: {accepted: now.accepted.length, unused: unused.length}} : {}),
    remarks: [
      ...sayKnownGaps(now, config),
      ...unused,
      ...(later > 0 && target
        ? [
            `${formatCount(later, 'gap')} that this change accepts in \`unread:\` ${later === 1 ? 'counts' : 'count'} once it is merged into ${target.label}.`
          ]
        : [])
    ]
  }
}

/** The gaps that a change brings: those of its description that none of the states has that it is compared with. */
function findBrought(gaps: Gaps, {next, older, base, here, diffs, uncounted}: Observed): Gaps {
  if (!next) return []
  const pathOf = pathsWithin(diffs, here)
  const described = gaps.filter(({place}) => !isCode(place.source))
  const notIn = (keys: readonly string[]): Gaps => withoutKeys(described, keys, pathOf)
  const inBase = (observed: ReleaseDiff): string[] => gapKeysOf(observed, pathsWithin(diffs, base.revision))
  const brought = [inBase(older), ...(uncounted?.gaps ?? [])].map(notIn).reduce(intersect)
  // Details are read only of what differs, so the base is compared with the change.
  return brought.length === 0
    ? []
    : intersect(brought, notIn(inBase(diffs.observe(base.revision, {revision: here, observed: next}))))
}

const intersect = (one: Gaps, other: Gaps): Gaps => one.filter(each => other.includes(each))

/** Gaps of the base only, which this change may be fixing. They aren't compared and cause no failure. */
function onlyInBase(ofBase: Gaps, gaps: Gaps, {base, here, diffs}: Observed): Gaps {
  const now = gaps.flatMap(gap => gapKeys(gap, pathsWithin(diffs, here)))
  return withoutKeys(ofBase, now, pathsWithin(diffs, base.revision))
}

const placeOf = ({place}: AcceptedGap, config: Pick<Config, 'locate'> | undefined): string =>
  sayPlace(config?.locate(place) ?? place)

const sayUnused = (entry: AcceptedGap, config: Pick<Config, 'locate'> | undefined): string =>
  `Warning: the gap in \`${entry.path}\` that ${placeOf(entry, config)} accepts isn't there. Remove the entry.`

/** Lists what was accepted, and the entries that don't name one gap. */
function sayKnownGaps({accepted, wide}: DividedGaps, config: Pick<Config, 'locate'> | undefined): string[] {
  const fitting = [...new Set(wide.flatMap(({fitting: each}) => each))]
  return [
    ...(accepted.length === 0
      ? []
      : [
          `Not read, and accepted in \`unread:\`: ${accepted.map(({message, place}) => `${message} (${sayPlace(place)})`).join(' ')}`
        ]),
    ...(wide.length === 0
      ? []
      : [
          `Warning: \`unread:\` is too wide: ${wide.map(each => sayWidth(each, placeOf(each.entry, config))).join(', ')}. Write \`${formatEntries(fitting)}\` instead.`
        ])
  ]
}

const sayWidth = ({fitting}: DividedGaps['wide'][number], at: string): string =>
  fitting.length === 1
    ? `${at} accepts any gap of its file`
    : `${at} accepts one gap, and there are ${fitting.length}, so that none is accepted`

/** Maximum number of gaps that are listed one by one before the results. */
const MAX_LISTED = 5

/** Names what couldn't be read, and how to accept it. Empty if there is nothing. */
export function openGapRemarks({gaps, brought}: JudgedGaps, label: string): string[] {
  if (gaps.length === 0) return []
  const known = gaps.filter(gap => !brought.includes(gap))
  return [
    `Partial: ${formatCount(gaps.length, 'part')} could not be read. ${sayFew(gaps)}`,
    ...(known.length === 0
      ? []
      : [
          `If the gate can do without it, merge it as a known gap into \`tenure.yaml\`: \`unread: ${formatEntries(known)}\`.`
        ]),
    ...(brought.length === 0
      ? []
      : [
          `This change brings what can't be read at ${formatFew(brought.map(({place}) => sayPlace(place)))}: ${label} doesn't have it, so no entry in \`unread:\` accepts it here. Repair it, or have a maintainer merge it without this check.`
        ])
  ]
}

/** Entries that each name one gap by its file, place, and kind. */
function formatEntries(gaps: Gaps): string {
  const entries = gaps.map(({message, place: {source, pointer}, alsoAt}) => {
    // The indexes of lists move, and a gap of several parts has no place of its own.
    const at = pointer === undefined || alsoAt ? '' : `#${pointer.replace(/\/(?:\d{1,2}(?:\/.*)?|\$ref)$/, '')}`
    const about = /`([^`]+)`/.exec(message)?.[1] ?? message.replace(/[.,:].*$/s, '')
    return `{place: ${at === '' ? source : JSON.stringify(source + at)}, about: ${JSON.stringify(about)}, reason: …}`
  })
  const more = entries.length > MAX_LISTED ? ', …' : ''
  return `[${entries.slice(0, MAX_LISTED).join(', ')}${more}]`
}

/** Names what was read with a warning. Empty if there is nothing. */
export const warningRemarks = (gaps: Gaps): string[] =>
  gaps.length === 0 ? [] : [`Read with ${formatCount(gaps.length, 'warning')}. ${sayFew(gaps)}`]

function sayFew(gaps: Gaps): string {
  const causes = foldByCause(gaps)
  const listed = causes
    .slice(0, MAX_LISTED)
    .map(
      ({problem: {message, place}, others}) =>
        `${message} (${sayPlace(place)}${others > 0 ? ` and ${others} more` : ''})`
    )
  const others = causes.length - listed.length
  const hides = others > 0 || causes.length < gaps.length
  const rest = `${others > 0 ? `${others} more; ` : ''}\`tenure diff --verbose\` lists all places.`
  return [...listed, ...(hides ? [`(${rest})`] : [])].join(' ')
}

import type {AcceptedGap, Config} from '../../inputs/config/file.ts'
import type {ReleaseDiff} from '../../model/api/release-diff.ts'
import {sayPlace} from '../../outputs/report/report-text.ts'
import {formatCount} from '../../text/format-values.ts'
import {foldByCause} from '../../text/problem-causes.ts'
import {type DividedGaps, divideGaps} from '../session/accepted-gaps.ts'
import {gapKey, gapsOnlyInBase} from './gate-gaps.ts'
import type {JudgingState, TargetState} from './read-rules.ts'

type Gaps = ReleaseDiff['gaps']

/** The unreadable parts (gaps) of a change and of its base, divided by what the configuration accepts. */
export interface JudgedGaps {
  /** Gaps of the new description, and of the base alone, that aren't accepted. */
  readonly gaps: Gaps
  readonly ofBase: Gaps
  /** Numbers of accepted gaps and of unused entries. Missing if the configuration accepts nothing. */
  readonly counts?: {readonly accepted: number; readonly unused: number}
  readonly remarks: readonly string[]
}

/**
 * Divides the gaps of a change and of its base by what the target's configuration accepts. Without a configuration in
 * the target, that of the change decides, but it can accept only gaps that the base has, too.
 */
export function judgeGaps(gaps: Gaps, ofBase: Gaps, own: JudgingState, target: TargetState | undefined): JudgedGaps {
  const isFirst = target !== undefined && !target.config && !target.file && target.lacks === undefined
  const decides = !target || target.isOwn || isFirst
  const config = decides ? own.config : target.config
  const entries = config?.gaps ?? []
  const before = new Set(ofBase.map(gapKey))
  const isNew = (gap: Gaps[number]): boolean => isFirst && !target?.isOwn && !before.has(gapKey(gap))
  const now = divideGaps(
    gaps.filter(gap => !isNew(gap)),
    entries
  )
  const open = gaps.filter(gap => isNew(gap) || now.open.includes(gap))
  const later = decides && !isFirst ? 0 : divideGaps(open, own.config?.gaps ?? []).accepted.length
  return {
    gaps: open,
    ofBase: gapsOnlyInBase(divideGaps(ofBase, entries).open, gaps),
    ...(entries.length > 0 ? {counts: {accepted: now.accepted.length, unused: now.idle.length}} : {}),
    remarks: [
      ...sayKnownGaps(now, config),
      ...(later > 0 && target
        ? [
            `${formatCount(later, 'gap')} that this change accepts in \`gaps:\` ${later === 1 ? 'counts' : 'count'} once it is merged into ${target.label}.`
          ]
        : [])
    ]
  }
}

/** Lists what was accepted, and the entries that accept nothing. */
function sayKnownGaps({accepted, idle}: DividedGaps, config: Pick<Config, 'locate'> | undefined): string[] {
  const at = ({place}: AcceptedGap): string => sayPlace(config?.locate(place) ?? place)
  return [
    ...(accepted.length === 0
      ? []
      : [
          `Not read, and accepted in \`gaps:\`: ${accepted.map(({message, place}) => `${message} (${sayPlace(place)})`).join(' ')}`
        ]),
    ...idle.map(({entry, found}) =>
      found === 0
        ? `Warning: the gap in \`${entry.path}\` that ${at(entry)} accepts isn't there. Remove the entry.`
        : `Warning: ${at(entry)} accepts ${formatCount(entry.count, 'gap')} in \`${entry.path}\`, and there are ${found}, so that none is accepted. Name one with \`about\`, or set \`count\`.`
    )
  ]
}

/** Maximum number of gaps that are listed one by one before the results. */
const MAX_LISTED = 5

/** Names what couldn't be read, and how to accept it. Empty if there is nothing. */
export function openGapRemarks(gaps: Gaps): string[] {
  const [first] = gaps
  if (!first) return []
  const name = /`([^`]+)`/.exec(first.message)?.[1]
  const about = name === undefined ? '' : `, about: ${JSON.stringify(name)}`
  return [
    `Partial: ${formatCount(gaps.length, 'part')} could not be read. ${sayFew(gaps)}`,
    `If the gate can do without it, merge it as a known gap into \`tenure.yaml\`: \`gaps: [{place: ${first.place.source}${about}, reason: …}]\`.`
  ]
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
  const rest =
    others > 0 ? `${others} more; \`tenure diff --all\` lists them.` : '`tenure diff --all` lists all places.'
  return [...listed, ...(hides ? [`(${rest})`] : [])].join(' ')
}

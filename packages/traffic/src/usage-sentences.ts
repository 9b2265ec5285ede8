import type {UsageLimit} from '@tenure/core/model/lifecycle/traffic-of-api'
import type {Day} from '@tenure/core/model/time/date-range'
import type {UsageInWindow} from '@tenure/core/model/traffic'
import {formatCount, formatFew, formatList} from '@tenure/core/text/format-values'

/** `3 callers from 2026-10-30 to 2026-11-28 (184 calls, the last on 2026-11-27)`. No calls are those that are known. */
export function sayUsage({calls, callers, unnamed, last, coverage, ...window}: UsageInWindow): string {
  const when = sayWindow(window)
  const known = coverage < 1 ? [`${sayShare(coverage)} of the traffic is known`] : []
  if (calls === 0) return `no calls ${when}${known.map(each => ` (${each})`).join('')}`
  const who = [
    ...(callers.length > 0 ? [formatCount(callers.length, 'caller')] : []),
    ...(unnamed > 0 ? [callers.length > 0 ? 'unnamed ones' : 'unnamed callers'] : [])
  ]
  const end = window.from === window.to ? '' : `, the last on ${last}`
  return `${formatList(who)} ${when} (${[`${formatCount(calls, 'call')}${end}`, ...known].join('; ')})`
}

/** The same with the callers, those with the most calls first. */
export function sayCallers(found: UsageInWindow): string {
  const named = found.callers.map(({id, calls}) => `\`${id}\` (${formatCount(calls, 'call')})`)
  return `${sayUsage(found)}${named.length > 0 ? `: ${formatFew(named)}` : ''}`
}

/** The same in a few words: `the last of 184 calls was on 2026-11-27`. */
export const sayLastCall = ({calls, last}: UsageInWindow): string =>
  calls === 1 ? `it was called on ${last}` : `the last of ${calls} calls was on ${last}`

/** How much of a window is known and what isn't: `83 % of the traffic from … to … is known, and 95 % is required: …`. */
export function sayCoverage(found: UsageInWindow, limit: UsageLimit): string {
  const {coverage, missing, maybe} = found
  const gaps = missing.map(({source, days}) => `\`${source}\` lacks hours on ${formatFew(daysInRanges(days))}`)
  const lacks = [
    ...(gaps.length > 0 ? [formatFew(gaps)] : []),
    ...(maybe > 0 ? [`${formatCount(maybe, 'call')} can be of other operations`] : [])
  ]
  const why = lacks.length > 0 ? formatList(lacks) : coverage === 0 ? 'no lines came' : "lines can't be read"
  return `${sayShare(coverage)} of the traffic ${sayWindow(found)} is known, and ${sayShare(limit.coverage)} is required: ${why}`
}

const sayWindow = ({from, to}: Pick<UsageInWindow, 'from' | 'to'>): string =>
  from === to ? `on ${from}` : `from ${from} to ${to}`

/** A share in percent, rounded down, so that it is never more than what is known. */
const sayShare = (share: number): string => `${Math.floor(share * 1000 + 1e-9) / 10} %`

/** `2026-11-03`, `2026-11-03 to 2026-11-09`. */
function daysInRanges(days: readonly Day[]): string[] {
  const ranges: [Day, Day][] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last && Date.parse(day) - Date.parse(last[1]) === 86_400_000) last[1] = day
    else ranges.push([day, day])
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from} to ${to}`))
}

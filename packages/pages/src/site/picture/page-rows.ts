import type {History} from '@tenure/core/model/lifecycle/history'
import {isEndpoint} from '@tenure/core/model/subject/subject'
import {type Moment, momentOfEntry, type Timeline} from '@tenure/core/model/time/timeline'
import type {Judgment, Verdict} from '@tenure/core/model/verdict/judgment'
import type {Policy} from '@tenure/core/model/verdict/policy'
import {prepositionOf} from '@tenure/core/outputs/changes/page-data'
import {formatCount, formatMoment} from '@tenure/core/text/format-values'
import {findLatestRelease} from '../../latest-changes.ts'
import {createAxis} from './axis.ts'
import {chunkedList} from './chunks.ts'
import {flagTexts, type GroupFlags} from './group-flags.ts'
import {type Markup, markup, unbrokenDates} from './html.ts'
import {endpointLink} from './links.ts'
import {
  futureDays,
  lastTenure,
  mayBeOlder,
  nounOfCalled,
  statusVerdict,
  type TimelineLife,
  timelineLifecycles
} from './rows.ts'
import {type DrawnLife, drawLife} from './spans.ts'
import {bandBars, createBand, fluidFrame, lifeShapes} from './svg.ts'

export const VERDICT_SIGNS = {violation: '✖', undetermined: '?', compliant: '✔', exempt: '–'} as const satisfies Record<
  Verdict,
  string
>

/** A lifecycle with everything that its row shows. */
export interface SiteRow {
  readonly index: number
  readonly life: TimelineLife
  readonly drawn: DrawnLife
  /** Status text, such as `deprecated, sunset 2026-12-20`. */
  readonly status: string
}

/** Lifecycles, axis, and rows of a timeline. `isJudged` says whether a policy is declared. */
export function layOutTimeline(history: History, policy: Policy, judgments: readonly Judgment[], isJudged = true) {
  const lives = timelineLifecycles(history, policy, judgments, isJudged)
  const axis = createAxis(history.timeline, futureDays(lives, history), lives.some(mayBeOlder))
  const rows = lives.map(
    (life, index): SiteRow => ({
      index,
      life,
      drawn: drawLife(life, axis, policy, history),
      status: statusOf(life, history)
    })
  )
  return {lives, axis, rows}
}

/** The newest release with its date: `2.0 (2026-05-01)`. Empty if there is none. */
export function sayNewestRelease(timeline: Timeline): string {
  const latest = findLatestRelease(timeline)
  return latest ? formatMoment(momentOfEntry(latest)) : ''
}

/** Short form of a moment for a narrow column. */
const shortMoment = ({stated}: Moment): string => stated.replace(/^release /, '')

function statusOf(life: TimelineLife, history: History): string {
  const tenure = lastTenure(life)
  const {end, sunset} = tenure ?? {}
  const held = life.stability ?? 'stability unknown'
  switch (life.state) {
    case 'live':
      return end?.pending ? `${held}, removal in ${shortMoment(end.moment)}` : held
    case 'deprecated':
      return end?.pending
        ? `deprecated, removal in ${shortMoment(end.moment)}`
        : sunset
          ? `deprecated, sunset ${shortMoment(sunset.moment)}`
          : 'deprecated, no sunset date'
    case 'overdue':
      return end ? `past its sunset, ${shortMoment(end.moment)}` : 'past its sunset'
    case 'removed': {
      const moment = end?.kind === 'removed' ? end.moment : (end?.removal ?? end?.moment)
      if (!moment) return 'removed'
      const name = entryName(moment, history)
      return `removed ${prepositionOf(moment, name)} ${name}`
    }
    case 'coming':
      return `planned for ${tenure?.introduced ? shortMoment(tenure.introduced.moment) : 'a later release'}`
  }
}

const entryName = (moment: Moment, {timeline}: History): string =>
  (moment.entry === undefined ? undefined : timeline.entries[moment.entry]?.name) ?? shortMoment(moment)

const BAR = fluidFrame(6, 12)

/** CSS class that connects adjacent rows of the same endpoint's versions. */
function lineageClass(rows: readonly SiteRow[], at: number): string {
  const isSameLineage = (other: number): boolean => rows[other]?.life.lineage === rows[at]?.life.lineage
  const [before, after] = [isSameLineage(at - 1), isSameLineage(at + 1)]
  return before && after ? ' kin-b' : before ? ' kin-c' : after ? ' kin-a' : ''
}

const rowList = (rows: readonly SiteRow[]): Markup =>
  chunkedList(
    'rows',
    rows.map((row, at) => rowItem(row, lineageClass(rows, at)))
  )

function rowItem({index, life, drawn: shapes, status}: SiteRow, lineageClassName: string): Markup {
  const {name, verdict, state: standing, stability, lifecycle} = life
  const {target} = lifecycle.subject
  const [method, rest] = isEndpoint(target) && target.verb ? [target.verb, target.path] : ['', name]
  const shown = statusVerdict(life)
  const sign = shown ? markup`<i class="sign v-${shown}" aria-hidden="true">${VERDICT_SIGNS[shown]}</i>` : undefined
  const verdictLabel = shown ? markup`<span class="vh">, ${shown}</span>` : undefined
  return markup`<div role="listitem" class="row s-${standing}${lineageClassName}" id="r${index}" data-s="${standing}" data-v="${verdict ?? 'none'}" data-t="${stability ?? 'unknown'}" data-m="${method}" data-g="${life.tags.join(' ').toLowerCase()}"><a href="${endpointLink(name)}" tabindex="-1"><span class="name"><b>${method}</b> <bdi>${allowPathBreaks(rest)}</bdi></span> <span class="status">${sign}<bdi>${unbrokenDates(status)}</bdi>${verdictLabel}</span><svg class="bar" aria-hidden="true">${lifeShapes(shapes, BAR)}</svg></a></div>
`
}

const LONG_PATH = 34

/** Allows line breaks after the slashes of long paths. */
const allowPathBreaks = (path: string): Markup | string =>
  path.length <= LONG_PATH
    ? path
    : markup`${path.split(/(?<=\/)(?=[^/])/).map((part, at) => (at === 0 ? part : markup`<wbr>${part}`))}`

const OPEN = markup` open`
const HEAD = fluidFrame(3, 20)

/** Band with the number of a group's subjects over time. `id` must be unique in the page. */
export const groupBand = (rows: readonly SiteRow[], id: string): Markup =>
  markup`<svg class="bar band" aria-hidden="true">${bandBars(createBand(rows.map(({drawn: {spans}}) => spans)), HEAD, id)}</svg>`

/** A group of rows. */
export interface RowSection {
  readonly name: string
  readonly rows: readonly SiteRow[]
  readonly band: Markup
}

/** A collapsible group; its band summarizes the rows. */
export function groupSection({name, rows, band}: RowSection, isOpen: boolean): Markup {
  return markup`<details class="group"${isOpen && OPEN}><summary><span class="name"><bdi>${name}</bdi></span> <span class="count"><span class="n">${rows.length}</span>${flagList(flagsOf(rows))}</span>${band}</summary>${rowList(rows)}</details>
`
}

export const flagsOf = (rows: readonly SiteRow[]): GroupFlags => ({
  violations: rows.filter(({life}) => life.verdict === 'violation').length,
  overdue: rows.filter(({life}) => life.state === 'overdue').length
})

/** Flags of a group, as signs and, for screen readers, in words. */
const flagList = (flags: GroupFlags): Markup[] =>
  flagTexts(flags).map(
    ({text, label, className}) =>
      markup` <span class="flag ${className}"><span aria-hidden="true">${text}</span><span class="vh">, ${label}</span></span>`
  )

export const rowsOfLifecycles = (lives: readonly TimelineLife[], rows: ReadonlyMap<TimelineLife, SiteRow>): SiteRow[] =>
  lives.flatMap(life => rows.get(life) ?? [])

/** Summary: `28 endpoint versions, 1 other subject, 8 releases`. */
export function formatScope(rows: readonly SiteRow[], {timeline}: History): string {
  const releases = timeline.entries.filter(({kind}) => kind === 'release').length
  const called = rows.filter(({life}) => life.isCalled).length
  const noun = nounOfCalled(rows.map(({life}) => life))
  const others = rows.length - called
  const more = others > 0 ? `${formatCount(others, 'other subject')}, ` : ''
  return `${formatCount(called, noun === 'endpoint' ? 'endpoint version' : noun)}, ${more}${formatCount(releases, 'release')}`
}

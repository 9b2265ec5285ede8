import {groupBy} from '../../model/group-by.ts'
import {formatCount} from '../../text/format-values.ts'
import {type Markup, markup} from '../timeline/html.ts'
import {endpointLink, releaseLink} from '../timeline/links.ts'
import type {SiteRow} from '../timeline/page-rows.ts'
import {lastTenure} from '../timeline/rows.ts'
import type {SiteInput} from '../timeline/verdict-text.ts'
import {countsText} from './releases.ts'

/** The most important facts, above everything else: the latest release, the next sunset, and what is past its sunset. */
export function siteOverview(site: SiteInput, rows: readonly SiteRow[]): Markup {
  const facts = [latestRelease(site), nextSunset(site, rows), pastSunset(rows)]
  return markup`<dl class="overview">${facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

type OverviewFact = readonly [name: string, value: Markup | string]

function latestRelease({history}: SiteInput): OverviewFact {
  const {timeline, events} = history
  const entry = timeline.entries.findLast(({kind, pending}) => kind === 'release' && !pending)
  if (!entry) return ['Latest release', 'None recorded']
  const {name, date, index} = entry
  const day = date === undefined || date === name ? '' : ` (${date})`
  const counts = countsText(entry, groupBy(events, each => each.entry).get(index) ?? [], history)
  return [
    'Latest release',
    markup`<a href="${releaseLink(name)}"><bdi>${name}</bdi></a>${day} <small>${counts}</small>`
  ]
}

/** The earliest sunset day after the as-of day, with the first endpoint that has it. */
function nextSunset({history: {timeline}}: SiteInput, rows: readonly SiteRow[]): OverviewFact {
  const dated = rows.flatMap(({life}) => {
    const day = life.state === 'removed' ? undefined : lastTenure(life)?.sunset?.moment.when.earliest
    return day !== undefined && day > timeline.asOf ? [{life, day}] : []
  })
  const [first] = dated.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  if (!first) return ['Next sunset', 'No date announced']
  const others = dated.filter(({day}) => day === first.day).length - 1
  const {name} = first.life
  return [
    'Next sunset',
    markup`${first.day} <small><a href="${endpointLink(name)}"><bdi>${name}</bdi></a>${others > 0 ? ` and ${others} more` : ''}</small>`
  ]
}

function pastSunset(rows: readonly SiteRow[]): OverviewFact {
  const {length} = rows.filter(({life}) => life.state === 'overdue')
  return [
    'Overdue',
    length === 0
      ? 'None'
      : markup`<a href="#/?state=overdue">${formatCount(length, 'endpoint')}</a> <small>past the sunset, not recorded as removed</small>`
  ]
}

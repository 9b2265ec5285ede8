import {createHash} from 'node:crypto'
import type {Verdict} from '../../model/verdict/judgement.ts'
import {escapeInvisible} from '../../text/escape.ts'
import {formatCount, pluralizeVerdict} from '../../text/format-values.ts'
import {chunkRules} from '../timeline/chunks.ts'
import {chooseGrouping, GROUPINGS, type Grouping, groupLifecycles} from '../timeline/groups.ts'
import {embedJson, Markup, markup} from '../timeline/html.ts'
import {legend} from '../timeline/legend.ts'
import {axisHead, axisLines} from '../timeline/page-axis.ts'
import {
  formatScope,
  groupBand,
  groupSection,
  layOutTimeline,
  type RowSection,
  rowsOfLifecycles,
  type SiteRow,
  VERDICT_SIGNS
} from '../timeline/page-rows.ts'
import {type TimelineLife, WORST_FIRST} from '../timeline/rows.ts'
import {SVG_DEFINITIONS} from '../timeline/svg.ts'
import type {SiteInput} from '../timeline/verdict-text.ts'
import {controlsForm} from './controls.ts'
import {siteData} from './data.ts'
import {noteList, releaseList} from './releases.ts'
import {parseSentence, sentenceMarkup} from './sentences.ts'

/** Script and style of the page, as built. */
export interface SiteAssets {
  readonly script: string
  readonly style: string
}

/** Above this number of rows, groups are closed at first, so that their bands fit on one screen. */
const MOST_OPEN = 120

/** Renders the page as a single HTML file without external requests. */
export function renderSite(site: SiteInput, assets: SiteAssets): string {
  const {history, policy} = site
  const {timeline, about} = history
  const {lives, axis, rows} = layOutTimeline(
    history,
    policy,
    site.verdicts.map(({judgement}) => judgement)
  )
  const usual = chooseGrouping(lives)
  const groups = groupsOf(lives, rows)
  const isOpen = rows.length <= MOST_OPEN
  const {script} = assets
  const style = assets.style + chunkRules()
  const data = {...siteData(site, rows), groupings: groupingData(groups), usual}
  const title = `${about.service}: the life of its endpoints`
  const sections = (groups.find(({by}) => by === usual)?.groups ?? []).map(each => groupSection(each, isOpen))
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="tenure">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M1 3h9v3H1zM4 7h11v3H4zM1 11h6v3H1z' fill='%23187a8c'/%3E%3C/svg%3E">
<style>${new Markup(style)}</style>
</head>
<body>
<svg class="definitions" aria-hidden="true" width="0" height="0">${SVG_DEFINITIONS}</svg>
<a class="skip" href="#timeline">Skip to the timeline</a>
<header>
<h1><bdi>${about.service}</bdi></h1>
<p class="head"><bdi>${site.head}</bdi></p>
${verdictSummary(site)}
${remarks(site)}
</header>
<main>
<section id="timeline" aria-labelledby="timeline-title" tabindex="-1">
<h2 id="timeline-title">Timeline <small>${formatScope(rows, history)}</small></h2>
${controlsForm(
  rows,
  groups.map(({by}) => by),
  usual
)}
${legend(rows, policy)}
<div class="board">
<div class="axis"><div class="corner" aria-hidden="true">${axis.isDated ? '' : 'Releases in order: too few have a date'}</div>${axisHead(axis, timeline.asOf)}</div>
<div class="body">${axisLines(axis)}
<div id="groups">${sections}</div>
<p id="nothing" hidden>Nothing fits. <button type="button" id="all">Show everything</button></p>
</div>
</div>
</section>
<section id="releases" aria-labelledby="releases-title">
<h2 id="releases-title">Releases <small>what each ended and broke, the newest first</small></h2>
${timeline.entries.length > 0 ? releaseList(site) : markup`<p>The record holds no release.</p>`}
</section>
${
  site.notes.length === 0
    ? undefined
    : markup`<section id="record" aria-labelledby="record-title">
<h2 id="record-title">The record <small>${formatCount(site.notes.length, 'note')} on how it is written</small></h2>
${noteList(site.notes, site.locate)}
</section>`
}
</main>
<footer><p>Made by <code>tenure site</code> from the record as of ${timeline.asOf}. This file asks for nothing from elsewhere.</p></footer>
<dialog id="panel" aria-labelledby="panel-title"></dialog>
<script type="application/json" id="data">${embedJson(data)}</script>
<script>${new Markup(script)}</script>
</body>
</html>
`
  return page.text
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

interface GroupingSections {
  readonly by: Grouping
  readonly groups: readonly RowSection[]
}

/** Groupings that give more than one group. */
function groupsOf(lives: readonly TimelineLife[], rows: readonly SiteRow[]): GroupingSections[] {
  const byLife = new Map(rows.map(row => [row.life, row]))
  const found = GROUPINGS.map(
    (by): GroupingSections => ({
      by,
      groups: groupLifecycles(lives, by).map(({name, lives: of}, at) => {
        const each = rowsOfLifecycles(of, byLife)
        return {name, rows: each, band: groupBand(each, `${by}-${at}`)}
      })
    })
  )
  const usual = chooseGrouping(lives)
  return found.filter(({by, groups}) => by === usual || by === 'path' || groups.length > 1)
}

/** Data for regrouping the rows in the browser. */
export interface GroupingData {
  readonly by: Grouping
  readonly groups: readonly {readonly name: string; readonly band: string; readonly rows: readonly number[]}[]
}

const groupingData = (all: readonly GroupingSections[]): GroupingData[] =>
  all.map(({by, groups}) => ({
    by,
    groups: groups.map(({name, rows, band}) => ({
      name: escapeInvisible(name),
      band: band.text,
      rows: rows.map(({index}) => index)
    }))
  }))

function verdictSummary({counts, summary}: SiteInput): Markup {
  const chips = WORST_FIRST.map((verdict: Verdict) =>
    counts[verdict] === 0
      ? undefined
      : markup`<li class="tally v-${verdict}"><b>${counts[verdict]}</b> <i aria-hidden="true">${VERDICT_SIGNS[verdict]}</i> ${pluralizeVerdict(verdict, counts[verdict])}</li>`
  )
  return markup`<ul class="tallies" role="list" aria-label="Verdicts on what has shipped">${chips}</ul><p class="summary">${summary}</p>`
}

function remarks({remarks: all}: SiteInput): Markup | undefined {
  if (all.length === 0) return undefined
  const list = markup`<ul>${all.map(each => markup`<li>${sentenceMarkup(parseSentence(each))}</li>`)}</ul>`
  // Remarks about missing data are always visible.
  return all.length <= 3 || all.some(each => each.startsWith('Partial'))
    ? markup`<div class="remarks">${list}</div>`
    : markup`<details class="remarks"><summary>${formatCount(all.length, 'remark')} on what was read</summary>${list}</details>`
}

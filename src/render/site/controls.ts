import type {Verdict} from '../../model/verdict/judgement.ts'
import type {Grouping} from '../timeline/groups.ts'
import {type Markup, markup} from '../timeline/html.ts'
import {type SiteRow, VERDICT_SIGNS} from '../timeline/page-rows.ts'
import {TIMELINE_STATES, type TimelineState, WORST_FIRST} from '../timeline/rows.ts'

const STANDING_WORDS = {
  live: 'Live',
  deprecated: 'Deprecated',
  overdue: 'Past its end',
  removed: 'Removed',
  coming: 'Coming'
} as const satisfies Record<TimelineState, string>

const GROUPING_WORDS = {
  tag: 'Tag',
  path: 'Path',
  version: 'Version'
} as const satisfies Record<Grouping, string>

const VERDICT_WORDS = {
  violation: 'Violation',
  undetermined: 'Undetermined',
  compliant: 'Compliant',
  exempt: 'Exempt'
} as const satisfies Record<Verdict, string>

/** Search field, filters, and grouping. Hidden without JavaScript. */
export function controlsForm(rows: readonly SiteRow[], groupings: readonly Grouping[], usual: Grouping): Markup {
  const standings = TIMELINE_STATES.map(each => ({
    value: each,
    rows: rows.filter(({life}) => life.state === each).length
  }))
  const verdicts = WORST_FIRST.map(each => ({value: each, rows: rows.filter(({life}) => life.verdict === each).length}))
  const stabilities = [...new Set(rows.map(({life}) => life.stability ?? 'unknown'))].toSorted()
  const methods = [...new Set(rows.flatMap(({life}) => methodOf(life.name)))].toSorted()
  return markup`<form class="controls" role="search" aria-label="Endpoints">
<label class="search"><span>Search</span><input type="search" id="q" name="q" autocomplete="off" spellcheck="false" placeholder="/path, method, 2.4 …" aria-keyshortcuts="/"></label>
<div role="group" aria-labelledby="by-state"><span class="label" id="by-state">How it stands</span><div class="chips">${standings.map(
    ({value, rows: number}) =>
      number === 0
        ? undefined
        : markup`<button type="button" data-filter="state" data-value="${value}" aria-pressed="false"><i class="dot s-${value}" aria-hidden="true"></i>${STANDING_WORDS[value]} <b>${number}</b></button>`
  )}</div></div>
<div role="group" aria-labelledby="by-verdict"><span class="label" id="by-verdict">Worst verdict on it</span><div class="chips">${verdicts.map(
    ({value, rows: number}) =>
      number === 0
        ? undefined
        : markup`<button type="button" data-filter="verdict" data-value="${value}" aria-pressed="false"><i class="sign v-${value}" aria-hidden="true">${VERDICT_SIGNS[value]}</i>${VERDICT_WORDS[value]} <b>${number}</b></button>`
  )}</div></div>
${selectField('stability', 'Stability', stabilities)}${selectField('method', 'Method', methods)}
<label><span>Group by</span><select id="by">${groupings.map(
    by => markup`<option value="${by}"${by === usual && SELECTED}>${GROUPING_WORDS[by]}</option>`
  )}</select></label>
<button type="button" id="fold">Open all</button>
<button type="button" id="clear" hidden>Clear</button>
<output id="found" aria-live="polite"></output>
</form>`
}

const SELECTED = markup` selected`

const methodOf = (name: string): string[] => /^([A-Z]+) /.exec(name)?.slice(1) ?? []

const selectField = (id: string, label: string, values: readonly string[]): Markup | undefined =>
  values.length < 2
    ? undefined
    : markup`<label><span>${label}</span><select id="${id}" data-filter="${id}"><option value="">All</option>${values.map(
        value => markup`<option>${value}</option>`
      )}</select></label>`

import type {Verdict} from '@tenure/core/model/verdict/judgment'
import {type Grouping, hasPath} from '../picture/groups.ts'
import {type Markup, markup} from '../picture/html.ts'
import {type SiteRow, VERDICT_SIGNS} from '../picture/page-rows.ts'
import {TIMELINE_STATES, type TimelineState, WORST_FIRST} from '../picture/rows.ts'
import type {SiteInput} from '../picture/verdict-text.ts'

const STATE_WORDS = {
  live: 'supported',
  deprecated: 'deprecated',
  overdue: 'past the sunset',
  removed: 'removed',
  coming: 'planned'
} as const satisfies Record<TimelineState, string>

const GROUPING_WORDS = {
  tag: 'Tag',
  path: 'Path',
  version: 'Version'
} as const satisfies Record<Grouping, string>

const VERDICT_WORDS = {
  violation: 'with violations',
  undetermined: 'undetermined',
  compliant: 'compliant',
  exempt: 'exempt'
} as const satisfies Record<Verdict, string>

/**
 * Buttons that show the number of endpoints in each state and with each worst verdict, and filter by it. Without
 * JavaScript, they only show the numbers.
 */
export function filterTiles({counts, isJudged}: SiteInput, rows: readonly SiteRow[]): Markup {
  const states = TIMELINE_STATES.flatMap(state => {
    const {length} = rows.filter(({life}) => life.state === state)
    return length === 0
      ? []
      : [
          markup`<button type="button" class="tile" data-filter="state" data-value="${state}" aria-pressed="false" disabled><b>${length}</b> <i class="dot s-${state}" aria-hidden="true"></i>${STATE_WORDS[state]}</button>`
        ]
  })
  const verdicts = WORST_FIRST.flatMap(verdict => {
    const {length} = rows.filter(({life}) => life.verdict === verdict)
    if (length === 0) return []
    const total = counts[verdict] > length ? markup` <small>(${counts[verdict]} verdicts)</small>` : undefined
    return [
      markup`<button type="button" class="tile" data-filter="verdict" data-value="${verdict}" aria-pressed="false" disabled><b>${length}</b> <i class="sign v-${verdict}" aria-hidden="true">${VERDICT_SIGNS[verdict]}</i> ${VERDICT_WORDS[verdict]}${total}</button>`
    ]
  })
  return markup`<div class="tiles"><div role="group" aria-label="By state">${states}</div>${
    isJudged && verdicts.length > 0
      ? markup`<div role="group" aria-label="By worst verdict">${verdicts}</div>`
      : undefined
  }</div>`
}

/** Search field, further filters, and grouping. Hidden without JavaScript. */
export function controlsForm(rows: readonly SiteRow[], groupings: readonly Grouping[], usual: Grouping): Markup {
  const stabilities = [...new Set(rows.map(({life}) => life.stability ?? 'unknown'))].toSorted()
  const methods = [...new Set(rows.flatMap(({life}) => methodOf(life.name)))].toSorted()
  return markup`<form class="controls" role="search" aria-label="Timeline">
<label class="search"><span class="vh">Search</span><input type="search" id="q" name="q" autocomplete="off" spellcheck="false" placeholder="Search by ${methods.length > 0 ? 'path, method, tag,' : 'name'} or release" aria-keyshortcuts="/"></label>
<details class="more" open><summary>Filters</summary><div>
${selectField('stability', 'Stability', stabilities)}${selectField('method', 'Method', methods)}
<label><span>Group by</span> <select id="by">${groupings.map(
    by =>
      markup`<option value="${by}"${by === usual && SELECTED}>${by === 'path' && !rows.some(({life}) => hasPath(life)) ? 'Name' : GROUPING_WORDS[by]}</option>`
  )}</select></label>
<button type="button" id="fold">Open all</button>
</div></details>
<button type="button" id="clear" hidden>Clear</button>
<output id="found" aria-live="polite"></output>
</form>`
}

const SELECTED = markup` selected`

const methodOf = (name: string): string[] => /^([A-Z]+) /.exec(name)?.slice(1) ?? []

const selectField = (id: string, label: string, values: readonly string[]): Markup | undefined =>
  values.length < 2
    ? undefined
    : markup`<label><span>${label}</span> <select id="${id}" data-filter="${id}"><option value="">All</option>${values.map(
        value => markup`<option>${value}</option>`
      )}</select></label>`

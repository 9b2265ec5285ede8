import {createHash} from 'node:crypto'
import {inputError} from '@tenure/core/model/input-error'
import {writeRows} from '@tenure/core/outputs/report/rows'
import {plainText} from '@tenure/core/outputs/report/sanitize-text'
import {jsonText} from '@tenure/core/phrases/escape'
import {suggestChoices} from '@tenure/core/text/format-choices'
import {formatCount} from '@tenure/core/text/format-values'
import {Markup, markup} from '@tenure/pages/site/picture/html'
import type {CallerReport, ReportedCall, ReportedCaller, ReportedSunset} from './report.ts'

const FORMATS = {
  text: formatText,
  json: (report: CallerReport) => `${jsonText(report, 2)}\n`,
  csv: formatRows,
  html: formatPage
} as const
const FORMAT_NAMES = Object.keys(FORMATS) as readonly (keyof typeof FORMATS)[]

/** Writes the report in a format: `text`, `json`, `csv`, or `html`. */
export async function printCallers(report: CallerReport, format = 'text'): Promise<string> {
  const name = FORMAT_NAMES.find(each => each === format)
  if (name !== undefined) return FORMATS[name](report)
  throw inputError(
    `\`--format ${format}\` isn't a format of the report.${suggestChoices(format, FORMAT_NAMES, 'Formats')}`
  )
}

/** The name of a caller for people: that of its contact, otherwise its ID. */
const nameOf = ({id, name}: ReportedCaller): string => (name === undefined || name === '' ? id : name)

/** What has to be done: `removed on 2026-08-31`, `fix by 2027-01-20`, `fix now, support ended on 2026-03-10`. */
function sayState({state, ends}: Pick<ReportedCaller, 'state' | 'ends'>, {asOf}: CallerReport): string {
  if (state === 'ok') return 'OK'
  if (state === 'removed') return ends === undefined ? 'removed' : `removed on ${ends}`
  if (ends === undefined) return 'fix, no date yet'
  return ends < asOf ? `fix now, support ended on ${ends}` : `fix by ${ends}`
}

const sayCall = ({operation, calls, last, replacement, since}: ReportedCall): string =>
  `${operation}${replacement === undefined ? '' : ` → ${replacement}${since === undefined ? '' : ` (since ${since})`}`}  ${formatCount(calls, 'call')}, last on ${last}`

function headlineOf({callers}: CallerReport): string {
  const count = (state: ReportedCaller['state']): number => callers.filter(each => each.state === state).length
  return `${formatCount(callers.length, 'caller')}: ${count('removed')} of removed operations, ${count('fix')} to fix, ${count('ok')} OK`
}

const scopeOf = ({api, window, silent}: CallerReport): string =>
  `${api}, calls from ${window.from} to ${window.to}${silent === 0 ? '' : `; ${formatCount(silent, 'contact')} without calls`}`

function formatText(report: CallerReport): string {
  const callers = report.callers
    .filter(({state}) => state !== 'ok')
    .flatMap(caller => [
      '',
      `${nameOf(caller)}${caller.contact ? ` <${caller.contact}>` : ''}: ${sayState(caller, report)}`,
      ...caller.calls
        .filter(({state}) => state !== 'ok')
        .flatMap(call => [`  ${sayCall(call)}`, ...(call.steps ?? []).map(step => `    ${step}`)])
    ])
  const sunsets = report.sunsets.flatMap(sunset => [
    '',
    `${sunset.operation}: ${sayState(sunset, report)}, ${formatCount(sunset.callers.length, 'caller')} left${sayUnnamed(sunset)}`,
    `  callers by week: ${sunset.weeks.map(week => week.callers).join(' ')}`
  ])
  const drift = driftOf(report).flatMap(({title, items}) => ['', `${title}:`, ...items.map(each => `  ${each}`)])
  const lines = [headlineOf(report), scopeOf(report), ...callers, ...sunsets, ...drift]
  return lines.map(line => `${plainText(line)}\n`).join('')
}

/** How many items of a list of drift are shown. */
const MOST_DRIFT = 10

/** The lists of drift that aren't empty. */
function driftOf({drift: {undocumented, missing, gone}}: CallerReport): {title: string; items: string[]}[] {
  const few = (items: readonly string[]): string[] =>
    items.length > MOST_DRIFT ? [...items.slice(0, MOST_DRIFT), `and ${items.length - MOST_DRIFT} more`] : [...items]
  const further = missing === 0 ? '' : ` (${formatCount(missing, 'further call')} answered with 404 or 410)`
  return [
    {
      title: `Calls that no description documents${further}`,
      items: few(
        undocumented.map(({request, calls, last}) => `${request}  ${formatCount(calls, 'call')}, last on ${last}`)
      )
    },
    {
      title: 'Documented, but every call is answered with 404 or 410',
      items: few(gone.map(({operation, since, calls}) => `${operation}  since ${since}, ${formatCount(calls, 'call')}`))
    }
  ].filter(({items}) => items.length > 0)
}

const sayUnnamed = ({unnamed}: ReportedSunset): string =>
  unnamed === 0 ? '' : `, ${formatCount(unnamed, 'call')} without a name`

const COLUMNS = [
  'caller',
  'name',
  'contact',
  'state',
  'operation',
  'ends',
  'calls',
  'last',
  'replacement',
  'since',
  'steps'
] as const

/** One row for each caller and operation, the most urgent first. */
async function formatRows({callers}: CallerReport): Promise<string> {
  const rows = callers.flatMap(({id, name, contact, calls}) =>
    calls.map(call => {
      const row = {caller: id, name, contact, ...call, steps: call.steps?.join(' ')}
      return COLUMNS.map(column => row[column] ?? null)
    })
  )
  const all: string[] = []
  const source = {
    columns: COLUMNS.map(name => ({name, isNumber: name === 'calls'})),
    rows: (async function* () {
      yield* rows
    })()
  }
  for await (const text of writeRows(source, 'csv')) all.push(text)
  return all.join('')
}

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #8884;vertical-align:top}
code{overflow-wrap:anywhere}.removed{color:#c2272d}.fix{color:#a15c00}@media(prefers-color-scheme:dark){.removed{color:#ff8a8a}.fix{color:#ffc266}}
svg{max-width:100%;height:auto}rect{fill:#4477aa}text{font:10px system-ui,sans-serif;fill:currentColor}`

/** A single HTML file without scripts and external requests. */
function formatPage(report: CallerReport): string {
  const hash = createHash('sha256').update(STYLE).digest('base64')
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${`Callers of ${report.api}`}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<h1>${headlineOf(report)}</h1>
<p>${scopeOf(report)}</p>
${report.sunsets.map(sunset => sunsetMarkup(sunset, report))}
<h2>Callers</h2>
<table>
<thead><tr><th scope="col">Caller</th><th scope="col">State</th><th scope="col">Operations</th></tr></thead>
<tbody>
${report.callers.map(caller => callerMarkup(caller, report))}</tbody>
</table>
${driftOf(report).map(({title, items}) => markup`<h2>${title}</h2><ul>${items.map(each => markup`<li><code>${each}</code></li>`)}</ul>`)}
</body>
</html>
`.text
}

const sunsetMarkup = (sunset: ReportedSunset, report: CallerReport): Markup => markup`<section>
<h2><code>${sunset.operation}</code></h2>
<p><span class="${sunset.state}">${sayState(sunset, report)}</span>, ${formatCount(sunset.callers.length, 'caller')} left${sayUnnamed(sunset)}${
  sunset.replacement !== undefined && markup`; use <code>${sunset.replacement}</code>`
}</p>
${chart(sunset)}
</section>
`

const callerMarkup = (caller: ReportedCaller, report: CallerReport): Markup =>
  markup`<tr><td>${nameOf(caller)}${caller.contact !== undefined && markup`<br>${caller.contact}`}</td><td class="${caller.state}">${sayState(caller, report)}</td><td>${caller.calls.map(
    call =>
      markup`<div><code>${sayCall(call)}</code></div>${(call.steps ?? []).map(step => markup`<div>${step}</div>`)}`
  )}</td></tr>
`

const BAR = 40
const HEIGHT = 80

/** Bars of the callers in each week. */
function chart({operation, weeks}: ReportedSunset): Markup {
  const most = Math.max(1, ...weeks.map(({callers}) => callers))
  const bars = weeks.map(({from, callers}, at) => {
    const height = Math.round((callers / most) * HEIGHT)
    const x = at * BAR
    return markup`<g><title>${`Week from ${from}: ${formatCount(callers, 'caller')}`}</title><rect x="${x + 4}" y="${HEIGHT - height + 14}" width="${BAR - 8}" height="${height}"></rect><text x="${x + BAR / 2}" y="${HEIGHT - height + 10}" text-anchor="middle">${callers}</text><text x="${x + BAR / 2}" y="${HEIGHT + 28}" text-anchor="middle">${from.slice(5)}</text></g>`
  })
  return markup`<svg viewBox="0 0 ${weeks.length * BAR} ${HEIGHT + 34}" width="${weeks.length * BAR}" role="img" aria-label="${`Callers of ${operation} by week`}">${bars}</svg>`
}

import {createHash} from 'node:crypto'
import {type FollowLinks, feedLink} from './follow-links.ts'
import {Markup, markup, unbrokenDates} from './html.ts'

/** A page of tables without a script. */
export interface TablePage {
  readonly title: string
  readonly follow?: FollowLinks
  readonly heading: string
  /** What the page is about, below its heading. */
  readonly head: Markup
  readonly remarks: readonly string[]
  readonly main: readonly (Markup | undefined)[]
  /** What wrote the page, and of when. */
  readonly footer: Markup
}

/** Renders a page of tables as a single HTML file without scripts and external requests. */
export function renderTablePage(
  {title, follow, heading, head, remarks, main, footer}: TablePage,
  style: string
): string {
  const hash = `sha256-${createHash('sha256').update(style).digest('base64')}`
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="tenure">
<title>${title}</title>
${feedLink(follow, title)}<style>${new Markup(style)}</style>
</head>
<body>
<header>
<h1>${unbrokenDates(heading)}</h1>
<p class="head">${head}</p>
${remarks.length > 0 && markup`<div class="remarks"><ul>${remarks.map(each => markup`<li>${each}</li>`)}</ul></div>`}
</header>
<main>
${main}
</main>
<footer><p>${footer}. This file loads nothing from elsewhere.</p></footer>
</body>
</html>
`
  return page.text
}

/** A section of a page, with the count that the links at the top show. */
export interface CountedSection {
  readonly id: string
  readonly title: string
  readonly total: number
}

/** Counts of sections, as links to them. */
export const contentsList = (sections: readonly CountedSection[]): Markup =>
  markup`<nav aria-label="Sections"><ul class="contents">${sections.map(
    ({id, title, total}) => markup`<li><a href="#${id}">${title}</a> <b>${total.toLocaleString('en-US')}</b></li>`
  )}</ul></nav>`

export interface PageColumn {
  readonly heading: string
  readonly isNumber?: boolean
}

export interface PageCell {
  readonly content: Markup | string
  /** Shade from 0 to 4. A phone leaves out cells with 0. */
  readonly heat?: number
}

/** The shade of a number: the square root makes those of small numbers differ even if one number is large. */
export const heatOf = (value: number, most: number): number => Math.ceil(Math.sqrt(value / Math.max(1, most)) * 4)

/**
 * Table whose cells carry their headings, because a phone shows each row as a list. `id` is that of its heading. Tables
 * of a kind have columns of the same widths.
 */
export function pageTable(
  {id, kind}: {readonly id: string; readonly kind?: 'removals' | 'apis'},
  columns: readonly PageColumn[],
  rows: readonly (readonly PageCell[])[]
): Markup {
  const head = columns.map(
    ({heading, isNumber}) => markup`<th role="columnheader" scope="col"${classOf(isNumber)}>${heading}</th>`
  )
  const body = rows.map(row => {
    const cells = row.map(({content, heat}, at) => {
      const {heading = '', isNumber} = columns[at] ?? {}
      return markup`<td role="cell" data-label="${heading}"${classOf(isNumber, heat)}>${cellMarkup(content)}</td>`
    })
    return markup`<tr role="row">${cells}</tr>
`
  })
  return markup`<table role="table"${kind && markup` class="${kind}"`} aria-labelledby="${id}">
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">
${body}</tbody>
</table>`
}

/** The content of a cell as one element, next to its heading on a phone. Nothing if it is empty. */
function cellMarkup(content: PageCell['content']): Markup | undefined {
  const {text} = markup`${content}`
  return text === '' ? undefined : markup`<span>${content}</span>`
}

function classOf(isNumber = false, heat?: number): Markup | undefined {
  const classes = [...(isNumber ? ['number'] : []), ...(heat === undefined ? [] : [`heat-${heat}`])]
  return classes.length === 0 ? undefined : markup` class="${classes.join(' ')}"`
}

import type {SiteData} from '../page/data.ts'
import type {GroupingData} from '../page/page.ts'

export type PageData = SiteData & {
  readonly groupings: readonly GroupingData[]
  readonly usual: string
  readonly isInternal: boolean
  readonly link?: string
}

let parsedData: PageData | undefined

/** Data embedded in the page. Parsed on first use, because the rows work without it. */
export function pageData(): PageData {
  parsedData ??= JSON.parse(elementById('data').textContent ?? '') as PageData
  return parsedData
}

export function elementById<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no element #${id}`)
  return found as Kind
}

/** A row of the timeline with the values it is filtered by. */
export interface RowElement {
  readonly item: HTMLElement
  readonly link: HTMLAnchorElement
  readonly text: string
  readonly state: string
  readonly verdict: string
  readonly stability: string
  readonly method: string
  /** Whether the row matches the filters. */
  isMatching: boolean
}

/** Rows by their row number. */
export const rows: RowElement[] = []
for (const item of document.querySelectorAll<HTMLElement>('.row')) {
  const {s = '', v = '', t = '', m = '', g = ''} = item.dataset
  const link = item.firstElementChild as HTMLAnchorElement
  const text = `${link.textContent ?? ''} ${g}`.toLowerCase()
  rows[rowNumber(item)] = {item, link, text, state: s, verdict: v, stability: t, method: m, isMatching: true}
}

export function rowOf(item: Element): RowElement {
  const row = rows[rowNumber(item)]
  if (!row) throw new Error(`The page has no row #${item.id}`)
  return row
}

function rowNumber({id}: Element): number {
  return Number(id.slice(1))
}

import type {SiteData} from '../render/site/data.ts'
import type {GroupingData} from '../render/site/page.ts'

export type PageData = SiteData & {readonly groupings: readonly GroupingData[]; readonly usual: string}

let known: PageData | undefined

/** What the page holds beside its rows, read when somebody asks for it: the rows are there without it. */
export function pageData(): PageData {
  known ??= JSON.parse(byId('data').textContent ?? '') as PageData
  return known
}

export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id)
  if (!found) throw new Error(`Unexpected lack of #${id}, expected the page as it was written`)
  return found as Kind
}

/** A row of the timeline, and what it is found by. */
export interface Row {
  readonly item: HTMLElement
  readonly link: HTMLAnchorElement
  readonly text: string
  readonly state: string
  readonly verdict: string
  readonly stability: string
  readonly method: string
  /** Whether the filters leave it. */
  fits: boolean
}

/** The rows by their numbers. */
export const rows: Row[] = []
for (const item of document.querySelectorAll<HTMLElement>('.row')) {
  const {s = '', v = '', t = '', m = ''} = item.dataset
  const link = item.firstElementChild as HTMLAnchorElement
  const text = (link.textContent ?? '').toLowerCase()
  rows[numberOf(item)] = {item, link, text, state: s, verdict: v, stability: t, method: m, fits: true}
}

export function rowOf(item: Element): Row {
  const row = rows[numberOf(item)]
  if (!row) throw new Error(`Unexpected row #${item.id}, expected one that the page was written with`)
  return row
}

function numberOf({id}: Element): number {
  return Number(id.slice(1))
}

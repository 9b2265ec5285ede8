import {byId, groups, pageData, rows} from './board.ts'
import {type Filters, NO_FILTERS} from './place.ts'

let shown: Filters | undefined
/** What stood open before a search opened all that it found. */
let openBefore: Set<Element> | undefined

/** Shows the rows that fit, in groups as they are asked for, and says how many there are. */
export function showRows(filters: Filters): void {
  if (shown && JSON.stringify(shown) === JSON.stringify(filters)) return
  const by = filters.by || usual
  if (by !== grouping) regroup(by)
  shown = filters
  // Asked for before anything changes: after that the browser would have to lay out all of it to tell.
  const isAtTop = scrollY < innerHeight
  const words = filters.q.toLowerCase().split(/\s+/).filter(Boolean)
  let fitting = 0
  for (const {item, text, state, verdict, stability, method} of rows) {
    const fits =
      (filters.state.length === 0 || filters.state.includes(state)) &&
      (filters.verdict.length === 0 || filters.verdict.includes(verdict)) &&
      (filters.stability === '' || filters.stability === stability) &&
      (filters.method === '' || filters.method === method) &&
      words.every(word => text.includes(word))
    if (fits) fitting++
    if (item.hidden === fits) item.hidden = !fits
  }
  const isFiltered = fitting < rows.length || isAsking(filters)
  openFound(isFiltered, fitting)
  let above = 0
  for (const group of groups()) {
    const items = group.querySelectorAll('.row:not([hidden])').length
    const all = group.querySelectorAll('.row').length
    group.hidden = items === 0
    const list = group.querySelector<HTMLElement>('.rows')
    if (list) {
      if (isAtTop && above > FAR && items - (counts.get(list) ?? all) > MANY) layLater(list)
      counts.set(list, items)
      list.style.setProperty('--n', String(items))
    }
    if (group.open) above += items
    const counted = group.querySelector('.count')
    const text = items === all ? String(all) : `${items} of ${all}`
    if (counted && counted.textContent !== text) counted.textContent = text
  }
  sayFold()
  byId('nothing').hidden = fitting > 0
  byId('clear').hidden = !isFiltered
  byId('found').textContent = isFiltered ? `${fitting} of ${rows.length} shown` : `${rows.length} shown`
  showControls(filters)
}

/** So many rows are no screen that we know of high enough for. */
const FAR = 150
const MANY = 50
/** How many rows are shown in each list, once not all of them are. */
const counts = new WeakMap<HTMLElement, number>()
const waiting = new Set<HTMLElement>()

/**
 * Keeps many rows that come back below the screen out of the next frame. They would be left out anyway, but while few
 * rows were shown they were on the screen, and the browser only learns by laying all of them out that they no longer are.
 */
function layLater(list: HTMLElement): void {
  if (waiting.size === 0) requestAnimationFrame(() => requestAnimationFrame(layWaiting))
  waiting.add(list)
  list.style.contentVisibility = 'hidden'
}

/** Who has to know where a row is cannot wait. */
export function layWaiting(): void {
  for (const list of waiting) list.style.contentVisibility = ''
  waiting.clear()
}

const isAsking = (filters: Filters): boolean =>
  JSON.stringify({...filters, by: ''}) !== JSON.stringify({...NO_FILTERS, by: ''})

/** What is found is seen, unless it is most of what there is. */
function openFound(isFiltered: boolean, fitting: number): void {
  if (isFiltered && !openBefore) openBefore = new Set(groups().filter(({open}) => open))
  if (!isFiltered && openBefore) {
    for (const group of groups()) group.open = openBefore.has(group)
    openBefore = undefined
  } else if (isFiltered && fitting <= 400) for (const group of groups()) group.open = true
}

/** The controls tell what is asked for, however it was asked. */
function showControls({q, state, verdict, stability, method, by}: Filters): void {
  const search = byId<HTMLInputElement>('q')
  if (search.value !== q && document.activeElement !== search) search.value = q
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-filter]')) {
    const {filter, value = ''} = button.dataset
    button.setAttribute('aria-pressed', String((filter === 'state' ? state : verdict).includes(value)))
  }
  for (const [id, value] of Object.entries({stability, method, by: by || usual})) {
    const select = document.getElementById(id) as HTMLSelectElement | null
    if (select && select.value !== value) select.value = value
  }
}

const usual = byId<HTMLSelectElement>('by').value
let grouping = usual

/** The same rows in other groups: they are moved, not made anew. */
function regroup(by: string): void {
  const found = pageData().groupings.find(each => each.by === by)
  if (!found) return
  grouping = by
  openBefore = undefined
  const wasOpen = groups().every(({open}) => open)
  const sections = found.groups.map(({name, band, rows: numbers}) => {
    const section = document.createElement('details')
    section.className = 'group'
    section.open = wasOpen
    const summary = document.createElement('summary')
    const label = document.createElement('span')
    label.className = 'name'
    const text = document.createElement('bdi')
    text.textContent = name
    label.append(text)
    const count = document.createElement('span')
    count.className = 'count'
    summary.append(label, ' ', count)
    // A drawing of ours, made of numbers alone.
    summary.insertAdjacentHTML('beforeend', band)
    const list = document.createElement('ol')
    list.className = 'rows'
    list.setAttribute('role', 'list')
    for (const number of numbers) {
      const item = rows[number]?.item
      if (item) list.append(item)
    }
    section.append(summary, list)
    return section
  })
  byId('groups').replaceChildren(...sections)
}

/** Opens all groups, or closes them where all are open. */
export function foldAll(): void {
  const open = !areOpen()
  for (const group of groups()) group.open = open
  sayFold()
}

const areOpen = (): boolean => groups().every(({open, hidden}) => open || hidden)

export function sayFold(): void {
  byId('fold').textContent = areOpen() ? 'Close all' : 'Open all'
}

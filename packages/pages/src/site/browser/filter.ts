import {drawVisible, measureViewport, setVisible} from './deferred-drawing.ts'
import {groups, type RowChunk, regroup, setEstimatedHeight} from './groups.ts'
import {elementById, pageData, type RowElement, rows} from './page-data.ts'
import {type Filters, NO_FILTERS} from './url-state.ts'

let shownFilters: Filters | undefined
/** Groups that were open before a search opened the groups with matches. */
let openBefore: Set<Element> | undefined

/** Applies filters and grouping, and updates the counts and controls. */
export function applyFilters(filters: Filters): void {
  if (shownFilters && JSON.stringify(shownFilters) === JSON.stringify(filters)) return
  const view = shownFilters && measureViewport()
  const by = filters.by || defaultGrouping
  if (by !== grouping) changeGrouping(by)
  shownFilters = filters
  const fits = matcher(filters)
  let found = 0
  for (const group of groups()) {
    const {section, chunks, count, size} = group
    group.fitting = 0
    for (const chunk of chunks) group.fitting += showChunk(chunk, fits)
    found += group.fitting
    setVisible(section, group.fitting > 0)
    const text = group.fitting === size ? String(size) : `${group.fitting} of ${size}`
    if (count.textContent !== text) count.textContent = text
  }
  const isFiltered = found < rows.length || hasFilters(filters)
  openFound(isFiltered, found)
  if (view) drawVisible(view)
  updateFoldButton()
  elementById('no-match').hidden = found > 0
  elementById('clear').hidden = !isFiltered
  elementById('found').textContent = isFiltered ? `${found} of ${rows.length} shown` : `${rows.length} shown`
  showControls(filters)
}

function matcher({q, state, verdict, stability, method}: Filters): (row: RowElement) => boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return row =>
    (state.length === 0 || state.includes(row.state)) &&
    (verdict.length === 0 || verdict.includes(row.verdict)) &&
    (stability === '' || stability === row.stability) &&
    (method === '' || method === row.method) &&
    words.every(word => row.text.includes(word))
}

/** Filters the rows of a chunk and returns how many are visible. */
function showChunk(chunk: RowChunk, fits: (row: RowElement) => boolean): number {
  const {box} = chunk
  let count = 0
  for (const row of chunk.rows) {
    const isShown = fits(row)
    if (isShown) count++
    if (row.isMatching !== isShown) {
      row.isMatching = isShown
      row.item.hidden = !isShown
    }
  }
  if (chunk.fitting !== count) {
    chunk.fitting = count
    setVisible(box, count > 0)
    setEstimatedHeight(box, count)
  }
  return count
}

const hasFilters = (filters: Filters): boolean =>
  JSON.stringify({...filters, by: ''}) !== JSON.stringify({...NO_FILTERS, by: ''})

/**
 * Opens the groups with matches, unless there are more than 400 matches. Restores the earlier state when the filters
 * are cleared.
 */
function openFound(isFiltered: boolean, found: number): void {
  if (isFiltered && !openBefore)
    openBefore = new Set(
      groups()
        .filter(({section}) => section.open)
        .map(({section}) => section)
    )
  if (!isFiltered && openBefore) {
    for (const {section} of groups()) section.open = openBefore.has(section)
    openBefore = undefined
  } else if (isFiltered && found <= 400) for (const {section} of groups()) section.open = true
}

/** The filter buttons, queried once, because a query visits all rows. */
const buttons = document.querySelectorAll<HTMLButtonElement>('button[data-filter]')

/** Sets the controls to the filters, which can also come from the URL. */
function showControls({q, state, verdict, stability, method, by}: Filters): void {
  const search = elementById<HTMLInputElement>('q')
  if (search.value !== q && document.activeElement !== search) search.value = q
  for (const button of buttons) {
    const {filter, value = ''} = button.dataset
    button.setAttribute('aria-pressed', String((filter === 'state' ? state : verdict).includes(value)))
  }
  for (const [id, value] of Object.entries({stability, method, by: by || defaultGrouping})) {
    const select = document.getElementById(id) as HTMLSelectElement | null
    if (select && select.value !== value) select.value = value
  }
}

const defaultGrouping = elementById<HTMLSelectElement>('by').value
let grouping = defaultGrouping

function changeGrouping(by: string): void {
  const found = pageData().groupings.find(each => each.by === by)
  if (!found) return
  grouping = by
  openBefore = undefined
  regroup(found)
}

/** Opens all groups, or closes them if all are open. */
export function toggleAllGroups(): void {
  const view = measureViewport()
  const open = !areAllOpen()
  for (const {section} of groups()) section.open = open
  drawVisible(view)
  updateFoldButton()
}

export function setGroupOpen(section: HTMLDetailsElement, open: boolean): void {
  const view = measureViewport()
  section.open = open
  drawVisible(view)
}

const areAllOpen = (): boolean => groups().every(({section, fitting: number}) => section.open || number === 0)

export function updateFoldButton(): void {
  elementById('fold').textContent = areAllOpen() ? 'Close all' : 'Open all'
}

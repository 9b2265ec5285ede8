import {drawAll} from './deferred-drawing.ts'
import {applyFilters, setGroupOpen, toggleAllGroups, updateFoldButton} from './filter.ts'
import {groupOfRow, groups} from './groups.ts'
import {ensureCurrent, focusCurrent, handleNavigationKey, setCurrent} from './keyboard.ts'
import {elementById, rows} from './page-data.ts'
import {endpointContent, releaseContent} from './panel.ts'
import {drawToday} from './today.ts'
import {type Filters, formatUrlState, NO_FILTERS, parseUrlState, type UrlState} from './url-state.ts'

// Entry point of the page's script: filters rows, opens the details panel, and keeps the URL in sync.

document.documentElement.classList.add('js')
drawToday()
for (const tile of document.querySelectorAll<HTMLButtonElement>('.tile')) tile.disabled = false

// On small screens, filters and key are closed at first, so that the timeline is on the first screen.
const isSmall = matchMedia('(max-width: 56rem)')
const setDisclosures = (): void => {
  for (const each of document.querySelectorAll<HTMLDetailsElement>('.more, .key')) each.open = !isSmall.matches
}
setDisclosures()
isSmall.addEventListener('change', setDisclosures)

const panel = elementById<HTMLDialogElement>('panel')
const search = elementById<HTMLInputElement>('q')
/** Element that gets the focus back when the panel closes. */
let opener: HTMLElement | undefined
let place: UrlState = {filters: NO_FILTERS}

/** Applies the state in the URL. An unknown endpoint or release closes the panel. */
function applyUrl(): void {
  const before = place
  place = parseUrlState(location.hash)
  applyFilters(place.filters)
  ensureCurrent()
  const key = place.endpoint ?? place.release
  if (key !== undefined && key === (before.endpoint ?? before.release) && panel.open) return
  const {endpoint, release} = place
  const content =
    endpoint !== undefined ? endpointContent(endpoint) : release !== undefined ? releaseContent(release) : undefined
  if (content) {
    markRow(endpoint)
    openPanel(content)
  } else closePanel()
}

let marked: HTMLElement | undefined

/** Highlights the row that the panel shows, and scrolls it into view. */
function markRow(name: string | undefined): void {
  marked?.removeAttribute('aria-current')
  marked = undefined
  if (name === undefined) return
  const row = rows.find(each => decodeURIComponent(each.link.hash.split('?')[0] ?? '') === `#/endpoint/${name}`)
  if (!row) return
  const {link} = row
  marked = link
  link.setAttribute('aria-current', 'true')
  setCurrent(link)
  const group = groupOfRow(row)
  if (group && !group.section.open) group.section.open = true
  if (!panel.open) reveal(link)
  opener = link
}

/**
 * Scrolls a row to the middle. It does so twice, because rows that were not rendered get their real height only when
 * drawn.
 */
function reveal(link: HTMLElement): void {
  drawAll()
  const toMiddle = (): void => link.scrollIntoView({block: 'center'})
  toMiddle()
  requestAnimationFrame(toMiddle)
}

function openPanel(content: readonly HTMLElement[]): void {
  if (!panel.open && document.activeElement instanceof HTMLElement && document.activeElement !== document.body) {
    opener = document.activeElement
  }
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'close'
  close.textContent = 'Close'
  close.addEventListener('click', leavePanel)
  const top = document.createElement('div')
  top.className = 'top'
  top.append(close)
  panel.replaceChildren(top, ...content)
  panel.scrollTop = 0
  if (!panel.open) {
    // On small screens the panel covers the page, so it's modal.
    if (isSmall.matches) panel.showModal()
    else panel.show()
  }
  panel.querySelector<HTMLElement>('h2')?.focus()
}

function closePanel(): void {
  markRow(undefined)
  if (!panel.open) return
  panel.close()
  opener?.focus({preventScroll: true})
  if (opener && document.activeElement !== opener) {
    drawAll()
    opener.focus({preventScroll: true})
  }
  opener = undefined
}

const leavePanel = (): void => navigate({filters: place.filters})

function navigate(to: UrlState, replacesEntry = false): void {
  const hash = formatUrlState(to)
  // Typing in the search doesn't add history entries.
  if (replacesEntry) history.replaceState(null, '', hash)
  // Unlike an assignment to `location.hash`, this doesn't scroll to the release that the hash names.
  else if (location.hash !== hash && !(location.hash === '' && hash === '#')) history.pushState(null, '', hash)
  applyUrl()
}

function changeFilters(change: Partial<Filters>): void {
  navigate({...place, filters: {...place.filters, ...change}}, true)
}

addEventListener('hashchange', applyUrl)
panel.addEventListener('cancel', event => {
  event.preventDefault()
  leavePanel()
})

search.addEventListener('input', () => changeFilters({q: search.value.trim()}))
for (const id of ['clear', 'all']) {
  elementById(id).addEventListener('click', () => {
    search.value = ''
    // Focus first: focusing forces a layout, which is slower once all rows are visible again.
    search.focus()
    changeFilters({...NO_FILTERS, by: place.filters.by})
  })
}
elementById('fold').addEventListener('click', () => {
  toggleAllGroups()
  ensureCurrent()
})
document.querySelector('.controls')?.addEventListener('submit', event => event.preventDefault())
document.querySelector('#timeline')?.addEventListener('click', event => {
  const button = (event.target as Element).closest<HTMLButtonElement>('button[data-filter]')
  if (!button) return
  const {filter, value = ''} = button.dataset
  const name = filter === 'state' ? 'state' : 'verdict'
  const chosen = place.filters[name]
  changeFilters({[name]: chosen.includes(value) ? chosen.filter(each => each !== value) : [...chosen, value]})
})
for (const id of ['stability', 'method', 'by'] as const) {
  const select = document.getElementById(id) as HTMLSelectElement | null
  select?.addEventListener('change', () => changeFilters({[id]: select.value}))
}

// Links to an endpoint or a release keep the filters; links with filters replace them.
document.addEventListener('click', event => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#/"]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  if (link.closest('.row')) setCurrent(link)
  const href = link.getAttribute('href') ?? ''
  const {endpoint, release, filters} = parseUrlState(href)
  if (href.includes('?')) document.querySelector('#timeline')?.scrollIntoView()
  navigate({
    filters: href.includes('?') ? filters : place.filters,
    ...(endpoint === undefined ? {} : {endpoint}),
    ...(release === undefined ? {} : {release})
  })
  // Links in the list of releases lead to their place in the list, too.
  if (link.closest('#releases')) document.getElementById(href.slice(1))?.scrollIntoView()
})

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const {target, key} = event
  const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
  if (key === 'Escape' && panel.open && !panel.matches(':modal')) {
    event.preventDefault()
    leavePanel()
  } else if (key === 'Escape' && target === search && search.value !== '') {
    search.value = ''
    changeFilters({q: ''})
  } else if (key === '/' && !isTyping) {
    event.preventDefault()
    search.focus()
    search.select()
  } else if (key === 'ArrowDown' && target === search) {
    event.preventDefault()
    focusCurrent()
  } else if (
    target instanceof HTMLElement &&
    target.matches('.group > summary, .row > a') &&
    handleNavigationKey(key, target)
  ) {
    event.preventDefault()
  }
})

document.querySelector('.body')?.addEventListener('click', event => {
  const section = (event.target as Element).closest<HTMLElement>('.group > summary')?.parentElement
  if (!(section instanceof HTMLDetailsElement)) return
  event.preventDefault()
  setGroupOpen(section, !section.open)
})

// Groups open and close in many ways; after each, one row must stay reachable by Tab.
document.querySelector('.body')?.addEventListener(
  'toggle',
  () => {
    updateFoldButton()
    ensureCurrent()
  },
  true
)

// Printing opens all groups.
let openBeforePrint: HTMLDetailsElement[] = []
addEventListener('beforeprint', () => {
  drawAll()
  const sections = groups().map(({section}) => section)
  openBeforePrint = sections.filter(({open}) => open)
  for (const section of sections) section.open = true
})
addEventListener('afterprint', () => {
  for (const {section} of groups()) section.open = openBeforePrint.includes(section)
})

addRuler()
applyUrl()

/**
 * Shows the name of the release nearest to the mouse pointer, since the axis has no room for all names. Hidden from
 * screen readers: the rows have the same information as text.
 */
export function addRuler(): void {
  const lines = document.querySelector<SVGElement>('.lines')
  const body = document.querySelector<HTMLElement>('.body')
  const scale = document.querySelector<HTMLElement>('.axis .scale')
  if (!lines || !body || !scale) return
  const places = [...lines.querySelectorAll<SVGLineElement>('line[data-name]')].map(line => ({
    name: line.dataset.name ?? '',
    share: Number.parseFloat(line.getAttribute('x1') ?? '') / 100
  }))
  if (places.length === 0) return
  const rule = hiddenBox('rule')
  const label = hiddenBox('reading')
  body.append(rule)
  scale.append(label)
  const show = (isShown: boolean): void => {
    rule.hidden = !isShown
    label.hidden = !isShown
  }
  body.addEventListener('pointermove', ({clientX, pointerType}) => {
    const {left, width} = lines.getBoundingClientRect()
    const share = (clientX - left) / width
    if (pointerType !== 'mouse' || share < -0.01 || share > 1.01) return show(false)
    const nearest = places.reduce((best, each) =>
      Math.abs(each.share - share) < Math.abs(best.share - share) ? each : best
    )
    rule.style.left = `${left - body.getBoundingClientRect().left + nearest.share * width}px`
    label.style.left = `${Math.min(92, Math.max(8, nearest.share * 100))}%`
    label.textContent = nearest.name
    show(true)
  })
  body.addEventListener('pointerleave', () => show(false))
}

function hiddenBox(className: string): HTMLElement {
  const made = document.createElement('div')
  made.className = className
  made.hidden = true
  made.setAttribute('aria-hidden', 'true')
  return made
}

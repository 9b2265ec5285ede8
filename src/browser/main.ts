// What the page does for who uses it: it shows rows that fit, opens what is asked for, and keeps its address in step.

import {drawAll} from './deferred-drawing.ts'
import {foldAll, sayFold, setOpen, showRows} from './filter.ts'
import {groupOfRow, groups} from './groups.ts'
import {focusCurrent, keepCurrent, moveBy, setCurrent} from './keyboard.ts'
import {byId, rows} from './page-data.ts'
import {endpointContent, releaseContent} from './panel.ts'
import {layRuler} from './ruler.ts'
import {type Filters, NO_FILTERS, type Place, readPlace, writePlace} from './url-state.ts'

document.documentElement.classList.add('js')

const panel = byId<HTMLDialogElement>('panel')
const search = byId<HTMLInputElement>('q')
/** Where the focus goes back to when the panel is closed. */
let opener: HTMLElement | undefined
let place: Place = {filters: NO_FILTERS}

/** Goes where the address leads. What it names and is not there shows the page as it is. */
function follow(): void {
  const before = place
  place = readPlace(location.hash)
  showRows(place.filters)
  keepCurrent()
  const key = place.endpoint ?? place.release
  if (key !== undefined && key === (before.endpoint ?? before.release) && panel.open) return
  const {endpoint, release} = place
  const content =
    endpoint !== undefined ? endpointContent(endpoint) : release !== undefined ? releaseContent(release) : undefined
  if (content) {
    mark(endpoint)
    openPanel(content)
  } else closePanel()
}

let marked: HTMLElement | undefined

/** The row that the panel tells of is marked and in sight. */
function mark(name: string | undefined): void {
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

/** What was far away gets its true height when it is drawn: only then it is known where the row is. */
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
  close.addEventListener('click', leave)
  const top = document.createElement('div')
  top.className = 'top'
  top.append(close)
  panel.replaceChildren(top, ...content)
  panel.scrollTop = 0
  if (!panel.open) {
    // On a phone it covers the page, which is then out of reach.
    if (matchMedia('(max-width: 56rem)').matches) panel.showModal()
    else panel.show()
  }
  panel.querySelector<HTMLElement>('h2')?.focus()
}

function closePanel(): void {
  mark(undefined)
  if (!panel.open) return
  panel.close()
  opener?.focus({preventScroll: true})
  if (opener && document.activeElement !== opener) {
    drawAll()
    opener.focus({preventScroll: true})
  }
  opener = undefined
}

const leave = (): void => go({filters: place.filters})

function go(to: Place, isSmall = false): void {
  const hash = writePlace(to)
  if (isSmall) {
    // A letter more in the search is no step to come back to.
    history.replaceState(null, '', hash)
    follow()
  } else if (location.hash !== hash && !(location.hash === '' && hash === '#')) location.hash = hash
  else follow()
}

function ask(change: Partial<Filters>): void {
  go({...place, filters: {...place.filters, ...change}}, true)
}

addEventListener('hashchange', follow)
panel.addEventListener('cancel', event => {
  event.preventDefault()
  leave()
})

search.addEventListener('input', () => ask({q: search.value.trim()}))
for (const id of ['clear', 'all']) {
  byId(id).addEventListener('click', () => {
    search.value = ''
    // To focus, the browser lays out what there is: before all rows are there again.
    search.focus()
    ask({...NO_FILTERS, by: place.filters.by})
  })
}
byId('fold').addEventListener('click', () => {
  foldAll()
  keepCurrent()
})
document.querySelector('.controls')?.addEventListener('submit', event => event.preventDefault())
document.querySelector('.controls')?.addEventListener('click', event => {
  const button = (event.target as Element).closest<HTMLButtonElement>('button[data-filter]')
  if (!button) return
  const {filter, value = ''} = button.dataset
  const name = filter === 'state' ? 'state' : 'verdict'
  const chosen = place.filters[name]
  ask({[name]: chosen.includes(value) ? chosen.filter(each => each !== value) : [...chosen, value]})
})
for (const id of ['stability', 'method', 'by'] as const) {
  const select = document.getElementById(id) as HTMLSelectElement | null
  select?.addEventListener('change', () => ask({[id]: select.value}))
}

// A link to an endpoint or a release keeps the filters.
document.addEventListener('click', event => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#/"]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  if (link.closest('.row')) setCurrent(link)
  const {endpoint, release} = readPlace(link.getAttribute('href') ?? '')
  go({
    filters: place.filters,
    ...(endpoint === undefined ? {} : {endpoint}),
    ...(release === undefined ? {} : {release})
  })
})

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const {target, key} = event
  const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
  if (key === 'Escape' && panel.open && !panel.matches(':modal')) {
    event.preventDefault()
    leave()
  } else if (key === 'Escape' && target === search && search.value !== '') {
    search.value = ''
    ask({q: ''})
  } else if (key === '/' && !isTyping) {
    event.preventDefault()
    search.focus()
    search.select()
  } else if (key === 'ArrowDown' && target === search) {
    event.preventDefault()
    focusCurrent()
  } else if (target instanceof HTMLElement && target.matches('.group > summary, .row > a') && moveBy(key, target)) {
    event.preventDefault()
  }
})

document.querySelector('.body')?.addEventListener('click', event => {
  const section = (event.target as Element).closest<HTMLElement>('.group > summary')?.parentElement
  if (!(section instanceof HTMLDetailsElement)) return
  event.preventDefault()
  setOpen(section, !section.open)
})

// Groups are opened and closed in many ways; each leaves a row to go to.
document.querySelector('.body')?.addEventListener(
  'toggle',
  () => {
    sayFold()
    keepCurrent()
  },
  true
)

// On paper everything stands open.
let openOnScreen: HTMLDetailsElement[] = []
addEventListener('beforeprint', () => {
  drawAll()
  const sections = groups().map(({section}) => section)
  openOnScreen = sections.filter(({open}) => open)
  for (const section of sections) section.open = true
})
addEventListener('afterprint', () => {
  for (const {section} of groups()) section.open = openOnScreen.includes(section)
})

layRuler()
follow()

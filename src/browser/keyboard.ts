import {drawAll} from './deferred-drawing.ts'
import {setOpen} from './filter.ts'
import {groupOfRow, groups} from './groups.ts'
import {type Row, rowOf, rows} from './page-data.ts'

/** One row at a time is a stop of the Tab key; the arrows go on from there. */
let current: HTMLElement | undefined

const stops = (): HTMLElement[] =>
  groups().flatMap(({section, summary, chunks, fitting}) =>
    fitting === 0
      ? []
      : section.open
        ? [summary, ...chunks.flatMap(({rows: all}) => all.flatMap(({link, fits}) => (fits ? [link] : [])))]
        : [summary]
  )

export function setCurrent(link: HTMLElement | undefined): void {
  if (current && current !== link) current.tabIndex = -1
  current = link
  if (link) link.tabIndex = 0
}

/** Where the Tab key enters the rows: where it was last, or the first row that is shown. */
export function keepCurrent(): void {
  const isOpen = (row: Row): boolean => groupOfRow(row)?.section.open ?? false
  const row = current?.parentElement && rowOf(current.parentElement)
  if (row?.fits && isOpen(row)) return
  setCurrent(rows.find(each => each.fits && isOpen(each))?.link)
}

export function focusCurrent(): void {
  drawAll()
  current?.focus()
}

const PAGE = 10

/** Arrows, Home, End and the page keys move among groups and rows. */
export function moveBy(key: string, from: HTMLElement): boolean {
  drawAll()
  const all = stops()
  const at = all.indexOf(from)
  const group = from.closest<HTMLDetailsElement>('.group')
  if (key === 'ArrowRight' && from.tagName === 'SUMMARY' && group) {
    setOpen(group, true)
    return true
  }
  if (key === 'ArrowLeft' && group) {
    const summary = group.querySelector('summary')
    if (from === summary) setOpen(group, false)
    else summary?.focus()
    return true
  }
  const to = targetOf(key, at, all.length)
  const target = to === undefined ? undefined : all[Math.max(0, Math.min(all.length - 1, to))]
  if (!target) return false
  if (target.tagName === 'A') setCurrent(target)
  target.focus()
  target.scrollIntoView({block: 'nearest'})
  return true
}

function targetOf(key: string, at: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return at + 1
    case 'ArrowUp':
      return at - 1
    case 'PageDown':
      return at + PAGE
    case 'PageUp':
      return at - PAGE
    case 'Home':
      return 0
    case 'End':
      return length - 1
    default:
      return undefined
  }
}

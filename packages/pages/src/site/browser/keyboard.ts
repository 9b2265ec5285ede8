import {drawAll} from './deferred-drawing.ts'
import {setGroupOpen} from './filter.ts'
import {groupOfRow, groups} from './groups.ts'
import {type RowElement, rowOf, rows} from './page-data.ts'

/** The only row that the Tab key reaches. Arrow keys move from there. */
let current: HTMLElement | undefined

const focusableElements = (): HTMLElement[] =>
  groups().flatMap(({section, summary, chunks, fitting}) =>
    fitting === 0
      ? []
      : section.open
        ? [summary, ...chunks.flatMap(({rows: all}) => all.flatMap(({link, isMatching: fits}) => (fits ? [link] : [])))]
        : [summary]
  )

export function setCurrent(link: HTMLElement | undefined): void {
  if (current && current !== link) current.tabIndex = -1
  current = link
  if (link) link.tabIndex = 0
}

/** Keeps the current row reachable by Tab, or makes the first visible row the current one. */
export function ensureCurrent(): void {
  const isOpen = (row: RowElement): boolean => groupOfRow(row)?.section.open ?? false
  const row = current?.parentElement && rowOf(current.parentElement)
  if (row?.isMatching && isOpen(row)) return
  setCurrent(rows.find(each => each.isMatching && isOpen(each))?.link)
}

export function focusCurrent(): void {
  drawAll()
  current?.focus()
}

const PAGE = 10

/**
 * Moves the focus between groups and rows by arrow keys, Home, End, and page keys. Returns whether the key was handled.
 */
export function handleNavigationKey(key: string, from: HTMLElement): boolean {
  drawAll()
  const all = focusableElements()
  const at = all.indexOf(from)
  const group = from.closest<HTMLDetailsElement>('.group')
  if (key === 'ArrowRight' && from.tagName === 'SUMMARY' && group) {
    setGroupOpen(group, true)
    return true
  }
  if (key === 'ArrowLeft' && group) {
    const summary = group.querySelector('summary')
    if (from === summary) setGroupOpen(group, false)
    else summary?.focus()
    return true
  }
  const to = targetIndex(key, at, all.length)
  const target = to === undefined ? undefined : all[Math.max(0, Math.min(all.length - 1, to))]
  if (!target) return false
  if (target.tagName === 'A') setCurrent(target)
  target.focus()
  target.scrollIntoView({block: 'nearest'})
  return true
}

function targetIndex(key: string, at: number, length: number): number | undefined {
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

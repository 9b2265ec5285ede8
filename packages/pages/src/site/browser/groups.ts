import type {GroupingData} from '../page/page.ts'
import {splitIntoChunks} from '../picture/chunks.ts'
import {type FlagText, flagTexts, type GroupFlags} from '../picture/group-flags.ts'
import {elementById, type RowElement, rowOf, rows} from './page-data.ts'

/** A block of rows that is rendered or skipped as a unit. */
export interface RowChunk {
  readonly box: HTMLElement
  readonly rows: readonly RowElement[]
  /** Number of rows that match the filters. */
  fitting: number
  /** Whether the row elements are in `box`. After regrouping, they are moved there later. */
  isFilled: boolean
}

export interface RowGroup {
  readonly section: HTMLDetailsElement
  readonly summary: HTMLElement
  readonly count: HTMLElement
  readonly chunks: readonly RowChunk[]
  readonly size: number
  /** Number of rows that match the filters. */
  fitting: number
}

let currentGroups: readonly RowGroup[] = [...document.querySelectorAll<HTMLDetailsElement>('.group')].map(section =>
  createGroup(
    section,
    [...section.querySelectorAll<HTMLElement>('.chunk')].map(box => {
      const of = [...box.children].map(rowOf)
      return {box, rows: of, fitting: of.length, isFilled: true}
    })
  )
)
let groupByRow = mapRowsToGroups(currentGroups)

export const groups = (): readonly RowGroup[] => currentGroups
export const groupOfRow = (row: RowElement): RowGroup | undefined => groupByRow.get(row)

function mapRowsToGroups(all: readonly RowGroup[]): Map<RowElement, RowGroup> {
  return new Map(all.flatMap(group => group.chunks.flatMap(chunk => chunk.rows.map(row => [row, group] as const))))
}

function createGroup(section: HTMLDetailsElement, chunks: readonly RowChunk[]): RowGroup {
  const size = chunks.reduce((sum, each) => sum + each.rows.length, 0)
  const summary = section.firstElementChild as HTMLElement
  return {section, summary, count: summary.querySelector('.count .n') as HTMLElement, chunks, size, fitting: size}
}

/**
 * Regroups the rows. Row elements are reused, and stay in the hidden old groups until `fill` moves them, because moving
 * two thousand takes a tenth of a second.
 */
export function regroup({groups: all}: GroupingData): void {
  fillAllChunks()
  const isOpen = currentGroups.every(({section}) => section.open)
  currentGroups = all.map(({name, band, flags, rows: numbers}) => {
    const section = document.createElement('details')
    section.className = 'group'
    section.open = isOpen
    const chunks = splitIntoChunks(numbers.flatMap(number => rows[number] ?? [])).map((of): RowChunk => {
      const box = createElement('div', 'chunk')
      box.setAttribute('role', 'presentation')
      setEstimatedHeight(box, of.length)
      return {box, rows: of, fitting: of.length, isFilled: false}
    })
    const list = createElement('div', 'rows')
    list.setAttribute('role', 'list')
    list.append(...chunks.map(({box}) => box))
    section.append(createSummary(name, band, flags), list)
    return createGroup(section, chunks)
  })
  groupByRow = mapRowsToGroups(currentGroups)
  oldGroups = elementById('groups')
  oldGroups.removeAttribute('id')
  oldGroups.hidden = true
  const box = createElement('div', '')
  box.id = 'groups'
  box.append(...currentGroups.map(({section}) => section))
  oldGroups.before(box)
}

/**
 * Sets the estimated height of a chunk directly. Setting `--n`, which rows inherit, would recompute the style of each
 * row.
 */
export function setEstimatedHeight(box: HTMLElement, count: number): void {
  box.style.containIntrinsicBlockSize = `calc(${count} * var(--row))`
}

/** The hidden old groups, kept while they still contain rows. */
let oldGroups: HTMLElement | undefined

export function fillChunk(chunk: RowChunk): void {
  if (chunk.isFilled) return
  chunk.isFilled = true
  chunk.box.append(...chunk.rows.map(({item}) => item))
}

/** Chunks whose rows have not been moved yet, from top to bottom. */
export const unfilledChunks = (): RowChunk[] =>
  oldGroups ? currentGroups.flatMap(({chunks}) => chunks.filter(({isFilled}) => !isFilled)) : []

export function fillAllChunks(): void {
  for (const chunk of unfilledChunks()) fillChunk(chunk)
  oldGroups?.remove()
  oldGroups = undefined
}

function createSummary(name: string, band: string, flags: GroupFlags): HTMLElement {
  const summary = document.createElement('summary')
  const label = createElement('span', 'name')
  const text = document.createElement('bdi')
  text.textContent = name
  label.append(text)
  const count = createElement('span', 'count')
  count.append(createElement('span', 'n'), ...flagTexts(flags).flatMap(each => [' ', createFlag(each)]))
  summary.append(label, ' ', count)
  // Safe to insert: the SVG is generated from numbers only.
  summary.insertAdjacentHTML('beforeend', band)
  return summary
}

function createFlag({text, label, className}: FlagText): HTMLElement {
  const flag = createElement('span', `flag ${className}`)
  const sign = createElement('span', '')
  sign.setAttribute('aria-hidden', 'true')
  sign.textContent = text
  const words = createElement('span', 'vh')
  words.textContent = `, ${label}`
  flag.append(sign, words)
  return flag
}

function createElement(tag: string, className: string): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  return made
}

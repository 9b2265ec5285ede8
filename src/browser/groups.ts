import type {GroupingData} from '../render/site/page.ts'
import {chunksOf} from '../render/timeline/chunks.ts'
import {byId, type Row, rowOf, rows} from './page-data.ts'

/** Rows that are drawn, or left undrawn, together. */
export interface Chunk {
  readonly box: HTMLElement
  readonly rows: readonly Row[]
  /** How many of them fit. */
  fitting: number
  /** Whether its rows stand in it: in new groups, many come over later. */
  isFilled: boolean
}

export interface Group {
  readonly section: HTMLDetailsElement
  readonly summary: HTMLElement
  readonly count: HTMLElement
  readonly chunks: readonly Chunk[]
  readonly size: number
  /** How many rows of it fit. */
  fitting: number
}

let known: readonly Group[] = [...document.querySelectorAll<HTMLDetailsElement>('.group')].map(section =>
  groupOf(
    section,
    [...section.querySelectorAll<HTMLElement>('.chunk')].map(box => {
      const of = [...box.children].map(rowOf)
      return {box, rows: of, fitting: of.length, isFilled: true}
    })
  )
)
let homes = homesOf(known)

export const groups = (): readonly Group[] => known
export const groupOfRow = (row: Row): Group | undefined => homes.get(row)

function homesOf(all: readonly Group[]): Map<Row, Group> {
  return new Map(all.flatMap(group => group.chunks.flatMap(chunk => chunk.rows.map(row => [row, group] as const))))
}

function groupOf(section: HTMLDetailsElement, chunks: readonly Chunk[]): Group {
  const size = chunks.reduce((sum, each) => sum + each.rows.length, 0)
  const summary = section.firstElementChild as HTMLElement
  return {section, summary, count: summary.querySelector('.count') as HTMLElement, chunks, size, fitting: size}
}

/**
 * The same rows in other groups: they are moved, not made anew. Two thousand take a tenth of a second, so they stay where
 * they were, out of sight, until `fill` brings them over.
 */
export function regroup({groups: all}: GroupingData): void {
  fillAll()
  const isOpen = known.every(({section}) => section.open)
  known = all.map(({name, band, rows: numbers}) => {
    const section = document.createElement('details')
    section.className = 'group'
    section.open = isOpen
    const chunks = chunksOf(numbers.flatMap(number => rows[number] ?? [])).map((of): Chunk => {
      const box = element('div', 'chunk')
      box.setAttribute('role', 'presentation')
      setLength(box, of.length)
      return {box, rows: of, fitting: of.length, isFilled: false}
    })
    const list = element('div', 'rows')
    list.setAttribute('role', 'list')
    list.append(...chunks.map(({box}) => box))
    section.append(summaryOf(name, band), list)
    return groupOf(section, chunks)
  })
  homes = homesOf(known)
  left = byId('groups')
  left.removeAttribute('id')
  left.hidden = true
  const box = element('div', '')
  box.id = 'groups'
  box.append(...known.map(({section}) => section))
  left.before(box)
}

/** As `--n` does, which rows would inherit: they would get their style anew. */
export function setLength(box: HTMLElement, count: number): void {
  box.style.containIntrinsicBlockSize = `calc(${count} * var(--row))`
}

/** The groups from before, for as long as rows stand in them. */
let left: HTMLElement | undefined

export function fill(chunk: Chunk): void {
  if (chunk.isFilled) return
  chunk.isFilled = true
  chunk.box.append(...chunk.rows.map(({item}) => item))
}

/** The chunks whose rows are still to come, from above to below. */
export const unfilled = (): Chunk[] =>
  left ? known.flatMap(({chunks}) => chunks.filter(({isFilled}) => !isFilled)) : []

export function fillAll(): void {
  for (const chunk of unfilled()) fill(chunk)
  left?.remove()
  left = undefined
}

function summaryOf(name: string, band: string): HTMLElement {
  const summary = document.createElement('summary')
  const label = element('span', 'name')
  const text = document.createElement('bdi')
  text.textContent = name
  label.append(text)
  summary.append(label, ' ', element('span', 'count'))
  // A drawing of ours, made of numbers alone.
  summary.insertAdjacentHTML('beforeend', band)
  return summary
}

function element(tag: string, className: string): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  return made
}

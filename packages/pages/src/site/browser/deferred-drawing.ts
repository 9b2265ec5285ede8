import {fillAllChunks, fillChunk, groups, type RowChunk, unfilledChunks} from './groups.ts'
import {elementById} from './page-data.ts'

// Rows outside the viewport are rendered in later frames. Otherwise, the frame that applies a filter would also lay out
// everything near the viewport and everything that was in it before.

/** Viewport measurements: the top of the groups relative to the viewport, and its height, in pixels. */
export interface Viewport {
  readonly top: number
  readonly height: number
}

/** Measures the viewport. Call it before changing the DOM: afterwards, it forces a full layout. */
export const measureViewport = (): Viewport => ({
  top: elementById('groups').getBoundingClientRect().top,
  height: innerHeight
})

/** Minimum heights of a row and of a group's summary, in pixels. */
const ROW = 27
const HEAD = 34
/** Distance, in screens, within which the browser renders content ahead of scrolling. */
const NEAR = 3
/** Number of distant chunks rendered or hidden per frame. */
const AT_ONCE = 6

let pendingChunks: RowChunk[] = []
/**
 * Elements being hidden: invisible at once through `content-visibility`, removed from layout in later frames, which is
 * slower.
 */
const hiding = new Set<HTMLElement>()
const canSkip = CSS.supports('content-visibility', 'hidden')
let near = 0
let pause = 0
let isScheduled = false
/** Chunks that the browser currently renders, even if they are about to be hidden. */
const drawn = new Set<EventTarget>()
document.addEventListener('contentvisibilityautostatechange', event => {
  const {target, skipped} = event as ContentVisibilityAutoStateChangeEvent
  if (!target) return
  if (skipped) drawn.delete(target)
  else drawn.add(target)
})

/** Shows or hides a group or a chunk. Call `drawNear` afterwards. */
export function setVisible(box: HTMLElement, isShown: boolean): void {
  if (!isShown && canSkip && !box.hidden) {
    hiding.add(box)
    box.style.contentVisibility = 'hidden'
    start()
  } else {
    if (hiding.delete(box)) box.style.contentVisibility = ''
    box.hidden = !isShown
  }
}

/**
 * Renders the chunks on screen and schedules the others. Call it after rows, groups, and their visibility have been
 * updated.
 */
export function drawVisible({top, height}: Viewport): void {
  // When the page is scrolled, only the browser knows what will be on screen, so nothing is deferred.
  if (top < 0) {
    drawPending()
    return
  }
  const before = new Set(pendingChunks)
  pendingChunks = []
  near = 0
  let y = top
  for (const {section, chunks, fitting} of groups()) {
    if (fitting === 0) continue
    y += HEAD
    if (!section.open) continue
    for (const chunk of chunks) {
      if (chunk.fitting === 0) continue
      const isNear = y < height * NEAR
      if (y <= height) fillChunk(chunk)
      else if (isNear || before.has(chunk) || drawn.has(chunk.box)) {
        if (isNear) near++
        pendingChunks.push(chunk)
      }
      y += chunk.fitting * ROW
    }
  }
  const now = new Set(pendingChunks)
  for (const chunk of before) if (!now.has(chunk) && !hiding.has(chunk.box)) chunk.box.style.contentVisibility = ''
  for (const {box} of pendingChunks) box.style.contentVisibility = 'hidden'
  start()
}

function start(): void {
  pause = 2
  if (!isScheduled) requestAnimationFrame(drawNextFrame)
  isScheduled = true
}

function drawNextFrame(): void {
  if (pause > 0) pause--
  else if (near > 0) {
    near--
    draw(pendingChunks.splice(0, 1))
  } else if (pendingChunks.length > 0) draw(pendingChunks.splice(0, AT_ONCE))
  else if (hiding.size > 0) for (const box of [...hiding].slice(0, AT_ONCE)) hideBox(box)
  else draw(unfilledChunks().slice(0, AT_ONCE))
  isScheduled = pendingChunks.length > 0 || hiding.size > 0 || unfilledChunks().length > 0
  if (isScheduled) requestAnimationFrame(drawNextFrame)
  else fillAllChunks()
}

function draw(chunks: readonly RowChunk[]): void {
  for (const chunk of chunks) {
    fillChunk(chunk)
    chunk.box.style.contentVisibility = ''
  }
}

function hideBox(box: HTMLElement): void {
  hiding.delete(box)
  box.hidden = true
  box.style.contentVisibility = ''
}

/** Renders everything now, for callers that need the position of a row or move the focus to it. */
export function drawAll(): void {
  drawPending()
  // Forces a layout: an element can't take the focus until the browser has noticed that it's rendered again.
  measureViewport()
}

function drawPending(): void {
  fillAllChunks()
  draw(pendingChunks)
  pendingChunks = []
  for (const box of hiding) hideBox(box)
}

import {type Chunk, fill, fillAll, groups, unfilled} from './groups.ts'
import {byId} from './page-data.ts'

// What nobody sees waits for the frames after the one that answers: there the browser lays out, beside the screen, all
// that is near it, and all that was on it before.

/** Where the groups begin and how high the screen is. */
export interface View {
  readonly top: number
  readonly height: number
}

/** To be asked for before anything changes: after that the browser has to lay out all of it to tell. */
export const viewNow = (): View => ({top: byId('groups').getBoundingClientRect().top, height: innerHeight})

/** The least that a row and the head of a group are high. */
const ROW = 27
const HEAD = 34
/** So many screens below this one are near to the browser. */
const NEAR = 3
/** So many chunks that are not near are done in one frame. */
const AT_ONCE = 6

let waiting: Chunk[] = []
/** What goes is out of sight at once; to take its boxes apart takes longer. */
const leaving = new Set<HTMLElement>()
const canSkip = CSS.supports('content-visibility', 'hidden')
let near = 0
let pause = 0
let isGoing = false
/** What the browser draws now, whether or not it still will. */
const drawn = new Set<EventTarget>()
document.addEventListener('contentvisibilityautostatechange', event => {
  const {target, skipped} = event as ContentVisibilityAutoStateChangeEvent
  if (!target) return
  if (skipped) drawn.delete(target)
  else drawn.add(target)
})

/** Shows a group or a chunk, or takes it away: to be followed by `drawNear`. */
export function setShown(box: HTMLElement, isShown: boolean): void {
  if (!isShown && canSkip && !box.hidden) {
    leaving.add(box)
    box.style.contentVisibility = 'hidden'
    start()
  } else {
    if (leaving.delete(box)) box.style.contentVisibility = ''
    box.hidden = !isShown
  }
}

/** Called when it is settled which rows there are, and in which groups. */
export function drawNear({top, height}: View): void {
  // Scrolled down, it is the browser that knows what will be on the screen.
  if (top < 0) {
    release()
    return
  }
  const before = new Set(waiting)
  waiting = []
  near = 0
  let y = top
  for (const {section, chunks, fitting} of groups()) {
    if (fitting === 0) continue
    y += HEAD
    if (!section.open) continue
    for (const chunk of chunks) {
      if (chunk.fitting === 0) continue
      const isNear = y < height * NEAR
      if (y <= height) fill(chunk)
      else if (isNear || before.has(chunk) || drawn.has(chunk.box)) {
        if (isNear) near++
        waiting.push(chunk)
      }
      y += chunk.fitting * ROW
    }
  }
  const now = new Set(waiting)
  for (const chunk of before) if (!now.has(chunk) && !leaving.has(chunk.box)) chunk.box.style.contentVisibility = ''
  for (const {box} of waiting) box.style.contentVisibility = 'hidden'
  start()
}

function start(): void {
  pause = 2
  if (!isGoing) requestAnimationFrame(goOn)
  isGoing = true
}

function goOn(): void {
  if (pause > 0) pause--
  else if (near > 0) {
    near--
    draw(waiting.splice(0, 1))
  } else if (waiting.length > 0) draw(waiting.splice(0, AT_ONCE))
  else if (leaving.size > 0) for (const box of [...leaving].slice(0, AT_ONCE)) takeAway(box)
  else draw(unfilled().slice(0, AT_ONCE))
  isGoing = waiting.length > 0 || leaving.size > 0 || unfilled().length > 0
  if (isGoing) requestAnimationFrame(goOn)
  else fillAll()
}

function draw(chunks: readonly Chunk[]): void {
  for (const chunk of chunks) {
    fill(chunk)
    chunk.box.style.contentVisibility = ''
  }
}

function takeAway(box: HTMLElement): void {
  leaving.delete(box)
  box.hidden = true
  box.style.contentVisibility = ''
}

/** Who has to know where a row is, or goes to it, cannot wait. */
export function drawAll(): void {
  release()
  // The focus cannot go to what was left out until the browser has noticed that it no longer is.
  viewNow()
}

function release(): void {
  fillAll()
  draw(waiting)
  waiting = []
  for (const box of leaving) takeAway(box)
}

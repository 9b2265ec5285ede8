import type {Place} from '../model/location.ts'
import {plainText} from './sanitize-text.ts'

/** What a line of a terminal holds beside its margin. */
const WIDEST = 96
/** So much is shown before what a long line is about. */
const BEFORE = 24

/**
 * The line at a place between its neighbours, and a caret under what is meant. A line of a file that was written by a
 * machine may hold all of it: only what is near is shown.
 */
export function codeFrame(place: Place, lineOf: (place: Place) => string | undefined): string[] {
  const {line, column = 1} = place
  const meant = line === undefined ? undefined : lineOf(place)
  if (line === undefined || meant === undefined) return []
  const from = column > WIDEST - BEFORE ? column - 1 - BEFORE : 0
  const shownAt = (number: number): string[] => {
    const text = number === line ? meant : number < 1 ? undefined : lineOf({...place, line: number})
    if (text === undefined || (number !== line && text.trim() === '')) return []
    return [gutter(number === line ? '>' : ' ', String(number), windowOf(text, from))]
  }
  const before = windowOf(meant.slice(0, Math.max(column - 1, 0)), from)
  const width = String(line + 1).length
  const gutter = (sign: string, number: string, text: string): string =>
    `${sign} ${number.padStart(width)} | ${text}`.trimEnd()
  return [
    ...shownAt(line - 1),
    ...shownAt(line),
    gutter(' ', '', `${' '.repeat(before.length)}^`),
    ...shownAt(line + 1)
  ]
}

/** A tab takes the room of a space, so that the caret stands where it should. */
function windowOf(text: string, from: number): string {
  const shown = plainText(text.slice(from, from + WIDEST).replaceAll('\t', ' '))
  return from > 0 ? `…${shown}` : shown
}

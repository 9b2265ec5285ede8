import type {Response} from '../model/snapshot.ts'
import {compareContents} from './contents.ts'
import {compareHeaders} from './parameters.ts'
import {type Stop, type Two, tell, type Walk} from './walk.ts'

/** What an operation may answer. */
export function compareResponses(walk: Walk, stop: Stop, {older, newer}: Two<readonly Response[]>): void {
  const was = new Map(older.map(each => [each.status, each]))
  const is = new Map(newer.map(each => [each.status, each]))
  for (const [status, response] of was) {
    const other = is.get(status) ?? is.get(`${status[0]}XX`)
    const here: Stop = {...stop, part: `response ${status}`}
    if (!other) {
      const isError = /^[45]/.test(status)
      tell(walk, here, {kind: isError ? 'error-code-removed' : 'status-removed', about: status, old: response.place})
      continue
    }
    compareContents(
      walk,
      here,
      {older: response.contents, newer: other.contents},
      {older: response.place, newer: other.place}
    )
    compareHeaders(walk, here, {older: response.headers, newer: other.headers}, {older: here.part, newer: here.part})
  }
  for (const [status, response] of is) {
    if (was.has(status) || (/^\dXX$/.test(status) && [...was.keys()].some(each => each[0] === status[0]))) continue
    const range = was.get(`${status[0]}XX`)
    if (range) {
      const here: Stop = {...stop, part: `response ${status}`}
      compareContents(
        walk,
        here,
        {older: range.contents, newer: response.contents},
        {older: range.place, newer: response.place}
      )
      continue
    }
    const kind = /^[45]/.test(status) ? 'error-code-added' : 'status-added'
    tell(walk, {...stop, part: `response ${status}`}, {kind, about: status, new: response.place})
  }
}

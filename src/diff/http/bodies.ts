import type {Body} from '../../model/api/snapshot.ts'
import {type Stop, type Two, tell, type Walk} from '../context.ts'
import {comparePartHeaders} from './headers.ts'
import {compareContents} from './media-types.ts'

/** Compares request bodies. */
export function compareBodies(context: Walk, stop: Stop, {older, newer}: Two<Body | undefined>): void {
  const here: Stop = {...stop, part: 'body'}
  // If a body couldn't be read, it isn't even known whether it's required.
  if ((!older && !newer) || older?.isUnread || newer?.isUnread) return
  if (!older || !newer) {
    if (newer) tell(context, here, {kind: newer.required ? 'required-body-added' : 'body-added', new: newer.place})
    if (older) tell(context, here, {kind: 'body-removed', old: older.place})
    return
  }
  const places = {old: older.place, new: newer.place}
  const isOfFields = older.isOfFields && newer.isOfFields
  if (older.required !== newer.required && !isOfFields)
    tell(context, here, {kind: newer.required ? 'body-required' : 'body-optional', ...places})
  const isNeeded = {older: older.required, newer: newer.required}
  const contents = {older: older.contents, newer: newer.contents}
  const bodies = {older: older.place, newer: newer.place}
  compareContents(context, here, contents, bodies, {isNeeded, inside: comparePartHeaders})
}

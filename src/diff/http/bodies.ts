import type {Body} from '../../model/api/snapshot.ts'
import {type DiffContext, type OlderNewer, reportChange, type Stop} from '../context.ts'
import {comparePartHeaders} from './headers.ts'
import {compareContents} from './media-types.ts'

/** Compares request bodies. */
export function compareBodies(context: DiffContext, site: Stop, {older, newer}: OlderNewer<Body | undefined>): void {
  const here: Stop = {...site, part: 'body'}
  // If a body couldn't be read, it isn't even known whether it's required.
  if ((!older && !newer) || older?.isUnread || newer?.isUnread) return
  if (!older || !newer) {
    if (newer)
      reportChange(context, here, {kind: newer.required ? 'required-body-added' : 'body-added', new: newer.place})
    if (older) reportChange(context, here, {kind: 'body-removed', old: older.place})
    return
  }
  const places = {old: older.place, new: newer.place}
  const isOfFields = older.isOfFields && newer.isOfFields
  if (older.required !== newer.required && !isOfFields)
    reportChange(context, here, {kind: newer.required ? 'body-required' : 'body-optional', ...places})
  const isNeeded = {older: older.required, newer: newer.required}
  const contents = {older: older.contents, newer: newer.contents}
  const bodies = {older: older.place, newer: newer.place}
  compareContents(context, here, contents, bodies, {isNeeded, inside: comparePartHeaders})
}

import type {HistoryFile} from '../../inputs/history/file.ts'
import {inputError} from '../../model/input-error.ts'
import {isBefore, parseDateRange} from '../../model/time/date-range.ts'
import {releaseKey, versionKey, versionOf} from '../../model/time/release.ts'
import {NEXT} from '../../model/time/timeline.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'

/**
 * Throws an `InputError` if the release comes before a recorded one that it should follow, or if its version is
 * recorded under another name.
 */
export function assertReleaseOrder(release: string, date: string, {declared, locate}: HistoryFile): void {
  const version = versionOf(release)
  const day = parseDateRange(date)
  for (const entry of declared.entries) {
    const {kind, name, stated, place} = entry
    if (kind !== 'release' || name === NEXT || releaseKey(name) === releaseKey(release)) continue
    if (versionKey(name) === versionKey(release)) {
      throw inputError(
        `Release \`${plainText(release)}\` is already recorded as \`${plainText(name)}\`. Use that name, or record a new release.`,
        locate(place),
        `tenure record --release ${plainText(name)}`
      )
    }
    const other = versionOf(name)
    // A patch of an older version may precede a newer version.
    const isBehind = version && other ? version.compare(other) > 0 : !version && !other
    if (!day || !isBehind || !isBefore(day, stated)) continue
    throw inputError(
      `Release \`${plainText(release)}\` (${date}) would be before the recorded release \`${plainText(name)}\` (${entry.date}). Check its date.`,
      locate(place),
      `--date ${stated.earliest}`
    )
  }
}

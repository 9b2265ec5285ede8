import {NEXT} from '../model/timeline.ts'
import {looksDated, parseWhen} from '../model/when.ts'
import {codeOf, MARKS, type Piece} from './pieces.ts'

/** The heading of a release or of a public statement between releases. */
export type SaidEntry =
  | {readonly kind: 'release'; readonly name: string; readonly date?: string}
  | {readonly kind: 'announcement'; readonly on: string}

/** A name that cannot be taken for anything else: it begins like a version and is not followed by a date. */
const PLAIN_NAME = /^v?\d[\w.+-]*(?: [A-Za-z][\w.-]*)*$/i
const NEXT_HEADING = 'Next release'

/** `2.10`, `3.1 (2026-03-02)`, `Next release`, `On 2026-02-03`. */
export function piecesOfEntry(entry: SaidEntry): Piece[] {
  if (entry.kind === 'announcement') return [`On ${entry.on}`]
  const {name, date} = entry
  const shown = name === NEXT ? NEXT_HEADING : PLAIN_NAME.test(name) ? name : codeOf(name)
  return date === undefined ? [shown] : [shown, ` (${date})`]
}

const CODE = new RegExp(`^${MARKS.code[0]}([^${MARKS.code[1]}]*)${MARKS.code[1]}$`)

/** Reads our own heading. */
export function readEntry(flatText: string): SaidEntry | undefined {
  const text = flatText.trim()
  const statement = /^On (\d{4}(?:-\d{2}){0,2})$/i.exec(text)?.[1]
  if (statement !== undefined && parseWhen(statement)) return {kind: 'announcement', on: statement}
  const dated = /^(.*?) \((\d{4}(?:-\d{2}){0,2})\)$/.exec(text)
  const date = dated?.[2] !== undefined && parseWhen(dated[2]) ? dated[2] : undefined
  const shown = date === undefined ? text : (dated?.[1] ?? '')
  const coded = CODE.exec(shown)?.[1]
  const name = coded ?? (shown === NEXT_HEADING ? NEXT : PLAIN_NAME.test(shown) ? shown : undefined)
  if (name === undefined || name === '') return undefined
  return {kind: 'release', name, ...(date === undefined ? {} : {date})}
}

const NAME = '\\[?(v?\\d[\\w.+-]*(?: (?:GA|RC\\d*|LTS|beta|alpha))?)\\]?(?:\\([^)]*\\))?'
const LOOSE = new RegExp(
  `^(?:(?:product )?(?:release|version) )?${NAME}(?:\\s*(?:[-–—:,/|]|\\(|\\s)\\s*(?:released )?(\\d{4}(?:-\\d{2}){0,2})\\)?)?(?:\\s*\\[YANKED\\])?$`,
  'i'
)

/** Reads the headings of other change histories: `[1.2.0] - 2024-01-05`, `v1.2 (2024-01-05)`, `Unreleased`. */
export function readLooseEntry(text: string): SaidEntry | undefined {
  const plain = text.trim()
  if (/^\[?(unreleased|next|upcoming)\]?$/i.test(plain)) return {kind: 'release', name: NEXT}
  const match = LOOSE.exec(plain)
  const [, name, date] = match ?? []
  if (name === undefined) return undefined
  // A bare date is the name of a release that is called by its day.
  if (date === undefined || !parseWhen(date)) {
    return looksDated(name) && parseWhen(name) ? {kind: 'release', name, date: name} : {kind: 'release', name}
  }
  return {kind: 'release', name, date}
}

import type {FileTree} from '@tenure/core/documents/file-tree'
import {readSpecText} from '@tenure/core/documents/read-document'
import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import {InputError, type InputProblem, inputError} from '@tenure/core/model/input-error'
import {isRecord} from '@tenure/core/model/json'
import {findClosestWord} from '@tenure/core/model/subject/closest-word'
import {memberTarget} from '@tenure/core/model/subject/field'
import {parseDateRange} from '@tenure/core/model/time/date-range'
import {normalizeDay} from '@tenure/core/model/time/normalize-day'
import type {ListedRemoval} from './life.ts'
import {type GraphqlSchema, membersOf} from './schema.ts'

// The list of upcoming changes that GitHub publishes together with its schema.

const KEY = 'upcoming_changes'
const EXAMPLE = "- {location: Loan.shelf, description: '`shelf` will be removed.', date: '2027-07-01'}"

/**
 * Reads the list of announcements of a schema. Empty if there is none, because older releases may have had none. Throws
 * an `InputError` with all places that are malformed.
 */
export function readAnnouncements({announcements: path, id, read, real, sourceOf}: FileTree): ListedRemoval[] {
  if (path === undefined || id(path) === undefined) return []
  const source = sourceOf(path)
  if (real(path) === undefined)
    throw inputError(`\`${source}\` is outside of the repository. Move the list of announcements into it.`, {source})
  const {value, locate} = readSpecText(read(path), source)
  const entries = isRecord(value) ? value[KEY] : undefined
  if (!Array.isArray(entries))
    throw inputError(`A list of announcements has the key \`${KEY}\`, which is a list.`, {source}, EXAMPLE)
  const pointers = entries.map((_, at) => `/${KEY}/${at}`)
  const lines = locate(pointers)
  const problems: InputProblem[] = []
  const found = entries.flatMap((entry: unknown, at): ListedRemoval[] => {
    const place = {source, ...lines.get(pointers[at] ?? '')}
    const read = readEntry(entry)
    if (typeof read === 'string') problems.push({message: read, place, example: EXAMPLE})
    return typeof read === 'string' || isOtherChange(read.text) ? [] : [{...read, place}]
  })
  if (problems.length > 0) throw new InputError(problems)
  return found
}

/** An entry without its place, or what is wrong with it. */
function readEntry(entry: unknown): Omit<ListedRemoval, 'place'> | string {
  if (!isRecord(entry)) return 'An announcement has `location` and `date`.'
  const {location, date, description = ''} = entry
  if (typeof location !== 'string') return 'An announcement has a `location`, such as `Loan.shelf`.'
  const coordinate = parseLocation(location)
  if (!coordinate)
    return `\`${location}\` isn't a location. Write \`Type\`, \`Type.member\`, or \`Type.field.argument\`.`
  const sunset = normalizeDay(String(date))
  if (!/^\d{4}-\d{2}-\d{2}$/.test(sunset) || !parseDateRange(sunset))
    return `\`date\` of \`${location}\` isn't a day. Write \`2027-07-01\`.`
  if (typeof description !== 'string') return `\`description\` of \`${location}\` isn't a text.`
  return {location, ...coordinate, sunset, text: description}
}

const LOCATION = /^(?:type )?([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*)|\(([A-Za-z_]\w*):?\))?)?$/

function parseLocation(location: string): Pick<ListedRemoval, 'type' | 'member'> | undefined {
  const [, type, member, dotted, bracketed] = LOCATION.exec(location.trim()) ?? []
  if (type === undefined) return undefined
  const arg = dotted ?? bracketed
  return {type, ...(member === undefined ? {} : {member: arg === undefined ? member : `${member}(${arg})`})}
}

/** Whether a text announces another change than a removal, after which the member still exists. */
const isOtherChange = (text: string): boolean =>
  /\bwill (?:change|become|be (?:non-null|nullable|required|optional|renamed|changed|added))/i.test(text) &&
  !/\bremov/i.test(text)

/** The number of locations that a warning names. */
const MAX_NAMED = 5

/** The warning about entries whose subject a schema doesn't have; empty without entries. */
export function sayUnknown(entries: readonly ListedRemoval[], {types}: GraphqlSchema): ReadProblem[] {
  const [first] = entries
  if (!first) return []
  const names = entries.slice(0, MAX_NAMED).map(({location, type, member}) => {
    const owner = types.get(type)
    const meant = owner
      ? findClosestWord(
          member ?? '',
          [...membersOf(owner)].map(([name]) => name)
        )
      : findClosestWord(type, [...types.keys()])
    const target = meant === undefined || !owner ? meant : memberTarget(type, meant).text
    return `\`${location}\`${target === undefined ? '' : ` (did you mean \`${target}\`?)`}`
  })
  const others = entries.length - names.length
  const listed = others > 0 ? `${names.join(', ')}, and ${others} more` : names.join(', ')
  const message = `The list of announcements names what the schema doesn't have: ${listed}. Correct the location, or remove what is gone from the list.`
  return [{message, place: first.place, isRead: true, isOfMark: true}]
}

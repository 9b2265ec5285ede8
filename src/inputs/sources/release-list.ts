import {readSpecText, SPEC_LIMIT} from '../../documents/read-document.ts'
import {defined} from '../../model/defined.ts'
import {InputError, type InputProblem} from '../../model/input-error.ts'
import {fieldsOf} from '../../model/json.ts'
import {formatPointer, type SourceLocation} from '../../model/location.ts'
import {releaseKey} from '../../model/time/release.ts'
import type {Files} from '../../stores/files/files.ts'
import {DATE_EXAMPLE, parseReleaseDate} from './release-dates.ts'

/** The file name of a release list, next to the descriptions. */
export const RELEASE_LIST_NAME = 'releases.json'

export interface ListedRelease {
  readonly name: string
  readonly date?: string
  /** The path as written, relative to the folder of the list. */
  readonly file: string
  readonly place: SourceLocation
}

export interface ReleaseList {
  readonly name?: string
  /** In the order of the file. */
  readonly releases: readonly ListedRelease[]
}

const EXAMPLE = `{"name": "library", "releases": [{"version": "1.0", "date": "${DATE_EXAMPLE}", "file": "1.0.yaml"}]}`

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Reads a `releases.json`. Fields of a release other than `version`, `date`, and `file` are ignored. */
export function readReleaseList(files: Files, path: string, timezone: string): ReleaseList {
  const {value, locate} = readSpecText(files.readBytes(path, SPEC_LIMIT), path)
  const problems: InputProblem[] = []
  const report = (pointer: string, message: string): void => {
    problems.push({message, place: {source: path, pointer}, example: EXAMPLE})
  }
  const field = (release: Readonly<Record<string, unknown>>, key: 'version' | 'file', pointer: string): string => {
    const content = release[key]
    if (isText(content)) return content
    if (content === undefined) report(pointer, `This release has no \`${key}\`. It needs a \`version\` and a \`file\`.`)
    else report(`${pointer}/${key}`, `\`${key}\` isn't a string. Put it in quotes.`)
    return ''
  }
  const readDate = (written: unknown, pointer: string): string | undefined => {
    if (written === undefined || written === null) return undefined
    const date = typeof written === 'string' ? parseReleaseDate(written, timezone) : undefined
    if (date === undefined)
      report(`${pointer}/date`, `\`${String(written)}\` isn't a date. Write a day, a month, or a year that exists.`)
    return date
  }
  const {name: service, releases: list} = fieldsOf(value)
  if (!Array.isArray(list)) report('', `\`${RELEASE_LIST_NAME}\` must be a map with a list of \`releases\`.`)
  else if (list.length === 0) report('/releases', '`releases` is empty. List at least one.')
  const names = new Set<string>()
  const releases = (Array.isArray(list) ? list : []).map((release: unknown, index): ListedRelease => {
    const pointer = formatPointer(['releases', index])
    const fields = fieldsOf(release)
    const name = field(fields, 'version', pointer)
    if (name !== '' && names.has(releaseKey(name)))
      report(pointer, `Release \`${name}\` is listed twice. Keep one of them.`)
    names.add(releaseKey(name))
    const date = readDate(fields.date, pointer)
    const file = field(fields, 'file', pointer)
    return defined({name, date, file, place: {source: path, pointer}})
  })
  if (problems.length > 0) {
    const found = locate(problems.map(({place}) => place?.pointer ?? ''))
    throw new InputError(
      problems.map(problem => ({
        ...problem,
        ...(problem.place ? {place: {...problem.place, ...found.get(problem.place.pointer ?? '')}} : {})
      }))
    )
  }
  return {...(isText(service) ? {name: service} : {}), releases}
}

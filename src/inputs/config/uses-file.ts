import {type Document, isNode, isScalar, isSeq, parseDocument} from 'yaml'
import {parseTarget} from '../../languages/languages.ts'
import {InputError, type InputProblem} from '../../model/input-error.ts'
import type {SourceLocation} from '../../model/location.ts'
import {isEndpoint, isNamed, type Subject} from '../../model/subject/subject.ts'
import {createPositionFinder} from '../../stores/files/positions.ts'

/** An endpoint that a client calls, and where that is written. */
export interface UsedEndpoint {
  readonly subject: Subject
  readonly text: string
  readonly place: SourceLocation
}

/**
 * Reads the endpoints that a client calls: one per line, such as `GET /v1/jobs`, with comments after `#`, or a JSON
 * list. Throws an `InputError` with all problems.
 */
export function readUsedEndpoints(text: string, source: string): UsedEndpoint[] {
  const written = /^\ufeff?\s*\[/.test(text) ? readJsonList(text, source) : readLines(text, source)
  const problems: InputProblem[] = []
  const uses = written.flatMap((each): UsedEndpoint[] => {
    const target = parseTarget(each.text)
    if (isEndpoint(target) || isNamed(target)) return [{...each, subject: {target}}]
    problems.push({
      message: `\`${each.text}\` names neither an endpoint nor an operation.`,
      place: each.place,
      example: 'GET /v1/loans'
    })
    return []
  })
  if (problems.length > 0) throw new InputError(problems)
  if (uses.length === 0)
    throw new InputError([
      {message: 'The file names no endpoints. Write one on each line.', place: {source}, example: 'GET /v1/loans'}
    ])
  return uses
}

type WrittenUse = Omit<UsedEndpoint, 'subject'>

function readLines(text: string, source: string): WrittenUse[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .flatMap((line, at): WrittenUse[] => {
      const content = line.replace(/(^|\s)#.*$/, '').trim()
      const place = {source, line: at + 1, column: line.search(/\S/) + 1}
      return content === '' ? [] : [{text: content, place}]
    })
}

function readJsonList(text: string, source: string): WrittenUse[] {
  const placeAt = createPositionFinder(text)
  const document: Document = parseDocument(text, {schema: 'json', prettyErrors: false})
  const [fault] = document.errors
  if (fault)
    throw new InputError([
      {
        message: `Invalid JSON: ${fault.message}`,
        place: {source, ...placeAt(fault.pos[0])}
      }
    ])
  const {contents} = document
  const items = isSeq(contents) ? contents.items : []
  return items.map((item): WrittenUse => {
    const offset = isNode(item) ? (item.range?.[0] ?? 0) : 0
    const value: unknown = isScalar(item) ? item.value : item
    return {text: typeof value === 'string' ? value.trim() : String(value), place: {source, ...placeAt(offset)}}
  })
}

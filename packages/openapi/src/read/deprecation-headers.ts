import {normalizeDay} from '@tenure/core/model/time/normalize-day'
import {type Node, rootNode} from '@tenure/json-schema/document/node'
import {dereference} from '@tenure/json-schema/document/references'
import {isRecord, own} from '@tenure/json-schema/json'
import type {Header, LifecycleMarks, LocatedValue, Response} from '../snapshot.ts'
import type {DescriptionReader} from './reader.ts'

/**
 * Adds the lifecycle in response headers to that of an operation. `Deprecation` (RFC 9745) marks it and states since
 * when; `Sunset` (RFC 8594) states the sunset date. A date is read only if the header declares a value. What the
 * operation itself states takes precedence.
 */
export function addHeaderLifecycle(
  reading: DescriptionReader,
  life: LifecycleMarks,
  responses: readonly Response[]
): LifecycleMarks {
  const headers = responses.flatMap(response => response.headers)
  const named = (name: string): readonly Header[] => headers.filter(header => header.name.toLowerCase() === name)
  const marks = named('deprecation')
  const ends = named('sunset')
  if (marks.length === 0 && ends.length === 0) return life
  const deprecated = markOf(reading, marks)
  const since = dayIn(reading, marks)
  const sunset = dayIn(reading, ends)
  return {
    ...(deprecated ? {deprecated} : {}),
    ...(since ? {since} : {}),
    ...(sunset ? {sunset} : {}),
    ...life
  }
}

function markOf(reading: DescriptionReader, marks: readonly Header[]): LocatedValue<boolean> | undefined {
  const [first] = marks
  return first && {value: !marks.every(mark => readDeclared(reading, mark)?.value === 'false'), place: first.place}
}

/** The day, or the text if it isn't a date. A Boolean, as in drafts of RFC 9745, is no date. */
function dayIn(reading: DescriptionReader, headers: readonly Header[]): LocatedValue<string> | undefined {
  for (const header of headers) {
    const fact = readDeclared(reading, header)
    if (fact && !/^\??(true|false|0|1)$/.test(fact.value)) return {...fact, value: normalizeDay(fact.value)}
  }
  return undefined
}

/** The only value that a header is declared to have, or its example; `undefined` if there is none. */
function readDeclared(reading: DescriptionReader, header: Header): LocatedValue<string> | undefined {
  const schema = header.schema ? dereference(rootNode(header.schema)) : undefined
  const value = [schema && valueIn(schema), exampleIn(header.documentation)].find(value => value !== undefined)
  if (value === undefined) return undefined
  return {value, place: schema && valueIn(schema) !== undefined ? reading.place(schema) : header.place}
}

function valueIn(schema: Node): string | undefined {
  const {raw} = schema
  if (!isRecord(raw)) return undefined
  const values = own(raw, 'enum')
  const list = Array.isArray(values) && values.length === 1 ? values[0] : undefined
  const examples = own(raw, 'examples')
  const example = Array.isArray(examples) ? examples[0] : undefined
  return textIn([own(raw, 'const'), list, own(raw, 'default'), own(raw, 'example'), example])
}

function exampleIn(prose: unknown): string | undefined {
  if (!isRecord(prose)) return undefined
  const named = isRecord(prose.examples) ? Object.values(prose.examples) : []
  return textIn([prose.example, ...named.map(example => (isRecord(example) ? own(example, 'value') : undefined))])
}

const textIn = (values: readonly unknown[]): string | undefined =>
  values.find(value => ['string', 'boolean', 'number'].includes(typeof value))?.toString()

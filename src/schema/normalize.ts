import {close, type Desk} from './close-objects.ts'
import {nodeOf, type Source} from './document/node.ts'
import type {Omitted} from './read-write-only.ts'
import {Definitions, plain} from './to-draft-2020.ts'

/** Options for normalizing schemas before a containment question. */
export interface Reading {
  /** Whether objects reject undocumented properties, unless the schema allows them. */
  readonly closed: boolean
  /** Direction of the message: requests omit `readOnly` properties, responses `writeOnly` ones. */
  readonly direction: 'request' | 'response'
}

/**
 * Normalizes a schema to what is sent in one direction. Closing only adds restrictions to the literal schema, so the
 * result lies within it, and the engine sees at once where the other side is equal. An object is closed across all
 * schemas that apply to it (`allOf`, references, alternatives, conditions). An object that documents no property stays
 * open, as does one that declares `additionalProperties` or `unevaluatedProperties`.
 */
export const read = (source: Source, reading: Reading): Source => reader(reading)(source)

/**
 * Creates a function that normalizes schemas into one shared document. Common subschemas are rewritten once, so that
 * provers recognize them.
 */
export function reader({closed, direction}: Reading): (source: Source) => Source {
  const definitions = new Definitions()
  const omitted: Omitted = direction === 'request' ? 'readOnly' : 'writeOnly'
  const context: Desk = {definitions, omitted, literal: node => plain(node, definitions, omitted)}
  const document = {$defs: definitions.made}
  return source => {
    const start = nodeOf(source)
    const schema = closed ? close(start, [], context) : definitions.refer(start, 'n', context.literal)
    definitions.finish()
    return {schema, document, dialect: '2020-12'}
  }
}

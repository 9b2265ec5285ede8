import {close, type Desk} from './close-objects.ts'
import {nodeOf, type Source} from './document/node.ts'
import type {Omitted} from './read-write-only.ts'
import {Definitions, plain} from './to-draft-2020.ts'

/** How a schema is read before containment is asked. */
export interface Reading {
  /** Objects hold nothing but what is documented, unless the schema says otherwise. */
  readonly closed: boolean
  /** What goes this way: a request holds nothing that is `readOnly`, a response nothing that is `writeOnly`. */
  readonly direction: 'request' | 'response'
}

/**
 * The schema as it is read on the wire. Closing is laid over the schema as it stands, so that the reading lies within
 * the literal schema and the engine sees at once where the other side is the same. An object is closed across all that
 * is said of it in one place (`allOf`, references, alternatives, conditions); one that documents no property at all
 * stays open, and so does what says itself what else there may be.
 */
export const read = (source: Source, reading: Reading): Source => reader(reading)(source)

/** Reads many schemas into one document: what they share is rewritten once, and known again by those who prove. */
export function reader({closed, direction}: Reading): (source: Source) => Source {
  const definitions = new Definitions()
  const omitted: Omitted = direction === 'request' ? 'readOnly' : 'writeOnly'
  const desk: Desk = {definitions, omitted, literal: node => plain(node, definitions, omitted)}
  const document = {$defs: definitions.made}
  return source => {
    const start = nodeOf(source)
    const schema = closed ? close(start, [], desk) : definitions.refer(start, 'n', desk.literal)
    definitions.finish()
    return {schema, document, dialect: '2020-12'}
  }
}

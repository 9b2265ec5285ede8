import {type ClosingContext, closeSchema} from './close-objects.ts'
import {rootNode, type Source} from './document/node.ts'
import type {OmittedMarker} from './read-write-only.ts'
import {Definitions, toDraft2020} from './to-draft-2020.ts'

/** Options for normalizing schemas before a containment question. */
export interface NormalizeOptions {
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
export const normalizeSchema = (source: Source, reading: NormalizeOptions): Source => createNormalizer(reading)(source)

/**
 * Creates a function that normalizes schemas into one shared document. Common subschemas are rewritten once, so that
 * provers recognize them.
 */
export function createNormalizer({closed, direction}: NormalizeOptions): (source: Source) => Source {
  const definitions = new Definitions()
  const omitted: OmittedMarker = direction === 'request' ? 'readOnly' : 'writeOnly'
  const context: ClosingContext = {definitions, omitted, literal: node => toDraft2020(node, definitions, omitted)}
  const document = {$defs: definitions.schemas}
  return source => {
    const start = rootNode(source)
    const schema = closed ? closeSchema(start, [], context) : definitions.refer(start, 'n', context.literal)
    definitions.finish()
    return {schema, document, dialect: '2020-12'}
  }
}

import type {Node} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import type {DescriptionReader} from './reader.ts'

const KEYS = ['summary', 'description', 'externalDocs', 'tags', 'example', 'x-example', 'links'] as const

/** The documentation of a node without empty entries, for comparison rather than display. */
export function readDocumentation(
  reading: DescriptionReader,
  node: Node,
  more: Readonly<Record<string, unknown>> = {}
): unknown {
  const prose: Record<string, unknown> = {}
  for (const key of KEYS) {
    const value = own(node.raw as object, key)
    if (hasContent(value)) prose[key] = value
  }
  const examples = readExamples(reading, node)
  if (examples) prose.examples = examples
  for (const [key, value] of Object.entries(more)) if (hasContent(value)) prose[key] = value
  return prose
}

/** Whether a value has content. Missing, empty text, and empty containers are equivalent. */
const hasContent = (value: unknown): boolean =>
  typeof value === 'object' ? value !== null && Object.keys(value).length > 0 : value !== undefined && value !== ''

/** Named examples, with references resolved. */
export function readExamples(reading: DescriptionReader, node: Node): unknown {
  const written = own(node.raw as object, 'examples')
  if (!isRecord(written)) return written
  const hasReferences = Object.values(written).some(example => isRecord(example) && Object.hasOwn(example, '$ref'))
  if (!hasReferences) return hasContent(written) ? written : undefined
  return Object.fromEntries(
    reading
      .entries(node, 'examples')
      .map(([name, example]) => [name, isRecord(example.raw) ? (reading.resolve(example)?.raw ?? null) : example.raw])
  )
}

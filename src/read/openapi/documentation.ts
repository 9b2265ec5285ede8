import type {Node} from '../../schema/document/node.ts'
import {isRecord, own} from '../../schema/json.ts'
import type {Reading} from './reader.ts'

const WRITTEN = ['summary', 'description', 'externalDocs', 'tags', 'example', 'x-example', 'links'] as const

/** What a thing says for people only, without empty parts; to be compared, not to be read. */
export function proseOf(reading: Reading, node: Node, more: Readonly<Record<string, unknown>> = {}): unknown {
  const prose: Record<string, unknown> = {}
  for (const key of WRITTEN) {
    const value = own(node.raw as object, key)
    if (isSaid(value)) prose[key] = value
  }
  const examples = examplesOf(reading, node)
  if (examples) prose.examples = examples
  for (const [key, value] of Object.entries(more)) if (isSaid(value)) prose[key] = value
  return prose
}

/** Whether a value says anything: absent, empty text, and what is empty are the same silence. */
const isSaid = (value: unknown): boolean =>
  typeof value === 'object' ? value !== null && Object.keys(value).length > 0 : value !== undefined && value !== ''

/** Named examples, each where it stands or where it refers to. */
export function examplesOf(reading: Reading, node: Node): unknown {
  const written = own(node.raw as object, 'examples')
  if (!isRecord(written)) return written
  const hasReferences = Object.values(written).some(example => isRecord(example) && Object.hasOwn(example, '$ref'))
  if (!hasReferences) return isSaid(written) ? written : undefined
  return Object.fromEntries(
    reading
      .entries(node, 'examples')
      .map(([name, example]) => [name, isRecord(example.raw) ? (reading.resolve(example)?.raw ?? null) : example.raw])
  )
}

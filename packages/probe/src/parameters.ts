import {openSpec} from '@tenure/core/documents/document-files'
import {findCurrentSpec} from '@tenure/core/inputs/sources/release-base'
import {ignoreInputErrors} from '@tenure/core/model/input-error'
import {type Target, targetKey} from '@tenure/core/model/subject/subject'
import type {Workspace} from '@tenure/core/stores/files/workspace'
import {isRecord, own} from '@tenure/json-schema/json'
import type {SchemaSource} from '@tenure/json-schema/schema-source'
import {readSnapshot} from '@tenure/openapi/read/snapshot'

/** Values of path parameters, by their names. */
export type ParameterValues = Readonly<Record<string, string>>

/** Finds values for the path parameters of an endpoint. */
export type FindValues = (target: Target) => ParameterValues

/** The values that an OpenAPI description gives as examples, and those of the configuration, which take precedence. */
export function createValueFinder(
  spec: string | undefined,
  configured: ParameterValues,
  workspace: Workspace
): FindValues {
  const described = ignoreInputErrors(() => readExamples(spec, workspace), new Map<string, ParameterValues>())
  return target => ({...described.get(targetKey(target)), ...configured})
}

function readExamples(named: string | undefined, workspace: Workspace) {
  const spec = findCurrentSpec(workspace.files, named)
  const values = new Map<string, ParameterValues>()
  if (spec === undefined || !/\.(ya?ml|json)$/i.test(spec)) return values
  const {operations} = readSnapshot(openSpec(workspace, spec, {stdin: () => Buffer.alloc(0)}))
  for (const {kind, target, details} of operations) {
    if (kind !== 'endpoint') continue
    const examples = details().parameters.flatMap(({name, in: place, documentation, schema}) => {
      const value = place === 'path' ? (exampleOf(documentation) ?? (schema && exampleOf(resolve(schema)))) : undefined
      return value === undefined ? [] : [[name, value] as const]
    })
    values.set(targetKey(target), Object.fromEntries(examples))
  }
  return values
}

/** The first example, default, or allowed value. `undefined` if there is none that a path can contain. */
function exampleOf(node: unknown): string | undefined {
  if (!isRecord(node)) return undefined
  const {example, examples, default: usual, const: only, enum: allowed} = node
  const named = isRecord(examples) ? Object.values(examples).map(each => (isRecord(each) ? each.value : undefined)) : []
  const all = [example, node['x-example'], ...listOf(examples), ...named, usual, only, ...listOf(allowed)]
  return all.flatMap(each => (isScalar(each) ? String(each) : [])).find(isSegment)
}

/** The schema, or the one of the same document that it refers to. */
function resolve({schema, document}: SchemaSource): unknown {
  if (!isRecord(schema) || typeof schema.$ref !== 'string' || !schema.$ref.startsWith('#/')) return schema
  const keys = schema.$ref
    .slice(2)
    .split('/')
    .map(each => each.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce<unknown>((node, key) => (isRecord(node) ? own(node, key) : undefined), document)
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Whether a value can be a segment of a path. A dot or two would be another path. */
export const isSegment = (value: string): boolean => !/^\.{0,2}$/.test(value)

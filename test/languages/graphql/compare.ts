// Compares schemas in memory.
import {Kind, parse} from 'graphql'
import {openSchema} from '../../../packages/graphql/src/schema/description.ts'
import {createTextFileTree} from '../../../src/documents/file-tree.ts'
import type {Change, Effect} from '../../../src/model/api/change.ts'
import {type ChangeEffect, effectsOf, worstOf} from '../effects.ts'

export interface ComparedSchemas {
  readonly changes: readonly Change[]
  readonly effects: readonly ChangeEffect[]
  /** The names of the changed types that no operation reaches. */
  readonly unused: readonly string[]
  /** The worst effect of all. */
  readonly answer: Effect
}

export function compareSchemas(older: string, newer: string): ComparedSchemas {
  const [was, is] = [older, newer].map(text =>
    openSchema(createTextFileTree('schema.graphql', new Map([['schema.graphql', text]])))
  )
  if (!was || !is) throw new Error('two schemas')
  const {changes, unused} = is.compareWith(was)
  const effects = effectsOf(changes)
  return {changes, effects, unused: unused.map(({name}) => name), answer: worstOf(effects)}
}

/** The schema with a type `Query` that leads to all its types, if it has none and is no part of a federated graph. */
export function reachAll(text: string): string {
  if (text.trim() === '' || /\btype Query\b|\bschema\b|@key/.test(text)) return text
  const {definitions} = parse(text)
  const fields = definitions.flatMap(definition => {
    if (!('name' in definition) || !definition.name || definition.kind === Kind.DIRECTIVE_DEFINITION) return []
    const {value} = definition.name
    const isSent = /^(?:Input|Enum|Scalar)/.test(definition.kind)
    const isReturned = !definition.kind.startsWith('Input')
    return [...(isReturned ? [`get${value}: ${value}`] : []), ...(isSent ? [`send${value}(value: ${value}): ID`] : [])]
  })
  return `type Query { ${['id: ID', ...fields].join(' ')} }\n${text}`
}

import type {SourceLocation} from '@tenure/core/model/location'
import {Kind, type NamedTypeNode, type SchemaDefinitionNode, type SchemaExtensionNode} from 'graphql'
import {type NamedType, OPERATIONS, type OperationKind} from './schema.ts'

/** Reads which types operations begin with: those that `schema` names, or those with the usual names. */
export class RootTypes {
  readonly #named = new Map<OperationKind, readonly [name: string, place: SourceLocation]>()
  #usesUsual = true

  add(
    {kind, operationTypes = []}: SchemaDefinitionNode | SchemaExtensionNode,
    placeOf: (node: NamedTypeNode) => SourceLocation
  ): void {
    if (kind === Kind.SCHEMA_DEFINITION) this.#usesUsual = false
    for (const {operation, type} of operationTypes) this.#named.set(operation, [type.name.value, placeOf(type)])
  }

  /** The name of the type of each operation. `onUnknown` gets those that nothing defines. */
  resolve(
    types: ReadonlyMap<string, NamedType>,
    onUnknown: (name: string, place: SourceLocation) => void
  ): Map<OperationKind, string> {
    const found = new Map<OperationKind, string>()
    for (const operation of OPERATIONS) {
      const usual = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`
      const [name, place] = this.#named.get(operation) ?? []
      if (this.#usesUsual && types.get(usual)?.kind === 'object') found.set(operation, usual)
      else if (name !== undefined && place && !types.has(name)) onUnknown(name, place)
      else if (name !== undefined) found.set(operation, name)
    }
    return found
  }
}

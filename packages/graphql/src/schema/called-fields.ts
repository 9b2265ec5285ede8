import type {FileTree} from '@tenure/core/documents/file-tree'
import {Kind, parse, TypeInfo, visit, visitWithTypeInfo} from 'graphql'
import {buildExecutable} from './description.ts'

/** The fields that a document calls. */
export interface CalledFields {
  /** Each once, as `Loan.due`. */
  readonly fields: readonly string[]
  /** Whether the document has one operation, so that all of them are called. */
  readonly isCertain: boolean
}

/**
 * Creates a function that lists the fields of the schema that a document calls; `undefined` if it can't be parsed. A field
 * that its type doesn't have any more is listed, too, but not what is below it.
 */
export function createFieldLister(files: FileTree): (document: string) => CalledFields | undefined {
  const schema = buildExecutable(files)
  return document => {
    if (schema === undefined) return undefined
    try {
      const parsed = parse(document, {noLocation: true, maxTokens: MAX_TOKENS})
      const fields = new Set<string>()
      const types = new TypeInfo(schema)
      visit(
        parsed,
        visitWithTypeInfo(types, {
          Field({name: {value}}) {
            const parent = types.getParentType()
            if (parent && !value.startsWith('__')) fields.add(`${parent.name}.${value}`)
          }
        })
      )
      const operations = parsed.definitions.filter(({kind}) => kind === Kind.OPERATION_DEFINITION)
      return {fields: [...fields].toSorted(), isCertain: operations.length === 1}
    } catch {
      return undefined
    }
  }
}

/** A longer document is an attack. */
const MAX_TOKENS = 20_000

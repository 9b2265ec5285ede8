import type {FileTree} from '../../documents/file-tree.ts'
import {inputError} from '../../model/input-error.ts'
import type {Description, LanguageReader} from '../description.ts'
import {graphql} from './language.ts'

let openSchema: ((files: FileTree) => Description) | undefined

/** Reads schemas with the parser of graphql-js, which few runs need. */
export const graphqlReader: LanguageReader = {
  language: graphql.name,
  mayBegin: head => /\b(?:type|schema|interface|input|enum|union|scalar|directive|extend)\b/.test(head),
  line: '^[[:space:]]*(extend[[:space:]]+)?(type|schema|interface|input|enum|union|scalar|directive)[[:space:]]',
  prepare: async names => {
    if (openSchema || !names.some(name => name !== undefined && graphql.files.name.test(name))) return
    const {GraphqlDescription} = await import('./schema/description.ts')
    openSchema = files => new GraphqlDescription(files)
  },
  createOpener: () => files => {
    if (openSchema) return openSchema(files)
    const source = files.sourceOf(files.path)
    const message = `\`${source}\` is a GraphQL schema, and its reader isn't loaded yet. Call \`await readyFor(['${source}'])\` first.`
    throw inputError(message, {source})
  }
}

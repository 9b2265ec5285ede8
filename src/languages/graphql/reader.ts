import type {LanguageReader} from '../description.ts'
import {graphql} from './language.ts'
import {openSchema} from './schema/description.ts'

/** Reads schemas with the parser of graphql-js. The build puts it off until the first schema is opened. */
export const graphqlReader: LanguageReader = {
  language: graphql.name,
  mayBegin: head => /\b(?:type|schema|interface|input|enum|union|scalar|directive|extend)\b/.test(head),
  line: '^[[:space:]]*(extend[[:space:]]+)?(type|schema|interface|input|enum|union|scalar|directive)[[:space:]]',
  createOpener: () => openSchema
}

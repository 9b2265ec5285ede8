import {SPEC_LIMIT} from '../../documents/read-document.ts'
import type {LanguageReader} from '../description.ts'
import {graphql} from './language.ts'
import {openSchema} from './schema/description.ts'

/** A definition of a schema, which documents of clients don't have. */
const DEFINITION = /^\s*(?:extend\s+)?(?:type|schema|interface|input|enum|union|scalar|directive)\s*[@\w{]/m
const QUERY_TYPE = /^\s*(?:(?:extend\s+)?type\s+Query\b|schema\b)/m

/** Reads schemas with the parser of graphql-js. The build puts it off until the first schema is opened. */
export const graphqlReader: LanguageReader = {
  language: graphql.name,
  detect: bytes => bytes.length <= SPEC_LIMIT && DEFINITION.test(bytes.toString('utf8')),
  line: '^[[:space:]]*(extend[[:space:]]+)?(type|schema|interface|input|enum|union|scalar|directive)[[:space:]]',
  summarize: ({path, text}) => ({
    path,
    paths: [],
    bases: [],
    references: [],
    // The other files of a schema in several files.
    ...(QUERY_TYPE.test(text) ? {} : {lacks: 'type Query'})
  }),
  readsAnnouncements: true,
  createOpener: () => openSchema
}

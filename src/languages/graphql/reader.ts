import {SPEC_LIMIT} from '../../documents/read-document.ts'
import type {LanguageReader} from '../description.ts'
import {isIntrospection, isJson, listIntrospectedTypes} from './introspection-file.ts'
import {graphql} from './language.ts'
import {openSchema} from './schema/description.ts'

/** A definition of a schema, which documents of clients don't have: they can select a field `type` or `input`. */
const DEFINITION =
  /^[ \t]*(?:extend[ \t]+)?(?:(?:type|interface|input|enum|union|scalar)[ \t]+[A-Za-z_]|schema[ \t]*[@{]|directive[ \t]*@)/m
/** The number of bytes that tell whether a file is JSON. */
const HEAD_BYTES = 1024
const QUERY_TYPE = /^\s*(?:(?:extend\s+)?type\s+Query\b|schema\b)/m

const TYPE = /^\s*(?:extend\s+)?(?:type|interface|input|enum|union|scalar)\s+([A-Za-z_]\w*)/gm

/** The names of the types of a schema, by which copies of it are found. */
const listTypes = (text: string): string[] => [
  ...new Set(isJson(text) ? listIntrospectedTypes(text) : [...text.matchAll(TYPE)].map(([, name = '']) => name))
]

/** Reads schemas with the parser of graphql-js. The build puts it off until the first schema is opened. */
export const graphqlReader: LanguageReader = {
  language: graphql.name,
  detect: bytes => {
    if (bytes.length > SPEC_LIMIT) return false
    const isObject = isJson(bytes.toString('utf8', 0, HEAD_BYTES))
    return isObject ? isIntrospection(bytes) : DEFINITION.test(bytes.toString('utf8'))
  },
  mayBegin: head => !isJson(head) || head.includes('"__schema"'),
  line: '^[[:space:]]*(extend[[:space:]]+)?(type|schema|interface|input|enum|union|scalar|directive)[[:space:]]|"__schema"[[:space:]]*:',
  summarize: ({path, text}) => {
    const isWhole = isJson(text) || QUERY_TYPE.test(text)
    // The other files of a schema in several files have no root type.
    return {
      path,
      paths: isWhole ? listTypes(text) : [],
      bases: [],
      references: [],
      ...(isWhole ? {} : {lacks: 'type Query'})
    }
  },
  readsAnnouncements: true,
  isInParts: true,
  createOpener: () => openSchema
}

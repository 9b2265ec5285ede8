import type {LanguageReader} from '@tenure/core/descriptions/description'
import {SPEC_LIMIT} from '@tenure/core/documents/read-document'
import {isIntrospection, isJson} from './introspection-file.ts'
import {graphql} from './language.ts'
import {openSchema} from './schema/description.ts'
import {summarizeSchema} from './summarize.ts'

/** A definition of a schema, which documents of clients don't have. */
const DEFINITION =
  /^[ \t]*(?:extend[ \t]+)?(?:(?:type|interface|input|enum|union|scalar)[ \t]+[A-Za-z_]|directive[ \t]*@)|^(?:extend[ \t]+)?schema\s*[@{]/m
/** The number of bytes that tell whether a file is JSON. */
const HEAD_BYTES = 1024

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
  summarize: summarizeSchema,
  readsAnnouncements: true,
  isInParts: true,
  createOpener: () => openSchema
}

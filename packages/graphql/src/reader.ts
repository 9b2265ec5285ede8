import type {
  DescriptionPart,
  DescriptionSummary,
  DescriptionText,
  LanguageReader
} from '@tenure/core/descriptions/description'
import {SPEC_LIMIT} from '@tenure/core/documents/read-document'
import {isIntrospection, isJson, listIntrospectedNames} from './introspection-file.ts'
import {graphql} from './language.ts'
import {openSchema} from './schema/description.ts'
import {FEDERATION_DIRECTIVE} from './schema/federation.ts'

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

const ROOTS = 'Query|Mutation|Subscription'
const TYPE = /^[ \t]*(extend[ \t]+)?(?:type|interface|input|enum|union|scalar)[ \t]+([A-Za-z_]\w*)([^{=]*)/gm
const BEGINNING = /^[ \t]*(?:type\s+Query\b|schema\b)/m
/** A part of a root type, or a root type besides that of queries. */
const EXTENSION = new RegExp(`^[ \\t]*(?:extend\\s+)?type\\s+(?:${ROOTS})\\b`, 'm')
const USED = /:[\s[]*([A-Za-z_]\w*)|\bimplements\s+([\w\s&,]+)|^[ \t]*(?:extend\s+)?union\s+\w+[^=]*=([\w\s|]+)/gm
const BUILT_IN = new RegExp(`^(?:Int|Float|String|Boolean|ID|${ROOTS}|_.*)$`)

/** Directives that every schema has, or every service of a federated graph. */
const isKnownDirective = (name: string): boolean =>
  /^@(?:deprecated|specifiedBy|oneOf|skip|include)$/.test(name) ||
  FEDERATION_DIRECTIVE.test(name.replace(/^@(?:\w+__)?/, ''))

/** Summarizes a schema by the names of its types, by which its copies and its other files are found. */
function summarizeSchema({path, text}: DescriptionText): DescriptionSummary {
  if (isJson(text)) {
    const paths = listIntrospectedNames(text).filter(name => !BUILT_IN.test(name) && !isKnownDirective(name))
    return {path, paths, bases: [], references: []}
  }
  const part = readPart(text)
  const isWhole = part.root !== undefined
  return {
    ...{path, bases: [], references: [], part},
    paths: isWhole ? part.defines : [],
    // The other files of a schema in several files have no root type.
    ...(isWhole ? {} : {lacks: 'type Query'})
  }
}

function readPart(text: string): DescriptionPart {
  const bare = text.replaceAll(/"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*/g, '')
  const defined = new Set<string>()
  const used = new Set<string>()
  for (const [, extend, name = '', rest = ''] of bare.matchAll(TYPE)) {
    if (BUILT_IN.test(name)) continue
    if (extend === undefined) defined.add(name)
    // An extension by its key stands for a type of another service of a federated graph.
    else if (!/@(?:\w+__)?key\b/.test(rest)) used.add(name)
  }
  for (const [, type, interfaces, members] of bare.matchAll(USED))
    for (const name of (type ?? interfaces ?? members ?? '').split(/\W+/)) used.add(name)
  for (const [, definition, name = ''] of bare.matchAll(/(directive\s+)?(@[A-Za-z_]\w*)/g))
    if (!isKnownDirective(name)) (definition === undefined ? used : defined).add(name)
  const needs = [...used].filter(name => name !== '' && !defined.has(name) && !BUILT_IN.test(name))
  // A service of a federated graph has an API of its own, although it extends the root type.
  const isService = /@(?:key|link)\s*\(/.test(bare)
  const root =
    BEGINNING.test(bare) || (isService && EXTENSION.test(bare))
      ? 'begins'
      : EXTENSION.test(bare)
        ? 'extends'
        : undefined
  return {defines: [...defined], needs, ...(root ? {root} : {})}
}

import {nameOtherFormat, otherFormatError} from '@tenure/core/documents/other-formats'
import type {Survey} from '@tenure/core/documents/parsing/reference-survey'
import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import {inputError} from '@tenure/core/model/input-error'
import {parsePointer, type SourceLocation} from '@tenure/core/model/location'
import {isRecord, own} from '@tenure/json-schema/json'
import type {Dialect} from '@tenure/json-schema/schema-source'
import type {DescriptionFormat} from '../snapshot.ts'
import {describeType} from './values.ts'

const FORMAT_OF: readonly (readonly [key: string, version: RegExp, format: DescriptionFormat])[] = [
  // YAML reads unquoted 2.0 and 3.0 as the numbers 2 and 3.
  ['swagger', /^2(\.0)?$/, 'swagger-2.0'],
  ['openapi', /^3(\.0(\.|-|$)|$)/, 'openapi-3.0'],
  ['openapi', /^3\.1(\.|-|$)/, 'openapi-3.1'],
  ['openapi', /^3\.2(\.|-|$)/, 'openapi-3.2']
]

const SUPPORTED = '`openapi` with version 3.0, 3.1, or 3.2, or `swagger: "2.0"`'
const EXAMPLE = 'openapi: 3.1.0'

/** The format that a document declares. Throws an `InputError` if it declares none or an unsupported one. */
export function detectFormat(root: unknown, place: SourceLocation): DescriptionFormat {
  const list = Array.isArray(root) ? nameOtherFormat(root) : undefined
  if (list !== undefined) throw otherFormatError(list, place)
  if (!isRecord(root)) throw inputError(`This isn't an OpenAPI document: it is ${describeType(root)}.`, place, EXAMPLE)
  const declared = ['openapi', 'swagger'].filter(key => own(root, key) !== undefined)
  const [key] = declared
  if (key === undefined) {
    const other = nameOtherFormat(root)
    if (other !== undefined) throw otherFormatError(other, place)
    throw inputError(`This isn't an OpenAPI document. Add ${SUPPORTED}.`, place, EXAMPLE)
  }
  if (declared.length > 1) {
    throw inputError('The document has both `swagger` and `openapi`. Remove one of them.', {
      ...place,
      pointer: '/swagger'
    })
  }
  const written = own(root, key)
  const version = typeof written === 'string' || typeof written === 'number' ? String(written).trim() : ''
  const format = FORMAT_OF.find(([name, versions]) => name === key && versions.test(version))?.[2]
  if (format) return format
  const problem =
    version === '' ? `\`${key}\` is ${describeType(written)}, not a version` : `\`${key}: ${version}\` isn't supported`
  throw inputError(`${problem}. Use ${SUPPORTED}.`, {...place, pointer: `/${key}`}, EXAMPLE)
}

/** A file, with the keywords found in it that have no effect, or are easily missed, in some versions of OpenAPI. */
export interface SurveyedFile {
  readonly source: string
  readonly surveyed: Partial<Survey>
}

/** Gaps for `nullable` left over from OpenAPI 3.0, one per file. */
export function findObsoleteNullable(format: DescriptionFormat, files: readonly SurveyedFile[]): ReadProblem[] {
  if (format !== 'openapi-3.1' && format !== 'openapi-3.2') return []
  return files.flatMap(({source, surveyed: {nullable}}): ReadProblem[] => {
    if (!nullable) return []
    const times = nullable.count > 1 ? ` (in ${nullable.count} places)` : ''
    const message = `\`nullable\` has no meaning since OpenAPI 3.1${times}. Use \`type: [..., 'null']\`.`
    return [{message, place: {source, pointer: nullable.pointer}, isRead: true}]
  })
}

/**
 * Gaps for lifecycle marks next to a `$ref` before OpenAPI 3.1, one per file. They count, but clients may not see them.
 */
export function findUnseenMarks(format: DescriptionFormat, files: readonly SurveyedFile[]): ReadProblem[] {
  if (format !== 'openapi-3.0' && format !== 'swagger-2.0') return []
  return files.flatMap(({source, surveyed: {markedRefs}}): ReadProblem[] => {
    if (!markedRefs) return []
    const key = parsePointer(markedRefs.pointer).at(-1) ?? ''
    const times = markedRefs.count > 1 ? ` (in ${markedRefs.count} places)` : ''
    const message = `Tools that follow the specification don't show clients \`${key}\` next to a \`$ref\` before OpenAPI 3.1${times}. Put the reference in \`allOf\`.`
    return [{message, place: {source, pointer: markedRefs.pointer}, isRead: true, isOfMark: true}]
  })
}

const DRAFTS: readonly (readonly [RegExp, Dialect])[] = [
  [/^https?:\/\/spec\.openapis\.org\/oas\/3\.\d+\/dialect\//, '2020-12'],
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema$/, '2020-12'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft-07\/schema$/, 'draft-07'],
  [/^https?:\/\/json-schema\.org\/draft-06\/schema$/, 'draft-06'],
  [/^https?:\/\/json-schema\.org\/draft-04\/schema$/, 'draft-04']
]

/** The schema dialect of a document. An unknown dialect is read as 2020-12 and reported. */
export function detectDialect(
  format: DescriptionFormat,
  root: unknown,
  place: SourceLocation,
  gaps: ReadProblem[]
): Dialect {
  if (format === 'swagger-2.0' || format === 'openapi-3.0') return format
  const written = isRecord(root) ? own(root, 'jsonSchemaDialect') : undefined
  if (written === undefined) return '2020-12'
  const name = String(written).replace(/#$/, '')
  const known = DRAFTS.find(([uri]) => uri.test(name))?.[1]
  if (known) return known
  gaps.push({
    message: `Schema dialect \`${String(written)}\` is unknown. Schemas are read as JSON Schema 2020-12.`,
    place: {...place, pointer: '/jsonSchemaDialect'}
  })
  return '2020-12'
}

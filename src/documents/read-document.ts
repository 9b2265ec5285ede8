import type {ReadProblem} from '../model/api/read-problem.ts'
import {InputError, inputError} from '../model/input-error.ts'
import {findConflictError} from '../stores/files/conflict-markers.ts'
import {findDeeperThan, MAX_NESTING_DEPTH, NESTING_TOO_DEEP} from '../stores/files/nesting-depth.ts'
import {createPositionFinder, type Position} from '../stores/files/positions.ts'
import {convertToLineFeeds, decodeUtf8} from '../stores/files/text-bytes.ts'
import {keepExactIntegers} from './exact-integers.ts'
import {parseJsonIncrementally} from './json/json-incremental.ts'
import {countKeys, isJsonWhitespace} from './json/json-key-scan.ts'
import {findJsonSyntaxError} from './json/json-syntax-error.ts'
import {refuseOtherLanguage} from './other-formats.ts'
import type {DocumentPart} from './parsing/document-part.ts'
import type {PartCache} from './parsing/incremental-parse.ts'
import {loadYaml} from './parsing/load-yaml.ts'
import {type Survey, surveyDocument} from './parsing/reference-survey.ts'
import {findPositions, type Syntax} from './pointer-positions.ts'
import {findAliasFault, MAX_EXPANDED_VALUES, mayContainAliases} from './yaml/yaml-aliases.ts'

/** The size limit of an API description, in bytes: 128 MiB. */
export const SPEC_LIMIT = 128 * 1024 * 1024

/** An API description, or one file of it, as plain values. */
export interface SpecText {
  readonly source: string
  readonly value: unknown
  readonly syntax: Syntax
  /** Problems that didn't prevent reading. */
  readonly warnings: readonly ReadProblem[]
  readonly survey: Survey
  /** The parts that were parsed separately, by JSON pointer; omitted if the file was parsed as a whole. */
  readonly parts?: ReadonlyMap<string, DocumentPart>
  /** Finds the line and column of JSON pointers in one pass; see `findPositions`. */
  readonly locate: (pointers: readonly string[]) => Map<string, Position>
}

/** The path of the file within its description, and the cache of parsed parts. */
export interface DocumentContext {
  readonly path: string
  readonly shared: PartCache
}

/** Parses JSON or YAML 1.2 from an untrusted source. Throws an `InputError` with a position if it isn't well-formed. */
export function readSpecText(input: Buffer, source: string, among?: DocumentContext): SpecText {
  if (input.length > SPEC_LIMIT) {
    throw inputError(`The file has ${input.length} bytes. At most ${SPEC_LIMIT} can be read.`, {source})
  }
  const bytes = convertToLineFeeds(input)
  const incremental = among && readIncrementally(bytes, source, among)
  const text = incremental ? undefined : decodeUtf8(bytes, source)
  const parsed = incremental ?? readJsonText(text ?? '', source) ?? readYaml(text ?? '', source)
  const tooDeepAt = parsed.survey.isDeep ? findDeeperThan(MAX_NESTING_DEPTH, parsed.value) : undefined
  if (tooDeepAt !== undefined)
    throw inputError(NESTING_TOO_DEEP, {source, ...parsed.locate([tooDeepAt]).get(tooDeepAt)})
  if (parsed.survey.hasLargeIntegers) keepExactIntegers(parsed.value, text ?? bytes.toString('utf8'), parsed.locate)
  const {endless} = parsed.survey
  if (!endless) return parsed
  const times = endless.count > 1 ? ` (in ${endless.count} places)` : ''
  const message = `\`.inf\` and \`.nan\` aren't JSON numbers${times}. Use a finite number.`
  return {...parsed, warnings: [...parsed.warnings, {message, place: {source, pointer: endless.pointer}}]}
}

function readIncrementally(bytes: Buffer, source: string, {path, shared}: DocumentContext): SpecText | undefined {
  const incremental = parseJsonIncrementally(bytes, path, shared)
  return incremental && {source, syntax: 'json', warnings: [], ...incremental}
}

/**
 * Parses JSON; `undefined` if it is YAML. JSON begins with a bracket. YAML seldom does, and then its file extension shows
 * that it is YAML.
 */
export function readJsonText(text: string, source: string): SpecText | undefined {
  let start = 0
  while (isJsonWhitespace(text.charCodeAt(start))) start++
  if (text[start] !== '{' && text[start] !== '[') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    if (/\.ya?ml$/i.test(source)) return undefined
    throw createJsonError(text, source, cause)
  }
  const seen = surveyDocument(value, false)
  if (countKeys(text) !== seen.keys) throw createJsonError(text, source)
  return {
    source,
    value,
    syntax: 'json',
    warnings: [],
    survey: seen,
    locate: pointers => findPositions(text, 'json', pointers)
  }
}

function createJsonError(text: string, source: string, cause?: unknown): InputError {
  const conflict = findConflictError(text, source, cause)
  if (conflict) return conflict
  const positionOf = createPositionFinder(text)
  const fault = findJsonSyntaxError(text)
  if (!fault) {
    // The message has no place if our parser finds no error, although `JSON.parse` failed or dropped a key.
    return new InputError([{message: "This isn't valid JSON.", place: {source}}], {cause})
  }
  const at = positionOf(fault.offset)
  const first = fault.first === undefined ? undefined : positionOf(fault.first)
  const where = first?.line === at.line ? `in column ${first.column}` : `on line ${first?.line}`
  const message = first ? `${fault.message} (first ${where}). Keep one of them.` : fault.message
  return new InputError([{message, place: {source, ...at}}], {cause})
}

function readYaml(text: string, source: string): SpecText {
  refuseOtherLanguage(text, source)
  const isShared = mayContainAliases(text)
  const {value, warnings} = loadYaml(text, source)
  if (value === undefined || value === null) {
    throw inputError('The file is empty. It must hold an API description.', {source, line: 1, column: 1})
  }
  const fault = isShared ? findAliasFault(value) : undefined
  if (fault) {
    const where = findPositions(text, 'yaml', [fault.pointer]).get(fault.pointer)
    const message = fault.isCircle
      ? 'This alias is inside the value that it stands for. Remove the circle.'
      : `Aliases of aliases expand to more than ${MAX_EXPANDED_VALUES} values. Write the values out.`
    throw inputError(message, {source, ...where})
  }
  return {
    source,
    value,
    syntax: 'yaml',
    warnings,
    survey: surveyDocument(value, isShared),
    locate: pointers => findPositions(text, 'yaml', pointers)
  }
}

import {type DocumentNode, GraphQLError, parse} from 'graphql'
import type {ReadProblem} from '../../../model/api/read-problem.ts'
import {inputError} from '../../../model/input-error.ts'
import type {Unstated} from './schema.ts'

/** A schema as a syntax tree. */
export interface ParsedSdl {
  readonly document: DocumentNode
  readonly problems: readonly ReadProblem[]
  /** Whether comments before definitions are their descriptions, as before June 2018. */
  readonly hasCommentDescriptions: boolean
  /** What it can't say; omitted for a schema in the definition language. */
  readonly unstated?: ReadonlySet<Unstated>
}

/** Interfaces after \`implements\` with commas or spaces between them, as before June 2018. */
const OLD_INTERFACES = /\bimplements((?:[ \t,]+[A-Za-z_]\w*)+)(?=\s*[{@])/g
/** A description at the beginning of a line. A schema without one may have comments instead. */
const DESCRIPTION = /^\s*"/m

/** Parses a schema. Throws an `InputError` with the place of the first syntax error. */
export function parseSdl(text: string, source: string): ParsedSdl {
  const problems: ReadProblem[] = []
  const isEmpty = /^(?:\s|#.*)*$/.test(text)
  const definitions = isEmpty ? 'scalar Nothing' : text
  let document: DocumentNode
  try {
    document = parse(definitions)
  } catch (error) {
    document = parseOldSdl(definitions, source, problems, error)
  }
  const hasCommentDescriptions = !DESCRIPTION.test(text)
  if (hasCommentDescriptions && problems.length > 0) {
    const message = 'Comments are read as descriptions, as before June 2018.'
    problems.push({message, place: {source, line: 1, column: 1}, isRead: true})
  }
  return {
    document: isEmpty ? {...document, definitions: []} : document,
    problems,
    hasCommentDescriptions
  }
}

function parseOldSdl(text: string, source: string, problems: ReadProblem[], failure: unknown): DocumentNode {
  let first: number | undefined
  const rewritten = text.replace(OLD_INTERFACES, (written, names: string, at: number) => {
    const separated = names.replace(/(?<=\w)([ \t]*)(?:,[ \t]*|[ \t])([ \t]*)(?=[A-Za-z_])/g, '&')
    if (separated === names) return written
    first ??= at
    return `implements${separated}`
  })
  if (first === undefined) throw syntaxError(failure, source)
  try {
    const document = parse(rewritten)
    const line = text.slice(0, first).split('\n').length
    const message = 'Interfaces with commas between them are read as before June 2018. Write `&` between them.'
    problems.push({message, place: {source, line, column: 1}, isRead: true})
    return document
  } catch (error) {
    throw syntaxError(error, source)
  }
}

function syntaxError(error: unknown, source: string): unknown {
  if (error instanceof RangeError) return inputError('The schema is nested too deeply to be read.', {source})
  if (!(error instanceof GraphQLError)) return error
  const [place] = error.locations ?? []
  const message = error.message.replace(/^Syntax Error: /, '')
  return inputError(`The schema isn't valid GraphQL: ${message.replace(/\.$/, '')}.`, {source, ...place})
}

import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import {inputError} from '@tenure/core/model/input-error'
import {type DocumentNode, type NamedTypeNode, parse, type Token, TokenKind} from 'graphql'
import {Parser} from 'graphql/language/parser.js'
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

/** A description at the beginning of a line. A schema without one may have comments instead. */
const DESCRIPTION = /^[ \t]*"/m

/** Parses a schema. Throws an `InputError` with the place of the first syntax error. */
export function parseSdl(text: string, source: string): ParsedSdl {
  const isEmpty = text.replace(/#.*/g, '').trim() === ''
  if (isEmpty)
    return {document: {...parse('scalar Nothing'), definitions: []}, problems: [], hasCommentDescriptions: true}
  const {document, problems} = parseText(text, source)
  const hasCommentDescriptions = !DESCRIPTION.test(text)
  const message = 'Comments are read as descriptions, as before June 2018.'
  const isOld = hasCommentDescriptions && problems.length > 0
  return {
    document,
    problems: [...problems, ...(isOld ? [{message, place: {source, line: 1, column: 1}, isRead: true as const}] : [])],
    hasCommentDescriptions
  }
}

function parseText(text: string, source: string): Pick<ParsedSdl, 'document' | 'problems'> {
  try {
    return {document: parse(text), problems: []}
  } catch (error) {
    const parser = new OldParser(text)
    try {
      const document = parser.parseDocument()
      const problems = [...parser.found].map(([message, {line, column}]) => ({
        ...{message, place: {source, line, column}},
        isRead: true as const
      }))
      return {document, problems}
    } catch (other) {
      throw syntaxError(parser.found.size > 0 ? other : error, source)
    }
  }
}

const COMMAS = 'Interfaces with commas between them are read as before June 2018. Write `&` between them.'
const BRACES = 'Empty braces are read as before June 2018. Leave them out.'

/** The words that begin definitions, and so end a list of interfaces. */
const KEYWORDS =
  /^(?:type|interface|union|scalar|enum|input|extend|directive|schema|query|mutation|subscription|fragment)$/

/** Reads what the language allowed before June 2018, too. */
class OldParser extends Parser {
  /** What it met, each with the first place. */
  readonly found = new Map<string, Token>()

  override parseImplementsInterfaces(): NamedTypeNode[] {
    if (!this.expectOptionalKeyword('implements')) return []
    this.expectOptionalToken(TokenKind.AMP)
    const all = [this.parseNamedType()]
    for (;;) {
      const {token} = this._lexer
      if (!this.expectOptionalToken(TokenKind.AMP)) {
        if (token.kind !== TokenKind.NAME || KEYWORDS.test(token.value)) return all
        this.#note(COMMAS, token)
      }
      all.push(this.parseNamedType())
    }
  }

  override optionalMany<Node>(open: TokenKind, parseOne: () => Node, close: TokenKind): Node[] {
    const {token} = this._lexer
    if (token.kind !== open || this._lexer.lookahead().kind !== close) return super.optionalMany(open, parseOne, close)
    this.expectToken(open)
    this.expectToken(close)
    this.#note(BRACES, token)
    return []
  }

  #note(message: string, token: Token): void {
    if (!this.found.has(message)) this.found.set(message, token)
  }
}

function syntaxError(error: unknown, source: string): unknown {
  if (error instanceof RangeError) return inputError('The schema is nested too deeply to be read.', {source})
  if (!(error instanceof Error && error.name === 'GraphQLError')) return error
  const [place] = (error as Error & {locations?: readonly {line: number; column: number}[]}).locations ?? []
  const message = error.message.replace(/^Syntax Error: /, '')
  return inputError(`The schema isn't valid GraphQL: ${message.replace(/\.$/, '')}.`, {source, ...place})
}

import type {Context} from '@tenure/core/context/context'
import {readJsonText} from '@tenure/core/documents/read-document'
import {InputError, inputError} from '@tenure/core/model/input-error'
import {jsonText} from '@tenure/core/phrases/escape'
import {decodeUtf8} from '@tenure/core/stores/files/text-bytes'
import type {Answer, Handshake} from './job.ts'
import {describeError, NO_JOB, runJob} from './run-job.ts'
import {TABLES, TABLES_FORMAT} from './tables.ts'

export interface WorkerOptions {
  /** Version of tenure. */
  readonly version: string
  /** Longest line to read, in bytes. */
  readonly limit: number
}

/**
 * Answers jobs, one JSON value a line, in order and one at a time. The first line is a handshake, which needs no input.
 * A line that is no job is answered with an error, and an empty one isn't answered.
 */
export async function* answerJobs(
  chunks: AsyncIterable<Uint8Array>,
  context: Context,
  {version, limit}: WorkerOptions
): AsyncGenerator<string> {
  yield `${jsonText(createHandshake(version))}\n`
  for await (const line of splitLines(chunks, limit)) {
    const answer = await answerLine(line, context, limit)
    if (answer) yield writeAnswer(answer)
  }
}

const createHandshake = (version: string): Handshake => ({
  tenure: version,
  format: TABLES_FORMAT,
  tables: Object.fromEntries(
    Object.entries(TABLES).map(([table, columns]) => [
      table,
      Object.fromEntries(Object.entries(columns).map(([column, {type}]) => [column, type]))
    ])
  )
})

async function answerLine(line: InputLine, context: Context, limit: number): Promise<Answer | undefined> {
  const {number: input} = line
  try {
    const job = readLine(line, limit)
    if (job === undefined) return undefined
    const answer = await runJob(job, context)
    return 'error' in answer && answer.id === null ? {id: null, input, error: answer.error} : answer
  } catch (error) {
    return {id: null, input, error: describeError(error)}
  }
}

/** Value of a line. `undefined` if it's empty. */
function readLine({number: line, bytes}: InputLine, limit: number): unknown {
  if (!bytes)
    throw inputError(
      `The line has more than ${limit} bytes, which is the most that can be read. Name each description by its \`path\`, or split the releases.`,
      {source: STDIN, line}
    )
  try {
    const text = decodeUtf8(bytes, STDIN)
    if (/^\s*$/.test(text)) return undefined
    const read = readJsonText(text, STDIN)
    if (!read) throw inputError(NO_JOB, {source: STDIN, column: 1})
    return read.value
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new InputError(
      error.problems.map(({place, ...problem}) => ({...problem, place: {source: STDIN, ...place, line}})),
      {cause: error}
    )
  }
}

const STDIN = '-'

function writeAnswer(answer: Answer): string {
  try {
    return `${jsonText(answer)}\n`
  } catch (error) {
    // Node.js throws a `RangeError` if the answer is longer than a string can be.
    if (!(error instanceof RangeError)) throw error
    return `${jsonText({id: answer.id, error: {message: 'The facts are too long for one line. Split the releases.'}})}\n`
  }
}

/** A line of a stream. */
interface InputLine {
  /** Number of the line, from 1. */
  readonly number: number
  /** Content without its line feed. Missing if it's longer than the limit. */
  readonly bytes?: Buffer
}

/**
 * Splits a stream of bytes into lines. A line with more bytes than the limit isn't kept in memory. The last line needs
 * no line feed.
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<InputLine> {
  let pieces: Uint8Array[] = []
  let size = 0
  let number = 0
  const add = (piece: Uint8Array): void => {
    size += piece.length
    if (size > limit) pieces = []
    else pieces.push(piece)
  }
  const takeLine = (): InputLine => {
    number++
    const line = size > limit ? {number} : {number, bytes: Buffer.concat(pieces, size)}
    pieces = []
    size = 0
    return line
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(FEED); end !== -1; end = chunk.indexOf(FEED, start)) {
      add(chunk.subarray(start, end))
      yield takeLine()
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (size > 0) yield takeLine()
}

const FEED = 10

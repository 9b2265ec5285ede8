/** A line of a stream. */
export interface InputLine {
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

const FEED = 10
/** A feed in each byte of a word. */
const FEEDS = 0x0a0a0a0a
const LOW = 0x7f7f7f7f
const WORD = 4

/**
 * How many lines end between two offsets of a text in UTF-8. Four bytes are looked at together: the texts that are asked
 * are long, and nearly nothing in them is a feed.
 */
export function feedsBetween(bytes: Buffer, start: number, end: number): number {
  if (end - start < 2 * WORD) return singly(bytes, start, end)
  const aligned = start + ((WORD - ((bytes.byteOffset + start) % WORD)) % WORD)
  const count = Math.floor((end - aligned) / WORD)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + aligned, count)
  let found = singly(bytes, start, aligned) + singly(bytes, aligned + count * WORD, end)
  for (let at = 0; at < count; at++) {
    const differs = (words[at] as number) ^ FEEDS
    // The high bit of each byte that is a feed, and of no other.
    let feeds = ~(((differs & LOW) + LOW) | differs | LOW)
    for (; feeds !== 0; feeds &= feeds - 1) found++
  }
  return found
}

function singly(bytes: Buffer, start: number, end: number): number {
  let found = 0
  for (let at = start; at < end; at++) if (bytes[at] === FEED) found++
  return found
}

/** Where the line begins that holds an offset. */
export const lineStart = (bytes: Buffer, offset: number): number =>
  offset === 0 ? 0 : bytes.lastIndexOf(FEED, offset - 1) + 1

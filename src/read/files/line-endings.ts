const FEED = 10
const RETURN = 13

/**
 * Bytes in which a carriage return that ends a line by itself, as YAML 1.2 has it, is a line feed: whoever counts lines
 * looks for these. JSON takes both for blanks. Every offset stays.
 */
export function withLineFeeds(bytes: Buffer): Buffer {
  let copy: Buffer | undefined
  for (let at = bytes.indexOf(RETURN); at !== -1 && at < bytes.length; at++) {
    if (bytes[at] !== RETURN || bytes[at + 1] === FEED) continue
    copy ??= Buffer.from(bytes)
    copy[at] = FEED
  }
  return copy ?? bytes
}
